// The invariants of PolygonMesh. Readers hold them by construction; check_polygon_mesh is for meshes that come from
// elsewhere, and for the tests that do not believe the readers.
#include "shape/polygon_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/shape.h"

namespace abut {
namespace {

// Nearly all polygons are small, where comparing all pairs beats sorting; the large ones must not cost n^2.
constexpr std::size_t kSmallPolygon = 8;

const VertexId* find_repeated_vertex_of_small(std::span<const VertexId> polygon) {
  for (std::size_t i = 1; i < polygon.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (polygon[i] == polygon[k]) return &polygon[i];
  return nullptr;
}

VertexId find_repeated_vertex(std::span<const VertexId> polygon) {
  if (polygon.size() <= kSmallPolygon) {
    const VertexId* repeated = find_repeated_vertex_of_small(polygon);
    return repeated ? *repeated : VertexId();
  }
  std::vector<VertexId> sorted(polygon.begin(), polygon.end());
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  return repeated == sorted.end() ? VertexId() : *repeated;
}

Status check_starts(const PolygonMesh& mesh) {
  const auto& starts = mesh.polygon_starts;
  if (starts.empty() || starts.front() != 0 || starts.back() != mesh.polygon_vertices.size())
    return Error{fmt::format("polygon_starts must begin with 0 and end with {}", mesh.polygon_vertices.size())};
  const auto fall = std::adjacent_find(starts.begin(), starts.end(), std::greater());
  if (fall != starts.end()) return Error{fmt::format("polygon {} ends before it starts", fall - starts.begin())};
  return success();
}

Status check_polygons(const PolygonMesh& mesh) {
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const std::string fault = find_polygon_fault(mesh.polygon(PolygonId(p)), mesh.vertex_count());
    if (!fault.empty()) return Error{fmt::format("polygon {}: {}", p, fault)};
  }
  return success();
}

Status check_parts(const PolygonMesh& mesh) {
  if (mesh.parts.empty()) return success();
  std::size_t covered = 0;
  for (const Part& part : mesh.parts) {
    if (part.first_polygon != covered)
      return Error{fmt::format("part {} starts at polygon {}, expected {}", &part - mesh.parts.data(),
                               part.first_polygon, covered)};
    covered += part.polygon_count;
  }
  if (covered != mesh.polygon_count())
    return Error{fmt::format("the parts cover {} polygons of {}", covered, mesh.polygon_count())};
  return success();
}

}  // namespace

std::string find_polygon_fault(std::span<const VertexId> polygon, std::size_t vertex_count) {
  if (polygon.size() < 3) return fmt::format("polygon with {} vertices found, expected at least 3", polygon.size());
  if (polygon.size() > kMaxPolygonCorners)
    return fmt::format("polygon with {} vertices found, expected at most {}", polygon.size(), kMaxPolygonCorners);
  for (const VertexId v : polygon)
    if (v >= vertex_count)
      return fmt::format("vertex index {} found, but there are {} vertices", v.value, vertex_count);
  const VertexId repeated = find_repeated_vertex(polygon);
  if (repeated.is_valid()) return fmt::format("polygon with vertex {} (counted from 0) twice found", repeated.value);
  return {};
}

Status check_positions(std::span<const Vec3> positions) {
  for (std::size_t v = 0; v < positions.size(); ++v)
    for (const double x : positions[v])
      if (!(std::abs(x) <= kMaxCoordinate))
        return Error{fmt::format("vertex {}: coordinate {} found, expected a number within {}", v, x, kMaxCoordinate)};
  return success();
}

void append_mesh(const PolygonMesh& from, PolygonMesh& to) {
  const std::size_t first = to.positions.size();
  to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
  std::vector<VertexId> polygon;
  for (std::uint32_t p = 0; p < from.polygon_count(); ++p) {
    polygon.clear();
    for (const VertexId v : from.polygon(PolygonId(p))) polygon.emplace_back(first + v);
    to.add_polygon(polygon);
  }
}

std::vector<Part> list_parts(const PolygonMesh& mesh) {
  if (!mesh.parts.empty()) return mesh.parts;
  return {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
}

Status check_polygon_mesh(const PolygonMesh& mesh) {
  if (Status status = check_positions(mesh.positions); !status) return status;
  for (const auto check : {check_starts, check_polygons, check_parts})
    if (Status status = check(mesh); !status) return status;
  return success();
}

}  // namespace abut
