// 3.1.3 and Fig. 8: a very long ribbon falls into a dish that turns and slowly tilts.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/simulation/coarse_ribbon.h"
#include "reproduce/simulation/run_numbers.h"
#include "reproduce/simulation/run_picture.h"
#include "reproduce/simulation/simulation.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kFrames = 210;                 // most of this chapter's time goes here: fewer for a quick look
constexpr double kPaperLeast = 3, kPaperWorst = 30;  // seconds per iteration
constexpr double kWantedFactor = 20;
constexpr std::size_t kKept[] = {kFrames / 15, kFrames / 3, 2 * kFrames / 3};  // and the last
constexpr int kPictureStride = 4;  // cells that a face of the pictures is long
const Vec3 kFrom(0.6, -1.5, 0.9);

constexpr const char* kWords =
    "`scene:ribbon`: a ribbon 120 m long and 5 cm wide, of {} triangles, falls into a dish that turns and tilts, until "
    "it slides out. The paper's times depend \"on the highly variable amount of collisions\", so both are drawn over "
    "the time in the scene: seconds per step as the mean of each frame, and the worst of its steps.";

void add_paper_line(Plot& plot, double seconds, double end) {
  plot.lines.push_back(
      {fmt::format("paper: {} s", seconds), colors::grey, {{0, seconds}, {end, seconds}}, /*is_dashed=*/true});
}

std::string draw_seconds(const SceneRun& run) {
  Plot plot{"Seconds per step, ribbon, one thread", "seconds in the scene", "seconds per step", {}, 0, true};
  const auto mean = [](const RecordedFrame& frame) { return frame.seconds / frame.steps; };
  const auto worst = [](const RecordedFrame& frame) { return frame.worst_step; };
  const auto frames = std::span(run.frames).subspan(1);  // the start has no step
  plot.lines.push_back(make_line("mean of a frame", colors::blue, frames, mean));
  plot.lines.push_back(make_line("worst of a frame", colors::orange, frames, worst));
  add_paper_line(plot, kPaperLeast, run.frames.back().time);
  add_paper_line(plot, kPaperWorst, run.frames.back().time);
  return draw(plot);
}

std::string draw_counts(const SceneRun& run) {
  Plot plot{"Contacts and intersecting pairs, ribbon", "seconds in the scene", "count", {}, 1, true};
  const auto contacts = [](const RecordedFrame& frame) { return frame.contacts; };
  plot.lines.push_back(make_line("contacts", colors::blue, run.frames, contacts));
  plot.lines.push_back(make_pairs_line("pairs", colors::orange, run));
  return draw(plot);
}

std::vector<Report::Figure> draw_states(const SceneRun& run, std::array<int, 2> cells) {
  std::vector<Report::Figure> figures;
  for (const auto& [frame, positions] : run.kept) {
    const std::string title = fmt::format("after {:.1f} s", run.frames[frame].time);
    MeshPicture picture = picture_frame(run, frame, kFrom, title);
    const CoarseRibbon coarse(positions.front(), cells, kPictureStride);
    picture.bodies.front().body = coarse.body();
    figures.push_back({fmt::format("ribbon_{}", figures.size()), title, draw(picture)});
  }
  return figures;
}

std::size_t count_steps(const SceneRun& run) {
  std::size_t count = 0;
  for (const RecordedFrame& frame : run.frames) count += static_cast<std::size_t>(frame.steps);
  return count;
}

void report_table(Report& report, const SceneRun& run) {
  Table table{{"", "triangles", "steps", "median step", "worst step", "factor at the worst", "most contacts",
               "most pairs", "pairs at the end"}};
  const auto most = std::ranges::max_element(run.frames, {}, &RecordedFrame::contacts);
  table.rows.push_back({"abut", format_count(run.cloth_triangles()), format_count(count_steps(run)),
                        format_time(find_median_step(run)), format_time(find_worst_step(run)),
                        format_number(kPaperWorst / find_worst_step(run)), format_count(most->contacts),
                        format_count(find_most_pairs(run)), format_end(run)});
  table.rows.push_back({"paper", "about 80,000", "", fmt::format("{} to {} s", kPaperLeast, kPaperWorst),
                        fmt::format("roughly {} s", kPaperWorst), "1", "several tens of thousands", "a few", "0"});
  report.table(table);
}

void expect(Expectations& expectations, const SceneRun& run) {
  const double factor = kPaperWorst / find_worst_step(run);
  expectations.push_back({"ribbon: the worst step", fmt::format("{} times faster than the paper's", kWantedFactor),
                          fmt::format("{} times", format_number(factor)), factor >= kWantedFactor});
  expectations.push_back({"ribbon: at the end", "correctly untangled", format_end(run) + " pairs",
                          run.trouble.empty() && run.frames.back().pairs == 0});
}

}  // namespace

void report_ribbon(Report& report, Expectations& expectations) {
  report.heading(3, "The ribbon (3.1.3, Fig. 8)");
  const SceneDescription scene = read_example("ribbon");
  const SceneRun run = run_scene(scene, kKept, kFrames);
  report.paragraph(fmt::format(kWords, format_count(run.cloth_triangles())));
  report.figures(draw_states(run, scene.cloths.front().mesh.ribbon->cells));
  report.figure({"ribbon_seconds", "Seconds per step over time", draw_seconds(run)});
  report.figure({"ribbon_counts", "Contacts and intersecting pairs over time", draw_counts(run)});
  report_table(report, run);
  expect(expectations, run);
}

}  // namespace abut::reproduce
