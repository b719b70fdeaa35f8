// Scenes of one cloth and solids that it pushes.
#pragma once

#include "abut/coupling.h"
#include "abut/detect.h"
#include "support/cloths.h"
#include "support/solids.h"

namespace abut::test {

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

inline CoupledReport go(CoupledSimulation& simulation, double time) {
  auto report = simulation.advance(time);
  if (!report) throw std::runtime_error(report.error().message);
  return *report;
}

inline std::size_t count_crossings(const CoupledSimulation& simulation) {
  const auto bodies = simulation.cloth()->bodies();
  std::size_t count = 0;
  for (const IntersectingPair& pair : find_intersections(bodies).pairs) count += pair.a.body == 0;
  return count;
}

inline PolygonMesh make_middle_square(int cells, double size, double height) {
  return moved(make_square(cells, size), Vec3(-0.5 * size, -0.5 * size, height));
}

}  // namespace abut::test
