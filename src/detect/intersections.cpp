// All intersecting pairs by brute force, and the digest of such a list.
#include <algorithm>

#include "abut/detect.h"
#include "base/assert.h"
#include "base/digest.h"
#include "detect/face_test.h"

namespace abut {

SearchCounts& SearchCounts::operator+=(const SearchCounts& other) {
  calls += other.calls;
  face_tests += other.face_tests;
  feature_tests += other.feature_tests;
  certificates += other.certificates;
  proofs += other.proofs;
  rim_edges += other.rim_edges;
  return *this;
}

Intersections find_intersections_brute_force(std::span<const Body> bodies) {
  Intersections result;
  struct Face {
    FaceRef ref;
    TrianglePoints points;
  };
  std::vector<Face> faces;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ABUT_ASSERT(bodies[i].positions.size() == bodies[i].surface->vertex_count());
    for (std::size_t f = 0; f < bodies[i].surface->face_count(); ++f) {
      const FaceRef ref{BodyId(i), FaceId(f)};
      const TrianglePoints t = face_points(*bodies[i].surface, bodies[i].positions, ref.face);
      if (test_collinear(t[0], t[1], t[2])) {
        result.faces_without_area.push_back(ref);
      } else {
        faces.push_back({ref, t});
      }
    }
  }
  const auto place = [&](const Face& f) { return PlacedFace{f.ref.body, bodies[f.ref.body], f.ref.face, f.points}; };
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = i + 1; j < faces.size(); ++j) {
      ++result.counts.face_tests;
      test_faces(place(faces[i]), place(faces[j]), result.pairs);
    }
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  return result;
}

std::string make_digest(std::span<const IntersectingPair> pairs) {
  Digest digest;
  digest.add(pairs.size());
  for (const IntersectingPair& pair : pairs) {
    digest.add((std::uint64_t{pair.a.body} << 32) | pair.a.face);
    digest.add((std::uint64_t{pair.b.body} << 32) | pair.b.face);
  }
  return digest.text();
}

}  // namespace abut
