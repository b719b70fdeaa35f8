// Job "self_collision": what one frame of an animation costs, that is everything that has to be redone when all
// vertices have moved. What a method can keep from frame to frame, such as a tree, is built outside the timing; all
// positions are read again in each frame. They are in fact the same ones, for all sides alike, and no side looks
// whether they changed.
#include "abut/detect.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "scenes/collection.h"
#include "scenes/scenes.h"

namespace abut::bench {
namespace {

// Of one body its own pairs, of two only those between them.
Measurement measure_ours(std::span<const Body> bodies, int threads) {
  const RunSettings run{threads, {}};
  Detector detector({}, run);
  for (const Body& body : bodies) detector.add(body);
  const IntersectionSettings settings{.run = run, .scope = bodies.size() == 1 ? Scope::all : Scope::between};
  return measure([&] {
    for (std::size_t i = 0; i < bodies.size(); ++i) detector.move(BodyId(i), bodies[i].positions);
    return std::uint64_t{detector.find_intersections(settings).pairs.size()};
  });
}

// A mesh made ready to take part.
class Actor {
 public:
  explicit Actor(const PolygonMesh& mesh) : mesh_(weld(mesh).mesh), surface_(make_surface(mesh_)) {}
  Body body() const { return {&surface_, mesh_.positions}; }

 private:
  PolygonMesh mesh_;
  Surface surface_;
};

// Collects the rows of one workload; ours is measured once for each number of threads.
class Comparison {
 public:
  Comparison(std::string name, std::vector<Body> bodies) : name_(std::move(name)), bodies_(std::move(bodies)) {
    for (const Body& body : bodies_) size_ += body.surface->face_count();
    alone_ = measure_ours(bodies_, 1);
    together_ = measure_ours(bodies_, count_cores());
  }
  void add_alone(const char* peer, const std::optional<Measurement>& theirs) { add(1, alone_, peer, theirs); }
  void add_together(const char* peer, const std::optional<Measurement>& theirs) {
    add(count_cores(), together_, peer, theirs);
  }
  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  void add(int threads, const Measurement& ours, const char* peer, const std::optional<Measurement>& theirs) {
    rows_.push_back(make_row("self_collision", name_, size_, threads, ours, peer, theirs));
  }

  std::string name_;
  std::vector<Body> bodies_;
  std::size_t size_ = 0;
  Measurement alone_, together_;
  std::vector<Row> rows_;
};

void add_limit(Comparison& comparison, const Body& body) {
  constexpr std::size_t leaf_size = 4;
  comparison.add_alone("streaming_limit", measure_streaming_limit(body, leaf_size, 1));
  comparison.add_together("streaming_limit", measure_streaming_limit(body, leaf_size, count_cores()));
}

std::vector<Row> compare_body(const std::string& name, const PolygonMesh& mesh, bool with_limit) {
  const Actor actor(mesh);
  const Body body = actor.body();
  Comparison comparison(name, {body});
  comparison.add_alone("cgal", measure_cgal_self_intersections(body));
  comparison.add_alone("embree", measure_embree_self_frame(body, 1));
  comparison.add_together("embree", measure_embree_self_frame(body, count_cores()));
  if (with_limit) add_limit(comparison, body);
  return std::move(comparison).rows();
}

std::vector<Row> compare_pair(const std::string& name, const PolygonMesh& a_mesh, const PolygonMesh& b_mesh) {
  const Actor a_actor(a_mesh), b_actor(b_mesh);
  const Body a = a_actor.body(), b = b_actor.body();
  Comparison comparison(name, {a, b});
  comparison.add_alone("fcl", measure_fcl_pair_frame(a, b, FclVolume::obbrss));
  comparison.add_alone("fcl_aabb", measure_fcl_pair_frame(a, b, FclVolume::aabb));
  comparison.add_alone("embree", measure_embree_pair_frame(a, b, 1));
  comparison.add_together("embree", measure_embree_pair_frame(a, b, count_cores()));
  return std::move(comparison).rows();
}

void add_scene_cases(std::vector<Case>& cases) {
  struct Scene {
    const char* name;
    PolygonMesh (*make)(std::size_t);
    std::vector<std::size_t> sizes;
    std::size_t limit_from;  // the streaming limit takes part from this size on
  };
  constexpr std::size_t never = ~std::size_t{0};
  const Scene scenes[] = {{"sphere", make_sphere, {1000, 5000, 20000, 50000, 200000, 1000000}, 200000},
                          {"alpha", make_alpha, {1000, 5000, 20000, 50000, 200000, 1000000}, never},
                          {"drape", make_drape, {50000, 500000}, never},
                          {"spiral", make_spiral, {1000, 20000}, never}};
  for (const Scene& scene : scenes) {
    for (const std::size_t size : scene.sizes) {
      cases.push_back({"self_collision", std::string(scene.name) + "-" + std::to_string(size),
                       [=] { return compare_body(scene.name, scene.make(size), size >= scene.limit_from); }});
    }
  }
}

// Wrinkles of the garment that stay clear of the torso, and others that reach into it.
void add_body_garment_cases(std::vector<Case>& cases) {
  for (const auto& [torso, garment] : {std::pair<std::size_t, std::size_t>{16940, 3840}, {111108, 55998}}) {
    for (const auto& [name, wrinkles] : {std::pair{"body_garment_clear", 0.004}, {"body_garment_crossing", 0.0065}}) {
      const auto run = [=] { return compare_pair(name, make_torso(torso), make_garment(garment, wrinkles)); };
      cases.push_back({"self_collision", std::string(name) + "-" + std::to_string(torso + garment), run});
    }
  }
}

void add_mesh_cases(std::vector<Case>& cases) {
  const auto compare = [](const std::string& name, const PolygonMesh& mesh) { return compare_body(name, mesh, false); };
  for (const char* folder : {"meshes", "selfint", "cloth"}) {
    const std::filesystem::path data = test::data_folder();
    for (Case& c : make_mesh_cases("self_collision", data / folder, data, compare)) cases.push_back(std::move(c));
  }
}

}  // namespace

std::vector<Case> make_self_collision_cases() {
  std::vector<Case> cases;
  add_scene_cases(cases);
  add_body_garment_cases(cases);
  add_mesh_cases(cases);
  return cases;
}

}  // namespace abut::bench
