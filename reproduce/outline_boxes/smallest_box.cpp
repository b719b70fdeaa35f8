#include "reproduce/outline_boxes/smallest_box.h"

#include <algorithm>

namespace abut::reproduce {
namespace {

// Counter-clockwise (Andrew 1979): along the lower side, then back along the upper.
std::vector<Vec2> make_hull(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& a, const Vec2& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Vec2> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const Vec2& p : points) {
      while (hull.size() >= start + 2 && orient2d(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();  // the other side begins with it
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace

// Nodes are in the order of their pieces.
std::vector<Vec2> list_corners(const OutlineTree& tree) {
  std::vector<Vec2> corners;
  for (const OutlineTree::Node& node : tree.nodes()) {
    if (!node.is_leaf()) continue;
    const auto of_leaf = node.box.corners();
    corners.insert(corners.end(), of_leaf.begin(), of_leaf.end());
  }
  return corners;
}

OrientedBox2 make_box_along(const Vec2& axis, std::span<const Vec2> points) {
  OrientedBox2 box;
  box.axis = axis;
  Box2 turned;
  for (const Vec2& p : points) turned.add(Vec2(p.dot(axis), p.dot(box.across())));
  box.center = turned.center().x() * axis + turned.center().y() * box.across();
  box.half = 0.5 * turned.size();
  return box;
}

// It has a side along one of the hull's (Freeman and Shapira 1975).
OrientedBox2 find_smallest_box(std::span<const Vec2> points) {
  const std::vector<Vec2> hull = make_hull({points.begin(), points.end()});
  OrientedBox2 best = make_box_along(Vec2::UnitX(), hull);
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec2 side = hull[(i + 1) % hull.size()] - hull[i];
    if (!(side.norm() > 0)) continue;
    const OrientedBox2 box = make_box_along(side.normalized(), hull);
    if (box.area() < best.area()) best = box;
  }
  return best;
}

}  // namespace abut::reproduce
