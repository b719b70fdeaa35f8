#include "tree/oriented_boxes.h"

#include <algorithm>
#include <cmath>

#include "math/simd.h"
#include "tree/rims.h"

namespace abut {
namespace {

// Points are in the frame of a tree whose coordinates are below `reach`: rounded to float they are off by 2^-24 reach,
// and their products with an axis by less than ten times that.
constexpr float kSlack = 0x1p-20f;
// Axes computed in floats are off from length 1 and right angles by a few units in the last place.
constexpr float kAxisSlack = 0x1p-18f;

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The points of a patch in the frame of its tree: of a patch with a rim first those of the rim, loop after loop, then
// its own; else the corners of its faces.
class PatchPoints {
 public:
  PatchPoints(const SurfaceTree& tree, std::span<const Vec3> positions, std::uint32_t node)
      : origin_{tree.frame().origin.x(), tree.frame().origin.y(), tree.frame().origin.z()},
        scale_(Double4{} + tree.frame().scale),
        positions_(positions) {
    if (tree.rims().has_rim(node)) {
      const Rim rim = tree.rims().rim(node);
      for (const VertexId v : rim.vertices) add(v);
      find_normal(rim.loop_ends);
      for (const VertexId v : tree.own_vertices(node)) add(v);
    } else {
      const SurfaceTree::Places places = tree.places(node);
      for (std::uint32_t place = places.begin; place < places.end; ++place) {
        for (const VertexId v : tree.corners(place)) add(v);
        const Float4* corner = points_ + count_ - 3;
        normal_ += cross_xyz(corner[1] - corner[0], corner[2] - corner[0]);
      }
    }
  }

  std::span<const Float4> points() const { return {points_, count_}; }
  /// Twice the vector area of the patch: the mean normal of its faces, by their size.
  Vec3 normal() const { return Vec3(normal_[0], normal_[1], normal_[2]); }

 private:
  static constexpr std::size_t kMaxPoints = 3 * 3 * OrientedBoxes::kMaxFaces;

  void add(VertexId v) {
    const Vec3& p = positions_[v];
    const Double4 q = v + 1 < positions_.size() ? load<Double4>(p.data()) : Double4{p.x(), p.y(), p.z()};
    points_[count_++] = __builtin_convertvector((q - origin_) * scale_, Float4);
  }

  // The vector area follows from the rim alone.
  void find_normal(std::span<const std::uint32_t> loop_ends) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : loop_ends) {
      Float4 last = points_[end - 1] - points_[0];
      for (std::uint32_t i = begin; i < end; ++i) {
        const Float4 next = points_[i] - points_[0];
        normal_ += cross_xyz(last, next);
        last = next;
      }
      begin = end;
    }
  }

  Double4 origin_, scale_;
  std::span<const Vec3> positions_;
  Float4 normal_ = {};
  std::size_t count_ = 0;
  Float4 points_[kMaxPoints];
};

std::array<Vec3, 3> make_axes(const Vec3& normal) {
  const double length = normal.norm();
  const Vec3 n = length > 0 && std::isfinite(length) ? Vec3(normal / length) : Vec3(Vec3::UnitZ());
  int least = 0;
  n.cwiseAbs().minCoeff(&least);
  const Vec3 u = n.cross(Vec3::Unit(least)).normalized();
  return {u, n.cross(u), n};
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
  const auto axes = make_axes(points.normal());
  OrientedBox box;
  Float4 columns[3];
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) box.axes[i][k] = static_cast<float>(axes[i][k]);
    columns[k] = Float4{box.axes[0][k], box.axes[1][k], box.axes[2][k], 0};
  }
  Float4 lower = Float4{} + INFINITY, upper = Float4{} - INFINITY;
  for (const Float4& p : points.points()) {
    const Float4 along = columns[0] * p[0] + columns[1] * p[1] + columns[2] * p[2];
    lower = lanes_min(along, lower);
    upper = lanes_max(along, upper);
  }
  std::array<float, 3> middle;
  for (int i = 0; i < 3; ++i) {
    middle[i] = 0.5f * (lower[i] + upper[i]);
    box.half[i] = 0.5f * (upper[i] - lower[i]) + kSlack * reach_;
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
