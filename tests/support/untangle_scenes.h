// Tangled scenes ready for untangling.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "abut/untangle.h"
#include "scenes/tangles.h"

namespace abut::test {

/// A square of so many cells each way; `place` says where its points are, given two numbers from 0 to 1.
inline PolygonMesh make_grid(int cells, const std::function<Vec3(double, double)>& place) {
  PolygonMesh mesh;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) mesh.positions.push_back(place(double(i) / cells, double(j) / cells));
  }
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const VertexId a(j * (cells + 1) + i), b(a + 1), c(a + cells + 1), d(c + 1);
      mesh.add_polygon(std::array{a, b, d});
      mesh.add_polygon(std::array{a, d, c});
    }
  }
  return mesh;
}

/// Owns the meshes and surfaces that an UntangleScene refers to.
class ReadyScene {
 public:
  ReadyScene() = default;
  explicit ReadyScene(TangledScene content) {
    for (SceneMesh& mesh : content.meshes) add(std::move(mesh));
  }
  ReadyScene(std::string_view kind, std::uint64_t seed, int cells = 0) : ReadyScene(*make_tangle(kind, seed, cells)) {}

  UntangleBody& add(SceneMesh mesh) {
    meshes_.push_back(std::make_unique<SceneMesh>(std::move(mesh)));
    const SceneMesh& kept = *meshes_.back();
    surfaces_.push_back(std::make_unique<Surface>(make_surface(kept.mesh)));
    UntangleBody body;
    body.body = {surfaces_.back().get(), kept.mesh.positions};
    body.rest = kept.rest;
    body.is_obstacle = kept.is_obstacle;
    body.pins = kept.pins;
    if (kept.layer >= 0) body.layers.assign(std::max<std::size_t>(1, kept.mesh.parts.size()), kept.layer);
    scene.bodies.push_back(body);
    return scene.bodies.back();
  }

  std::vector<Body> bodies() const {
    std::vector<Body> bodies;
    for (const UntangleBody& body : scene.bodies) bodies.push_back(body.body);
    return bodies;
  }
  /// The bodies where a report leaves them.
  std::vector<Body> bodies_after(const UntangleReport& report) const {
    std::vector<Body> after = bodies();
    for (std::size_t i = 0; i < after.size(); ++i) after[i].positions = report.positions[i];
    return after;
  }

  UntangleScene scene;

 private:
  std::vector<std::unique_ptr<SceneMesh>> meshes_;
  std::vector<std::unique_ptr<Surface>> surfaces_;
};

}  // namespace abut::test
