#include <gtest/gtest.h>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

std::vector<IntersectingPair> find(std::span<const Body> bodies, int threads = 2) {
  return find_intersections(bodies, {.run = {threads, {}}}).pairs;
}

TEST(FindIntersections, agrees_with_brute_force_on_soups_and_folded_sheets) {
  Random random(1);
  int with_hits = 0, without = 0, by_shared[4] = {};
  for (int round = 0; round < 400; ++round) {
    const bool on_grid = random.coin();
    const BuiltMesh built(round % 2 ? test::make_soup(random, random.integer(2, 60), 0.3, on_grid)
                                    : test::make_folded_sheet(random, random.integer(2, 7), on_grid));
    const Body body = built.body();
    const auto fast = find({&body, 1});
    ASSERT_EQ(fast, find_intersections_brute_force({&body, 1}).pairs) << "round " << round;
    ++(fast.empty() ? without : with_hits);
    for (const auto& pair : fast) ++by_shared[pair.shared_vertices];
  }
  EXPECT_GT(with_hits, 50);
  EXPECT_GT(without, 50);
  EXPECT_GT(by_shared[0], 1000);
  EXPECT_GT(by_shared[1], 100);
  EXPECT_GT(by_shared[2], 20);
}

TEST(FindIntersections, agrees_with_brute_force_between_bodies) {
  Random random(2);
  int between = 0;
  for (int round = 0; round < 50; ++round) {
    const BuiltMesh a(test::make_folded_sheet(random, 4, false)), b(test::make_soup(random, 40, 2, false)),
        c(test::make_soup(random, 20, 1, true));
    const Body bodies[] = {a.body(), b.body(), c.body()};
    const auto fast = find(bodies);
    ASSERT_EQ(fast, find_intersections_brute_force(bodies).pairs);
    for (const auto& pair : fast) between += pair.a.body != pair.b.body;
  }
  EXPECT_GT(between, 100);
}

TEST(FindIntersections, gives_the_same_list_at_any_thread_count) {
  const BuiltMesh torso(make_torso(8000)), garment(make_garment(4000, 0.0065)), loop(make_alpha(5000));
  const Body bodies[] = {torso.body(), garment.body(), loop.body()};
  const auto one = find(bodies, 1);
  EXPECT_GT(one.size(), 300u);
  for (const int threads : {2, 7}) {
    EXPECT_EQ(find(bodies, threads), one);
    EXPECT_EQ(make_digest(find(bodies, threads)), make_digest(one));
  }
  const auto first = find_intersections(bodies, {.run = {1, {}}, .stop_at_first = true}).pairs;
  ASSERT_EQ(first.size(), 1u);
  const auto candidates = find_intersections(bodies, {.run = {1, {}}, .stop_at_first = true}).counts.face_tests;
  for (const int threads : {2, 7, 7, 7}) {
    const auto again = find_intersections(bodies, {.run = {threads, {}}, .stop_at_first = true});
    EXPECT_EQ(again.pairs, first);
    EXPECT_EQ(again.counts.face_tests, candidates);
  }
}

// Counts known from two independent exact programs.
TEST(FindIntersections, knows_the_scenes) {
  const auto count = [](const PolygonMesh& mesh) {
    const BuiltMesh built(mesh);
    const Body body = built.body();
    return find({&body, 1}).size();
  };
  EXPECT_EQ(count(make_sphere(20000)), 0u);
  EXPECT_EQ(count(make_alpha(1000)), 55u);
  EXPECT_EQ(count(make_alpha(5000)), 123u);
  EXPECT_EQ(count(make_alpha(20000)), 246u);
  EXPECT_EQ(count(make_alpha(50000)), 393u);
  EXPECT_EQ(count(make_drape(50000)), 0u);
  EXPECT_EQ(count(make_spiral(1000)), 154u);
  EXPECT_EQ(count(make_spiral(20000)), 542u);
}

TEST(FindIntersections, leaves_out_faces_without_area_and_names_them) {
  const BuiltMesh built(
      test::make_mesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {1, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}));
  const Body body = built.body();
  const auto found = find_intersections({&body, 1});
  EXPECT_TRUE(found.pairs.empty());
  ASSERT_EQ(found.faces_without_area.size(), 1u);
  EXPECT_EQ(found.faces_without_area[0].face, FaceId(1));
}

TEST(FindIntersections, stops_when_progress_says_so) {
  const BuiltMesh built(make_alpha(20000));
  const Body body = built.body();
  int calls = 0;
  const auto found =
      find_intersections({&body, 1}, {.run = {2, [&](std::uint64_t, std::uint64_t) { return ++calls < 3; }}});
  EXPECT_FALSE(found.is_complete);
  EXPECT_GE(calls, 3);
}

TEST(FindIntersections, costs_no_more_far_from_the_origin_or_at_extreme_scales) {
  const auto make_moved = [](double offset, double scale) {
    PolygonMesh mesh = make_alpha(5000);
    for (Vec3& p : mesh.positions) p = Vec3(p * scale).array() + offset;
    return BuiltMesh(mesh);
  };
  const auto count_candidates = [](std::span<const Body> bodies) {
    return find_intersections(bodies).counts.face_tests;
  };
  const BuiltMesh usual = make_moved(10, 0.01);
  const Body usual_body = usual.body();
  const auto few = count_candidates({&usual_body, 1});
  for (const auto& [offset, scale] :
       {std::pair(5e6, 0.01), std::pair(0.0, 1e60), std::pair(0.0, 1e-60), std::pair(1e90, 1e88)}) {
    const BuiltMesh moved = make_moved(offset, scale);
    const Body body = moved.body();
    EXPECT_LT(count_candidates({&body, 1}), 2 * few) << offset << " " << scale;
  }
  // Two that are far apart keep a frame each.
  const BuiltMesh far_away = make_moved(5e6, 0.01);
  const Body both[] = {usual.body(), far_away.body()};
  EXPECT_LT(count_candidates(both), 3 * few);
}

TEST(FindIntersections, refuses_positions_that_do_not_fit_the_surface) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  const BuiltMesh built(make_alpha(1000));
  const Body body{&built.surface, std::span(built.mesh.positions).first(3)};
  EXPECT_THROW(find_intersections({&body, 1}), std::logic_error);
  set_contract_handler(nullptr);
}

TEST(FindIntersections, is_not_moved_by_scale_or_place) {
  const PolygonMesh original = make_alpha(1000);
  for (const double scale : {0x1p-40, 0x1p40}) {
    PolygonMesh mesh = original;
    for (Vec3& p : mesh.positions) p *= scale;
    const BuiltMesh built(mesh);
    const Body body = built.body();
    EXPECT_EQ(find({&body, 1}).size(), 55u);
  }
}

}  // namespace
}  // namespace abut
