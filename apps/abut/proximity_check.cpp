#include "proximity_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/timer.h"
#include "distance_search.h"
#include "feature_text.h"
#include "mesh_recording.h"
#include "result_view.h"

namespace abut {
namespace {

constexpr std::size_t kMaxProximities = 8;

// The least distance of meshes from each other and themselves, or of those before --against from those after it.
std::optional<MinimumDistance> find_least(const CheckOptions& options, std::span<const Body> bodies,
                                          const RunSettings& run) {
  const std::size_t first_other = options.count_first(bodies.size());
  return first_other == bodies.size() ? find_minimum_distance(bodies, {.run = run})
                                      : find_distance_between(bodies, first_other, run);
}

ProximityReport search(const CheckOptions& options, std::span<const Body> bodies, const Progress& progress) {
  const Timer timer;
  const RunSettings run{options.threads, progress};
  const bool is_against = options.count_first(bodies.size()) < bodies.size();
  ProximityReport report{*options.within, {}, {}};
  report.found = find_proximities(
      bodies, {.run = run, .scope = is_against ? Scope::between : Scope::all, .within = report.within});
  std::erase_if(report.found.pairs, [&](const Proximity& pair) {
    return is_against && !options.test_against(pair.a.body, pair.b.body, bodies.size());
  });
  if (report.found.is_complete) report.least = find_least(options, bodies, run);
  report.seconds = timer.seconds();
  return report;
}

std::string describe_least(std::span<const CheckedMesh> meshes, const ProximityReport& report) {
  const auto& least = report.least;
  if (!report.found.is_complete) return {};
  if (!least) return "Nothing to measure.\n";
  if (least->intersection) return "They intersect: the least distance is 0.\n";
  const Proximity& nearest = *least->nearest;
  return fmt::format("Least distance: {:.9g}, of {} and {}.\n", least->distance, describe_feature(meshes, nearest.a),
                     describe_feature(meshes, nearest.b));
}

std::string summarize(std::span<const CheckedMesh> meshes, const ProximityReport& report) {
  const auto& pairs = report.found.pairs;
  if (pairs.empty() && !report.found.is_complete) return "Stopped early: nothing near found so far.\n";
  std::string text = pairs.empty()
                         ? fmt::format("No features within {:g} of each other.\n", report.within)
                         : fmt::format("{}{} within {:g}, the nearest first:\n",
                                       report.found.is_complete ? "" : "Stopped early: at least ",
                                       plural(pairs.size(), "pair of features", "pairs of features"), report.within);
  for (std::size_t i = 0; i < std::min(kMaxProximities, pairs.size()); ++i) {
    text += fmt::format("  {:<12.6g} {} and {}\n", pairs[i].distance.distance, describe_feature(meshes, pairs[i].a),
                        describe_feature(meshes, pairs[i].b));
  }
  if (pairs.size() > kMaxProximities) {
    text += fmt::format("  {} more (--json lists all)\n", with_commas(pairs.size() - kMaxProximities));
  }
  return text + describe_least(meshes, report);
}

// What is near, for people who look.
Status record(const CheckOptions& options, const MeshInputs& meshes, const ProximityReport& report,
              const std::string& summary) {
  if (!options.view.is_wanted()) return success();
  auto view = ResultView::begin(options.view, make_recording_head("check", meshes, meshes.size()));
  if (!view) return view.error();
  const RecordedFrame frame{.name = "", .layers = {record_proximities(list_bodies(meshes), report.found.pairs)}};
  if (auto status = view->writer().add_frame(frame); !status) return status;
  if (auto status = view->finish({summary}, 0, options.quiet ? nullptr : options.out()); !status) return status;
  return InterruptGuard::was_interrupted() ? success() : view->show(options.out());
}

}  // namespace

ExitCode check_proximity(const CheckOptions& options, const MeshInputs& meshes) {
  if (count_frames(meshes) > 0) return fail({"--within looks at meshes that stand still; give single frames"});
  const ProximityReport report = [&] {
    ProgressBar bar("measuring", options.quiet);
    return search(options, list_bodies(meshes), bar.callback());
  }();
  const auto checked = list_checked(meshes);
  const auto status = write_reports(
      options, [&] { return format_proximity_json(checked, report); },
      [&] { return format_proximity_csv(checked, report); });
  if (!status) return fail(status.error());
  print_meshes(options, meshes);
  const std::string summary = summarize(checked, report);
  if (!options.quiet) fmt::print(options.out(), "{}Checked in {:.3f} s.\n", summary, report.seconds);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (const auto recorded = record(options, meshes, report, summary); !recorded) return fail(recorded.error());
  if (InterruptGuard::was_interrupted()) return fail({"interrupted; what was found so far is reported"});
  const bool is_clear = report.found.pairs.empty() && !(report.least && report.least->distance <= report.within);
  return is_clear ? ExitCode::clean : ExitCode::found;
}

}  // namespace abut
