// Parts of features: where on a face or an edge a nearest point lies, and which parts are neighbours.
#pragma once

#include "abut/model.h"

namespace abut {

/// The part of a face, or of an edge, that holds the point with these weights of its corners.
SurfaceFeature find_face_part(BodyId body, const Surface& surface, FaceId face, const Vec3& weights);
SurfaceFeature find_edge_part(BodyId body, const Surface& surface, EdgeId edge, const Vec3& weights);

/// True if a face has both. Faces that name a vertex twice do not count.
bool test_same_face(const Surface& surface, VertexId vertex, EdgeId edge);
bool test_same_face(const Surface& surface, VertexId a, VertexId b);

/// The same distance, looked at from the other side.
inline Distance swap_sides(const Distance& d) { return {d.distance, -d.normal, d.b_weights, d.a_weights}; }

}  // namespace abut
