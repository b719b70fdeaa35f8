// 3.1.1 and Fig. 6: 25 squares of cloth that were thrown into each other.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/iteration_cost.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/contour_minimisation/tangle_picture.h"
#include "reproduce/median.h"
#include "reproduce/plot.h"

namespace abut::reproduce {
namespace {

constexpr std::uint64_t kSeeds = 5;
constexpr std::size_t kEarly = 3;      // iterations before the second picture
constexpr std::size_t kFirstTen = 10;  // after which the paper has resolved "a large amount"
constexpr double kSmallShare = 0.05;   // "not measurable"
const Vec3 kFrom(1, -1.5, 0.8);

struct NamedScheme {
  const char* name;
  const char* color;
  Scheme scheme;
};
const NamedScheme kSchemes[] = {{"global", colors::blue, Scheme::global},
                                {"local", colors::orange, Scheme::local},
                                {"all", colors::green, Scheme::all}};

double find_share_gone(const Recording& recording) {
  return 1 - static_cast<double>(recording.crossings_at(kFirstTen)) /
                 static_cast<double>(recording.report.before.crossings);
}

Report::Figure draw_state(const ReadyTangle& tangle, const Positions& state, const Recording& of, const char* name,
                          const std::string& title) {
  MeshPicture picture = picture_tangle(tangle.place(state), kFrom, title);
  picture.frame = list_points(tangle.bodies());
  const auto after = list_points(tangle.place(of.report.positions));
  picture.frame.insert(picture.frame.end(), after.begin(), after.end());
  return {fmt::format("squares_{}", name), title, draw(picture)};
}

void report_states(Report& report, const ReadyTangle& tangle, const Recording& recording) {
  const std::size_t early = std::min(kEarly, recording.states.size() - 1);
  report.figures({draw_state(tangle, recording.states[0], recording, "start", "25 squares at the start"),
                  draw_state(tangle, recording.states[early], recording, "early",
                             fmt::format("after {} iterations of the global scheme", early)),
                  draw_state(tangle, recording.report.positions, recording, "end",
                             fmt::format("at the end, after {}", format_outcome(recording.report)))});
}

PlotLine make_line(const NamedScheme& scheme, const Recording& recording) {
  PlotLine line{scheme.name, scheme.color, {}};
  for (std::size_t i = 0; i <= recording.report.steps.size(); ++i) {
    line.points.push_back({double(i), double(recording.crossings_at(i))});
  }
  return line;
}

void add_row(Table& table, std::uint64_t seed, const NamedScheme& scheme, const Recording& recording) {
  const UntangleReport& result = recording.report;
  table.rows.push_back({std::to_string(seed), scheme.name, format_count(result.before.contours),
                        format_count(result.before.crossings), format_count(recording.crossings_at(kEarly)),
                        format_share(find_share_gone(recording)),
                        result.is_clean() ? std::to_string(result.iterations())
                                          : fmt::format("**{} pairs left**", result.pairs_left.size()),
                        format_time(find_median(recording.seconds))});
}

void add_cost_row(Table& table, std::uint64_t seed, const IterationCost& cost) {
  table.rows.push_back({std::to_string(seed), format_time(cost.iteration), format_time(cost.grouping),
                        format_time(cost.gradients), format_share(cost.share())});
}

// What is asked of all seeds.
struct Extremes {
  double least_gone = 1, largest_share = 0;
  int most_global = 0, fewest_local = INT32_MAX;
  bool is_solved = true;

  void add(Scheme scheme, const Recording& recording) {
    const UntangleReport& result = recording.report;
    if (scheme == Scheme::local) fewest_local = std::min(fewest_local, result.iterations());
    if (scheme != Scheme::global) return;
    is_solved &= result.is_clean();
    most_global = std::max(most_global, result.iterations());
    least_gone = std::min(least_gone, find_share_gone(recording));
  }
  void add(const IterationCost& cost) { largest_share = std::max(largest_share, cost.share()); }
  void expect(Expectations& expectations) const {
    expectations.push_back({"squares: the global scheme", "a totally intersection-free configuration",
                            is_solved ? fmt::format("in {} iterations or fewer", most_global) : "not always",
                            is_solved});
    expectations.push_back({"squares: crossings gone after ten iterations", "a large amount (over half)",
                            format_share(least_gone) + " or more", least_gone > 0.5});
    expectations.push_back({"squares: the local scheme", "works poorly (slower than any global one)",
                            fmt::format("{} iterations or more", fewest_local), fewest_local > most_global});
    expectations.push_back({"squares: what contour minimisation takes of an iteration", "not measurable (under 5 %)",
                            "up to " + format_share(largest_share), largest_share < kSmallShare});
  }
};

const char* const kWords =
    "The tangle `squares`: 25 squares of 288 triangles, as in the paper, in a random heap. Five heaps. In the paper "
    "they fall on the ground meanwhile; here they are only taken apart, and the next chapter lets them fall. The paper "
    "has more than a hundred contours and roughly 2,000 crossings (edges that pierce faces); its times are those of a "
    "Pentium 4. Where lines of the plot coincide, only the last is seen.";

const char* const kCostWords =
    "What the method itself takes, in the global scheme, on one thread. An iteration is measured from the start of one "
    "to the start of the next, all of it: search, contacts, relaxation, guard. Grouping (`find_piercings`) and "
    "gradients (`sum_gradients`) are measured apart, on the recorded states, as medians of five; means over all "
    "iterations but the last. What finds the crossings does not count, as in the paper: it is needed to know that "
    "surfaces intersect at all.";

}  // namespace

void report_squares(Report& report, Expectations& expectations) {
  report.heading(3, "Untangling squares of cloth (3.1.1, Fig. 6)");
  report.paragraph(kWords);
  Table table{{"seed", "scheme", "contours", "crossings", "after 3 iterations", "gone after 10", "iterations to 0",
               "time per iteration"},
              2};
  Table costs{{"seed", "iteration", "grouping", "gradients", "share"}};
  Plot plot{"Crossings by iteration, 25 squares (seed 0)", "iterations", "crossings", {}, 1, true};
  Extremes extremes;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const ReadyTangle tangle("squares", seed);
    for (const NamedScheme& scheme : kSchemes) {
      const Recording recording = record(tangle, {.scheme = scheme.scheme});
      extremes.add(scheme.scheme, recording);
      add_row(table, seed, scheme, recording);
      if (seed == 0) plot.lines.push_back(make_line(scheme, recording));
      if (scheme.scheme != Scheme::global) continue;
      if (seed == 0) report_states(report, tangle, recording);
      const IterationCost cost = measure_cost(tangle, recording);
      extremes.add(cost);
      add_cost_row(costs, seed, cost);
    }
  }
  report.figure({"squares_crossings", "Crossings by iteration", draw(plot)});
  table.rows.push_back({"paper", "global", "over 100", "roughly 2,000", "", "a large amount", "", "200 to 400 ms"});
  report.table(table);
  report.paragraph(kCostWords);
  report.table(costs);
  extremes.expect(expectations);
}

}  // namespace abut::reproduce
