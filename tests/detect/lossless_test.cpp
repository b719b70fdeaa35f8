// Culling by shape loses nothing: on every kind of surface it could go wrong on, the list of pairs equals that of the
// search without it, and of brute force. Each kind must have been culled, and must have had something to find.
#include <gtest/gtest.h>

#include <map>

#include "abut/detect.h"
#include "abut/io.h"
#include "scenes/scenes.h"
#include "support/data.h"
#include "support/meshes.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

struct Tally {
  int meshes = 0, with_hits = 0, with_proofs = 0, with_both = 0;
};

TEST(Lossless, on_every_kind_of_surface) {
  Random random(23);
  std::map<std::string, Tally> tallies;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 130; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(20, round % 10 == 0 ? 1500 : 350));
      if (round % 3 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const Body body = built.body();
      Detector detector(
          {static_cast<Grouping>(random.integer(0, 1)), static_cast<std::uint32_t>(random.integer(1, 8))});
      detector.add(body);
      const auto fast = detector.find_intersections({.run = {1, {}}});
      const auto slow = detector.find_intersections({.run = {1, {}}, .culling = Culling::none});
      const auto brute = find_intersections_brute_force({&body, 1});
      ASSERT_EQ(fast.pairs, brute.pairs) << kind << " round " << round;
      ASSERT_EQ(slow.pairs, brute.pairs) << kind << " round " << round;
      ASSERT_EQ(fast.faces_without_area, brute.faces_without_area) << kind << " round " << round;
      Tally& tally = tallies[std::string(kind)];
      ++tally.meshes;
      tally.with_hits += !fast.pairs.empty();
      tally.with_proofs += fast.counts.proofs > 0;
      tally.with_both += !fast.pairs.empty() && fast.counts.proofs > 0;
    }
  }
  EXPECT_EQ(tallies.size(), test::list_shape_kinds().size());
  for (const auto& [kind, tally] : tallies) {
    EXPECT_GE(tally.with_hits, 10) << kind;
    EXPECT_GE(tally.with_proofs, 10) << kind;
    EXPECT_GE(tally.with_both, 5) << kind;
  }
}

TEST(Lossless, while_a_surface_moves) {
  // One tree through a long motion: the patches decay, the answer does not.
  const BuiltMesh built(make_drape(6000));
  std::vector<Vec3> positions = built.mesh.positions;
  Detector detector;
  const BodyId id = detector.add({&built.surface, positions});
  int with_hits = 0, without = 0;
  for (int frame = 0; frame < 30; ++frame) {
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const Vec3& p = built.mesh.positions[v];
      const double t = 0.002 * frame;
      positions[v] = p + t * Vec3(std::sin(11 * p.y() + 7 * p.z()), std::cos(9 * p.x()),
                                  std::sin(13 * p.x() + 5 * p.y() + 40 * p.z()));
    }
    detector.move(id, positions);
    const auto fast = detector.find_intersections();
    const Body body{&built.surface, positions};
    const auto slow = find_intersections({&body, 1});
    ASSERT_EQ(fast.pairs, slow.pairs) << "frame " << frame;
    EXPECT_GT(fast.counts.proofs, 0u);
    ++(fast.pairs.empty() ? without : with_hits);
  }
  EXPECT_GT(with_hits, 3);
  EXPECT_GT(without, 3);
}

// All normals of the spiral point up, and it crosses itself: trusting the directions alone finds nothing.
TEST(Lossless, where_trusting_the_directions_is_not) {
  for (const auto& [triangles, pairs] : {std::pair(1000, 154u), std::pair(20000, 542u)}) {
    const BuiltMesh built(make_spiral(static_cast<std::size_t>(triangles)));
    const Body body = built.body();
    EXPECT_EQ(test::detect({&body, 1}).pairs.size(), pairs);
    EXPECT_EQ(test::detect({&body, 1}, {.culling = Culling::trusting}).pairs.size(), 0u);
  }
}

TEST(Lossless, on_real_meshes) {
  ABUT_NEED_DATA();
  std::size_t meshes = 0, with_hits = 0;
  std::uint64_t proofs = 0, culled = 0, plain = 0;
  for (const test::IndexRow& row : test::read_index()) {
    if (row.triangles > 30000) continue;
    const auto file = read_mesh(row.path);
    if (!file) continue;
    const BuiltMesh built(weld(file->mesh()).mesh);
    const Body body = built.body();
    Detector detector;
    detector.add(body);
    const auto fast = detector.find_intersections(), slow = find_intersections({&body, 1});
    EXPECT_EQ(fast.pairs, slow.pairs) << row.path;
    ++meshes;
    with_hits += !fast.pairs.empty();
    proofs += fast.counts.proofs;
    culled += fast.counts.face_tests;
    plain += slow.counts.face_tests;
  }
  EXPECT_GT(meshes, 200u);
  EXPECT_GT(with_hits, 50u);
  EXPECT_GT(proofs, 10000u);
  EXPECT_LT(culled, plain);
}

// The work on a smooth surface does not grow with the number of its faces.
TEST(Lossless, costs_nothing_that_grows_on_a_sphere) {
  for (const std::size_t triangles : {1000, 10000, 100000}) {
    const BuiltMesh built(make_sphere(triangles));
    const Body body = built.body();
    const auto found = test::detect({&body, 1});
    EXPECT_TRUE(found.pairs.empty());
    EXPECT_LE(found.counts.calls, 300u) << triangles;
    EXPECT_EQ(found.counts.face_tests, 0u) << triangles;
  }
}

}  // namespace
}  // namespace abut
