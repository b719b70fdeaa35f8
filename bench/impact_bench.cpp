// Jobs "impact_queries" and "impacts": what it costs to find out when moving features touch. The first asks about
// single pairs of features: all of a step whose swept boxes overlap (nearly all miss), and of these those that touch;
// times are for one query. The second finds all impacts of a whole step: everything that has to be redone when all
// vertices have got new ways to go. Embree's candidates get our test of features, so what is compared is how they are
// found.
#include "abut/detect.h"
#include "abut/io.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/peers.h"
#include "detect/feature_pairs.h"
#include "scenes/scenes.h"
#include "tests/support/cloth_steps.h"
#include "tree/bvh_pairs.h"

namespace abut::bench {
namespace {

// A surface on its way through one or more steps.
struct Sequence {
  PolygonMesh mesh;
  std::vector<SweptStep> steps;
};

// Waves of about the length of an edge.
Sequence make_waving(const PolygonMesh& mesh) {
  const Surface surface = make_surface(mesh);
  double h = 0;
  for (std::size_t e = 0; e < surface.edge_count(); ++e) {
    const auto& [v, w] = surface.edge(EdgeId(e));
    h += (mesh.positions[v] - mesh.positions[w]).norm() / static_cast<double>(surface.edge_count());
  }
  std::vector<Vec3> end;
  for (const Vec3& p : mesh.positions) {
    end.push_back(p +
                  h * Vec3(std::sin(11 * p.y() + 7 * p.z()), std::cos(9 * p.x()), std::sin(13 * p.x() + 5 * p.y())));
  }
  return {mesh, {{mesh.positions, end}}};
}

Sequence read_step(const std::filesystem::path& start, const std::filesystem::path& end) {
  const auto first = read_mesh(start), second = read_mesh(end);
  if (!first || !second) return {};
  return {first->mesh(), {{first->mesh().positions, second->mesh().positions}}};
}

// The first steps of an animation of the collection.
Sequence read_cloth(const std::string& name, std::size_t count) {
  test::ClothFrames frames;
  Sequence sequence;
  for (const test::ClothStep& step : test::list_cloth_steps()) {
    if (step.sequence != name || sequence.steps.size() == count) continue;
    sequence.mesh = frames.mesh(name);
    sequence.steps.push_back({frames.read(name, step.start_frame), frames.read(name, step.end_frame)});
  }
  return sequence;
}

struct Source {
  std::string name;
  std::function<Sequence()> make;
};

std::vector<Source> list_sources() {
  std::vector<Source> sources = {{"sphere-200000", [] { return make_waving(make_sphere(200000)); }},
                                 {"drape-50000", [] { return make_waving(make_drape(50000)); }},
                                 {"drape-200000", [] { return make_waving(make_drape(200000)); }}};
  const auto folder = test::data_folder() / "ccd/toi";
  if (!std::filesystem::is_directory(folder)) return sources;
  const auto add = [&](const std::string& name, const std::string& first, const std::string& second) {
    const auto frames = folder / name / "frames";
    sources.push_back({name, [=] { return read_step(frames / first, frames / second); }});
  };
  add("cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply");
  add("cloth-funnel", "227.ply", "228.ply");
  add("rod-twist", "3036.ply", "3037.ply");
  for (const std::string name : {"tshirt_shape00_104_04.f32seq", "tshirt_shape08_128_02.f32seq",
                                 "codim-ipc/Rumba_Dancing_unfixed", "diffcloth/tshirt-exampleopt/iter0"}) {
    sources.push_back({name, [=] { return read_cloth(name, 20); }});
  }
  return sources;
}

// ---------------------------------------------------------------------------------------------------------------
// Single queries

struct Queries {
  std::vector<Motion<4>> vertex_face, edge_edge;
};

// All pairs of features without a common vertex whose swept boxes overlap.
class QueryCollector {
 public:
  QueryCollector(const Surface& surface, std::span<const Vec3> start, std::span<const Vec3> end)
      : surface_(surface), start_(start), end_(end) {}

  Queries collect() const {
    Queries queries;
    const Bvh vertices = make_tree(surface_.vertex_count(), [&](std::size_t v) { return std::array{VertexId(v)}; });
    const Bvh edges = make_tree(surface_.edge_count(), [&](std::size_t e) { return surface_.edge(EdgeId(e)); });
    const Bvh faces = make_tree(surface_.face_count(), [&](std::size_t f) { return surface_.face(FaceId(f)); });
    visit_overlaps(vertices, faces, {0, 0}, [&](std::uint32_t v, std::uint32_t f) {
      const auto& w = surface_.face(FaceId(f));
      if (w[0] != v && w[1] != v && w[2] != v)
        queries.vertex_face.push_back(make_motion({VertexId(v), w[0], w[1], w[2]}));
    });
    visit_overlaps(edges, edges, {0, 0}, [&](std::uint32_t e, std::uint32_t g) {
      const auto &v = surface_.edge(EdgeId(e)), &w = surface_.edge(EdgeId(g));
      const bool is_shared = v[0] == w[0] || v[0] == w[1] || v[1] == w[0] || v[1] == w[1];
      if (!is_shared) queries.edge_edge.push_back(make_motion({v[0], v[1], w[0], w[1]}));
    });
    return queries;
  }

 private:
  template <class Corners>
  Bvh make_tree(std::size_t count, const Corners& corners) const {
    std::vector<FloatBox> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Vec3> points;
      for (const VertexId v : corners(i)) {
        points.push_back(start_[v]);
        points.push_back(end_[v]);
      }
      boxes.push_back(make_float_box(points));
    }
    return Bvh(boxes);
  }
  Motion<4> make_motion(const std::array<VertexId, 4>& v) const {
    return {{start_[v[0]], start_[v[1]], start_[v[2]], start_[v[3]]}, {end_[v[0]], end_[v[1]], end_[v[2]], end_[v[3]]}};
  }

  const Surface& surface_;
  std::span<const Vec3> start_, end_;
};

template <class Find>
Row measure_queries(const std::string& name, const std::vector<Motion<4>>& queries, const Find& find) {
  Measurement ours = measure([&] {
    std::uint64_t hits = 0;
    for (const Motion<4>& query : queries) hits += find(query).has_value();
    return hits;
  });
  ours.seconds /= static_cast<double>(std::max<std::size_t>(queries.size(), 1));
  return make_row("impact_queries", name, queries.size(), 1, ours, "", std::nullopt);
}

std::vector<Row> measure_queries(const Source& source) {
  const Sequence sequence = source.make();
  const Surface surface = make_surface(sequence.mesh);
  const Queries queries = QueryCollector(surface, sequence.steps[0].start, sequence.steps[0].end).collect();
  std::vector<Row> rows;
  const auto add = [&](const std::string& kind, const std::vector<Motion<4>>& all, const auto& find) {
    std::vector<Motion<4>> hits;
    std::copy_if(all.begin(), all.end(), std::back_inserter(hits), [&](const auto& q) { return find(q).has_value(); });
    rows.push_back(measure_queries(source.name + " " + kind, all, find));
    if (!hits.empty()) rows.push_back(measure_queries(source.name + " " + kind + ", hits", hits, find));
  };
  add("vertex-face", queries.vertex_face, [](const Motion<4>& q) { return find_vertex_face_impact(q); });
  add("edge-edge", queries.edge_edge, [](const Motion<4>& q) { return find_edge_edge_impact(q); });
  return rows;
}

// ---------------------------------------------------------------------------------------------------------------
// Whole steps

// All steps of a sequence, one after the other.
Measurement measure_ours(const Surface& surface, const Sequence& sequence, int threads, Culling culling) {
  const RunSettings run{threads, {}};
  Detector detector({}, run);
  const BodyId id = detector.add({&surface, sequence.steps[0].start});
  std::uint64_t tests = 0;
  Measurement result = measure([&] {
    std::uint64_t impacts = 0;
    tests = 0;
    for (const SweptStep& step : sequence.steps) {
      detector.sweep(id, step.start, step.end);
      const Impacts found = detector.find_impacts({.run = run, .check_start = false, .culling = culling});
      impacts += found.impacts.size();
      tests += found.counts.face_tests;
    }
    return impacts;
  });
  result.tests = tests;
  return result;
}

std::vector<Row> compare_steps(const Source& source) {
  const Sequence sequence = source.make();
  const Surface surface = make_surface(sequence.mesh);
  const std::size_t size = surface.face_count() * sequence.steps.size();
  std::vector<Row> rows;
  for (const int threads : {1, count_cores()}) {
    const Measurement ours = measure_ours(surface, sequence, threads, Culling::proving);
    const auto add = [&](const char* peer, const std::optional<Measurement>& theirs) {
      rows.push_back(make_row("impacts", source.name, size, threads, ours, peer, theirs));
    };
    add("embree", measure_embree_impacts(surface, sequence.steps, threads));
    add("no culling", measure_ours(surface, sequence, threads, Culling::none));
  }
  return rows;
}

}  // namespace

std::vector<Case> make_impact_cases() {
  std::vector<Case> cases;
  for (const Source& source : list_sources()) {
    cases.push_back({"impact_queries", source.name, [=] { return measure_queries(source); }});
    cases.push_back({"impacts", source.name, [=] { return compare_steps(source); }});
  }
  return cases;
}

}  // namespace abut::bench
