// What must hold for any bytes whatever: a scene is refused with the file's name, or it is written and read again as
// the same.
#pragma once

#include "abut/scene_file.h"
#include "fuzz/fuzz_format.h"

namespace abut {

inline int check_scene(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<SceneDescription> scene = parse_scene(bytes, "input");
  if (!scene) {
    require(scene.error().message.starts_with("input:"), "an error names the file");
    require(scene.error().message.find('\n') == std::string::npos, "an error is one line");
    return 0;
  }
  require(!scene->cloths.empty(), "there is something to simulate");
  const std::string text = format_scene(*scene);
  const Result<SceneDescription> again = parse_scene(text, "again");
  require(again.has_value(), "what was written can be read");
  require(format_scene(*again) == text, "what was written is read back");
  return 0;
}

}  // namespace abut
