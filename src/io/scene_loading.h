// The steps from a scene's description to a scene. All throw Failure with the place in the scene file.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "abut/io.h"
#include "abut/scene_file.h"
#include "io/scene_motion.h"

namespace abut {

/// Where files are looked for, and how messages call the member at hand: "cloths[2].mesh".
struct ScenePlace {
  std::filesystem::path folder;
  std::string path;

  ScenePlace at(std::string_view key) const { return {folder, path + "." + std::string(key)}; }
  ScenePlace at(std::size_t index) const { return {folder, path + "[" + std::to_string(index) + "]"}; }
};

/// Of all copies of a mesh.
inline constexpr std::size_t kMaxCopiedFaces = 20000000;

/// What another reader said.
[[noreturn]] void fail_with(const ScenePlace& place, const Error& error);

template <class T>
T require_value(const ScenePlace& place, Result<T> result) {
  if (!result) fail_with(place, result.error());
  return *std::move(result);
}

/// A mesh as it is before it is turned and moved, but scaled; and what its surface, rest shape and frames need to know.
struct SourceMesh {
  PolygonMesh mesh;
  std::optional<MeshFile> file = {};           ///< if it is from one
  std::vector<VertexId> kept_vertices = {};    ///< vertex of `mesh` -> vertex of the file; empty: all of them
  std::vector<std::size_t> kept_corners = {};  ///< the same of the corners of polygons
  std::vector<VertexId> vertex_of = {};        ///< vertex of `mesh` -> vertex of the surface
  std::shared_ptr<const Surface> surface = {};
  Vec3 scale = Vec3::Ones();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();

  /// Of the vertices of `mesh`, given those of the file; scaled.
  std::vector<Vec3> pick(std::span<const Vec3> file_positions) const;
  /// Of the surface's vertices, given those of `mesh`.
  std::vector<Vec3> weld(std::span<const Vec3> positions) const;
  /// Two vertices of `mesh` that are one in the surface, but not in these positions.
  std::optional<std::pair<std::size_t, std::size_t>> find_parted(std::span<const Vec3> positions) const;
};

/// Turns what was made with z upwards.
Eigen::Isometry3d turn_up(UpAxis up);

/// After the start.
std::size_t count_frames(const SceneDescription& scene);

/// Names that nobody gave are made from the place in the list; none comes twice.
class SceneNames {
 public:
  std::string find(const std::string& given, const char* kind, std::size_t i);

 private:
  std::set<std::string> names_;
};

/// Reads or makes a mesh.
SourceMesh load_source(const MeshSource& source, const ScenePlace& place);

/// Scales and welds it, makes its surface and its pose. Shapes are turned so that their z is up.
void prepare(SourceMesh& source, const SceneTransform& transform, bool weld_vertices, UpAxis up,
             const ScenePlace& place);

/// What reports and writers need of it, in place.
LoadedMesh describe_mesh(const SourceMesh& source, std::string name, const Eigen::Isometry3d& pose,
                         const ScenePlace& place);

RestShape load_rest(const RestDescription& rest, const SourceMesh& source, const ScenePlace& place);

/// An obstacle on its way; frames up to the end of the simulation are read.
struct LoadedObstacle {
  LoadedMesh mesh;
  std::shared_ptr<const ObstaclePath> path;
};
LoadedObstacle load_obstacle(const ObstacleDescription& description, UpAxis up, double end, const ScenePlace& place);

/// Where each copy goes from where the cloth is: turned about its middle, and moved.
std::vector<Eigen::Isometry3d> find_copies(const CopiesDescription& copies, const Vec3& middle);

/// Vertices of the surface, each once, in order. `positions` are those of the surface's vertices at the start.
std::vector<VertexId> select_vertices(const VertexSelection& where, const SourceMesh& source,
                                      std::span<const Vec3> positions, const ScenePlace& place);

}  // namespace abut
