// 3.1.2 and Fig. 7: a cloth falls over a ball while half of all collisions are overlooked.
#include <fmt/format.h>

#include "reproduce/simulation/recoveries.h"
#include "reproduce/simulation/run_numbers.h"
#include "reproduce/simulation/run_picture.h"
#include "reproduce/simulation/simulation.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kKept[] = {0, 10, 20};  // as in Fig. 7; and the last
constexpr double kManyPairs = 100;
constexpr std::size_t kFewFrames = 10;  // that an intersection may last: a third of a second
constexpr double kPaperRate = 12;       // iterations per second
const Vec3 kFrom(1, -1.5, 0.8);

constexpr const char* kWords =
    "`scene:ignored`: a cloth of {} triangles falls over a ball that turns under it, and on the ground, and folds on "
    "itself. In each step half of all that is found is overlooked, at random: contacts with the ball, the ground and "
    "itself, and crossings. Nothing else holds it back (`is_continuous` is false), so that intersections appear at "
    "random. Longest: the most frames (of 1/30 s and {} steps each), one after the other, in which something "
    "intersected. The scene was chosen from over a dozen, with one seed: in several nothing crossed even without "
    "resolution, and in one, a flat sheet on a larger ball in steps of 1/60 s, the ball went through at once and the "
    "global scheme took more than a second to first get the sheet off it.";

double find_last_mean(const SceneRun& run) {
  constexpr double kSecond = 1;
  return find_mean_pairs(run, run.frames.back().time - kSecond);
}

void add_row(Table& table, const char* name, const SceneRun& run) {
  table.rows.push_back({name, format_count(find_most_pairs(run)), format_number(find_last_mean(run)),
                        std::to_string(find_longest_spell(run)), format_end(run),
                        format_number(1 / find_median_step(run))});
}

void expect(Expectations& expectations, const NamedRecovery& recovery, const SceneRun& run) {
  const std::string what = fmt::format("half of all collisions ignored: {}", recovery.name);
  const std::size_t longest = find_longest_spell(run);
  const double mean = find_last_mean(run);
  if (recovery.scheme == Recovery::none) {
    expectations.push_back({what, fmt::format("intersections expand (to over {} pairs) and stay", kManyPairs),
                            format_number(mean) + " pairs on average in the last second", mean > kManyPairs});
  } else {
    expectations.push_back({what, fmt::format("resolved after a few frames (at most {})", kFewFrames),
                            fmt::format("at most {}", longest), run.trouble.empty() && longest <= kFewFrames});
  }
}

std::vector<Report::Figure> draw_states(const SceneRun& run, const char* name, const char* words) {
  std::vector<Report::Figure> figures;
  for (const auto& [frame, positions] : run.kept) {
    const std::string title = fmt::format("{}, frame {}", words, frame);
    figures.push_back(
        {fmt::format("ignored_{}_{}", name, frame), title, draw(picture_frame(run, frame, kFrom, title))});
  }
  return figures;
}

}  // namespace

void report_ignored_collisions(Report& report, Expectations& expectations) {
  report.heading(3, "Half of all collisions ignored (3.1.2, Fig. 7)");
  Table table{{"resolution", "most pairs", "mean of the last second", "longest, in frames", "pairs at the end",
               "steps per second"}};
  Plot plot{"Intersecting pairs while half of all collisions are ignored", "seconds", "pairs", {}, 1, true};
  std::vector<SceneRun> runs;
  for (const NamedRecovery& recovery : kRecoveries) {
    SceneDescription scene = read_example("ignored");
    scene.settings.recovery.scheme = recovery.scheme;
    const SceneRun& run = runs.emplace_back(run_scene(scene, kKept));
    add_row(table, recovery.name, run);
    plot.lines.push_back(make_pairs_line(recovery.name, recovery.color, run));
    expect(expectations, recovery, run);
  }
  report.paragraph(fmt::format(kWords, format_count(runs.front().cloth_triangles()), runs.front().frames.back().steps));
  report.figures(draw_states(runs.back(), "none", "without resolution"));
  report.figures(draw_states(runs.front(), "global", "global scheme"));
  report.figure({"ignored_pairs", "Intersecting pairs over time", draw(plot)});
  table.rows.push_back({"paper, global", "", "", "most 1 or 2", "", fmt::format("about {}", kPaperRate)});
  report.table(table);
}

}  // namespace abut::reproduce
