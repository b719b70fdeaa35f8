// What the formats of animations have in common for AnimationWriter, which has checked all that comes here.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/animation.h"

namespace abut {

/// Of each mesh of the head, whether it moves or not.
using FramePositions = std::span<const std::span<const Vec3>>;

/// Files of one format that grow by frames. One that is destroyed before it is finished leaves nothing behind but the
/// frames of a sequence.
class AnimationSink {
 public:
  virtual ~AnimationSink() = default;

  /// Throws Failure if there is no room for the frame: nothing has happened then. Returns an error if it could not be
  /// written: then there is no use in going on.
  virtual Status add_frame(FramePositions positions) = 0;
  virtual Status finish() = 0;
  /// See AnimationWriter::files.
  virtual std::vector<std::filesystem::path> files() const = 0;
  /// See AnimationWriter::may_replace.
  virtual bool may_replace(const std::filesystem::path& file) const;
};

/// What a sink is made for. The head lives as long as the sink.
struct AnimationTask {
  const std::filesystem::path& path;
  const AnimationHead& head;
  bool overwrite = false;
};

using SinkResult = Result<std::unique_ptr<AnimationSink>>;

// They throw Failure if the format cannot hold the meshes.
SinkResult make_sequence_sink(const AnimationTask& task);
SinkResult make_pc2_sink(const AnimationTask& task);
SinkResult make_usda_sink(const AnimationTask& task);
SinkResult make_glb_sink(const AnimationTask& task);

/// Of each mesh a name of ASCII letters, digits and underscores that does not begin with a digit: fit for files and for
/// prims of USD. All differ, in more than upper and lower case.
std::vector<std::string> make_identifiers(std::span<const AnimatedMesh> meshes);

/// ASCII letters only.
std::string to_lower(std::string text);

/// As little-endian floats, which must be able to hold them.
std::string format_floats(std::span<const Vec3> positions);

}  // namespace abut
