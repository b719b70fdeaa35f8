// The three steps of clipping that Kamat's survey (1993, section 2.3) describes, after Cyrus and Beck: a reference to
// read and to compare with, not a way to be fast.
#include <algorithm>
#include <vector>

#include "abut/convex_pair.h"

namespace abut {
namespace {

/// A solid in the world, as points and half-spaces.
struct PlacedFaces {
  explicit PlacedFaces(const PlacedConvex& solid) : shape(*solid.shape) {
    for (const Vec3& v : shape.vertices()) vertices.push_back(solid.pose.apply(v));
    for (std::size_t f = 0; f < shape.face_count(); ++f)
      normals.push_back(solid.pose.rotation * shape.normal(FaceId(f)));
  }

  /// Outside of the plane of a face, above 0.
  double height(std::size_t f, const Vec3& p) const { return normals[f].dot(p - vertices[shape.face(FaceId(f))[0]]); }
  bool holds(const Vec3& p) const {
    for (std::size_t f = 0; f < normals.size(); ++f) {
      if (height(f, p) > 0) return false;
    }
    return true;
  }

  const Convex& shape;
  std::vector<Vec3> vertices, normals;
};

bool test_vertices(const PlacedFaces& a, const PlacedFaces& b) {
  return std::any_of(b.vertices.begin(), b.vertices.end(), [&](const Vec3& v) { return a.holds(v); });
}

// The planes of a cut an edge into pieces; one of them is inside if its middle is.
bool test_edge(const PlacedFaces& a, const Vec3& p, const Vec3& q) {
  std::vector<double> cuts = {0, 1};
  for (std::size_t f = 0; f < a.normals.size(); ++f) {
    const double from = a.height(f, p), to = a.height(f, q);
    if ((from < 0) != (to < 0)) cuts.push_back(from / (from - to));
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (a.holds(p + 0.5 * (cuts[i] + cuts[i + 1]) * (q - p))) return true;
  }
  return false;
}

bool test_edges(const PlacedFaces& a, const PlacedFaces& b) {
  const auto edges = b.shape.edges();
  return std::any_of(edges.begin(), edges.end(), [&](const Convex::Edge& e) {
    return test_edge(a, b.vertices[e.vertices[0]], b.vertices[e.vertices[1]]);
  });
}

// For equal solids that are moved through each other along a face.
bool test_centroids(const PlacedFaces& a, const PlacedFaces& b) {
  for (std::size_t f = 0; f < b.shape.face_count(); ++f) {
    Vec3 sum = Vec3::Zero();
    for (const VertexId v : b.shape.face(FaceId(f))) sum += b.vertices[v];
    if (a.holds(sum / static_cast<double>(b.shape.face(FaceId(f)).size()))) return true;
  }
  return false;
}

bool test_phase(const PlacedFaces& a, const PlacedFaces& b) {
  return test_vertices(a, b) || test_edges(a, b) || test_centroids(a, b);
}

}  // namespace

bool test_by_clipping(const PlacedConvex& a, const PlacedConvex& b) {
  const PlacedFaces a_faces(a), b_faces(b);
  return test_phase(a_faces, b_faces) || test_phase(b_faces, a_faces);
}

}  // namespace abut
