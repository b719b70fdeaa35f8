// The point that is farthest from the border, found by cells that are cut as long as they may hold a better one (as in
// Garcia-Castellanos and Lombardo 2007); then again, with the circles so far as border.
#include "nest/poles.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>
#include <span>

#include "math/simd.h"
#include "nest/border_lines.h"

namespace abut {
namespace {

constexpr int kParts = 8;  // of a curve

class PoleFinder {
 public:
  PoleFinder(const Outline& outline, const PoleLimits& limits)
      : limits_(limits), border_(outline), box_(find_box(outline)), area_(measure_area(outline)) {}

  std::vector<Pole> find() {
    double covered = 0;
    while (poles_.size() < limits_.most && covered < limits_.coverage * area_) {
      const Pole pole = find_next();
      const double least = poles_.empty() ? 0 : limits_.least_share * poles_.front().radius;
      if (!(pole.radius > least)) break;
      poles_.push_back(pole);
      covered += std::numbers::pi * pole.radius * pole.radius;
    }
    return std::move(poles_);
  }

 private:
  struct Cell {
    Vec2 center = Vec2::Zero();
    double half = 0, distance = 0;
    double most() const { return distance + half * std::numbers::sqrt2; }
    friend bool operator<(const Cell& a, const Cell& b) { return a.most() < b.most(); }
  };

  // Below 0 outside. Chords are inside of a curve or outside: their error is taken off.
  double measure(const Vec2& p) const {
    double limit = std::numeric_limits<double>::infinity();
    if (!border_.is_inside(p)) return -border_.measure_distance(p, limit) - border_.error();
    for (const Pole& pole : poles_) limit = std::min(limit, (pole.center - p).norm() - pole.radius);
    if (limit <= 0) return limit;  // no place for another
    return std::min(limit, border_.measure_distance(p, limit + border_.error()) - border_.error());
  }

  Pole find_next() const {
    std::priority_queue<Cell> cells;
    // Long regions are cut into no more than so many cells to begin with.
    const double half = 0.5 * std::max(box_.size().minCoeff(), box_.size().maxCoeff() / kMostCells);
    if (!(half > 0)) return {};
    const auto add = [&](const Vec2& center, double size) { cells.push({center, size, measure(center)}); };
    for (double x = box_.lower.x(); x < box_.upper.x(); x += 2 * half) {
      for (double y = box_.lower.y(); y < box_.upper.y(); y += 2 * half) add(Vec2(x + half, y + half), half);
    }
    Pole best;
    for (int steps = 0; !cells.empty() && steps < kMostSteps; ++steps) {
      const Cell cell = cells.top();
      cells.pop();
      if (cell.distance > best.radius) best = {cell.center, cell.distance};
      if (cell.most() <= best.radius * 1.02 + 1e-3 * half) break;
      const double h = 0.5 * cell.half;
      for (const double dx : {-h, h}) {
        for (const double dy : {-h, h}) add(cell.center + Vec2(dx, dy), h);
      }
    }
    return best;
  }

  static constexpr int kMostSteps = 2000;
  static constexpr double kMostCells = 64;

  PoleLimits limits_;
  BorderLines border_;
  Box2 box_;
  double area_;
  std::vector<Pole> poles_;
};

double turn_of(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Andrew's monotone chain.
std::vector<Vec2> make_hull(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& a, const Vec2& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  std::vector<Vec2> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = hull.size();
    for (const Vec2& p : points) {
      while (hull.size() >= base + 2 && turn_of(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace

std::vector<Pole> make_poles(const Outline& outline, const PoleLimits& limits) {
  return PoleFinder(outline, limits).find();
}

void PoleSet::assign(const std::vector<Pole>& poles, const Pose2& pose, const Vec2& origin) {
  constexpr std::size_t kLanes = 8;
  constexpr float kFar = 1e18f;  // its square still is a float
  const std::size_t count = (poles.size() + kLanes - 1) / kLanes * kLanes;
  if (count != x_.size()) {
    x_.resize(count);
    y_.resize(count);
    radii_.resize(count);
  }
  for (std::size_t i = poles.size(); i < count; ++i) {
    x_[i] = y_[i] = kFar;
    radii_[i] = 0;
  }
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const Vec2 at = pose.apply(poles[i].center) - origin;
    x_[i] = static_cast<float>(at.x());
    y_[i] = static_cast<float>(at.y());
    radii_[i] = static_cast<float>(poles[i].radius);
  }
}

PoleOverlap guess_overlap(const PoleSet& a, const PoleSet& b, double reach) {
  constexpr float kSure = 1e-3f;  // of the smaller radius: far more than floats round
  const auto near = static_cast<float>(reach);
  Float8 sum = {};
  Int8 certain = {};
  for (std::size_t i = 0; i < a.size() && a.radii()[i] > 0; ++i) {
    const float x = a.x()[i], y = a.y()[i], radius = a.radii()[i];
    for (std::size_t j = 0; j < b.size(); j += 8) {
      const Float8 dx = load<Float8>(b.x() + j) - x, dy = load<Float8>(b.y() + j) - y, r = load<Float8>(b.radii() + j);
      const Float8 depth = r + radius - lanes_sqrt(dx * dx + dy * dy);
      const Float8 smaller = lanes_min(r, Float8{} + radius);
      certain |= depth > kSure * smaller;
      sum += (depth >= near ? depth : near * near / (2 * near - depth)) * smaller;
    }
  }
  PoleOverlap overlap{.amount = 0, .is_certain = mask_signs(certain) != 0};
  for (int k = 0; k < 8; ++k) overlap.amount += static_cast<double>(sum[k]);
  return overlap;
}

// Control points of small parts are hardly farther out than the curve.
std::vector<Vec2> make_hull(const Outline& outline) {
  std::vector<Vec2> points;
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) {
      if (piece.kind == PieceKind::line) {
        points.push_back(piece.curve.points[0]);
        continue;
      }
      for (int i = 0; i < kParts; ++i) {
        const Cubic2 part = piece.curve.part(i / double(kParts), (i + 1) / double(kParts));
        points.insert(points.end(), part.points.begin(), part.points.end() - 1);
      }
    }
  }
  return make_hull(std::move(points));
}

}  // namespace abut
