// Cloth in motion against mechanics: falls, momentum, energy, air, and how the error shrinks with the step.
#include <gtest/gtest.h>

#include <cmath>

#include "support/cloths.h"

namespace abut {
namespace {

using test::advance;
using test::BuiltMesh;
using test::make_cloth;
using test::make_plain_settings;
using test::make_scene_of;
using test::make_sheet;
using test::make_simulation;
using test::make_square;
using test::make_tight_settings;
using test::Random;
using test::without_contact;

constexpr double kGravity = 9.81;

TEST(Motion, a_free_fall_is_that_of_implicit_euler) {
  const BuiltMesh sheet(make_square(6, 1));
  constexpr double kStep = 1.0 / 50;
  Simulation simulation = make_simulation(make_scene_of({make_cloth(sheet)}), make_tight_settings(kStep));
  for (int n = 1; n <= 25; ++n) {
    const SimulationReport report = advance(simulation, n * kStep);
    EXPECT_EQ(report.steps, 1);
    const Vec3 way(0, 0, -kGravity * kStep * kStep * n * (n + 1) / 2), velocity(0, 0, -kGravity * kStep * n);
    for (std::size_t v = 0; v < sheet.mesh.vertex_count(); ++v) {
      EXPECT_LT((simulation.positions(0)[v] - sheet.mesh.positions[v] - way).norm(), 1e-11);
      EXPECT_LT((simulation.velocities(0)[v] - velocity).norm(), 1e-10);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Momentum and energy

// A sheet that floats, all of it on its way somewhere else.
Cloth make_shaken_cloth(const BuiltMesh& sheet, double damping, double speed) {
  ClothMaterial material;
  material.damping = material.bending_damping = damping;
  material.warp_bending = material.weft_bending = 1e-3;
  Cloth cloth = make_cloth(sheet, material);
  Random random(5);
  for (std::size_t v = 0; v < sheet.mesh.vertex_count(); ++v) cloth.velocities.push_back(speed * random.point());
  return cloth;
}

SimulationScene make_floating_scene(Cloth cloth) {
  SimulationScene scene = make_scene_of({std::move(cloth)});
  scene.gravity.setZero();
  return scene;
}

// A third of the mass of each face for each of its corners.
std::vector<double> find_masses(const BuiltMesh& sheet, double density) {
  std::vector<double> masses(sheet.mesh.vertex_count(), 0);
  for (std::size_t f = 0; f < sheet.surface.face_count(); ++f) {
    const TrianglePoints p = face_points(sheet.surface, sheet.mesh.positions, FaceId(f));
    for (const VertexId v : sheet.surface.face(FaceId(f))) {
      masses[v] += density * (p[1] - p[0]).cross(p[2] - p[0]).norm() / 6;
    }
  }
  return masses;
}

TEST(Motion, momentum_is_kept) {
  const BuiltMesh sheet(make_square(8, 1));
  for (const double damping : {0.0, 0.005}) {
    Cloth cloth = make_shaken_cloth(sheet, damping, 1);
    Simulation simulation = make_simulation(make_floating_scene(cloth), without_contact(make_tight_settings(0.01)));
    const Vec3 before = simulation.measure_energy().momentum;
    const double mass = cloth.material.density;
    double worst = 0;
    for (int n = 1; n <= 40; ++n) {
      advance(simulation, 0.01 * n);
      worst = std::max(worst, (simulation.measure_energy().momentum - before).norm());
    }
    EXPECT_LT(worst, 1e-9 * mass);  // of a whole sheet at 1 m/s
  }
}

// Implicit Euler has forces at the end of a step, where they have no torque: it keeps the sum of x1 x m v over the
// step, with x1 the place at its end. The angular momentum itself changes by the sum of h m v1 x v0 in each step, which
// is of first order in the step.
TEST(Motion, forces_have_no_torque_where_they_act) {
  const BuiltMesh sheet(make_square(8, 1));
  const Cloth cloth = make_shaken_cloth(sheet, 0.002, 1);
  const auto masses = find_masses(sheet, cloth.material.density);
  Simulation simulation = make_simulation(make_floating_scene(cloth), without_contact(make_tight_settings(0.01)));
  for (int n = 1; n <= 30; ++n) {
    const std::vector<Vec3> before(simulation.velocities(0).begin(), simulation.velocities(0).end());
    const Vec3 angular = simulation.measure_energy().angular_momentum;
    advance(simulation, 0.01 * n);
    Vec3 torque = Vec3::Zero(), drift = Vec3::Zero();
    double size = 0;
    for (std::size_t v = 0; v < masses.size(); ++v) {
      const Vec3 x = simulation.positions(0)[v], velocity = simulation.velocities(0)[v];
      torque += masses[v] * x.cross(velocity - before[v]);
      drift += 0.01 * masses[v] * velocity.cross(before[v]);
      size += masses[v] * x.norm() * velocity.norm();
    }
    EXPECT_LT(torque.norm(), 1e-8 * size);
    EXPECT_LT((simulation.measure_energy().angular_momentum - angular - drift).norm(), 1e-8 * size);
  }
}

double measure_angular_drift(double step) {
  const BuiltMesh sheet(make_square(5, 1));
  Cloth cloth = make_cloth(sheet);
  for (const Vec3& p : sheet.mesh.positions) cloth.velocities.push_back(Vec3(0, 0, 2).cross(p - Vec3(0.5, 0.5, 0)));
  Simulation simulation = make_simulation(make_floating_scene(cloth), without_contact(make_tight_settings(step)));
  const Vec3 before = simulation.measure_energy().angular_momentum;
  advance(simulation, 0.5);
  return (simulation.measure_energy().angular_momentum - before).norm() / before.norm();
}

TEST(Motion, a_spin_is_lost_in_proportion_to_the_step) {
  const double coarse = measure_angular_drift(0.01), fine = measure_angular_drift(0.005);
  EXPECT_LT(coarse, 0.05);
  EXPECT_NEAR(coarse / fine, 2, 0.2);
}

void expect_loss(double damping, double speed, double largest_growth) {
  const BuiltMesh sheet(make_square(8, 1));
  Simulation simulation = make_simulation(make_floating_scene(make_shaken_cloth(sheet, damping, speed)),
                                          without_contact(make_tight_settings(0.01)));
  const double start = simulation.measure_energy().total();
  double before = start;
  for (int n = 1; n <= 60; ++n) {
    advance(simulation, 0.01 * n);
    const double now = simulation.measure_energy().total();
    EXPECT_LE(now, before + largest_growth * start) << "step " << n << ", speed " << speed << ", damping " << damping;
    before = now;
  }
  EXPECT_LT(before, 0.95 * start);
}

TEST(Motion, energy_never_grows_by_itself) {
  for (const double speed : {0.1, 1.0}) expect_loss(0, speed, 1e-9);
  for (const double speed : {0.1, 1.0, 10.0}) expect_loss(0.005, speed, 1e-9);
}

// Implicit Euler loses energy wherever the energy is convex, which that of cloth is not where it is pushed together. At
// 10 m/s vertices go as far in a step as an edge is long, and what buckles then gains a few thousandths for a moment.
TEST(Motion, energy_of_wild_motion_without_damping_hardly_grows) { expect_loss(0, 10, 5e-3); }

// ---------------------------------------------------------------------------------------------------------------
// Convergence

// A strip held at one end that swings down from where it stood out, after 0.2 s.
std::vector<Vec3> swing(double step) {
  const BuiltMesh strip(make_sheet(8, 2, 0.4, 0.1));
  ClothMaterial material;
  material.damping = material.bending_damping = 0;
  material.warp_bending = material.weft_bending = 2e-3;
  Cloth cloth = make_cloth(strip, material);
  cloth.attachments.push_back({test::list_vertices_below(strip.mesh, 0, 0)});
  Simulation simulation = make_simulation(make_scene_of({cloth}), without_contact(make_tight_settings(step)));
  advance(simulation, 0.2);
  return {simulation.positions(0).begin(), simulation.positions(0).end()};
}

double measure_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

TEST(Motion, half_the_step_is_half_the_error) {
  const auto coarse = swing(1.0 / 400), middle = swing(1.0 / 800), fine = swing(1.0 / 1600);
  const double ratio = measure_difference(coarse, middle) / measure_difference(middle, fine);
  EXPECT_LT(measure_difference(coarse, middle), 0.02);
  EXPECT_NEAR(ratio, 2, 0.25);
}

// ---------------------------------------------------------------------------------------------------------------
// Air

TEST(Air, a_sheet_across_the_wind_comes_to_its_speed) {
  const BuiltMesh sheet(make_square(6, 1));
  SimulationScene scene = make_floating_scene(make_cloth(sheet));
  scene.wind.air_density = 1.2;
  scene.wind.velocity = Vec3(0, 0, 5);
  Simulation simulation = make_simulation(scene, make_plain_settings());
  advance(simulation, 5);
  // It is dv/dt = -k v^2 for what is missing, with k = rho Cd / (2 density) = 4 per metre.
  const double missing = 5 / (1 + 4 * 5 * 5.0);
  for (const Vec3& v : simulation.velocities(0)) EXPECT_NEAR(v.z(), 5 - missing, 0.01);
}

TEST(Air, does_nothing_along_a_sheet) {
  const BuiltMesh sheet(make_square(4, 1));
  SimulationScene scene = make_floating_scene(make_cloth(sheet));
  scene.wind.air_density = 1.2;
  scene.wind.velocity = Vec3(3, 4, 0);
  Simulation simulation = make_simulation(scene, make_plain_settings());
  advance(simulation, 1);
  for (const Vec3& v : simulation.velocities(0)) EXPECT_LT(v.norm(), 1e-12);
}

TEST(Air, a_sheet_that_falls_flat_comes_to_its_final_speed) {
  const BuiltMesh sheet(make_square(6, 1));
  for (const double drag : {0.5, 2.0}) {
    ClothMaterial material;
    material.air_drag = drag;
    SimulationScene scene = make_scene_of({make_cloth(sheet, material)});
    scene.wind.air_density = 1.2;
    Simulation simulation = make_simulation(scene, make_plain_settings());
    advance(simulation, 3);
    const double expected = std::sqrt(2 * material.density * kGravity / (1.2 * drag));
    EXPECT_NEAR(-test::find_mean(simulation.velocities(0)).z(), expected, 0.01 * expected);
  }
}

TEST(Air, gusts_swing_about_the_mean_and_are_the_same_every_time) {
  const BuiltMesh sheet(make_square(3, 1));
  SimulationScene scene = make_floating_scene(make_cloth(sheet));
  scene.wind.air_density = 1.2;
  scene.wind.velocity = Vec3(0, 0, 5);
  scene.wind.gusts = 0.5;
  Simulation first = make_simulation(scene, make_plain_settings()),
             second = make_simulation(scene, make_plain_settings());
  double least = 1e9, most = 0;
  advance(first, 2);
  for (int n = 0; n < 180; ++n) {
    advance(first, 2 + n / 60.0);
    least = std::min(least, first.velocities(0)[0].z());
    most = std::max(most, first.velocities(0)[0].z());
  }
  EXPECT_LT(least, 5);
  EXPECT_GT(most, 5);
  EXPECT_LT(most, 7.6);
  advance(second, 2);
  for (int n = 0; n < 180; ++n) advance(second, 2 + n / 60.0);
  EXPECT_EQ(first.positions(0)[0], second.positions(0)[0]);
}

}  // namespace
}  // namespace abut
