// Two layers made from one garment, pushed through each other in a few places.
#include <cmath>

#include "scenes/sheets.h"
#include "scenes/variation.h"

namespace abut {
namespace {

// Lengths in edges.
constexpr double kGap = 0.25, kLeastRadius = 2.5, kLargestRadius = 5;

std::vector<Vec3> find_vertex_normals(const Surface& surface, std::span<const Vec3> positions) {
  std::vector<Vec3> normals(positions.size(), Vec3::Zero());
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    const TrianglePoints t = face_points(surface, positions, FaceId(f));
    for (const VertexId v : surface.face(FaceId(f))) normals[v] += (t[1] - t[0]).cross(t[2] - t[0]);
  }
  for (Vec3& normal : normals) normal.normalize();
  return normals;
}

}  // namespace

TangledScene push_layers_through(const PolygonMesh& garment, std::uint64_t seed) {
  const Surface surface = make_surface(garment);
  const double edge = measure_mean_edge(surface, garment.positions), gap = kGap * edge;
  const auto normals = find_vertex_normals(surface, garment.positions);
  std::vector<double> heights(garment.positions.size(), gap);
  Variation vary(seed);
  for (int pushes = vary.integer(2, 5); pushes > 0; --pushes) {
    const Vec3 middle = garment.positions[vary.integer(0, static_cast<int>(heights.size()) - 1)];
    const double radius = edge * vary.uniform(kLeastRadius, kLargestRadius), depth = gap * vary.uniform(1.8, 3);
    for (std::size_t v = 0; v < heights.size(); ++v) {
      heights[v] -= depth * bump((garment.positions[v] - middle).norm() / radius);
    }
  }
  TangledScene scene{"pushed", {{.name = "inner", .mesh = garment, .layer = 0}}};
  SceneMesh outer{.name = "outer", .mesh = garment, .layer = 1};
  for (std::size_t v = 0; v < heights.size(); ++v) outer.mesh.positions[v] += heights[v] * normals[v];
  scene.meshes.push_back(std::move(outer));
  return scene;
}

}  // namespace abut
