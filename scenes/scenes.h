// Room 7, scenes: meshes by name and size, the same for tests, benchmarks, the program and the documentation.
// The formulas of the single surfaces are those of docs/scenes.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/shape.h"

namespace abut {

/// A UV sphere of radius 1; nothing intersects.
PolygonMesh make_sphere(std::size_t triangles);
/// A strip bent into a loop that crosses itself once (the self-crossing loop of Volino and Thalmann 1994).
PolygonMesh make_alpha(std::size_t triangles);
/// A cloth in six near layers, joined by folds; nothing intersects from 1,000 triangles on.
PolygonMesh make_drape(std::size_t triangles);
/// A flat strip of one and a half turns: every normal points up, and it crosses itself.
PolygonMesh make_spiral(std::size_t triangles);
/// A closed lathe shaped a little like a torso.
PolygonMesh make_torso(std::size_t triangles);
/// A tube around the torso with wrinkles of the given height; above 0.006 they reach into it.
PolygonMesh make_garment(std::size_t triangles, double wrinkles);

/// A mesh of a scene and its role in it.
struct SceneMesh {
  std::string name;
  PolygonMesh mesh;
  std::vector<Vec3> rest = {};      ///< its shape before it was tangled, where that is another and known; else empty
  bool is_obstacle = false;         ///< never moves
  std::vector<VertexId> pins = {};  ///< never move
  int layer = -1;                   ///< from the skin outwards; -1: not known
};

struct SceneInfo {
  std::string_view name;
  std::string_view summary;
  std::size_t default_triangles;
};

/// All scenes there are but for tangles (scenes/tangles.h).
std::span<const SceneInfo> list_scenes();

/// A scene or a tangle by its name, with about so many triangles (0: its default). The seed is for tangles; scenes do
/// not vary. The error lists the names there are.
Result<std::vector<SceneMesh>> make_scene(std::string_view name, std::size_t triangles = 0, std::uint64_t seed = 0);

}  // namespace abut
