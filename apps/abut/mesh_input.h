// The meshes named on a command line: files, built-in scenes written as scene:NAME, scene:NAME:TRIANGLES or
// scene:NAME:TRIANGLES:SEED, and animations, as folders or lists of numbered files or as point caches.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "abut/io.h"
#include "scenes/scenes.h"

namespace abut {

/// What a mesh was made from, to be written again with other positions: a file, or the mesh of a scene.
using MeshSource = std::variant<MeshFile, SceneMesh>;

/// A mesh ready for use. Its address must stay: the body refers into it.
struct MeshInput {
  std::string name;
  std::string kind;  ///< "OBJ", "PLY", ..., "scene"
  std::vector<std::string> notes;
  std::size_t vertices_in_file = 0;
  std::vector<Vec3> positions;  ///< of the surface's vertices, welded if asked for
  Surface surface;
  std::vector<VertexId> vertex_of;            ///< file vertex -> vertex of the surface; empty if not welded
  std::optional<Animation> animation;         ///< where its frames come from, if it moves
  std::vector<std::filesystem::path> frames;  ///< the files of the animation; none if it is a point cache
  std::vector<std::filesystem::path> files;   ///< all that it is read from
  std::optional<MeshSource> source;           ///< if it is to be kept

  Body body() const { return {&surface, positions}; }
  /// What a vertex of the file became.
  VertexId welded(std::size_t file_vertex) const {
    return vertex_of.empty() ? VertexId(file_vertex) : vertex_of[file_vertex];
  }
};

/// The polygons of its source, which must have been kept.
const PolygonMesh& source_polygons(const MeshInput& mesh);

using MeshInputs = std::vector<std::shared_ptr<MeshInput>>;

std::vector<Body> list_bodies(const MeshInputs& meshes);

/// What reports say of the meshes.
std::vector<CheckedMesh> list_checked(const MeshInputs& meshes);

struct InputSettings {
  bool weld_vertices = true;
  bool together = false;  ///< numbered files are meshes of one scene, not frames of an animation
  bool keep_source = false;
};

/// Makes a mesh ready. `kind` is that of the file.
std::unique_ptr<MeshInput> make_input(std::string name, std::string kind, const PolygonMesh& mesh, bool weld_vertices);

/// Makes a file ready that has the polygons of `pattern`, with its vertices welded as those are: what was apart stays
/// apart, though it may be in one place now, and what has parted is not welded.
std::unique_ptr<MeshInput> make_alike(const MeshInput& pattern, MeshFile file);

/// Whether two meshes have as many vertices, and the very same polygons.
bool test_same_polygons(const PolygonMesh& a, const PolygonMesh& b);

/// A single mesh from a file.
Result<std::unique_ptr<MeshInput>> load_mesh(const std::filesystem::path& path, const InputSettings& settings);

/// Reads all arguments. Several files whose names differ in one number and whose polygons are the same are frames of
/// one mesh, as are the files of a folder. A point cache moves the mesh before it.
Result<MeshInputs> load_inputs(const std::vector<std::string>& arguments, const InputSettings& settings,
                               const std::function<void(const std::string&)>& show_argument);

/// A mesh with two frames: where it starts and where it ends. Both files must have the same polygons, which is looked
/// at when the second frame is read.
Result<std::unique_ptr<MeshInput>> load_motion(const std::string& start, const std::string& end,
                                               const InputSettings& settings,
                                               const std::function<void(const std::string&)>& show_argument);

/// Whether nothing that is read is to be written. Names that are empty do not count.
Status check_not_read(const MeshInputs& meshes, std::span<const std::string> targets);

/// Everything that moves has the same number of frames.
Status check_frame_counts(const MeshInputs& meshes);

/// The number of frames; 0 if nothing moves.
std::size_t count_frames(const MeshInputs& meshes);

/// What a report calls a frame.
std::string frame_name(const MeshInputs& meshes, std::size_t frame);

/// Moves the mesh to a frame. Vertices that were welded must still be in one place.
Status read_frame(MeshInput& mesh, std::size_t frame);

/// Makes the mesh anew from the file of a frame, as if it had been given alone. Nothing happens if it does not move.
Status reload_frame(MeshInput& mesh, std::size_t frame, const InputSettings& settings);

/// Of each vertex of the surface, given those of the file's. Vertices that were welded must be in one place; `name`
/// says in messages where they are not.
Result<std::vector<Vec3>> weld_positions(const MeshInput& mesh, std::span<const Vec3> file_positions,
                                         std::string_view name);

/// The same wherever they are: of vertices that were welded, any will do. Nothing is made of nothing.
std::vector<Vec3> pick_positions(const MeshInput& mesh, std::span<const Vec3> file_positions);

}  // namespace abut
