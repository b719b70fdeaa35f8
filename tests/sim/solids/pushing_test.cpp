// What cloth does to solids: it catches, presses, drags and stops them, and momentum stays what it is.
#include "abut/coupling.h"
#include "abut/detect.h"
#include "support/cloths.h"
#include "support/solids.h"

namespace abut::test {
namespace {

constexpr double kGravity = 9.81;

// A scene of one cloth and solids, which keeps its meshes.
class Pushing {
 public:
  Pushing(PolygonMesh sheet, const ClothMaterial& material) : sheet_(std::move(sheet)) {
    scene.cloth = make_scene_of({make_cloth(sheet_, material)});
    settings.cloth = make_plain_settings();
  }
  Pushing(const Pushing&) = delete;

  Cloth& cloth() { return scene.cloth.cloths[0]; }
  double cloth_mass() const {
    double area = 0;
    for (const auto& f : scene.cloth.cloths[0].rest.faces) {
      const Vec2 u = f[1] - f[0], v = f[2] - f[0];
      area += 0.5 * std::abs(u.x() * v.y() - u.y() * v.x());
    }
    return area * scene.cloth.cloths[0].material.density;
  }

  void hold_rim() {
    const Box3 box = make_box(sheet_.mesh.positions);
    std::vector<VertexId> rim;
    for (std::size_t v = 0; v < sheet_.mesh.vertex_count(); ++v) {
      const Vec3& p = sheet_.mesh.positions[v];
      const auto is_end = [&](int axis) { return p[axis] <= box.lower[axis] || p[axis] >= box.upper[axis]; };
      if (is_end(0) || is_end(1)) rim.push_back(VertexId(v));
    }
    cloth().attachments.push_back({std::move(rim)});
  }

  void add_ball(double radius, double mass, const Vec3& at, const Vec3& velocity = Vec3::Zero()) {
    add(make_solid("ball", Convex::make_sphere(radius), at), make_ball_surface(radius), mass, velocity);
  }
  void add_box(const std::string& name, const Vec3& half, double mass, const Vec3& at) {
    add(make_box_solid(name, half, at), make_box_mesh(half), mass, Vec3::Zero());
  }

  CoupledSimulation start() {
    for (std::size_t i = 0; i < surfaces_.size(); ++i)
      scene.surfaces.push_back({static_cast<std::uint32_t>(i), &surfaces_[i]->surface, surfaces_[i]->mesh.positions});
    auto made = CoupledSimulation::make(scene, settings);
    if (!made) throw std::runtime_error(made.error().message);
    return *std::move(made);
  }

  CoupledScene scene;
  CoupledSettings settings;

 private:
  static PolygonMesh make_ball_surface(double radius) { return test::make_ball(Vec3::Zero(), radius, 320); }
  void add(Solid solid, PolygonMesh mesh, double mass, const Vec3& velocity) {
    const double share = mass / solid.mass.mass;
    solid.mass.mass *= share;
    solid.mass.inertia *= share;
    solid.velocity = velocity;
    scene.solids.solids.push_back(std::move(solid));
    surfaces_.push_back(std::make_unique<BuiltMesh>(std::move(mesh)));
  }

  BuiltMesh sheet_;
  std::vector<std::unique_ptr<BuiltMesh>> surfaces_;
};

CoupledReport go(CoupledSimulation& simulation, double time) {
  auto report = simulation.advance(time);
  if (!report) throw std::runtime_error(report.error().message);
  return *report;
}

std::size_t count_crossings(const CoupledSimulation& simulation) {
  const auto bodies = simulation.cloth()->bodies();
  std::size_t count = 0;
  for (const IntersectingPair& pair : find_intersections(bodies).pairs) count += pair.a.body == 0;
  return count;
}

Momentum measure_momentum(const CoupledSimulation& simulation) {
  const SimulationEnergy cloth = simulation.cloth()->measure_energy();
  Momentum sum = simulation.solids()->measure_energy().momentum;
  sum.linear += cloth.momentum;
  sum.angular += cloth.angular_momentum;
  return sum;
}

std::vector<VertexId> list_vertices_beyond(std::span<const Vec3> positions, int axis, double limit) {
  std::vector<VertexId> vertices;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    if (positions[v][axis] >= limit) vertices.push_back(VertexId(v));
  }
  return vertices;
}

PolygonMesh make_middle_square(int cells, double size, double height) {
  return moved(make_square(cells, size), Vec3(-0.5 * size, -0.5 * size, height));
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

struct Loss {
  double linear = 0, energy = 0;  // of momentum, by what was exchanged; and of what energy there is
  std::size_t crossings = 0;
};

// A ball that flies into a free sheet.
Loss collide(double mass, double friction, const SimulationSettings& settings, double aside = 0.05) {
  ClothMaterial material;
  material.friction = friction;
  Pushing p(make_middle_square(16, 0.6, 0), material);
  p.settings.cloth = settings;
  p.scene.cloth.gravity.setZero();
  p.scene.solids.gravity.setZero();
  p.add_ball(0.1, mass, Vec3(aside, 0.02, 0.15), Vec3(0.2, 0, -3));
  CoupledSimulation s = p.start();
  const auto measure_energy = [&] {
    return s.solids()->measure_energy().kinetic + s.cloth()->measure_energy().total();
  };
  const Vec3 before = measure_momentum(s).linear, of_ball = s.solids()->measure_energy().momentum.linear;
  const double energy = measure_energy();
  Loss loss;
  for (int step = 1; step <= 8; ++step) {
    go(s, step / 60.0);
    loss.crossings += count_crossings(s);
  }
  const double exchanged = (s.solids()->measure_energy().momentum.linear - of_ball).norm();
  loss.linear = (measure_momentum(s).linear - before).norm() / exchanged;
  loss.energy = 1 - measure_energy() / energy;
  return loss;
}

// By as much as steps are solved; friction, which follows the pressure of the iteration before, has a share in it.
TEST(Pushing, momentum_goes_from_one_to_the_other) {
  SimulationSettings finer = make_plain_settings();
  finer.solver.linear_tolerance = 1e-3;
  finer.solver.newton_iterations = 10;
  finer.solver.tolerance = 1e-4;
  for (const double mass : {1.0, 0.001}) {
    std::vector<Loss> losses = {collide(mass, 0, make_tight_settings()), collide(mass, 0.3, finer)};
    EXPECT_LT(losses[0].linear, 1e-6) << mass;
    EXPECT_LT(losses[1].linear, 0.01) << mass;
    constexpr int kPlaces = 6;
    double mean = 0;
    for (int i = 0; i < kPlaces; ++i) {
      losses.push_back(collide(mass, 0.3, make_plain_settings(), 0.04 + 0.005 * i));
      mean += losses.back().linear / kPlaces;
    }
    EXPECT_LT(mean, 0.1) << mass;
    for (const Loss& loss : losses) {
      EXPECT_EQ(loss.crossings, 0u) << mass;
      EXPECT_GT(loss.energy, 0) << mass;
    }
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
