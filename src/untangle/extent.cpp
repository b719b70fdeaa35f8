#include "untangle/extent.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

TangleDepth measure_depths(const Assembly& assembly, const Tangle& tangle, std::span<const Vec3> positions,
                           RegionFinder& regions) {
  TangleDepth depths;
  for (std::uint32_t k = 0; k < tangle.found.contour_count; ++k) {
    const auto cut_off = regions.find(tangle, k);
    const double extent = measure_extent(tangle, k);
    const double depth =
        cut_off.empty() ? extent : std::min(extent, measure_depth(assembly, tangle, k, positions, cut_off));
    depths.largest = std::max(depths.largest, depth);
    depths.mean += depth / tangle.found.contour_count;
  }
  return depths;
}

}  // namespace abut
