#include "detect/near_faces.h"

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

template <class V>
V load_lanes(const auto& row, std::uint32_t first) {
  return load<V>(row.data() + first);
}

}  // namespace

void NearFaces::collect(const SurfaceTree& tree, std::uint32_t leaf, const Float8& other) {
  const SurfaceTree::Places places = tree.places(leaf);
  count_ = 0;
  for (std::uint32_t place = places.begin; place < places.end; ++place) {
    const auto& p = tree.point_corners(place);
    const Float4 points[] = {load<Float4>(&tree.point(p[0])), load<Float4>(&tree.point(p[1])),
                             load<Float4>(&tree.point(p[2]))};
    const Float8 bounds = grow_bounds(
        lanes_min(point_bounds(points[0]), lanes_min(point_bounds(points[1]), point_bounds(points[2]))), tree.growth());
    if (!test_overlap_bounds(bounds, other)) continue;
    const Float4 normal = cross_xyz(points[1] - points[0], points[2] - points[0]);
    const auto vertices = tree.corners(place);
    places_[count_] = place;
    for (int k = 0; k < 3; ++k) {
      lower_[k][count_] = bounds[k];
      minus_upper_[k][count_] = bounds[4 + k];
      normals_[k][count_] = normal[k];
      for (int c = 0; c < 3; ++c) corners_[c][k][count_] = points[c][k];
      vertices_[k][count_] = vertices[k];
    }
    sizes_[count_] = -min_xyz(first_half(bounds) + second_half(bounds));
    ++count_;
  }
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

// Of eight faces those that surely meet a's face i in nothing but what they share: all corners they do not share lie on
// one side of its plane, or its corners on one side of theirs.
std::uint32_t NearFaces::find_apart(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                                    float error, bool is_one_body) {
  const Float8 bound = find_bound(load_lanes<Float8>(b.sizes_, first) + a.sizes_[i], error);
  Int8 is_shared_a[3] = {}, is_shared_b[3] = {};
  for (int c = 0; c < 3 && is_one_body; ++c) {
    for (int d = 0; d < 3; ++d) {
      const Int8 same = load_lanes<Int8>(b.vertices_[c], first) == static_cast<std::int32_t>(a.vertices_[d][i]);
      is_shared_b[c] |= same;
      is_shared_a[d] |= same;
    }
  }
  const auto coordinate = [&](int c, int k) { return load_lanes<Float8>(b.corners_[c][k], first); };
  Int8 above_a = Int8{} - 1, below_a = above_a, above_b = above_a, below_b = above_a;
  for (int c = 0; c < 3; ++c) {
    Float8 from_a = {}, from_b = {};
    for (int k = 0; k < 3; ++k) {
      from_a += a.normals_[k][i] * (coordinate(c, k) - a.corners_[0][k][i]);
      from_b += load_lanes<Float8>(b.normals_[k], first) * (a.corners_[c][k][i] - coordinate(0, k));
    }
    above_a &= (from_a > bound) | is_shared_b[c];
    below_a &= (from_a < -bound) | is_shared_b[c];
    above_b &= (from_b > bound) | is_shared_a[c];
    below_b &= (from_b < -bound) | is_shared_a[c];
  }
  // Where all corners are shared nothing is known: then both hold.
  return mask_signs((above_a ^ below_a) | (above_b ^ below_b));
}

}  // namespace abut
