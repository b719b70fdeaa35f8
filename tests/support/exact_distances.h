// Distances in numbers of 512 bits, straight from the definitions: the least over all corners, over all edges beside
// which the other feature is, and over the plane if it is above it.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "abut/math.h"

namespace abut::test {

using Big = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<512, boost::multiprecision::digit_base_2, void, int>,
    boost::multiprecision::et_off>;

struct Big3 {
  Big3(const Big& x, const Big& y, const Big& z) : x(x), y(y), z(z) {}
  Big3(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
  Big x, y, z;
};
inline Big3 operator-(const Big3& a, const Big3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Big dot(const Big3& a, const Big3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Big3 cross(const Big3& a, const Big3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Big square(const Big3& a) { return dot(a, a); }

inline Big squared_distance(const Big3& p, const Big3& a, const Big3& b) {
  const Big3 e = b - a, q = p - a;
  const Big along = dot(q, e), length = square(e);
  if (along <= 0) return square(q);
  if (along >= length) return square(p - b);
  return square(cross(q, e)) / length;
}

inline Big squared_distance(const Big3& p, const TrianglePoints& points) {
  const Big3 t[3] = {points[0], points[1], points[2]};
  const Big3 n = cross(t[1] - t[0], t[2] - t[0]);
  Big least = squared_distance(p, t[0], t[1]);
  bool is_above = square(n) > 0;
  for (int i = 0; i < 3; ++i) {
    const Big3 &a = t[i], &b = t[(i + 1) % 3];
    least = std::min(least, squared_distance(p, a, b));
    is_above = is_above && dot(cross(b - a, p - a), n) >= 0;
  }
  if (!is_above) return least;
  const Big height = dot(p - t[0], n);
  return std::min<Big>(least, height * height / square(n));
}

inline Big squared_distance(const Big3& a0, const Big3& a1, const Big3& b0, const Big3& b1) {
  const Big least = std::min({squared_distance(a0, b0, b1), squared_distance(a1, b0, b1), squared_distance(b0, a0, a1),
                              squared_distance(b1, a0, a1)});
  const Big3 q = b0 - a0, d = a1 - a0, e = b1 - b0, n = cross(d, e);
  const Big size = square(n), s = dot(cross(q, e), n), t = dot(cross(q, d), n), height = dot(q, n);
  if (!(size > 0 && s >= 0 && s <= size && t >= 0 && t <= size)) return least;
  return std::min<Big>(least, height * height / size);
}

/// Of triangles that do not meet.
inline Big squared_distance(const TrianglePoints& a, const TrianglePoints& b) {
  Big least = squared_distance(Big3(a[0]), b);
  for (int i = 0; i < 3; ++i) {
    least = std::min({least, squared_distance(Big3(a[i]), b), squared_distance(Big3(b[i]), a)});
    for (int j = 0; j < 3; ++j) {
      least = std::min(least, squared_distance(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
  }
  return least;
}

}  // namespace abut::test
