// Faces of a hull: triangles in one plane are put together, and what lies on edges or inside faces is left out.
#include "shape/hull_faces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "math/predicates.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t(0);
using Triangle = std::array<std::uint32_t, 3>;
using Loop = std::vector<std::uint32_t>;

class FaceMerger {
 public:
  FaceMerger(std::span<const Vec3> points, std::span<const Triangle> triangles)
      : points_(points), triangles_(triangles), group_of_(triangles.size(), kNone) {
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        triangle_at_[{triangles[t][k], triangles[t][(k + 1) % 3]}] = t;
        largest_ = std::max(largest_, points[triangles[t][k]].cwiseAbs().maxCoeff());
      }
    }
  }

  /// Nothing if what rounding bent cannot be put together without losing a corner.
  std::optional<HullFaces> merge(bool is_exact) {
    is_exact_ = is_exact;
    make_groups();
    std::vector<Loop> loops;
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      auto loop = find_loop(g);
      if (!loop) return std::nullopt;
      loops.push_back(std::move(*loop));
    }
    if (!is_exact && count_corners(loops) < count_corners(std::vector<Triangle>(triangles_.begin(), triangles_.end())))
      return std::nullopt;
    return finish(loops);
  }

 private:
  template <class List>
  std::size_t count_corners(const std::vector<List>& loops) const {
    std::vector<std::uint32_t> all;
    for (const auto& loop : loops) all.insert(all.end(), loop.begin(), loop.end());
    std::sort(all.begin(), all.end());
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  }

  Vec3 normal_of(std::uint32_t t) const {
    const auto& [a, b, c] = triangles_[t];
    return (points_[b] - points_[a]).cross(points_[c] - points_[a]);
  }

  // Large ones first: their planes are known best.
  void make_groups() {
    groups_.clear();
    std::fill(group_of_.begin(), group_of_.end(), kNone);
    std::vector<std::uint32_t> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t s, std::uint32_t t) {
      return normal_of(s).squaredNorm() > normal_of(t).squaredNorm();
    });
    for (const std::uint32_t t : order) {
      if (group_of_[t] == kNone) grow_group(t);
    }
  }

  void grow_group(std::uint32_t seed) {
    const auto group = static_cast<std::uint32_t>(groups_.size());
    std::vector<std::uint32_t> members = {seed};
    group_of_[seed] = group;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t n = across(members[i], k);
        if (group_of_[n] != kNone || !is_in_plane(seed, n)) continue;
        group_of_[n] = group;
        members.push_back(n);
      }
    }
    groups_.push_back(std::move(members));
  }

  std::uint32_t across(std::uint32_t t, int k) const {
    return triangle_at_.at({triangles_[t][(k + 1) % 3], triangles_[t][k]});
  }

  bool is_in_plane(std::uint32_t seed, std::uint32_t other) const {
    const auto& [a, b, c] = triangles_[seed];
    const Vec3 normal = normal_of(seed);
    const double lost = 16 * kEpsilon * largest_ * normal.norm();
    const bool is_alike = normal.stableNormalized().dot(normal_of(other).stableNormalized()) > 1 - 1e-6;
    for (const std::uint32_t p : triangles_[other]) {
      if (orient3d(points_[a], points_[b], points_[c], points_[p]) == 0) continue;
      if (is_exact_ || !is_alike) return false;
      if (std::abs(orient3d_value(points_[a], points_[b], points_[c], points_[p])) > lost) return false;
    }
    return true;
  }

  // The border of a group, if it is a single loop.
  std::optional<Loop> find_loop(std::uint32_t g) const {
    std::map<std::uint32_t, std::uint32_t> next;
    std::size_t count = 0;
    for (const std::uint32_t t : groups_[g]) {
      for (int k = 0; k < 3; ++k) {
        if (group_of_[across(t, k)] == g) continue;
        next[triangles_[t][k]] = triangles_[t][(k + 1) % 3];
        ++count;
      }
    }
    if (next.size() != count || count < 3) return std::nullopt;
    Loop loop = {next.begin()->first};
    while (next.at(loop.back()) != loop.front() && loop.size() <= count) loop.push_back(next.at(loop.back()));
    return loop.size() == count ? std::optional(loop) : std::nullopt;
  }

  // A point on an edge is a corner of the edge's two faces only, and straight in both.
  HullFaces finish(const std::vector<Loop>& loops) const {
    std::map<std::uint32_t, VertexId> vertex_of;
    for (const Loop& loop : loops) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const std::uint32_t before = loop[(i + loop.size() - 1) % loop.size()], after = loop[(i + 1) % loop.size()];
        if (!test_collinear(points_[before], points_[loop[i]], points_[after])) vertex_of[loop[i]] = VertexId();
      }
    }
    HullFaces result;
    for (auto& [point, vertex] : vertex_of) {
      vertex = VertexId(result.vertices.size());
      result.vertices.push_back(points_[point]);
    }
    for (const Loop& loop : loops) {
      auto& face = result.faces.emplace_back();
      for (const std::uint32_t point : loop) {
        if (const auto found = vertex_of.find(point); found != vertex_of.end()) face.push_back(found->second);
      }
    }
    return result;
  }

  std::span<const Vec3> points_;
  std::span<const Triangle> triangles_;
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> triangle_at_;
  std::vector<std::uint32_t> group_of_;
  std::vector<std::vector<std::uint32_t>> groups_;
  double largest_ = 0;
  bool is_exact_ = true;
};

}  // namespace

HullFaces merge_hull_triangles(std::span<const Vec3> points, std::span<const Triangle> triangles) {
  FaceMerger merger(points, triangles);
  auto hull = merger.merge(false);
  return hull ? std::move(*hull) : *merger.merge(true);
}

}  // namespace abut
