// Job "check": all self-intersecting pairs of a mesh from nothing but its triangles, tree included, as abut check does.
// CGAL and Embree do the same work on the same mesh.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "abut/detect.h"
#include "abut/io.h"
#include "bench/bench.h"
#include "bench/peers/peers.h"
#include "scenes/collection.h"
#include "scenes/scenes.h"

namespace abut::bench {
namespace {

namespace fs = std::filesystem;

Row make_row(const std::string& name, const Body& body, int threads, const Measurement& ours, std::string peer,
             const std::optional<Measurement>& theirs) {
  Row row{"check",    name, body.surface->face_count(), threads, ours.seconds, theirs ? std::move(peer) : "", 0,
          ours.count, 0};
  if (theirs) {
    row.peer_seconds = theirs->seconds;
    row.peer_count = theirs->count;
  }
  return row;
}

std::vector<Row> compare(const std::string& name, const PolygonMesh& mesh) {
  const WeldedMesh welded = weld(mesh);
  const Surface surface = make_surface(welded.mesh);
  const Body body{&surface, welded.mesh.positions};
  const auto ours = [&](int threads) {
    return measure([&] { return std::uint64_t{find_intersections({&body, 1}, {{threads, {}}, false}).pairs.size()}; });
  };
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const Measurement alone = ours(1), together = ours(cores);
  return {make_row(name, body, 1, alone, "cgal", measure_cgal_self_intersections(body)),
          make_row(name, body, 1, alone, "embree", measure_embree_self_intersections(body, 1)),
          make_row(name, body, cores, together, "embree", measure_embree_self_intersections(body, cores))};
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

void add_mesh_cases(std::vector<Case>& cases) {
  const fs::path folder = test::data_folder() / "meshes";
  for (const fs::path& file : test::find_mesh_files(folder)) {
    const std::string name = fs::relative(file, folder).string();
    cases.push_back({"check", name, [=]() -> std::vector<Row> {
                       const auto mesh = read_mesh(file);
                       if (mesh) return compare(name, mesh->mesh());
                       fmt::print(stderr, "abut-bench: {}\n", mesh.error().message);
                       return {};
                     }});
  }
}

}  // namespace

std::vector<Case> make_check_cases() {
  std::vector<Case> cases;
  add_scene_cases(cases);
  add_mesh_cases(cases);
  return cases;
}

}  // namespace abut::bench
