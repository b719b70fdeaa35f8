#include "untangle_frame_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

std::string describe_state(const UntangledState& written) {
  if (written.is_clean()) return "clean";
  if (written.pairs.empty()) return plural(written.collapsed_faces, "face collapsed", "faces collapsed");
  return plural(written.pairs.size(), "pair left", "pairs left");
}

// Without an iteration, how the frame before was moved was enough.
std::string describe_way(const UntangledFrame& frame) {
  const UntangleReport& report = frame.report;
  if (frame.is_resumed) return "was there already";
  if (report.was_clean()) return "nothing to untangle";
  const bool is_carried_over = report.iterations() == 0 && frame.written.is_clean();
  const std::string work =
      is_carried_over ? "carried over from the frame before" : plural(report.iterations(), "iteration", "iterations");
  return fmt::format("{} before, {} in {:.2f} s", plural(report.before.pairs, "pair", "pairs"), work, report.seconds);
}

std::string describe_numbers(const UntangledFrame& frame) {
  const Deformation& d = frame.report.deformation;
  std::string text;
  if (frame.written.separation) text += fmt::format("; {:.3g} apart", frame.written.separation->distance);
  if (d.moved_vertices == 0) return text + "; not moved";
  const double unit = d.mean_edge > 0 ? d.mean_edge : 1;
  return text + fmt::format("; stretch up to {:.3f}, moved {:.3g} edges in the mean", d.largest_stretch,
                            d.mean_displacement / unit);
}

double separation_of(const UntangledFrame& frame) {
  return frame.written.separation ? frame.written.separation->distance : std::numeric_limits<double>::infinity();
}

// Which frames to look at first.
std::string describe_worst(std::span<const UntangledFrame> frames) {
  if (frames.empty()) return {};
  const auto worst = [&](const auto& value) {
    return std::max_element(frames.begin(), frames.end(),
                            [&](const auto& a, const auto& b) { return value(a) < value(b); });
  };
  const auto nearest = worst([](const UntangledFrame& f) { return -separation_of(f); });
  const auto longest = worst([](const UntangledFrame& f) { return f.report.deformation.largest_stretch; });
  const auto farthest = worst([](const UntangledFrame& f) { return f.report.deformation.largest_displacement; });
  std::string text;
  if (nearest->written.separation) {
    text += fmt::format("Least separation: {:.6g}, in {}.\n", separation_of(*nearest), printable(nearest->name));
  }
  const Deformation& moved = farthest->report.deformation;
  if (moved.moved_vertices == 0) return text;
  return text + fmt::format("Largest stretch: {:.3f}, in {}. Largest displacement: {:.6g}, in {}.\n",
                            longest->report.deformation.largest_stretch, printable(longest->name),
                            moved.largest_displacement, printable(farthest->name));
}

}  // namespace

std::string summarize_untangled_frame(std::size_t number, std::size_t count, const UntangledFrame& frame) {
  const auto width = std::to_string(count).size();
  return fmt::format("{:>{}}/{}  {}: {} ({}){}\n", number + 1, width, count, printable(frame.name),
                     describe_state(frame.written), describe_way(frame), describe_numbers(frame));
}

std::string summarize_series(std::span<const UntangledFrame> frames, const std::string& all) {
  std::size_t clean = 0, pairs = 0, resumed = 0;
  double seconds = 0;
  for (const UntangledFrame& frame : frames) {
    clean += frame.written.is_clean();
    pairs += frame.written.pairs.size();
    resumed += frame.is_resumed;
    seconds += frame.report.seconds;
  }
  const std::string done =
      resumed == 0 ? fmt::format("{} of {} untangled:", frames.size(), all)
                   : fmt::format("{}: {} untangled now, {} were there already;", all, frames.size() - resumed, resumed);
  return fmt::format("{} {}, {} clean as written and read back.\n{}Untangled in {:.3f} s.\n", done,
                     clean == frames.size() ? "no intersections, proven" : plural(pairs, "pair left", "pairs left"),
                     clean, describe_worst(frames), seconds);
}

}  // namespace abut
