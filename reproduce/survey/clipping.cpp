// Section 2.3: the three steps, in two phases, and which of them decides.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "abut/convex_pair.h"
#include "abut/impulses.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kPairs = 2'000;
const Vec3 kFrom(1, -1.7, 0.9);

bool test_point(const PlacedConvex& solid, const Vec3& point) {
  static const Convex shape = Convex::make_sphere(0);
  return test_touching(solid, {&shape, {Eigen::Quaterniond::Identity(), point}});
}

bool test_segment(const PlacedConvex& solid, const Vec3& p, const Vec3& q) {
  const Convex shape = Convex::make_capsule(0.5 * (q - p).norm(), 0);
  return test_touching(solid, {&shape, {Eigen::Quaterniond(make_contact_frame((q - p).normalized())), 0.5 * (p + q)}});
}

struct Segment {
  Vec3 p, q;
};

std::vector<Vec3> list_vertices(const PlacedConvex& solid) {
  std::vector<Vec3> list;
  for (const Vec3& v : solid.shape->vertices()) list.push_back(solid.pose.apply(v));
  return list;
}

std::vector<Segment> list_edges(const PlacedConvex& solid) {
  std::vector<Segment> list;
  const auto vertices = list_vertices(solid);
  for (const Convex::Edge& edge : solid.shape->edges()) {
    list.push_back({vertices[edge.vertices[0]], vertices[edge.vertices[1]]});
  }
  return list;
}

std::vector<Vec3> list_face_middles(const PlacedConvex& solid) {
  std::vector<Vec3> list;
  for (std::size_t f = 0; f < solid.shape->face_count(); ++f) {
    Vec3 sum = Vec3::Zero();
    for (const VertexId v : solid.shape->face(FaceId(f))) sum += solid.shape->vertices()[v];
    list.push_back(solid.pose.apply(sum / static_cast<double>(solid.shape->face(FaceId(f)).size())));
  }
  return list;
}

// Middles of the pieces that the planes of a cut the edges of b into.
std::vector<Vec3> list_piece_middles(const PlacedConvex& a, const PlacedConvex& b) {
  std::vector<Vec3> list;
  for (const auto& [p, q] : list_edges(b)) {
    std::vector<double> cuts = {0, 1};
    for (std::size_t f = 0; f < a.shape->face_count(); ++f) {
      const Vec3 normal = a.pose.rotation * a.shape->normal(FaceId(f));
      const Vec3 corner = a.pose.apply(a.shape->vertices()[a.shape->face(FaceId(f))[0]]);
      const double from = normal.dot(p - corner), to = normal.dot(q - corner);
      if ((from < 0) != (to < 0)) cuts.push_back(from / (from - to));
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) list.push_back(p + 0.5 * (cuts[i] + cuts[i + 1]) * (q - p));
  }
  return list;
}

// The step of a phase that finds b in a: vertices, edges, faces; 3 if none does.
std::size_t find_step(const PlacedConvex& a, const PlacedConvex& b) {
  const auto is_in = [&](const Vec3& p) { return test_point(a, p); };
  if (std::ranges::any_of(list_vertices(b), is_in)) return 0;
  if (std::ranges::any_of(list_edges(b), [&](const Segment& s) { return test_segment(a, s.p, s.q); })) return 1;
  return std::ranges::any_of(list_face_middles(b), is_in) ? 2 : 3;
}

struct Counts {
  std::array<int, 7> by_step = {};  // three of each phase; none
  int touching = 0, same_as_clipping = 0, same_as_partition = 0, all = 0;

  void add(const PlacedConvex& a, const PlacedConvex& b) {
    std::size_t step = find_step(a, b);
    if (step == 3) step += find_step(b, a);
    ++by_step[step], ++all;
    const bool answer = test_touching(a, b);
    touching += answer;
    same_as_clipping += test_by_clipping(a, b) == answer;
    same_as_partition += test_by_partition(a, b) == answer;
  }
};

Counts count_hulls() {
  Variation vary(31);
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const Convex a = make_random_hull(vary, vary.integer(4, 16)), b = make_random_hull(vary, vary.integer(4, 16));
    counts.add({&a, {make_random_rotation(vary), Vec3::Zero()}},
               {&b, {make_random_rotation(vary), vary.point(-1.2, 1.2)}});
  }
  return counts;
}

// Thin bars across each other.
Counts count_bars() {
  Variation vary(32);
  Counts counts;
  const Convex bar = Convex::make_box(Vec3(1, 0.1, 0.1));
  for (int i = 0; i < kPairs; ++i) {
    counts.add({&bar, {make_random_rotation(vary), Vec3::Zero()}},
               {&bar, {make_random_rotation(vary), vary.point(-0.3, 0.3)}});
  }
  return counts;
}

// Equal boxes that are moved along a face, turned anyhow: whether a vertex is on the face is a matter of the last
// digit.
Counts count_aligned() {
  Variation vary(33);
  Counts counts;
  const Convex box = Convex::make_box(Vec3(1, 1, 1));
  for (int i = 0; i < kPairs; ++i) {
    const Eigen::Quaterniond turn = make_random_rotation(vary);
    counts.add({&box, {turn, Vec3::Zero()}}, {&box, {turn, turn * Vec3(vary.uniform(0.2, 1.8), 0, 0)}});
  }
  return counts;
}

void add_row(Table& table, const char* name, const Counts& counts) {
  std::vector<std::string> row = {name};
  for (const int count : counts.by_step) row.push_back(format_count(static_cast<std::uint64_t>(count)));
  row.push_back(format_count(static_cast<std::uint64_t>(counts.touching)));
  row.push_back(format_count(static_cast<std::uint64_t>(counts.same_as_clipping)));
  row.push_back(format_count(static_cast<std::uint64_t>(counts.same_as_partition)));
  table.rows.push_back(std::move(row));
}

Report::Figure draw_step(const char* name, const char* words, const PlacedConvex& a, const PlacedConvex& b,
                         const std::vector<Vec3>& points) {
  const PicturedSolid pictured(b), frame(a);
  const auto count = std::ranges::count_if(points, [&](const Vec3& p) { return test_point(a, p); });
  MeshPicture picture{.bodies = {{pictured.body(), kSecondTint}},
                      .from = kFrom,
                      .title = fmt::format("{}: {} of {} in A", words, count, points.size())};
  picture.frame.assign(frame.positions().begin(), frame.positions().end());
  add_edges(picture, a, colors::blue);
  for (const bool is_in : {false, true}) {
    for (const Vec3& p : points) {
      if (test_point(a, p) == is_in) picture.dots.push_back({p, is_in ? kFoundColor : "#ffffff"});
    }
  }
  return {name, picture.title, draw(picture)};
}

void report_pictures(Report& report) {
  Variation vary(4);
  const Convex box = Convex::make_box(Vec3(1, 0.9, 0.8)), hull = make_round_hull(vary, 14);
  const Convex bar = Convex::make_box(Vec3(1.1, 0.25, 0.3)), cube = Convex::make_box(Vec3(0.8, 0.8, 0.8));
  const Pose3 here{}, beside{Eigen::Quaterniond::Identity(), Vec3(1.4, -0.3, 0.7)};
  const Pose3 across{Eigen::Quaterniond(Eigen::AngleAxisd(0.45 * std::numbers::pi, Vec3(0.1, 0.05, 1).normalized())),
                     Vec3(0.1, 0, 0.12)};
  const Pose3 along{Eigen::Quaterniond::Identity(), Vec3(0.7, 0, 0)};
  const PlacedConvex a{&box, here}, b{&hull, beside}, first{&bar, here}, second{&bar, across}, one{&cube, here},
      other{&cube, along};
  report.figures({draw_step("survey_clipping_vertices", "vertices of B", a, b, list_vertices(b)),
                  draw_step("survey_clipping_edges", "middles of pieces of edges", first, second,
                            list_piece_middles(first, second)),
                  draw_step("survey_clipping_faces", "middles of faces", one, other, list_face_middles(other))});
}

}  // namespace

void report_clipping(Report& report, Expectations& expectations) {
  report.heading(4, "Three steps in two phases");
  report.paragraph(
      "A is blue and only drawn by its edges; points in it are red, others white. The table says which step of which "
      "phase finds first that they touch, each step asked by the exact test, with points and segments for solids.");
  report_pictures(report);
  Table table{{format_count(kPairs) + " pairs of", "vertices of B", "edges of B", "faces of B", "vertices of A",
               "edges of A", "faces of A", "none", "touching, exactly", "`test_by_clipping` agrees",
               "`test_by_partition` agrees"}};
  const Counts hulls = count_hulls(), bars = count_bars(), aligned = count_aligned();
  add_row(table, "random hulls", hulls);
  add_row(table, "bars across each other", bars);
  add_row(table, "equal boxes, aligned", aligned);
  report.table(table);
  report.paragraph(
      "As touching counts as inside here, aligned solids are found by their vertices and edges already. What the third "
      "step finds first are faces of B that edges of A pierce, which the second phase would find.");
  const auto is_right = [](const Counts& c) {
    return c.same_as_clipping == c.all && c.same_as_partition == c.all && c.all - c.by_step[6] == c.touching;
  };
  const auto expect = [&](const char* what, const Counts& c, bool is_met) {
    expectations.push_back(
        {fmt::format("three steps: {}", what), "the same answer as the exact test",
         fmt::format("clipping {}, partition {} of {}", format_count(std::uint64_t(c.same_as_clipping)),
                     format_count(std::uint64_t(c.same_as_partition)), format_count(std::uint64_t(c.all))),
         is_met});
  };
  expect("random hulls", hulls, is_right(hulls));
  expect("bars", bars, is_right(bars));
  expect("aligned boxes", aligned, is_right(aligned));
  const double by_features =
      double(hulls.by_step[0] + hulls.by_step[1] + hulls.by_step[3] + hulls.by_step[4]) / (hulls.touching);
  expectations.push_back({"random hulls that touch: found by vertices or edges", "almost always",
                          format_share(by_features), by_features > 0.99});
}

}  // namespace abut::reproduce
