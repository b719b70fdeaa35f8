// Meshes of triangles, taken apart, changed and put together again.
#pragma once

#include <array>
#include <vector>

#include "abut/shape.h"
#include "support/random.h"

namespace abut::test {

using Triangles = std::vector<std::array<VertexId, 3>>;

void add_triangle(PolygonMesh& mesh, int a, int b, int c);
Triangles list_triangles(const PolygonMesh& mesh);
void set_triangles(PolygonMesh& mesh, const Triangles& triangles);

/// Adds the other's vertices and triangles; its vertex v becomes v plus the returned number.
std::size_t append(PolygonMesh& mesh, const PolygonMesh& other);

/// Lets all triangles of one vertex have another one instead.
void replace_vertex(PolygonMesh& mesh, std::size_t from, std::size_t to);

void drop_unused_vertices(PolygonMesh& mesh);

/// Takes a random triangle out, or all around one of its corners, or, of a large mesh, two rings of them.
void cut_hole(Triangles& triangles, Random& random);

}  // namespace abut::test
