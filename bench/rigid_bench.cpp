// Job "rigid": two meshes that never change their shapes, frame by frame. Trees are built before. Frames are those of
// FCL's own tests, or pairs of real meshes of about the same size, turned anyhow and moved into each other.
#include <cmath>

#include "abut/io.h"
#include "abut/rigid_contacts.h"
#include "base/assert.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/collection.h"
#include "tests/support/convexes.h"
#include "tests/support/rigid_truth.h"

namespace abut::bench {
namespace {

constexpr int kRandomFrames = 30;
constexpr double kResolution = 1e-7;  // distances are compared as whole numbers of this

struct Flight {
  std::vector<Pose3> a, b;
};

struct Pair {
  std::array<PolygonMesh, 2> meshes;
  Flight flight;
};

Pair make_known_pair(const std::filesystem::path& path) {
  test::RigidTruth truth = test::read_rigid_truth(path);
  Pair pair{std::move(truth.meshes), {}};
  for (const test::RigidFrame& frame : truth.frames) {
    pair.flight.a.push_back({Eigen::Quaterniond(frame.turn[0]).normalized(), frame.at[0]});
    pair.flight.b.push_back({Eigen::Quaterniond(frame.turn[1]).normalized(), frame.at[1]});
  }
  return pair;
}

// Of size 1, around the origin.
PolygonMesh read_unit_mesh(const std::filesystem::path& path) {
  auto file = read_mesh(path);
  ABUT_ASSERT(file.has_value());
  PolygonMesh mesh = weld(file->mesh()).mesh;
  const Box3 box = make_box(mesh.positions);
  for (Vec3& p : mesh.positions) p = (p - box.center()) / box.size().maxCoeff();
  return mesh;
}

// Around each other, their middles so far apart at least.
Pair make_random_pair(const std::filesystem::path& a, const std::filesystem::path& b, double apart) {
  Pair pair{{read_unit_mesh(a), read_unit_mesh(b)}, {}};
  test::Random random(1);
  for (int i = 0; i < kRandomFrames; ++i) {
    pair.flight.a.push_back({test::make_turn_anyhow(random), Vec3::Zero()});
    pair.flight.b.push_back({test::make_turn_anyhow(random), 0.6 * random.point()});
    Vec3& at = pair.flight.b.back().translation;
    if (apart > 0) at = at.normalized() * (apart + at.norm());
  }
  return pair;
}

Measurement measure_flight(const Body& a, const Body& b, const Flight& flight, bool stop_at_first) {
  const RigidTree a_tree(a.positions, a.surface->faces()), b_tree(b.positions, b.surface->faces());
  RigidCounts counts;
  Measurement best = measure([&] {
    RigidWitness witness;
    counts = {};
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < flight.a.size(); ++i) {
      const PlacedRigid p{&a_tree, flight.a[i]}, q{&b_tree, flight.b[i]};
      pairs += stop_at_first ? test_touching(p, q, &witness, &counts) : find_touching_faces(p, q, &counts).size();
    }
    return pairs;
  });
  best.tests = counts.triangle_tests;
  return best;
}

std::vector<Row> compare(const std::string& name, const Pair& pair, bool stop_at_first) {
  const Surface a_surface = make_surface(pair.meshes[0]), b_surface = make_surface(pair.meshes[1]);
  const Body a{&a_surface, pair.meshes[0].positions}, b{&b_surface, pair.meshes[1].positions};
  const Flight& flight = pair.flight;
  return {make_row("rigid", name, a_surface.face_count() + b_surface.face_count(), 1,
                   measure_flight(a, b, flight, stop_at_first), "fcl",
                   measure_fcl_flight(a, b, flight.a, flight.b, stop_at_first))};
}

Measurement measure_distances(const Body& a, const Body& b, const Flight& flight) {
  const RigidTree a_tree(a.positions, a.surface->faces()), b_tree(b.positions, b.surface->faces());
  RigidCounts counts;
  Measurement best = measure([&] {
    counts = {};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < flight.a.size(); ++i) {
      const auto found = measure_distance({&a_tree, flight.a[i]}, {&b_tree, flight.b[i]},
                                          std::numeric_limits<double>::infinity(), nullptr, &counts);
      sum += static_cast<std::uint64_t>(std::llround(found->distance / kResolution));
    }
    return sum;
  });
  best.tests = counts.triangle_tests;
  return best;
}

std::vector<Row> compare_distances(const std::string& name, const Pair& pair) {
  const Surface a_surface = make_surface(pair.meshes[0]), b_surface = make_surface(pair.meshes[1]);
  const Body a{&a_surface, pair.meshes[0].positions}, b{&b_surface, pair.meshes[1].positions};
  const Flight& flight = pair.flight;
  return {make_row("rigid", name, a_surface.face_count() + b_surface.face_count(), 1, measure_distances(a, b, flight),
                   "fcl", measure_fcl_flight_distance(a, b, flight.a, flight.b, kResolution))};
}

void add_cases(std::vector<Case>& cases, const std::string& name, const std::function<Pair()>& make) {
  for (const bool stop_at_first : {true, false}) {
    const std::string full = name + (stop_at_first ? ", yes or no" : ", all pairs");
    cases.push_back({"rigid", full, [=] { return compare(full, make(), stop_at_first); }});
  }
}

}  // namespace

std::vector<Case> make_rigid_cases() {
  std::vector<Case> cases;
  const auto data = test::data_folder();
  for (const std::string name : {"manyframes/Model_1.xml", "scenario-1-2-3/Model_1_Scenario_1.txt",
                                 "scenario-1-2-3/Model_1_Scenario_2.txt", "scenario-1-2-3/Model_1_Scenario_3.txt",
                                 "scenario-1-2-3/Model_2_Scenario_1.txt", "scenario-1-2-3/Model_2_Scenario_2.txt"}) {
    const auto path = data / "rigid_truth/fcl" / name;
    if (std::filesystem::exists(path)) add_cases(cases, path.stem().string(), [=] { return make_known_pair(path); });
  }
  using Names = std::array<std::string, 2>;
  for (const auto& [first, second] : {Names{"rigid_truth/fcl/env.obj", "rigid_truth/fcl/rob.obj"},
                                      Names{"meshes/spheretree/bunny.obj", "meshes/spheretree/dragon.obj"},
                                      Names{"meshes/spheretree/knot.obj", "meshes/spheretree/lamp.obj"},
                                      Names{"meshes/spheretree/cow.obj", "meshes/spheretree/shuttle.obj"},
                                      Names{"meshes/general/fandisk.obj", "meshes/general/suzanne.obj"},
                                      Names{"meshes/general/armadillo.obj", "meshes/general/stanford-bunny.obj"},
                                      Names{"meshes/general/nefertiti.obj", "meshes/general/1002_tray_bottom.STL"},
                                      Names{"meshes/general/igea_268k.ply", "meshes/general/dragon_loop_400k.ply"}}) {
    const auto a = data / first, b = data / second;
    if (!std::filesystem::exists(a) || !std::filesystem::exists(b)) continue;
    const std::string name = a.stem().string() + " in " + b.stem().string();
    add_cases(cases, name, [=] { return make_random_pair(a, b, 0); });
    const std::string beside = a.stem().string() + " beside " + b.stem().string() + ", distance";
    cases.push_back({"rigid", beside, [=] { return compare_distances(beside, make_random_pair(a, b, 0.9)); }});
  }
  return cases;
}

}  // namespace abut::bench
