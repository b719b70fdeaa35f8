#include "detect/near_faces.h"

#include <algorithm>
#include <cmath>

#include "tree/node_bounds.h"

namespace abut {
namespace {

// How far (b - a) x (c - a) . (p - a) may be off, where coordinates of points are off by `error` and differ by no more
// than `size`. Differences are off by up to h = 2 error + size / 2^24, components of the cross product by
// 4 h size + 2 h^2 + 4 size^2 / 2^24, and their products with a third difference by that times size, 2 h size^2 and
// rounding; three of them, generously rounded up, and something for numbers too small for floats.
Float8 find_bound(const Float8& size, float error) {
  const Float8 reach = size + error;
  return 64 * (error + 0x1p-24f * size) * reach * reach + 1e-35f;
}

// Bernstein coefficients of the product of a normal (a quadratic in time) and a way to a corner (that changes evenly);
// those in the middle three times as large.
struct Height {
  Float8 start = {}, early = {}, late = {}, end = {};

  // One coordinate's share.
  void add(const Float8& n, const Float8& middle_n, const Float8& end_n, const Float8& q, const Float8& end_q) {
    start += n * q;
    early += n * end_q + 2 * middle_n * q;
    late += end_n * q + 2 * middle_n * end_q;
    end += end_n * end_q;
  }
};

template <class V>
V load_lanes(const auto& row, std::uint32_t first) {
  return load<V>(row.data() + first);
}

}  // namespace

void NearFaces::collect(const SurfaceTree& tree, std::uint32_t leaf, const Float8& other) {
  const SurfaceTree::Places places = tree.places(leaf);
  count_ = 0;
  margin_ = 2 * tree.growth();
  for (std::uint32_t place = places.begin; place < places.end; ++place) {
    const auto& p = tree.point_corners(place);
    Float4 points[3], end_points[3];
    for (int c = 0; c < 3; ++c) points[c] = load<Float4>(&tree.point(p[c]));
    Float8 bounds = lanes_min(point_bounds(points[0]), lanes_min(point_bounds(points[1]), point_bounds(points[2])));
    for (int c = 0; tree.is_swept() && c < 3; ++c) {
      end_points[c] = load<Float4>(&tree.end_point(p[c]));
      bounds = lanes_min(point_bounds(end_points[c]), bounds);
    }
    bounds = grow_bounds(bounds, tree.growth());
    if (!test_overlap_bounds(bounds, other)) continue;
    add(place, tree.corners(place), bounds, points);
    if (tree.is_swept()) add_motion(points, end_points);
    ++count_;
  }
}

void NearFaces::add(std::uint32_t place, const std::array<VertexId, 3>& vertices, const Float8& bounds,
                    const Float4* points) {
  const Float4 normal = cross_xyz(points[1] - points[0], points[2] - points[0]);
  places_[count_] = place;
  for (int k = 0; k < 3; ++k) {
    lower_[k][count_] = bounds[k];
    minus_upper_[k][count_] = bounds[4 + k];
    normals_[k][count_] = normal[k];
    for (int c = 0; c < 3; ++c) corners_[c][k][count_] = points[c][k];
    vertices_[k][count_] = vertices[k];
  }
  sizes_[count_] = -min_xyz(first_half(bounds) + second_half(bounds));
}

void NearFaces::add_motion(const Float4* points, const Float4* end_points) {
  const Float4 u = points[1] - points[0], v = points[2] - points[0], end_u = end_points[1] - end_points[0],
               end_v = end_points[2] - end_points[0];
  const Float4 middle = 0.5f * (cross_xyz(u, end_v) + cross_xyz(end_u, v)), end = cross_xyz(end_u, end_v);
  const auto square = [](const Float4& n) { return n[0] * n[0] + n[1] * n[1] + n[2] * n[2]; };
  for (int k = 0; k < 3; ++k) {
    middle_normals_[k][count_] = middle[k];
    end_normals_[k][count_] = end[k];
    for (int c = 0; c < 3; ++c) end_corners_[c][k][count_] = end_points[c][k];
  }
  normal_lengths_[count_] = 1.0001f * std::sqrt(std::max({square(cross_xyz(u, v)), square(middle), square(end)}));
}

// Which of eight faces overlap the box of a's face i.
std::uint32_t NearFaces::find_overlaps(const NearFaces& a, std::uint32_t i, std::uint32_t first) const {
  Int8 overlap = Int8{} - 1;
  for (int k = 0; k < 3; ++k) {
    overlap &= load_lanes<Float8>(lower_[k], first) <= -a.minus_upper_[k][i];
    overlap &= load_lanes<Float8>(minus_upper_[k], first) <= -a.lower_[k][i];
  }
  const std::uint32_t rest = count_ - first;
  return mask_signs(overlap) & (rest < kLanes ? (1u << rest) - 1 : 0xff);
}

NearFaces::Shared NearFaces::find_shared(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first) {
  Shared shared;
  for (int c = 0; c < 3; ++c) {
    for (int d = 0; d < 3; ++d) {
      const Int8 same = load_lanes<Int8>(b.vertices_[c], first) == static_cast<std::int32_t>(a.vertices_[d][i]);
      shared.b[c] |= same;
      shared.a[d] |= same;
    }
  }
  return shared;
}

// Of eight faces those that surely meet a's face i in nothing but what they share: all corners they do not share lie on
// one side of its plane, or its corners on one side of theirs.
std::uint32_t NearFaces::find_apart(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                                    float error, bool is_one_body) {
  const Float8 bound = find_bound(load_lanes<Float8>(b.sizes_, first) + a.sizes_[i], error);
  const Shared is_shared = is_one_body ? find_shared(a, i, b, first) : Shared{};
  const auto coordinate = [&](int c, int k) { return load_lanes<Float8>(b.corners_[c][k], first); };
  Int8 above_a = Int8{} - 1, below_a = above_a, above_b = above_a, below_b = above_a;
  for (int c = 0; c < 3; ++c) {
    Float8 from_a = {}, from_b = {};
    for (int k = 0; k < 3; ++k) {
      from_a += a.normals_[k][i] * (coordinate(c, k) - a.corners_[0][k][i]);
      from_b += load_lanes<Float8>(b.normals_[k], first) * (a.corners_[c][k][i] - coordinate(0, k));
    }
    above_a &= (from_a > bound) | is_shared.b[c];
    below_a &= (from_a < -bound) | is_shared.b[c];
    above_b &= (from_b > bound) | is_shared.a[c];
    below_b &= (from_b < -bound) | is_shared.a[c];
  }
  // Where all corners are shared nothing is known: then both hold.
  return mask_signs((above_a ^ below_a) | (above_b ^ below_b));
}

// The same for faces that move, all the time. How high a corner is above a plane, times the length of its normal, is a
// cubic in time, which stays between the least and the largest of its Bernstein coefficients; those in the middle are
// taken three times. Faces that share a corner stay in the count only if no margin is asked for: what is not shared may
// still be within the margin of each other, near the corner.
std::uint32_t NearFaces::find_always_apart(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                                           float error, bool is_one_body) {
  const Float8 bound = find_bound(load_lanes<Float8>(b.sizes_, first) + a.sizes_[i], error);
  const Float8 a_bound = bound + a.margin_ * a.normal_lengths_[i],
               b_bound = bound + b.margin_ * load_lanes<Float8>(b.normal_lengths_, first);
  const Shared is_shared = is_one_body && a.margin_ == 0 ? find_shared(a, i, b, first) : Shared{};
  Int8 above_a = Int8{} - 1, below_a = above_a, above_b = above_a, below_b = above_a;
  const auto keep = [](Int8& above, Int8& below, const Height& height, const Float8& limit, const Int8& is_left_out) {
    const Float8 least = lanes_min(lanes_min(height.start, height.end), 0.25f * lanes_min(height.early, height.late));
    const Float8 most = lanes_max(lanes_max(height.start, height.end), 0.25f * lanes_max(height.early, height.late));
    above &= (least > limit) | is_left_out;
    below &= (most < -limit) | is_left_out;
  };
  for (int c = 0; c < 3; ++c) {
    Height from_a, from_b;
    for (int k = 0; k < 3; ++k) {
      const auto lanes = [&](const auto& rows) { return load_lanes<Float8>(rows[k], first); };
      from_a.add(Float8{} + a.normals_[k][i], Float8{} + a.middle_normals_[k][i], Float8{} + a.end_normals_[k][i],
                 lanes(b.corners_[c]) - a.corners_[0][k][i], lanes(b.end_corners_[c]) - a.end_corners_[0][k][i]);
      from_b.add(lanes(b.normals_), lanes(b.middle_normals_), lanes(b.end_normals_),
                 a.corners_[c][k][i] - lanes(b.corners_[0]), a.end_corners_[c][k][i] - lanes(b.end_corners_[0]));
    }
    keep(above_a, below_a, from_a, a_bound, is_shared.b[c]);
    keep(above_b, below_b, from_b, b_bound, is_shared.a[c]);
  }
  return mask_signs((above_a ^ below_a) | (above_b ^ below_b));
}

}  // namespace abut
