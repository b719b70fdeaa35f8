// Section 2.3: Ganter's overlap region: how many faces reach into it.
#include <fmt/format.h>

#include "abut/convex_pair.h"
#include "reproduce/stage.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kPairs = 500, kVertices = 200;

// As many as the distance of their centres, for hulls around balls of radius 1.
struct Closeness {
  const char* name;
  double least, most;
};
constexpr Closeness kCloseness[] = {
    {"apart or at impact", 1.9, 2.1}, {"in each other by a tenth", 1.75, 1.85}, {"deep in each other", 0.9, 1.1}};

// What the boxes of two solids have in common.
Box3 find_shared(const PicturedSolid& a, const PicturedSolid& b) {
  const Box3 x = a.box(), y = b.box();
  return {x.lower.cwiseMax(y.lower), x.upper.cwiseMin(y.upper)};
}

bool test_in(const PicturedSolid& solid, FaceId face, const Box3& shared) {
  return test_overlap(make_box(face_points(*solid.body().surface, solid.positions(), face)), shared);
}

struct Counts {
  std::uint64_t boxes = 0, faces = 0, in_region = 0, pairs = 0, pairs_in_region = 0, touching = 0, same = 0;
};

Counts count(const Closeness& closeness) {
  Variation vary(36);
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const Convex shape_a = make_round_hull(vary, kVertices), shape_b = make_round_hull(vary, kVertices);
    const Vec3 way = vary.uniform(closeness.least, closeness.most) * make_random_direction(vary);
    const PlacedConvex a{&shape_a, {}}, b{&shape_b, {Eigen::Quaterniond::Identity(), way}};
    const PicturedSolid first(a), second(b);
    const bool answer = test_touching(a, b);
    counts.touching += answer;
    counts.same += test_by_partition(a, b) == answer;
    if (!test_overlap(first.box(), second.box())) continue;
    const Box3 shared = find_shared(first, second);
    std::array<std::uint64_t, 2> all = {}, in = {};
    for (const auto& [solid, k] : {std::pair{&first, 0}, {&second, 1}}) {
      all[k] = solid->body().surface->face_count();
      for (std::size_t f = 0; f < all[k]; ++f) in[k] += test_in(*solid, FaceId(f), shared);
    }
    ++counts.boxes;
    counts.faces += all[0] + all[1], counts.in_region += in[0] + in[1];
    counts.pairs += all[0] * all[1], counts.pairs_in_region += in[0] * in[1];
  }
  return counts;
}

// The faces of a solid that reach into a box, or the others.
PolygonMesh list_faces(const PicturedSolid& solid, const Box3& shared, bool is_in) {
  PolygonMesh mesh;
  mesh.positions.assign(solid.positions().begin(), solid.positions().end());
  const Surface& surface = *solid.body().surface;
  for (std::size_t f = 0; f < surface.face_count(); ++f) {
    if (test_in(solid, FaceId(f), shared) == is_in) mesh.add_polygon(surface.face(FaceId(f)));
  }
  return mesh;
}

Report::Figure draw_region(const char* name, double distance) {
  Variation vary(37);
  const Convex shape_a = make_round_hull(vary, kVertices), shape_b = make_round_hull(vary, kVertices);
  const Vec3 way = distance * Vec3(1, 0.2, 0.55).normalized();
  const PicturedSolid a(shape_a, {}), b(shape_b, {Eigen::Quaterniond::Identity(), way});
  const Box3 shared = find_shared(a, b);
  const Model in_a(list_faces(a, shared, true)), in_b(list_faces(b, shared, true));
  const Model out_a(list_faces(a, shared, false)), out_b(list_faces(b, shared, false));
  const Tint out_first{0.58, 0.08}, out_second{0.1, 0.08}, in_first{0.58, 0.7}, in_second{0.07, 0.75};
  MeshPicture picture{.bodies = {{out_a.body(), out_first},
                                 {out_b.body(), out_second},
                                 {in_a.body(), in_first},
                                 {in_b.body(), in_second}},
                      .from = Vec3(0.5, -1.5, 0.6),
                      .title = fmt::format("{} of {} faces reach into what boxes share", in_a.size() + in_b.size(),
                                           a.body().surface->face_count() + b.body().surface->face_count())};
  add_box(picture, shared, kFoundColor);
  return {name, picture.title, draw(picture)};
}

}  // namespace

void report_overlap_region(Report& report, Expectations& expectations) {
  report.heading(4, "The overlap region");
  report.paragraph(
      "500 pairs of round hulls of 200 vertices, by how near they are. Of those whose boxes overlap, the faces that "
      "reach into what the boxes share (coloured in the picture), and the pairs of faces that leaves.");
  report.figures({draw_region("survey_region_near", 1.95), draw_region("survey_region_deep", 1.3)});
  Table table{{"pairs", "boxes overlap", "touching", "faces in the region", "pairs of faces left", "answers as exact"}};
  for (const Closeness& closeness : kCloseness) {
    const Counts counts = count(closeness);
    const double faces = double(counts.in_region) / counts.faces;
    table.rows.push_back({closeness.name, format_count(counts.boxes), format_count(counts.touching),
                          format_share(faces), format_share(double(counts.pairs_in_region) / counts.pairs),
                          format_count(counts.same)});
    if (&closeness != kCloseness) continue;
    expectations.push_back({"faces in the overlap region at or near impact", "few: under a quarter",
                            format_share(faces), faces < 0.25 && counts.same == kPairs});
  }
  report.table(table);
}

}  // namespace abut::reproduce
