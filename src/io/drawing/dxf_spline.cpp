#include "io/drawing/dxf_spline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/failure.h"
#include "shape/strokes.h"

namespace abut {
namespace {

constexpr int kMaxDegree = 25;
constexpr int kMostHalvings = 12;

// Points with a weight as a third coordinate, so that quotients come last.
class Evaluator {
 public:
  explicit Evaluator(const DxfSpline& spline) : spline_(spline) {
    for (std::size_t i = 0; i < spline.points.size(); ++i) {
      const double weight = spline.weights.empty() ? 1 : spline.weights[i];
      points_.emplace_back(weight * spline.points[i].x(), weight * spline.points[i].y(), weight);
    }
  }

  // The polynomial of the span that begins with this knot, as a function of `degree` parameters, each of which it
  // depends on evenly (its blossom); all equal, they give the curve.
  Vec3 blossom(std::size_t span, const double* parameters) const {
    const int p = spline_.degree;
    std::array<Vec3, kMaxDegree + 1> d;
    d.fill(Vec3::Zero());
    for (int j = 0; j <= p; ++j) d[j] = points_[span - p + j];
    for (int r = 1; r <= p; ++r) {
      for (int j = p; j >= r; --j) {
        const double low = spline_.knots[span - p + j], high = spline_.knots[span + 1 + j - r];
        const double share = (parameters[r - 1] - low) / (high - low);
        d[j] = (1 - share) * d[j - 1] + share * d[j];
      }
    }
    return d[p];
  }

  Vec3 at(std::size_t span, double t) const {
    std::array<double, kMaxDegree> all;
    all.fill(t);
    return blossom(span, all.data());
  }

  // A polynomial's derivative is its degree times what its blossom changes by, for one step in one parameter.
  Vec3 derivative(std::size_t span, double t) const {
    std::array<double, kMaxDegree> all;
    all.fill(t);
    const double low = spline_.knots[span], high = spline_.knots[span + 1];
    all[0] = low;
    const Vec3 begin = blossom(span, all.data());
    all[0] = high;
    return spline_.degree / (high - low) * (blossom(span, all.data()) - begin);
  }

  Vec2 point(std::size_t span, double t) const {
    const Vec3 p = at(span, t);
    return p.head<2>() / p.z();
  }
  Vec2 tangent(std::size_t span, double t) const {
    const Vec3 p = at(span, t), d = derivative(span, t);
    return (d.head<2>() - d.z() / p.z() * p.head<2>()) / p.z();
  }

 private:
  const DxfSpline& spline_;
  std::vector<Vec3> points_;
};

// Control points of a lower degree as those of degree 3.
Cubic2 elevate(std::span<const Vec2> p) {
  if (p.size() == 2) return make_line(p[0], p[1]);
  if (p.size() == 3) return {{p[0], p[0] + 2.0 / 3 * (p[1] - p[0]), p[2] + 2.0 / 3 * (p[1] - p[2]), p[2]}};
  return {{p[0], p[1], p[2], p[3]}};
}

OutlinePiece make_exact(const DxfSpline& spline, const Evaluator& evaluator, std::size_t span) {
  std::array<Vec2, 4> bezier;
  const int p = spline.degree;
  for (int j = 0; j <= p; ++j) {
    std::array<double, 3> parameters;
    for (int r = 0; r < p; ++r) parameters[r] = spline.knots[r < j ? span + 1 : span];
    const Vec3 point = evaluator.blossom(span, parameters.data());
    bezier[j] = point.head<2>() / point.z();
  }
  const Cubic2 curve = elevate(std::span(bezier.data(), static_cast<std::size_t>(p) + 1));
  return {curve, p == 1 ? PieceKind::line : PieceKind::cubic};
}

void add_fitted(const Evaluator& evaluator, std::size_t span, double from, double to, double tolerance, int halvings,
                std::vector<OutlinePiece>& pieces) {
  const double third = (to - from) / 3;
  const Vec2 a = evaluator.point(span, from), b = evaluator.point(span, to);
  const Cubic2 cubic{{a, a + third * evaluator.tangent(span, from), b - third * evaluator.tangent(span, to), b}};
  double worst = 0;
  for (int i = 1; i < 16; ++i) {
    const double share = i / 16.0;
    worst = std::max(worst, (cubic.at(share) - evaluator.point(span, from + share * (to - from))).norm());
  }
  if (worst <= tolerance || halvings == 0) {
    pieces.push_back({cubic});
    return;
  }
  const double middle = 0.5 * (from + to);
  add_fitted(evaluator, span, from, middle, tolerance, halvings - 1, pieces);
  add_fitted(evaluator, span, middle, to, tolerance, halvings - 1, pieces);
}

}  // namespace

std::string find_fault(const DxfSpline& spline) {
  const std::size_t n = spline.points.size();
  if (spline.degree < 1 || spline.degree > kMaxDegree) return fmt::format("a degree of {}", spline.degree);
  const auto p = static_cast<std::size_t>(spline.degree);
  if (n < p + 1) return fmt::format("{} control points for a degree of {}", n, p);
  if (spline.knots.size() != n + p + 1) return fmt::format("{} knots for {} control points", spline.knots.size(), n);
  if (!std::is_sorted(spline.knots.begin(), spline.knots.end())) return "knots that go down";
  if (!(spline.knots[p] < spline.knots[n])) return "knots without a span";
  if (!spline.weights.empty() && spline.weights.size() != n)
    return fmt::format("{} weights for {} control points", spline.weights.size(), n);
  if (std::any_of(spline.weights.begin(), spline.weights.end(), [](double w) { return !(w > 0); }))
    return "a weight that is not above 0";
  return "";
}

std::vector<OutlinePiece> make_pieces(const DxfSpline& spline) {
  const Evaluator evaluator(spline);
  const bool has_weights =
      std::any_of(spline.weights.begin(), spline.weights.end(), [&](double w) { return w != spline.weights.front(); });
  Box2 box;
  for (const Vec2& p : spline.points) box.add(p);
  std::vector<OutlinePiece> pieces;
  for (auto span = static_cast<std::size_t>(spline.degree); span < spline.points.size(); ++span) {
    const double from = spline.knots[span], to = spline.knots[span + 1];
    if (from == to) continue;
    if (spline.degree <= 3 && !has_weights) {
      pieces.push_back(make_exact(spline, evaluator, span));
    } else {
      add_fitted(evaluator, span, from, to, kArcTolerance * box.size().maxCoeff(), kMostHalvings, pieces);
    }
  }
  for (std::size_t i = 1; i < pieces.size(); ++i) pieces[i].curve.points[0] = pieces[i - 1].curve.points[3];
  return pieces;
}

}  // namespace abut
