// The promises of untangling, over all kinds of tangles.
#include "abut/untangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/untangle_scenes.h"

namespace abut {
namespace {

using test::make_grid;
using test::ReadyScene;

// By testing every pair; those of obstacles among themselves do not count.
std::size_t count_pairs(const ReadyScene& ready, const std::vector<Body>& bodies) {
  auto pairs = find_intersections_brute_force(bodies).pairs;
  std::erase_if(pairs, [&](const IntersectingPair& pair) {
    return ready.scene.bodies[pair.a.body].is_obstacle && ready.scene.bodies[pair.b.body].is_obstacle;
  });
  return pairs.size();
}

class EveryKind : public testing::TestWithParam<std::string_view> {};

// Clean by brute force, with the thickness that was asked for by a search of its own, or honest about what is left.
TEST_P(EveryKind, IsProvenCleanOrSaysWhatIsLeft) {
  for (const std::uint64_t seed : {0u, 1u}) {
    const int cells = GetParam() == "squares" ? 6 : GetParam() == "crumple" ? 24 : 12;
    const ReadyScene ready(GetParam(), seed, cells);
    const std::size_t before = count_pairs(ready, ready.bodies());
    const auto thickness = 0.02 * *find_largest_thickness(ready.scene);
    const auto report = untangle(ready.scene, {.thickness = thickness, .max_iterations = 200});
    ASSERT_TRUE(report) << report.error().message;
    const auto after = ready.bodies_after(*report);
    EXPECT_EQ(report->before.pairs, before);
    EXPECT_EQ(count_pairs(ready, after), report->pairs_left.size());
    EXPECT_LE(report->pairs_left.size(), before);
    EXPECT_EQ(report->remainders.empty(), report->is_clean());
    if (make_tangle(GetParam(), seed, cells)->is_solvable) {
      EXPECT_TRUE(report->is_clean()) << report->pairs_left.size() << " pairs left of " << before;
      ASSERT_TRUE(report->separation);
      EXPECT_GE(report->separation->distance, thickness);
    } else {
      EXPECT_FALSE(report->is_clean());
      for (const Remainder& r : report->remainders) EXPECT_NE(r.obstruction, Obstruction::not_resolved);
    }
  }
}

std::vector<std::string_view> list_kinds() {
  std::vector<std::string_view> kinds;
  for (const TangleKind& kind : list_tangles()) {
    if (kind.name != "garment") kinds.push_back(kind.name);  // too large for brute force
  }
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Untangle, EveryKind, testing::ValuesIn(list_kinds()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Untangle, CanonicalKindsTakeFewerThanTenIterationsAtTwoResolutions) {
  for (const char* kind : {"closed", "eight", "bbii", "bibi", "bli", "ll", "cross"}) {
    for (const int cells : {12, 24}) {
      for (const std::uint64_t seed : {0u, 2u, 7u}) {
        const ReadyScene ready(kind, seed, cells);
        const auto report = untangle(ready.scene, {.max_iterations = 9});
        EXPECT_TRUE(report->is_clean()) << kind << " " << cells << " " << seed;
        EXPECT_GT(report->before.pairs, 0u);
      }
    }
  }
}

TEST(Untangle, IsNeverWorseHoweverEarlyItStops) {
  bool was_left = false;
  for (const char* kind : {"squares", "crumple", "sheets", "pinched"}) {
    for (int iterations = 0; iterations < 5; ++iterations) {
      const ReadyScene ready(kind, 2, 12);
      const auto report = untangle(ready.scene, {.max_iterations = iterations});
      EXPECT_LE(report->pairs_left.size(), report->before.pairs) << kind;
      EXPECT_LE(report->iterations(), iterations);
      was_left |= !report->is_clean();
    }
  }
  EXPECT_TRUE(was_left);
}

TEST(Untangle, IsTheSameAtAnyThreadCount) {
  for (const char* kind : {"squares", "ll", "skirts"}) {
    const ReadyScene ready(kind, 5, 10);
    const auto one = untangle(ready.scene, {.run = {1, {}}});
    for (const int threads : {2, 3}) {
      const auto many = untangle(ready.scene, {.run = {threads, {}}});
      EXPECT_EQ(one->positions, many->positions) << kind;
      EXPECT_EQ(one->iterations(), many->iterations());
    }
  }
}

TEST(Untangle, ObstaclesAndPinsStayToTheBit) {
  ReadyScene ready("skirts", 1, 12);
  std::vector<VertexId> pins;
  for (std::uint32_t v = 0; v < 20; ++v) pins.push_back(VertexId(v));
  std::size_t obstacles = 0, moved = 0;
  for (UntangleBody& body : ready.scene.bodies) {
    if (!body.is_obstacle) body.pins = pins;
  }
  const auto report = untangle(ready.scene, {});
  for (std::size_t i = 0; i < ready.scene.bodies.size(); ++i) {
    const UntangleBody& body = ready.scene.bodies[i];
    for (std::uint32_t v = 0; v < body.body.positions.size(); ++v) {
      const bool is_fixed = body.is_obstacle || v < 20;
      if (is_fixed) {
        EXPECT_EQ(report->positions[i][v], body.body.positions[v]);
      }
      moved += report->positions[i][v] != body.body.positions[v];
    }
    obstacles += body.is_obstacle;
  }
  EXPECT_GT(obstacles, 0u);
  EXPECT_GT(moved, 0u);
}

TEST(Untangle, WhatIsFarFromTheTangleStays) {
  const ReadyScene ready("garment", 0, 30);
  const auto report = untangle(ready.scene, {});
  EXPECT_TRUE(report->is_clean());
  EXPECT_LT(report->deformation.moved_vertices, report->deformation.movable_vertices / 2);
  EXPECT_GT(report->deformation.moved_vertices, 0u);
}

TEST(Untangle, LayersEndInOrder) {
  const ReadyScene ready("tubes2", 3, 16);
  const auto report = untangle(ready.scene, {});
  ASSERT_TRUE(report->is_clean());
  EXPECT_GT(report->resolved_by[static_cast<std::size_t>(Strategy::layers)], 0u);
}

TEST(Untangle, NothingToDoChangesNothing) {
  const PolygonMesh flat = make_grid(4, [](double x, double y) { return Vec3(x, y, 0); });
  ReadyScene ready;
  ready.add({"sheet", flat});
  const auto report = untangle(ready.scene, {});
  EXPECT_TRUE(report->was_clean());
  EXPECT_TRUE(report->is_clean());
  EXPECT_EQ(report->iterations(), 0);
  EXPECT_EQ(report->positions[0], flat.positions);
}

TEST(Untangle, AThicknessPartsEvenWhatDoesNotIntersect) {
  const auto at_height = [](double z) { return [z](double x, double y) { return Vec3(x, y, z); }; };
  ReadyScene ready;
  ready.add({"low", make_grid(6, at_height(0))});
  ready.add({"high", make_grid(6, at_height(1e-4))});
  const auto left_alone = untangle(ready.scene, {});
  EXPECT_EQ(left_alone->deformation.moved_vertices, 0u);
  const auto parted = untangle(ready.scene, {.thickness = 0.01});
  EXPECT_TRUE(parted->is_clean());
  EXPECT_GE(parted->separation->distance, 0.01);
  EXPECT_LT(parted->deformation.largest_displacement, 0.02);
}

TEST(Untangle, GridsThatMeetVertexOnVertexComeApart) {
  ReadyScene ready;
  ready.add({"flat", make_grid(8, [](double x, double y) { return Vec3(x - 0.5, y - 0.5, 0); })});
  ready.add({"upright", make_grid(8, [](double x, double y) { return Vec3(0.0, 0.5 * x - 0.25, 0.5 * y - 0.125); })});
  const auto report = untangle(ready.scene, {});
  EXPECT_GT(report->before.pairs, 0u);
  EXPECT_EQ(report->before.crossings, 0u);  // edges meet edges and vertices everywhere
  EXPECT_TRUE(report->is_clean());
}

TEST(Untangle, AllPinnedIsAnError) {
  ReadyScene ready("closed", 0, 8);
  for (UntangleBody& body : ready.scene.bodies) {
    for (std::uint32_t v = 0; v < body.body.positions.size(); ++v) body.pins.push_back(VertexId(v));
  }
  const auto report = untangle(ready.scene, {});
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("nothing may move"), std::string::npos);
}

TEST(Untangle, ScenesThatDoNotFitAreErrors) {
  const std::vector<Vec3> too_few(3, Vec3::Zero());
  const auto expect_error = [](const ReadyScene& ready, const UntangleSettings& settings, std::string_view part) {
    const auto report = untangle(ready.scene, settings);
    ASSERT_FALSE(report) << part;
    EXPECT_NE(report.error().message.find(part), std::string::npos) << report.error().message;
  };
  ReadyScene pins("closed", 0, 8), rest("closed", 0, 8), start("closed", 0, 8), layers("closed", 0, 8);
  pins.scene.bodies[0].pins = {VertexId(100000)};
  rest.scene.bodies[0].rest = too_few;
  start.scene.bodies[0].start = too_few;
  layers.scene.bodies[0].layers = {0, 1, 2, 3};
  expect_error(pins, {}, "pin 100000");
  expect_error(rest, {}, "at rest");
  expect_error(start, {}, "start from");
  expect_error(layers, {}, "layers of 4 parts");
  const ReadyScene good("closed", 0, 8);
  const double largest = *find_largest_thickness(good.scene);
  expect_error(good, {.thickness = 1.01 * largest}, "largest thickness possible");
  expect_error(good, {.thickness = -1}, "expected a length");
  EXPECT_TRUE(untangle(good.scene, {.thickness = 0.1 * largest}));
}

TEST(Untangle, AnInterruptKeepsTheBestState) {
  const ReadyScene ready("sheets", 0, 24);
  const auto report = untangle(ready.scene, {.run = {0, [](std::uint64_t done, std::uint64_t) { return done < 2; }}});
  EXPECT_TRUE(report->is_interrupted);
  EXPECT_EQ(report->iterations(), 2);
  EXPECT_LE(report->pairs_left.size(), report->before.pairs);
  const auto timed = untangle(ready.scene, {.time_limit = 1e-9});
  EXPECT_TRUE(timed->is_time_out);
  EXPECT_EQ(timed->iterations(), 0);
}

TEST(Untangle, StartsFromWhereItIsTold) {
  const ReadyScene ready("closed", 0, 12);
  const auto first = untangle(ready.scene, {});
  ReadyScene again("closed", 0, 12);
  for (std::size_t i = 0; i < again.scene.bodies.size(); ++i) again.scene.bodies[i].start = first->positions[i];
  const auto second = untangle(again.scene, {});
  EXPECT_EQ(second->iterations(), 0);
  EXPECT_TRUE(second->is_clean());
  EXPECT_GT(second->before.pairs, 0u);
  EXPECT_EQ(second->deformation.mean_edge, first->deformation.mean_edge);
}

TEST(Untangle, OverlooksHalfOfTheCrossingsAndStillComesThrough) {
  for (const char* kind : {"closed", "bibi", "sheets", "ll"}) {
    const ReadyScene ready(kind, 4, 12);
    EXPECT_TRUE(untangle(ready.scene, {.ignored_share = 0.5})->is_clean()) << kind;
  }
}

TEST(Untangle, ObserverSeesEveryStep) {
  const ReadyScene ready("bibi", 0, 12);
  int calls = 0;
  const auto report = untangle(ready.scene, {.observer = [&](const UntangleStep& step, auto positions) {
                                 EXPECT_EQ(step.iteration, calls++);
                                 EXPECT_EQ(positions.size(), 2u);
                                 EXPECT_GT(step.crossings, 0u);
                                 EXPECT_GT(step.length, 0);
                               }});
  EXPECT_EQ(calls, report->iterations());
  for (const UntangleStep& step : report->steps) EXPECT_GT(step.largest_motion, 0);
}

TEST(Untangle, KeepsTheShape) {
  const ReadyScene ready("ll", 0, 24);
  const auto report = untangle(ready.scene, {});
  ASSERT_TRUE(report->is_clean());
  EXPECT_LT(report->deformation.mean_strain, 0.03);
  EXPECT_LT(report->deformation.largest_stretch, 1.5);
}

}  // namespace
}  // namespace abut
