// From the crossings of intersecting pairs to contours: what pairs have in common hangs together, and is put in order.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "abut/detect.h"
#include "base/assert.h"
#include "base/union_find.h"

namespace abut {
namespace {

// Crossings that hang together through pairs: for each, the lowest number in its group.
std::vector<std::uint32_t> group_crossings(const Crossings& found) {
  UnionFind groups(found.crossings.size());
  for (const PairCrossings& piece : found.of_pairs) {
    for (int k = 1; k < piece.count; ++k) groups.unite(piece.crossings[0], piece.crossings[k]);
  }
  return groups.roots();
}

bool on_boundary(std::span<const Body> bodies, const SurfaceFeature& f) {
  const Surface& surface = *bodies[f.body].surface;
  if (f.kind == SurfaceFeature::Kind::vertex) return surface.is_boundary(VertexId(f.index));
  return f.kind == SurfaceFeature::Kind::edge && surface.is_boundary(EdgeId(f.index));
}

// Area of a flat convex polygon whose corners come in any order: triangles around the middle, corners by angle.
double area_of(std::span<const Vec3> corners) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& p : corners) middle += p / static_cast<double>(corners.size());
  const Vec3 u = (corners[0] - middle).normalized();
  Vec3 normal = Vec3::Zero();
  for (const Vec3& p : corners) {
    const Vec3 candidate = u.cross(p - middle);
    if (candidate.squaredNorm() > normal.squaredNorm()) normal = candidate;
  }
  const Vec3 v = normal.normalized().cross(u);
  std::vector<Vec3> sorted(corners.begin(), corners.end());
  const auto angle = [&](const Vec3& p) { return std::atan2((p - middle).dot(v), (p - middle).dot(u)); };
  std::sort(sorted.begin(), sorted.end(), [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
  double area = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    area += 0.5 * (sorted[i] - middle).cross(sorted[(i + 1) % sorted.size()] - middle).norm();
  }
  return area;
}

// One contour while it is put together: its crossings are known, pairs are added, then its shape is worked out.
class ContourBuilder {
 public:
  void add_crossing(const Crossing& crossing) { contour_.crossings.push_back(crossing); }

  /// `local`: from a crossing's number in the whole list to its number here.
  void add_pair(std::uint32_t pair, const PairCrossings& piece, std::span<const std::uint32_t> local) {
    contour_.pairs.push_back(pair);
    const auto at = [&](int k) { return local[piece.crossings[k]]; };
    if (piece.count == 2) contour_.segments.push_back({std::min(at(0), at(1)), std::max(at(0), at(1))});
    if (piece.count < 3) return;
    has_area_ = true;
    std::vector<Vec3> corners;
    for (int k = 0; k < piece.count; ++k) corners.push_back(contour_.crossings[at(k)].position);
    contour_.area += area_of(corners);
  }

  Contour finish(std::span<const Body> bodies) {
    // An edge that lies in a face gives the same segment from both sides: keep one.
    auto& segments = contour_.segments;
    std::sort(segments.begin(), segments.end());
    segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
    find_neighbours();
    contour_.shape = find_shape();
    if (contour_.shape == Contour::Shape::closed || contour_.shape == Contour::Shape::open) put_in_order();
    for (const Crossing& crossing : contour_.crossings) contour_.box.add(crossing.position);
    if (contour_.shape == Contour::Shape::area) return std::move(contour_);  // it has an area, no length and no ends
    find_ends(bodies);
    measure_length();
    return std::move(contour_);
  }

 private:
  // neighbours_[i]: the first two crossings joined to i by a segment; degrees_[i]: how many there are.
  void find_neighbours() {
    degrees_.assign(contour_.crossings.size(), 0);
    neighbours_.assign(contour_.crossings.size(), {});
    const auto join = [&](std::uint32_t i, std::uint32_t j) {
      if (degrees_[i] < 2) neighbours_[i][degrees_[i]] = j;
      ++degrees_[i];
    };
    for (const auto& [i, j] : contour_.segments) {
      join(i, j);
      join(j, i);
    }
  }

  Contour::Shape find_shape() const {
    if (has_area_) return Contour::Shape::area;
    if (contour_.segments.empty()) return Contour::Shape::point;
    const auto ends = std::count(degrees_.begin(), degrees_.end(), 1u);
    const auto inner = std::count(degrees_.begin(), degrees_.end(), 2u);
    if (ends + inner != static_cast<std::ptrdiff_t>(degrees_.size())) return Contour::Shape::branched;
    return ends == 0 ? Contour::Shape::closed : Contour::Shape::open;
  }

  // Walks the single line from an end (or from the lowest crossing, if closed) and renumbers crossings and segments.
  void put_in_order() {
    const std::size_t count = contour_.crossings.size();
    const auto end = std::find(degrees_.begin(), degrees_.end(), 1u);
    std::uint32_t at = end == degrees_.end() ? 0 : static_cast<std::uint32_t>(end - degrees_.begin()), from = at;
    std::vector<Crossing> ordered;
    std::vector<std::uint32_t> ordered_degrees;
    for (std::size_t i = 0; i < count; ++i) {
      ordered.push_back(contour_.crossings[at]);
      ordered_degrees.push_back(degrees_[at]);
      const bool came_from_first = i > 0 && neighbours_[at][0] == from;
      from = std::exchange(at, neighbours_[at][came_from_first && degrees_[at] == 2 ? 1 : 0]);
    }
    contour_.crossings = std::move(ordered);
    degrees_ = std::move(ordered_degrees);
    for (std::uint32_t i = 0; i < contour_.segments.size(); ++i) {
      contour_.segments[i] = {i, static_cast<std::uint32_t>((i + 1) % count)};
    }
  }

  void find_ends(std::span<const Body> bodies) {
    for (std::uint32_t i = 0; i < degrees_.size(); ++i) {
      if (degrees_[i] != 1) continue;
      const Crossing& crossing = contour_.crossings[i];
      contour_.ends.push_back({i, on_boundary(bodies, crossing.a) || on_boundary(bodies, crossing.b)});
    }
  }

  void measure_length() {
    for (const auto& [i, j] : contour_.segments) {
      contour_.length += (contour_.crossings[i].position - contour_.crossings[j].position).stableNorm();
    }
  }

  Contour contour_;
  bool has_area_ = false;
  std::vector<std::array<std::uint32_t, 2>> neighbours_;
  std::vector<std::uint32_t> degrees_;
};

}  // namespace

Contours find_contours(std::span<const Body> bodies, std::span<const IntersectingPair> pairs, const RunSettings& run) {
  const Crossings found = find_crossings(bodies, pairs, run);
  const std::vector<std::uint32_t> group = group_crossings(found);
  std::vector<ContourBuilder> builders;
  std::vector<std::uint32_t> builder_of(found.crossings.size()), local(found.crossings.size()), sizes;
  for (std::uint32_t i = 0; i < found.crossings.size(); ++i) {
    if (group[i] == i) {
      builder_of[i] = static_cast<std::uint32_t>(builders.size());
      builders.emplace_back();
      sizes.push_back(0);
    }
    const std::uint32_t builder = builder_of[group[i]];
    builders[builder].add_crossing(found.crossings[i]);
    local[i] = sizes[builder]++;
  }
  Contours result;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    ABUT_ASSERT(found.of_pairs[i].count > 0);  // a pair that does not meet was not found by find_intersections
    builders[builder_of[group[found.of_pairs[i].crossings[0]]]].add_pair(i, found.of_pairs[i], local);
    result.overlaps.push_back(found.of_pairs[i].overlap);
  }
  for (ContourBuilder& builder : builders) result.contours.push_back(builder.finish(bodies));
  std::sort(result.contours.begin(), result.contours.end(), [](const Contour& a, const Contour& b) {
    return a.pairs.size() != b.pairs.size() ? a.pairs.size() > b.pairs.size() : a.pairs.front() < b.pairs.front();
  });
  return result;
}

double measure_length(const Contours& contours) {
  double length = 0;
  for (const Contour& contour : contours.contours) length += contour.length;
  return length;
}

}  // namespace abut
