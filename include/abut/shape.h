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
/// Invariants (see check_polygon_mesh): starts ascend, every polygon has 3 to kMaxPolygonCorners vertices and none
/// twice, indices are in range, coordinates are finite and within kMaxCoordinate, parts (if any) cover the polygons in
/// order.
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

/// The parts, or a single one without a name if the mesh lists none.
std::vector<Part> list_parts(const PolygonMesh& mesh);

/// Checks the invariants above; the error names the first vertex or polygon that breaks one.
Status check_polygon_mesh(const PolygonMesh& mesh);

/// A mesh whose vertices at exactly equal positions (0 and -0 are equal) have become one, and where each went.
/// Polygons keep their number and order; a polygon may now name a vertex twice.
struct WeldedMesh {
  PolygonMesh mesh;
  std::vector<VertexId> vertex_of;  ///< old vertex -> vertex of `mesh`
};

WeldedMesh weld(const PolygonMesh& mesh);

/// Cuts a simple polygon into corner_count - 2 triangles, as triples of corner numbers. Convex polygons become a fan
/// from corner 0; others are cut by ears, decided exactly in the projection along the axis nearest to the normal.
/// A polygon that crosses itself is cut too, somehow: its triangles then overlap, and `abut check` says so.
/// Cost: n for convex polygons, n times the number of inner corners otherwise.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const Vec3> corners);

/// The same for a polygon of a mesh, as triples of vertices.
std::vector<std::array<VertexId, 3>> triangulate(const PolygonMesh& mesh, PolygonId polygon);

/// Polygons with more corners than this are refused by check_polygon_mesh, which keeps triangulate fast.
inline constexpr std::size_t kMaxPolygonCorners = 10000;

/// Triangles, edges and how they hang together; positions live elsewhere. Immutable, made by make_surface.
///
/// Non-manifold is normal: an edge may have any number of faces. A face that names a vertex twice (from welding)
/// keeps its number but takes part in no edge; its face_edges are invalid. Edges are sorted by their two vertices,
/// lower one first, so numbering depends on nothing but the input. All lists are flat arrays.
class Surface {
 public:
  std::size_t vertex_count() const { return vertex_face_starts_.size() - 1; }
  std::size_t edge_count() const { return edges_.size(); }
  std::size_t face_count() const { return faces_.size(); }

  const std::array<VertexId, 3>& face(FaceId f) const { return faces_[f]; }
  std::span<const std::array<VertexId, 3>> faces() const { return faces_; }
  const std::array<VertexId, 2>& edge(EdgeId e) const { return edges_[e]; }

  /// Edge i runs from corner i to corner i + 1 of the face.
  const std::array<EdgeId, 3>& face_edges(FaceId f) const { return face_edges_[f]; }
  std::span<const FaceId> edge_faces(EdgeId e) const { return run(edge_faces_, edge_face_starts_, e); }
  std::span<const FaceId> vertex_faces(VertexId v) const { return run(vertex_faces_, vertex_face_starts_, v); }

  bool is_boundary(EdgeId e) const { return edge_faces(e).size() == 1; }
  /// A vertex of a boundary edge.
  bool is_boundary(VertexId v) const { return vertex_is_boundary_[v]; }

  /// The polygon the face was cut from, and the part it belongs to.
  PolygonId polygon(FaceId f) const { return face_polygons_[f]; }
  PartId part(FaceId f) const;
  std::span<const Part> parts() const { return parts_; }

  /// Walks along edges with one face, each as its edges in order. They are closed, except where an edge with more than
  /// two faces bars the way.
  std::size_t boundary_loop_count() const { return boundary_loop_starts_.size() - 1; }
  std::span<const EdgeId> boundary_loop(std::size_t i) const { return run(boundary_edges_, boundary_loop_starts_, i); }

  /// Faces connected through vertices; components are numbered by their first face.
  std::size_t component_count() const { return component_count_; }
  std::uint32_t component(FaceId f) const { return face_components_[f]; }

  std::size_t boundary_edge_count() const { return boundary_edges_.size(); }
  std::size_t nonmanifold_edge_count() const { return nonmanifold_edge_count_; }
  /// Faces that name a vertex twice.
  std::span<const FaceId> faces_without_edges() const { return faces_without_edges_; }
  /// Vertices that belong to no face.
  std::size_t unused_vertex_count() const { return unused_vertex_count_; }
  /// Edges whose two faces disagree about which side is the front.
  std::size_t misoriented_edge_count() const { return misoriented_edge_count_; }
  bool is_closed() const { return boundary_edge_count() == 0; }

 private:
  friend class SurfaceBuilder;

  template <class T>
  static std::span<const T> run(const std::vector<T>& list, const std::vector<std::uint32_t>& starts, std::size_t i) {
    return std::span(list).subspan(starts[i], starts[i + 1] - starts[i]);
  }

  std::vector<std::array<VertexId, 3>> faces_;
  std::vector<PolygonId> face_polygons_;
  std::vector<Part> parts_;
  std::vector<std::array<VertexId, 2>> edges_;
  std::vector<std::array<EdgeId, 3>> face_edges_;
  std::vector<FaceId> faces_without_edges_;
  std::vector<std::uint32_t> edge_face_starts_, vertex_face_starts_;
  std::vector<FaceId> edge_faces_, vertex_faces_;
  std::vector<std::uint8_t> vertex_is_boundary_;
  std::vector<EdgeId> boundary_edges_;
  std::vector<std::uint32_t> boundary_loop_starts_ = {0};
  std::vector<std::uint32_t> face_components_;
  std::size_t component_count_ = 0, nonmanifold_edge_count_ = 0, misoriented_edge_count_ = 0;
  std::size_t unused_vertex_count_ = 0;
};

/// Triangulates the polygons and works out all adjacency. The mesh must satisfy check_polygon_mesh, except that
/// polygons may name a vertex twice.
Surface make_surface(const PolygonMesh& mesh);

/// The mean length of the edges; 0 if there are none.
double measure_mean_edge(const Surface& surface, std::span<const Vec3> positions);

/// Points of a face.
inline TrianglePoints face_points(const Surface& surface, std::span<const Vec3> positions, FaceId f) {
  const auto& v = surface.face(f);
  return {positions[v[0]], positions[v[1]], positions[v[2]]};
}

}  // namespace abut
