// Cloth that has come to rest against what mechanics says about it: strips, beams and chains.
#include <gtest/gtest.h>

#include <cmath>

#include "support/cloths.h"

namespace abut {
namespace {

using test::advance;
using test::BuiltMesh;
using test::Diagonals;
using test::make_cloth;
using test::make_scene_of;
using test::make_sheet;
using test::make_simulation;
using test::make_tight_settings;
using test::without_contact;

constexpr double kGravity = 9.81;

// By long steps, which swallow all motion.
Simulation settle(SimulationScene scene, double step, int steps) {
  Simulation simulation = make_simulation(std::move(scene), without_contact(make_tight_settings(step)));
  SimulationReport last;
  for (int n = 1; n <= steps; ++n) last = advance(simulation, n * step);
  EXPECT_LT(last.largest_speed, 1e-6);
  return simulation;
}

// A strip cut flat along the warp and hung up by its upper end.
struct HangingStrip {
  HangingStrip(const ClothMaterial& material, double length, double width, int cells, bool along_warp)
      : mesh(along_warp ? make_sheet(cells, 4, length, width) : make_sheet(4, cells, width, length)) {
    cloth = make_cloth(mesh, material);
    const int axis = along_warp ? 0 : 1;
    for (Vec3& p : cloth.positions) p = Vec3(p[1 - axis], 0, -p[axis]);
    cloth.attachments.push_back({test::list_vertices_below(mesh.mesh, axis, 0)});
  }
  BuiltMesh mesh;
  Cloth cloth;
};

TEST(Statics, a_strip_grows_longer_under_its_own_weight_by_its_stiffness) {
  for (const bool along_warp : {true, false}) {
    for (const double length : {0.5, 1.0}) {
      ClothMaterial material;
      material.poisson_ratio = 0;
      material.warp_stiffness = 1000;
      material.weft_stiffness = 400;
      material.damping = 0.5;
      const HangingStrip strip(material, length, 0.2, 20, along_warp);
      const Simulation simulation = settle(make_scene_of({strip.cloth}), 0.1, 60);
      const double stiffness = along_warp ? material.warp_stiffness : material.weft_stiffness;
      const double expected = material.density * kGravity * length * length / (2 * stiffness);
      const double found = -test::find_lowest(simulation.positions(0)) - length;
      EXPECT_NEAR(found, expected, 0.02 * expected);
    }
  }
}

TEST(Statics, a_limit_on_strain_holds_what_would_stretch_far) {
  ClothMaterial material;
  material.warp_stiffness = material.weft_stiffness = 5;
  material.poisson_ratio = 0;
  material.damping = 0.5;
  const auto measure_strain = [&](double limit) {
    material.strain_limit = limit;
    const HangingStrip strip(material, 1, 0.2, 20, true);
    Simulation simulation = settle(make_scene_of({strip.cloth}), 0.1, 80);
    return advance(simulation, simulation.time() + 0.1).largest_strain;
  };
  const double limited = measure_strain(0.02), free = measure_strain(0);
  EXPECT_GT(free, 0.15);
  EXPECT_GT(limited, 0.02);
  EXPECT_LT(limited, 0.03);
}

// ---------------------------------------------------------------------------------------------------------------
// Beams

constexpr double kLength = 0.2, kRigidity = 1e-3, kDensity = 0.15;

// How far the tip of a strip that sticks out of a wall comes down. The load is q L^3 / B.
struct Tip {
  double across = 0, down = 0;
};

// The strip begins in the middle of the cell that is held: the hinge at its end stands for half a cell on each side.
double find_cell(int cells) { return kLength / (cells + 0.5); }

PolygonMesh make_strip(int cells, Diagonals diagonals = Diagonals::alternating) {
  return make_sheet(cells + 1, 4, find_cell(cells) * (cells + 1), 0.05, diagonals);
}

Tip bend_cantilever(const PolygonMesh& mesh, int cells, double load) {
  const double cell = find_cell(cells);
  const BuiltMesh strip(mesh);
  ClothMaterial material;
  material.density = kDensity;
  material.warp_bending = material.weft_bending = kRigidity;
  material.poisson_ratio = 0;
  Cloth cloth = make_cloth(strip, material);
  cloth.attachments.push_back({test::list_vertices_below(mesh, 0, 1.01 * cell)});
  SimulationScene scene = make_scene_of({cloth});
  scene.gravity = Vec3(0, 0, -load * kRigidity / (kDensity * std::pow(kLength, 3)));
  const Simulation simulation = settle(scene, 0.5, 40);
  // The middle of the end.
  const Vec3 tip = simulation.positions(0)[static_cast<std::size_t>(2 * (cells + 2) + cells + 1)];
  return {tip.x() - 0.5 * cell, -tip.z()};
}

TEST(Statics, a_beam_bends_as_euler_and_bernoulli_say) {
  constexpr double kLoad = 0.05;
  const double expected = kLoad * kLength / 8;
  double before = 1;
  for (const int cells : {8, 16, 32}) {
    const double error = std::abs(bend_cantilever(make_strip(cells), cells, kLoad).down / expected - 1);
    EXPECT_LT(error, before);
    before = error;
  }
  EXPECT_LT(before, 0.03);
}

// The heavy elastica B a'' = -q (L - s) cos(a), where a is the slope at s: 0 at the wall, and a' is 0 at the tip. By
// Runge and Kutta, and by halving the range of the curvature at the wall.
Tip solve_elastica(double load) {
  constexpr int kSteps = 2000;
  constexpr double h = 1.0 / kSteps;
  const auto bend = [&](double s, double angle) { return -load * (1 - s) * std::cos(angle); };
  Tip tip;
  const auto shoot = [&](double curvature) {
    double angle = 0, x = 0, y = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double s = i * h;
      const double a1 = curvature, c1 = bend(s, angle);
      const double a2 = curvature + 0.5 * h * c1, c2 = bend(s + 0.5 * h, angle + 0.5 * h * a1);
      const double a3 = curvature + 0.5 * h * c2, c3 = bend(s + 0.5 * h, angle + 0.5 * h * a2);
      const double a4 = curvature + h * c3, c4 = bend(s + h, angle + h * a3);
      const double next = angle + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), middle = 0.5 * (angle + next);
      x += h / 6 * (std::cos(angle) + 4 * std::cos(middle) + std::cos(next));
      y += h / 6 * (std::sin(angle) + 4 * std::sin(middle) + std::sin(next));
      curvature += h / 6 * (c1 + 2 * c2 + 2 * c3 + c4);
      angle = next;
    }
    tip = {x, y};
    return curvature;
  };
  double low = 0, high = load;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (shoot(middle) > 0 ? high : low) = middle;
  }
  return tip;
}

TEST(Statics, a_beam_that_bends_far_is_the_heavy_elastica) {
  // Known where slopes are small.
  EXPECT_NEAR(solve_elastica(1e-3).down, 1e-3 / 8, 1e-9);
  for (const double load : {5.0, 20.0}) {
    const Tip expected = solve_elastica(load), found = bend_cantilever(make_strip(32), 32, load);
    EXPECT_NEAR(found.down / kLength, expected.down, 0.03 * expected.down);
    EXPECT_NEAR(found.across / kLength, expected.across, 0.03 * expected.across);
  }
}

// Triangles of all shapes are a little too stiff: angles at edges that belong to two faces say nothing about how much
// of the bend is whose.
TEST(Statics, a_beam_of_irregular_triangles_is_less_than_a_tenth_too_stiff) {
  for (const int cells : {8, 16, 32}) {
    constexpr double kLoad = 0.05, kExpected = kLoad * kLength / 8;
    PolygonMesh mesh = make_strip(cells, Diagonals::random);
    const double cell = find_cell(cells), size = 0.2 * std::min(cell, 0.05 / 4);
    test::Random random(7);
    for (Vec3& p : mesh.positions) {
      const Vec3 way = size * random.point();
      if (p.x() > 1.01 * cell && p.x() < 0.999 * cell * (cells + 1)) p.x() += way.x();
      if (p.y() > 0 && p.y() < 0.05) p.y() += way.y();
    }
    const double ratio = bend_cantilever(mesh, cells, kLoad).down / kExpected;
    EXPECT_LT(ratio, 1);
    EXPECT_GT(ratio, 0.9);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Chains

// How far cloth of length 1 hangs down between two bars at this distance, for cloth that neither stretches nor resists
// bending: a catenary, a sinh(d / 2a) = 1/2.
double measure_sag_of_chain(double distance) {
  double low = 1e-2, high = 1e2;
  for (int i = 0; i < 200; ++i) {
    const double a = 0.5 * (low + high);
    (a * std::sinh(distance / (2 * a)) > 0.5 ? low : high) = a;
  }
  return low * (std::cosh(distance / (2 * low)) - 1);
}

double measure_sag(int cells, double distance) {
  const BuiltMesh sheet(make_sheet(cells, 3, 1, 0.2));
  ClothMaterial material;
  material.warp_stiffness = material.weft_stiffness = 3000;
  material.warp_bending = material.weft_bending = 1e-7;
  material.poisson_ratio = 0;
  Cloth cloth = make_cloth(sheet, material);
  std::vector<VertexId> left = test::list_vertices_below(sheet.mesh, 0, 0), right;
  for (std::size_t v = 0; v < sheet.mesh.vertex_count(); ++v) {
    if (sheet.mesh.positions[v].x() == 1) right.push_back(VertexId(v));
  }
  // An arc to begin with, between the bars, so that the sheet knows which way to go.
  for (Vec3& p : cloth.positions) p = Vec3(distance * p.x(), p.y(), -0.35 * std::sin(M_PI * p.x()));
  cloth.attachments = {{left}, {right}};
  const Simulation simulation = settle(make_scene_of({cloth}), 0.2, 60);
  return -test::find_lowest(simulation.positions(0));
}

TEST(Statics, a_sheet_between_two_bars_hangs_like_a_chain_the_finer_the_more) {
  const double expected = measure_sag_of_chain(0.8);
  double before = 1;
  for (const int cells : {8, 16, 32}) {
    const double error = std::abs(measure_sag(cells, 0.8) / expected - 1);
    EXPECT_LT(error, before);
    before = error;
  }
  EXPECT_LT(before, 0.005);
}

}  // namespace
}  // namespace abut
