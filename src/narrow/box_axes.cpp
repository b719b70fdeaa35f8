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

int largest_of(const std::array<double, 3>& v) {
  const int first = v[1] > v[0] ? 1 : 0;
  return v[2] > v[first] ? 2 : first;
}

Plain3 unit(int axis) { return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0}; }

}  // namespace

BoxAxes::BoxAxes(const ConvexView& view) : view_(view) {
  const Plain3 shift = view.shift(), in_b = view.turn_to_b(shift);
  const Vec3 &a = *view.a().half_size(), &b = *view.b().half_size();
  for (int i = 0; i < 3; ++i) {
    shift_[i] = shift[i];
    shift_in_b_[i] = in_b[i];
    a_[i] = a[i];
    b_[i] = b[i];
    for (int j = 0; j < 3; ++j) {
      turn_[i][j] = view.turn().at(i, j);
      sizes_[i][j] = std::abs(turn_[i][j]);
      most_aligned_ = std::max(most_aligned_, sizes_[i][j]);
    }
  }
}

void BoxAxes::measure_faces() {
  for (int i = 0; i < 3; ++i) {
    along_a_[i] = std::abs(shift_[i]) - a_[i] - (sizes_[i][0] * b_[0] + sizes_[i][1] * b_[1] + sizes_[i][2] * b_[2]);
    along_b_[i] =
        std::abs(shift_in_b_[i]) - b_[i] - (sizes_[0][i] * a_[0] + sizes_[1][i] * a_[1] + sizes_[2][i] * a_[2]);
  }
}

// Across axis i of a and each axis of b.
void BoxAxes::measure_across(int i) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  for (int j = 0; j < 3; ++j) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double way = shift_[i2] * turn_[i1][j] - shift_[i1] * turn_[i2][j];
    const double of_a = a_[i1] * sizes_[i2][j] + a_[i2] * sizes_[i1][j];
    const double of_b = b_[j1] * sizes_[i][j2] + b_[j2] * sizes_[i][j1];
    across_[i][j] = std::abs(way) - of_a - of_b;
  }
}

Plain3 BoxAxes::across(int i, int j) const { return unit(i).cross(view_.turn().columns[j]); }

Plain3 BoxAxes::from_b_to_a(const Plain3& axis) const { return axis.dot(view_.shift()) > 0 ? -axis : axis; }

// `along`: how far apart they are times the axis' length.
BoxAnswer BoxAxes::separate(const Plain3& axis, double along) {
  direction_ = from_b_to_a(axis);
  gap_ = along / axis.norm();
  return BoxAnswer::apart;
}

BoxAnswer BoxAxes::test() {
  const double slack = view_.slack();
  measure_faces();
  const int a_axis = largest_of(along_a_), b_axis = largest_of(along_b_);
  if (along_a_[a_axis] > slack) return separate(unit(a_axis), along_a_[a_axis]);
  if (along_b_[b_axis] > slack) return separate(view_.turn().columns[b_axis], along_b_[b_axis]);
  double most = std::max(along_a_[a_axis], along_b_[b_axis]), margin = slack;
  for (int i = 0; i < 3; ++i) measure_across(i);
  if (most_aligned_ > 1 - 0.5 * kParallel * kParallel) {
    // Turning b by the little that is missing makes all directions across edges those of faces, and changes nothing by
    // more than this.
    margin += 8 * kParallel * (view_.a().reach() + view_.b().reach());
  } else {
    for (int i = 0; i < 3; ++i) {
      const int j = largest_of(across_[i]);
      if (across_[i][j] > slack) return separate(across(i, j), across_[i][j]);
      most = std::max(most, across_[i][j]);
    }
  }
  return most < -margin ? BoxAnswer::touching : BoxAnswer::unclear;
}

ContactWay BoxAxes::find_way() const {
  const int a_axis = largest_of(along_a_), b_axis = largest_of(along_b_);
  int a_edge = -1, b_edge = -1;
  // A little better is not better: it would change with every breath.
  const double breath = 1e-6 * (view_.a().reach() + view_.b().reach());
  const bool is_of_b = along_b_[b_axis] > along_a_[a_axis] + breath;
  double gap = is_of_b ? along_b_[b_axis] : along_a_[a_axis];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double squared = 1 - turn_[i][j] * turn_[i][j], better = 0.98 * gap + breath;
      if (squared < 1e-6 || better >= 0 || across_[i][j] * across_[i][j] >= better * better * squared) continue;
      gap = across_[i][j] / std::sqrt(squared);
      a_edge = i;
      b_edge = j;
    }
  }
  if (a_edge >= 0) return make_edge_way(gap, a_edge, b_edge);
  return make_face_way(gap, is_of_b ? view_.turn().columns[b_axis] : unit(a_axis));
}

// The deepest corner of b, and what is beside it.
ContactWay BoxAxes::make_face_way(double gap, const Plain3& axis) const {
  const Plain3 normal = from_b_to_a(axis);
  const Plain3 in_b = view_.turn_to_b(normal);
  const auto reach = [&](int k) { return in_b[k] < 0 ? -b_[k] : b_[k]; };
  const Plain3 on_b = view_.turn() * Plain3(reach(0), reach(1), reach(2)) + view_.shift();
  return {gap, normal, on_b + gap * normal, on_b};
}

// Axis i of a, axis j of b: the edges along them that face each other, and their nearest points.
ContactWay BoxAxes::make_edge_way(double gap, int i, int j) const {
  const Plain3 axis = from_b_to_a(across(i, j)), normal = 1 / axis.norm() * axis, in_b = view_.turn_to_b(normal);
  const auto corner = [](const std::array<double, 3>& half, const Plain3& direction, int along) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = k == along || direction[k] < 0 ? -half[k] : half[k];
    return p;
  };
  const Vec3 p = corner(a_, -normal, i), q = view_.turn() * corner(b_, in_b, j) + view_.shift();
  const Vec3 edge_a = 2 * a_[i] * unit(i), edge_b = 2 * b_[j] * view_.turn().columns[j];
  const PlaneWeights w = find_nearest_in_parallelogram(q - p, edge_a, -edge_b);
  return {gap, normal, Plain3(p) + w.u * Plain3(edge_a), Plain3(q) + w.v * Plain3(edge_b)};
}

}  // namespace abut
