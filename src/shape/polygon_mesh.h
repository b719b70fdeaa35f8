// The one definition of what a polygon may be, shared by check_polygon_mesh and by the readers, which ask about each
// polygon while they still know the line it stands on.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/shape.h"

namespace abut {

/// Says what is wrong with the vertices of a polygon: fewer than three, out of range, or one twice. Empty if nothing
/// is.
std::string find_polygon_fault(std::span<const VertexId> polygon, std::size_t vertex_count);

/// Refuses coordinates that are not finite or beyond kMaxCoordinate; the error names the vertex.
Status check_positions(std::span<const Vec3> positions);

/// Adds all vertices and polygons of one mesh to another; parts are left out.
void append_mesh(const PolygonMesh& from, PolygonMesh& to);

}  // namespace abut
