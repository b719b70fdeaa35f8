// Jobs "distance" and "proximities": how far bodies that stand still are apart, trees being built; and what is nearer
// than a limit when positions are new, in trees that are kept.
#include <cmath>

#include "abut/detect.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/scenes.h"
#include "tests/support/cloth_steps.h"

namespace abut::bench {
namespace {

// Distances are compared as whole numbers of this part of a unit.
constexpr double kResolution = 1e-9;

Measurement measure_least_distance(const Body& a, const Body& b, int threads) {
  const RunSettings run{threads, {}};
  Detector detector({}, run);
  detector.add(a);
  detector.add(b);
  return measure([&] {
    const auto least = detector.find_minimum_distance({.run = run, .scope = Scope::between});
    return static_cast<std::uint64_t>(std::llround(least->distance / kResolution));
  });
}

std::vector<Row> compare_distance(const std::string& name, const PolygonMesh& a_mesh, const PolygonMesh& b_mesh) {
  const Surface a_surface = make_surface(a_mesh), b_surface = make_surface(b_mesh);
  const Body a{&a_surface, a_mesh.positions}, b{&b_surface, b_mesh.positions};
  const std::size_t size = a_surface.face_count() + b_surface.face_count();
  return {
      make_row("distance", name, size, 1, measure_least_distance(a, b, 1), "fcl",
               measure_fcl_distance(a, b, kResolution)),
      make_row("distance", name, size, count_cores(), measure_least_distance(a, b, count_cores()), "", std::nullopt)};
}

PolygonMesh shift(PolygonMesh mesh, const Vec3& way) {
  for (Vec3& p : mesh.positions) p += way;
  return mesh;
}

// Of a surface with itself, frame by frame, within a share of its mean edge.
Measurement measure_proximities(const Surface& surface, std::span<const std::vector<Vec3>> frames, double share,
                                int threads, Culling culling) {
  const RunSettings run{threads, {}};
  const double within = share * measure_mean_edge(surface, frames[0]);
  Detector detector({}, run);
  const BodyId id = detector.add({&surface, frames[0]});
  std::uint64_t tests = 0;
  Measurement result = measure([&] {
    std::uint64_t pairs = 0;
    tests = 0;
    for (const auto& frame : frames) {
      detector.move(id, frame);
      const Proximities found = detector.find_proximities({.run = run, .within = within, .culling = culling});
      pairs += found.pairs.size();
      tests += found.counts.face_tests;
    }
    return pairs;
  });
  result.tests = tests;
  return result;
}

std::vector<Row> compare_proximities(const std::string& name, const PolygonMesh& mesh,
                                     std::span<const std::vector<Vec3>> frames) {
  const Surface surface = make_surface(mesh);
  std::vector<Row> rows;
  for (const double share : {0.1, 0.5}) {
    for (const int threads : {1, count_cores()}) {
      const std::string label = name + (share < 0.2 ? ", 0.1 edges" : ", 0.5 edges");
      rows.push_back(make_row("proximities", label, surface.face_count() * frames.size(), threads,
                              measure_proximities(surface, frames, share, threads, Culling::proving), "no culling",
                              measure_proximities(surface, frames, share, threads, Culling::none)));
    }
  }
  return rows;
}

void add_cloth_cases(std::vector<Case>& cases) {
  constexpr std::size_t max_frames = 20;
  for (const std::string name :
       {"tshirt_shape00_104_04.f32seq", "codim-ipc/Rumba_Dancing_unfixed", "diffcloth/tshirt-exampleopt/iter0"}) {
    cases.push_back({"proximities", name, [=] {
                       test::ClothFrames reader;
                       std::vector<std::vector<Vec3>> frames;
                       for (const test::ClothStep& step : test::list_cloth_steps()) {
                         if (step.sequence == name && frames.size() < max_frames) {
                           frames.push_back(reader.read(name, step.start_frame));
                         }
                       }
                       return compare_proximities(name, reader.mesh(name), frames);
                     }});
  }
}

}  // namespace

std::vector<Case> make_proximity_cases() {
  std::vector<Case> cases;
  for (const double gap : {0.1, 1e-3, 1e-6}) {
    const std::string name = "spheres, gap " + std::to_string(gap);
    cases.push_back({"distance", name, [=] {
                       return compare_distance(
                           name, make_sphere(100000),
                           shift(make_sphere(100000), Vec3(1.5, 0.9, 0.7).normalized() * (2 + gap)));
                     }});
  }
  cases.push_back({"distance", "torso and garment", [] {
                     return compare_distance("torso and garment", make_torso(111108), make_garment(55998, 0.004));
                   }});
  for (const std::size_t size : {50000, 200000}) {
    cases.push_back({"proximities", "drape-" + std::to_string(size), [=] {
                       const PolygonMesh mesh = make_drape(size);
                       return compare_proximities("drape", mesh, {{mesh.positions}});
                     }});
  }
  if (std::filesystem::is_directory(test::data_folder() / "cloth")) add_cloth_cases(cases);
  return cases;
}

}  // namespace abut::bench
