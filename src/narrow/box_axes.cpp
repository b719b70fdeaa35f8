// Separating axes of boxes (Gottschalk, Lin and Manocha 1996). What they share along an axis is taken without dividing
// by its length, which is at most 1, so a bound that holds for the product holds for the quotient.
#include "narrow/box_axes.h"

#include <algorithm>
#include <cmath>

#include "narrow/nearest_weights.h"

namespace abut {
namespace {

// Axes of two boxes that are more nearly parallel than this are handled as if they were so.
constexpr double kParallel = 1e-6;

}  // namespace

BoxAxes::BoxAxes(const ConvexView& view)
    : view_(view),
      turn_(view.turn()),
      sizes_(turn_.cwiseAbs()),
      shift_(view.shift()),
      a_(*view.a().half_size()),
      b_(*view.b().half_size()) {}

Vec3 BoxAxes::measure_along_a() const { return shift_.cwiseAbs() - a_ - sizes_ * b_; }
Vec3 BoxAxes::measure_along_b() const {
  const Vec3 shift = turn_.transpose() * shift_;
  return shift.cwiseAbs() - b_ - sizes_.transpose() * a_;
}

// Across axis i of a and each axis of b.
Vec3 BoxAxes::measure_across(int i) const {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const Vec3 way = shift_[k] * turn_.row(j) - shift_[j] * turn_.row(k);
  const Vec3 of_a = a_[j] * sizes_.row(k) + a_[k] * sizes_.row(j);
  const Vec3 row = sizes_.row(i);
  const Vec3 of_b(b_[1] * row[2] + b_[2] * row[1], b_[2] * row[0] + b_[0] * row[2], b_[0] * row[1] + b_[1] * row[0]);
  return way.cwiseAbs() - of_a - of_b;
}

BoxAnswer BoxAxes::separate(const Vec3& axis) {
  direction_ = from_b_to_a(axis);
  return BoxAnswer::apart;
}

BoxAnswer BoxAxes::test() {
  const double slack = view_.slack();
  int axis = 0;
  along_a_ = measure_along_a();
  if (along_a_.maxCoeff(&axis) > slack) return separate(Vec3::Unit(axis));
  along_b_ = measure_along_b();
  if (along_b_.maxCoeff(&axis) > slack) return separate(turn_.col(axis));
  double most = std::max(along_a_.maxCoeff(), along_b_.maxCoeff()), margin = slack;
  for (int i = 0; i < 3; ++i) across_[i] = measure_across(i);
  if (sizes_.maxCoeff() > 1 - 0.5 * kParallel * kParallel) {
    // Turning b by the little that is missing makes all directions across edges those of faces, and changes nothing by
    // more than this.
    margin += 8 * kParallel * (view_.a().reach() + view_.b().reach());
  } else {
    for (int i = 0; i < 3; ++i) {
      if (across_[i].maxCoeff(&axis) > slack) return separate(across(i, axis));
      most = std::max(most, across_[i][axis]);
    }
  }
  return most < -margin ? BoxAnswer::touching : BoxAnswer::unclear;
}

ContactWay BoxAxes::find_way() const {
  int a_axis = 0, b_axis = 0, a_edge = -1, b_edge = -1;
  const double along_a = along_a_.maxCoeff(&a_axis), along_b = along_b_.maxCoeff(&b_axis);
  // A little better is not better: it would change with every breath.
  const double breath = 1e-6 * (view_.a().reach() + view_.b().reach());
  const bool is_of_b = along_b > along_a + breath;
  double gap = is_of_b ? along_b : along_a;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double squared = 1 - turn_(i, j) * turn_(i, j), better = 0.98 * gap + breath;
      if (squared < 1e-6 || (better <= 0 && across_[i][j] * across_[i][j] >= better * better * squared)) continue;
      gap = across_[i][j] / std::sqrt(squared);
      a_edge = i;
      b_edge = j;
    }
  }
  if (a_edge >= 0) return make_edge_way(gap, a_edge, b_edge);
  return make_face_way(gap, is_of_b ? Vec3(turn_.col(b_axis)) : Vec3(Vec3::Unit(a_axis)));
}

// The deepest corner of b, and what is beside it.
ContactWay BoxAxes::make_face_way(double gap, const Vec3& axis) const {
  const Vec3 normal = from_b_to_a(axis);
  const Vec3 on_b = view_.point_b(find_support(view_.b(), turn_.transpose() * normal));
  return {gap, normal, on_b + gap * normal, on_b};
}

// Axis i of a, axis j of b: the edges along them that face each other, and their nearest points.
ContactWay BoxAxes::make_edge_way(double gap, int i, int j) const {
  const Vec3 normal = from_b_to_a(across(i, j)).normalized(), in_b = turn_.transpose() * normal;
  Vec3 middle_a = normal.unaryExpr([](double x) { return x > 0 ? -1.0 : 1.0; }).cwiseProduct(a_);
  Vec3 middle_b = in_b.unaryExpr([](double x) { return x > 0 ? 1.0 : -1.0; }).cwiseProduct(b_);
  middle_a[i] = 0;
  middle_b[j] = 0;
  const Vec3 half_a = a_[i] * Vec3::Unit(i), half_b = b_[j] * turn_.col(j);
  const Vec3 p = middle_a - half_a, q = turn_ * middle_b + shift_ - half_b;
  const PlaneWeights w = find_nearest_in_parallelogram(q - p, 2 * half_a, -2 * half_b);
  return {gap, normal, p + 2 * w.u * half_a, q + 2 * w.v * half_b};
}

}  // namespace abut
