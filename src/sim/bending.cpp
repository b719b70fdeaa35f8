#include "sim/bending.h"

#include <cmath>

namespace abut {
namespace {

// The corner of a face that an edge does not have, and whether the face runs along the edge from a to b.
struct Opposite {
  VertexId corner;
  bool runs_along = false;
};

Opposite find_opposite(const std::array<VertexId, 3>& face, VertexId a, VertexId b) {
  for (int i = 0; i < 3; ++i) {
    if (face[i] != a && face[i] != b) return {face[i], face[(i + 1) % 3] == a};
  }
  return {};
}

struct HingeNormals {
  Vec3 edge, first, second;
};

HingeNormals measure_normals(const HingePoints& p) {
  return {p[1] - p[0], (p[1] - p[0]).cross(p[2] - p[0]), (p[0] - p[1]).cross(p[3] - p[1])};
}

}  // namespace

std::optional<std::array<VertexId, 4>> find_hinge(const Surface& surface, EdgeId edge) {
  const auto faces = surface.edge_faces(edge);
  if (faces.size() != 2) return std::nullopt;
  const auto [a, b] = surface.edge(edge);
  const Opposite first = find_opposite(surface.face(faces[0]), a, b);
  const Opposite second = find_opposite(surface.face(faces[1]), a, b);
  if (first.corner == second.corner) return std::nullopt;  // the same face twice
  return first.runs_along ? std::array{a, b, first.corner, second.corner}
                          : std::array{b, a, first.corner, second.corner};
}

double measure_bend(const HingePoints& points) {
  const HingeNormals n = measure_normals(points);
  const double length = n.edge.norm();
  if (!(length > 0)) return 0;
  return std::atan2(n.second.cross(n.first).dot(n.edge) / length, n.first.dot(n.second));
}

BendGradient bend_gradient(const HingePoints& points) {
  const HingeNormals n = measure_normals(points);
  const double length2 = n.edge.squaredNorm();
  const double first2 = n.first.squaredNorm(), second2 = n.second.squaredNorm();
  if (!(length2 > 0) || !(first2 > 0) || !(second2 > 0)) return {};
  const double length = std::sqrt(length2);
  return {(length / first2) * n.first, (length / second2) * n.second, (points[2] - points[0]).dot(n.edge) / length2,
          (points[3] - points[0]).dot(n.edge) / length2};
}

Eigen::Matrix3d make_bend_stiffness(const std::array<Vec2, 3>& rest, const Vec3& signs, const ClothMaterial& material) {
  const Vec2 u = rest[1] - rest[0], v = rest[2] - rest[0];
  const double area = 0.5 * std::abs(u.x() * v.y() - u.y() * v.x());
  // Curvatures along warp, along weft, and of twist, by the angle of each edge.
  Eigen::Matrix3d curvatures;
  for (int i = 0; i < 3; ++i) {
    const Vec2 edge = rest[(i + 1) % 3] - rest[i];
    const Vec2 across(-edge.y(), edge.x());
    const double scale = signs[i] / (2 * area * edge.norm());
    curvatures.col(i) = scale * Vec3(across.x() * across.x(), across.y() * across.y(), across.x() * across.y());
  }
  const Vec3 rigidities(material.warp_bending, material.weft_bending,
                        2 * std::sqrt(material.warp_bending * material.weft_bending));
  return area * curvatures.transpose() * rigidities.asDiagonal() * curvatures;
}

}  // namespace abut
