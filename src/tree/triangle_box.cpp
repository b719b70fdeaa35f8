// Triangle against box, exactly: two convex things are apart if and only if a plane along one of their faces, or along
// an edge of each, has them on its two sides (Akenine-Moeller 2001 has the same thirteen directions in rounded
// numbers). Planes along edges of both are lines in the plane seen along an axis of the box, so orientations in two and
// three dimensions are all it takes. Rounded numbers with a bound for their error come first, and mostly suffice.
#include "tree/triangle_box.h"

#include <algorithm>

#include "tree/triangle_box_rounded.h"

namespace abut {
namespace {

bool test_inside(const Vec3& p, const Box3& box) {
  return (p.array() >= box.lower.array()).all() && (p.array() <= box.upper.array()).all();
}

bool test_apart_along_axes(const TrianglePoints& t, const Box3& box) {
  for (int k = 0; k < 3; ++k) {
    const auto [least, most] = std::minmax({t[0][k], t[1][k], t[2][k]});
    if (most < box.lower[k] || least > box.upper[k]) return true;
  }
  return false;
}

// The corner of the rectangle that lies farthest to the left of the line from p to q, or to the right of it.
Vec2 find_farthest(const Vec2& p, const Vec2& q, const Vec2& lower, const Vec2& upper, bool to_left) {
  const bool take_lower_x = (q.y() > p.y()) == to_left, take_upper_y = (q.x() > p.x()) == to_left;
  return {take_lower_x ? lower.x() : upper.x(), take_upper_y ? upper.y() : lower.y()};
}

// True if the line along pq has the rectangle strictly on the side where the third corner, r, is not.
bool test_beyond(const Vec2& p, const Vec2& q, int side_of_r, const Vec2& lower, const Vec2& upper) {
  const bool may_be_right = side_of_r >= 0 && orient2d(p, q, find_farthest(p, q, lower, upper, true)) < 0;
  return may_be_right || (side_of_r <= 0 && orient2d(p, q, find_farthest(p, q, lower, upper, false)) > 0);
}

bool test_apart_seen_along(int axis, const TrianglePoints& t, const Box3& box) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const auto flat = [&](const Vec3& p) { return Vec2(p[i], p[j]); };
  const std::array<Vec2, 3> p = {flat(t[0]), flat(t[1]), flat(t[2])};
  const Vec2 lower = flat(box.lower), upper = flat(box.upper);
  const int turn = orient2d(p[0], p[1], p[2]);
  for (int e = 0; e < 3; ++e) {
    const Vec2 &from = p[e], &to = p[(e + 1) % 3];
    if (from != to && test_beyond(from, to, turn, lower, upper)) return true;
  }
  return false;
}

bool test_apart_along_plane(const TrianglePoints& t, const Box3& box) {
  int first = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p(corner & 1 ? box.upper.x() : box.lower.x(), corner & 2 ? box.upper.y() : box.lower.y(),
                 corner & 4 ? box.upper.z() : box.lower.z());
    const int side = orient3d(t[0], t[1], t[2], p);
    if (side == 0 || (corner > 0 && side != first)) return false;
    first = side;
  }
  return true;
}

PlainTriangle as_plain(const TrianglePoints& t) {
  PlainTriangle plain;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) plain.at[i][k] = t[i][k];
  }
  return plain;
}

PlainBox as_plain(const Box3& box) {
  return {{box.lower.x(), box.lower.y(), box.lower.z()}, {box.upper.x(), box.upper.y(), box.upper.z()}};
}

}  // namespace

bool test_triangle_box(const TrianglePoints& triangle, const Box3& box) {
  for (const Vec3& p : triangle) {
    if (test_inside(p, box)) return true;
  }
  if (test_apart_along_axes(triangle, box)) return false;
  const BoxAnswer answer = compare_rounded(as_plain(triangle), as_plain(box));
  return answer == BoxAnswer::open ? test_triangle_box_exact(triangle, box) : answer == BoxAnswer::together;
}

bool test_triangle_box_exact(const TrianglePoints& triangle, const Box3& box) {
  if (test_apart_along_axes(triangle, box)) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (test_apart_seen_along(axis, triangle, box)) return false;
  }
  return !test_apart_along_plane(triangle, box);
}

}  // namespace abut
