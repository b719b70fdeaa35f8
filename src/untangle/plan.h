// What one step is to move: for each contour a wanted displacement of its two sides against each other, carried into
// the surfaces around it.
#pragma once

#include <optional>

#include "untangle/layer_order.h"
#include "untangle/patches.h"
#include "untangle/regions.h"

namespace abut {

/// How hard to try.
struct Effort {
  Scheme scheme = Scheme::all;
  double step = 0.5;     ///< the largest displacement, in edge lengths
  int rings = 2;         ///< how far a displacement is carried into the surface
  bool flattens = true;  ///< folds of a few faces
  bool prefer_regions = false;
  bool prefer_length = false;
  double noise = 0;  ///< added to gradients, for where all ways look alike
};

class Planner {
 public:
  Planner(const UntangleScene& scene, const Assembly& assembly, std::uint64_t seed);

  /// Adds what the contours want to the displacements, which are zero but where `moved` says, and the parts they cut
  /// off to the patches. Says what each contour is treated with.
  std::vector<Strategy> plan(const Tangle& tangle, std::span<const Vec3> positions, const Effort& effort,
                             Patches& patches);

  std::vector<Vec3> displacements;   ///< of all vertices
  std::vector<std::uint32_t> moved;  ///< those that are not zero, sorted

 private:
  struct Wish {
    Vec3 way = Vec3::Zero();  // of the edge against the face
    bool is_known = false;
  };
  Strategy plan_contour(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, const Effort& effort,
                        const Vec3& gradient, Patches& patches);
  bool wish_by_layers(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step);
  bool wish_by_regions(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step,
                       Patches& patches);
  void wish_by_own_length(const Tangle& tangle, std::uint32_t k, std::span<const Body> bodies, double step);
  void wish_by_length(const Tangle& tangle, std::uint32_t k, double step, const Vec3& gradient);
  bool complete_wishes(const Tangle& tangle, std::uint32_t k);
  double find_size(const Tangle& tangle, std::uint32_t k) const;
  void carry(const Tangle& tangle, std::uint32_t k, int rings);
  void flatten(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions);
  void seed_side(const Tangle& tangle, std::uint32_t k, int side);
  void spread(int rings);
  void add_touching(const Tangle& tangle, std::span<const Vec3> positions, double distance);

  Vec3 draw_direction();
  void jitter(const Tangle& tangle);

  const Assembly& assembly_;
  std::uint64_t seed_, draws_ = 0;
  LayerOrder order_;
  RegionFinder regions_;
  std::vector<Wish> wishes_;  // of the contour's piercings, in its order
  // A side's displacement while it is carried outwards.
  std::vector<std::uint32_t> reached_;
  std::vector<Vec3> ways_;  // of each vertex
  std::vector<double> shares_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
  std::vector<double> weights_;  // of each vertex: how much all contours together want of it
};

}  // namespace abut
