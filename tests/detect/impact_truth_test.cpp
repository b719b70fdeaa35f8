// Impacts beside the truth of public data: single queries with exact answers (Sample-Queries), and whole steps of
// simulations with all impacts there are and their times (Sample-Scalable-CCD-Data), both by Mathematica.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "abut/detect.h"
#include "abut/io.h"
#include "support/cloth_steps.h"
#include "support/data.h"

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

std::optional<FeatureImpact> find_impact(bool is_edge_edge, const Motion<4>& motion) {
  return is_edge_edge ? find_edge_edge_impact(motion) : find_vertex_face_impact(motion);
}
Motion<4> permute(const Motion<4>& motion, const std::array<std::size_t, 4>& order) {
  Motion<4> result;
  for (std::size_t i = 0; i < 4; ++i) {
    result.start[i] = motion.start[order[i]];
    result.end[i] = motion.end[order[i]];
  }
  return result;
}

// The same question asked in other ways.
std::vector<Motion<4>> list_variants(bool is_edge_edge, const Motion<4>& motion) {
  using Orders = std::vector<std::array<std::size_t, 4>>;
  const Orders orders = is_edge_edge ? Orders{{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}
                                     : Orders{{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 3, 2, 1}};
  std::vector<Motion<4>> variants;
  for (const auto& order : orders) {
    const Motion<4> variant = permute(motion, order);
    variants.push_back(variant);
    variants.push_back({variant.end, variant.start});
  }
  return variants;
}

TEST(ImpactTruth, of_sample_queries_is_met_exactly) {
  ABUT_NEED_DATA();
  int touches = 0, others = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::data_folder() / "ccd/sample-queries")) {
    if (entry.path().extension() != ".csv") continue;
    const auto queries = read_impact_queries(entry.path());
    ASSERT_TRUE(queries) << queries.error().message;
    ASSERT_EQ(queries->truths.size(), queries->motions.size());
    for (std::size_t i = 0; i < queries->motions.size(); ++i) {
      ++(queries->truths[i] ? touches : others);
      for (const Motion<4>& motion : list_variants(queries->is_edge_edge, queries->motions[i])) {
        ASSERT_EQ(find_impact(queries->is_edge_edge, motion).has_value(), queries->truths[i])
            << entry.path() << " query " << i;
      }
    }
  }
  EXPECT_EQ(touches + others, 1929);
  EXPECT_GT(touches, 150);
}

// A vertex and a face, or the vertices of two edges.
using Name = std::array<std::uint32_t, 4>;
using Times = std::map<Name, double>;

struct Step {
  std::string scene, number, first, second;
  std::size_t vertex_face = 0, edge_edge = 0;  // true impacts
};
const Step kSteps[] = {
    {"cloth-ball", "92", "cloth_ball92.ply", "cloth_ball93.ply", 19032, 94822},
    {"cloth-funnel", "227", "227.ply", "228.ply", 27, 107},
    {"rod-twist", "3036", "3036.ply", "3037.ply", 765, 4179},
};

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

Name name_edges(std::array<VertexId, 2> e, std::array<VertexId, 2> f) {
  if (f < e) std::swap(e, f);
  return {e[0], e[1], f[0], f[1]};
}

// The data numbers all edges of the faces by their larger vertex, then by the smaller.
std::vector<std::array<VertexId, 2>> list_edges(const Surface& surface) {
  std::vector<std::array<VertexId, 2>> edges;
  for (std::size_t e = 0; e < surface.edge_count(); ++e) edges.push_back(surface.edge(EdgeId(e)));
  std::sort(edges.begin(), edges.end(),
            [](const auto& a, const auto& b) { return std::pair(a[1], a[0]) < std::pair(b[1], b[0]); });
  return edges;
}

// The true impacts of one kind and their times.
Times read_truth(const Step& step, const std::string& kind, const Surface& surface) {
  const auto folder = test::data_folder() / "ccd/toi" / step.scene;
  const auto edges = list_edges(surface);
  const auto vertices = static_cast<std::uint32_t>(surface.vertex_count());
  const auto first_face = vertices + static_cast<std::uint32_t>(edges.size());
  const bool is_vertex_face = kind == "vf";
  const auto name = [&](std::uint32_t a, std::uint32_t b) {
    return is_vertex_face ? Name{a, b - first_face, 0, 0} : name_edges(edges[a - vertices], edges[b - vertices]);
  };
  const auto boxes = read_json(folder / "boxes" / (step.number + kind + ".json"));
  const auto truth = read_json(folder / "mma_bool" / (step.number + kind + "_mma_bool.json"));
  Times times;
  std::vector<Name> names;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    names.push_back(name(boxes[i][0], boxes[i][1]));
    if (truth[i]) times[names[i]] = NAN;
  }
  const bool is_by_name = step.scene == "cloth-ball";
  const auto rows = read_csv(folder / "toi" / (step.number + kind + (is_by_name ? "_toi_longdouble.csv" : "_toi.csv")));
  for (const auto& row : rows) {
    const auto number = [&](std::size_t i) { return static_cast<std::uint32_t>(std::stoul(row.at(i))); };
    const std::uint32_t base_a = is_vertex_face ? 0 : vertices, base_b = is_vertex_face ? first_face : vertices;
    const Name key = is_by_name ? name(number(0) + base_a, number(1) + base_b) : names.at(number(0));
    if (times.count(key) > 0) times[key] = std::stod(row.at(2));
  }
  return times;
}

Name name_impact(const Impact& impact, const Surface& surface) {
  if (impact.a.kind == Kind::vertex) return {impact.a.index, impact.b.index, 0, 0};
  return name_edges(surface.edge(EdgeId(impact.a.index)), surface.edge(EdgeId(impact.b.index)));
}

class ImpactTruthOfSteps : public testing::TestWithParam<Step> {};

TEST_P(ImpactTruthOfSteps, is_met_exactly) {
  ABUT_NEED_DATA();
  const Step& step = GetParam();
  const auto frames = test::data_folder() / "ccd/toi" / step.scene / "frames";
  const auto start = read_mesh(frames / step.first), end = read_mesh(frames / step.second);
  ASSERT_TRUE(start && end);
  const Surface surface = make_surface(start->mesh());
  Detector detector;
  const BodyId id = detector.add({&surface, start->mesh().positions});
  detector.sweep(id, start->mesh().positions, end->mesh().positions);
  const ImpactSearchSettings settings{.check_start = false};
  const Impacts found = detector.find_impacts(settings);

  const double tolerance = settings.touch.tolerance;
  std::size_t timed = 0;
  for (const std::string kind : {"vf", "ee"}) {
    const Times truth = read_truth(step, kind, surface);
    EXPECT_EQ(truth.size(), kind == "vf" ? step.vertex_face : step.edge_edge);
    std::size_t met = 0, false_alarms = 0;
    for (const Impact& impact : found.impacts) {
      if ((impact.a.kind == Kind::vertex) != (kind == "vf")) continue;
      const auto known = truth.find(name_impact(impact, surface));
      false_alarms += known == truth.end();
      if (known == truth.end()) continue;
      ++met;
      EXPECT_TRUE(impact.touch.is_certain);
      if (std::isnan(known->second)) continue;
      ++timed;
      EXPECT_LE(impact.touch.time, known->second);
      EXPECT_GE(impact.touch.time, known->second - tolerance);
    }
    EXPECT_EQ(met, truth.size()) << kind;
    EXPECT_EQ(false_alarms, 0u) << kind;
  }
  EXPECT_GT(timed, (step.vertex_face + step.edge_edge) * 9 / 10);

  ImpactSearchSettings plain = settings;
  plain.culling = Culling::none;
  const Impacts all = detector.find_impacts(plain);
  EXPECT_EQ(all.impacts.size(), found.impacts.size());
  EXPECT_LT(found.counts.face_tests, all.counts.face_tests);
  EXPECT_LT(found.counts.feature_tests, all.counts.feature_tests);

  // The other way round the same features touch.
  detector.sweep(id, end->mesh().positions, start->mesh().positions);
  EXPECT_EQ(detector.find_impacts(settings).impacts.size(), found.impacts.size());
}

INSTANTIATE_TEST_SUITE_P(Steps, ImpactTruthOfSteps, testing::ValuesIn(kSteps), [](const auto& info) {
  std::string name = info.param.scene;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// All steps of three kinds of cloth animations: what is certain must be found, and nothing but what may be.
TEST(ImpactTruth, of_cloth_frames_is_met) {
  ABUT_NEED_DATA();
  const auto steps = test::list_cloth_steps();
  EXPECT_EQ(steps.size(), 142u);
  test::ClothFrames frames;
  std::map<std::string, Surface> surfaces;
  std::size_t hits = 0, without = 0;
  for (const test::ClothStep& step : steps) {
    if (surfaces.count(step.sequence) == 0) surfaces[step.sequence] = make_surface(frames.mesh(step.sequence));
    const Surface& surface = surfaces[step.sequence];
    const auto start = frames.read(step.sequence, step.start_frame), end = frames.read(step.sequence, step.end_frame);
    Detector detector;
    detector.sweep(detector.add({&surface, start}), start, end);
    const Impacts found = detector.find_impacts({.check_start = false});
    const auto vertex_face = static_cast<std::size_t>(std::count_if(
        found.impacts.begin(), found.impacts.end(), [](const Impact& i) { return i.a.kind == Kind::vertex; }));
    const std::size_t edge_edge = found.impacts.size() - vertex_face;
    SCOPED_TRACE(step.sequence + " " + step.start_frame);
    EXPECT_GE(vertex_face, step.vertex_face_hits);
    EXPECT_LE(vertex_face, step.vertex_face_hits + step.vertex_face_borderline);
    EXPECT_GE(edge_edge, step.edge_edge_hits);
    EXPECT_LE(edge_edge, step.edge_edge_hits + step.edge_edge_borderline);
    EXPECT_LE(found.counts.feature_tests, step.vertex_face_boxes + step.edge_edge_boxes);
    hits += found.impacts.size();
    without += found.impacts.empty();
  }
  EXPECT_GT(hits, 200u);
  EXPECT_GT(without, 100u);
}

}  // namespace
}  // namespace abut
