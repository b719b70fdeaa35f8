// Mass, center and inertia: formulas, joined and moved bodies, and solids with a radius against random points.
#include "abut/mass.h"

#include <gtest/gtest.h>

#include <numbers>

#include "abut/convex_pair.h"
#include "support/convexes.h"

namespace abut {
namespace {

using test::Random;
constexpr double kPi = std::numbers::pi;

Vec3 box_inertia(double mass, const Vec3& half_size) {
  const Vec3 squares = half_size.cwiseProduct(half_size);
  return mass / 3 * (Vec3::Constant(squares.sum()) - squares);
}

void expect_same(const MassProperties& found, const MassProperties& expected, double tolerance) {
  const double inertia = expected.inertia.cwiseAbs().maxCoeff(), size = std::sqrt(inertia / expected.mass);
  EXPECT_NEAR(found.mass, expected.mass, tolerance * expected.mass);
  EXPECT_LE((found.center - expected.center).norm(), tolerance * (size + expected.center.norm()));
  EXPECT_LE((found.inertia - expected.inertia).cwiseAbs().maxCoeff(), tolerance * inertia)
      << found.inertia << "\n, not\n"
      << expected.inertia;
}

PolygonMesh make_mesh(const Convex& convex) {
  PolygonMesh mesh;
  mesh.positions.assign(convex.vertices().begin(), convex.vertices().end());
  for (std::size_t f = 0; f < convex.face_count(); ++f) mesh.add_polygon(convex.face(FaceId(f)));
  return mesh;
}

PolygonMesh make_torus(std::uint32_t around, std::uint32_t across, double large, double small) {
  PolygonMesh mesh;
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t k = 0; k < across; ++k) {
      const double u = 2 * kPi * i / around, v = 2 * kPi * k / across, r = large + small * std::cos(v);
      mesh.positions.emplace_back(r * std::cos(u), r * std::sin(u), small * std::sin(v));
      const std::uint32_t ni = (i + 1) % around, nk = (k + 1) % across;
      mesh.add_polygon(std::array{VertexId(i * across + k), VertexId(ni * across + k), VertexId(ni * across + nk),
                                  VertexId(i * across + nk)});
    }
  }
  return mesh;
}

PolygonMesh move(PolygonMesh mesh, const Pose3& pose) {
  for (Vec3& p : mesh.positions) p = pose.apply(p);
  return mesh;
}

TEST(Mass, BoxHasItsFormulaAsMeshAndAsConvex) {
  const Vec3 half(0.5, 1, 2);
  const Convex box = Convex::make_box(half);
  const MassProperties expected = {3 * 8, Vec3::Zero(), box_inertia(24, half).asDiagonal()};
  expect_same(*measure_mass(box, 3), expected, 1e-14);
  expect_same(*measure_mass(make_mesh(box), 3), expected, 1e-14);
}

TEST(Mass, SphereAndCapsuleHaveTheirFormulas) {
  const double r = 0.7, sphere = 4.0 / 3 * kPi * r * r * r;
  expect_same(*measure_mass(Convex::make_sphere(r), 2),
              {2 * sphere, Vec3::Zero(), 0.4 * 2 * sphere * r * r * Eigen::Matrix3d::Identity()}, 1e-14);
  const double half = 1.5, cylinder = kPi * r * r * 2 * half;
  const double along = cylinder * r * r / 2 + sphere * 0.4 * r * r;
  const double across = cylinder * (r * r / 4 + half * half / 3) +
                        sphere * (0.4 * r * r + half * half + 0.75 * half * r);  // halves of a ball at both ends
  expect_same(*measure_mass(Convex::make_capsule(half, r)),
              {cylinder + sphere, Vec3::Zero(), Vec3(across, across, along).asDiagonal()}, 1e-14);
}

TEST(Mass, TetrahedronAndConeHaveTheirFormulas) {
  const std::vector<Vec3> corners = {Vec3::Zero(), Vec3(2, 0, 0), Vec3(0, 3, 0), Vec3(0, 0, 4)};
  const Convex tetrahedron = *Convex::make_hull(corners);
  Eigen::Matrix3d inertia;  // of the corner with sides a, b, c: m/80 * 3 (b b + c c) and m/80 * a b
  inertia << 3 * (9 + 16), 2 * 3, 2 * 4, 2 * 3, 3 * (4 + 16), 3 * 4, 2 * 4, 3 * 4, 3 * (4 + 9);
  const MassProperties expected = {4, Vec3(0.5, 0.75, 1), 4.0 / 80 * inertia};
  expect_same(*measure_mass(tetrahedron), expected, 1e-14);
  expect_same(*measure_mass(make_mesh(tetrahedron)), expected, 1e-14);

  const double r = 1.25, h = 3;
  double last_error = 1;
  for (const int sides : {64, 256, 1024}) {
    std::vector<Vec3> points = {Vec3(0, 0, h)};
    for (int i = 0; i < sides; ++i) {
      points.emplace_back(r * std::cos(2 * kPi * i / sides), r * std::sin(2 * kPi * i / sides), 0);
    }
    const MassProperties cone = *measure_mass(*Convex::make_hull(points));
    const double mass = kPi * r * r * h / 3, across = 3.0 / 80 * mass * (4 * r * r + h * h);
    expect_same(cone, {mass, Vec3(0, 0, h / 4), Vec3(across, across, 0.3 * mass * r * r).asDiagonal()},
                30.0 / (sides * sides));
    const double error = std::abs(cone.mass / mass - 1);
    EXPECT_LT(error, last_error / 10);
    last_error = error;
  }
}

TEST(Mass, TorusConvergesToItsFormula) {
  const double large = 2, small = 0.5, mass = 2 * kPi * kPi * large * small * small;
  const double about = mass * (large * large + 0.75 * small * small);
  const double across = mass * (large * large / 2 + 0.625 * small * small);
  double last_error = 1;
  for (const std::uint32_t n : {16u, 64u, 256u}) {
    const MassProperties found = *measure_mass(make_torus(2 * n, n, large, small));
    expect_same(found, {mass, Vec3::Zero(), Vec3(across, across, about).asDiagonal()}, 20.0 / (n * n));
    const double error = std::abs(found.inertia(2, 2) / about - 1);
    EXPECT_LT(error, last_error / 10);
    last_error = error;
  }
}

TEST(Mass, PlaceOfTheAxesDoesNotMatter) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Pose3 pose = {test::make_turn_anyhow(random), std::pow(10.0, random.integer(-3, 3)) * random.point()};
    const PolygonMesh mesh = make_torus(20, 12, 2, 0.5);
    expect_same(*measure_mass(move(mesh, pose)), place_mass(*measure_mass(mesh), pose), 1e-12);

    const Convex hull = test::make_random_hull(random, 20, Vec3(1, 2, 0.5));
    std::vector<Vec3> points;
    for (const Vec3& v : hull.vertices()) points.push_back(pose.apply(v));
    const Convex there = *Convex::make_hull(points, 0.25);
    points.assign(hull.vertices().begin(), hull.vertices().end());
    expect_same(*measure_mass(there), place_mass(*measure_mass(*Convex::make_hull(points, 0.25)), pose), 1e-11);
  }
}

// Whole numbers stay what they are when they are moved by a large whole number.
TEST(Mass, FarFromTheOriginNothingIsLost) {
  PolygonMesh mesh = make_mesh(Convex::make_box(Vec3(1, 2, 4)));
  mesh.positions[7] += Vec3(2, 1, 1);
  const MassProperties near = *measure_mass(mesh);
  const Vec3 far(0x1p40, -0x1p41, 0x1p42);
  const MassProperties there = *measure_mass(move(mesh, {test::kUpright, far}));
  EXPECT_NEAR(there.mass, near.mass, 1e-13 * near.mass);
  EXPECT_LE((there.inertia - near.inertia).norm(), 1e-13 * near.inertia.norm());
  EXPECT_LE((there.center - far - near.center).norm(), 1e-3);
}

TEST(Mass, PartsJoinedAreTheWhole) {
  const MassProperties whole = *measure_mass(Convex::make_box(Vec3(3, 1, 2)), 5);
  const MassProperties left = *measure_mass(Convex::make_box(Vec3(1, 1, 2)), 5);
  const MassProperties right = *measure_mass(Convex::make_box(Vec3(2, 1, 2)), 5);
  // A box of other proportions that was turned fits, too.
  const MassProperties turned = *measure_mass(Convex::make_box(Vec3(1, 2, 2)), 5);
  const Eigen::Quaterniond quarter(Eigen::AngleAxisd(kPi / 2, Vec3::UnitZ()));
  expect_same(join_masses(std::array{place_mass(left, {test::kUpright, Vec3(-2, 0, 0)}),
                                     place_mass(turned, {quarter, Vec3(1, 0, 0)})}),
              whole, 1e-14);
  expect_same(join_masses(std::array{place_mass(left, {test::kUpright, Vec3(-2, 0, 0)}),
                                     place_mass(right, {test::kUpright, Vec3(1, 0, 0)})}),
              whole, 1e-14);
  expect_same(scale_mass(whole, 7), *measure_mass(Convex::make_box(Vec3(3, 1, 2)), 7.0 / 48), 1e-14);
}

// Four quarters of cylinders along each axis, eight of a ball, six slabs and a box, each by its formula.
TEST(Mass, RoundedBoxIsTheSumOfItsPieces) {
  const Vec3 half(0.75, 1.5, 0.5);
  const double r = 0.3;
  Vec3 second = Vec3::Zero();  // integrals of x x, y y, z z
  double volume = 0;
  // In one octant. Of a line: content, first and second moment; by how it reaches beyond the box.
  for (int axes = 0; axes < 8; ++axes) {  // bit: beyond the face along that axis
    const int count = (axes & 1) + (axes >> 1 & 1) + (axes >> 2 & 1);
    // Over the part of a ball of radius r in 1, 2 or 3 dimensions with no coordinate below 0.
    const double content[] = {1, r, kPi / 4 * r * r, kPi / 6 * r * r * r};
    const double first[] = {0, r * r / 2, r * r * r / 3, kPi / 16 * std::pow(r, 4)};
    const double square[] = {0, r * r * r / 3, kPi / 16 * std::pow(r, 4), kPi / 30 * std::pow(r, 5)};
    double flat = 1;
    for (int k = 0; k < 3; ++k) flat *= axes >> k & 1 ? 1 : half[k];
    volume += 8 * flat * content[count];
    for (int k = 0; k < 3; ++k) {
      const double mean = axes >> k & 1
                              ? half[k] * half[k] * content[count] + 2 * half[k] * first[count] + square[count]
                              : half[k] * half[k] / 3 * content[count];
      second[k] += 8 * flat * mean;
    }
  }
  const MassProperties expected = {volume, Vec3::Zero(), (Vec3::Constant(second.sum()) - second).asDiagonal()};
  expect_same(*measure_mass(Convex::make_box(half, r)), expected, 1e-14);
}

// The twin: random points, and whether they are within the radius.
TEST(Mass, RoundedHullIsWhatRandomPointsSay) {
  Random random(2);
  for (int round = 0; round < 4; ++round) {
    const Convex sharp = test::make_random_hull(random, 4 + 4 * round, Vec3(1, 0.6, 0.8));
    const double r = round == 3 ? 2 : 0.4;
    const Convex hull = *Convex::make_hull(sharp.vertices(), r);
    const Convex point = Convex::make_sphere(0);
    const double bound = 1 + r, cell = 8 * bound * bound * bound;
    const int samples = 200000;
    int inside = 0;
    Vec3 first = Vec3::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
    for (int i = 0; i < samples; ++i) {
      const Vec3 p = bound * random.point();
      if (!test_touching({&hull, {}}, {&point, {test::kUpright, p}})) continue;
      ++inside;
      first += p;
      second += p * p.transpose();
    }
    ASSERT_GT(inside, samples / 50);
    ASSERT_LT(inside, samples);
    const MassProperties found = *measure_mass(hull);
    const double share = static_cast<double>(inside) / samples;
    EXPECT_NEAR(found.mass, cell * share, 4 * cell * std::sqrt(share * (1 - share) / samples));
    first /= inside;
    second = second / inside - first * first.transpose();
    const Eigen::Matrix3d spread = 0.5 * found.inertia.trace() * Eigen::Matrix3d::Identity() - found.inertia;
    EXPECT_LE((found.center - first).norm(), 4 * bound / std::sqrt(inside));
    EXPECT_LE((spread / found.mass - second).cwiseAbs().maxCoeff(), 4 * 0.5 * bound * bound / std::sqrt(inside));
  }
}

// A tighter one: the hull of balls' points at the vertices comes nearer to it with their number.
TEST(Mass, RoundedHullIsTheLimitOfHulls) {
  Random random(3);
  const Convex sharp = test::make_random_hull(random, 8, Vec3(1, 0.6, 0.8));
  const double r = 0.5;
  const MassProperties expected = *measure_mass(*Convex::make_hull(sharp.vertices(), r));
  for (const std::size_t count : {100u, 1000u}) {
    std::vector<Vec3> points;
    for (const Vec3& v : sharp.vertices()) {
      for (const Vec3& p : test::make_fibonacci_points(count, Vec3::Constant(r))) points.push_back(v + p);
    }
    const MassProperties found = *measure_mass(*Convex::make_hull(points));
    EXPECT_LT(found.mass, expected.mass);
    expect_same(found, expected, 10.0 / static_cast<double>(count));
  }
}

TEST(Mass, WhatIsNoSolidIsRefused) {
  const auto message = [](const Result<MassProperties>& result) {
    return result ? std::string("none") : result.error().message;
  };
  const PolygonMesh box = make_mesh(Convex::make_box(Vec3(1, 2, 3)));
  PolygonMesh open = box;
  open.polygon_vertices.resize(20);
  open.polygon_starts.pop_back();
  EXPECT_EQ(message(measure_mass(open)),
            "the surface is not closed: the edge from (-1, -2, -3) to (1, -2, -3) has one face");
  PolygonMesh torn = box;
  std::swap(torn.polygon_vertices[0], torn.polygon_vertices[2]);
  EXPECT_EQ(
      message(measure_mass(torn)),
      "the faces of the surface do not agree about where outside is: see the edge from (1, -2, -3) to (1, 2, -3)");
  PolygonMesh inside_out = box;
  for (std::size_t p = 0; p < 24; p += 4) std::swap(inside_out.polygon_vertices[p], inside_out.polygon_vertices[p + 2]);
  EXPECT_EQ(message(measure_mass(inside_out)), "the surface is inside out: its volume is -48; turn its faces around");
  PolygonMesh two_sides;
  two_sides.positions = {Vec3(0.1, 0.2, 0.3), Vec3(1.7, 0.1, 0.9), Vec3(0.2, 1.3, 0.7)};
  two_sides.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(2)});
  two_sides.add_polygon(std::array{VertexId(0), VertexId(2), VertexId(1)});
  EXPECT_EQ(message(measure_mass(two_sides)), "the surface encloses no volume");
  EXPECT_EQ(message(measure_mass(PolygonMesh())), "the surface encloses no volume");
  EXPECT_EQ(message(measure_mass(Convex::make_sphere(0))), "a point or segment without a radius has no volume");
  EXPECT_EQ(message(measure_mass(Convex::make_capsule(1, 0))), "a point or segment without a radius has no volume");
  EXPECT_EQ(message(measure_mass(box, -1)), "the density is -1, but has to be a number above 0");
  EXPECT_FALSE(measure_mass(Convex::make_sphere(1), std::nan("")));
  EXPECT_FALSE(measure_mass(Convex::make_sphere(1e-90)));
  EXPECT_FALSE(measure_mass(Convex::make_sphere(1e90)));
  EXPECT_TRUE(measure_mass(Convex::make_sphere(1e-30)));
}

TEST(Mass, InertiaNoBodyHasIsRefused) {
  const auto check = [](double mass, const Vec3& moments) {
    return check_mass({mass, Vec3::Zero(), moments.asDiagonal()});
  };
  EXPECT_TRUE(check(1, Vec3(1, 2, 3)));  // a plate
  EXPECT_EQ(check(1, Vec3(1, 2, 3.001)).error().message,
            "no body has the moments of inertia 1, 2 and 3.001: the largest is above the sum of the two others");
  EXPECT_EQ(check(1, Vec3(1, 0, 1)).error().message, "the inertia has the moment 0, but all three have to be above 0");
  EXPECT_EQ(check(0, Vec3(1, 1, 1)).error().message, "the mass is 0, but has to be above 0");
  EXPECT_FALSE(check(std::numeric_limits<double>::infinity(), Vec3(1, 1, 1)));
  EXPECT_FALSE(check(1, Vec3(1, std::nan(""), 1)));
  MassProperties skew = {1, Vec3::Zero(), Eigen::Matrix3d::Identity()};
  skew.inertia(0, 1) = 0.1;
  EXPECT_EQ(check_mass(skew).error().message, "the inertia is not symmetric");
}

}  // namespace
}  // namespace abut
