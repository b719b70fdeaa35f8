// Room 7, io: the only room that opens files. It trusts nothing it reads.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/detect.h"
#include "abut/narrow.h"
#include "abut/shape.h"
#include "abut/untangle.h"

namespace abut {

enum class MeshFormat { obj, ply, stl, off, gltf, glb };

/// "OBJ", "PLY", ...
std::string_view format_name(MeshFormat format);

/// A mesh file in memory: the mesh, and everything needed to write the file again with other positions.
class MeshFile {
 public:
  struct Content;  // format-specific; see src/io/mesh_file.h
  explicit MeshFile(std::unique_ptr<Content> content);
  MeshFile(MeshFile&&) noexcept;
  MeshFile& operator=(MeshFile&&) noexcept;
  ~MeshFile();

  /// Vertices and polygons in file order. STL has no shared vertices: each facet has three of its own.
  const PolygonMesh& mesh() const;
  MeshFormat format() const;
  /// Things the reader skipped or assumed that a user should know, one sentence each (e.g. "3 line elements ignored").
  const std::vector<std::string>& notes() const;
  /// All that were read: the file itself, and those that a glTF keeps its buffers in.
  std::vector<std::filesystem::path> files() const;
  const Content& content() const { return *content_; }

 private:
  std::unique_ptr<Content> content_;
};

/// Reads OBJ, PLY (text and binary, both endians), STL (text and binary), OFF, glTF and GLB. The content decides about
/// the format where it can; the extension decides between formats that carry no mark. Never allocates more than a
/// small multiple of the file's size.
Result<MeshFile> read_mesh(const std::filesystem::path& path);

/// The same from bytes in memory; `name` stands for the file in error messages. A glTF that refers to other files is
/// resolved against `folder`; with an empty folder such references are errors.
Result<MeshFile> parse_mesh(std::string bytes, MeshFormat format, std::string_view name,
                            const std::filesystem::path& folder = {});

/// Writes the file again with new positions (one per vertex of file.mesh()) and nothing else changed: texture
/// coordinates, groups, materials, comments and attributes come out as they went in, and a coordinate (in glTF: a
/// vertex) that did not change keeps its very bytes. Numbers keep the type the file gives them: text gets the shortest
/// digits that read back bit-equal, binary floats are rounded to float. Normals stay as they are too, so those of STL
/// facets and OBJ vertices may no longer fit. Written to a temporary file first, then renamed. Refuses to replace an
/// existing file unless `overwrite`.
///
/// glTF: positions go back through their node's transform; a mesh that several nodes share and positions that are
/// quantised or sparse cannot be changed. Buffers that were files of their own come out inside the new file.
Status write_positions(const MeshFile& file, std::span<const Vec3> positions, const std::filesystem::path& path,
                       bool overwrite = false);

/// The bytes write_positions would write.
Result<std::string> format_positions(const MeshFile& file, std::span<const Vec3> positions);

/// Writes a mesh as a new file; the extension names the format. OBJ, OFF and PLY keep doubles bit-equal; STL and glTF
/// hold floats. Same rules about temporary and existing files as write_positions.
Status write_mesh(const PolygonMesh& mesh, const std::filesystem::path& path, bool overwrite = false);

/// The bytes write_mesh would write.
Result<std::string> format_mesh(const PolygonMesh& mesh, MeshFormat format);

/// Whether write_file has a chance there: to be asked before long work whose result goes to `path`.
Status check_writable(const std::filesystem::path& path);

/// Writes bytes to a temporary file beside `path`, then renames it, so that nobody sees half a file. A link keeps
/// leading where it leads; pipes and devices are written to directly.
Status write_file(const std::filesystem::path& path, std::string_view bytes, bool overwrite = false);

// ---------------------------------------------------------------------------------------------------------------
// Animations

/// Frames of positions for one mesh, each read when it is asked for. Frames, vertices and polygons count from 0. All
/// functions may be called from several threads at once.
class Animation {
 public:
  class Content;  // where the frames come from; see src/io/animation.h
  explicit Animation(std::unique_ptr<Content> content);
  Animation(Animation&&) noexcept;
  Animation& operator=(Animation&&) noexcept;
  ~Animation();

  std::size_t frame_count() const;
  /// How many of the frames are there to be read, from the first on: all of them, but in a point cache that was cut
  /// short. Whoever makes lists per frame makes them this long, since a header may promise any number.
  std::size_t complete_frame_count() const;
  /// The same in every frame, and never more than a point cache has room for.
  std::size_t vertex_count() const;

  /// What a report calls the frame: the name of its file, or "cache.pc2 frame 12". Fit for a terminal.
  std::string frame_name(std::size_t frame) const;

  /// The error names the frame and says what is wrong with it: cut short, coordinates that are not finite or beyond
  /// kMaxCoordinate, other vertices or polygons than the base mesh. Other frames can still be read.
  Result<std::vector<Vec3>> read_frame(std::size_t frame) const;

 private:
  std::unique_ptr<Content> content_;
};

/// Opens a point cache, PC2 or F32SEQ (docs/meshes.md); the content decides which. Only the header is read, so that the
/// file may be larger than memory. A file longer than its header says is refused, as is one without a whole frame; in
/// one that was cut short later, the frames before the cut can be read.
Result<Animation> open_animation(const std::filesystem::path& path);

/// Mesh files as frames. Each must have as many vertices as `base` and the very same polygons, which is looked at when
/// the frame is read.
Result<Animation> open_animation(std::vector<std::filesystem::path> frames, const PolygonMesh& base);

/// A point cache from bytes in memory; `name` stands for the file in error messages.
Result<Animation> parse_animation(std::string bytes, std::string_view name);

/// Whether the file begins like a point cache. False as well if it cannot be opened.
bool is_point_cache(const std::filesystem::path& path);

/// The mesh files of a folder as the frames of one animation, by number: frame2 comes before frame10. They must be of
/// one format, and their names must differ in one number only; numbers may be left out. Other files, hidden ones and
/// folders do not count.
Result<std::vector<std::filesystem::path>> list_frames(const std::filesystem::path& folder);

/// The same for files that are named one by one.
Result<std::vector<std::filesystem::path>> order_frames(const std::vector<std::filesystem::path>& files);

/// Writes a point cache in the format PC2, which holds floats. Same rules about temporary and existing files as
/// write_positions.
Status write_pc2(std::span<const std::vector<Vec3>> frames, const std::filesystem::path& path, bool overwrite = false);

/// The bytes write_pc2 would write.
Result<std::string> format_pc2(std::span<const std::vector<Vec3>> frames);

// ---------------------------------------------------------------------------------------------------------------
// Queries

/// Queries of continuous collision: the four points of each at the start and the end of a step (docs/ccd_queries.md).
struct ImpactQueries {
  bool is_edge_edge = false;       ///< else a vertex and a face
  std::vector<Motion<4>> motions;  ///< as find_edge_edge_impact or find_vertex_face_impact takes them
  std::vector<bool> truths;        ///< whether they touch; empty: the file does not say
  std::size_t rounded_count = 0;   ///< coordinates that are no doubles in the file, and were rounded to the nearest
};

/// Reads them as the benchmark of Wang et al. has them: text with eight rows a query, coordinates as quotients of
/// integers. The file does not say which kind it holds: its name or that of its folder does, unless `is_edge_edge` is
/// given.
Result<ImpactQueries> read_impact_queries(const std::filesystem::path& path, std::optional<bool> is_edge_edge = {});

/// The same from bytes in memory; `name` stands for the file in error messages.
Result<ImpactQueries> parse_impact_queries(std::string_view bytes, bool is_edge_edge, std::string_view name);

// ---------------------------------------------------------------------------------------------------------------
// Lists of vertices

/// A vertex by the number it has in its file, from 0.
struct ListedVertex {
  std::string mesh;  ///< the file's name; empty: the list does not say
  std::uint32_t vertex = 0;
  std::size_t line = 0;  ///< where it stands in the list
};

/// Reads a text with one vertex a line: 12, or shirt.obj:12. Words after a # are comments.
Result<std::vector<ListedVertex>> read_vertex_list(const std::filesystem::path& path);

/// The same from bytes in memory; `name` stands for the file in error messages.
Result<std::vector<ListedVertex>> parse_vertex_list(std::string_view bytes, std::string_view name);

// ---------------------------------------------------------------------------------------------------------------
// Reports

/// What a report says of a mesh besides its surface.
struct CheckedMesh {
  std::string name;                  ///< file or scene
  std::size_t vertices_in_file = 0;  ///< before welding
  Body body;
  std::vector<VertexId> file_vertices =
      {};  ///< of each vertex, the first in the file it was welded from; empty: itself
};

/// A check's result as JSON; the schema is docs/check_json.md. Names that are not UTF-8 get replacement characters.
std::string format_check_json(std::span<const CheckedMesh> meshes, const CheckReport& report);

/// The intersecting pairs as CSV, one line each, with a heading.
std::string format_pairs_csv(std::span<const CheckedMesh> meshes, const CheckReport& report);

/// One frame of an animation.
struct CheckedFrame {
  std::string name;
  CheckReport report;
};

/// The same for an animation: what was found in each frame. `is_complete` says whether all frames were checked.
std::string format_animation_json(std::span<const CheckedMesh> meshes, std::span<const CheckedFrame> frames,
                                  bool is_complete);
std::string format_animation_csv(std::span<const CheckedMesh> meshes, std::span<const CheckedFrame> frames);

/// A search after impacts and what was asked for. The meshes' bodies are at the start.
struct MotionReport {
  ImpactSettings asked;
  Impacts found;
  std::vector<std::span<const Vec3>> end_positions;  ///< of each mesh
  double seconds = 0;
  bool first_only = false;      ///< nothing but the first impact was looked for
  bool is_interrupted = false;  ///< there may be earlier impacts

  /// Where the features of an impact touch, or nearly do.
  Vec3 position(std::span<const CheckedMesh> meshes, const Impact& impact) const;
};

/// The same for meshes that move; docs/check_json.md has the schema.
std::string format_motion_json(std::span<const CheckedMesh> meshes, const MotionReport& report);
std::string format_motion_csv(std::span<const CheckedMesh> meshes, const MotionReport& report);

/// A search after what is near and what was asked for.
struct ProximityReport {
  double within = 0;
  Proximities found;
  std::optional<MinimumDistance> least;
  double seconds = 0;
};

/// The same for what is near.
std::string format_proximity_json(std::span<const CheckedMesh> meshes, const ProximityReport& report);
std::string format_proximity_csv(std::span<const CheckedMesh> meshes, const ProximityReport& report);

/// A mesh that took part in untangling: as it was written and read back, or an obstacle.
struct UntangledMesh {
  CheckedMesh mesh;
  std::string file;  ///< where it was written; empty: an obstacle
  std::size_t pins = 0;
};

/// What untangling came to, as the files have it that were written and read back. Pairs of obstacles do not count.
struct UntangledState {
  std::vector<IntersectingPair> pairs;  ///< sorted
  std::size_t faces_without_area = 0;   ///< left out of the search, as those of obstacles are
  std::size_t collapsed_faces = 0;      ///< so many more than the input had, of those that move
  Contours contours;
  std::vector<std::optional<Obstruction>> obstructions;  ///< of each contour; none: the file's numbers are too coarse
  std::optional<MinimumDistance> separation;
  bool is_thickness_kept = true;  ///< nothing is nearer than the thickness asked for, if one was (see find_too_near)
  double largest_rounding = 0;    ///< of a vertex, by writing it
  int rounds = 1;                 ///< that it took because of that

  bool is_clean() const { return pairs.empty() && collapsed_faces == 0; }
};

/// The result of untangling as JSON; the schema is docs/untangle_json.md.
std::string format_untangle_json(std::span<const UntangledMesh> meshes, const UntangleReport& report,
                                 const UntangledState& written);

/// One frame of an animation that was untangled.
struct UntangledFrame {
  std::string name;
  UntangleReport report;
  UntangledState written;
  bool is_resumed = false;  ///< it was there already and only checked
};

/// The same for an animation. `is_complete` says whether all frames were untangled.
std::string format_untangle_animation_json(std::span<const UntangledMesh> meshes,
                                           std::span<const UntangledFrame> frames, bool is_complete);

/// The same for files that were untangled one by one.
std::string format_untangle_batch_json(std::span<const UntangledFrame> files, bool is_complete);

}  // namespace abut
