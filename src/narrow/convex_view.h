// Two placed solids as seen from the first: one frame, one bound for all that rounding may do.
#pragma once

#include <algorithm>
#include <bit>

#include "abut/convex_pair.h"
#include "math/plain3.h"
#include "math/predicates.h"
#include "math/simd.h"

namespace abut {

/// The vertex that is farthest along a direction; of several, always the same.
inline std::uint32_t find_support(const Convex& shape, const Plain3& direction) {
  using Long8 = std::int64_t __attribute__((vector_size(64)));
  const Double8 x = Double8{} + direction.x, y = Double8{} + direction.y, z = Double8{} + direction.z;
  const auto blocks = shape.blocks();
  const auto along = [&](std::size_t i) {
    return x * load<Double8>(blocks[i].x.data()) + y * load<Double8>(blocks[i].y.data()) +
           z * load<Double8>(blocks[i].z.data());
  };
  Double8 best = along(0);
  Long8 block = {};
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    const Double8 value = along(i);
    const Long8 is_farther = value > best;
    best = is_farther ? value : best;
    block = is_farther ? Long8{} + static_cast<std::int64_t>(i) : block;
  }
  Double8 most = lanes_max(best, __builtin_shufflevector(best, best, 4, 5, 6, 7, 0, 1, 2, 3));
  most = lanes_max(most, __builtin_shufflevector(most, most, 2, 3, 0, 1, 6, 7, 4, 5));
  most = lanes_max(most, __builtin_shufflevector(most, most, 1, 0, 3, 2, 5, 4, 7, 6));
  const auto lane = static_cast<std::uint32_t>(std::countr_one(mask_greater(most, best)));
  const auto index = static_cast<std::uint32_t>(8 * block[lane & 7] + (lane & 7));
  const auto last = static_cast<std::uint32_t>(shape.vertices().size() - 1);
  return index < last ? index : last;
}

/// A point of a less one of b.
struct DifferencePoint {
  Plain3 point{};
  std::uint32_t a = 0, b = 0;

  bool is_same(const DifferencePoint& other) const { return a == other.a && b == other.b; }
};

class ConvexView {
 public:
  ConvexView(const PlacedConvex& a, const PlacedConvex& b)
      : placed_a_(a), placed_b_(b), turn_a_(a.pose.rotation.toRotationMatrix()) {
    const PlainMatrix turn_b(b.pose.rotation.toRotationMatrix());
    for (int k = 0; k < 3; ++k) turn_.columns[k] = turn_a_.transposed(turn_b.columns[k]);
    const Plain3 way_a(a.pose.translation), way_b(b.pose.translation), way = way_b - way_a;
    shift_ = turn_a_.transposed(way);
    const double reach = a.shape->reach() + b.shape->reach();
    slack_ = kConvexSlack * (reach + largest(way_a) + largest(way_b)) +
             4 * (drift(a.pose) + drift(b.pose)) * (reach + largest(way));
  }

  const Convex& a() const { return *placed_a_.shape; }
  const Convex& b() const { return *placed_b_.shape; }
  const PlacedConvex& placed_a() const { return placed_a_; }
  const PlacedConvex& placed_b() const { return placed_b_; }
  double radius() const { return a().radius() + b().radius(); }

  /// From b's frame to a's.
  const PlainMatrix& turn() const { return turn_; }
  const Plain3& shift() const { return shift_; }
  Plain3 point_a(std::uint32_t i) const { return a().vertices()[i]; }
  Plain3 point_b(std::uint32_t i) const { return turn_ * b().vertices()[i] + shift_; }
  /// From a's frame to b's.
  Plain3 turn_to_b(const Plain3& direction) const { return turn_.transposed(direction); }
  /// From a's frame to the world.
  Plain3 to_world(const Plain3& point) const { return turn_a_ * point + placed_a_.pose.translation; }
  Plain3 turn_to_world(const Plain3& direction) const { return turn_a_ * direction; }
  /// The other way.
  Plain3 from_world(const Plain3& point) const { return turn_a_.transposed(point - placed_a_.pose.translation); }
  Plain3 turn_from_world(const Plain3& direction) const { return turn_a_.transposed(direction); }

  /// No difference of placed vertices, as rounded, is farther than this from where it is here; nor is what is computed
  /// along a direction of length 1.
  double slack() const { return slack_; }

  DifferencePoint difference(std::uint32_t i, std::uint32_t j) const { return {point_a(i) - point_b(j), i, j}; }
  /// The difference that is farthest along a direction.
  DifferencePoint support(const Plain3& direction) const {
    return difference(find_support(a(), direction), find_support(b(), turn_to_b(-direction)));
  }
  /// From the middle of b to that of a.
  Plain3 between_centers() const { return a().center() - (turn_ * b().center() + shift_); }

 private:
  static double largest(const Plain3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }
  // What is missing for length 1.
  static double drift(const Pose3& pose) {
    const double error = std::abs(pose.rotation.squaredNorm() - 1);
    return error > 8 * kEpsilon ? error : 0;
  }

  const PlacedConvex &placed_a_, &placed_b_;
  PlainMatrix turn_a_, turn_;
  Plain3 shift_;
  double slack_;
};

}  // namespace abut
