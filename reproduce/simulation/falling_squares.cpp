// 3.1.1 and Fig. 6: 25 squares of cloth that cross each other fall on the ground.
#include <fmt/format.h>

#include "reproduce/simulation/recoveries.h"
#include "reproduce/simulation/run_numbers.h"
#include "reproduce/simulation/run_picture.h"
#include "reproduce/simulation/simulation.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kEarly = 10;  // the frame of the second picture
constexpr std::size_t kKept[] = {0, kEarly};
const Vec3 kFrom(1, -1.5, 0.8);

const char* const kWords =
    "`scene:squares`: 25 squares of 288 triangles, as in the paper, fall in a heap on the ground while their "
    "intersections are resolved, by either scheme or not at all. Free from: the first frame from which on nothing "
    "intersects in any, at 30 frames a second with two steps each.";

std::string format_clean_frame(const SceneRun& run) {
  const auto frame = find_clean_frame(run);
  return frame ? fmt::format("frame {}", *frame) : "**never**";
}

void add_row(Table& table, const NamedRecovery& recovery, const SceneRun& run) {
  const RecordedFrame& start = run.frames.front();
  table.rows.push_back({recovery.name, format_count(start.contours), format_count(start.crossings),
                        format_count(run.frames[kEarly].crossings), format_clean_frame(run), format_end(run),
                        format_share(find_largest_strain(run)), format_time(find_median_step(run))});
}

void expect(Expectations& expectations, Recovery scheme, const SceneRun& run) {
  const auto frame = find_clean_frame(run);
  const std::string measured = frame ? fmt::format("from frame {} on", *frame) : format_end(run) + " pairs at the end";
  if (scheme == Recovery::global) {
    expectations.push_back(
        {"falling squares: global", "a totally intersection-free configuration", measured, frame.has_value()});
  }
  if (scheme == Recovery::none) {
    expectations.push_back({"falling squares: none", "a clump without any improvement", measured, !frame});
  }
}

// Without contours: where nothing is resolved they would cover all.
Report::Figure draw_state(const SceneRun& run, std::size_t frame, const std::vector<Vec3>& scale, const char* name,
                          const char* words) {
  const std::string title = fmt::format("{}, frame {}: {} pairs", words, frame, format_count(run.frames[frame].pairs));
  MeshPicture picture = picture_bodies(run, frame, kFrom, title);
  picture.frame = scale;
  return {fmt::format("falling_squares_{}", name), title, draw(picture)};
}

void report_states(Report& report, const SceneRun& resolved, const SceneRun& clump) {
  const auto scale = list_kept_points(resolved);
  report.figures({draw_state(resolved, 0, scale, "start", "25 squares"),
                  draw_state(resolved, kEarly, scale, "early", "global scheme"),
                  draw_state(resolved, resolved.last(), scale, "global", "global scheme"),
                  draw_state(clump, clump.last(), scale, "none", "without resolution")});
}

}  // namespace

void report_falling_squares(Report& report, Expectations& expectations) {
  report.heading(3, "Squares that fall (3.1.1, Fig. 6)");
  report.paragraph(kWords);
  Table table{{"resolution", "contours", "crossings", fmt::format("crossings in frame {}", kEarly), "free from",
               "pairs at the end", "worst strain", "time per step"}};
  Plot plot{"Intersecting pairs, 25 squares that fall", "seconds", "pairs", {}, 1, true};
  std::vector<SceneRun> runs;
  for (const NamedRecovery& recovery : kRecoveries) {
    SceneDescription scene = read_example("squares");
    scene.settings.recovery.scheme = recovery.scheme;
    const SceneRun& run = runs.emplace_back(run_scene(scene, kKept));
    add_row(table, recovery, run);
    plot.lines.push_back(make_pairs_line(recovery.name, recovery.color, run));
    expect(expectations, recovery.scheme, run);
  }
  report_states(report, runs.front(), runs.back());
  report.figure({"falling_squares_pairs", "Intersecting pairs over time", draw(plot)});
  table.rows.push_back({"paper, global", "over 100", "roughly 2,000", "", "quickly", "0", "", "200 to 400 ms"});
  report.table(table);
}

}  // namespace abut::reproduce
