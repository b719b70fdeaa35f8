// Triangle against box in rounded numbers with a bound for their error: says that it cannot tell rather than something
// wrong. For processors and graphics cards.
#pragma once

#include "base/on_device.h"

namespace abut {

struct PlainTriangle {
  double at[3][3];  // corners, and their coordinates
};

struct PlainBox {
  double lower[3], upper[3];
};

enum class BoxAnswer : unsigned char { apart, together, open };

namespace rounded {

ABUT_DEVICE inline double least(double a, double b) { return b < a ? b : a; }
ABUT_DEVICE inline double most(double a, double b) { return a < b ? b : a; }
ABUT_DEVICE inline double size(double a) { return a < 0 ? -a : a; }

// The triangle seen from the center of the box, and how far off what is computed from it may be: coordinates by a unit
// in the last place of the largest there are, products of them by that times the other factor, with a lot to spare; and
// a little more for what underflows.
struct Seen {
  double corners[3][3], edges[3][3], half[3];
  double error, plane_error;
};

ABUT_DEVICE inline Seen see(const PlainTriangle& t, const PlainBox& box) {
  Seen seen;
  double reach = 0, far = 0;
  for (int k = 0; k < 3; ++k) {
    const double center = 0.5 * (box.lower[k] + box.upper[k]);
    seen.half[k] = 0.5 * (box.upper[k] - box.lower[k]);
    for (int i = 0; i < 3; ++i) {
      seen.corners[i][k] = t.at[i][k] - center;
      reach = most(reach, size(seen.corners[i][k]));
    }
    for (int i = 0; i < 3; ++i) seen.edges[i][k] = seen.corners[(i + 1) % 3][k] - seen.corners[i][k];
    reach = most(reach, seen.half[k]);
    far = most(far, size(center));
  }
  constexpr double kUnderflow = 0x1p-1020;
  seen.error = 0x1p-45 * reach * (reach + far) + kUnderflow;
  seen.plane_error = 4 * reach * seen.error + kUnderflow;
  return seen;
}

// Of the triangle's extent along some direction and the box's, from its center.
ABUT_DEVICE inline BoxAnswer compare(double least, double most, double reach, double error) {
  if (least > reach + error || most < -reach - error) return BoxAnswer::apart;
  return least < reach - error && most > error - reach ? BoxAnswer::together : BoxAnswer::open;
}

// Directions at right angles to an edge and an axis. Two corners of the triangle are alike along each. If the edge is
// at right angles to another axis, the direction is along an axis, too, or none at all.
ABUT_DEVICE inline BoxAnswer compare_along_edge(const PlainTriangle& t, const Seen& seen, int edge, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double *from = t.at[edge], *to = t.at[(edge + 1) % 3];
  if (from[i] == to[i] || from[j] == to[j]) return BoxAnswer::together;
  const double *e = seen.edges[edge], *p = seen.corners[edge], *r = seen.corners[(edge + 2) % 3];
  const double on = e[i] * p[j] - e[j] * p[i], off = e[i] * r[j] - e[j] * r[i];
  const double reach = size(e[i]) * seen.half[j] + size(e[j]) * seen.half[i];
  return compare(least(on, off), most(on, off), reach, seen.error);
}

// Two corners in one place, or all as high along an axis: the normal is none, or along an axis.
ABUT_DEVICE inline bool test_no_own_normal(const PlainTriangle& t) {
  for (int i = 0; i < 3; ++i) {
    const double *from = t.at[i], *to = t.at[(i + 1) % 3];
    if (from[0] == to[0] && from[1] == to[1] && from[2] == to[2]) return true;
  }
  for (int k = 0; k < 3; ++k) {
    if (t.at[0][k] == t.at[1][k] && t.at[0][k] == t.at[2][k]) return true;
  }
  return false;
}

ABUT_DEVICE inline BoxAnswer compare_along_normal(const PlainTriangle& t, const Seen& seen) {
  if (test_no_own_normal(t)) return BoxAnswer::together;
  double height = 0, reach = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double normal = seen.edges[0][i] * seen.edges[1][j] - seen.edges[0][j] * seen.edges[1][i];
    height += normal * seen.corners[0][k];
    reach += size(normal) * seen.half[k];
  }
  return compare(height, height, reach, seen.plane_error);
}

}  // namespace rounded

/// Exact.
ABUT_DEVICE inline bool test_corner_inside(const PlainTriangle& t, const PlainBox& box) {
  for (const auto& p : t.at) {
    bool inside = true;
    for (int k = 0; k < 3; ++k) inside = inside && p[k] >= box.lower[k] && p[k] <= box.upper[k];
    if (inside) return true;
  }
  return false;
}

/// For those that are not apart along the axes of the box.
ABUT_DEVICE inline BoxAnswer compare_rounded(const PlainTriangle& t, const PlainBox& box) {
  const rounded::Seen seen = rounded::see(t, box);
  BoxAnswer answer = rounded::compare_along_normal(t, seen);
  for (int edge = 0; edge < 3; ++edge) {
    for (int axis = 0; axis < 3; ++axis) {
      if (answer == BoxAnswer::apart) return answer;
      const BoxAnswer along = rounded::compare_along_edge(t, seen, edge, axis);
      if (along != BoxAnswer::together) answer = along;
    }
  }
  return answer;
}

}  // namespace abut
