#include "untangle_run.h"

#include <algorithm>

#include "console.h"
#include "mesh_output.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxRounds = 3;
constexpr double kRoundingMargin = 3;  // both sides may come nearer by the rounding of a vertex

// All meshes as files will hold them, and what is said of that state. Work is that of all rounds up to it.
struct Attempt {
  UntangleReport report;
  std::vector<std::string> bytes;  // of those that move
  MeshInputs meshes;
  std::size_t pairs = 0, collapsed_faces = 0;
  double largest_rounding = 0;

  bool is_clean() const { return pairs == 0 && collapsed_faces == 0; }
  bool is_better_than(const Attempt& other) const {
    return pairs != other.pairs ? pairs < other.pairs : collapsed_faces < other.collapsed_faces;
  }
};

class UntangleRun {
 public:
  UntangleRun(const UntangleOptions& options, const UntangleInputs& inputs, std::span<const fs::path> targets,
              const UntangleObserver& observer)
      : options_(options),
        inputs_(inputs),
        targets_(targets),
        observer_(observer),
        run_{options.threads, {}},
        original_(inputs) {
    // What is untangled again starts from where it is, and still relaxes to the shape of the first input.
    for (std::size_t m = 0; m < inputs.moving_count; ++m) {
      original_.roles[m].start.clear();
      const auto positions = file_positions(*inputs.meshes[m]);
      if (original_.roles[m].rest.empty()) original_.roles[m].rest.assign(positions.begin(), positions.end());
    }
  }

  Result<UntangleResult> run();

 private:
  UntangleSettings make_settings() const;
  Result<Attempt> untangle_once(const MeshInputs& meshes, double least_thickness);
  Status check_files() const;
  Status untangle_in_rounds();
  bool needs_round() const;
  void add_work(UntangleReport& report) const;
  Result<Attempt> attempt(const MeshInputs& meshes, const std::vector<std::vector<Vec3>>& positions) const;
  Status keep_input();
  Status write() const;
  UntangleReport make_report();

  const UntangleOptions& options_;
  const UntangleInputs& inputs_;
  std::span<const fs::path> targets_;
  const UntangleObserver& observer_;
  RunSettings run_;
  UntangleInputs original_;
  int rounds_ = 0;
  Attempt last_, best_;
};

UntangleSettings UntangleRun::make_settings() const {
  UntangleSettings settings;
  settings.run = {options_.threads, [](std::uint64_t, std::uint64_t) { return !InterruptGuard::was_interrupted(); }};
  settings.max_iterations = options_.max_iterations;
  // A round that comes late gets at least a moment: 0 would mean no limit.
  if (options_.time_limit > 0) settings.time_limit = std::max(1e-3, options_.time_limit - last_.report.seconds);
  settings.seed = options_.seed;
  if (observer_) {
    settings.observer = [this](UntangleStep step, std::span<const std::span<const Vec3>> positions) {
      step.iteration += last_.report.iterations();
      observer_(step, positions);
    };
  }
  return settings;
}

// What the rounds before have done, in front of what this one did.
void UntangleRun::add_work(UntangleReport& report) const {
  if (rounds_ == 0) return;
  const UntangleReport& earlier = last_.report;
  for (UntangleStep& step : report.steps) step.iteration += earlier.iterations();
  report.steps.insert(report.steps.begin(), earlier.steps.begin(), earlier.steps.end());
  for (std::size_t i = 0; i < kStrategyCount; ++i) report.resolved_by[i] += earlier.resolved_by[i];
  report.seconds += earlier.seconds;
  report.before = earlier.before;
  report.depth = earlier.depth;
}

Result<Attempt> UntangleRun::attempt(const MeshInputs& meshes, const std::vector<std::vector<Vec3>>& positions) const {
  Attempt attempt;
  for (std::size_t m = 0; m < inputs_.moving_count; ++m) {
    auto output = make_output(*meshes[m], positions[m], targets_[m]);
    if (!output) return output.error();
    attempt.meshes.push_back(make_alike(*inputs_.meshes[m], std::move(output->file)));
    attempt.bytes.push_back(std::move(output->bytes));
    attempt.largest_rounding = std::max(attempt.largest_rounding, output->largest_rounding);
  }
  for (std::size_t m = inputs_.moving_count; m < meshes.size(); ++m) attempt.meshes.push_back(meshes[m]);
  attempt.pairs = find_counted(inputs_, list_bodies(attempt.meshes), run_).pairs.size();
  attempt.collapsed_faces = count_collapsed(inputs_, attempt.meshes);
  return attempt;
}

// Without a thickness that was asked for, only what is untangled is parted by the least one; the rest stays as near as
// it is. An error if faces are too small for it.
Result<Attempt> UntangleRun::untangle_once(const MeshInputs& meshes, double least_thickness) {
  const PlacedScene placed = place_scene(rounds_ == 0 ? inputs_ : original_, meshes);
  const auto largest = find_largest_thickness(placed.scene);
  if (largest && least_thickness > *largest) return Error{"the file's numbers are too coarse for faces so small"};
  UntangleSettings settings = make_settings();
  settings.least_thickness = least_thickness;
  if (options_.thickness) settings.thickness = std::max(*options_.thickness, least_thickness);
  auto report = untangle(placed.scene, settings);
  if (!report) return report.error();
  auto made = attempt(meshes, report->positions);
  if (!made) return made;
  add_work(*report);
  report->positions.clear();  // the files have them
  made->report = std::move(*report);
  ++rounds_;
  return made;
}

// A file that cannot be changed can still be copied, if there is nothing to untangle.
Status UntangleRun::check_files() const {
  for (std::size_t m = 0; m < inputs_.moving_count; ++m) {
    const auto status = check_changeable(*inputs_.meshes[m]);
    if (!status && !find_counted(inputs_, list_bodies(inputs_.meshes), run_).pairs.empty()) return status;
  }
  return success();
}

// Whether only the file stands in the way of a clean state.
bool UntangleRun::needs_round() const {
  const UntangleReport& report = last_.report;
  return !last_.is_clean() && report.is_clean() && !report.is_interrupted && !report.is_time_out;
}

// Where rounding makes faces intersect again, or collapse, the next round starts from what the file would hold, and
// keeps surfaces farther apart than rounding can bring them together. If the faces are too small for that, it ends
// there.
Status UntangleRun::untangle_in_rounds() {
  auto made = untangle_once(inputs_.meshes, 0);
  if (!made) return made.error();
  best_ = last_ = std::move(*made);
  while (needs_round() && rounds_ < kMaxRounds) {
    made = untangle_once(last_.meshes, kRoundingMargin * last_.largest_rounding);
    if (!made) return success();
    last_ = std::move(*made);
    if (last_.is_better_than(best_)) best_ = last_;
  }
  return success();
}

// A file whose numbers are too coarse for the result stays as it was. How coarse they are is still to be said.
Status UntangleRun::keep_input() {
  std::vector<std::vector<Vec3>> positions;
  for (const auto& mesh : inputs_.meshes) positions.push_back(mesh->positions);
  auto made = attempt(inputs_.meshes, positions);
  if (!made) return made.error();
  made->largest_rounding = best_.largest_rounding;
  made->report = std::move(best_.report);
  made->report.pairs_left.clear();  // those were of the other state, and so was what became of contours
  made->report.remainders.clear();
  made->report.resolved_by = {};
  made->report.is_parted = false;
  best_ = std::move(*made);
  return success();
}

Status UntangleRun::write() const {
  for (std::size_t m = 0; m < inputs_.moving_count; ++m) {
    std::error_code error;
    const fs::path folder = targets_[m].parent_path();
    if (!folder.empty()) fs::create_directory(folder, error);  // whoever writes there will say what is wrong
    if (auto status = write_file(targets_[m], best_.bytes[m], options_.force || options_.resume); !status)
      return status;
  }
  return success();
}

// Of the state that is written; the work is that of all rounds.
UntangleReport UntangleRun::make_report() {
  UntangleReport report = std::move(best_.report);
  report.steps = std::move(last_.report.steps);
  report.seconds = last_.report.seconds;
  report.is_interrupted = last_.report.is_interrupted;
  report.is_time_out = last_.report.is_time_out;
  return report;
}

Result<UntangleResult> UntangleRun::run() {
  if (auto status = check_files(); !status) return status.error();
  if (auto status = untangle_in_rounds(); !status) return status.error();
  if (best_.pairs > best_.report.before.pairs) {
    if (auto status = keep_input(); !status) return status.error();
  }
  if (auto status = write(); !status) return status.error();
  auto result = check_written(options_, inputs_, targets_);
  if (!result) return result.error();
  result->report = make_report();
  result->report.deformation = measure_deformation(inputs_, result->meshes, run_);
  result->written.largest_rounding = best_.largest_rounding;
  result->written.rounds = rounds_;
  check_thickness(options_, inputs_, *result);
  set_obstructions(*result);
  return result;
}

}  // namespace

Result<UntangleResult> untangle_meshes(const UntangleOptions& options, const UntangleInputs& inputs,
                                       std::span<const fs::path> targets, const UntangleObserver& observer) {
  return UntangleRun(options, inputs, targets, observer).run();
}

}  // namespace abut
