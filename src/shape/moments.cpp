// Formulas of polynomials over simplices: the mean of x x^T over one with n corners v and their sum s is
// (s s^T + sum of v v^T) / (n (n + 1)).
#include "shape/moments.h"

#include <array>
#include <cstddef>

namespace abut {
namespace {

template <std::size_t N>
Moments measure_simplex(const std::array<Vec3, N>& corners, double content) {
  Vec3 sum = Vec3::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  for (const Vec3& v : corners) {
    sum += v;
    squares += v * v.transpose();
  }
  squares += sum * sum.transpose();
  return {content, content / N * sum, content / (N * (N + 1)) * squares};
}

}  // namespace

Moments make_product(const Moments& a, const Moments& b) {
  return {a.content * b.content, b.content * a.first + a.content * b.first,
          b.content * a.second + make_symmetric(a.first, b.first) + a.content * b.second};
}

Moments measure_point(const Vec3& point) { return measure_simplex(std::array{point}, 1); }

Moments measure_segment(const Vec3& a, const Vec3& b) { return measure_simplex(std::array{a, b}, (b - a).norm()); }

Moments measure_triangle(const TrianglePoints& t) {
  return measure_simplex(t, 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm());
}

Moments measure_tetrahedron(const TrianglePoints& t) {
  return measure_simplex(std::array<Vec3, 4>{t[0], t[1], t[2], Vec3::Zero()}, t[0].dot(t[1].cross(t[2])) / 6);
}

MassProperties make_mass(const Moments& moments, const Vec3& origin, double density) {
  const Vec3 offset = moments.first / moments.content;
  const Eigen::Matrix3d spread = moments.second - moments.first * offset.transpose();
  const Eigen::Matrix3d inertia = spread.trace() * Eigen::Matrix3d::Identity() - spread;
  return {density * moments.content, origin + offset, 0.5 * density * (inertia + inertia.transpose())};
}

}  // namespace abut
