// Room 2, shape: immutable things. PolygonMesh is what files hold; Surface is what algorithms use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"

namespace abut {

/// A named run of consecutive polygons of a PolygonMesh: an object or group of a file.
struct Part {
  std::string name;
  std::uint32_t first_polygon = 0;
  std::uint32_t polygon_count = 0;
};

/// Vertices and polygons as a file gives them: no adjacency, no welding. Polygon p has the vertices
/// polygon_vertices[polygon_starts[p]] up to, not including, polygon_vertices[polygon_starts[p + 1]].
/// Invariants (see check_polygon_mesh): starts ascend, every polygon has at least three vertices, indices are in
/// range, coordinates are finite and within kMaxCoordinate, parts cover the polygons in order.
struct PolygonMesh {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> polygon_starts = {0};
  std::vector<VertexId> polygon_vertices;
  std::vector<Part> parts;

  std::size_t vertex_count() const { return positions.size(); }
  std::size_t polygon_count() const { return polygon_starts.size() - 1; }
  std::span<const VertexId> polygon(PolygonId p) const {
    return std::span(polygon_vertices).subspan(polygon_starts[p], polygon_starts[p + 1] - polygon_starts[p]);
  }
  void add_polygon(std::span<const VertexId> vertices) {
    polygon_vertices.insert(polygon_vertices.end(), vertices.begin(), vertices.end());
    polygon_starts.push_back(static_cast<std::uint32_t>(polygon_vertices.size()));
  }
};

/// Checks the invariants above; the error names the first vertex or polygon that breaks one.
Status check_polygon_mesh(const PolygonMesh& mesh);

}  // namespace abut
