// What must hold for any bytes whatever: a point cache is refused, or each of its frames is read or refused, and frames
// that were read come back from a new file.
#pragma once

#include "fuzz/fuzz_format.h"

namespace abut {

inline void check_frames_come_back(const std::vector<std::vector<Vec3>>& frames) {
  const Result<std::string> bytes = format_pc2(frames);
  require(bytes.has_value(), "frames that were read can be written");
  const Result<Animation> again = parse_animation(*bytes, "again");
  require(again && again->complete_frame_count() == frames.size(), "what was written can be opened");
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Result<std::vector<Vec3>> frame = again->read_frame(f);
    require(frame && *frame == frames[f], "what was written is read back");
  }
}

inline void check_missing_frames(const Animation& animation) {
  for (const std::size_t f : {animation.complete_frame_count(), animation.frame_count() - 1})
    if (f >= animation.complete_frame_count() && f < animation.frame_count())
      require(!animation.read_frame(f), "a frame behind the end of the file is not read");
}

inline int check_point_cache(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Result<Animation> animation = parse_animation(bytes, "input");
  if (!animation) {
    require(animation.error().message.starts_with("input:"), "an error names the file");
    return 0;
  }
  const std::size_t count = animation->complete_frame_count();
  require(count >= 1 && count <= animation->frame_count(), "there is a frame, and no more than promised");
  require(count * animation->vertex_count() * 12 < size, "frames do not need more bytes than there are");
  std::vector<std::vector<Vec3>> frames;
  for (std::size_t f = 0; f < count; ++f) {
    Result<std::vector<Vec3>> frame = animation->read_frame(f);
    if (frame)
      frames.push_back(*std::move(frame));
    else
      require(frame.error().message.starts_with("input: frame " + std::to_string(f) + ": vertex "),
              "an error names file, frame and vertex");
  }
  check_missing_frames(*animation);
  if (!frames.empty()) check_frames_come_back(frames);
  return 0;
}

}  // namespace abut
