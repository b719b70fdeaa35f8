// Section 2.3: Baraff's plane, kept from step to step.
#include <fmt/format.h>

#include <algorithm>

#include "abut/convex_pair.h"
#include "reproduce/stage.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kPairs = 200, kFrames = 100;

// Two hulls that pass each other while they turn.
struct Passage {
  Convex a, b;
  Vec3 axis_a, axis_b, offset;

  PlacedConvex place_a(double time) const {
    return {&a, {Eigen::Quaterniond(Eigen::AngleAxisd(time, axis_a)), Vec3(-3 + 6 * time, 0, 0)}};
  }
  PlacedConvex place_b(double time) const {
    return {&b, {Eigen::Quaterniond(Eigen::AngleAxisd(-time, axis_b)), offset}};
  }
};

Passage make_passage(Variation& vary) {
  Convex a = make_round_hull(vary, 32), b = make_round_hull(vary, 32);
  return {std::move(a), std::move(b), make_random_direction(vary), make_random_direction(vary),
          Vec3(0, vary.uniform(1, 2.4), vary.uniform(-0.5, 0.5))};
}

struct Counts {
  std::uint64_t tests = 0, saved = 0, touching = 0, same = 0;
};

Counts count_saved() {
  Variation vary(34);
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const Passage passage = make_passage(vary);
    ConvexWitness witness;
    for (int k = 0; k < kFrames; ++k) {
      const PlacedConvex a = passage.place_a(double(k) / kFrames), b = passage.place_b(double(k) / kFrames);
      const bool answer = test_touching(a, b, &witness);
      counts.touching += answer;
      counts.same += answer == test_touching(a, b);
    }
    counts.tests += witness.tests;
    counts.saved += witness.saved;
  }
  return counts;
}

// A square across the direction, in the middle between the two.
PolygonMesh make_plane(const PlacedConvex& a, const PlacedConvex& b, const Vec3& direction) {
  const Vec3 n = direction.normalized();
  double most_a = -1e300, least_a = 1e300, most_b = -1e300, least_b = 1e300;
  for (const Vec3& v : a.shape->vertices()) {
    most_a = std::max(most_a, n.dot(a.pose.apply(v))), least_a = std::min(least_a, n.dot(a.pose.apply(v)));
  }
  for (const Vec3& v : b.shape->vertices()) {
    most_b = std::max(most_b, n.dot(b.pose.apply(v))), least_b = std::min(least_b, n.dot(b.pose.apply(v)));
  }
  const double offset = least_b > most_a ? 0.5 * (least_b + most_a) : 0.5 * (least_a + most_b);
  const Vec3 between = 0.5 * (a.pose.translation + b.pose.translation);
  const Vec3 center = between + (offset - n.dot(between)) * n;
  const Eigen::Matrix3d frame = make_contact_frame(n);
  PolygonMesh mesh;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    mesh.positions.push_back(center + 1.1 * x * frame.col(0) + 1.1 * y * frame.col(1));
  }
  const std::array<VertexId, 4> corners = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  mesh.add_polygon(corners);
  return mesh;
}

Report::Figure draw_frame(const Passage& passage, ConvexWitness& witness, int number, double time) {
  const PlacedConvex a = passage.place_a(time), b = passage.place_b(time);
  const PicturedSolid first(a), second(b);
  const Model plane(make_plane(a, b, a.pose.rotation * witness.direction));
  MeshPicture picture{
      .bodies = {{plane.body(), {0.33, 0.25}}, {first.body(), kFirstTint}, {second.body(), kSecondTint}},
      .from = Vec3(0.5, -0.6, 1.6),
      .title = fmt::format("{} of {} frames by one look", witness.saved, witness.tests),
      .frame = {Vec3(-2.1, -1, -0.5), Vec3(2.1, 3, 0.5)},
      .pieces = 4};
  return {fmt::format("survey_witness_{}", number), picture.title, draw(picture)};
}

std::vector<Report::Figure> draw_frames() {
  Variation vary(35);
  Passage passage = make_passage(vary);
  passage.offset = Vec3(0, 2.1, 0);
  ConvexWitness witness;
  std::vector<Report::Figure> figures;
  for (int k = 0; k < kFrames; ++k) {
    const double time = double(k) / kFrames;
    test_touching(passage.place_a(time), passage.place_b(time), &witness);
    if (k == 30 || k == 50 || k == 70)
      figures.push_back(draw_frame(passage, witness, static_cast<int>(figures.size()), time));
  }
  return figures;
}

}  // namespace

void report_separating_plane(Report& report, Expectations& expectations) {
  report.heading(4, "A plane as witness");
  report.paragraph(
      "200 pairs of hulls of 32 vertices pass each other in 100 frames. What decided about a pair, a plane or, where "
      "they overlap, a tetrahedron around what they share, is looked at first in the next frame. The pictures show one "
      "pair, and the plane that is kept.");
  report.figures(draw_frames());
  const Counts counts = count_saved();
  report.table({{"tests", "touching", "decided by the witness", "share", "answers as without it"},
                0,
                {{format_count(counts.tests), format_count(counts.touching), format_count(counts.saved),
                  format_share(double(counts.saved) / counts.tests), format_count(counts.same)}}});
  expectations.push_back({"a witness on coherent motion", "decides most tests, and changes no answer",
                          fmt::format("{}, {} answers changed", format_share(double(counts.saved) / counts.tests),
                                      counts.tests - counts.same),
                          2 * counts.saved > counts.tests && counts.same == counts.tests});
}

}  // namespace abut::reproduce
