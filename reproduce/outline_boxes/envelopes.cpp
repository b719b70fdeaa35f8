#include "reproduce/outline_boxes/envelopes.h"

#include <Eigen/Eigenvalues>
#include <numbers>

namespace abut::reproduce {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSlack = 1e-12;           // of a radius, for rounding
constexpr double kEllipseAccuracy = 1e-3;  // of the greatest distance, in the measure of the ellipse

struct Circle {
  Vec2 center = Vec2::Zero();
  double radius = 0;
  bool has(const Vec2& p) const { return (p - center).norm() <= radius * (1 + kSlack); }
};

Circle make_circle(const Vec2& a, const Vec2& b) { return {0.5 * (a + b), 0.5 * (b - a).norm()}; }

// Through three points; those on one line have none.
Circle make_circle(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 u = b - a, v = c - a;
  const double turn = 2 * (u.x() * v.y() - u.y() * v.x());
  const Vec2 way =
      Vec2(v.y() * u.squaredNorm() - u.y() * v.squaredNorm(), u.x() * v.squaredNorm() - v.x() * u.squaredNorm()) / turn;
  return {a + way, way.norm()};
}

}  // namespace

double measure_area(const EllipseArc& ellipse) {
  return std::numbers::pi * std::abs(ellipse.x.x() * ellipse.y.y() - ellipse.x.y() * ellipse.y.x());
}

// Point by point: one that is outside is on the border of the next circle (Welzl 1991, without recursion).
EllipseArc find_smallest_circle(std::span<const Vec2> points) {
  Circle circle{points[0], 0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (circle.has(points[i])) continue;
    circle = {points[i], 0};
    for (std::size_t j = 0; j < i; ++j) {
      if (circle.has(points[j])) continue;
      circle = make_circle(points[i], points[j]);
      for (std::size_t k = 0; k < j; ++k) {
        if (!circle.has(points[k])) circle = make_circle(points[i], points[j], points[k]);
      }
    }
  }
  return {circle.center, Vec2(circle.radius, 0), Vec2(0, circle.radius), 0, kTurn};
}

// Weights of points move to the one that is farthest out (Khachiyan 1996) until none is far out; then the ellipse grows
// by what is left.
EllipseArc find_smallest_ellipse(std::span<const Vec2> points) {
  const auto count = static_cast<Eigen::Index>(points.size());
  Eigen::Matrix3Xd lifted(3, count);
  for (Eigen::Index i = 0; i < count; ++i) lifted.col(i) << points[static_cast<std::size_t>(i)], 1;
  Eigen::VectorXd weights = Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count));
  Eigen::VectorXd distances(count);
  while (true) {
    const Eigen::Matrix3d spread = lifted * weights.asDiagonal() * lifted.transpose();
    distances = (lifted.array() * (spread.inverse() * lifted).array()).colwise().sum().transpose();
    Eigen::Index farthest = 0;
    const double most = distances.maxCoeff(&farthest);
    if (most <= 3 * (1 + kEllipseAccuracy)) break;
    const double step = (most - 3) / (3 * (most - 1));
    weights *= 1 - step;
    weights[farthest] += step;
  }
  const Vec2 center = lifted.topRows<2>() * weights;
  const Eigen::Matrix2d spread =
      lifted.topRows<2>() * weights.asDiagonal() * lifted.topRows<2>().transpose() - center * center.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(spread);
  const double scale = std::sqrt(distances.maxCoeff() - 1);  // the border: where the farthest point is
  return {center, scale * std::sqrt(axes.eigenvalues()[1]) * axes.eigenvectors().col(1),
          scale * std::sqrt(axes.eigenvalues()[0]) * axes.eigenvectors().col(0), 0, kTurn};
}

}  // namespace abut::reproduce
