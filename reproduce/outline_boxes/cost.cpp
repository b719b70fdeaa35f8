// 3.1.1: what it takes to make the same contour with less detail, "negligible" in the paper.
#include <fmt/format.h>

#include "base/timer.h"
#include "reproduce/median.h"
#include "reproduce/outline_boxes/boxed_tree.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/wavy_outline.h"

namespace abut::reproduce {
namespace {

constexpr int kRuns = 51;
constexpr double kNegligible = 0.05;

struct BuildSeconds {
  double elementary = 0, multiresolution = 0, levels = 0, short_levels = 0;
};

template <class Action>
double measure(const Action& action) {
  const Timer timer;
  action();
  return timer.seconds();
}

// By turns, so that all meet the machine in the same moods.
BuildSeconds measure_builds(const Outline& outline) {
  std::array<std::vector<double>, 4> seconds;
  const Loop& loop = outline.loops[0];
  for (int run = 0; run < kRuns; ++run) {
    seconds[0].push_back(measure([&] { OutlineTree(outline, {SuperBoxes::elementary}); }));
    seconds[1].push_back(measure([&] { OutlineTree(outline, {SuperBoxes::multiresolution}); }));
    seconds[2].push_back(measure([&] { make_coarse_loops(loop, Adaptation::multiresolution); }));
    seconds[3].push_back(measure([&] { make_coarse_loops(loop, Adaptation::short_filters); }));
  }
  return {find_median(seconds[0]), find_median(seconds[1]), find_median(seconds[2]), find_median(seconds[3])};
}

}  // namespace

void report_cost(Report& report, Expectations& expectations) {
  report.heading(3, "What less detail takes (3.1.1)");
  report.paragraph(
      "A tree of a contour of 512 segments, built by either method, and its coarser versions alone, by the library's "
      "wavelets, for which equations are solved, and by short filters.");
  Table table{
      {"contour", "tree, elementary", "tree, multiresolution", "ratio", "coarser versions", "by short filters"}};
  for (const ContourKind& kind : kContourKinds) {
    const BuildSeconds seconds = measure_builds(make_wavy_outline({.waves = kind.waves}, 0));
    const double more = seconds.multiresolution / seconds.elementary - 1,
                 short_more = seconds.short_levels / seconds.elementary;
    table.rows.push_back({kind.name, format_time(seconds.elementary), format_time(seconds.multiresolution),
                          format_number(1 + more), format_time(seconds.levels), format_time(seconds.short_levels)});
    const auto expect = [&](const char* name, double share) {
      expectations.push_back({fmt::format("building the tree of the {} contour, {}", kind.name, name),
                              "the extra step is negligible (under 5 %)", fmt::format("{:+.1f} %", 100 * share),
                              share < kNegligible});
    };
    expect("multiresolution", more);
    expect("short filters", short_more);
  }
  report.table(table);
}

}  // namespace abut::reproduce
