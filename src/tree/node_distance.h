// How far patches of two trees are apart at least, by their boxes.
#pragma once

#include <algorithm>
#include <cmath>

#include "tree/oriented_boxes.h"

namespace abut {

/// For trees p and q without a margin, in any frames; nodes of p come first.
class NodeDistance {
 public:
  NodeDistance(const SurfaceTree& p, const SurfaceTree& q)
      : p_unit_(1 / p.frame().scale), q_unit_(1 / q.frame().scale), offset_(p.frame().origin - q.frame().origin) {}

  double find_least(const SurfaceTree::Node& a, const SurfaceTree::Node& b) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double gap = std::max(find_gap(a.lower[k] * p_unit_, b.minus_upper[k] * q_unit_, offset_[k]),
                                  find_gap(b.lower[k] * q_unit_, a.minus_upper[k] * p_unit_, -offset_[k]));
      sum += gap * gap;
    }
    return std::sqrt(sum);
  }

  /// The same by oriented boxes, which tell more where patches face each other: the widest gap along one of the axes.
  double find_least(const OrientedBox& a, const OrientedBox& b) const {
    Vec3 way = -offset_;
    for (int k = 0; k < 3; ++k) way[k] += b.center[k] * q_unit_ - a.center[k] * p_unit_;
    const Reach a_reach(a, p_unit_), b_reach(b, q_unit_);
    // Rounding of axes and doubles.
    const double slack =
        kSlack * (a_reach.half.sum() + b_reach.half.sum() + way.lpNorm<1>()) + 0x1p-50 * offset_.lpNorm<1>();
    const Mat3 turn = (a_reach.axes.transpose() * b_reach.axes).cwiseAbs();
    const Vec3 along_a = (a_reach.axes.transpose() * way).cwiseAbs() - a_reach.half - turn * b_reach.half;
    const Vec3 along_b = (b_reach.axes.transpose() * way).cwiseAbs() - b_reach.half - turn.transpose() * a_reach.half;
    const double gap = (1 - kSlack) * std::max(along_a.maxCoeff(), along_b.maxCoeff()) - slack;
    return gap > 0 ? gap : 0;
  }

 private:
  using Mat3 = Eigen::Matrix3d;
  static constexpr double kSlack = 0x1p-18;

  // The axes of a box, one per column, and how far it reaches along them.
  struct Reach {
    Mat3 axes;
    Vec3 half;

    Reach(const OrientedBox& box, double unit) {
      for (int k = 0; k < 3; ++k) {
        half[k] = box.half[k] * unit;
        for (int i = 0; i < 3; ++i) axes(k, i) = box.axes[k][i];
      }
    }
  };

  // From an upper side, given with its sign changed, to a lower one. Floats are off by half a unit in the last place,
  // or by the smallest there are; doubles by much less. What is no number is no gap.
  double find_gap(double lower, double minus_upper, double offset) const {
    const double slack = 0x1p-23 * (std::abs(lower) + std::abs(minus_upper)) + 0x1p-50 * std::abs(offset) +
                         0x1p-120 * (p_unit_ + q_unit_);
    const double gap = lower + minus_upper + offset - slack;
    return gap > 0 ? gap : 0;
  }

  double p_unit_, q_unit_;
  Vec3 offset_;
};

}  // namespace abut
