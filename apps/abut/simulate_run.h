// The loop of abut simulate: frame by frame, each of them looked at, kept and handed on before the next.
#pragma once

#include <functional>

#include "simulate_outputs.h"
#include "simulate_recorder.h"

namespace abut {

struct SimulateResult {
  SimulationSummary summary;
  std::vector<SimulatedFrame> frames;
  std::optional<Error> trouble;  ///< what ended it early
  bool is_interrupted = false;

  bool is_clean() const { return !frames.empty() && frames.back().pairs == 0 && frames.back().deep_overlaps == 0; }
  std::size_t crossing_frames() const;
};

/// How deep the deepest is; 0: there is none.
double measure_deepest(std::span<const SolidOverlap> overlaps);

/// Told of each frame that is finished, and how many there will be.
using FrameObserver = std::function<void(const SimulatedFrame&, std::size_t frame_count)>;

/// Frames that are in the journal already are kept. Ends early after Ctrl-C. The error is for what cannot even begin.
Result<SimulateResult> run_simulation(const SimulateScene& scene, const SimulateOptions& options,
                                      SimulationJournal* journal, SimulateOutputs& outputs, SimulateRecorder* recorder,
                                      const FrameObserver& observer);

}  // namespace abut
