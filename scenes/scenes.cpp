// The table of scenes.
#include "scenes/scenes.h"

#include <fmt/format.h>

#include <functional>

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
  meshes.push_back({"torso", make_torso(triangles * 4 / 5)});
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

constexpr std::size_t kMaxSceneTriangles = 50'000'000;

}  // namespace

std::span<const SceneInfo> list_scenes() { return kScenes; }

Result<std::vector<SceneMesh>> make_scene(std::string_view name, std::size_t triangles) {
  if (triangles > kMaxSceneTriangles) {
    return Error{
        fmt::format("scene {}: {} triangles asked for, at most {} are possible", name, triangles, kMaxSceneTriangles)};
  }
  std::string names;
  for (const SceneInfo& info : kScenes) {
    if (info.name == name) return build(name, triangles > 0 ? triangles : info.default_triangles);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  }
  return Error{fmt::format("there is no scene '{}'; the scenes are {}", name, names)};
}

}  // namespace abut
