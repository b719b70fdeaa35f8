// Triangles by the test of Moeller and Trumbore (1997), boxes by their slabs, both in the body's own frame.
#include "detect/ray_exit.h"

#include <bit>
#include <cmath>

#include "math/simd.h"

namespace abut {
namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();
// In the tree's frame, where coordinates are within 1: more than floats round by.
constexpr float kOff = 0x1p-18f;
// Of a triangle: rays through its border pass through it.
constexpr double kBorder = 1e-9;

struct Passage {
  double along = kNothing;
  bool is_out = false;  // the triangle looks along the way
  // Through an edge between the two, out.
  bool operator<(const Passage& other) const {
    return along != other.along ? along < other.along : is_out && !other.is_out;
  }
};

Passage find_passage(const Vec3& from, const Vec3& way, const TrianglePoints& t) {
  const Vec3 u = t[1] - t[0], v = t[2] - t[0], across = way.cross(v);
  const double determinant = u.dot(across);
  if (determinant == 0) return {};
  const Vec3 start = from - t[0], turned = start.cross(u);
  const double s = start.dot(across) / determinant, r = way.dot(turned) / determinant;
  if (!(s >= -kBorder && r >= -kBorder && s + r <= 1 + kBorder)) return {};
  const double along = v.dot(turned) / determinant;
  return along > 0 ? Passage{along, determinant < 0} : Passage{};
}

struct Ray {
  std::array<float, 3> from, way;
};

// Bit i: the ray may come by box i before this far.
unsigned find_passed(const RigidTree::Node& node, const Ray& ray, float limit) {
  const auto lanes = [](const RigidTree::Lanes& l) { return load<Float8>(l.data()); };
  Float8 first = {}, last = Float8{} + limit;
  for (int i = 0; i < 3; ++i) {
    Float8 at = {}, step = {};
    for (int k = 0; k < 3; ++k) {
      const Float8 axis = lanes(node.boxes.axes[i][k]);
      at += axis * (ray.from[k] - lanes(node.boxes.center[k]));
      step += axis * ray.way[k];
    }
    const Float8 reach = lanes(node.boxes.half[i]) + kOff * (1 + limit);
    const Float8 p = (-reach - at) / step, q = (reach - at) / step;
    first = lanes_max(lanes_min(p, q), first);  // what is no number is left out
    last = lanes_min(lanes_max(p, q), last);
  }
  return mask_signs(first <= last) & ((1u << node.count) - 1);
}

}  // namespace

double find_exit(const PlacedRigid& body, const Vec3& from, const Vec3& way) {
  const RigidTree& tree = *body.tree;
  if (tree.is_empty()) return kNothing;
  const Eigen::Quaterniond back = body.pose.rotation.conjugate();
  const Vec3 own_from = back * (from - body.pose.translation), own_way = back * way;
  const double scale = tree.frame().scale;
  const Vec3 start = (own_from - tree.frame().origin) * scale;
  Ray ray;
  for (int k = 0; k < 3; ++k) {
    ray.from[k] = static_cast<float>(start[k]);
    ray.way[k] = static_cast<float>(own_way[k]);
  }
  Passage nearest;
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const RigidTree::Node& node = tree.nodes()[open.back()];
    open.pop_back();
    const auto limit = static_cast<float>(std::min(nearest.along * scale, 8 + start.norm()));
    for (unsigned passed = find_passed(node, ray, limit); passed != 0; passed &= passed - 1) {
      const RigidTree::Child child = node.children[static_cast<std::size_t>(std::countr_zero(passed))];
      if (!child.is_leaf()) {
        open.push_back(child.index());
        continue;
      }
      const RigidTree::Leaf& leaf = tree.leaves()[child.index()];
      for (std::uint32_t place = leaf.first; place < leaf.first + leaf.count; ++place) {
        nearest = std::min(nearest, find_passage(own_from, own_way, tree.triangle(place)));
      }
    }
  }
  return nearest.is_out ? nearest.along : kNothing;
}

}  // namespace abut
