#include "untangle/extent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "untangle/face_distance.h"
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

class DepthGauge {
 public:
  DepthGauge(const Assembly& assembly, const Tangle& tangle, std::span<const Vec3> positions)
      : assembly_(assembly), tangle_(tangle), positions_(positions), regions_(assembly), faces_(list_faces(assembly)) {}

  TangleDepth measure() {
    std::map<Pieces, std::vector<std::uint32_t>> contours_of;
    for (std::uint32_t k = 0; k < tangle_.found.contour_count; ++k) {
      Pieces pieces = find_sides(assembly_, tangle_, k);
      std::sort(pieces.begin(), pieces.end());
      contours_of[pieces].push_back(k);
    }
    for (const auto& [pieces, contours] : contours_of) {
      pieces[0] == pieces[1] ? add_folds(contours) : add_layers(pieces, contours);
    }
    depths_.mean /= std::max(1u, tangle_.found.contour_count);
    return depths_;
  }

 private:
  using Pieces = std::array<std::uint32_t, 2>;

  void add(double depth) {
    depths_.largest = std::max(depths_.largest, depth);
    depths_.mean += depth;
  }

  // Of a piece of surface with itself, whose distance says nothing.
  void add_folds(std::span<const std::uint32_t> contours) {
    for (const std::uint32_t k : contours) {
      const double extent = measure_extent(tangle_, k);
      const auto cut_off = regions_.find(tangle_, k);
      add(cut_off.empty() ? extent : std::min(extent, measure_depth(assembly_, tangle_, k, positions_, cut_off)));
    }
  }

  // Layers that go in and out of each other from border to border are cut only by all contours together.
  void add_layers(const Pieces& pieces, std::span<const std::uint32_t> contours) {
    std::optional<double> of_all;
    for (const std::uint32_t k : contours) {
      const auto cut_off = regions_.find(tangle_, k);
      if (!cut_off.empty()) {
        add(measure_distances(pieces, cut_off));
      } else {
        if (!of_all) of_all = measure_distances(pieces, regions_.find(tangle_, contours));
        add(*of_all > 0 ? *of_all : measure_extent(tangle_, k));
      }
    }
  }

  double measure_distances(const Pieces& pieces, std::span<const std::uint32_t> cut_off) {
    double largest = 0;
    for (const std::uint32_t v : cut_off) {
      const std::uint32_t other = assembly_.components[v] == pieces[0] ? pieces[1] : pieces[0];
      const auto& distance = distances_.try_emplace(other, assembly_, positions_, faces_[other]).first->second;
      largest = std::max(largest, distance.measure(positions_[v]));
    }
    return largest;
  }

  // Of each piece of surface.
  static std::vector<std::vector<FaceRef>> list_faces(const Assembly& assembly) {
    std::vector<std::vector<FaceRef>> faces(assembly.component_count);
    for (std::size_t i = 0; i < assembly.body_count(); ++i) {
      const Surface& surface = assembly.surface(BodyId(i));
      for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
        const std::uint32_t corner = assembly.number(BodyId(i), surface.face(FaceId(f))[0]);
        faces[assembly.components[corner]].push_back({BodyId(i), FaceId(f)});
      }
    }
    return faces;
  }

  const Assembly& assembly_;
  const Tangle& tangle_;
  std::span<const Vec3> positions_;
  RegionFinder regions_;
  std::vector<std::vector<FaceRef>> faces_;
  std::map<std::uint32_t, FaceDistance> distances_;  // from pieces of surface
  TangleDepth depths_;
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
