// abut simulate for people who look: every frame, and what crosses in it.
#pragma once

#include <optional>

#include "abut/journal.h"
#include "result_view.h"
#include "simulate_scene.h"

namespace abut {

class SimulateRecorder {
 public:
  static Result<SimulateRecorder> begin(const SimulateOptions& options, const SimulateScene& scene);

  /// Bodies are cloths, then obstacles, then solids that can be seen, where they are in this frame.
  Status add(const SimulatedFrame& frame, std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
             const RunSettings& run);
  ResultView& view() { return view_; }

 private:
  SimulateRecorder(ResultView view, bool has_cloth, bool has_solids)
      : view_(std::move(view)), has_cloth_(has_cloth), has_solids_(has_solids) {}

  ResultView view_;
  bool has_cloth_, has_solids_;
};

}  // namespace abut
