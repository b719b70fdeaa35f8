// Triangle against triangle. The fast test is Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test
// Using Orientation Predicates, 2003: sides of planes first, then two more orientations. It decides alone when no
// orientation is zero; all touching and flat cases go to find_triangle_triangle, which works out every extreme point
// of the intersection with the features it lies on. That one is also the fast test's slow twin in the tests.
#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "math/flatten.h"
#include "math/predicates.h"
#include "narrow/locate.h"

namespace abut {
namespace {

using Signs = std::array<int, 3>;

Signs sides_of(const PlaneSide& plane, const TrianglePoints& t) {
  return {plane.side(t[0]), plane.side(t[1]), plane.side(t[2])};
}
bool all_on_one_side(const Signs& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }
bool all_zero(const Signs& s) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }
bool any_zero(const Signs& s) { return s[0] == 0 || s[1] == 0 || s[2] == 0; }

// ---- extreme points ----

void add_point(TriangleMeeting& meeting, TriangleFeature a, TriangleFeature b, const Vec3& position) {
  for (int i = 0; i < meeting.count; ++i) {
    if (meeting.points[i].a == a && meeting.points[i].b == b) return;
  }
  meeting.points[meeting.count++] = {a, b, position};
}

Vec3 point_of_passage(const Vec3& p, const Vec3& q, const TrianglePoints& t) {
  return p + find_passage(p, q, t).parameter * (q - p);
}

// Adds the points where corners and edges of `t` meet the plane of `other` inside `other`.
template <class Add>
void add_points_of(const TrianglePoints& t, const Signs& sides, const TrianglePoints& other, const Flattening& flat,
                   const Add& add) {
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3;
    if (sides[i] == 0) {
      if (const auto where = locate_in_plane(t[i], other, flat)) add(corner_feature(i), *where, t[i]);
    } else if (sides[k] == -sides[i]) {
      if (const auto where = locate_passage(t[i], t[k], sides[i], other)) {
        const Vec3 position = is_corner(*where) ? other[feature_index(*where)] : point_of_passage(t[i], t[k], other);
        add(edge_feature(i), *where, position);
      }
    }
  }
}

TriangleMeeting find_crossing(const TrianglePoints& a, const Signs& a_sides, const Flattening& a_flat,
                              const TrianglePoints& b, const Signs& b_sides, const Flattening& b_flat) {
  TriangleMeeting meeting;
  add_points_of(a, a_sides, b, b_flat, [&](TriangleFeature own, TriangleFeature other, const Vec3& position) {
    add_point(meeting, own, other, position);
  });
  add_points_of(b, b_sides, a, a_flat, [&](TriangleFeature own, TriangleFeature other, const Vec3& position) {
    add_point(meeting, other, own, position);
  });
  return meeting;
}

// ---- both in one plane ----

// signs[i][j]: side of corner i of `points` beside edge j of `t`, positive inside.
std::array<Signs, 3> sides_of_edges(const TrianglePoints& points, const TrianglePoints& t, const Flattening& flat) {
  const int orientation = flat.turn(t[0], t[1], t[2]);
  std::array<Signs, 3> signs;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) signs[i][j] = orientation * flat.turn(t[j], t[(j + 1) % 3], points[i]);
  }
  return signs;
}

// Two edges of one plane that cross: a0 + s (a1 - a0).
Vec3 point_of_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1, const Flattening& flat) {
  const Vec2 a = flat(a0), u = flat(a1) - a, b = flat(b0), v = flat(b1) - b, w = b - a;
  const double denominator = u.x() * v.y() - u.y() * v.x();
  const double s = denominator == 0 ? 0.5 : (w.x() * v.y() - w.y() * v.x()) / denominator;
  return a0 + std::clamp(s, 0.0, 1.0) * (a1 - a0);
}

TriangleMeeting find_in_one_plane(const TrianglePoints& a, const TrianglePoints& b, const Flattening& flat) {
  TriangleMeeting meeting;
  const auto a_signs = sides_of_edges(a, b, flat), b_signs = sides_of_edges(b, a, flat);
  for (int i = 0; i < 3; ++i) {
    if (const auto where = locate(a_signs[i])) add_point(meeting, corner_feature(i), *where, a[i]);
    if (const auto where = locate(b_signs[i])) add_point(meeting, *where, corner_feature(i), b[i]);
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, j1 = (j + 1) % 3;
      if (a_signs[i][j] * a_signs[i1][j] < 0 && b_signs[j][i] * b_signs[j1][i] < 0) {
        add_point(meeting, edge_feature(i), edge_feature(j), point_of_edges(a[i], a[i1], b[j], b[j1], flat));
      }
    }
  }
  return meeting;
}

// ---- the fast test ----

// With no corner on the other's plane, each triangle has one corner alone on its side. The two triangles cut the
// line common to both planes in intervals, and two orientations tell whether these overlap.
bool test_intervals(const TrianglePoints& a, const Signs& a_sides, const TrianglePoints& b, const Signs& b_sides) {
  const auto alone = [](const Signs& s) { return s[1] == s[2] ? 0 : (s[0] == s[2] ? 1 : 2); };
  const int i = alone(a_sides), j = alone(b_sides);
  const Vec3 &a0 = a[i], &a1 = a[(i + 1) % 3], &a2 = a[(i + 2) % 3];
  const Vec3 &b0 = b[j], &b1 = b[(j + 1) % 3], &b2 = b[(j + 2) % 3];
  // Seen from the lone corners both triangles turn alike if these lie on equal sides, else one is mirrored.
  const int flip = a_sides[i] * b_sides[j];
  const Vec3 &b_first = flip > 0 ? b1 : b2, &b_second = flip > 0 ? b2 : b1;
  const int side = b_sides[j];
  return side * orient3d(a0, a1, b0, b_first) <= 0 && side * orient3d(a0, a2, b0, b_second) >= 0;
}

// Triangles without area: the set of points is the union of the edges.
bool test_as_edges(const TrianglePoints& a, const TrianglePoints& b) {
  const bool a_is_flat = test_collinear(a[0], a[1], a[2]), b_is_flat = test_collinear(b[0], b[1], b[2]);
  for (int i = 0; i < 3; ++i) {
    const Vec3 &a0 = a[i], &a1 = a[(i + 1) % 3];
    if (!b_is_flat && test_edge_triangle(a0, a1, b)) return true;
    if (!a_is_flat && test_edge_triangle(b[i], b[(i + 1) % 3], a)) return true;
    for (int j = 0; j < 3 && a_is_flat && b_is_flat; ++j) {
      if (test_edge_edge(a0, a1, b[j], b[(j + 1) % 3])) return true;
    }
  }
  return false;
}

// ---- neighbours ----

// Neighbours on a smooth surface lie side by side when seen face-on. Where floating point alone can tell that, nothing
// else is needed; it spares nearly flat surfaces the exact arithmetic that their planes would ask for.

Vec3 rounded_normal(const Vec3& a, const Vec3& b, const Vec3& c) { return (b - a).cross(c - a); }

// Two triangles that share `corner`: its other corners are a1, a2 and b1, b2.
struct CornerNeighbours {
  const Vec3 &corner, &a1, &a2, &b1, &b2;
};

// True if a line through the corner separates the two triangles, surely.
bool test_side_by_side(const CornerNeighbours& n) {
  const Flattening flat(rounded_normal(n.corner, n.a1, n.a2));
  const Vec2 corner = flat(n.corner), p[2] = {flat(n.a1), flat(n.a2)}, q[2] = {flat(n.b1), flat(n.b2)};
  const int a_turn = orient2d_filter(corner, p[0], p[1]), b_turn = orient2d_filter(corner, q[0], q[1]);
  int turns[2][2];  // from corner-p[i] to q[j]
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) turns[i][j] = orient2d_filter(corner, p[i], q[j]);
  }
  const auto both = [](int x, int y, int sign) { return sign != 0 && x == sign && y == sign; };
  return both(turns[0][0], turns[0][1], -a_turn) || both(turns[1][0], turns[1][1], a_turn) ||
         both(turns[0][0], turns[1][0], b_turn) || both(turns[0][1], turns[1][1], -b_turn);
}

// The intersection goes beyond the shared corner if it reaches an opposite edge.
bool test_beyond_corner(const CornerNeighbours& n) {
  if (test_side_by_side(n)) return false;
  const PlaneSide b_plane(n.corner, n.b1, n.b2);
  const int a1 = b_plane.side(n.a1), a2 = b_plane.side(n.a2);
  if (a1 == a2 && a1 != 0) return false;
  const PlaneSide a_plane(n.corner, n.a1, n.a2);
  const int b1 = a_plane.side(n.b1), b2 = a_plane.side(n.b2);
  if (b1 == b2 && b1 != 0) return false;
  // Each triangle cuts the common line of the planes in an interval that starts at the shared corner. With no zero,
  // the two intervals lie on the same side of it exactly if the sides are crosswise opposite.
  if (a1 != 0 && a2 != 0 && b1 != 0 && b2 != 0) return a1 == -b1;
  return find_triangle_triangle({n.corner, n.a1, n.a2}, {n.corner, n.b1, n.b2}).count > 1;
}

// Two triangles that share the edge from p to q, with the third corners a and b: is one folded onto the other?
bool test_folded(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  const Vec3 normal = rounded_normal(p, q, a);
  const Flattening seen(normal);
  const int a_turn = orient2d_filter(seen(p), seen(q), seen(a));
  if (a_turn != 0 && orient2d_filter(seen(p), seen(q), seen(b)) == -a_turn) return false;
  if (orient3d(p, q, a, b) != 0) return false;
  const Flattening flat({p, q, a}, normal);
  return flat.turn(p, q, b) == flat.orientation();
}

}  // namespace

TriangleMeeting find_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b) {
  const PlaneSide b_plane(b);
  const Signs a_sides = sides_of(b_plane, a);
  if (all_on_one_side(a_sides)) return {};
  const Flattening b_flat(b, b_plane.normal());
  if (all_zero(a_sides)) return find_in_one_plane(a, b, b_flat);
  const PlaneSide a_plane(a);
  const Signs b_sides = sides_of(a_plane, b);
  if (all_on_one_side(b_sides)) return {};
  return find_crossing(a, a_sides, Flattening(a, a_plane.normal()), b, b_sides, b_flat);
}

bool test_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b) {
  const PlaneSide b_plane(b);
  const Signs a_sides = sides_of(b_plane, a);
  if (all_on_one_side(a_sides)) return false;
  const PlaneSide a_plane(a);
  const Signs b_sides = sides_of(a_plane, b);
  if (all_on_one_side(b_sides)) return false;
  if (!any_zero(a_sides) && !any_zero(b_sides)) return test_intervals(a, a_sides, b, b_sides);
  if (test_collinear(a[0], a[1], a[2]) || test_collinear(b[0], b[1], b[2])) return test_as_edges(a, b);
  return !find_triangle_triangle(a, b).is_empty();
}

bool test_self_intersection(const TrianglePoints& a, const std::array<VertexId, 3>& a_vertices, const TrianglePoints& b,
                            const std::array<VertexId, 3>& b_vertices) {
  int shared = 0, a_sum = 0, b_sum = 0;  // sums of the shared corners' numbers: 3 - sum is the third of two
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (a_vertices[i] != b_vertices[j]) continue;
      ++shared;
      a_sum += i;
      b_sum += j;
    }
  }
  const auto after = [](int i, int steps) { return (i + steps) % 3; };
  const int a_third = 3 - a_sum, b_third = 3 - b_sum;  // with two shared corners
  switch (shared) {
    case 0:
      return test_triangle_triangle(a, b);
    case 1:
      return test_beyond_corner(
          {a[a_sum], a[after(a_sum, 1)], a[after(a_sum, 2)], b[after(b_sum, 1)], b[after(b_sum, 2)]});
    case 2:
      return test_folded(a[after(a_third, 1)], a[after(a_third, 2)], a[a_third], b[b_third]);
    default:
      return true;
  }
}

}  // namespace abut
