#include "untangle/face_distance.h"

#include <algorithm>
#include <limits>

namespace abut {
namespace {

std::vector<TrianglePoints> list_points(const Assembly& assembly, std::span<const Vec3> positions,
                                        std::span<const FaceRef> faces) {
  std::vector<TrianglePoints> points;
  for (const FaceRef face : faces) {
    points.push_back(face_points(assembly.surface(face.body), assembly.of_body(face.body, positions), face.face));
  }
  return points;
}

BoxFrame make_frame(std::span<const TrianglePoints> faces) {
  Box3 box;
  for (const TrianglePoints& face : faces) {
    for (const Vec3& corner : face) box.add(corner);
  }
  return make_box_frame(box);
}

std::vector<FloatBox> list_boxes(std::span<const TrianglePoints> faces, const BoxFrame& frame) {
  std::vector<FloatBox> boxes;
  for (const TrianglePoints& face : faces) boxes.push_back(make_float_box(face, frame));
  return boxes;
}

}  // namespace

FaceDistance::FaceDistance(const Assembly& assembly, std::span<const Vec3> positions, std::span<const FaceRef> faces)
    : faces_(list_points(assembly, positions, faces)),
      frame_(make_frame(faces_)),
      tree_(list_boxes(faces_, frame_), {1, {}}) {}

// No more than the distance from what is in the box.
double FaceDistance::bound(const FloatBox& box, const Vec3& point) const {
  Vec3 way = Vec3::Zero();
  for (int axis = 0; axis < 3; ++axis) {
    way[axis] = std::max({0.0, box.lower[axis] - point[axis], point[axis] - box.upper[axis]});
  }
  return way.norm() / frame_.scale;
}

double FaceDistance::measure(const Vec3& point) const {
  double least = std::numeric_limits<double>::infinity();
  if (tree_.is_empty()) return least;
  const Vec3 in_frame = (point - frame_.origin) * frame_.scale;
  std::vector<std::uint32_t> stack = {0};
  while (!stack.empty()) {
    const Bvh::Node& node = tree_.node(stack.back());
    stack.pop_back();
    if (bound(node.box, in_frame) >= least) continue;
    if (node.is_leaf()) {
      for (const Bvh::Item& item : tree_.items(node)) {
        least = std::min(least, measure_point_triangle(point, faces_[item.index]).distance);
      }
      continue;
    }
    const std::uint32_t a = node.first, b = node.first + 1;
    const bool a_first = bound(tree_.node(a).box, in_frame) < bound(tree_.node(b).box, in_frame);
    stack.push_back(a_first ? b : a);
    stack.push_back(a_first ? a : b);
  }
  return least;
}

}  // namespace abut
