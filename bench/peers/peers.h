// Adapters to other libraries. Each is compiled only where its library is installed, and none is ever linked into abut.
#pragma once

#include <memory>
#include <optional>

#include "abut/model.h"
#include "abut/pose.h"
#include "bench/bench.h"

namespace abut::bench {

/// CGAL: Polygon_mesh_processing::self_intersections with exact predicates, one thread. Nothing if CGAL is not built in
/// or the mesh is not manifold, which CGAL's mesh type requires.
std::optional<Measurement> measure_cgal_self_intersections(const Body& body);

/// Embree: build for changing geometry and rtcCollide, then our own exact triangle test on its candidates (Embree has
/// none). Nothing if Embree is not built in.
std::optional<Measurement> measure_embree_self_intersections(const Body& body, int threads);

/// Embree, one frame: the tree is kept and its boxes are computed anew, then the same search. Nothing if Embree is not
/// built in.
std::optional<Measurement> measure_embree_self_frame(const Body& body, int threads);

/// The same for the pairs between two bodies, each in a scene of its own; both change in every frame.
std::optional<Measurement> measure_embree_pair_frame(const Body& a, const Body& b, int threads);

/// Where the vertices of a surface start and end in a step.
struct SweptStep {
  std::vector<Vec3> start, end;
};

/// Embree, steps of a surface: the tree is kept, boxes hold the way of each face, and candidates
/// get our own test of features. Counts impacts; tests are candidates whose own boxes overlap. Nothing if Embree is not
/// built in.
std::optional<Measurement> measure_embree_impacts(const Surface& surface, std::span<const SweptStep> steps,
                                                  int threads);

/// FCL: boxes along the principal axes, which search well, or along the coordinate axes, which are computed fast.
enum class FclVolume { obbrss, aabb };

/// FCL, one frame on one thread: new positions for both bodies, the trees kept, and all pairs of triangles between the
/// two that collide. FCL's triangle test rounds, so counts may differ. Nothing if FCL is not built in.
std::optional<Measurement> measure_fcl_pair_frame(const Body& a, const Body& b, FclVolume volume);

/// FCL, one thread, boxes along the principal axes, built before: the least distance of two bodies, as a whole number
/// of `resolution`. (In trees that have been fitted to new positions FCL finds other distances.) Nothing if FCL is not
/// built in.
std::optional<Measurement> measure_fcl_distance(const Body& a, const Body& b, double resolution);

/// FCL, one thread, boxes along the principal axes, built before: two bodies that move past each other, all pairs
/// of triangles that collide in all frames, or one in each frame that has any. Nothing if FCL is not built in.
std::optional<Measurement> measure_fcl_flight(const Body& still, const Body& flying, std::span<const Pose3> still_poses,
                                              std::span<const Pose3> flying_poses, bool stop_at_first);

/// The same bodies' least distances, the sum of all frames, each as a whole number of `resolution`.
std::optional<Measurement> measure_fcl_flight_distance(const Body& still, const Body& flying,
                                                       std::span<const Pose3> still_poses,
                                                       std::span<const Pose3> flying_poses, double resolution);

/// The least a frame can cost: writes boxes and normals and searches nothing (see streaming_limit.cpp). The count is 0.
Measurement measure_streaming_limit(const Body& body, std::size_t leaf_size, int threads);

/// CGAL's filtered exact kernel: seconds for the sum of the orientations of all quadruples of points.
std::optional<Measurement> measure_cgal_orientations(std::span<const std::array<Vec3, 4>> quadruples);

}  // namespace abut::bench
