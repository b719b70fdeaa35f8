// Scenes that are untangled one after the other: the frames of an animation, or files.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "console.h"
#include "untangle_targets.h"

namespace abut {

struct SceneSeries {
  std::string heading = {};                              ///< printed before the work begins
  std::string one = {}, many = {};                       ///< what a scene is called: "frame", "frames"
  std::function<Status(std::size_t)> load = {};          ///< makes the inputs those of a scene
  std::function<std::string(std::size_t)> name_of = {};  ///< what a report calls it
  std::function<std::string(std::span<const UntangledFrame>, bool is_complete)> format_json = {};
  bool is_continuous = false;  ///< how a scene was moved is a good start for the next, so that the result does not jump
};

/// Finished scenes stay when a later one cannot be read, or after Ctrl-C; --resume goes on from there.
ExitCode untangle_series(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets,
                         const SceneSeries& series);

}  // namespace abut
