// Angles at edges and the energy that follows from them, against known folds, differences and cylinders.
#include "sim/bending.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/cloth_energy.h"
#include "support/cloths.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Diagonals;
using test::make_sheet;
using test::Random;

// Two faces along the x axis; the second is turned up from the plane of the first by so much.
HingePoints fold(double angle) {
  return {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.4, 1, 0), Vec3(0.7, -0.8 * std::cos(angle), 0.8 * std::sin(angle))};
}

TEST(Bending, angles_of_known_folds) {
  for (const double angle : {-3.0, -2.0, -1.0, -1e-3, 0.0, 1e-8, 0.5, 1.5, 3.0}) {
    EXPECT_NEAR(measure_bend(fold(angle)), angle, 1e-14) << angle;
  }
  EXPECT_NEAR(std::abs(measure_bend(fold(std::numbers::pi))), std::numbers::pi, 1e-14);
}

TEST(Bending, the_angle_is_the_same_from_the_other_face) {
  const HingePoints p = fold(0.7);
  EXPECT_NEAR(measure_bend({p[1], p[0], p[3], p[2]}), 0.7, 1e-14);
  // Seen from the back it is bent the other way.
  EXPECT_NEAR(measure_bend({p[1], p[0], p[2], p[3]}), -0.7, 1e-14);
}

TEST(Bending, faces_without_area_have_no_gradient) {
  HingePoints p = fold(0.7);
  p[2] = Vec3(0.5, 0, 0);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(bend_gradient(p)[i].isZero());
  p = fold(0.7);
  p[1] = p[0];
  EXPECT_EQ(measure_bend(p), 0);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(bend_gradient(p)[i].isZero());
}

// How far the gradient is from differences, by its length.
double measure_gradient_error(const HingePoints& points, double step) {
  const auto gradient = bend_gradient(points);
  double error = 0, length = 0;
  for (int i = 0; i < 4; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      HingePoints left = points, right = points;
      left[i][axis] -= step;
      right[i][axis] += step;
      const double difference = (measure_bend(right) - measure_bend(left)) / (2 * step);
      error += std::pow(gradient[i][axis] - difference, 2);
    }
    length += gradient[i].squaredNorm();
  }
  return std::sqrt(error / length);
}

TEST(Bending, the_gradient_is_that_of_the_angle) {
  Random random(1);
  int obtuse = 0;
  for (int n = 0; n < 500; ++n) {
    HingePoints p;
    for (Vec3& point : p) point = random.point();
    if (std::abs(measure_bend(p)) > 3) continue;  // differences would jump to the other end
    const double width = std::min((p[1] - p[0]).cross(p[2] - p[0]).norm(), (p[1] - p[0]).cross(p[3] - p[0]).norm());
    if (width < 0.1) continue;
    obtuse += (p[2] - p[0]).dot(p[1] - p[0]) < 0 || (p[3] - p[1]).dot(p[0] - p[1]) < 0;
    EXPECT_LT(measure_gradient_error(p, 1e-6), 1e-7);
  }
  EXPECT_GT(obtuse, 100);
}

TEST(Bending, the_gradient_is_right_for_thin_and_far_slanted_faces) {
  Random random(2);
  for (const double height : {1e-2, 1e-3}) {
    for (const double slant : {0.5, -4.0, 6.0}) {
      const double angle = random.uniform(-2, 2);
      const HingePoints p = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(slant, height, 0),
                             Vec3(1 - slant, -height * std::cos(angle), height * std::sin(angle))};
      EXPECT_LT(measure_gradient_error(p, 1e-4 * height), 1e-5) << height << " " << slant;
    }
  }
}

TEST(Bending, moving_and_turning_the_whole_changes_no_angle) {
  Random random(3);
  for (int n = 0; n < 100; ++n) {
    HingePoints p;
    for (Vec3& point : p) point = random.point();
    const auto gradient = bend_gradient(p);
    Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0;
    for (int i = 0; i < 4; ++i) {
      sum += gradient[i];
      torque += p[i].cross(gradient[i]);
      size += gradient[i].norm();
    }
    EXPECT_LT(sum.norm(), 1e-11 * size);
    EXPECT_LT(torque.norm(), 1e-11 * size);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Rigidity

// A flat sheet rolled onto a cylinder, along x or along a direction turned from it by an angle.
std::vector<Vec3> roll(std::span<const Vec3> flat, double radius, double angle) {
  const Vec3 along(std::cos(angle), std::sin(angle), 0), axis(-std::sin(angle), std::cos(angle), 0);
  std::vector<Vec3> rolled;
  for (const Vec3& p : flat) {
    const double way = along.dot(p) / radius;
    rolled.push_back(radius * std::sin(way) * along + axis.dot(p) * axis + Vec3(0, 0, radius * (1 - std::cos(way))));
  }
  return rolled;
}

// Energy by area, of all faces with three neighbours: what lies at the border is bent at fewer edges.
double measure_density(const BuiltMesh& flat, std::span<const Vec3> bent, const ClothMaterial& material) {
  const RestShape rest = make_rest_shape(flat.surface, flat.mesh.positions);
  double energy = 0, area = 0;
  for (std::size_t f = 0; f < flat.surface.face_count(); ++f) {
    Vec3 angles;
    bool is_inside = true;
    for (int i = 0; i < 3; ++i) {
      const auto hinge = find_hinge(flat.surface, flat.surface.face_edges(FaceId(f))[i]);
      is_inside = is_inside && hinge;
      if (hinge) angles[i] = measure_bend(gather_hinge(*hinge, bent));
    }
    if (!is_inside) continue;
    const auto& face = rest.faces[f];
    const Vec2 u = face[1] - face[0], v = face[2] - face[0];
    energy += 0.5 * angles.dot(make_bend_stiffness(face, Vec3::Ones(), material) * angles);
    area += 0.5 * std::abs(u.x() * v.y() - u.y() * v.x());
  }
  return energy / area;
}

ClothMaterial make_material(double warp, double weft) {
  ClothMaterial material;
  material.warp_bending = warp;
  material.weft_bending = weft;
  return material;
}

// By that of a plate, B / (2 R^2).
double measure_density_ratio(int cells, Diagonals diagonals, double shaken, double degrees, double rigidity,
                             const ClothMaterial& material) {
  constexpr double kRadius = 0.5;
  PolygonMesh mesh = make_sheet(cells, cells, 1, 1, diagonals);
  test::shake(mesh, shaken / cells, 7);
  const BuiltMesh flat(std::move(mesh));
  const auto bent = roll(flat.mesh.positions, kRadius, degrees * std::numbers::pi / 180);
  return measure_density(flat, bent, material) / (rigidity / (2 * kRadius * kRadius));
}

TEST(Bending, a_sheet_on_a_cylinder_has_the_energy_of_a_plate_along_warp_and_weft) {
  const ClothMaterial material = make_material(3e-5, 1e-5);
  for (const Diagonals diagonals : {Diagonals::one_way, Diagonals::alternating, Diagonals::random}) {
    for (const int cells : {16, 32}) {
      const double bound = 1.0 / (cells * cells);
      EXPECT_NEAR(measure_density_ratio(cells, diagonals, 0, 0, 3e-5, material), 1, bound);
      EXPECT_NEAR(measure_density_ratio(cells, diagonals, 0, 90, 1e-5, material), 1, bound);
    }
  }
}

TEST(Bending, a_sheet_cut_one_way_has_it_along_any_direction) {
  const ClothMaterial material = make_material(1e-5, 1e-5);
  for (const double degrees : {20.0, 45.0, 70.0, 135.0}) {
    for (const int cells : {16, 32}) {
      EXPECT_NEAR(measure_density_ratio(cells, Diagonals::one_way, 0, degrees, 1e-5, material), 1,
                  0.5 / (cells * cells));
    }
  }
}

// Known limits, which finer meshes do not mend: what angles of edges say about curvature is exact for meshes that look
// the same from all faces, and too much for others (Grinspun, Gingold, Reisman and Zorin 2006, section 4).
TEST(Bending, other_sheets_are_too_stiff) {
  const ClothMaterial material = make_material(1e-5, 1e-5);
  for (const int cells : {16, 32, 64}) {
    EXPECT_NEAR(measure_density_ratio(cells, Diagonals::alternating, 0, 45, 1e-5, material), 1.5, 0.01);
    EXPECT_NEAR(measure_density_ratio(cells, Diagonals::random, 0, 45, 1e-5, material), 1.25, 0.02);
    for (const Diagonals diagonals : {Diagonals::one_way, Diagonals::alternating, Diagonals::random}) {
      EXPECT_NEAR(measure_density_ratio(cells, diagonals, 0.2, 0, 1e-5, material), 1.085, 0.02);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Sheets

double measure_bending(const BuiltMesh& built, const RestShape& rest, const std::vector<Vec3>& positions) {
  Cloth cloth = test::make_cloth(built);
  cloth.rest = rest;
  const SimulationScene scene = test::make_scene_of({cloth});
  const Particles particles(scene);
  return ClothEnergy(scene, particles, 1).measure_elastic(positions).bending;
}

TEST(Bending, a_sheet_that_is_folded_at_rest_has_no_energy_there) {
  const BuiltMesh flat(make_sheet(6, 6, 1, 1));
  const auto rolled = roll(flat.mesh.positions, 0.4, 0.3);
  const RestShape rest = make_rest_shape(flat.surface, rolled);
  const double folded = measure_bending(flat, rest, rolled);
  const double unfolded = measure_bending(flat, rest, flat.mesh.positions);
  EXPECT_LT(folded, 1e-25);
  EXPECT_GT(unfolded, 1e-6);
  // To flatten it takes what rolling up a flat one takes, but for the area of faces, which is not that of the cylinder.
  const RestShape flat_rest = make_rest_shape(flat.surface, flat.mesh.positions);
  EXPECT_NEAR(unfolded, measure_bending(flat, flat_rest, rolled), 0.05 * unfolded);
}

TEST(Bending, angles_at_rest_go_around_the_half_turn) {
  // Folded nearly flat onto itself at rest, and a little beyond: a small change, not one of a whole turn.
  const BuiltMesh sheet(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0.4, 1, 0}, {0.7, -0.8, 0}}, {{0, 1, 2}, {1, 0, 3}}));
  const auto fold_to = [](double angle) {
    const HingePoints p = fold(angle);
    return std::vector<Vec3>{p[0], p[1], p[2], p[3]};
  };
  const RestShape rest = make_rest_shape(sheet.surface, fold_to(3.1));
  const double small = measure_bending(sheet, rest, fold_to(3.0));
  const double around = measure_bending(sheet, rest, fold_to(3.2));
  EXPECT_NEAR(around, small, 1e-9 * small);
}

TEST(Bending, faces_that_look_to_different_sides_have_the_same_energy) {
  PolygonMesh mesh = make_sheet(7, 5, 1, 0.7, Diagonals::random);
  test::shake(mesh, 0.03, 2);
  const BuiltMesh sheet(mesh);
  Random random(4);
  PolygonMesh flipped = mesh;
  flipped.polygon_starts = {0};
  flipped.polygon_vertices.clear();
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto v = mesh.polygon(PolygonId(p));
    flipped.add_polygon(random.coin() ? std::array{v[0], v[1], v[2]} : std::array{v[0], v[2], v[1]});
  }
  const BuiltMesh mixed(flipped);
  ASSERT_GT(mixed.surface.misoriented_edge_count(), 10u);
  const auto bent = roll(mesh.positions, 0.3, 0.4);
  const double expected = measure_bending(sheet, make_rest_shape(sheet.surface, mesh.positions), bent);
  const double found = measure_bending(mixed, make_rest_shape(mixed.surface, mesh.positions), bent);
  EXPECT_NEAR(found, expected, 1e-12 * expected);
}

TEST(Bending, a_sheet_moved_and_turned_as_a_whole_has_no_energy) {
  const BuiltMesh sheet(make_sheet(6, 6, 1, 1));
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.2, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  std::vector<Vec3> positions;
  for (const Vec3& p : sheet.mesh.positions) positions.push_back(turn * p + Vec3(1, -2, 3));
  EXPECT_LT(measure_bending(sheet, make_rest_shape(sheet.surface, sheet.mesh.positions), positions), 1e-28);
}

}  // namespace
}  // namespace abut
