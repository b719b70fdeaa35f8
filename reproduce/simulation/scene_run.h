// A scene of examples/, or another, simulated on one thread, and what each of its frames came to.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/scene_file.h"

namespace abut::reproduce {

/// What a frame came to. What was done to find that out does not count as time.
struct RecordedFrame {
  double time = 0;                          ///< in the scene
  std::size_t pairs = 0;                    ///< of faces that intersect; those of two obstacles do not count
  std::size_t crossings = 0, contours = 0;  ///< of these pairs: edges that pierce faces, and what they belong to
  std::size_t contacts = 0;                 ///< of its last step
  double largest_strain = 0;
  int steps = 0;          ///< of the scene's length; one that is tried again, or in halves, counts once
  double seconds = 0;     ///< of all its steps
  double worst_step = 0;  ///< the longest time that one took
};

/// The positions of all bodies, at one time.
using ScenePositions = std::vector<std::vector<Vec3>>;

struct SceneRun {
  LoadedScene scene;
  std::vector<RecordedFrame> frames;           ///< from the start on
  std::map<std::size_t, ScenePositions> kept;  ///< of the frames that were asked for, and of the last
  std::string trouble;                         ///< what ended it early; empty: nothing

  /// All bodies as they were in a frame that was kept: cloths, then obstacles.
  std::vector<Body> place(std::size_t frame) const;
  std::size_t last() const { return frames.size() - 1; }
  std::size_t cloth_triangles() const;
};

/// What intersects where cloths come before obstacles; pairs of two obstacles do not count.
std::vector<IntersectingPair> find_cloth_pairs(std::span<const Body> bodies, std::size_t cloth_count);

/// One of examples/; the name must be one of list_simulations().
SceneDescription read_example(std::string_view name);

/// Simulates all of its frames, or so many at most; the positions of those in `kept` are kept.
SceneRun run_scene(const SceneDescription& description, std::span<const std::size_t> kept = {},
                   std::size_t most_frames = SIZE_MAX);

}  // namespace abut::reproduce
