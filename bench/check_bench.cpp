// Job "check": all self-intersecting pairs of a mesh from nothing but its triangles, tree included, as abut check does.
// CGAL and Embree do the same work on the same mesh.
#include "abut/detect.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/collection.h"
#include "scenes/scenes.h"

namespace abut::bench {
namespace {

std::vector<Row> compare(const std::string& name, const PolygonMesh& mesh) {
  const WeldedMesh welded = weld(mesh);
  const Surface surface = make_surface(welded.mesh);
  const Body body{&surface, welded.mesh.positions};
  const auto ours = [&](int threads) {
    return measure([&] { return std::uint64_t{find_intersections({&body, 1}, {.run = {threads, {}}}).pairs.size()}; });
  };
  const auto row = [&](int threads, const Measurement& ours, const char* peer, const auto& theirs) {
    return make_row("check", name, surface.face_count(), threads, ours, peer, theirs);
  };
  const int cores = count_cores();
  const Measurement alone = ours(1), together = ours(cores);
  return {row(1, alone, "cgal", measure_cgal_self_intersections(body)),
          row(1, alone, "embree", measure_embree_self_intersections(body, 1)),
          row(cores, together, "embree", measure_embree_self_intersections(body, cores))};
}

void add_scene_cases(std::vector<Case>& cases) {
  struct Scene {
    const char* name;
    PolygonMesh (*make)(std::size_t);
    std::vector<std::size_t> sizes;
  };
  const Scene scenes[] = {{"sphere", make_sphere, {20000, 200000, 1000000}},
                          {"alpha", make_alpha, {20000, 200000, 1000000}},
                          {"drape", make_drape, {50000, 500000}}};
  for (const Scene& scene : scenes) {
    for (const std::size_t size : scene.sizes) {
      const std::string name = scene.name;
      cases.push_back({"check", name + "-" + std::to_string(size), [=] { return compare(name, scene.make(size)); }});
    }
  }
}

}  // namespace

std::vector<Case> make_check_cases() {
  std::vector<Case> cases;
  add_scene_cases(cases);
  const std::filesystem::path meshes = test::data_folder() / "meshes";
  for (Case& c : make_mesh_cases("check", meshes, meshes, compare)) cases.push_back(std::move(c));
  return cases;
}

}  // namespace abut::bench
