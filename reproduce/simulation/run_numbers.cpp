#include "reproduce/simulation/run_numbers.h"

#include <fmt/format.h>

#include <algorithm>

#include "reproduce/median.h"
#include "reproduce/report.h"

namespace abut::reproduce {

std::optional<std::size_t> find_clean_frame(const SceneRun& run) {
  std::size_t first = run.frames.size();
  while (first > 0 && run.frames[first - 1].pairs == 0) --first;
  if (first == run.frames.size() || !run.trouble.empty()) return std::nullopt;
  return first;
}

std::size_t find_longest_spell(const SceneRun& run) {
  std::size_t longest = 0, length = 0;
  for (const RecordedFrame& frame : run.frames) {
    length = frame.pairs > 0 ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

std::size_t find_most_pairs(const SceneRun& run) {
  return std::ranges::max_element(run.frames, {}, &RecordedFrame::pairs)->pairs;
}

double find_mean_pairs(const SceneRun& run, double from) {
  double sum = 0, count = 0;
  for (const RecordedFrame& frame : run.frames) {
    if (frame.time < from) continue;
    sum += static_cast<double>(frame.pairs);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double find_largest_strain(const SceneRun& run) {
  return std::ranges::max_element(run.frames, {}, &RecordedFrame::largest_strain)->largest_strain;
}

double find_median_step(const SceneRun& run) {
  std::vector<double> seconds;
  for (const RecordedFrame& frame : run.frames) {
    if (frame.steps > 0) seconds.push_back(frame.seconds / frame.steps);
  }
  return find_median(seconds);
}

double find_worst_step(const SceneRun& run) {
  return std::ranges::max_element(run.frames, {}, &RecordedFrame::worst_step)->worst_step;
}

std::string format_end(const SceneRun& run) {
  if (!run.trouble.empty()) return fmt::format("**{}**", run.trouble);
  const std::size_t pairs = run.frames.back().pairs;
  return pairs > 0 ? fmt::format("**{}**", format_count(pairs)) : "0";
}

PlotLine make_pairs_line(std::string name, std::string color, const SceneRun& run) {
  return make_line(std::move(name), std::move(color), run.frames,
                   [](const RecordedFrame& frame) { return frame.pairs; });
}

}  // namespace abut::reproduce
