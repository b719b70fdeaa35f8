#include "simulate_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

// What steps that were taken now have done.
struct Sums {
  CoupledReport report;
  double seconds = 0, step_seconds = 0, simulated = 0, largest_strain = 0;
  std::size_t made = 0;
};

Sums add_up(const SimulateResult& result) {
  Sums sums;
  for (const SimulatedFrame& frame : result.frames) {
    if (frame.is_resumed || frame.frame == 0) continue;
    sums.report.cloth += frame.report.cloth;
    sums.report.solids += frame.report.solids;
    sums.largest_strain = std::max(sums.largest_strain, frame.report.cloth.largest_strain);
    sums.seconds += frame.seconds;
    sums.step_seconds += frame.step_seconds;
    sums.simulated += 1 / result.summary.fps;
    ++sums.made;
  }
  return sums;
}

std::string describe_crossings(const SimulateResult& result) {
  const std::size_t crossing = result.crossing_frames();
  if (crossing == 0) return "Cloth intersects nothing in any frame.\n";
  const std::size_t last = result.frames.back().pairs;
  std::string text = fmt::format(
      "Cloth intersects something in {}, {}.\n", plural(crossing, "frame", "frames"),
      last == 0 ? "but not in the last"
                : fmt::format("with {} in the last", plural(last, "intersecting pair", "intersecting pairs")));
  if (last > 0 && result.frames.front().pairs > 0)
    text += "What crosses from the start can be taken apart before: abut untangle (docs/cloth.md tells what stays)\n";
  return text;
}

std::string describe_cloth(const SimulateResult& result, const Sums& sums) {
  std::string text = fmt::format("{} triangles of cloth, thickness {:.3g} m\n", with_commas(result.summary.triangles),
                                 result.summary.thickness);
  const SimulationReport& report = sums.report.cloth;
  if (sums.made > 0) {
    text += fmt::format(
        "{:.0f} % of the time of steps is collision; the slowest step took {:.3g} s; largest strain {:.0f} %\n",
        100 * report.times.collision() / std::max(report.times.total, 1e-9), report.worst_step_seconds,
        100 * sums.largest_strain);
  }
  if (report.held_back > 0) {
    text += fmt::format("{} held back so that nothing passes through\n",
                        plural(report.held_back, "particle was", "particles were"));
  }
  return text + describe_crossings(result);
}

std::string name_solid(const SimulateResult& result, std::uint32_t solid) {
  return solid == kWorld ? "the ground" : quote(result.summary.solids[solid]);
}

// Which solids are in each other in the last frame, the deepest first of all.
std::string describe_overlaps(const SimulateResult& result) {
  const SimulatedFrame& last = result.frames.back();
  if (last.overlaps.empty()) return "In the last frame no solid is in another.\n";
  const auto deepest = std::max_element(last.overlaps.begin(), last.overlaps.end(),
                                        [](const SolidOverlap& a, const SolidOverlap& b) { return a.depth < b.depth; });
  return fmt::format("In the last frame {} by up to {:.3g} m ({} and {}){}.\n",
                     plural(last.overlaps.size(), "pair of solids overlaps", "pairs of solids overlap"), deepest->depth,
                     name_solid(result, deepest->a), name_solid(result, deepest->b),
                     last.deep_overlaps == 0
                         ? ", as solids that rest on each other do"
                         : fmt::format(", {} of them deeper than {:g} % of the smaller one's half extent",
                                       last.deep_overlaps, 100 * kDeepShare));
}

std::string describe_solids(const SimulateResult& result, const Sums& sums) {
  const SimulationSummary& summary = result.summary;
  std::string text = plural(summary.solids.size(), "solid", "solids");
  if (summary.joints > 0) text += ", " + plural(summary.joints, "joint", "joints");
  const SolidReport& report = sums.report.solids;
  if (sums.made > 0) {
    text += fmt::format("; {} and {} in all; deepest overlap on the way {:.3g} m",
                        plural(report.contacts, "contact", "contacts") + " at the end",
                        plural(report.impacts, "impact", "impacts"), report.deepest);
    if (summary.joints > 0) text += fmt::format(", largest gap of a joint {:.2g}", report.largest_joint_gap);
    text += fmt::format("\nEnergy {:.6g} J at the start, {:.6g} J at the end\n", result.frames.front().energy.total(),
                        result.frames.back().energy.total());
  } else {
    text += '\n';
  }
  if (report.unresolved > 0)
    text += fmt::format("{} had more impacts than could be told apart\n", plural(report.unresolved, "step", "steps"));
  return text + describe_overlaps(result);
}

}  // namespace

std::string summarize(const SimulateResult& result, std::size_t frame_count) {
  const Sums sums = add_up(result);
  std::string text = fmt::format("{} of {} frames", result.frames.size() - 1, frame_count);
  if (sums.made > 0) {
    text += fmt::format(", {:.3g} s a frame, {:.3g} times real time{}", sums.seconds / static_cast<double>(sums.made),
                        sums.simulated / std::max(sums.step_seconds, 1e-9),
                        sums.made + 1 < result.frames.size()
                            ? fmt::format(" (of {} made now)", plural(sums.made, "frame", "frames"))
                            : "");
  }
  text += '\n';
  if (result.summary.triangles > 0) text += describe_cloth(result, sums);
  if (!result.summary.solids.empty()) text += describe_solids(result, sums);
  return text;
}

}  // namespace abut
