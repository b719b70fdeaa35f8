// Room 7, io, its third face: animations, written frame by frame. The formats are docs/animations.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/shape.h"

namespace abut {

enum class AnimationFormat {
  sequence,  ///< a mesh file per frame, OBJ or PLY, with doubles
  pc2,       ///< a point cache per mesh that moves, and each mesh as an OBJ beside it
  usda,      ///< one text file of Universal Scene Description
  glb,       ///< one binary glTF, each frame a morph target
};

/// The format a file's extension asks for: .obj, .ply, .pc2, .usda or .glb, in upper or lower case.
std::optional<AnimationFormat> find_animation_format(const std::filesystem::path& path);

/// A GLB has a weight for each frame and each morph target, so that weights grow with the square of the frames, and
/// programs that show it keep all frames in memory.
inline constexpr std::size_t kMaxGlbFrames = 600;

struct AnimatedMesh {
  std::string name;                   ///< of the object; as file or prim name it is made fit and unique
  const PolygonMesh* mesh = nullptr;  ///< its positions: where it is in frames that do not say otherwise
  bool moves = true;
};

struct AnimationHead {
  std::vector<AnimatedMesh> meshes = {};
  double fps = 30;       ///< frames per second, 0.001 to 1000000; mesh files and PC2 do not hold it
  bool is_y_up = false;  ///< the y axis points up, else the z axis; mesh files and PC2 do not hold it
};

/// Writes an animation frame by frame. No format needs more memory than a few frames.
///
/// Files have temporary names until finish(), so that nothing half-written is ever seen, and nothing is left behind of
/// an animation that is never finished. Only those of a sequence get their names at once, each when it is whole.
class AnimationWriter {
 public:
  /// The path's extension says the format. A sequence out/frame.obj has the files out/frame_0000.obj and so on. PC2
  /// with one mesh that moves is out/name.pc2, with several out/name.MESH.pc2 for each; the meshes themselves are OBJ
  /// files of the same names. Folders are not made.
  ///
  /// Refuses to replace existing files unless `overwrite`; a sequence then takes the place of a longer one, too, whose
  /// further frames finish() removes. Meshes must have polygons, keep their promises (see PolygonMesh) and outlive the
  /// writer.
  static Result<AnimationWriter> create(const std::filesystem::path& path, const AnimationHead& head,
                                        bool overwrite = false);
  AnimationWriter(AnimationWriter&&) noexcept;
  AnimationWriter& operator=(AnimationWriter&&) noexcept;
  ~AnimationWriter();

  /// The positions of each mesh of the head, in its order. Empty ones, and those of meshes at the end that are left
  /// out: where the head has the mesh. A mesh that does not move must have none.
  ///
  /// An error names the frame and the mesh: positions for other meshes than there are or of another number than its
  /// vertices, coordinates that are not finite, beyond kMaxCoordinate or (all but sequences) beyond what a float holds,
  /// or a frame that the format has no room for. Such a frame is left out, and others can follow. After an error of the
  /// disk none can: each further call returns it again.
  Status add_frame(std::span<const std::span<const Vec3>> positions);

  AnimationFormat format() const;
  std::size_t frame_count() const;
  /// The files there are after finish(); of a sequence those that there are now.
  std::vector<std::filesystem::path> files() const;

  /// Whether it writes, or takes away, this file.
  bool may_replace(const std::filesystem::path& file) const;

  /// The files get their names. An animation has at least one frame. To be called once, and last.
  Status finish();

 private:
  struct Content;
  explicit AnimationWriter(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace abut
