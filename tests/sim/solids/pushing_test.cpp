// What cloth does to solids: it catches, presses, drags and stops them.
#include "support/pushing.h"

namespace abut::test {
namespace {

constexpr double kGravity = 9.81;

std::vector<VertexId> list_vertices_beyond(std::span<const Vec3> positions, int axis, double limit) {
  std::vector<VertexId> vertices;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    if (positions[v][axis] >= limit) vertices.push_back(VertexId(v));
  }
  return vertices;
}

// ---------------------------------------------------------------------------------------------------------------
// Free solids

// A sheet of a square metre, held around, and a ball that falls onto it.
std::unique_ptr<Pushing> make_trampoline(double mass) {
  auto p = std::make_unique<Pushing>(make_middle_square(24, 1, 0), ClothMaterial{});
  p->hold_rim();
  p->add_ball(0.1, mass, Vec3(0.03, 0.02, 0.3));
  return p;
}

TEST(Pushing, a_ball_is_caught_by_a_sheet_that_then_carries_its_weight) {
  const auto p = make_trampoline(1);
  CoupledSimulation s = p->start();
  double lowest = 1;
  std::size_t crossings = 0;
  for (int frame = 1; frame <= 120; ++frame) {
    go(s, frame / 30.0);
    crossings += count_crossings(s);
    lowest = std::min(lowest, s.solids()->motion(0).center.z());
  }
  EXPECT_EQ(crossings, 0u);
  const double rest = s.solids()->motion(0).center.z();
  EXPECT_LT(lowest, rest - 0.05);  // it went deeper first
  EXPECT_LT(s.solids()->motion(0).velocity.norm(), 0.1);
  const double weight = kGravity, carried = s.push(0).force.z();
  EXPECT_NEAR(carried, weight, 0.02 * weight);
  // Put down gently, it hangs as deep: with half the weight on the way, it comes to less.
  Pushing laid(make_middle_square(24, 1, 0), {});
  laid.hold_rim();
  laid.settings.cloth.solver.newton_iterations = 10;
  laid.add_ball(0.1, 1, Vec3(0.01, 0.01, 0.115));
  CoupledSimulation t = laid.start();
  go(t, 4);
  EXPECT_NEAR(t.solids()->motion(0).center.z(), rest, 2e-3);
}

// The lightest is lighter than what the cloth has for each of its vertices.
TEST(Pushing, light_balls_are_caught_and_not_thrown) {
  for (const double mass : {0.1, 0.001, 0.0001}) {
    const auto p = make_trampoline(mass);
    ASSERT_LT(mass, p->cloth_mass());
    if (mass < 0.001) EXPECT_LT(mass, p->cloth_mass() / 625);
    CoupledSimulation s = p->start();
    double fastest = 0, lowest = 1;
    for (int step = 1; step <= 150; ++step) {
      go(s, step / 60.0);
      fastest = std::max(fastest, s.solids()->motion(0).velocity.norm());
      lowest = std::min(lowest, s.solids()->motion(0).center.z());
      ASSERT_EQ(count_crossings(s), 0u) << mass << " " << step;
    }
    EXPECT_LT(fastest, 2.3)
        << mass;  // that of the fall is 1.98, and what is light goes on falling a little with the sheet
    EXPECT_GT(lowest, mass > 0.01 ? -0.02 : 0.06) << mass;
    EXPECT_LT(s.solids()->motion(0).velocity.norm(), 0.5) << mass;
  }
}

TEST(Pushing, goes_on_bit_by_bit_while_it_touches) {
  const auto p = make_trampoline(0.3), q = make_trampoline(0.3);
  CoupledSimulation whole = p->start(), again = q->start();
  go(whole, 0.4);
  EXPECT_GT(whole.push(0).force.z(), 1);
  const CoupledState middle = whole.state();
  go(whole, 0.8);
  ASSERT_TRUE(again.restore(middle));
  go(again, 0.8);
  EXPECT_EQ(whole.state().cloth.positions, again.state().cloth.positions);
  EXPECT_EQ(whole.state().cloth.velocities, again.state().cloth.velocities);
  const SolidMotion &a = whole.solids()->motion(0), &b = again.solids()->motion(0);
  EXPECT_EQ(a.center, b.center);
  EXPECT_EQ(a.rotation.coeffs(), b.rotation.coeffs());
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
}

TEST(Pushing, is_the_same_at_any_thread_count) {
  std::vector<CoupledState> states;
  for (const int threads : {1, 3}) {
    const auto p = make_trampoline(0.3);
    p->settings.cloth.run.threads = threads;
    CoupledSimulation s = p->start();
    go(s, 0.4);
    states.push_back(s.state());
  }
  EXPECT_EQ(states[0].cloth.positions, states[1].cloth.positions);
  EXPECT_EQ(states[0].solids.motions[0].center, states[1].solids.motions[0].center);
}

// ---------------------------------------------------------------------------------------------------------------
// Solids that something else holds

ClothMaterial make_heavy(double density) {
  ClothMaterial material;
  material.density = density;
  return material;
}

// A blanket of 10 kg falls on a box that stands on the ground, and as light as a thousandth of it.
TEST(Pushing, a_heavy_blanket_presses_a_box_down_and_not_through_the_ground) {
  for (const double mass : {10.0, 0.1, 0.01}) {
    Pushing p(make_middle_square(20, 1, 0.5), make_heavy(10));
    p.settings.cloth.contact.thickness = 0.01;
    p.add_box("box", Vec3(0.1, 0.1, 0.1), mass, Vec3(0, 0, 0.1));
    p.scene.solids.grounds = {{{}}};
    p.scene.cloth.grounds = {{}};
    CoupledSimulation s = p.start();
    double deepest = 0, hardest = 0;
    for (int frame = 1; frame <= 60; ++frame) {
      go(s, frame / 30.0);
      ASSERT_EQ(count_crossings(s), 0u) << mass << " " << frame;
      deepest = std::max(deepest, 0.1 - s.solids()->motion(0).center.z());
      hardest = std::max(hardest, -s.push(0).force.z());
    }
    EXPECT_GT(hardest, 100) << mass;
    EXPECT_LT(deepest, 3e-3) << mass;
    const double pressed = -s.push(0).force.z();  // the rest of the blanket lies on the ground
    EXPECT_GT(pressed, 30) << mass;
    EXPECT_LT(pressed, p.cloth_mass() * kGravity) << mass;
    EXPECT_LT(s.solids()->motion(0).velocity.norm(), 1e-2) << mass;
  }
}

// A seesaw that is level until a sheet falls on one of its ends.
TEST(Pushing, a_sheet_that_falls_on_one_end_of_a_seesaw_turns_it) {
  Pushing p(moved(make_sheet(8, 8, 0.2, 0.2), Vec3(0.1, -0.1, 0.1)), make_heavy(3));
  p.add_box("plate", Vec3(0.3, 0.1, 0.01), 0.2, Vec3::Zero());
  p.scene.solids.joints = {join(JointKind::hinge, 0, kWorld, Vec3::Zero(), Vec3::UnitY(), p.scene.solids)};
  CoupledSimulation s = p.start();
  go(s, 0.1);
  EXPECT_NEAR(s.solids()->joint_position(0), 0, 1e-6);
  double gap = 0;
  for (int step = 7; step <= 20; ++step) {
    gap = std::max(gap, go(s, step / 60.0).solids.largest_joint_gap);
    ASSERT_EQ(count_crossings(s), 0u) << step;
  }
  EXPECT_GT(std::abs(s.solids()->joint_position(0)), 0.2);
  EXPECT_LT(s.solids()->pose(0).apply(Vec3(0.3, 0, 0)).z(), -0.05);
  EXPECT_LT(gap, 1e-3);
}

// A strip that lies on a box and is pulled at one end.
TEST(Pushing, cloth_that_is_pulled_drags_what_it_lies_on) {
  ClothMaterial material = make_heavy(5);
  material.friction = 0.8;
  Pushing p(moved(make_sheet(30, 8, 0.75, 0.2), Vec3(-0.1, -0.1, 0.205)), material);
  p.cloth().attachments.push_back({list_vertices_beyond(p.cloth().positions, 0, 0.64)});
  p.cloth().attachments[0].placement = [](double time, std::span<Vec3> points) {
    for (Vec3& point : points) point.x() += 0.3 * std::max(0.0, time - 0.5);
  };
  p.add_box("box", Vec3(0.1, 0.1, 0.1), 0.5, Vec3(0, 0, 0.1));
  p.scene.solids.grounds = {{{Vec3::Zero(), Vec3::UnitZ(), 0.005}}};
  p.scene.cloth.grounds = {{Vec3::Zero(), Vec3::UnitZ(), 0.03}};
  CoupledSimulation s = p.start();
  for (int step = 1; step <= 90; ++step) {
    go(s, step / 60.0);
    ASSERT_EQ(count_crossings(s), 0u) << step;
  }
  EXPECT_GT(s.solids()->motion(0).center.x(), 0.1);
}

TEST(Pushing, what_sleeps_wakes_if_it_is_pushed_firmly) {
  for (const double density : {0.03, 10.0}) {
    Pushing p(make_middle_square(10, 0.3, 0.6), make_heavy(density));
    p.scene.cloth.wind.air_density = 0;
    p.add_box("box", Vec3(0.1, 0.1, 0.1), 30, Vec3(0, 0, 0.1));
    p.settings.solids.sleep_after = 0.1;
    p.scene.solids.grounds = {{{}}};
    CoupledSimulation s = p.start();
    bool has_slept = false, has_woken = false, was_pushed = false;
    for (int step = 1; step <= 60; ++step) {
      go(s, step / 60.0);
      const bool is_asleep = s.solids()->motion(0).is_asleep();
      has_woken = has_woken || (has_slept && !is_asleep);
      has_slept = has_slept || is_asleep;
      was_pushed = was_pushed || s.push(0).force.z() < -1e-3;
      ASSERT_EQ(count_crossings(s), 0u);
    }
    EXPECT_TRUE(has_slept) << density;
    EXPECT_TRUE(was_pushed) << density;
    EXPECT_EQ(has_woken, density > 1) << density;
  }
}

}  // namespace
}  // namespace abut::test
