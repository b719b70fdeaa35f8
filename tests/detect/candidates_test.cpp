// With a margin, too, culling loses nothing: whatever is near is listed.
#include <gtest/gtest.h>

#include <map>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/distances.h"
#include "support/meshes.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

// Pairs of a surface that must be listed, by brute force.
std::vector<Candidate> find_near_pairs(const Body& body, double margin) {
  std::vector<Candidate> near;
  for (const IntersectingPair& pair : find_intersections_brute_force({&body, 1}).pairs)
    near.push_back({pair.a, pair.b});
  std::vector<Box3> boxes;
  for (std::size_t f = 0; f < body.surface->face_count(); ++f) {
    boxes.push_back(make_box(face_points(*body.surface, body.positions, FaceId(f))));
    boxes.back().lower.array() -= margin;
  }
  for (std::size_t f = 0; f < boxes.size(); ++f) {
    for (std::size_t g = f + 1; g < boxes.size(); ++g) {
      if (!test_overlap(boxes[f], boxes[g])) continue;
      if (test::distance_apart_from_shared(body, FaceId(f), FaceId(g)) <= margin * (1 - 1e-12)) {
        near.push_back({{BodyId(0), FaceId(f)}, {BodyId(0), FaceId(g)}});
      }
    }
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  return near;
}

std::vector<Candidate> list_missing(const std::vector<Candidate>& needed, const std::vector<Candidate>& listed) {
  std::vector<Candidate> missing;
  std::set_difference(needed.begin(), needed.end(), listed.begin(), listed.end(), std::back_inserter(missing));
  return missing;
}

double find_mean_edge(const Body& body) {
  double sum = 0;
  const std::size_t faces = body.surface->face_count();
  for (std::size_t f = 0; f < faces; ++f) {
    const TrianglePoints t = face_points(*body.surface, body.positions, FaceId(f));
    sum += ((t[1] - t[0]).norm() + (t[2] - t[1]).norm() + (t[0] - t[2]).norm()) / 3;
  }
  return sum / static_cast<double>(faces);
}

struct Tally {
  int meshes = 0, with_near = 0, with_proofs = 0, with_both = 0;
};

TEST(Candidates, miss_nothing_on_any_kind_of_surface) {
  Random random(31);
  std::map<std::string, Tally> tallies;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 60; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(20, round % 10 == 0 ? 1500 : 500));
      if (round % 4 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const Body body = built.body();
      if (body.surface->face_count() == 0) continue;
      Detector detector(
          {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 8))});
      detector.add(body);
      const double margin = find_mean_edge(body) * std::pow(10, random.uniform(-3, 0));
      const auto found = detector.find_candidates({.run = {1, {}}, .margin = margin});
      const auto plain = detector.find_candidates({.run = {1, {}}, .margin = margin, .culling = Culling::none});
      const auto near = find_near_pairs(body, margin);
      ASSERT_EQ(list_missing(near, found.pairs), std::vector<Candidate>{}) << kind << " round " << round;
      ASSERT_EQ(list_missing(near, plain.pairs), std::vector<Candidate>{}) << kind << " round " << round;
      Tally& tally = tallies[std::string(kind)];
      ++tally.meshes;
      tally.with_near += !near.empty();
      tally.with_proofs += found.counts.proofs > 0;
      tally.with_both += !near.empty() && found.counts.proofs > 0;
    }
  }
  EXPECT_EQ(tallies.size(), test::list_shape_kinds().size());
  for (const auto& [kind, tally] : tallies) {
    EXPECT_GE(tally.with_near, 10) << kind;
    EXPECT_GE(tally.with_proofs, 10) << kind;
    EXPECT_GE(tally.with_both, 5) << kind;
  }
}

// A margin just below the height of the flattest face lets a whole flat sheet be proved; one above does not.
TEST(Candidates, of_a_flat_sheet_depend_on_the_height_of_its_faces) {
  const BuiltMesh built(test::make_flat_sheet(40));
  const double height = std::sqrt(0.5);
  Detector detector;
  detector.add(built.body());
  const auto below = detector.find_candidates({.margin = 0.999 * height}),
             above = detector.find_candidates({.margin = 1.001 * height});
  EXPECT_TRUE(below.pairs.empty());
  EXPECT_EQ(below.counts.calls, 1u);
  EXPECT_GT(above.pairs.size(), built.surface.face_count());
  EXPECT_EQ(list_missing(find_near_pairs(built.body(), 1.001 * height), above.pairs), std::vector<Candidate>{});
}

// Two strips side by side in planes at right angles to each direction a proof may look along, turned in steps: what
// is seen along the direction must not be stretched.
TEST(Candidates, across_a_gap_are_found_however_the_plane_lies) {
  std::uint64_t proofs = 0;
  std::size_t near_pairs = 0;
  for (int axis = 14; axis < 27; ++axis) {
    const Vec3 direction(axis % 3 - 1, axis / 3 % 3 - 1, axis / 9 - 1);
    const Vec3 u = direction.unitOrthogonal(), v = direction.normalized().cross(u);
    for (int turn = 0; turn < 12; ++turn) {
      PolygonMesh mesh = test::make_flat_sheet(5);
      const PolygonMesh other = mesh;
      for (std::size_t i = 0; i < other.polygon_count(); ++i) {
        std::vector<VertexId> moved;
        for (const VertexId v : other.polygon(PolygonId(i))) moved.push_back(VertexId(v + other.positions.size()));
        mesh.add_polygon(moved);
      }
      for (const Vec3& p : other.positions) mesh.positions.push_back(p + Vec3(5.5, 0, 0));
      mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
      const double c = std::cos(turn * M_PI / 12), s = std::sin(turn * M_PI / 12);
      for (Vec3& p : mesh.positions) p = Vec3((c * p.x() - s * p.y()) * u + (s * p.x() + c * p.y()) * v);
      const BuiltMesh built(std::move(mesh));
      Detector detector;
      detector.add(built.body());
      const auto found = detector.find_candidates({.run = {1, {}}, .margin = 0.6});
      const auto near = find_near_pairs(built.body(), 0.6);
      EXPECT_EQ(list_missing(near, found.pairs), std::vector<Candidate>{}) << direction.transpose() << " " << turn;
      proofs += found.counts.proofs;
      near_pairs += near.size();
    }
  }
  EXPECT_GT(proofs, 100u);
  EXPECT_GT(near_pairs, 1000u);
}

TEST(Candidates, cost_nothing_that_grows_on_a_sphere) {
  for (const std::size_t triangles : {1000, 10000, 100000}) {
    const BuiltMesh built(make_sphere(triangles));
    Detector detector;
    detector.add(built.body());
    const auto found = detector.find_candidates({.margin = 0.05 / std::sqrt(static_cast<double>(triangles))});
    EXPECT_TRUE(found.pairs.empty());
    EXPECT_LE(found.counts.calls, 400u) << triangles;
  }
}

// Two layers of a distance of their own, at every scale and far from the origin.
TEST(Candidates, between_bodies_are_those_within_the_margin) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    for (const double far : {0.0, 1e5}) {
      const BuiltMesh lower(test::make_flat_sheet(20)), upper(test::make_flat_sheet(20));
      std::vector<Vec3> below = lower.mesh.positions, above = upper.mesh.positions;
      for (Vec3& p : below) p = scale * (p + Vec3::Constant(far));
      for (Vec3& p : above) p = scale * (p + Vec3(far, far, far + 0.25));
      Detector detector;
      detector.add({&lower.surface, below});
      detector.add({&upper.surface, above});
      const auto near = detector.find_candidates({.scope = Scope::between, .margin = 0.2501 * scale}),
                 apart = detector.find_candidates({.scope = Scope::between, .margin = 0.2499 * scale});
      // Each face is near at least to the one above it and the three beside that.
      EXPECT_GE(near.pairs.size(), 4 * lower.surface.face_count() - 80) << scale << " " << far;
      EXPECT_TRUE(apart.pairs.empty()) << scale << " " << far;
      for (const Candidate& pair : near.pairs) ASSERT_NE(pair.a.body, pair.b.body);
      EXPECT_TRUE(detector.find_intersections().pairs.empty());
    }
  }
}

TEST(Candidates, are_the_same_on_any_number_of_threads_and_after_other_margins) {
  const BuiltMesh built(make_drape(5000));
  const double edge = find_mean_edge(built.body());
  Detector fresh;
  fresh.add(built.body());
  const auto expected = fresh.find_candidates({.run = {1, {}}, .margin = 0.3 * edge});
  EXPECT_FALSE(expected.pairs.empty());
  Detector used;
  used.add(built.body());
  std::size_t before = 0;
  for (const double margin : {0.0, 0.1, 0.3, 1.0, 0.3}) {
    const auto found = used.find_candidates({.run = {2, {}}, .margin = margin * edge});
    if (margin != 0.3) {
      EXPECT_GE(found.pairs.size(), before);
    } else {
      EXPECT_EQ(found.pairs, expected.pairs);
      EXPECT_EQ(found.counts, expected.counts);
    }
    before = margin == 0.3 ? 0 : found.pairs.size();
  }
}

// What is searched with margins stays right for intersections.
TEST(Candidates, contain_every_intersection) {
  const BuiltMesh built(make_alpha(5000));
  const Body body = built.body();
  Detector detector;
  detector.add(body);
  for (const double margin : {0.0, 0.001, 0.05}) {
    const auto near = detector.find_candidates({.margin = margin});
    std::vector<Candidate> crossing;
    for (const IntersectingPair& pair : detector.find_intersections().pairs) crossing.push_back({pair.a, pair.b});
    EXPECT_FALSE(crossing.empty());
    EXPECT_EQ(list_missing(crossing, near.pairs), std::vector<Candidate>{}) << margin;
    EXPECT_EQ(detector.find_intersections().pairs, find_intersections({&body, 1}).pairs);
  }
}

TEST(Candidates, need_a_margin_that_is_a_length) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  Detector detector;
  for (const double margin : {-1.0, double{NAN}, double{INFINITY}}) {
    EXPECT_THROW(detector.find_candidates({.margin = margin}), std::logic_error) << margin;
  }
  EXPECT_TRUE(detector.find_candidates({.margin = 1}).pairs.empty());
  set_contract_handler(nullptr);
}

// However large the margin, all pairs are listed that can be.
TEST(Candidates, of_a_huge_margin_are_all_pairs) {
  const BuiltMesh built(make_sphere(100));
  Detector detector;
  detector.add(built.body());
  const std::size_t n = built.surface.face_count();
  for (const double margin : {10.0, 1e50, 1e300}) {
    EXPECT_EQ(detector.find_candidates({.margin = margin}).pairs.size(), n * (n - 1) / 2) << margin;
  }
}

}  // namespace
}  // namespace abut
