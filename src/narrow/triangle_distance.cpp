// Distance of two triangles. If they do not meet, a corner and a triangle are nearest, or two edges.
#include <algorithm>
#include <limits>

#include "abut/narrow.h"
#include "narrow/exact_difference.h"

namespace abut {
namespace {

Distance swap_sides(const Distance& d) { return {d.distance, -d.normal, d.b_weights, d.a_weights}; }

// Weights of edge i as weights of its triangle.
Vec3 weights_in_triangle(const Vec3& edge_weights, int i) {
  Vec3 weights = Vec3::Zero();
  weights[i] = edge_weights[0];
  weights[(i + 1) % 3] = edge_weights[1];
  return weights;
}

// Looks at pairs of parts one after the other. The normal of the nearest so far also tells how far others are at least,
// seen along it; once the right one is found, that spares most of what is left.
class NearestParts {
 public:
  NearestParts(const TrianglePoints& a, const TrianglePoints& b) : a_(a), b_(b) {
    for (int i = 0; i < 3; ++i) {
      size_ = std::max({size_, (a[i] - b[0]).cwiseAbs().maxCoeff(), (b[i] - b[0]).cwiseAbs().maxCoeff()});
    }
    for (int i = 0; i < 3; ++i) {
      look_at_corner_of_a(i);
      look_at_corner_of_b(i);
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) look_at_edges(i, j);
    }
  }
  const Distance& best() const { return best_; }

 private:
  void look_at_edges(int i, int j) {
    const int i1 = (i + 1) % 3, j1 = (j + 1) % 3;
    if (test_farther(std::min(a_along_[i], a_along_[i1]), std::max(b_along_[j], b_along_[j1]))) return;
    Distance d = measure_edge_edge(a_[i], a_[i1], b_[j], b_[j1]);
    d.a_weights = weights_in_triangle(d.a_weights, i);
    d.b_weights = weights_in_triangle(d.b_weights, j);
    keep_nearer(d);
  }
  void look_at_corner_of_a(int i) {
    if (test_farther(a_along_[i], b_along_.maxCoeff())) return;
    Distance d = measure_point_triangle(a_[i], b_);
    d.a_weights = Vec3::Unit(i);
    keep_nearer(d);
  }
  void look_at_corner_of_b(int j) {
    if (test_farther(a_along_.minCoeff(), b_along_[j])) return;
    Distance d = measure_point_triangle(b_[j], a_);
    d.a_weights = Vec3::Unit(j);
    keep_nearer(swap_sides(d));
  }

  // Whether a part of a that is at least so far along the normal, and one of b that is at most so far, are no nearer
  // than the best, up to a bit of that which lets its neighbours go. Rounding includes that of the smallest numbers.
  bool test_farther(double a_least, double b_most) const {
    const double rounding = 2e-15 * size_ + std::numeric_limits<double>::min();
    return best_.distance == 0 || a_least - b_most - rounding >= best_.distance * (1 - 1e-12);
  }

  void keep_nearer(const Distance& d) {
    if (!(d.distance < best_.distance)) return;
    best_ = d;
    for (int i = 0; i < 3; ++i) {
      a_along_[i] = d.normal.dot(a_[i] - b_[0]);
      b_along_[i] = d.normal.dot(b_[i] - b_[0]);
    }
  }

  const TrianglePoints &a_, &b_;
  Distance best_{std::numeric_limits<double>::infinity()};
  Vec3 a_along_ = Vec3::Zero(), b_along_ = Vec3::Zero();  // corners along the best normal, from b's first corner
  double size_ = 0;                                       // of coordinates from there
};

Vec3 normal_of(const TrianglePoints& t) {
  const double scale = make_scale(t[1] - t[0], t[2] - t[0]);
  return normal_across(ExactDifference(t[1], t[0], scale), ExactDifference(t[2], t[0], scale));
}

// An edge of a that passes through b.
std::optional<Distance> find_passing_edge(const TrianglePoints& a, const TrianglePoints& b) {
  for (int i = 0; i < 3; ++i) {
    const auto crossing = find_edge_triangle(a[i], a[(i + 1) % 3], b);
    if (!crossing) continue;
    const double t = crossing->edge_parameter;
    return Distance{0, normal_of(b), weights_in_triangle({1 - t, t, 0}, i), crossing->triangle_weights};
  }
  return std::nullopt;
}

}  // namespace

Distance measure_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b) {
  if (!test_triangle_triangle(a, b)) {
    Distance nearest = NearestParts(a, b).best();
    // Only a touch is 0, also where the least distance there can be is too small for a double.
    nearest.distance = std::max(nearest.distance, std::numeric_limits<double>::denorm_min());
    return nearest;
  }
  if (const auto passing = find_passing_edge(a, b)) return *passing;
  if (const auto passing = find_passing_edge(b, a)) return swap_sides(*passing);
  Distance touching = NearestParts(a, b).best();
  touching.distance = 0;
  return touching;
}

}  // namespace abut
