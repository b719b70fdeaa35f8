// Distances of points, edges and triangles. All come down to the least |q - u e1 - v e2|, where q leads from one
// feature to the other and e1, e2 along them.
//
// The fast way finds the weights u and v in doubles, and then what is left of q without losing digits, by differences
// and products with their rounding errors. Being at a minimum, the length changes only with the square of what the
// weights are off, so that is enough unless the features nearly touch. The careful way finds the weights in
// double-doubles, sees from them which parts are nearest, and computes the distance of those exactly.
#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "narrow/exact_difference.h"
#include "narrow/nearest_weights.h"

namespace abut {
namespace {

Vec3 weights_of_edge(double u) { return {1 - u, u, 0}; }

// ---- the fast way ----

// q - u e1 - v e2, off by about 2^-105 of the operands.
Vec3 remainder_at(const PlaneWeights& weights, const ExactDifference& q, const ExactDifference& e1,
                  const ExactDifference& e2) {
  Vec3 result;
  for (int k = 0; k < 3; ++k) {
    const TwoTerms x = two_product(weights.u, e1.head[k]), y = two_product(weights.v, e2.head[k]);
    const TwoTerms s = two_difference(q.head[k], x.head), t = two_difference(s.head, y.head);
    const double of_tails = q.tail[k] - weights.u * e1.tail[k] - weights.v * e2.tail[k];
    result[k] = t.head + (((s.tail - x.tail) + (t.tail - y.tail)) + of_tails);
  }
  return result;
}

// The point found is off by a few roundings of the size, which matters where the remainder is not much longer. Where e1
// and e2 are nearly parallel it may be off by more, or lie at a wrong end.
bool test_sure(const Vec3& remainder, const Vec3& q, const Vec3& e1, const Vec3& e2) {
  const double size = largest_coordinate(q, e1, e2);
  const bool nearly_parallel = e1.cross(e2).squaredNorm() < 0x1p-58 * e1.squaredNorm() * e2.squaredNorm();
  const double least = (nearly_parallel ? 0x1p-10 : 0x1p-20) * size;
  return size > 0x1p-200 && size < 0x1p200 && remainder.squaredNorm() > least * least;
}

Distance make_distance(const Vec3& b_to_a, const Vec3& a_weights, const Vec3& b_weights) {
  const double distance = b_to_a.norm();
  return {distance, b_to_a / distance, a_weights, b_weights};
}

// ---- the careful way ----

// For differences times `scale`; e1 and e2 lie along the features.
Distance make_distance(const Vec3& b_to_a, double scale, const ExactDifference& e1, const ExactDifference& e2,
                       const Vec3& a_weights, const Vec3& b_weights) {
  const LengthAndDirection d = split(b_to_a);
  return {d.length / scale, d.length > 0 ? d.direction : normal_across(e1, e2), a_weights, b_weights};
}

// The corners that have a part in the nearest point.
struct Part {
  int corners[3], count = 0;
};

Part find_part(const DoubleDouble& w0, const DoubleDouble& w1, const DoubleDouble& w2) {
  Part part;
  const DoubleDouble weights[3] = {w0, w1, w2};
  for (int i = 0; i < 3; ++i) {
    if (weights[i] > 0) part.corners[part.count++] = i;
  }
  return part;
}

Distance measure_point_triangle_carefully(const Vec3& a, const TrianglePoints& b) {
  const double scale = make_scale(a - b[0], b[1] - b[0], b[2] - b[0]);
  const ExactDifference q(a, b[0], scale), e1(b[1], b[0], scale), e2(b[2], b[0], scale);
  const auto [u, v] = nearest_in_triangle(q.in_double_doubles(), e1.in_double_doubles(), e2.in_double_doubles());
  const DoubleDouble w = (DoubleDouble(1) - u) - v;
  const Part part = find_part(w, u, v);
  const Vec3 &b0 = b[part.corners[0]], &b1 = b[part.corners[part.count - 1]];
  const ExactDifference from_part(a, b0, scale);
  const Vec3 remainder = part.count == 3   ? remainder_beside_plane(q, e1, e2)
                         : part.count == 2 ? remainder_beside_line(from_part, {b1, b0, scale})
                                           : from_part.head;
  return make_distance(remainder, scale, e1, e2, Vec3::UnitX(), Vec3(double(w), double(u), double(v)));
}

Distance measure_edge_edge_carefully(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const double scale = make_scale(a0 - b0, a0 - a1, b1 - b0);
  const ExactDifference q(a0, b0, scale), e1(a0, a1, scale), e2(b1, b0, scale);
  const auto [u, v] = nearest_in_parallelogram(q.in_double_doubles(), e1.in_double_doubles(), e2.in_double_doubles());
  const auto is_inside = [](const DoubleDouble& x) { return x > 0 && x < 1; };
  const bool inside_a = is_inside(u), inside_b = is_inside(v);
  const Vec3 &a = u < 1 ? a0 : a1, &b = v < 1 ? b0 : b1;  // a point of each part
  const ExactDifference between(a, b, scale);
  const Vec3 remainder = inside_a && inside_b ? remainder_beside_plane(q, e1, e2)
                         : inside_a           ? remainder_beside_line(between, e1)
                         : inside_b           ? remainder_beside_line(between, e2)
                                              : between.head;
  return make_distance(remainder, scale, e1, e2, weights_of_edge(double(u)), weights_of_edge(double(v)));
}

}  // namespace

Distance measure_point_point(const Vec3& a, const Vec3& b) {
  const LengthAndDirection d = split(a - b);
  return {d.length, d.direction, Vec3::UnitX(), Vec3::UnitX()};
}

// A point is an edge of length 0.
Distance measure_point_edge(const Vec3& a, const Vec3& b0, const Vec3& b1) { return measure_edge_edge(a, a, b0, b1); }

Distance measure_point_triangle(const Vec3& a, const TrianglePoints& b) {
  const ExactDifference q(a, b[0]), e1(b[1], b[0]), e2(b[2], b[0]);
  const PlaneWeights w = find_nearest_in_triangle(q.head, e1.head, e2.head);
  const Vec3 remainder = remainder_at(w, q, e1, e2);
  if (!test_sure(remainder, q.head, e1.head, e2.head)) return measure_point_triangle_carefully(a, b);
  return make_distance(remainder, Vec3::UnitX(), Vec3(1 - w.u - w.v, w.u, w.v));
}

Distance measure_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const ExactDifference q(a0, b0), e1(a0, a1), e2(b1, b0);
  const PlaneWeights w = find_nearest_in_parallelogram(q.head, e1.head, e2.head);
  const Vec3 remainder = remainder_at(w, q, e1, e2);
  if (!test_sure(remainder, q.head, e1.head, e2.head)) return measure_edge_edge_carefully(a0, a1, b0, b1);
  return make_distance(remainder, weights_of_edge(w.u), weights_of_edge(w.v));
}

}  // namespace abut
