// What one step is to move: for each contour, by the first strategy that applies, a wanted displacement of its two
// sides against each other.
#pragma once

#include "untangle/extent.h"
#include "untangle/layer_order.h"
#include "untangle/patches.h"
#include "untangle/regions.h"
#include "untangle/spreading.h"

namespace abut {

/// How hard to try.
struct Effort {
  Scheme scheme = Scheme::all;
  double step = 2;       ///< the largest displacement, in edge lengths
  int rings = 4;         ///< how far a displacement is carried into the surface
  bool flattens = true;  ///< folds of a few faces
  bool prefer_regions = false;
  bool prefer_length = false;
  double noise = 0;  ///< added to gradients, for where all ways look alike
};

class Planner {
 public:
  Planner(const UntangleScene& scene, const Assembly& assembly, std::uint64_t seed);

  /// Adds the parts the contours cut off to the patches, and says what each contour is treated with.
  std::vector<Strategy> plan(const Tangle& tangle, std::span<const Vec3> positions, const Effort& effort,
                             Patches& patches);

  /// What was planned last.
  const Vec3& displacement(std::uint32_t v) const { return spreading_.displacement(v); }
  const std::vector<std::uint32_t>& moved() const { return spreading_.moved(); }

 private:
  Strategy plan_contour(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, const Effort& effort,
                        const Vec3& gradient, Patches& patches);
  bool wish_by_layers(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step);
  bool wish_by_regions(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step,
                       double deepest, Patches& patches);
  void wish_by_own_length(const Tangle& tangle, std::uint32_t k, std::span<const Body> bodies, double step);
  void wish_by_length(const Tangle& tangle, std::uint32_t k, double step, const Vec3& gradient);
  void wish(std::size_t j, const Vec3& way) {
    wishes_[j] = way;
    is_known_[j] = 1;
  }
  bool complete_wishes(const Tangle& tangle, std::uint32_t k);
  // How far to go where it takes so much; between layers that are close, more would do harm.
  double enough(double length) const;
  void flatten(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions);
  void part_touching(const Tangle& tangle, std::span<const Vec3> positions);
  Vec3 draw_direction();
  void jitter(const Tangle& tangle);

  const Assembly& assembly_;
  std::uint64_t seed_, draws_ = 0;
  LayerOrder order_;
  RegionFinder regions_;
  Spreading spreading_;
  double size_ = 0;  // of the edges the contour cuts
  // Of the contour's piercings, in its order: how the edge should move against the face, where something is known.
  std::vector<Vec3> wishes_;
  std::vector<std::uint8_t> is_known_;
};

}  // namespace abut
