// What a run comes to in a few numbers, and as lines of plots.
#pragma once

#include <optional>

#include "reproduce/plot.h"
#include "reproduce/simulation/scene_run.h"

namespace abut::reproduce {

/// The first frame from which on nothing intersects; none if something does in the last, or the run came to a bad end.
std::optional<std::size_t> find_clean_frame(const SceneRun& run);
/// As many frames, one after the other, had intersections.
std::size_t find_longest_spell(const SceneRun& run);
std::size_t find_most_pairs(const SceneRun& run);
/// Over all frames from this time on.
double find_mean_pairs(const SceneRun& run, double from);
double find_largest_strain(const SceneRun& run);
double find_median_step(const SceneRun& run);  ///< seconds; of frames' mean steps
double find_worst_step(const SceneRun& run);   ///< seconds
/// Pairs of the last frame; in bold, if there are any. If the run came to a bad end, that.
std::string format_end(const SceneRun& run);

/// A line that is made of each frame by its time in the scene.
template <class Measure>
PlotLine make_line(std::string name, std::string color, std::span<const RecordedFrame> frames, Measure measure) {
  PlotLine line{std::move(name), std::move(color), {}};
  for (const RecordedFrame& frame : frames) line.points.push_back({frame.time, double(measure(frame))});
  return line;
}

/// The intersecting pairs.
PlotLine make_pairs_line(std::string name, std::string color, const SceneRun& run);

}  // namespace abut::reproduce
