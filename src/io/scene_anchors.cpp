// Points that follow an obstacle, each beside the face that is nearest to it at the start.
#include <cmath>
#include <limits>

#include "abut/narrow.h"
#include "abut/tree.h"
#include "io/scene_motion.h"

namespace abut {
namespace {

// A frame of three directions that moves with a face; of a face without area, one that does not turn.
Eigen::Matrix3d find_axes(const TrianglePoints& t) {
  const Vec3 normal = unit_normal(t), along = (t[1] - t[0]).normalized();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  if (normal.norm() > 0.5) axes << along, normal.cross(along), normal;
  return axes;
}

// A point as a face has it: where on the face it is nearest, and how far beside that.
struct Anchor {
  FaceId face;
  Vec3 weights = Vec3::UnitX(), offset = Vec3::Zero();

  Vec3 find(const Surface& surface, std::span<const Vec3> positions) const {
    const TrianglePoints t = face_points(surface, positions, face);
    return weights[0] * t[0] + weights[1] * t[1] + weights[2] * t[2] + find_axes(t) * offset;
  }
};

double measure_distance(const FloatBox& box, const Vec3& point) {
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double beyond = std::max({box.lower[i] - point[k], point[k] - box.upper[i], 0.0});
    square += beyond * beyond;
  }
  return std::sqrt(square);
}

class NearestFace {
 public:
  NearestFace(const Surface& surface, std::span<const Vec3> positions)
      : surface_(surface), positions_(positions), tree_(make_boxes(surface, positions)) {}

  Anchor find(const Vec3& point) const {
    Anchor best;
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> open = {0};
    while (!open.empty()) {
      const Bvh::Node& node = tree_.node(open.back());
      open.pop_back();
      if (measure_distance(node.box, point) > least) continue;
      if (node.is_leaf()) {
        for (const Bvh::Item& item : tree_.items(node)) try_face(FaceId(item.index), point, best, least);
        continue;
      }
      const bool is_first_nearer =
          measure_distance(tree_.node(node.first).box, point) < measure_distance(tree_.node(node.first + 1).box, point);
      open.push_back(node.first + (is_first_nearer ? 1 : 0));
      open.push_back(node.first + (is_first_nearer ? 0 : 1));  // is looked at next
    }
    const TrianglePoints t = face_points(surface_, positions_, best.face);
    const Vec3 foot = best.find(surface_, positions_);
    best.offset = find_axes(t).transpose() * (point - foot);
    return best;
  }

 private:
  static std::vector<FloatBox> make_boxes(const Surface& surface, std::span<const Vec3> positions) {
    std::vector<FloatBox> boxes;
    for (std::size_t f = 0; f < surface.face_count(); ++f)
      boxes.push_back(make_float_box(face_points(surface, positions, FaceId(f))));
    return boxes;
  }

  // Of faces that are equally near, the first one, however the tree is built.
  void try_face(FaceId face, const Vec3& point, Anchor& best, double& least) const {
    const Distance found = measure_point_triangle(point, face_points(surface_, positions_, face));
    if (found.distance > least || (found.distance == least && best.face < face)) return;
    least = found.distance;
    best.face = face;
    best.weights = found.b_weights;
  }

  const Surface& surface_;
  std::span<const Vec3> positions_;
  Bvh tree_;
};

}  // namespace

Placement make_placement(std::shared_ptr<const ObstaclePath> path, std::shared_ptr<const Surface> surface,
                         std::span<const Vec3> start) {
  const std::vector<Vec3> positions = path->positions(0);
  const NearestFace nearest(*surface, positions);
  std::vector<Anchor> anchors;
  for (const Vec3& point : start) anchors.push_back(nearest.find(point));
  return [path = std::move(path), surface = std::move(surface), anchors](double time, std::span<Vec3> points) {
    const std::vector<Vec3> now = path->positions(time);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = anchors[i].find(*surface, now);
  };
}

}  // namespace abut
