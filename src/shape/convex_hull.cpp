// Convex hulls by Quickhull, every decision exact: triangles that a point sees are replaced by those from their rim to
// the point. "Sees" is strictly beyond the plane, so triangles never lack area, and the rim is always one loop.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/assert.h"
#include "shape/convex_builder.h"
#include "shape/hull_faces.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t(0);

/// Triangles of a growing hull. Edge i runs from corner i to corner i + 1; across it lies another triangle.
struct HullTriangle {
  std::array<std::uint32_t, 3> corners;
  std::array<std::uint32_t, 3> neighbors = {kNone, kNone, kNone};
  std::vector<std::uint32_t> outside;  ///< points that see it, each listed with one triangle only
  bool is_gone = false;
};

struct RimEdge {
  std::uint32_t from, to, beyond;  ///< the triangle on the other side, which stays
};

class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3> points) : points_(points) {}

  /// Nothing if the points are in one plane.
  std::optional<std::vector<std::array<std::uint32_t, 3>>> run() {
    if (!start()) return std::nullopt;
    while (!open_.empty()) {
      const std::uint32_t t = open_.back();
      open_.pop_back();
      if (!triangles_[t].is_gone && !triangles_[t].outside.empty()) add_point(t);
    }
    std::vector<std::array<std::uint32_t, 3>> list;
    for (const HullTriangle& t : triangles_) {
      if (!t.is_gone) list.push_back(t.corners);
    }
    return list;
  }

 private:
  int side(const std::array<std::uint32_t, 3>& t, std::uint32_t p) const {
    return orient3d(points_[t[0]], points_[t[1]], points_[t[2]], points_[p]);
  }
  bool sees(std::uint32_t p, std::uint32_t t) const { return side(triangles_[t].corners, p) > 0; }

  // The point that is farthest by some measure, rounded, among those for which an exact test holds.
  template <class Measure, class Test>
  std::optional<std::uint32_t> find_farthest(const Measure& measure, const Test& test) const {
    std::optional<std::uint32_t> best;
    double farthest = -1;
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
      const double value = measure(points_[p]);
      if (value > farthest && test(p)) {
        farthest = value;
        best = p;
      }
    }
    return best;
  }

  // A tetrahedron as large as can be found quickly.
  bool start() {
    const Vec3 scale = Vec3::Constant(1 / std::max(1e-300, abut::make_box(points_).size().maxCoeff()));
    const Vec3& a = points_[0];
    const auto from_a = [&](const Vec3& p) { return Vec3((p - a).cwiseProduct(scale)); };
    const auto b = find_farthest([&](const Vec3& p) { return from_a(p).squaredNorm(); },
                                 [&](std::uint32_t p) { return points_[p] != a; });
    if (!b) return false;
    const auto c = find_farthest([&](const Vec3& p) { return from_a(p).cross(from_a(points_[*b])).squaredNorm(); },
                                 [&](std::uint32_t p) { return !test_collinear(a, points_[*b], points_[p]); });
    if (!c) return false;
    const Vec3 normal = from_a(points_[*b]).cross(from_a(points_[*c]));
    const auto d = find_farthest([&](const Vec3& p) { return std::abs(from_a(p).dot(normal)); },
                                 [&](std::uint32_t p) {
                                   return side({0, *b, *c}, p) != 0;
                                 });
    if (!d) return false;
    make_tetrahedron(side({0, *b, *c}, *d) < 0 ? std::array{0u, *b, *c, *d} : std::array{0u, *c, *b, *d});
    return true;
  }

  // The last corner does not see the first three.
  void make_tetrahedron(const std::array<std::uint32_t, 4>& c) {
    const std::array<std::uint32_t, 3> corners[] = {
        {c[0], c[1], c[2]}, {c[0], c[3], c[1]}, {c[1], c[3], c[2]}, {c[2], c[3], c[0]}};
    const std::array<std::uint32_t, 3> neighbors[] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int i = 0; i < 4; ++i) triangles_.push_back({corners[i], neighbors[i], {}, false});
    std::vector<std::uint32_t> all(points_.size());
    for (std::uint32_t p = 0; p < points_.size(); ++p) all[p] = p;
    hand_out(all, 0);
  }

  // Each point to the first triangle from `first` on that it sees; those that see none are inside.
  void hand_out(const std::vector<std::uint32_t>& points, std::uint32_t first) {
    const auto end = static_cast<std::uint32_t>(triangles_.size());
    for (const std::uint32_t p : points) {
      for (std::uint32_t t = first; t < end; ++t) {
        if (!sees(p, t)) continue;
        triangles_[t].outside.push_back(p);
        break;
      }
    }
    for (std::uint32_t t = first; t < end; ++t) open_.push_back(t);
  }

  std::uint32_t farthest_outside(const HullTriangle& t) const {
    const Vec3 normal = (points_[t.corners[1]] - points_[t.corners[0]])
                            .stableNormalized()
                            .cross((points_[t.corners[2]] - points_[t.corners[0]]).stableNormalized());
    return *std::max_element(t.outside.begin(), t.outside.end(), [&](std::uint32_t p, std::uint32_t q) {
      return normal.dot(points_[p] - points_[t.corners[0]]) < normal.dot(points_[q] - points_[t.corners[0]]);
    });
  }

  void add_point(std::uint32_t start) {
    const std::uint32_t point = farthest_outside(triangles_[start]);
    std::vector<std::uint32_t> orphans;
    const std::vector<RimEdge> rim = remove_seen(point, start, orphans);
    const auto first = static_cast<std::uint32_t>(triangles_.size());
    std::map<std::uint32_t, std::uint32_t> triangle_from;
    for (const RimEdge& e : rim) {
      const auto added = static_cast<std::uint32_t>(triangles_.size());
      triangle_from[e.from] = added;
      triangles_.push_back({{e.from, e.to, point}, {e.beyond, kNone, kNone}, {}, false});
      meet(e, added);
    }
    for (std::uint32_t t = first; t < triangles_.size(); ++t) {
      const std::uint32_t next = triangle_from.at(triangles_[t].corners[1]);
      triangles_[t].neighbors[1] = next;
      triangles_[next].neighbors[2] = t;
    }
    hand_out(orphans, first);
  }

  // The triangle beyond a rim edge has a new neighbor.
  void meet(const RimEdge& e, std::uint32_t added) {
    HullTriangle& beyond = triangles_[e.beyond];
    for (int i = 0; i < 3; ++i) {
      if (beyond.corners[i] == e.to && beyond.corners[(i + 1) % 3] == e.from) beyond.neighbors[i] = added;
    }
  }

  // The triangles that a point sees hang together; what they end at is the rim.
  std::vector<RimEdge> remove_seen(std::uint32_t point, std::uint32_t start, std::vector<std::uint32_t>& orphans) {
    std::vector<RimEdge> rim;
    std::vector<std::uint32_t> seen = {start};
    triangles_[start].is_gone = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const HullTriangle& t = triangles_[seen[i]];
      for (const std::uint32_t p : t.outside) {
        if (p != point) orphans.push_back(p);
      }
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t n = t.neighbors[k];
        if (triangles_[n].is_gone) continue;
        if (sees(point, n)) {
          triangles_[n].is_gone = true;
          seen.push_back(n);
        }
      }
    }
    for (const std::uint32_t s : seen) {
      const HullTriangle& t = triangles_[s];
      for (int k = 0; k < 3; ++k) {
        if (!triangles_[t.neighbors[k]].is_gone) rim.push_back({t.corners[k], t.corners[(k + 1) % 3], t.neighbors[k]});
      }
    }
    return rim;
  }

  std::span<const Vec3> points_;
  std::vector<HullTriangle> triangles_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

Result<Convex> Convex::make_hull(std::span<const Vec3> points, double radius) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite() && points[i].cwiseAbs().maxCoeff() <= kMaxCoordinate) continue;
    return Error{fmt::format("point {} has a coordinate that is not a number within {:g}", i, kMaxCoordinate)};
  }
  if (!(radius >= 0 && radius <= kMaxCoordinate)) {
    return Error{fmt::format("the radius is {}, but has to be a number from 0 to {:g}", radius, kMaxCoordinate)};
  }
  if (points.size() < 4) return Error{fmt::format("a hull needs 4 points or more, not {}", points.size())};
  const auto triangles = Quickhull(points).run();
  if (!triangles)
    return Error{fmt::format("the {} points lie in one plane, so their hull has no inside", points.size())};
  HullFaces hull = merge_hull_triangles(points, *triangles);
  return ConvexBuilder::build(std::move(hull.vertices), hull.faces, radius);
}

}  // namespace abut
