#include "untangle/extent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "untangle/component_distance.h"
#include "untangle/regions.h"

namespace abut {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostDistances = 4'000'000;

Vec3 normal_of_face(const Assembly& assembly, std::span<const Vec3> positions, BodyId body, FaceId face) {
  return unit_normal(face_points(assembly.surface(body), assembly.of_body(body, positions), face));
}

// The normals of the two surfaces where an edge pierces a face.
struct Normals {
  Vec3 of_edge, of_face;
};

Normals find_normals(const Assembly& assembly, std::span<const Vec3> positions, const Piercing& piercing) {
  const FaceId beside = assembly.surface(piercing.edge_body).edge_faces(piercing.edge)[0];
  return {normal_of_face(assembly, positions, piercing.edge_body, beside),
          normal_of_face(assembly, positions, piercing.face_body, piercing.face)};
}

using Sides = std::array<std::uint32_t, 2>;

class DepthGauge {
 public:
  DepthGauge(const Assembly& assembly, const Tangle& tangle, std::span<const Vec3> positions)
      : assembly_(assembly), tangle_(tangle), positions_(positions), regions_(assembly) {}

  TangleDepth measure() {
    for (std::uint32_t k = 0; k < tangle_.found.contour_count; ++k) {
      contours_of_[find_sides(assembly_, tangle_, k)].push_back(k);
    }
    TangleDepth depths;
    for (const auto& [sides, contours] : contours_of_) {
      for (const std::uint32_t k : contours) {
        const double depth = measure_contour(sides, contours, k);
        depths.largest = std::max(depths.largest, depth);
        depths.mean += depth / tangle_.found.contour_count;
      }
    }
    return depths;
  }

 private:
  // Layers that go in and out of each other from border to border are cut only by all contours together.
  double measure_contour(const Sides& sides, std::span<const std::uint32_t> all, std::uint32_t contour) {
    auto cut_off = regions_.find(tangle_, contour);
    if (cut_off.empty() && sides[0] != sides[1] && all.size() > 1) cut_off = regions_.find(tangle_, all);
    if (cut_off.empty()) return measure_extent(tangle_, contour);
    if (sides[0] == sides[1]) return measure_depth(assembly_, tangle_, contour, positions_, cut_off);
    double depth = 0;
    for (const std::uint32_t v : cut_off) {
      const std::uint32_t other = assembly_.components[v] == sides[0] ? sides[1] : sides[0];
      const auto& distance = distances_.try_emplace(other, assembly_, positions_, other).first->second;
      depth = std::max(depth, distance.measure(positions_[v]));
    }
    return depth;
  }

  const Assembly& assembly_;
  const Tangle& tangle_;
  std::span<const Vec3> positions_;
  RegionFinder regions_;
  std::map<Sides, std::vector<std::uint32_t>> contours_of_;
  std::map<std::uint32_t, ComponentDistance> distances_;  // from each piece of surface
};

}  // namespace

std::array<std::uint32_t, 2> find_sides(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour) {
  const Piercing& any = tangle.found.piercings[tangle.of_contour(contour)[0]];
  const VertexId of_edge = assembly.surface(any.edge_body).edge(any.edge)[0];
  const VertexId of_face = assembly.surface(any.face_body).face(any.face)[0];
  std::array<std::uint32_t, 2> sides;
  sides[any.side] = assembly.components[assembly.number(any.edge_body, of_edge)];
  sides[1 - any.side] = assembly.components[assembly.number(any.face_body, of_face)];
  return sides;
}

double measure_cut_edges(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour) {
  double sum = 0;
  for (const std::uint32_t i : tangle.of_contour(contour)) {
    const Piercing& piercing = tangle.found.piercings[i];
    for (const VertexId v : assembly.surface(piercing.edge_body).edge(piercing.edge)) {
      sum += assembly.sizes[assembly.number(piercing.edge_body, v)];
    }
  }
  return sum / static_cast<double>(2 * tangle.of_contour(contour).size());
}

double measure_extent(const Tangle& tangle, std::uint32_t contour) {
  Box3 box;
  for (const std::uint32_t i : tangle.of_contour(contour)) box.add(tangle.found.piercings[i].position);
  return box.size().norm();
}

double measure_depth(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour,
                     std::span<const Vec3> positions, std::span<const std::uint32_t> cut_off) {
  const auto of_contour = tangle.of_contour(contour);
  if (cut_off.size() * of_contour.size() > kMostDistances) return kInfinite;
  const auto sides = find_sides(assembly, tangle, contour);
  std::vector<Normals> normals;
  for (const std::uint32_t i : of_contour) {
    normals.push_back(find_normals(assembly, positions, tangle.found.piercings[i]));
  }
  double depth = 0;
  for (const std::uint32_t v : cut_off) {
    double nearest = kInfinite, behind_edge = 0, behind_face = 0;
    std::uint32_t side_of_edge = 0;
    for (std::size_t j = 0; j < of_contour.size(); ++j) {
      const Piercing& piercing = tangle.found.piercings[of_contour[j]];
      const Vec3 way = positions[v] - piercing.position;
      if (way.squaredNorm() >= nearest) continue;
      nearest = way.squaredNorm();
      behind_edge = std::abs(normals[j].of_edge.dot(way));
      behind_face = std::abs(normals[j].of_face.dot(way));
      side_of_edge = sides[piercing.side];
    }
    // A piece that intersects itself is on both sides.
    if (sides[0] == sides[1] || assembly.components[v] == side_of_edge) depth = std::max(depth, behind_face);
    if (sides[0] == sides[1] || assembly.components[v] != side_of_edge) depth = std::max(depth, behind_edge);
  }
  return depth;
}

TangleDepth measure_depths(const Assembly& assembly, const Tangle& tangle, std::span<const Vec3> positions) {
  return DepthGauge(assembly, tangle, positions).measure();
}

}  // namespace abut
