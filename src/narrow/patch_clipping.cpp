// Finding the sides of solids that look in a direction, and cutting one to the other's width (Sutherland and Hodgman).
#include "narrow/patch_clipping.h"

namespace abut {
namespace {

// A corner of the side is farthest along the direction, so its faces are enough to look at.
FaceId find_face(const Convex& shape, const Plain3& direction, double& alignment) {
  const VertexId corner(find_support(shape, direction));
  FaceId best;
  for (const FaceId f : shape.vertex_faces(corner)) {
    const double cosine = direction.dot(shape.normal(f));
    if (best.is_valid() && cosine <= alignment) continue;
    alignment = cosine;
    best = f;
  }
  return best;
}

template <class Place, class Turn>
ContactSide find_side(const Convex& shape, const Plain3& direction, const Place& place, const Turn& turn) {
  ContactSide side;
  const auto vertices = shape.vertices();
  if (shape.face_count() == 0) {
    for (const Vec3& v : vertices) side.corners[side.count++] = place(v);
    return side;
  }
  const FaceId f = find_face(shape, direction, side.alignment);
  const auto face = shape.face(f);
  side.normal = turn(shape.normal(f));
  side.count = static_cast<int>(std::min<std::size_t>(face.size(), ContactSide::kMaxCorners));
  for (int i = 0; i < side.count; ++i) {
    side.corners[i] = place(vertices[face[static_cast<std::size_t>(i) * face.size() / side.count]]);
  }
  return side;
}

// Keeps what is not outside a plane.
void cut(ClippedSide& polygon, const Plain3& outwards, const Plain3& on_plane) {
  ClippedSide kept;
  const int sides = polygon.count > 2 ? polygon.count : polygon.count - 1;  // a segment has no way back
  double height = outwards.dot(polygon.points[0] - on_plane);
  for (int i = 0; i < polygon.count; ++i) {
    const Plain3 &p = polygon.points[i], &q = polygon.points[i + 1 < polygon.count ? i + 1 : 0];
    const double next = outwards.dot(q - on_plane);
    if (height <= 0) kept.points[kept.count++] = p;
    if (i < sides && (height <= 0) != (next <= 0)) kept.points[kept.count++] = p + (height / (height - next)) * (q - p);
    height = next;
  }
  polygon.count = kept.count;
  std::copy_n(kept.points.begin(), kept.count, polygon.points.begin());
}

}  // namespace

ContactSide find_side_of_a(const ConvexView& view, const Plain3& direction) {
  const auto stay = [](const Plain3& v) { return v; };
  return find_side(view.a(), direction, stay, stay);
}

ContactSide find_side_of_b(const ConvexView& view, const Plain3& direction) {
  const auto turn = [&](const Plain3& v) { return view.turn() * v; };
  const auto place = [&](const Plain3& v) { return view.turn() * v + view.shift(); };
  return find_side(view.b(), view.turn_to_b(direction), place, turn);
}

ClippedSide clip_side(const ContactSide& side, const ContactSide& face) {
  ClippedSide clipped;
  clipped.count = side.count;
  std::copy_n(side.corners.begin(), side.count, clipped.points.begin());
  for (int i = 0; i < face.count && clipped.count > 0; ++i) {
    const Plain3 &p = face.corners[i], &q = face.corners[i + 1 < face.count ? i + 1 : 0];
    cut(clipped, (q - p).cross(face.normal), p);
  }
  return clipped;
}

}  // namespace abut
