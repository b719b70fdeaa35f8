// Pairs of bodies searched step by step on a device, all at once: in every step each pair of nodes becomes the pairs of
// the children of the larger one. What is not opened yet is, for all of them, before the pairs that come of it are
// made.
#pragma once

#include <span>
#include <vector>

#include "device/tree_pool.h"

namespace abut {

struct FrontierSettings {
  int depth = 5;
  bool stop_at_first = false;  ///< of each two bodies: one pair is enough, that which the processor finds first
};

/// Leaves whose spheres meet.
struct LeafPairs {
  std::span<const LeafPair> leaves;   ///< sorted for each two bodies; until the next search
  std::vector<std::uint32_t> starts;  ///< of those of each two bodies; one more at the end
};

class Frontier {
 public:
  Frontier(Launcher& launcher, TreePool& pool)
      : placed(launcher),
        launcher_(launcher),
        pool_(pool),
        bodies_(launcher),
        views_(launcher),
        pairs_(launcher),
        next_(launcher),
        steps_(launcher),
        counts_(launcher),
        wanted_{Numbers(launcher), Numbers(launcher)},
        spare_(launcher),
        totals_(launcher),
        keys_(launcher),
        order_(launcher),
        spare_order_(launcher),
        leaves_(launcher) {}

  /// The trees must be ready.
  Result<LeafPairs> search(std::span<const BodyNumbers> bodies, const FrontierSettings& settings);
  void release();

  std::uint64_t opened_count() const { return opened_count_; }  ///< pairs of which a node was looked into, so far

  DeviceArray<PlacedTree> placed;  ///< by the bodies' numbers

 private:
  using Numbers = DeviceArray<std::uint64_t>;
  struct Totals {
    std::uint32_t wanted[2], next;
  };

  Status start(std::span<const BodyNumbers> bodies);
  Status step(int depth);
  Status choose(int depth);
  Status open(const Totals& totals);
  Result<Totals> count_next();
  Result<LeafPairs> fetch(const FrontierSettings& settings);
  Status sort(int depth);
  Status take_first(LeafPairs& found);

  Launcher& launcher_;
  TreePool& pool_;
  DeviceArray<BodyNumbers> bodies_;
  DeviceArray<PairView> views_;
  DeviceArray<MetNodes> pairs_, next_;
  DeviceArray<PairStep> steps_;
  DeviceArray<std::uint32_t> counts_;
  Numbers wanted_[2], spare_;
  DeviceArray<Totals> totals_;
  Numbers keys_;
  DeviceArray<std::uint32_t> order_, spare_order_;
  DeviceArray<LeafPair> leaves_;
  std::size_t body_pairs_ = 0, count_ = 0;
  std::uint64_t opened_count_ = 0;
};

}  // namespace abut
