// Patches: points, derivatives, enclosures, motions, and what is refused.
#include "abut/patch.h"

#include <gtest/gtest.h>

#include "abut/outline.h"
#include "shape/superellipse.h"
#include "shape/superellipsoid.h"
#include "support/patches.h"

namespace abut {
namespace {

using test::Random;
using test::unwrap;

PatchBox random_box(Random& random) {
  PatchBox box;
  const double size = std::pow(2.0, -random.integer(0, 12));
  box.u0 = random.uniform(0, 1 - size);
  box.v0 = random.uniform(0, 1 - size);
  box.t0 = random.uniform(0, 1);
  if (random.coin()) {  // as searches cut them
    box.u0 = std::floor(box.u0 / size) * size;
    box.v0 = std::floor(box.v0 / size) * size;
  }
  box.u1 = box.u0 + size;
  box.v1 = box.v0 + (random.coin() ? size : 0.25 * size);
  box.t1 = box.t0 + (random.coin() ? 0 : random.uniform(0, 1) * size);
  return box;
}

TEST(Patch, EnclosuresHoldAllPoints) {
  Random random(1);
  for (int round = 0; round < 4000; ++round) {
    const int kind = round % test::kPatchKinds;
    const Patch patch = test::place(test::random_patch(random, kind), test::random_motion(random, 1, 1, 4));
    const PatchBox box = random_box(random);
    const PatchEnclosure e = patch.enclose(box);
    ASSERT_LE(e.time_radius, e.radius);
    for (int i = 0; i < 40; ++i) {
      const double a = i < 8 ? (i & 1) * 2 - 1 : random.uniform(-1, 1), b = i < 8 ? (i & 2) - 1 : random.uniform(-1, 1);
      const double c = i < 8 ? (i & 4) / 2 - 1 : random.uniform(-1, 1);
      const auto at = [](double from, double to, double share) { return from + 0.5 * (share + 1) * (to - from); };
      const Vec3 p = patch.at(at(box.u0, box.u1, a), at(box.v0, box.v1, b), at(box.t0, box.t1, c));
      const Vec3 rest = p - e.center - a * e.along_u - b * e.along_v - c * e.along_t;
      ASSERT_LE(rest.norm(), e.radius) << "kind " << kind << ", round " << round;
      ASSERT_LE(std::abs(e.normal.dot(rest)), e.thickness) << "kind " << kind << ", round " << round;
    }
  }
}

// Halving a box quarters the radius, of whatever has second derivatives there.
TEST(Patch, EnclosuresShrinkWithTheSquare) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const int kind = random.pick(std::array{0, 1, 2, 3, 4});
    const Patch patch = test::place(test::random_patch(random, kind), test::random_motion(random, 1, 1, 2));
    PatchBox box{.u0 = 0.3, .u1 = 0.3, .v0 = 0.6, .v1 = 0.6, .t0 = 0.5, .t1 = 0.5};
    const auto measure = [&](double size) {
      box.u1 = box.u0 + size;
      box.v1 = box.v0 + size;
      box.t1 = box.t0 + size;
      return patch.enclose(box).radius;
    };
    EXPECT_LT(measure(0x1p-10), measure(0x1p-8) / 10) << kind;
    EXPECT_LT(measure(0x1p-10), 1e-3) << kind;
  }
}

TEST(Patch, DerivativesAreThoseOfItsPoints) {
  Random random(3);
  for (int round = 0; round < 400; ++round) {
    const int kind = round % test::kPatchKinds;
    const Patch patch = test::place(test::random_patch(random, kind), test::random_motion(random, 1, 1, 3));
    // Superquadrics bend without end at the corners of their quarters: not there.
    const double u = 0.05 + 0.125 * random.integer(0, 7), v = 0.07 + 0.125 * random.integer(0, 6),
                 t = random.uniform(0, 1);
    const double h = 1e-5;
    const PatchJet jet = patch.find_jet(u, v, t);
    const auto f = [&](double a, double b, double c) { return patch.find_jet(u + a * h, v + b * h, t + c * h); };
    const auto check = [&](const Vec3& found, const Vec3& low, const Vec3& high, const char* name) {
      const Vec3 expected = (high - low) / (2 * h);
      EXPECT_LT((found - expected).norm(), 2e-4 * (1 + expected.norm())) << name << " of kind " << kind;
    };
    EXPECT_LT((jet.position - patch.at(u, v, t)).norm(), 1e-12);
    const PatchJet u0 = f(-1, 0, 0), u1 = f(1, 0, 0), v0 = f(0, -1, 0), v1 = f(0, 1, 0), t0 = f(0, 0, -1),
                   t1 = f(0, 0, 1);
    check(jet.u, u0.position, u1.position, "u");
    check(jet.v, v0.position, v1.position, "v");
    check(jet.t, t0.position, t1.position, "t");
    check(jet.uu, u0.u, u1.u, "uu");
    check(jet.uv, u0.v, u1.v, "uv");
    check(jet.vv, v0.v, v1.v, "vv");
    check(jet.ut, t0.u, t1.u, "ut");
    check(jet.vt, t0.v, t1.v, "vt");
    check(jet.tt, t0.t, t1.t, "tt");
  }
}

TEST(Patch, OfAFunctionAloneHasDerivativesByDifferences) {
  PatchFunction whole = test::make_ripple(0.2, 2, false), alone = whole;
  alone.find_jet = {};
  const PatchJet expected = whole.find_jet(0.3, 0.6, 0.4);
  const PatchJet found = unwrap(make_function_patch(alone)).find_jet(0.3, 0.6, 0.4);
  EXPECT_LT((found.u - expected.u).norm(), 1e-7);
  EXPECT_LT((found.t - expected.t).norm(), 1e-7);
  EXPECT_LT((found.uv - expected.uv).norm(), 1e-3);
  EXPECT_LT((found.vt - expected.vt).norm(), 1e-3);
}

TEST(Patch, OfAClosedSplineIsTheSplineOfOutlines) {
  Random random(4);
  std::vector<Vec2> outline;
  SplineNet net{.rows = 7, .columns = 4, .points = {}, .is_closed_u = true};
  for (int i = 0; i < 7; ++i) {
    outline.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1));
    for (int j = 0; j < 4; ++j) net.points.emplace_back(outline[i].x(), outline[i].y(), j);
  }
  const Patch patch = unwrap(make_spline_patch(net));
  const Loop loop = make_spline(outline);
  for (int i = 0; i < 7; ++i) {
    for (const double t : {0.0, 0.3, 0.8}) {
      const Vec3 p = patch.at((i + t) / 7, 0.5);
      double nearest = INFINITY;
      for (const OutlinePiece& piece : loop.pieces)
        nearest = std::min(nearest, (piece.curve.at(t) - p.head<2>()).norm());
      EXPECT_LT(nearest, 1e-12);
    }
  }
  EXPECT_LT((patch.at(0, 0.3) - patch.at(1, 0.3)).norm(), 1e-12);
  EXPECT_LT((patch.find_jet(0, 0.3).uu - patch.find_jet(1, 0.3).uu).norm(), 1e-9);
}

TEST(Patch, OfAnOpenSplineEndsAtItsCornersAndIsSmooth) {
  Random random(5);
  SplineNet net{.rows = 6, .columns = 5, .points = {}};
  for (int i = 0; i < 30; ++i) net.points.push_back(random.point());
  const Patch patch = unwrap(make_spline_patch(net));
  EXPECT_LT((patch.at(0, 0) - net.points[0]).norm(), 1e-12);
  EXPECT_LT((patch.at(1, 1) - net.points[29]).norm(), 1e-12);
  for (const double knot : {1.0 / 3, 2.0 / 3}) {
    const PatchJet before = patch.find_jet(knot - 1e-9, 0.4), after = patch.find_jet(knot + 1e-9, 0.4);
    EXPECT_LT((before.u - after.u).norm(), 1e-6);
    EXPECT_LT((before.uu - after.uu).norm(), 1e-5);
  }
  EXPECT_DOUBLE_EQ(patch.find_cut(0, 0, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(patch.find_cut(1, 0, 0.5), 0.25);
}

TEST(Patch, PointsOfSuperquadricsSatisfyTheirEquation) {
  Random random(6);
  for (int round = 0; round < 500; ++round) {
    SuperquadricSettings s{
        .radii = random.point(0.3, 2), .along = random.uniform(0.1, 4), .around = random.uniform(0.1, 4)};
    const Vec3 p =
        unwrap(make_superquadric_patch(s)).at(random.uniform(0, 1), random.uniform(0, 1)).cwiseQuotient(s.radii);
    const double across = std::pow(std::abs(p.x()), 2 / s.around) + std::pow(std::abs(p.y()), 2 / s.around);
    EXPECT_NEAR(std::pow(across, s.around / s.along) + std::pow(std::abs(p.z()), 2 / s.along), 1, 1e-9);
  }
}

TEST(Superellipse, ModelsHoldItsCurve) {
  Random random(7);
  for (int round = 0; round < 4000; ++round) {
    const Superellipse curve(random.pick(std::array{0.05, 0.3, 0.9, 1.0, 1.2, 2.0, 3.0, 7.0}));
    const double from = random.uniform(-3, 3), to = from + std::pow(2.0, random.integer(-20, 2));
    const LinearModel model = curve.enclose_cosine(from, to);
    for (int i = 0; i <= 20; ++i) {
      const double share = i / 10.0 - 1, y = curve.cosine(from + 0.5 * (share + 1) * (to - from)).value;
      ASSERT_LE(std::abs(y - model.value - share * model.slope), model.error + 1e-14);
    }
  }
}

TEST(Superellipsoid, SupportsAreFarthestAndHaveTheirNormals) {
  Random random(8);
  for (int round = 0; round < 300; ++round) {
    const Superellipsoid body(random.point(0.3, 2), random.uniform(0.2, 1.7), random.uniform(0.2, 1.7));
    const Vec3 direction = random.point().normalized();
    const Vec3 support = body.find_support(direction);
    EXPECT_NEAR(body.measure_gauge(support), 1, 1e-9);
    const Vec3 normal = body.find_bend(support).gradient.normalized();
    EXPECT_LT((normal - direction).norm(), 1e-5);
    for (int i = 0; i < 50; ++i) {
      EXPECT_LE(body.find_on_ray(random.point()).dot(direction), support.dot(direction) + 1e-12);
    }
  }
}

TEST(Superellipsoid, BendsAreThoseOfItsGauge) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    const Superellipsoid body(random.point(0.5, 2), random.uniform(0.3, 1.5), random.uniform(0.3, 1.5));
    const Vec3 p = Vec3(random.uniform(0.3, 1), random.uniform(-1, -0.3), random.uniform(0.3, 1));
    const auto bend = body.find_bend(p);
    const double h = 1e-6;
    for (int i = 0; i < 3; ++i) {
      const Vec3 step = h * Vec3::Unit(i);
      EXPECT_NEAR(bend.gradient[i], (body.measure_gauge(p + step) - body.measure_gauge(p - step)) / (2 * h), 1e-6);
      const Vec3 change = (body.find_bend(p + step).gradient - body.find_bend(p - step).gradient) / (2 * h);
      EXPECT_LT((bend.hessian.col(i) - change).norm(), 1e-5 * (1 + change.norm()));
    }
  }
}

void expect_refused(const Result<Patch>& patch, const std::string& part) {
  ASSERT_FALSE(patch.has_value()) << part;
  EXPECT_NE(patch.error().message.find(part), std::string::npos) << patch.error().message;
  EXPECT_EQ(patch.error().message.find('\n'), std::string::npos);
}

TEST(Patch, RefusesWhatIsImpossible) {
  BezierNet net = test::flat_net();
  net[5].y() = NAN;
  expect_refused(make_bezier_patch(net), "control point 5");
  expect_refused(make_bezier_patch(test::flat_net(), net), "control point 5");
  expect_refused(make_triangle_patch({Vec3(INFINITY, 0, 0), Vec3(0, 0, 0), Vec3(0, 1, 0)}), "control point 0");
  expect_refused(make_sphere_patch(-1), "radius is -1");
  expect_refused(make_sphere_patch(NAN), "radius is nan");
  expect_refused(make_torus_patch(1, 0), "tube is 0");
  expect_refused(make_torus_patch(INFINITY, 1), "ring is inf");
  expect_refused(make_superquadric_patch({.radii = Vec3(1, -2, 1)}), "radius is -2");
  expect_refused(make_superquadric_patch({.along = 0}), "along is 0");
  expect_refused(make_superquadric_patch({.around = NAN}), "around is nan");
  expect_refused(make_superquadric_patch({.ring = -1}), "ring is -1");
  expect_refused(make_spline_patch({.rows = 3, .columns = 4, .points = std::vector<Vec3>(12)}), "3 rows");
  expect_refused(make_spline_patch({.rows = 4, .columns = 4, .points = std::vector<Vec3>(15)}), "15 control points");
  PatchFunction f = test::make_ripple(0.1, 1, true);
  f.slopes.v = INFINITY;
  expect_refused(make_function_patch(f), "slope in v is inf");
  f = test::make_ripple(0.1, 1, true);
  f.bends->ut = -1;
  expect_refused(make_function_patch(f), "bend ut is -1");
  f.find_jet = {};
  expect_refused(make_function_patch(f), "no function that finds derivatives");
  f = test::make_ripple(NAN, 1, false);
  f.slopes = {1, 1, 1};
  expect_refused(make_function_patch(f), "expected finite");
  expect_refused(make_function_patch({}), "no function");
  const Patch sphere = unwrap(make_sphere_patch(1));
  expect_refused(sphere.moved({.velocity = Vec3(0, NAN, 0)}), "finite");
  expect_refused(sphere.moved({.start = {Eigen::Quaterniond(2, 0, 0, 0), Vec3::Zero()}}), "length 2");
}

}  // namespace
}  // namespace abut
