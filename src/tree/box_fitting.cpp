// Axes are rounded to floats first; then the box is measured in coordinates along the rounded axes, by their inverse in
// doubles, and from the rounded center. So it holds what it should although its axes are not quite at right angles.
// Principal axes are those of the area, not of the corners (Gottschalk, Lin and Manocha 1996, section 4).
#include "tree/box_fitting.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "math/simd.h"
#include "tree/float_rounding.h"

namespace abut {
namespace {

using Matrix = Eigen::Matrix3d;

// Coordinates along the axes are sums of three products of numbers that are about 1 or less: in doubles off by far
// less.
constexpr double kOff = 0x1p-46;

Double4 as_lanes(const Vec3& v) { return Double4{v.x(), v.y(), v.z(), 0}; }
Vec3 as_vector(const Double4& v) { return {v[0], v[1], v[2]}; }

// A matrix by its columns.
using Columns = std::array<Double4, 3>;

Double4 multiply(const Columns& columns, const Vec3& v) {
  return columns[0] * v.x() + columns[1] * v.y() + columns[2] * v.z();
}

struct Moments {
  Vec3 normal = Vec3::Zero();      // sum over the area
  Matrix spread = Matrix::Zero();  // second moments of the area around its middle
};

Moments find_moments(std::span<const TrianglePoints> triangles) {
  double area = 0;
  Vec3 middle = Vec3::Zero();
  Moments moments;
  Columns spread = {};
  for (const TrianglePoints& t : triangles) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]), center = (t[0] + t[1] + t[2]) / 3;
    const double weight = normal.norm();
    area += weight;
    middle += weight * center;
    moments.normal += normal;
    const Double4 c = 9 * as_lanes(center), p = as_lanes(t[0]), q = as_lanes(t[1]), r = as_lanes(t[2]);
    for (int k = 0; k < 3; ++k)
      spread[k] += weight / 12 * (c * center[k] + p * t[0][k] + q * t[1][k] + r * t[2][k]);
  }
  for (int k = 0; k < 3; ++k) moments.spread.col(k) = as_vector(spread[k]);
  if (area > 0) moments.spread -= middle * middle.transpose() / area;
  return moments;
}

// Of length 1 and at right angles, as columns; whatever the matrix, also with no spread at all.
Matrix find_principal_axes(const Matrix& spread) {
  const double size = spread.cwiseAbs().maxCoeff();
  if (!(size > 0)) return Matrix::Identity();
  return Eigen::SelfAdjointEigenSolver<Matrix>(spread / size).eigenvectors();
}

// The first axis along the normal, the others along the spread across it.
Matrix find_axes_across(const Moments& moments) {
  const double length = moments.normal.norm();
  if (!(length > 0)) return Matrix::Identity();
  const Vec3 normal = moments.normal / length;
  const Matrix across = Matrix::Identity() - normal * normal.transpose();
  const Vec3 along = find_principal_axes(across * moments.spread * across).col(2);
  const Vec3 side = normal.cross(along);
  if (!(side.norm() > 0.5)) return Matrix::Identity();
  Matrix axes;
  axes << normal, side.normalized(), side.normalized().cross(normal);
  return axes;
}

// Extents in coordinates along axes.
class Measured {
 public:
  Measured(const Matrix& wanted, std::span<const TrianglePoints> triangles)
      : axes_(wanted.cast<float>().cast<double>()) {
    const Matrix inverse = axes_.inverse();
    for (int k = 0; k < 3; ++k) inverse_[k] = as_lanes(inverse.col(k));
    Double4 lower = Double4{} + std::numeric_limits<double>::infinity(), upper = -lower;
    for (const TrianglePoints& t : triangles) {
      for (const Vec3& p : t) {
        const Double4 seen = multiply(inverse_, p);
        lower = lanes_min(seen, lower);
        upper = lanes_max(seen, upper);
      }
    }
    extent_ = {as_vector(lower), as_vector(upper)};
  }

  double surface() const {
    const Vec3 size = extent_.size();
    return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
  }

  FittedBox finish() const {
    const Vec3 center = axes_ * extent_.center();
    FittedBox box;
    Vec3 rounded;
    for (int k = 0; k < 3; ++k) rounded[k] = box.center[k] = static_cast<float>(center[k]);
    const Vec3 seen = as_vector(multiply(inverse_, rounded));
    for (int i = 0; i < 3; ++i) {
      box.half[i] = round_up(std::max(extent_.upper[i] - seen[i], seen[i] - extent_.lower[i]) + kOff);
      for (int k = 0; k < 3; ++k) box.axes[i][k] = static_cast<float>(axes_(k, i));
    }
    return box;
  }

 private:
  Matrix axes_;
  Columns inverse_;
  Box3 extent_;
};

}  // namespace

FittedBox fit_box(std::span<const TrianglePoints> triangles) {
  const Moments moments = find_moments(triangles);
  Measured best(Matrix::Identity(), triangles);
  for (const Matrix& axes : {find_principal_axes(moments.spread), find_axes_across(moments)}) {
    const Measured other(axes, triangles);
    if (other.surface() < best.surface()) best = other;
  }
  return best.finish();
}

}  // namespace abut
