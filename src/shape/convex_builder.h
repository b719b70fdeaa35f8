// Puts a Convex together from vertices and faces that fit each other.
#pragma once

#include <span>
#include <vector>

#include "abut/convex.h"

namespace abut {

using ConvexFaces = std::vector<std::vector<VertexId>>;

class ConvexBuilder {
 public:
  /// Every edge of a face is one of exactly one other face, the other way round. Segments and points have no faces.
  static Convex build(std::vector<Vec3> vertices, const ConvexFaces& faces, double radius);
  static Convex build_box(const Vec3& half_size, double radius);

 private:
  explicit ConvexBuilder(Convex& convex) : convex_(convex) {}
  void add_faces(const ConvexFaces& faces);
  void find_edges();
  void find_vertex_faces();
  void measure();
  void fill_blocks();

  Convex& convex_;
};

}  // namespace abut
