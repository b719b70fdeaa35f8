#include "reproduce/survey/solid_picture.h"

#include <cmath>

namespace abut::reproduce {

PicturedSolid::PicturedSolid(const Convex& shape, const Pose3& pose) : mesh_(shape) {
  for (const Vec3& p : mesh_.positions()) positions_.push_back(pose.apply(p));
}

void add_edges(MeshPicture& picture, const PlacedConvex& solid, const char* color) {
  for (const Convex::Edge& edge : solid.shape->edges()) {
    const auto end = [&](int i) { return solid.pose.apply(solid.shape->vertices()[edge.vertices[i]]); };
    picture.lines.push_back({{end(0), end(1)}, color});
  }
}

std::array<Vec2, 4> place_rectangle(const Vec2& half, const Vec2& center, double angle) {
  const Vec2 along = half.x() * Vec2(std::cos(angle), std::sin(angle));
  const Vec2 across = half.y() * Vec2(-std::sin(angle), std::cos(angle));
  return {center - along - across, center + along - across, center + along + across, center - along + across};
}

}  // namespace abut::reproduce
