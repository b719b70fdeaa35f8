#include "tree/oriented_boxes.h"

#include <algorithm>
#include <cmath>

#include "tree/node_bounds.h"
#include "tree/rims.h"

namespace abut {
namespace {

// Points are in the frame of a tree whose coordinates are below `reach`. Rounded to float they are off by 2^-24 reach,
// their products with an axis by less than ten times that, and the middle of a box, put together from its axes, by less
// than forty times that.
constexpr float kSlack = 0x1p-18f;
// What is lost to numbers too small for floats.
constexpr float kTiny = 1e-35f;
// Axes computed in floats are off from length 1 and right angles by a few units in the last place.
constexpr float kAxisSlack = 0x1p-18f;

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The points of a patch in the frame of its tree, and its mean normal. (Tried: coordinates apart, to project sixteen
// points at once. It was slower, as what has just been written in small pieces cannot be read at once.)
class PatchPoints {
 public:
  PatchPoints(const SurfaceTree& tree, std::span<const Vec3> positions, std::uint32_t node)
      : fetch_(positions, tree.frame()) {
    for (const VertexId v : tree.own_vertices(node)) add(v);
    for (const VertexId v : tree.other_vertices(node)) add(v);
    find_normal(tree, node);
  }

  /// About the mean normal of the patch's faces, by their size. Any other would do, but make larger boxes.
  std::array<float, 3> normal() const { return {normal_[0], normal_[1], normal_[2]}; }

  std::span<const Float4> points() const { return {points_, count_}; }

 private:
  static constexpr std::size_t kMaxPoints = 3 * OrientedBoxes::kMaxFaces;

  void add(VertexId v) { points_[count_++] = fetch_(v); }

  // The vector area of a patch with a rim follows from the rim; of a small patch a few faces tell enough.
  void find_normal(const SurfaceTree& tree, std::uint32_t node) {
    const SurfaceTree::Places places = tree.places(node);
    if (!tree.rims().has_rim(node)) {
      const std::uint32_t step = std::max(places.size() / 3, 1u);
      for (std::uint32_t place = places.begin; place < places.end; place += step) {
        const auto& v = tree.corners(place);
        const Float4 a = fetch_(v[0]);
        normal_ += cross_xyz(fetch_(v[1]) - a, fetch_(v[2]) - a);
      }
      return;
    }
    const Rim rim = tree.rims().rim(node);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : rim.loop_ends) {
      const Float4 origin = fetch_(rim.vertices[begin]);
      Float4 previous = fetch_(rim.vertices[end - 1]) - origin;
      for (std::uint32_t i = begin; i < end; ++i) {
        const Float4 next = fetch_(rim.vertices[i]) - origin;
        normal_ += cross_xyz(previous, next);
        previous = next;
      }
      begin = end;
    }
  }

  PointFetcher fetch_;
  Float4 normal_ = {};
  std::size_t count_ = 0;
  Float4 points_[kMaxPoints];
};

std::array<float, 3> cross(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Of length 1, or (0, 0, 1) if there is no length to speak of.
std::array<float, 3> normalize(const std::array<float, 3>& v) {
  const float largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
  if (!(largest > 1e-30f && largest < 1e30f)) return {0, 0, 1};
  const std::array<float, 3> u = {v[0] / largest, v[1] / largest, v[2] / largest};
  const float scale = 1 / std::sqrt(dot(u, u));
  return {u[0] * scale, u[1] * scale, u[2] * scale};
}

std::array<std::array<float, 3>, 3> make_axes(const std::array<float, 3>& normal) {
  const std::array<float, 3> n = normalize(normal);
  const int least = std::abs(n[0]) < std::abs(n[1]) ? (std::abs(n[0]) < std::abs(n[2]) ? 0 : 2)
                                                    : (std::abs(n[1]) < std::abs(n[2]) ? 1 : 2);
  std::array<float, 3> unit = {0, 0, 0};
  unit[least] = 1;
  const std::array<float, 3> u = normalize(cross(n, unit));
  return {u, cross(n, u), n};
}

}  // namespace

OrientedBoxes::OrientedBoxes(const SurfaceTree& tree)
    : tree_(tree),
      boxes_(tree.nodes().size()),
      states_(std::make_unique<std::atomic<std::uint32_t>[]>(tree.nodes().size())) {}

void OrientedBoxes::reset(std::span<const Vec3> positions) {
  positions_ = positions;
  reach_ = 0;
  for (const SurfaceTree::Node& root : tree_.nodes().first(tree_.is_empty() ? 0 : 1)) {
    for (int k = 0; k < 3; ++k) reach_ = std::max({reach_, std::abs(root.lower[k]), std::abs(root.minus_upper[k])});
  }
  ++round_;
  if (round_ < 0x7fffffff) return;
  for (std::size_t i = 0; i < boxes_.size(); ++i) states_[i] = 0;
  round_ = 1;
}

const OrientedBox& OrientedBoxes::box(std::uint32_t node, OrientedBox& spare) {
  const std::uint32_t being_made = 2 * round_, made = 2 * round_ + 1;
  std::uint32_t state = states_[node].load(std::memory_order_acquire);
  if (state == made) return boxes_[node];
  if (state != being_made && states_[node].compare_exchange_strong(state, being_made)) {
    boxes_[node] = make(node);
    states_[node].store(made, std::memory_order_release);
    return boxes_[node];
  }
  return spare = make(node);
}

OrientedBox OrientedBoxes::make(std::uint32_t node) const {
  const PatchPoints points(tree_, positions_, node);
  OrientedBox box;
  box.axes = make_axes(points.normal());
  Float4 columns[3];
  for (int k = 0; k < 3; ++k) columns[k] = Float4{box.axes[0][k], box.axes[1][k], box.axes[2][k], 0};
  Float4 lower = Float4{} + INFINITY, upper = Float4{} - INFINITY;
  for (const Float4& p : points.points()) {
    const Float4 along = columns[0] * p[0] + columns[1] * p[1] + columns[2] * p[2];
    lower = lanes_min(along, lower);
    upper = lanes_max(along, upper);
  }
  std::array<float, 3> middle;
  for (int i = 0; i < 3; ++i) {
    middle[i] = 0.5f * (lower[i] + upper[i]);
    box.half[i] = 0.5f * (upper[i] - lower[i]) + kSlack * reach_ + kTiny + tree_.growth();
  }
  for (int k = 0; k < 3; ++k) {
    box.center[k] = middle[0] * box.axes[0][k] + middle[1] * box.axes[1][k] + middle[2] * box.axes[2][k];
  }
  return box;
}

bool test_apart(const OrientedBox& a, const OrientedBox& b) {
  const std::array<float, 3> offset = {b.center[0] - a.center[0], b.center[1] - a.center[1], b.center[2] - a.center[2]};
  const float slack = kAxisSlack * (a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2] +
                                    std::abs(offset[0]) + std::abs(offset[1]) + std::abs(offset[2]));
  const auto test_axis = [&](const OrientedBox& p, int i, const OrientedBox& q) {
    float reach = p.half[i] + slack;
    for (int j = 0; j < 3; ++j) reach += q.half[j] * std::abs(dot(p.axes[i], q.axes[j]));
    return std::abs(dot(p.axes[i], offset)) > reach;
  };
  for (const int i : {2, 0, 1}) {
    if (test_axis(a, i, b) || test_axis(b, i, a)) return true;
  }
  return false;
}

}  // namespace abut
