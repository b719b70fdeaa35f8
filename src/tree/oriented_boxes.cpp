#include "tree/oriented_boxes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tree/node_bounds.h"

namespace abut {
namespace {

// Points are in the frame of a tree, their coordinates below `reach`. Rounded to float they are off by 2^-24 reach,
// their products with an axis by less than ten times that, and the middle of a box, put together from its axes, by less
// than forty times that.
constexpr float kSlack = 0x1p-18f;
// What is lost to numbers too small for floats.
constexpr float kTiny = 1e-35f;
// Axes computed in floats are off from length 1 and right angles by a few units in the last place.
constexpr float kAxisSlack = 0x1p-18f;

Float4 load_three(const std::array<float, 3>& v) { return Float4{v[0], v[1], v[2], 0}; }
// The same for one that another three follow in the box: four are loaded at once, and the last means nothing.
template <std::size_t kOffset>
Float4 load_three_of_more(const OrientedBox& box) {
  static_assert(kOffset + sizeof(Float4) <= sizeof(OrientedBox));
  return load<Float4>(reinterpret_cast<const char*>(&box) + kOffset);
}
Float4 load_center(const OrientedBox& box) { return load_three_of_more<offsetof(OrientedBox, center)>(box); }
template <int kCoordinate>
Float4 load_axes(const OrientedBox& box) {
  return load_three_of_more<offsetof(OrientedBox, axes) + kCoordinate * sizeof(std::array<float, 3>)>(box);
}
std::array<float, 3> store_three(const Float4& v) { return {v[0], v[1], v[2]}; }
Float4 absolute(const Float4& v) { return lanes_max(v, -v); }
float sum_xyz(const Float4& v) { return v[0] + v[1] + v[2]; }

// Of length 1, or along the last axis if there is no length to speak of.
Float4 normalize(const Float4& v) {
  const float length = sum_xyz(v * v);
  if (!(length > 1e-30f && length < 1e30f)) return Float4{0, 0, 1, 0};
  return v * (1 / std::sqrt(length));
}

// The normal and two others at right angles to it.
std::array<Float4, 3> make_axes(const Float4& normal) {
  const Float4 n = normalize(normal);
  const Float4 size = absolute(n);
  const Float4 unit = size[0] < size[1] && size[0] < size[2] ? Float4{1, 0, 0, 0}
                      : size[1] < size[2]                    ? Float4{0, 1, 0, 0}
                                                             : Float4{0, 0, 1, 0};
  const Float4 u = normalize(cross_xyz(n, unit));
  return {u, cross_xyz(n, u), n};
}

OrientedBox make_box(const SurfaceTree& tree, std::uint32_t node) {
  const auto own = tree.own_points(node);
  const auto others = tree.other_points(node);
  __builtin_prefetch(own.data());
  __builtin_prefetch(others.data());
  const auto axes = make_axes(load<Float4>(&tree.normal(node)));
  Float4 columns[3];
  for (int k = 0; k < 3; ++k) columns[k] = Float4{axes[0][k], axes[1][k], axes[2][k], 0};
  Float4 lower = Float4{} + INFINITY, upper = Float4{} - INFINITY;
  const auto add = [&](const SurfaceTree::Point& point) {
    const Float4 along = columns[0] * point[0] + columns[1] * point[1] + columns[2] * point[2];
    lower = lanes_min(along, lower);
    upper = lanes_max(along, upper);
  };
  for (const SurfaceTree::Point& point : own) add(point);
  for (const std::uint32_t number : others) add(tree.point(number));
  if (tree.is_swept()) {
    for (const SurfaceTree::Point& point : tree.own_end_points(node)) add(point);
    for (const std::uint32_t number : others) add(tree.end_point(number));
  }
  const Float4 middle = 0.5f * (lower + upper);
  OrientedBox box;
  box.half = store_three(0.5f * (upper - lower) + (kSlack * find_reach(tree.node(node)) + kTiny + tree.growth()));
  box.center = store_three(middle[0] * axes[0] + middle[1] * axes[1] + middle[2] * axes[2]);
  for (int k = 0; k < 3; ++k) box.axes[k] = store_three(columns[k]);
  return box;
}

}  // namespace

void OrientedBoxes::resize(std::size_t nodes) {
  entries_ = std::make_unique<Entry[]>(nodes);
  size_ = nodes;
}

void OrientedBoxes::start_round() {
  ++round_;
  if (round_ < 0x7fffffff) return;
  for (std::size_t i = 0; i < size_; ++i) entries_[i].state = 0;
  round_ = 1;
}

const OrientedBox& OrientedBoxes::box(const SurfaceTree& tree, std::uint32_t node, OrientedBox& spare) const {
  const std::uint32_t being_made = 2 * round_, made = 2 * round_ + 1;
  Entry& entry = entries_[node];
  std::uint32_t state = entry.state.load(std::memory_order_acquire);
  if (state == made) return entry.box;
  tree.refine(node);
  if (state != being_made && entry.state.compare_exchange_strong(state, being_made)) {
    entry.box = make_box(tree, node);
    entry.state.store(made, std::memory_order_release);
    return entry.box;
  }
  return spare = make_box(tree, node);
}

bool test_apart(const OrientedBox& a, const OrientedBox& b) {
  const Float4 a_half = load_three(a.half), b_half = load_three(b.half);
  const Float4 offset = load_center(b) - load_center(a);
  const float slack = kAxisSlack * sum_xyz(a_half + b_half + absolute(offset));
  // Along each axis of p, how far q reaches beside p's own half.
  const auto test_axes = [&](const OrientedBox& p, const Float4& p_half, const OrientedBox& q, const Float4& q_half) {
    const Float4 x = load_axes<0>(p), y = load_axes<1>(p), z = load_axes<2>(p);
    Float4 reach = p_half + slack;
    for (int j = 0; j < 3; ++j) reach += q_half[j] * absolute(x * q.axes[0][j] + y * q.axes[1][j] + z * q.axes[2][j]);
    const Float4 gap = absolute(x * offset[0] + y * offset[1] + z * offset[2]) - reach;
    return gap[0] > 0 || gap[1] > 0 || gap[2] > 0;
  };
  return test_axes(a, a_half, b, b_half) || test_axes(b, b_half, a, a_half);
}

}  // namespace abut
