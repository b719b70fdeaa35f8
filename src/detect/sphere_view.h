// Two bodies' spheres as they are seen from one of the bodies, in plain numbers: what decides whether spheres meet, for
// processors and graphics cards.
#pragma once

#include <cmath>

#include "base/on_device.h"

namespace abut {

struct PlainPose {
  double axis[3], w;  // a quaternion of length 1
  double at[3];
};

/// A sphere around all of a body, in the body's frame.
struct PlainSphere {
  double center[3];
  double radius;
};

/// One body, as another is seen from it.
struct SphereView {
  double turn[3][3], shift[3];  // of what the other has

  ABUT_DEVICE double see(const double (&p)[3], int k) const {
    return turn[k][0] * p[0] + turn[k][1] * p[1] + turn[k][2] * p[2] + shift[k];
  }
};

ABUT_DEVICE inline double measure_length(const double (&v)[3]) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

ABUT_DEVICE inline void cross(const double (&a)[3], const double (&b)[3], double (&product)[3]) {
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    product[k] = a[i] * b[j] - a[j] * b[i];
  }
}

/// How the other is turned as seen from the one whose pose is turned back.
ABUT_DEVICE inline void turn_back(const PlainPose& own, const PlainPose& other, double (&turn)[3][3]) {
  const double(&a)[3] = own.axis, (&b)[3] = other.axis;
  double axb[3], q[3];
  cross(b, a, axb);
  for (int k = 0; k < 3; ++k) q[k] = own.w * b[k] - other.w * a[k] + axb[k];
  const double w = own.w * other.w + a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    turn[k][k] = 1 - 2 * (q[i] * q[i] + q[j] * q[j]);
    turn[k][i] = 2 * (q[k] * q[i] - w * q[j]);
    turn[k][j] = 2 * (q[k] * q[j] + w * q[i]);
  }
}

ABUT_DEVICE inline SphereView make_view(const PlainPose& own, const PlainPose& other) {
  SphereView view;
  turn_back(own, other, view.turn);
  double between[3], once[3], twice[3];
  for (int k = 0; k < 3; ++k) between[k] = other.at[k] - own.at[k];
  const double back[3] = {-own.axis[0], -own.axis[1], -own.axis[2]};
  cross(back, between, once);
  for (double& x : once) x += x;
  cross(back, once, twice);
  for (int k = 0; k < 3; ++k) view.shift[k] = between[k] + own.w * once[k] + twice[k];
  return view;
}

/// How far off what is computed from the bodies' coordinates may be: spheres are taken for larger by more than that.
ABUT_DEVICE inline double find_allowance(const PlainPose& a, const PlainSphere& around_a, const PlainPose& b,
                                         const PlainSphere& around_b) {
  const double reach = measure_length(a.at) + measure_length(b.at) + measure_length(around_a.center) + around_a.radius +
                       measure_length(around_b.center) + around_b.radius;
  return 0x1p-46 * reach;
}

/// Bit i: the center of child i of a cell is no farther than reach from a point. Along each axis there are two centers;
/// low and high say how far the point is from them.
ABUT_DEVICE inline unsigned find_children_within(const double (&low)[3], const double (&high)[3], double reach) {
  unsigned near = 0;
  for (int i = 0; i < 8; ++i) {
    const double x = (i & 1 ? high : low)[0], y = (i & 2 ? high : low)[1], z = (i & 4 ? high : low)[2];
    const double distance2 = x * x + y * y + z * z;
    if (!(distance2 > reach * reach)) near |= 1u << i;
  }
  return near;
}

}  // namespace abut
