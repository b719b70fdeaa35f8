// Job "spheres": a body that flies past another and through it, searched by trees of spheres that are there already,
// beside trees of boxes that were built before.
#include "abut/sphere_scene.h"
#include "base/assert.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/collection.h"
#include "scenes/scenes.h"
#include "tests/support/rigid_truth.h"

namespace abut::bench {
namespace {

constexpr int kFrames = 60;

struct Flight {
  std::vector<Pose3> still, flying;
};

// Past its middle, turning all the way; through it for the second half of the frames.
Flight make_flight() {
  Flight flight;
  for (int frame = 0; frame < kFrames; ++frame) {
    const double time = static_cast<double>(frame) / kFrames;
    flight.still.push_back({});
    flight.flying.push_back({Eigen::Quaterniond(Eigen::AngleAxisd(3 * time, Vec3(1, 2, 3).normalized())),
                             Vec3(2.6 - 2.2 * time, 0.3, 0.1)});
  }
  return flight;
}

// Of two bodies that were measured while they moved.
Flight make_flight(const test::RigidTruth& truth) {
  Flight flight;
  const auto find_pose = [](const test::RigidFrame& frame, int object) {
    return Pose3{Eigen::Quaterniond(frame.turn[object]).normalized(), frame.at[object]};
  };
  for (const test::RigidFrame& frame : truth.frames) {
    flight.still.push_back(find_pose(frame, 0));
    flight.flying.push_back(find_pose(frame, 1));
  }
  return flight;
}

Measurement measure_flight(const Body& still, const Body& flying, const Flight& flight, int depth, bool stop_at_first) {
  MemoryTriangles still_store({still.positions, still.surface->faces()});
  MemoryTriangles flying_store({flying.positions, flying.surface->faces()});
  SphereScene scene({.depth = depth});
  const auto a = scene.add(still_store), b = scene.add(flying_store);
  ABUT_ASSERT(a && b);
  std::uint64_t tests = 0;
  Measurement best = measure([&] {
    std::uint64_t pairs = 0;
    tests = 0;
    for (std::size_t frame = 0; frame < flight.still.size(); ++frame) {
      scene.move(*a, flight.still[frame]);
      scene.move(*b, flight.flying[frame]);
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
                         const Flight& flight, int depth, bool stop_at_first) {
  const Surface still_surface = make_surface(still_mesh), flying_surface = make_surface(flying_mesh);
  const Body still{&still_surface, still_mesh.positions}, flying{&flying_surface, flying_mesh.positions};
  return {make_row("spheres", name, still_surface.face_count() + flying_surface.face_count(), 1,
                   measure_flight(still, flying, flight, depth, stop_at_first), "fcl",
                   measure_fcl_flight(still, flying, flight.still, flight.flying, stop_at_first))};
}

const char* describe(bool stop_at_first) { return stop_at_first ? "yes or no" : "all pairs"; }

}  // namespace

std::vector<Case> make_sphere_cases() {
  std::vector<Case> cases;
  struct Size {
    std::size_t triangles;
    int depth;
  };
  for (const bool stop_at_first : {true, false}) {
    for (const auto& [triangles, depth] : {Size{5000, 5}, Size{50000, 6}}) {
      const std::string name = std::string("sphere through torso, 60 frames, ") + describe(stop_at_first);
      cases.push_back({"spheres", name, [=] {
                         return compare(name, make_torso(triangles), make_sphere(triangles), make_flight(), depth,
                                        stop_at_first);
                       }});
    }
    const auto model = test::data_folder() / "rigid_truth/fcl/manyframes/Model_1.xml";
    if (!std::filesystem::exists(model)) continue;
    const std::string name = std::string("two models of FCL, 501 frames, ") + describe(stop_at_first);
    cases.push_back({"spheres", name, [=] {
                       const test::RigidTruth truth = test::read_rigid_truth(model);
                       return compare(name, truth.meshes[0], truth.meshes[1], make_flight(truth), 6, stop_at_first);
                     }});
  }
  return cases;
}

}  // namespace abut::bench
