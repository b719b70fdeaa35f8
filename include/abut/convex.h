// Room 2, shape, another face: convex solids. They never change; where one is, a pose says.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/shape.h"

namespace abut {

/// A convex polyhedron, or a segment or point, and all that is within a radius of it: a sphere is a point with a
/// radius, a capsule a segment with one. The polyhedron is the convex hull of its vertices, exactly; faces and normals
/// say how it looks there, rounded.
class Convex {
 public:
  /// Half sizes and radius are finite, half sizes above 0 and radius not below.
  static Convex make_box(const Vec3& half_size, double radius = 0);
  /// Around the origin.
  static Convex make_sphere(double radius);
  /// Around the segment from (0, 0, -half_length) to (0, 0, half_length).
  static Convex make_capsule(double half_length, double radius);
  /// The convex hull of points: every vertex is one of them, as it is. Decided exactly; points within a hull's face or
  /// edge are left out, and triangles in one plane become one face. Points that are all in one plane have no hull with
  /// an inside, which is an error, as is a coordinate that is not a number or beyond kMaxCoordinate.
  static Result<Convex> make_hull(std::span<const Vec3> points, double radius = 0);
  /// The same for a closed surface that is convex, which is checked; an error says where it is not.
  static Result<Convex> make_from_mesh(const PolygonMesh& mesh, double radius = 0);

  struct Edge {
    std::array<VertexId, 2> vertices;
    std::array<FaceId, 2> faces;  ///< the first has the edge's direction, the second goes against it
  };

  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const Edge> edges() const { return edges_; }
  std::size_t face_count() const { return normals_.size(); }
  /// Corners, counter-clockwise seen from outside. Segments and points have no faces.
  std::span<const VertexId> face(FaceId f) const { return run(face_vertices_, face_starts_, f); }
  std::span<const FaceId> vertex_faces(VertexId v) const { return run(vertex_faces_, vertex_face_starts_, v); }
  /// Outwards, of length 1; rounded.
  const Vec3& normal(FaceId f) const { return normals_[f]; }

  double radius() const { return radius_; }
  /// No vertex is farther from the origin of its own frame.
  double reach() const { return reach_; }
  /// The middle of its vertices' box.
  const Vec3& center() const { return center_; }
  /// Of a box made as one.
  const std::optional<Vec3>& half_size() const { return half_size_; }

  /// The vertices once more, eight by eight, the last repeated to fill up: for looking along a direction quickly.
  struct Block {
    std::array<double, 8> x, y, z;
  };
  std::span<const Block> blocks() const { return blocks_; }

 private:
  friend class ConvexBuilder;
  Convex() = default;

  template <class T>
  static std::span<const T> run(const std::vector<T>& list, const std::vector<std::uint32_t>& starts, std::size_t i) {
    return std::span(list).subspan(starts[i], starts[i + 1] - starts[i]);
  }

  std::vector<Vec3> vertices_, normals_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> face_starts_ = {0}, vertex_face_starts_ = {0};
  std::vector<VertexId> face_vertices_;
  std::vector<FaceId> vertex_faces_;
  std::vector<Block> blocks_;
  std::optional<Vec3> half_size_;
  Vec3 center_ = Vec3::Zero();
  double radius_ = 0, reach_ = 0;
};

}  // namespace abut
