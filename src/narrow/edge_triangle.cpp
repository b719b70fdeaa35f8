// Segments against triangles and segments, exact; and the crossing's parameters on both sides.
#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "math/flatten.h"
#include "math/predicates.h"
#include "narrow/locate.h"

namespace abut {
namespace {

// Points of one line: does p lie between a and b, ends included? The lexicographic order is the order along the line.
bool test_between(const Vec3& a, const Vec3& b, const Vec3& p) {
  const auto less = [](const Vec3& x, const Vec3& y) {
    return std::lexicographical_compare(x.data(), x.data() + 3, y.data(), y.data() + 3);
  };
  return less(a, b) ? !less(p, a) && !less(b, p) : !less(p, b) && !less(a, p);
}

bool test_on_edge(const Vec3& a, const Vec3& b, const Vec3& p) {
  return test_collinear(a, b, p) && test_between(a, b, p);
}

// Four points of one plane, not all on one line; `flat` sees that plane face-on.
bool test_edges_in_plane(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1, const Flattening& flat) {
  if (test_on_edge(a0, a1, b0) || test_on_edge(a0, a1, b1) || test_on_edge(b0, b1, a0) || test_on_edge(b0, b1, a1)) {
    return true;
  }
  return flat.turn(a0, a1, b0) * flat.turn(a0, a1, b1) < 0 && flat.turn(b0, b1, a0) * flat.turn(b0, b1, a1) < 0;
}

// The segment lies in the triangle's plane.
bool test_edge_in_plane(const Vec3& p, const Vec3& q, const TrianglePoints& t, const Flattening& flat) {
  if (locate_in_plane(p, t, flat) || locate_in_plane(q, t, flat)) return true;
  for (int j = 0; j < 3; ++j) {
    if (test_edges_in_plane(p, q, t[j], t[(j + 1) % 3], flat)) return true;
  }
  return false;
}

}  // namespace

bool test_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  if (orient3d(a0, a1, b0, b1) != 0) return false;
  // The plane is spanned by any three of the points that are not on one line.
  for (const TrianglePoints& t : {TrianglePoints{a0, a1, b0}, TrianglePoints{a0, a1, b1}, TrianglePoints{b0, b1, a0},
                                  TrianglePoints{b0, b1, a1}}) {
    if (test_collinear(t[0], t[1], t[2])) continue;
    return test_edges_in_plane(a0, a1, b0, b1, Flattening(t, (t[1] - t[0]).cross(t[2] - t[0])));
  }
  return test_between(a0, a1, b0) || test_between(a0, a1, b1) || test_between(b0, b1, a0) || test_between(b0, b1, a1);
}

bool test_edge_triangle(const Vec3& p, const Vec3& q, const TrianglePoints& t) {
  const PlaneSide plane(t);
  const int p_side = plane.side(p), q_side = plane.side(q);
  if (p_side == q_side && p_side != 0) return false;
  if (p_side == -q_side && p_side != 0) return locate_passage(p, q, p_side, t).has_value();
  const Flattening flat(t, plane.normal());
  if (p_side == 0 && q_side == 0) return test_edge_in_plane(p, q, t, flat);
  return locate_in_plane(p_side == 0 ? p : q, t, flat).has_value();
}

std::optional<EdgeTriangleCrossing> find_edge_triangle(const Vec3& p, const Vec3& q, const TrianglePoints& t) {
  const PlaneSide plane(t);
  const int p_side = plane.side(p), q_side = plane.side(q);
  if (p_side == 0 || q_side != -p_side) return std::nullopt;
  const auto feature = locate_passage(p, q, p_side, t);
  if (!feature) return std::nullopt;

  const Passage passage = find_passage(p, q, t);
  return EdgeTriangleCrossing{passage.parameter, passage.weights, *feature};
}

}  // namespace abut
