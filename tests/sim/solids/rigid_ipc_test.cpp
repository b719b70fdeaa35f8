// Scenes of the collection: what stands, turns, slides and falls in them, of meshes and of convex stones.
#include <cmath>
#include <numbers>

#include "support/data.h"
#include "support/rigid_ipc.h"
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::start;

constexpr double kPi = std::numbers::pi;

SolidSettings take_steps_of(double step, SolidMethod method = SolidMethod::steps) {
  SolidSettings settings;
  settings.step = step;
  settings.method = method;
  return settings;
}

SolidSimulation start(const std::string& name, const SolidSettings& settings = take_steps_of(0.01)) {
  return start(test::read_rigid_ipc(name).scene, settings);
}

// Whole turns counted.
class Turning {
 public:
  Turning(const SolidSimulation& simulation, std::uint32_t joint)
      : simulation_(&simulation), joint_(joint), last_(simulation.joint_position(joint)) {}
  double update() {
    const double now = simulation_->joint_position(joint_);
    angle_ += std::remainder(now - last_, 2 * kPi);
    last_ = now;
    return angle_;
  }

 private:
  const SolidSimulation* simulation_;
  std::uint32_t joint_;
  double last_, angle_ = 0;
};

// Stones with gaps between them, which close first. Then the arch rests on its ends and by friction.
TEST(RigidIpc, an_arch_of_25_stones_stands) {
  ABUT_NEED_DATA();
  auto simulation = start("friction/arch/arch-25-stones.json", take_steps_of(1.0 / 60));
  go(simulation, 10);
  std::vector<Vec3> settled;
  for (std::uint32_t i = 0; i < simulation.solid_count(); ++i) settled.push_back(simulation.motion(i).center);
  go(simulation, 25);
  ASSERT_EQ(settled.size(), 26u);
  for (std::uint32_t i = 1; i <= 25; ++i) {
    const Vec3 moved = simulation.motion(i).center - settled[i];
    EXPECT_LT(moved.norm(), 0.01) << i;  // of 62 m
    EXPECT_LT(simulation.motion(i).velocity.norm(), 0.01) << i;
  }
  EXPECT_GT(simulation.motion(13).center.y(), 60.5);
}

// A rack falls along its guide and turns a gear, which turns another: all meshes as they are. Twelve teeth each, those
// of the rack 0.55 m apart.
TEST(RigidIpc, a_rack_turns_two_gears) {
  ABUT_NEED_DATA();
  auto simulation = start("mechanisms/gears/single.json", take_steps_of(1.0 / 60));
  const double from = simulation.motion(0).center.y(), energy = simulation.measure_energy().total();
  Turning first(simulation, 1), second(simulation, 2);
  double furthest = 0;
  for (int i = 1; i <= 180; ++i) {
    const SolidReport report = go(simulation, i / 60.0);
    EXPECT_EQ(report.unresolved, 0u);
    EXPECT_LT(report.deepest, 0.01) << i;
    const double fallen = from - simulation.motion(0).center.y(), a = first.update(), b = second.update();
    EXPECT_NEAR(a + b, 0, 0.03) << i;  // a tooth is 0.52
    if (fallen < 10) {                 // later it has left
      EXPECT_NEAR(fallen / (12 * 0.55) * 2 * kPi, a, 0.06) << i;
    }
    EXPECT_LE(simulation.measure_energy().total(), energy + 1e-9 * energy);
    furthest = std::max(furthest, a);
  }
  EXPECT_GT(furthest, 3 * 2 * kPi);
}

// Without friction a bolt turns down through its nut, as far with each turn as its thread is steep.
TEST(RigidIpc, a_bolt_turns_down_its_nut) {
  ABUT_NEED_DATA();
  auto simulation = start("mechanisms/bolt.json");
  double angle = 0, height = 0;
  double turned[2] = {}, fallen[2] = {};
  const double from = simulation.motion(1).center.y(), energy = simulation.measure_energy().total();
  for (int i = 1; i <= 60; ++i) {
    go(simulation, 0.01 * i);
    angle += 0.01 * simulation.motion(1).spin.y();
    height = simulation.motion(1).center.y() - from;
    if (i % 30 == 0) turned[i / 30 - 1] = angle, fallen[i / 30 - 1] = height;
    EXPECT_LE(simulation.measure_energy().total(), energy + 1e-9 * energy);
  }
  const double pitch = fallen[1] / turned[1];
  EXPECT_LT(turned[1], -4);  // radians
  EXPECT_GT(fallen[1], -0.02);
  EXPECT_NEAR(fallen[0] / turned[0] / pitch, 1, 0.2);
}

// Rings that hang in each other, from the first, which is fixed. Their holes are 0.6 m wide, so that their middles
// are as far apart at most.
TEST(RigidIpc, a_chain_of_rings_holds) {
  ABUT_NEED_DATA();
  for (const char* name : {"chain/3-links.json", "chain/10-links.json"}) {
    auto simulation = start(name);
    const double energy = simulation.measure_energy().total();
    for (int step = 1; step <= 150; ++step) {
      EXPECT_LT(go(simulation, 0.01 * step).deepest, 0.03) << name;
      for (std::uint32_t i = 1; i < simulation.solid_count(); ++i)
        EXPECT_LT((simulation.motion(i).center - simulation.motion(i - 1).center).norm(), 0.63) << name;
      EXPECT_LE(simulation.measure_energy().total(), energy + 1e-9) << name;
    }
  }
}

// An arm of triangles on a pin of triangles, with little play.
TEST(RigidIpc, an_arm_swings_on_its_pin) {
  ABUT_NEED_DATA();
  auto simulation = start("pendulum/pendulum.json");
  const Vec3 pin(0, 0.2, 0), center = simulation.motion(1).center;
  const double length = (center - pin).norm(), energy = simulation.measure_energy().total();
  double lowest = center.y();
  for (int step = 1; step <= 40; ++step) {
    EXPECT_LT(go(simulation, 0.01 * step).deepest, 1e-3);
    EXPECT_NEAR((simulation.motion(1).center - pin).head<2>().norm(), length, 0.01);
    EXPECT_LE(simulation.measure_energy().total(), energy * (1 + 1e-9));
    lowest = std::min(lowest, simulation.motion(1).center.y());
  }
  EXPECT_LT(lowest, pin.y() - 0.95 * length);  // it has gone through its lowest point
}

// The shapes of Erleben (2018) that are hard to find contacts of.
TEST(RigidIpc, edges_within_a_floor_and_at_its_end_do_not_disturb) {
  ABUT_NEED_DATA();
  for (const char* name : {"unit-tests/erleben/cliff-edges.json", "unit-tests/erleben/internal-edges.json"}) {
    auto simulation = start(name);
    go(simulation, 2);
    EXPECT_LT((simulation.motion(0).center - Vec3::Zero()).norm(), 5e-3) << name;
    EXPECT_LT(simulation.motion(0).velocity.norm(), 1e-3) << name;
    EXPECT_LT(simulation.motion(0).rotation.angularDistance(Eigen::Quaterniond::Identity()), 1e-3) << name;
  }
  for (const char* name : {"unit-tests/erleben/sliding-spike.json", "unit-tests/erleben/sliding-wedge.json"}) {
    auto simulation = start(name);
    const Vec3 velocity = simulation.motion(0).velocity, from = simulation.motion(0).center;
    go(simulation, 1);
    EXPECT_LT((simulation.motion(0).center - from - velocity).norm(), 1e-9) << name;
  }
}

TEST(RigidIpc, spikes_and_wedges_fall_on_each_other_without_energy_from_nowhere) {
  ABUT_NEED_DATA();
  for (const char* name : {"spikes", "wedges", "spike-and-wedge", "spike-in-hole"}) {
    auto simulation = start(std::string("unit-tests/erleben/") + name + ".json");
    const double energy = simulation.measure_energy().total();
    for (int step = 1; step <= 125; ++step) {
      EXPECT_LT(go(simulation, 0.01 * step).deepest, 0.12) << name;
      EXPECT_LE(simulation.measure_energy().total(), energy + 1e-9) << name;
    }
  }
}

TEST(RigidIpc, a_cube_slides_with_the_friction_it_has) {
  ABUT_NEED_DATA();
  auto simulation = start("friction/sliding.json");
  go(simulation, 1);
  EXPECT_NEAR(simulation.motion(0).velocity.x(), 10 - 0.05 * 9.8, 2e-3);
  EXPECT_NEAR(simulation.motion(0).center.x(), -3 + 10 - 0.5 * 0.05 * 9.8, 2e-3);
}

// At 1000 m/s against a sheet without thickness.
TEST(RigidIpc, a_fast_cube_does_not_pass_a_sheet) {
  ABUT_NEED_DATA();
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    auto simulation = start("unit-tests/tunneling.json", take_steps_of(0.01, method));
    const double energy = simulation.measure_energy().total();
    for (int step = 1; step <= 50; ++step) {
      go(simulation, 0.01 * step);
      EXPECT_LT(simulation.motion(1).center.x(), 0) << step;
      EXPECT_LE(simulation.measure_energy().total(), energy);
    }
  }
}

TEST(RigidIpc, a_cube_flies_through_a_tunnel_that_fits) {
  ABUT_NEED_DATA();
  for (const char* name : {"unit-tests/tunnel/2-walls.json", "unit-tests/tunnel/2-walls-8K.json",
                           "unit-tests/tunnel/3-walls.json", "unit-tests/tunnel/4-walls.json"}) {
    auto simulation = start(name);
    const auto cube = static_cast<std::uint32_t>(simulation.solid_count() - 1);
    const Vec3 velocity = simulation.motion(cube).velocity, from = simulation.motion(cube).center;
    go(simulation, 1);
    EXPECT_LT((simulation.motion(cube).center - from - velocity).norm(), 1e-6) << name;
  }
}

TEST(RigidIpc, a_floor_of_8000_triangles_is_as_flat_as_one_of_two) {
  ABUT_NEED_DATA();
  Vec3 places[2];
  for (const bool is_fine : {false, true}) {
    auto simulation = start(is_fine ? "unit-tests/tessellated-plane/8K-triangles.json"
                                    : "unit-tests/tessellated-plane/two-triangles.json");
    go(simulation, 3);
    EXPECT_LT(simulation.motion(1).velocity.norm(), 1e-3);
    EXPECT_LT(simulation.motion(1).rotation.angularDistance(Eigen::Quaterniond::Identity()), 1e-3);
    places[is_fine] = simulation.motion(1).center;
  }
  EXPECT_NEAR(places[0].y(), 0, 2e-3);
  EXPECT_LT((places[0] - places[1]).norm(), 1e-3);
}

// About the axis of the middle moment a wing nut, or an ellipsoid, turns over again and again; about others not.
TEST(RigidIpc, free_bodies_turn_over_about_their_middle_axes_only) {
  ABUT_NEED_DATA();
  for (const auto& [name, turns_over] :
       {std::pair("dzhanibekov", true), std::pair("rotating-ellipsoid-intermediate", true),
        std::pair("rotating-ellipsoid-major", false), std::pair("rotating-ellipsoid-minor", false)}) {
    auto simulation = start(std::string("unit-tests/rotation/") + name + ".json");
    const Vec3 axis = simulation.motion(0).rotation.conjugate() * simulation.motion(0).spin.normalized();
    const SolidEnergy before = simulation.measure_energy();
    double least = 1;
    for (int step = 1; step <= 200; ++step) {
      go(simulation, 0.1 * step);
      least =
          std::min(least, axis.dot(simulation.motion(0).rotation.conjugate() * simulation.motion(0).spin.normalized()));
    }
    EXPECT_EQ(least < -0.9, turns_over) << name << " " << least;
    const SolidEnergy after = simulation.measure_energy();
    EXPECT_NEAR(after.kinetic / before.kinetic, 1, 1e-11) << name;
    EXPECT_LT((after.momentum.angular - before.momentum.angular).norm() / before.momentum.angular.norm(), 1e-10)
        << name;
  }
}

// One on the other without friction; each impact at its moment.
TEST(RigidIpc, five_cubes_fall_into_a_stack) {
  ABUT_NEED_DATA();
  auto simulation = start("unit-tests/5-cubes.json", take_steps_of(0.01, SolidMethod::events));
  go(simulation, 3);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_LT((simulation.motion(i).center - Vec3(0, i - 0.5, 0)).norm(), 1e-6) << i;
    EXPECT_LT(simulation.motion(i).velocity.norm(), 1e-6) << i;
  }
}

}  // namespace
}  // namespace abut
