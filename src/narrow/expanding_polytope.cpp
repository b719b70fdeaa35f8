// The expanding polytope: again and again the face nearest to the origin is pushed outwards, to the farthest difference
// along its normal. How far that is bounds the depth from above, the nearest face from below; they meet at the answer.
#include "narrow/expanding_polytope.h"

#include <cmath>

#include "narrow/growing_hull.h"

namespace abut {
namespace {

double volume(const Simplex& s) {
  const Plain3& p = s.points[0].point;
  return std::abs((s.points[1].point - p).cross(s.points[2].point - p).dot(s.points[3].point - p));
}

// Of the differences that are farthest along the axes and the diagonals, four that span much.
Simplex find_large_tetrahedron(const ConvexView& view) {
  std::array<DifferencePoint, 14> found;
  int count = 0;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (std::abs(x) + std::abs(y) + std::abs(z) == 1 || x * y * z != 0)
          found[count++] = view.support(Plain3(x, y, z));
      }
    }
  }
  const auto farthest = [&](const auto& measure) {
    DifferencePoint best = found[0];
    for (const DifferencePoint& p : found) {
      if (measure(p.point) > measure(best.point)) best = p;
    }
    return best;
  };
  Simplex s{{found[0]}, {}, 4};
  const Plain3& p = s.points[0].point;
  s.points[1] = farthest([&](const Plain3& x) { return (x - p).squared_norm(); });
  const Plain3 along = s.points[1].point - p;
  s.points[2] = farthest([&](const Plain3& x) { return (x - p).cross(along).squared_norm(); });
  const Plain3 across = along.cross(s.points[2].point - p);
  s.points[3] = farthest([&](const Plain3& x) { return std::abs((x - p).dot(across)); });
  return s;
}

// One difference on the far side of the middle of all, three around where the origin is nearest to the border, it
// seems.
Simplex find_tetrahedron_around(const ConvexView& view) {
  const Plain3 middle = view.between_centers();
  const double length = middle.norm();
  if (!(length > 1e3 * view.slack())) return {};
  const Plain3 out = -1 / length * middle;
  const Plain3 across = out.cross(std::abs(out.x) < 0.6 ? Plain3(1, 0, 0) : Plain3(0, 1, 0));
  const Plain3 u = 1 / across.norm() * across, v = out.cross(u);
  constexpr double kTilt = 0.4, kHalf = 0.5 * kTilt, kHigh = 0.8660254037844386 * kTilt;
  Simplex s;
  s.add(view.support(-out));
  s.add(view.support(out + kTilt * u));
  s.add(view.support(out + -kHalf * u + kHigh * v));
  s.add(view.support(out + -kHalf * u + -kHigh * v));
  return s;
}

class ExpandingPolytope {
 public:
  explicit ExpandingPolytope(const ConvexView& view) : view_(view), hull_(view.slack()) {}

  // False if all differences are nearly in one plane.
  bool begin(const Simplex& start) {
    if (start_from(find_tetrahedron_around(view_)) || start_from(start)) return true;
    return start_from(find_large_tetrahedron(view_));
  }

  std::optional<DifferenceSide> find_nearest() {
    for (int step = 0; step < 4 * GrowingHull::kMaxPoints; ++step) {
      const int f = hull_.nearest_face();
      const double lower = hull_.distance(f);
      if (lower >= best_.distance - tolerance()) return finish();
      const DifferencePoint next = push(f);
      if (last_ - lower <= tolerance()) return finish();
      if (!grow(f, next)) return std::nullopt;
    }
    return std::nullopt;
  }

  OriginProof prove() {
    for (int step = 0; step < 4 * GrowingHull::kMaxPoints; ++step) {
      const int f = hull_.nearest_face();
      if (hull_.distance(f) > view_.slack() && test_all_sides_beyond_slack()) return {OriginPlace::inside, {}};
      if (!std::isfinite(hull_.distance(f))) return {};
      const DifferencePoint next = push(f);
      if (last_ < -view_.slack()) return {OriginPlace::outside, -hull_.normal(f)};
      if (best_.distance <= view_.slack() || !grow(f, next)) return {};
    }
    return {};
  }

 private:
  double tolerance() const { return 4 * view_.slack() + 1e-11 * std::max(0.0, std::min(best_.distance, 1e300)); }

  bool start_from(const Simplex& s) {
    if (s.count < 4 || !is_solid(s)) return false;
    hull_.start(s);
    return true;
  }

  bool is_solid(const Simplex& s) const {
    double longest = 0;
    for (int i = 1; i < 4; ++i) longest = std::max(longest, (s.points[i].point - s.points[0].point).squared_norm());
    return volume(s) > 1e3 * view_.slack() * longest;
  }

  // The farthest difference along a face's normal.
  DifferencePoint push(int f) {
    const Plain3 normal = hull_.normal(f);
    const DifferencePoint next = view_.support(normal);
    last_ = normal.dot(next.point);
    if (last_ < best_.distance) best_ = {last_, normal, {}};
    return next;
  }

  // Of the faces in the side's plane, the one before which the origin is.
  DifferenceSide finish() const {
    DifferenceSide side = best_;
    side.corners = {{view_.support(best_.normal)}, {1, 0, 0, 0}, 1};
    double least = std::numeric_limits<double>::infinity();
    for (int f = 0; f < hull_.slot_count(); ++f) {
      const bool is_near = hull_.distance(f) <= best_.distance + tolerance();
      if (!is_near || hull_.normal(f).dot(best_.normal) < 1 - 1e-9) continue;
      const Simplex corners = hull_.corners_of(f);
      const double squared = corners.nearest().squared_norm();
      if (squared >= least) continue;
      least = squared;
      side.corners = corners;
    }
    // The origin may lie beside what has been found of the side so far.
    const double beside = std::sqrt(least) - std::max(0.0, best_.distance);
    if (beside > 1e-3 * tolerance()) side.corners = find_foot(view_, side);
    return side;
  }

  bool grow(int f, const DifferencePoint& next) {
    if (!hull_.holds(next)) return hull_.take_in(f, next);
    hull_.set_distance(f, last_);  // rounding of the normal only: the face is one of all differences
    return true;
  }

  // As in test_surrounds_origin, side by side: the surface goes around the origin.
  bool test_all_sides_beyond_slack() const {
    const double bound = 6 * view_.slack() * hull_.longest_squared();
    for (int f = 0; f < hull_.slot_count(); ++f) {
      if (hull_.is_there(f) && !(hull_.volume_of(f) > bound)) return false;
    }
    return true;
  }

  const ConvexView& view_;
  GrowingHull hull_;
  DifferenceSide best_{std::numeric_limits<double>::infinity(), Plain3(1, 0, 0), {}};
  double last_ = 0;
};

}  // namespace

std::optional<DifferenceSide> find_nearest_side(const ConvexView& view, const Simplex& start) {
  ExpandingPolytope polytope(view);
  if (!polytope.begin(start)) return std::nullopt;
  return polytope.find_nearest();
}

OriginProof prove_place_of_origin(const ConvexView& view, const Simplex& start) {
  ExpandingPolytope polytope(view);
  return polytope.begin(start) ? polytope.prove() : OriginProof{};
}

}  // namespace abut
