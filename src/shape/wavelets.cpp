// Wavelets of the periodic uniform cubic B-spline, by lifting: steps that each undo exactly. Where there is no detail,
// an odd point is the mean of its coarse neighbours and an even one is an eighth, six eighths and an eighth of them.
// The last step makes the coarse curve the one that is nearest to the fine one, by the square of the distance between
// them (semi-orthogonal, as in Stollnitz, DeRose and Salesin 1995): short filters amplify what is rough.
#include <Eigen/SparseCholesky>

#include "abut/outline.h"
#include "base/assert.h"

namespace abut {
namespace {

// Integrals of products of the basis functions that are 0 to 3 apart.
constexpr std::array<double, 4> kProducts = {2416.0 / 5040, 1191.0 / 5040, 120.0 / 5040, 1.0 / 5040};

using Points = std::vector<Vec2>;

Points multiply_products(const Points& points) {
  const std::size_t count = points.size();
  Points out(count, Vec2::Zero());
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = kProducts[0] * points[i];
    for (std::size_t k = 1; k < kProducts.size(); ++k) {
      out[i] += kProducts[k] * (points[(i + k) % count] + points[(i + 3 * count - k) % count]);
    }
  }
  return out;
}

Points divide_products(const Points& points) {
  const auto count = static_cast<int>(points.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < count; ++i) {
    entries.emplace_back(i, i, kProducts[0]);
    for (int k = 1; k < static_cast<int>(kProducts.size()); ++k) {
      entries.emplace_back(i, (i + k) % count, kProducts[static_cast<std::size_t>(k)]);
      entries.emplace_back((i + k) % count, i, kProducts[static_cast<std::size_t>(k)]);
    }
  }
  Eigen::SparseMatrix<double> matrix(count, count);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::MatrixX2d right(count, 2);
  for (int i = 0; i < count; ++i) right.row(i) = points[static_cast<std::size_t>(i)].transpose();
  const Eigen::MatrixX2d solution = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(matrix).solve(right);
  Points out;
  for (int i = 0; i < count; ++i) out.emplace_back(solution.row(i).transpose());
  return out;
}

// What the coarse curve can have of what details do to the fine one.
Points project(const Points& details) {
  const std::size_t half = details.size();
  Points fine(2 * half);
  for (std::size_t i = 0; i < half; ++i) {
    fine[2 * i] = 0.25 * (details[(i + half - 1) % half] + details[i]);
    fine[2 * i + 1] = details[i];
  }
  const Points weighed = multiply_products(fine);
  Points sums(half);
  for (std::size_t i = 0; i < half; ++i) {
    const auto at = [&](std::size_t k) { return weighed[(2 * i + 2 * half + k - 2) % (2 * half)]; };
    sums[i] = 0.5 * (0.125 * (at(0) + at(4)) + 0.5 * (at(1) + at(3)) + 0.75 * at(2));
  }
  return divide_products(sums);
}

}  // namespace

WaveletLevel analyse(std::span<const Vec2> points) {
  ABUT_ASSERT(points.size() % 2 == 0 && points.size() >= 4);
  const std::size_t half = points.size() / 2;
  const auto odd = [&](std::size_t i) { return points[2 * (i % half) + 1]; };
  WaveletLevel level;
  level.coarse.resize(half);
  level.details.resize(half);
  for (std::size_t i = 0; i < half; ++i) {
    level.coarse[i] = 2 * points[2 * i] - 0.5 * (odd(i + half - 1) + odd(i));
  }
  for (std::size_t i = 0; i < half; ++i) {
    level.details[i] = odd(i) - 0.5 * (level.coarse[i] + level.coarse[(i + 1) % half]);
  }
  const Points update = project(level.details);
  for (std::size_t i = 0; i < half; ++i) level.coarse[i] += update[i];
  return level;
}

std::vector<Vec2> synthesise(const WaveletLevel& level) {
  const std::size_t half = level.coarse.size();
  ABUT_ASSERT(level.details.size() == half && half >= 2);
  const Points update = project(level.details);
  Points coarse = level.coarse, points(2 * half);
  for (std::size_t i = 0; i < half; ++i) coarse[i] -= update[i];
  for (std::size_t i = 0; i < half; ++i) {
    points[2 * i + 1] = level.details[i] + 0.5 * (coarse[i] + coarse[(i + 1) % half]);
  }
  for (std::size_t i = 0; i < half; ++i) {
    const Vec2& before = points[2 * ((i + half - 1) % half) + 1];
    points[2 * i] = 0.5 * coarse[i] + 0.25 * (before + points[2 * i + 1]);
  }
  return points;
}

std::vector<std::vector<Vec2>> make_levels(std::vector<Vec2> control_points, std::size_t least) {
  std::vector<Points> levels = {std::move(control_points)};
  while (levels.back().size() % 2 == 0 && levels.back().size() >= std::max<std::size_t>(2 * least, 4)) {
    levels.push_back(analyse(levels.back()).coarse);
  }
  return levels;
}

}  // namespace abut
