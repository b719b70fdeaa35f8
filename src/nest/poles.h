// Circles inside a region, the largest first, none over another: a rough picture of it that is quick to compare.
#pragma once

#include <cstddef>
#include <vector>

#include "abut/outlines.h"

namespace abut {

struct Pole {
  Vec2 center = Vec2::Zero();
  double radius = 0;
};

/// At most so many, and none smaller than a share of the largest, until this share of the area is covered. Each is
/// truly inside. One at least, if the region has an inside that can be found.
struct PoleLimits {
  std::size_t most = 16;
  double least_share = 0.06, coverage = 0.92;
};
std::vector<Pole> make_poles(const Outline& outline, const PoleLimits& limits = {});

/// Poles somewhere, side by side for the processor: coordinates, then radii, each filled up with circles of no size
/// that are far away.
class PoleSet {
 public:
  /// Seen from `origin`, which should be near.
  void assign(const std::vector<Pole>& poles, const Pose2& pose, const Vec2& origin);

  std::size_t size() const { return x_.size(); }
  const float* x() const { return x_.data(); }
  const float* y() const { return y_.data(); }
  const float* radii() const { return radii_.data(); }

 private:
  std::vector<float> x_, y_, radii_;
};

/// A guess how much two regions overlap.
struct PoleOverlap {
  double amount = 0;        ///< an area, roughly; never 0
  bool is_certain = false;  ///< circles overlap, so what they are in does
};

/// The deeper circles are in each other, the more. Circles that are farther apart than `reach` still count, less with
/// the distance, so that the way out is felt from afar.
PoleOverlap guess_overlap(const PoleSet& a, const PoleSet& b, double reach);

/// Points whose convex hull has all of the outline in it, by little more than it needs; in order around it.
std::vector<Vec2> make_hull(const Outline& outline);

}  // namespace abut
