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
    if (std::getenv("LT")) settings.cloth.solver.linear_tolerance = std::atof(std::getenv("LT"));
    if (std::getenv("NI")) settings.cloth.solver.newton_iterations = std::atoi(std::getenv("NI"));
    if (std::getenv("NT")) settings.cloth.solver.tolerance = std::atof(std::getenv("NT"));
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

  void hold(int axis, double limit) {
    cloth().attachments.push_back({list_vertices_below(sheet_.mesh, axis, limit)});
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
      scene.surfaces.push_back(
          {static_cast<std::uint32_t>(i), &surfaces_[i]->surface, surfaces_[i]->mesh.positions});
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

PolygonMesh make_middle_square(int cells, double size, double height) {
  return moved(make_square(cells, size), Vec3(-0.5 * size, -0.5 * size, height));
}

TEST(Pushing, a_ball_is_caught_by_a_sheet_that_then_carries_its_weight) {
  for (const double mass : {1.0, 0.1, 0.001, 0.00001}) {
    Pushing p(make_middle_square(24, 1, 0), {});
    p.hold_rim();
    p.add_ball(0.1, mass, Vec3(0.03, 0.02, 0.3));
    CoupledSimulation s = p.start();
    double lowest = 1, fastest = 0;
    std::size_t crossings = 0;
    if (std::getenv("DEBUG_MASS") && mass != std::atof(std::getenv("DEBUG_MASS"))) continue;
    if (std::getenv("DEBUG_MASS")) {
      for (int step = 1; step <= 60; ++step) {
        const Vec3 v0 = s.solids()->motion(0).velocity;
        const auto r = go(s, step / 60.0);
        const Vec3 v = s.solids()->motion(0).velocity;
        if (r.cloth.contacts || r.cloth.impacts) std::cout << step << " z " << s.solids()->motion(0).center.transpose() << " v " << v.transpose() << " spin " << s.solids()->motion(0).spin.norm() << " J " << (s.push(0).force / 60).transpose() << " mdv " << (mass * (v - v0 + Vec3(0, 0, kGravity / 60))).transpose()
          << " contacts " << r.cloth.contacts << " impacts " << r.cloth.impacts << " held " << r.cloth.held_back << " steps " << r.cloth.steps << " it " << r.cloth.newton_iterations << "/" << r.cloth.linear_iterations << "\n";
      }
      continue;
    }
    for (int frame = 1; frame <= 180; ++frame) {
      const auto r = go(s, frame / 30.0);
      crossings += count_crossings(s);
      lowest = std::min(lowest, s.solids()->motion(0).center.z());
      fastest = std::max(fastest, s.solids()->motion(0).velocity.norm());
      if (frame % 10 == 0)
        std::cout << mass << " frame " << frame << " z " << s.solids()->motion(0).center.transpose() << " v " << s.solids()->motion(0).velocity.z()
                  << " F " << s.push(0).force.z() / (mass * kGravity) << " it " << r.cloth.newton_iterations << " " << r.cloth.linear_iterations << " held " << r.cloth.held_back << " steps " << r.cloth.steps << "\n";
    }
    std::cout << mass << " lowest " << lowest << " fastest " << fastest << " crossings " << crossings << " held " << "\n";
  }
}

TEST(Pushing, momentum) {
  for (const double mass : {1.0, 0.1, 0.001}) {
    for (const double tight : {0.0, 1.0}) {
    Pushing p(make_middle_square(16, 0.6, 0), {});
    if (tight) p.settings.cloth = make_tight_settings();
    if (std::getenv("NOF")) p.cloth().material.friction = 0;
    if (std::getenv("NIM")) p.settings.cloth.contact.is_continuous = false;
    p.scene.cloth.gravity.setZero();
    p.scene.solids.gravity.setZero();
    p.add_ball(0.1, mass, Vec3(0.05, 0.02, 0.15), Vec3(0.2, 0, -3));
    p.scene.solids.solids[0].spin = Vec3(3, 1, 5);
    CoupledSimulation s = p.start();
    const Momentum before = measure_momentum(s);
    const double energy0 = s.solids()->measure_energy().kinetic + s.cloth()->measure_energy().total();
    for (int frame = 1; frame <= 12; ++frame) {
      const Vec3 c0 = s.cloth()->measure_energy().momentum, b0 = s.solids()->measure_energy().momentum.linear;
      const auto r = go(s, frame / 60.0);
      const Momentum now = measure_momentum(s);
      const Vec3 dc = s.cloth()->measure_energy().momentum - c0, db = s.solids()->measure_energy().momentum.linear - b0;
      if (s.push(0).force.norm() > 0) std::cout << "  cloth " << dc.transpose() << " ball " << db.transpose() << " J " << s.push(0).force.transpose() / 60 << " contacts " << r.cloth.contacts << " impacts " << r.cloth.impacts << " held " << r.cloth.held_back << " steps " << r.cloth.steps << " it " << r.cloth.newton_iterations << "/" << r.cloth.linear_iterations << "\n";
      if (frame % 6 == 0) std::cout << mass << " tight " << tight << " lin " << (now.linear - before.linear).norm() / before.linear.norm() << " ang "
                                    << (now.angular - before.angular).norm() / before.angular.norm() << " v " << s.solids()->motion(0).velocity.transpose() << " E " << (s.solids()->measure_energy().kinetic + s.cloth()->measure_energy().total()) / energy0 << " cross " << count_crossings(s) << "\n";
    }
    }
  }
}

TEST(Pushing, blanket_on_box) {
  for (const double mass : {10.0, 0.1, 0.01}) {
    ClothMaterial heavy;
    heavy.density = 10;
    Pushing p(make_middle_square(20, 1, 0.5), heavy);
    p.settings.cloth.contact.thickness = 0.01;
    p.add_box("box", Vec3(0.1, 0.1, 0.1), mass, Vec3(0, 0, 0.1));
    p.scene.solids.grounds = {{{}}};
    p.scene.cloth.grounds = {{}};
    CoupledSimulation s = p.start();
    std::size_t crossings = 0;
    double deepest = 0;
    for (int frame = 1; frame <= 90; ++frame) {
      const auto r = go(s, frame / 30.0);
      crossings += count_crossings(s);
      deepest = std::max(deepest, 0.1 - s.solids()->motion(0).center.z());
      double held = 0;
      for (const auto& c : s.solids()->contacts()) held += c.force.z();
      if (frame % 5 == 0 || (frame > 5 && frame < 14))
        std::cout << mass << " frame " << frame << " c " << s.solids()->motion(0).center.transpose() << " v " << s.solids()->motion(0).velocity.z() << " F " << s.push(0).force.transpose() << " ground " << held << " it " << r.cloth.newton_iterations << "/" << r.cloth.linear_iterations << " cross " << count_crossings(s) << "\n";
    }
    std::cout << "cloth weight " << p.cloth_mass() * kGravity << " deepest " << deepest << " crossings " << crossings << "\n";
  }
}

}  // namespace
}  // namespace abut::test
