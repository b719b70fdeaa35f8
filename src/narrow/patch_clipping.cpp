// Finding the sides of solids that look in a direction, and cutting one to the other's width (Sutherland and Hodgman).
#include "narrow/patch_clipping.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

// The faces of a box come in pairs, for each axis the one in its direction first.
FaceId find_face_of_box(const Plain3& direction, double& alignment) {
  const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
  const std::size_t axis = z > std::max(x, y) ? 2 : y > x ? 1 : 0;
  alignment = std::max({x, y, z});
  return FaceId(2 * axis + (direction[static_cast<int>(axis)] < 0));
}

// A corner of the side is farthest along the direction, so its faces are enough to look at.
FaceId find_face(const Convex& shape, const Plain3& direction, double& alignment) {
  if (shape.half_size()) return find_face_of_box(direction, alignment);
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

// Keeps what is not outside a plane. Points are written whether they are kept or not, and counted if they are: which
// ones are cannot be foreseen, and a processor that guesses wrong loses more than writing costs.
void cut(const ClippedSide& polygon, const Plain3& outwards, const Plain3& on_plane, ClippedSide& kept) {
  kept.count = 0;
  const int sides = polygon.count > 2 ? polygon.count : polygon.count - 1;  // a segment has no way back
  double height = outwards.dot(polygon.points[0] - on_plane);
  for (int i = 0; i < polygon.count; ++i) {
    const Plain3 &p = polygon.points[i], &q = polygon.points[i + 1 < polygon.count ? i + 1 : 0];
    const double next = outwards.dot(q - on_plane);
    const bool is_inside = height <= 0, is_cut = is_inside != (next <= 0);
    kept.points[kept.count] = p;
    kept.count += is_inside;
    kept.points[kept.count] = p + (height / (height - next)) * (q - p);
    kept.count += is_cut & (i < sides);
    height = next;
  }
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
  ClippedSide result, other;
  ClippedSide *from = &result, *to = &other;
  result.count = side.count;
  std::copy_n(side.corners.begin(), side.count, result.points.begin());
  for (int i = 0; i < face.count && from->count > 0; ++i) {
    const Plain3 &p = face.corners[i], &q = face.corners[i + 1 < face.count ? i + 1 : 0];
    cut(*from, (q - p).cross(face.normal), p, *to);
    std::swap(from, to);
  }
  if (from == &other) {
    result.count = other.count;
    std::copy_n(other.points.begin(), other.count, result.points.begin());
  }
  return result;
}

}  // namespace abut
