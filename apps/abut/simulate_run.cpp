#include "simulate_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/detect.h"
#include "base/timer.h"
#include "console.h"
#include "io/scalar.h"

namespace abut {
namespace {

class Run {
 public:
  Run(const SimulateScene& scene, const SimulateOptions& options, CoupledSimulation& simulation,
      SimulationJournal* journal, SimulateOutputs& outputs, SimulateRecorder* recorder)
      : scene_(scene),
        options_(options),
        simulation_(simulation),
        journal_(journal),
        outputs_(outputs),
        recorder_(recorder),
        is_rounded_(test_rounded(options)) {}

  Status add_frame(SimulatedFrame& frame) {
    const CoupledState state = simulation_.state();
    if (journal_ && !frame.is_resumed) {
      if (auto status = journal_->add(state); !status) return status;
    }
    if (auto status = outputs_.add(state); !status) return status;
    if (const SolidSimulation* solids = simulation_.solids()) look_at_solids(*solids, state.solids, frame);
    if (!simulation_.cloth() && !recorder_) return success();
    const auto bodies = place_as_written();
    const auto pairs = simulation_.cloth() ? find_pairs(bodies) : std::vector<IntersectingPair>();
    frame.pairs = pairs.size();
    return recorder_ ? recorder_->add(frame, bodies, pairs, {options_.threads, {}}) : success();
  }

  // In single steps, so that Ctrl-C need not wait for the frame. False after Ctrl-C.
  Result<bool> advance(std::size_t number, SimulatedFrame& frame) {
    const Timer timer;
    const double fps = scene_.loaded.fps, start = static_cast<double>(number - 1) / fps;
    const double end = static_cast<double>(number) / fps;
    const auto steps = static_cast<std::size_t>(std::ceil((end - start) / simulation_.step() - 1e-6));
    for (std::size_t i = 1; i <= std::max<std::size_t>(steps, 1); ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(steps, 1));
      const auto done = simulation_.advance(start + share * (end - start));
      if (!done) return done.error();
      frame.report.cloth += done->cloth;
      frame.report.solids += done->solids;
      frame.step_seconds = timer.seconds();
      if (InterruptGuard::was_interrupted()) return false;
    }
    return true;
  }

 private:
  void look_at_solids(const SolidSimulation& solids, const SolidState& state, SimulatedFrame& frame) const {
    frame.energy = solids.measure_energy();
    frame.overlaps = find_solid_overlaps(solids.scene(), state.motions);
    const auto extent = [&](std::uint32_t solid) {
      if (solid == kWorld) return std::numeric_limits<double>::infinity();
      return 0.5 * make_box(*scene_.loaded.solids[solid].local).size().minCoeff();
    };
    for (const SolidOverlap& o : frame.overlaps)
      frame.deep_overlaps += o.depth > kDeepShare * std::min(extent(o.a), extent(o.b));
  }

  // Without cloth nothing else keeps them.
  std::vector<Body> place_rigid_bodies() {
    const LoadedScene& loaded = scene_.loaded;
    std::vector<Body> bodies;
    placed_.clear();
    placed_.reserve(loaded.obstacles.size() + loaded.solids.size());
    for (std::size_t i = 0; i < loaded.obstacles.size(); ++i) {
      placed_.push_back(loaded.scene.obstacles[i].positions);
      if (loaded.scene.obstacles[i].placement) loaded.scene.obstacles[i].placement(simulation_.time(), placed_.back());
      bodies.push_back({loaded.obstacles[i].surface.get(), placed_.back()});
    }
    for (std::uint32_t i = 0; i < loaded.solids.size(); ++i) {
      if (loaded.solids[i].mesh.mesh.polygon_count() == 0) continue;
      placed_.push_back(loaded.solids[i].weld(simulation_.solids()->pose(i)));
      bodies.push_back({loaded.solids[i].mesh.surface.get(), placed_.back()});
    }
    return bodies;
  }

  // Where the files have them: floats, unless all are mesh files.
  std::vector<Body> place_as_written() {
    std::vector<Body> bodies = simulation_.cloth() ? simulation_.cloth()->bodies() : place_rigid_bodies();
    if (!is_rounded_) return bodies;
    rounded_.resize(bodies.size());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      rounded_[b].clear();
      for (Vec3 p : bodies[b].positions) {
        for (double& x : p) x = round_to_scalar(x, Scalar::float32).value_or(x);
        rounded_[b].push_back(p);
      }
      bodies[b].positions = rounded_[b];
    }
    return bodies;
  }

  // Between cloths, and between cloths and all else.
  std::vector<IntersectingPair> find_pairs(std::span<const Body> bodies) const {
    auto pairs = find_intersections(bodies, {.run = {options_.threads, {}}}).pairs;
    const std::size_t cloths = scene_.loaded.cloths.size();
    std::erase_if(pairs, [&](const IntersectingPair& p) { return p.a.body >= cloths && p.b.body >= cloths; });
    return pairs;
  }

  const SimulateScene& scene_;
  const SimulateOptions& options_;
  CoupledSimulation& simulation_;
  SimulationJournal* journal_;
  SimulateOutputs& outputs_;
  SimulateRecorder* recorder_;
  bool is_rounded_;
  std::vector<std::vector<Vec3>> placed_, rounded_;
};

}  // namespace

std::size_t SimulateResult::crossing_frames() const {
  return static_cast<std::size_t>(
      std::count_if(frames.begin(), frames.end(), [](const SimulatedFrame& f) { return f.pairs > 0; }));
}

double measure_deepest(std::span<const SolidOverlap> overlaps) {
  double deepest = 0;
  for (const SolidOverlap& overlap : overlaps) deepest = std::max(deepest, overlap.depth);
  return deepest;
}

Result<SimulateResult> run_simulation(const SimulateScene& scene, const SimulateOptions& options,
                                      SimulationJournal* journal, SimulateOutputs& outputs, SimulateRecorder* recorder,
                                      const FrameObserver& observer) {
  auto simulation = make_simulation(scene, options);
  if (!simulation) return simulation.error();
  SimulateResult result;
  result.summary.scene = options.scene;
  if (simulation->cloth()) result.summary.thickness = simulation->cloth()->thickness();
  for (const Solid& solid : scene.loaded.solid_scene.solids) result.summary.solids.push_back(solid.name);
  result.summary.joints = scene.loaded.solid_scene.joints.size();
  result.summary.fps = scene.loaded.fps;
  for (const LoadedMesh& mesh : scene.loaded.cloths) result.summary.triangles += mesh.surface->face_count();

  Run run(scene, options, *simulation, journal, outputs, recorder);
  const std::size_t kept = journal ? journal->state_count() : 0;
  for (std::size_t number = 0; number <= scene.loaded.frames; ++number) {
    const Timer timer;
    SimulatedFrame frame;
    frame.frame = number;
    frame.is_resumed = number < kept;
    if (frame.is_resumed) {
      const auto state = journal->read(number);
      if (!state) return state.error();
      if (auto status = simulation->restore(*state); !status) return status.error();
    } else if (number > 0) {
      const auto is_done = run.advance(number, frame);
      if (!is_done) {
        result.trouble = Error{"frame " + std::to_string(number) + ": " + is_done.error().message};
        break;
      }
      if (!*is_done) {
        result.is_interrupted = true;
        break;
      }
    }
    frame.time = simulation->time();
    if (auto status = run.add_frame(frame); !status) {
      result.trouble = status.error();
      break;
    }
    frame.seconds = timer.seconds();
    result.frames.push_back(frame);
    if (observer) observer(frame, scene.loaded.frames);
    if (InterruptGuard::was_interrupted() && number < scene.loaded.frames) {
      result.is_interrupted = true;
      break;
    }
  }
  result.summary.is_complete = !result.is_interrupted && !result.trouble;
  if (result.trouble) result.summary.trouble = result.trouble->message;
  if (result.is_interrupted) result.summary.trouble = "interrupted";
  return result;
}

}  // namespace abut
