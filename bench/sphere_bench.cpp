// Job "spheres": a body that flies past another and through it, searched by trees of spheres that are there already,
// beside trees of boxes that were built before.
#include "abut/sphere_scene.h"
#include "base/assert.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/scenes.h"

namespace abut::bench {
namespace {

constexpr int kFrames = 60;

// Past its middle, turning all the way; through it for the second half of the frames.
std::vector<Pose3> make_flight() {
  std::vector<Pose3> flight;
  for (int frame = 0; frame < kFrames; ++frame) {
    const double time = static_cast<double>(frame) / kFrames;
    flight.push_back({Eigen::Quaterniond(Eigen::AngleAxisd(3 * time, Vec3(1, 2, 3).normalized())),
                      Vec3(2.6 - 2.2 * time, 0.3, 0.1)});
  }
  return flight;
}

Measurement measure_flight(const Body& still, const Body& flying, std::span<const Pose3> flight, int depth,
                           bool stop_at_first) {
  MemoryTriangles still_store({still.positions, still.surface->faces()});
  MemoryTriangles flying_store({flying.positions, flying.surface->faces()});
  SphereScene scene({.depth = depth});
  const auto a = scene.add(still_store), b = scene.add(flying_store);
  ABUT_ASSERT(a && b);
  std::uint64_t tests = 0;
  Measurement best = measure([&] {
    std::uint64_t pairs = 0;
    tests = 0;
    for (const Pose3& pose : flight) {
      scene.move(*b, pose);
      const auto found = scene.find_hits({.stop_at_first = stop_at_first});
      ABUT_ASSERT(found.has_value());
      for (const BodyHit& hit : found->hits) pairs += hit.triangles.size();
      tests += found->counts.triangle_tests;
    }
    return pairs;
  });
  best.tests = tests;
  return best;
}

std::vector<Row> compare(const std::string& name, const PolygonMesh& still_mesh, const PolygonMesh& flying_mesh,
                         int depth, bool stop_at_first) {
  const Surface still_surface = make_surface(still_mesh), flying_surface = make_surface(flying_mesh);
  const Body still{&still_surface, still_mesh.positions}, flying{&flying_surface, flying_mesh.positions};
  const auto flight = make_flight();
  return {make_row("spheres", name, still_surface.face_count() + flying_surface.face_count(), 1,
                   measure_flight(still, flying, flight, depth, stop_at_first), "fcl",
                   measure_fcl_flight(still, flying, flight, stop_at_first))};
}

}  // namespace

std::vector<Case> make_sphere_cases() {
  std::vector<Case> cases;
  struct Size {
    std::size_t triangles;
    int depth;
  };
  for (const auto& [triangles, depth] : {Size{5000, 5}, Size{50000, 6}}) {
    for (const bool stop_at_first : {true, false}) {
      const std::string name =
          std::string("sphere through torso, 60 frames, ") + (stop_at_first ? "yes or no" : "all pairs");
      cases.push_back({"spheres", name, [=] {
                         return compare(name, make_torso(triangles), make_sphere(triangles), depth, stop_at_first);
                       }});
    }
  }
  return cases;
}

}  // namespace abut::bench
