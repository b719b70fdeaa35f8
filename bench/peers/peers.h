// Adapters to other libraries. Each is compiled only where its library is installed, and none is ever linked into abut.
#pragma once

#include <memory>
#include <optional>

#include "abut/model.h"
#include "bench/bench.h"

namespace abut::bench {

/// CGAL: Polygon_mesh_processing::self_intersections with exact predicates, one thread. Nothing if CGAL is not built in
/// or the mesh is not manifold, which CGAL's mesh type requires.
std::optional<Measurement> measure_cgal_self_intersections(const Body& body);

/// Embree: build for changing geometry and rtcCollide, then our own exact triangle test on its candidates (Embree has
/// none). Nothing if Embree is not built in.
std::optional<Measurement> measure_embree_self_intersections(const Body& body, int threads);

/// CGAL's filtered exact kernel: seconds for the sum of the orientations of all quadruples of points.
std::optional<Measurement> measure_cgal_orientations(std::span<const std::array<Vec3, 4>> quadruples);

}  // namespace abut::bench
