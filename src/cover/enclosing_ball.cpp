#include "cover/enclosing_ball.h"

#include <algorithm>
#include <array>
#include <limits>

namespace abut {
namespace {

constexpr double kSlack = 1e-10;
constexpr int kMostRounds = 200;

// Points that a sphere passes through: no more than four.
struct Support {
  std::array<Vec3, 5> points;
  int count = 0;

  void add(const Vec3& point) { points[count++] = point; }
};

// The sphere through one to four points whose center lies in their span.
std::optional<Sphere> find_circumsphere(const Support& support) {
  const Vec3& first = support.points[0];
  if (support.count == 1) return Sphere{first, 0};
  const int n = support.count - 1;
  Eigen::Matrix3d products = Eigen::Matrix3d::Identity();
  Vec3 halves = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec3 a = support.points[i + 1] - first;
    for (int j = 0; j < n; ++j) products(i, j) = a.dot(support.points[j + 1] - first);
    halves[i] = 0.5 * products(i, i);
  }
  const double scale = products.topLeftCorner(n, n).diagonal().prod();
  if (!(std::abs(products.determinant()) > 1e-14 * scale)) return std::nullopt;
  const Vec3 weights = products.inverse() * halves;
  Vec3 offset = Vec3::Zero();
  for (int i = 0; i < n; ++i) offset += weights[i] * (support.points[i + 1] - first);
  return Sphere{first + offset, offset.norm()};
}

bool test_all_inside(const Support& support, const Sphere& sphere) {
  for (int i = 0; i < support.count; ++i) {
    if ((support.points[i] - sphere.center).norm() > sphere.radius * (1 + kSlack)) return false;
  }
  return true;
}

// The smallest sphere around up to five points, the last of which lies on it; the support becomes those it passes
// through.
Sphere shrink_support(Support& support) {
  Sphere best{Vec3::Zero(), std::numeric_limits<double>::infinity()};
  Support kept = support;
  const int last = support.count - 1;
  for (int mask = 0; mask < 1 << last; ++mask) {
    Support chosen;
    chosen.add(support.points[last]);
    for (int i = 0; i < last; ++i) {
      if (mask >> i & 1 && chosen.count < 4) chosen.add(support.points[i]);
    }
    const auto sphere = find_circumsphere(chosen);
    if (!sphere || sphere->radius >= best.radius || !test_all_inside(support, *sphere)) continue;
    best = *sphere;
    kept = chosen;
  }
  support = kept;
  return best;
}

std::pair<double, const Vec3*> find_farthest(std::span<const Vec3> points, const Vec3& center) {
  const Vec3* farthest = &points[0];
  double most = 0;
  for (const Vec3& point : points) {
    const double square = (point - center).squaredNorm();
    if (square > most) {
      most = square;
      farthest = &point;
    }
  }
  return {std::sqrt(most), farthest};
}

}  // namespace

Sphere enclose_points(std::span<const Vec3> points) {
  Support support;
  support.add(points[0]);
  Sphere sphere{points[0], 0}, best{points[0], std::numeric_limits<double>::infinity()};
  for (int round = 0; round < kMostRounds; ++round) {
    const auto [distance, farthest] = find_farthest(points, sphere.center);
    if (distance < best.radius) best = {sphere.center, distance};
    if (distance <= sphere.radius * (1 + kSlack)) break;
    support.add(*farthest);
    const Sphere grown = shrink_support(support);
    if (!(grown.radius > sphere.radius) || !(grown.radius < best.radius * (1 + kSlack))) break;
    sphere = grown;
  }
  return best;
}

Sphere enclose_spheres(std::span<const Sphere> spheres) {
  std::vector<Vec3> centers;
  for (const Sphere& sphere : spheres) centers.push_back(sphere.center);
  Sphere around = enclose_points(centers);
  // Steps towards the farthest, ever shorter (Badoiu and Clarkson 2003), since radii differ.
  Sphere best{around.center, std::numeric_limits<double>::infinity()};
  for (int round = 1; round <= kMostRounds; ++round) {
    const auto reach = [&](const Sphere& s) { return (s.center - around.center).norm() + s.radius; };
    const auto farthest =
        std::max_element(spheres.begin(), spheres.end(), [&](auto& a, auto& b) { return reach(a) < reach(b); });
    if (reach(*farthest) < best.radius) best = {around.center, reach(*farthest)};
    around.center += (farthest->center - around.center) / (8.0 * round + 8.0);
  }
  return best;
}

}  // namespace abut
