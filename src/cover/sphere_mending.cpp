#include "cover/sphere_mending.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace abut {
namespace {

constexpr std::size_t kMostPieces = 4096;
constexpr int kMostDigits = 300;

double round_to(double value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  double rounded = value;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded == 0 ? 0.0 : rounded;  // no -0
}

double round_up(double value, int digits) {
  const double rounded = round_to(value, digits), unit = std::pow(10.0, -digits);
  if (rounded >= value && rounded > 0) return rounded;
  const double next = round_to(std::max(value, 0.0) + unit, digits);
  return next > value ? next : std::nextafter(value, std::numeric_limits<double>::infinity());
}

// How large a sphere has to be to hold a piece, with something to spare for rounding.
double measure_need(const Sphere& sphere, const UncoveredPiece& piece, double unit) {
  double need = 0;
  for (const Vec3& corner : piece.corners) need = std::max(need, (corner - sphere.center).norm());
  const double coordinate = piece.corners[0].cwiseAbs().maxCoeff();
  return need * (1 + 1e-12) + std::max(unit, coordinate * 1e-13);
}

}  // namespace

int find_digits(const TriangleList& triangles) {
  double size = measure_size(triangles);
  for (const Vec3& position : triangles.positions) size = std::max(size, 1e-7 * position.cwiseAbs().maxCoeff());
  if (!(size > 0)) size = 1;
  return std::clamp(7 - static_cast<int>(std::floor(std::log10(size))), 0, kMostDigits);
}

void round_spheres(std::vector<Sphere>& spheres, int digits) {
  for (Sphere& sphere : spheres) {
    const Vec3 before = sphere.center;
    for (int k = 0; k < 3; ++k) sphere.center[k] = round_to(before[k], digits);
    sphere.radius = round_up(sphere.radius + (sphere.center - before).norm(), digits);
  }
}

void mend_spheres(const TriangleList& triangles, std::vector<Sphere>& spheres, int digits, const RunSettings& run) {
  double unit = std::pow(10.0, -digits);
  for (;; unit *= 2) {  // ever more, so that it ends
    const auto pieces = find_uncovered(triangles, spheres, {.most_pieces = kMostPieces, .run = run});
    if (pieces.empty()) return;
    for (const UncoveredPiece& piece : pieces) {
      Sphere* best = nullptr;
      double least = std::numeric_limits<double>::infinity();
      for (Sphere& sphere : spheres) {
        const double growth = measure_need(sphere, piece, unit) - sphere.radius;
        if (growth >= least) continue;
        least = growth;
        best = &sphere;
      }
      if (least > 0) best->radius = round_up(best->radius + least, digits);
    }
  }
}

}  // namespace abut
