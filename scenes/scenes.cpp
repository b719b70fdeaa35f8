// The table of scenes.
#include "scenes/scenes.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "scenes/tangles.h"

namespace abut {
namespace {

using Meshes = std::vector<SceneMesh>;

constexpr SceneInfo kScenes[] = {
    {"alpha", "a strip in a loop that crosses itself", 20000},
    {"sphere", "a sphere; nothing intersects", 20000},
    {"drape", "a cloth in six near layers; nothing intersects (from 1,000 triangles on)", 50000},
    {"spiral", "a strip that crosses itself though every normal points up", 20000},
    {"dressed", "a torso and a garment around it; nothing intersects (from 5,000 triangles on)", 20000},
    {"poked", "a torso that pokes through its garment", 20000},
};

// About four fifths of the triangles go to the torso.
Meshes make_dressed(std::size_t triangles, double wrinkles) {
  Meshes meshes;
  meshes.push_back({.name = "torso", .mesh = make_torso(triangles * 4 / 5), .is_obstacle = true});
  meshes.push_back({"garment", make_garment(triangles / 5, wrinkles)});
  return meshes;
}

Meshes single(std::string_view name, PolygonMesh mesh) {
  Meshes meshes;
  meshes.push_back({std::string(name), std::move(mesh)});
  return meshes;
}

Meshes build(std::string_view name, std::size_t triangles) {
  if (name == "alpha") return single(name, make_alpha(triangles));
  if (name == "sphere") return single(name, make_sphere(triangles));
  if (name == "drape") return single(name, make_drape(triangles));
  if (name == "spiral") return single(name, make_spiral(triangles));
  return make_dressed(triangles, name == "poked" ? 0.0065 : 0.004);
}

// Triangles grow with the square of the cells.
Result<Meshes> make_tangle_of_size(const TangleKind& kind, std::size_t triangles, std::uint64_t seed) {
  auto tangle = make_tangle(kind.name, seed);
  if (tangle && triangles > 0) {
    std::size_t made = 0;
    for (const SceneMesh& mesh : tangle->meshes) made += make_surface(mesh.mesh).face_count();
    const double growth = std::sqrt(static_cast<double>(triangles) / static_cast<double>(made));
    tangle = make_tangle(kind.name, seed, std::max(4, static_cast<int>(std::lround(growth * kind.default_cells))));
  }
  if (!tangle) return tangle.error();
  return std::move(tangle->meshes);
}

constexpr std::size_t kMaxSceneTriangles = 50'000'000;

}  // namespace

std::span<const SceneInfo> list_scenes() { return kScenes; }

Result<std::vector<SceneMesh>> make_scene(std::string_view name, std::size_t triangles, std::uint64_t seed) {
  if (triangles > kMaxSceneTriangles) {
    return Error{
        fmt::format("scene {}: {} triangles asked for, at most {} are possible", name, triangles, kMaxSceneTriangles)};
  }
  std::string names;
  for (const SceneInfo& info : kScenes) {
    if (info.name == name) return build(name, triangles > 0 ? triangles : info.default_triangles);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  }
  for (const TangleKind& kind : list_tangles()) {
    if (kind.name == name) return make_tangle_of_size(kind, triangles, seed);
    names += fmt::format(", {}", kind.name);
  }
  return Error{fmt::format("there is no scene '{}'; the scenes are {}", name, names)};
}

}  // namespace abut
