// The loop: find the tangle, plan a step, keep the shape, guard what is free, and again, until nothing intersects; then
// settle, and look at the result.
#pragma once

#include <vector>

#include "base/timer.h"
#include "untangle/guard.h"
#include "untangle/plan.h"

namespace abut {

class Untangling {
 public:
  Untangling(const UntangleScene& scene, const UntangleSettings& settings);

  UntangleReport run();

 private:
  bool is_over();
  void choose_start(const UntangleScene& scene);
  UntangleStep summarize_input(const Tangle& input) const;
  void go_to_start(const UntangleScene& scene, const Tangle& input);
  void take_apart();
  void note(const Tangle& tangle, int iteration);
  void step(const Tangle& tangle, int iteration);
  void plan(const Tangle& tangle, const Effort& effort);
  void activate();
  void keep_shape(std::span<Vec3> next);
  void hold(std::span<Vec3> next);
  std::vector<ContactConstraint> find_contacts();
  void clamp(std::span<Vec3> next) const;
  void move_to(std::vector<Vec3>& next);
  void count_resolved(const Tangle& after);
  std::optional<std::size_t> find_nearest_gone(std::span<const std::uint8_t> goes_on, const Vec3& place) const;
  void settle();
  void conclude();

  const UntangleSettings& settings_;
  Timer timer_;
  Assembly assembly_;
  double thickness_;
  std::vector<Vec3> positions_, velocities_;
  TangleFinder finder_;
  Planner planner_;
  Patches patches_;
  Relaxation relaxation_;
  Guard guard_;
  std::vector<std::uint8_t> is_soft_, was_cut_;
  // Of the contours of the last step: what they were treated with, and where they were.
  std::vector<Strategy> strategies_;
  std::vector<Vec3> middles_;
  // How things go: the stage rises whenever there was no progress for some iterations.
  int stage_ = 0, since_progress_ = 0, since_best_ = 0;
  std::size_t reference_ = 0;
  std::vector<Vec3> best_;
  std::size_t best_pairs_ = 0;
  std::vector<IntersectingPair> input_pairs_;
  UntangleReport report_;
};

}  // namespace abut
