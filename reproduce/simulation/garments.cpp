// 3.1.4 and Fig. 1: garments in layers that cross each other at the start, on a body that then walks.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/simulation/run_numbers.h"
#include "reproduce/simulation/run_picture.h"
#include "reproduce/simulation/simulation.h"

namespace abut::reproduce {
namespace {

constexpr double kSettled = 1;                // s: from then on nothing may intersect
constexpr std::size_t kKept[] = {0, 30, 75};  // at the start, then, and during the walk; and the last
const Vec3 kFrom(1, -1.5, 0.3);

constexpr const char* kWords =
    "`scene:garments`: {} layers of cloth that are put roughly where they belong, through each other, on a body that "
    "begins to walk after a second. The paper shows its garments without numbers: what it claims is that an exact "
    "placement is not necessary, and that the simulation always reverts to correct.";

bool test_clean_from(const SceneRun& run, double time) {
  const auto is_good = [&](const RecordedFrame& frame) { return frame.time < time || frame.pairs == 0; };
  return run.trouble.empty() && std::ranges::all_of(run.frames, is_good);
}

// Frames from this time on in which something intersects.
std::size_t count_crossing_frames(const SceneRun& run, double time) {
  return static_cast<std::size_t>(
      std::ranges::count_if(run.frames, [&](const RecordedFrame& f) { return f.time >= time && f.pairs > 0; }));
}

std::string format_first_clean(const SceneRun& run) {
  const auto clean = std::ranges::find(run.frames, std::size_t(0), &RecordedFrame::pairs);
  return clean == run.frames.end() ? "**none**" : std::to_string(clean - run.frames.begin());
}

double find_median_frame(const SceneRun& run) { return find_median_step(run) * run.frames.back().steps; }

std::vector<Report::Figure> draw_states(const SceneRun& run) {
  std::vector<Report::Figure> figures;
  for (const auto& [frame, positions] : run.kept) {
    const std::string title = frame == 0 ? "at the start" : fmt::format("after {:.1f} s", run.frames[frame].time);
    figures.push_back(
        {fmt::format("garments_{}", figures.size()), title, draw(picture_frame(run, frame, kFrom, title))});
  }
  return figures;
}

void report_table(Report& report, const SceneRun& run) {
  Table table{{"layers", "triangles", "pairs at the start", "first clean frame", "clean from 1 s on", "frames",
               "pairs at the end", "worst strain", "time per frame"},
              0};
  table.rows.push_back({std::to_string(run.scene.cloths.size()), format_count(run.cloth_triangles()),
                        format_count(run.frames.front().pairs), format_first_clean(run),
                        test_clean_from(run, kSettled) ? "yes" : "**no**", format_count(run.frames.size() - 1),
                        format_end(run), format_share(find_largest_strain(run)), format_time(find_median_frame(run))});
  report.table(table);
}

}  // namespace

void report_garments(Report& report, Expectations& expectations) {
  report.heading(3, "Garments (3.1.4, Fig. 1)");
  const SceneRun run = run_scene(read_example("garments"), kKept);
  report.paragraph(fmt::format(kWords, run.scene.cloths.size()));
  report.figures(draw_states(run));
  Plot plot{"Intersecting pairs, garments", "seconds", "pairs", {}, 1, true};
  plot.lines.push_back(make_pairs_line("global", colors::blue, run));
  report.figure({"garments_pairs", "Intersecting pairs over time", draw(plot)});
  report_table(report, run);
  const std::size_t crossing = count_crossing_frames(run, kSettled);
  expectations.push_back({"garments: from one second on", "nothing intersects, whatever the placement",
                          fmt::format("{} frames with intersections", crossing), test_clean_from(run, kSettled)});
}

}  // namespace abut::reproduce
