#include "reproduce/regularity/motions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut::reproduce {
namespace {

constexpr double kLength = 3, kPi = std::numbers::pi;

// A spiral whose turns are 0.03 apart, from an inner radius of about 0.05 on.
double roll_heading(double s) {
  constexpr double gap = 0.03, start = 0.25;
  return std::sqrt(4 * kPi * (s + start) / gap) - std::sqrt(4 * kPi * start / gap);
}

// Six layers 0.02 apart: straight runs, and half turns to the left and to the right between them.
double fold_heading(double s) {
  constexpr int layers = 6;
  constexpr double turn = kPi * 0.01, run = (kLength - (layers - 1) * turn) / layers;
  const int layer = std::min(static_cast<int>(s / (run + turn)), layers - 1);
  const double turned = std::max(0.0, s - layer * (run + turn) - run) / turn;
  return kPi * (layer % 2 == 0 ? turned : 1 - turned);
}

}  // namespace

Sheet::Sheet(std::size_t triangles)
    : along_(static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 2 * kLength)))),
      across_(triangles / 2 / along_) {}

PolygonMesh Sheet::make_mesh() const {
  PolygonMesh mesh;
  mesh.positions.resize((along_ + 1) * (across_ + 1));
  bend(0, roll_heading, mesh.positions);
  for (std::size_t i = 0; i < along_; ++i) {
    for (std::size_t j = 0; j < across_; ++j) {
      const VertexId a(i * (across_ + 1) + j), b(a + across_ + 1), c(b + 1u), d(a + 1u);
      const VertexId first[] = {a, b, c}, second[] = {a, c, d};
      mesh.add_polygon(first);
      mesh.add_polygon(second);
    }
  }
  return mesh;
}

void Sheet::move(Motion motion, double time, std::span<Vec3> positions) const {
  switch (motion) {
    case Motion::rolled:
      return bend(time, roll_heading, positions);
    case Motion::folded:
      return bend(time, fold_heading, positions);
    case Motion::crumpled:
      return crumple(time, positions);
  }
}

// Along the sheet it heads this way, given by the angle at the end; in between by a part of it. Lengths are kept.
template <class Heading>
void Sheet::bend(double time, const Heading& heading, std::span<Vec3> positions) const {
  const double step = kLength / static_cast<double>(along_);
  double x = 0, z = 0;
  for (std::size_t i = 0; i <= along_; ++i) {
    for (std::size_t j = 0; j <= across_; ++j) {
      const double y = static_cast<double>(j) / static_cast<double>(across_);
      positions[i * (across_ + 1) + j] = {x, y, z + 0.01 * time * std::sin(17 * y + 9 * x)};
    }
    const double angle = time * heading((static_cast<double>(i) + 0.5) * step);
    x += step * std::cos(angle);
    z += step * std::sin(angle);
  }
}

// Waves in all three coordinates, long ones large and short ones small: it ends as a ball that goes through itself.
void Sheet::crumple(double time, std::span<Vec3> positions) const {
  for (std::size_t i = 0; i <= along_; ++i) {
    for (std::size_t j = 0; j <= across_; ++j) {
      const double s = kLength * static_cast<double>(i) / static_cast<double>(along_);
      const double t = static_cast<double>(j) / static_cast<double>(across_);
      Vec3 ball = Vec3::Zero();
      for (int k = 1; k <= 5; ++k) {
        const Vec3 phases(3.1 * k * s + 1.7 * k * t, 2.3 * k * s + 4.1 * k * t + k, 1.9 * k * s - 3.7 * k * t + 2 * k);
        ball += 0.4 / k * Vec3(phases.array().sin());
      }
      positions[i * (across_ + 1) + j] = (1 - time) * Vec3(s, t, 0) + time * ball;
    }
  }
}

}  // namespace abut::reproduce
