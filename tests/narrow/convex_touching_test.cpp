// Whether convex solids touch, against 512 bits: at random, on grids full of exact contact, a last digit beside it, far
// away, at every scale, for needles; and what witnesses save.
#include <gtest/gtest.h>

#include "abut/convex_pair.h"
#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

struct Seen {
  int yes = 0, no = 0;
  void add(bool answer) { (answer ? yes : no) += 1; }
};

bool check_pair(const PlacedConvex& a, const PlacedConvex& b) {
  const bool answer = test_touching(a, b);
  EXPECT_EQ(answer, test::test_touching_exactly(test::place_vertices(a), test::place_vertices(b)));
  EXPECT_EQ(answer, test_touching(b, a));
  EXPECT_EQ(answer, measure_distance(a, b).distance == 0);
  EXPECT_EQ(answer, measure_penetration(a, b).has_value());
  return answer;
}

TEST(ConvexTouching, RandomSolidsAsInManyBits) {
  Random random(1);
  Seen seen;
  for (int round = 0; round < 300; ++round) {
    const Convex a = test::make_random_hull(random, random.integer(4, 8), Vec3(1, 1, 1));
    const Convex b =
        random.coin() ? Convex::make_box(Vec3(0.5, 0.7, 0.2)) : test::make_random_hull(random, 6, Vec3(1, 1, 1));
    const double scale = random.uniform(0.3, 2.5);
    seen.add(check_pair({&a, {test::make_turn_anyhow(random), random.point()}},
                        {&b, {test::make_turn_anyhow(random), scale * random.point()}}));
  }
  EXPECT_GT(seen.yes, 50);
  EXPECT_GT(seen.no, 50);
}

TEST(ConvexTouching, RandomBoxesAsInManyBits) {
  Random random(2);
  Seen seen;
  const Convex a = Convex::make_box(Vec3(0.5, 0.5, 0.5)), b = Convex::make_box(Vec3(0.1, 0.5, 0.9));
  for (int round = 0; round < 300; ++round) {
    seen.add(check_pair({&a, {test::make_turn_anyhow(random), Vec3::Zero()}},
                        {&b, {test::make_turn_anyhow(random), random.point(-1.2, 1.2)}}));
  }
  EXPECT_GT(seen.yes, 50);
  EXPECT_GT(seen.no, 50);
}

// Boxes with whole coordinates: faces, edges and corners touch exactly, or lie on each other.
TEST(ConvexTouching, GridsFullOfContact) {
  Random random(3);
  Seen seen;
  int touching_only = 0;
  for (int round = 0; round < 300; ++round) {
    const double scale = std::ldexp(1.0, random.integer(-30, 30));
    const auto make = [&] {
      const Vec3 size(random.integer(1, 2), random.integer(1, 2), random.integer(1, 2));
      return Convex::make_box(size * scale);
    };
    const Convex a = make(), b = make();
    const PlacedConvex first{&a, {test::kUpright, random.grid_point(2, scale)}},
        second{&b, {test::kUpright, random.grid_point(2, scale)}};
    const bool answer = check_pair(first, second);
    seen.add(answer);
    if (answer && measure_penetration(first, second)->depth == 0) ++touching_only;
  }
  EXPECT_GT(seen.yes, 50);
  EXPECT_GT(seen.no, 20);
  EXPECT_GT(touching_only, 20);
}

TEST(ConvexTouching, HullsOnGridsFullOfContact) {
  Random random(4);
  Seen seen;
  for (int round = 0; round < 200; ++round) {
    const auto make = [&] {
      for (;;) {
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i) points.push_back(random.grid_point(2));
        if (auto hull = Convex::make_hull(points)) return std::move(*hull);
      }
    };
    const Convex a = make(), b = make();
    seen.add(check_pair({&a, {test::kUpright, Vec3::Zero()}}, {&b, {test::kUpright, random.grid_point(3)}}));
  }
  EXPECT_GT(seen.yes, 50);
  EXPECT_GT(seen.no, 50);
}

// Two that touch exactly, but for the last digit of where one is.
TEST(ConvexTouching, ALastDigitDecides) {
  Random random(5);
  Seen seen;
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  for (int round = 0; round < 200; ++round) {
    Vec3 shift(1, random.uniform(-1, 1), random.uniform(-1, 1));
    shift.x() = random.nudge(shift.x());
    const Vec3 away = round % 2 == 0 ? Vec3(0, 0, 0) : Vec3(0, 3, 5);
    seen.add(check_pair({&box, {test::kUpright, away}}, {&box, {test::kUpright, away + shift}}));
  }
  EXPECT_GT(seen.yes, 30);
  EXPECT_GT(seen.no, 30);
}

// Turned boxes face to face, edge to edge or corner to face, as near as rounding lets them be put.
TEST(ConvexTouching, TurnedSolidsThatAllButTouch) {
  Random random(6);
  Seen seen;
  const Convex box = Convex::make_box(Vec3(0.5, 0.25, 0.125)), hull = test::make_fibonacci_hull(8, Vec3(1, 0.8, 0.7));
  for (int round = 0; round < 200; ++round) {
    const Convex& b = round % 3 == 0 ? hull : box;
    PlacedConvex first{&box, {test::make_turn_anyhow(random), random.point()}};
    PlacedConvex second{&b, {round % 2 ? first.pose.rotation : test::make_turn_anyhow(random), random.point(-3, 3)}};
    if (const ConvexDistance d = measure_distance(first, second); d.distance > 0) {
      first.pose.translation -= d.distance * d.normal;
    } else {
      const auto p = measure_penetration(first, second);
      first.pose.translation += p->depth * p->normal;
    }
    seen.add(check_pair(first, second));
  }
  EXPECT_GT(seen.yes, 20);
  EXPECT_GT(seen.no, 20);
}

TEST(ConvexTouching, FarAwayAndAtEveryScale) {
  Random random(7);
  Seen seen;
  for (int round = 0; round < 150; ++round) {
    const double scale = std::pow(10.0, random.integer(-9, 9));
    const Vec3 far = round % 2 == 0 ? Vec3(Vec3::Zero()) : Vec3(1e8 * scale * random.point());
    const Convex a = test::make_random_hull(random, 8, Vec3(scale, scale, scale));
    const Convex b = Convex::make_box(Vec3(0.5, 0.3, 0.7) * scale);
    seen.add(check_pair({&a, {test::make_turn_anyhow(random), far}},
                        {&b, {test::make_turn_anyhow(random), far + 1.5 * scale * random.point()}}));
  }
  EXPECT_GT(seen.yes, 30);
  EXPECT_GT(seen.no, 30);
}

TEST(ConvexTouching, Needles) {
  Random random(8);
  Seen seen;
  const Convex needle = Convex::make_box(Vec3(1, 1e-6, 1e-6)), plate = Convex::make_box(Vec3(1, 1, 1e-6));
  for (int round = 0; round < 150; ++round) {
    const Convex& b = round % 2 == 0 ? needle : plate;
    const auto turn = test::make_turn_anyhow(random);
    const auto other = round % 3 == 0 ? turn : test::make_turn_anyhow(random);
    const Vec3 shift = turn * Vec3(random.uniform(-1, 1), random.uniform(-3e-6, 3e-6), random.uniform(-3e-6, 3e-6));
    seen.add(check_pair({&needle, {turn, Vec3::Zero()}}, {&b, {other, shift}}));
  }
  EXPECT_GT(seen.yes, 30);
  EXPECT_GT(seen.no, 15);
}

TEST(ConvexTouching, DeeplyNestedAndIdentical) {
  Random random(9);
  const Convex large = test::make_fibonacci_hull(32, Vec3(1, 1, 1)), small = Convex::make_box(Vec3(1e-3, 1e-3, 1e-3));
  for (int round = 0; round < 100; ++round) {
    const Pose3 pose{test::make_turn_anyhow(random), random.point()};
    EXPECT_TRUE(test_touching({&large, pose}, {&large, pose}));
    EXPECT_TRUE(test_touching({&small, pose}, {&small, pose}));
    EXPECT_TRUE(test_touching({&large, pose}, {&small, {test::make_turn_anyhow(random), pose.translation}}));
  }
}

TEST(ConvexTouching, SpheresAreExact) {
  const Convex one = Convex::make_sphere(1), tenth = Convex::make_sphere(0.1);
  const Vec3 origin = Vec3::Zero();
  const double next = std::nextafter(2.0, 3.0);
  EXPECT_TRUE(test_touching({&one, {test::kUpright, origin}}, {&one, {test::kUpright, Vec3(2, 0, 0)}}));
  EXPECT_FALSE(test_touching({&one, {test::kUpright, origin}}, {&one, {test::kUpright, Vec3(next, 0, 0)}}));
  EXPECT_TRUE(
      test_touching({&one, {test::kUpright, origin}}, {&one, {test::kUpright, Vec3(1.2, 1.6, 0) * (1 - 1e-16)}}));
  EXPECT_FALSE(test_touching({&one, {test::kUpright, origin}}, {&one, {test::kUpright, Vec3(2, 1e-100, 0)}}));
  EXPECT_TRUE(test_touching({&tenth, {test::kUpright, origin}}, {&tenth, {test::kUpright, Vec3(0.2, 0, 0)}}));
  EXPECT_FALSE(test_touching({&tenth, {test::kUpright, origin}}, {&tenth, {test::kUpright, Vec3(0, 0.1 + 0.2, 0)}}));
}

// ---- witnesses ----

// Boxes keep what separates them, which is all that is faster than testing them anew.
TEST(ConvexWitness, BoxesThatAreApart) {
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  ConvexWitness witness;
  for (int frame = 0; frame < 10; ++frame) {
    EXPECT_FALSE(test_touching({&box, {}}, {&box, {test::kUpright, Vec3(1.5, 0.01 * frame, 0)}}, &witness));
  }
  EXPECT_EQ(witness.tests, 10u);
  EXPECT_EQ(witness.saved, 9u);
}

TEST(ConvexWitness, AnswersTheSameAndSavesMost) {
  Random random(10);
  Seen seen;
  std::uint64_t tests = 0, saved = 0;
  const Convex shapes[] = {test::make_fibonacci_hull(12, Vec3(0.5, 0.5, 0.5)),
                           test::make_fibonacci_hull(32, Vec3(0.6, 0.48, 0.42)),
                           Convex::make_box(Vec3(0.3, 0.3, 0.3), 0.1)};
  for (int pair = 0; pair < 60; ++pair) {
    const Convex &a = shapes[pair % 3], &b = shapes[pair / 3 % 3];
    ConvexWitness witness;
    const Vec3 from = random.point(-1.2, 1.2), to = random.point(-1.2, 1.2);
    const auto start = test::make_turn_anyhow(random), end = test::make_turn_anyhow(random);
    for (int frame = 0; frame <= 100; ++frame) {
      const double t = frame / 100.0;
      const PlacedConvex first{&a, {}}, second{&b, {start.slerp(t, end), (1 - t) * from + t * to}};
      const bool answer = test_touching(first, second, &witness);
      EXPECT_EQ(answer, test_touching(first, second));
      seen.add(answer);
    }
    tests += witness.tests;
    saved += witness.saved;
  }
  EXPECT_GT(seen.yes, 500);
  EXPECT_GT(seen.no, 500);
  EXPECT_EQ(tests, 6060u);
  EXPECT_GT(saved, tests * 3 / 4);
}

}  // namespace
}  // namespace abut
