#include "tree/simple_loops.h"

#include <gtest/gtest.h>

#include "abut/math.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;
using Polygon = std::vector<Vec2>;

constexpr double kError = 0x1p-50;

// All points are different vertices.
bool test_simple(const std::vector<Polygon>& polygons, double error = kError, double clearance = 0) {
  SimpleLoops loops;
  std::size_t count = 0;
  for (const Polygon& polygon : polygons) count += polygon.size();
  loops.clear(count, polygons.size());
  std::size_t vertex = 0;
  for (const Polygon& polygon : polygons) {
    for (const Vec2& p : polygon) loops.add_point(VertexId(vertex++), p.x(), p.y());
    loops.close_loop();
  }
  return loops.test(error, clearance);
}

// True if the closed segments meet, exactly.
bool test_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const int ca = orient2d(a, b, c), da = orient2d(a, b, d), ac = orient2d(c, d, a), bc = orient2d(c, d, b);
  if (ca != da && ac != bc) return true;
  const auto within = [](const Vec2& p, const Vec2& q, const Vec2& r) {
    return std::min(p.x(), q.x()) <= r.x() && r.x() <= std::max(p.x(), q.x()) && std::min(p.y(), q.y()) <= r.y() &&
           r.y() <= std::max(p.y(), q.y());
  };
  return (ca == 0 && within(a, b, c)) || (da == 0 && within(a, b, d)) || (ac == 0 && within(c, d, a)) ||
         (bc == 0 && within(c, d, b));
}

bool test_simple_brute_force(const Polygon& p) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 &a = p[i], &b = p[(i + 1) % n], &c = p[(i + 2) % n];
    if (orient2d(a, b, c) == 0 && (a - b).dot(c - b) >= 0) return false;
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((j + 1) % n != i && test_meet(a, b, p[j], p[(j + 1) % n])) return false;
    }
  }
  return true;
}

// A star around the origin whose radius jumps, then shaken: from certainly simple to badly crossed.
Polygon make_star(Random& random, int corners, double shake) {
  Polygon polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * i / corners, radius = random.uniform(0.8, 1);
    polygon.push_back(radius * Vec2(std::cos(angle), std::sin(angle)) + shake * random.point().head<2>());
  }
  return polygon;
}

TEST(SimpleLoops, agrees_with_brute_force_on_stars) {
  Random random(1);
  int simple = 0, crossed = 0;
  for (int round = 0; round < 3000; ++round) {
    const int corners = random.integer(3, 200);
    const Polygon polygon = make_star(random, corners, random.uniform(0, 12.0 / corners));
    const bool truth = test_simple_brute_force(polygon);
    ASSERT_EQ(test_simple({polygon}), truth) << round;
    ++(truth ? simple : crossed);
  }
  EXPECT_GT(simple, 500);
  EXPECT_GT(crossed, 500);
}

// What is said of loops that move must be true at any time.
TEST(SimpleLoops, that_move_are_simple_all_the_time) {
  Random random(7);
  int simple = 0, crossed = 0, crossed_between = 0;
  for (int round = 0; round < 3000; ++round) {
    const int corners = random.integer(3, 60);
    const Polygon start = make_star(random, corners, random.uniform(0, 6.0 / corners));
    Polygon end = start;
    const double turn = random.uniform(-2, 2), size = random.uniform(0.5, 2), shake = random.uniform(0, 2.0 / corners);
    const Vec2 shift = 0.5 * random.point().head<2>();
    for (Vec2& p : end) {
      p = size * Vec2(std::cos(turn) * p.x() - std::sin(turn) * p.y(), std::sin(turn) * p.x() + std::cos(turn) * p.y());
      p += shift + shake * random.point().head<2>();
    }
    SimpleLoops loops;
    loops.clear(start.size(), 1, true);
    for (std::size_t i = 0; i < start.size(); ++i) {
      loops.add_moving_point(VertexId(i), start[i].x(), start[i].y(), end[i].x(), end[i].y());
    }
    loops.close_loop();
    bool truth = true;
    for (int k = 0; k <= 50; ++k) {
      Polygon there;
      for (std::size_t i = 0; i < start.size(); ++i) there.push_back((1 - k / 50.0) * start[i] + k / 50.0 * end[i]);
      truth = truth && test_simple_brute_force(there);
    }
    const bool is_granted = loops.test(kError);
    ASSERT_LE(is_granted, truth) << round;
    simple += is_granted;
    crossed += !truth;
    crossed_between += !truth && test_simple_brute_force(start) && test_simple_brute_force(end);
  }
  EXPECT_GT(simple, 300);
  EXPECT_GT(crossed, 300);
  EXPECT_GT(crossed_between, 30);
}

TEST(SimpleLoops, never_vouches_for_what_touches) {
  Random random(2);
  int simple = 0, touching = 0;
  for (int round = 0; round < 20000; ++round) {
    Polygon polygon;
    for (int i = random.integer(3, 12); i > 0; --i) polygon.push_back(random.grid_point(4).head<2>());
    const bool said = test_simple({polygon});
    ASSERT_TRUE(!said || test_simple_brute_force(polygon)) << round;
    ++(said ? simple : touching);
  }
  EXPECT_GT(simple, 300);
  EXPECT_GT(touching, 10000);
}

double distance(const Vec2& p, const Vec2& a, const Vec2& b) {
  const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (a + t * (b - a) - p).norm();
}

// The least distance of a corner to an edge it does not end.
double find_clearance(const Polygon& p) {
  double least = INFINITY;
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i || (j + 1) % n == i) continue;
      least = std::min(least, distance(p[i], p[j], p[(j + 1) % n]));
    }
  }
  return least;
}

TEST(SimpleLoops, are_clear_of_themselves_up_to_their_narrowest_place) {
  Random random(3);
  int clear = 0, near = 0;
  for (int round = 0; round < 3000; ++round) {
    const int corners = random.integer(3, 200);
    const Polygon polygon = make_star(random, corners, random.uniform(0, 2.0 / corners));
    if (!test_simple_brute_force(polygon)) continue;
    const double clearance = find_clearance(polygon);
    ASSERT_FALSE(test_simple({polygon}, kError, clearance * (1 + 1e-9))) << round;
    ASSERT_TRUE(test_simple({polygon}, kError, clearance * (1 - 1e-9) - 100 * kError)) << round;
    const double wanted = random.uniform(0, 12.0 / corners);
    ++(test_simple({polygon}, kError, wanted) ? clear : near);
  }
  EXPECT_GT(clear, 500);
  EXPECT_GT(near, 500);
}

TEST(SimpleLoops, does_not_trust_what_is_nearer_than_the_error) {
  const auto make = [](double gap) { return Polygon{{0, 0}, {4, 0}, {4, 1}, {2, gap}, {0, 1}}; };
  EXPECT_TRUE(test_simple({make(1e-3)}, 1e-6));
  EXPECT_FALSE(test_simple({make(1e-3)}, 1e-2));
  EXPECT_FALSE(test_simple({make(0)}, 0));
}

TEST(SimpleLoops, wants_no_loop_inside_another) {
  const Polygon square = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
  const auto moved = [](const Polygon& p, double x, double y, double scale) {
    Polygon q;
    for (const Vec2& v : p) q.push_back(scale * v + Vec2(x, y));
    return q;
  };
  const auto turned = [](Polygon p) {
    std::reverse(p.begin(), p.end());
    return p;
  };
  EXPECT_TRUE(test_simple({square}));
  EXPECT_TRUE(test_simple({square, moved(square, 9, 0, 1)}));
  EXPECT_FALSE(test_simple({square, moved(square, 7, 7, 1)}));
  EXPECT_FALSE(test_simple({square, moved(square, 2.5, 3, 0.25)}));
  EXPECT_FALSE(test_simple({moved(square, 2.5, 3, 0.25), square}));
  EXPECT_TRUE(test_simple({square, turned(moved(square, 2.5, 3, 0.25))}));  // a hole
  // In the notch of an L, its box inside the other's.
  const Polygon l = {{0, 0}, {8, 0}, {8, 2}, {2, 2}, {2, 8}, {0, 8}};
  EXPECT_TRUE(test_simple({l, moved(square, 3, 3.5, 0.25)}));
  EXPECT_FALSE(test_simple({l, moved(square, 0.5, 0.6, 0.1)}));
}

// Loops that pass one vertex twice, as rims do where patches meet in a vertex.
class Pinch : public ::testing::Test {
 protected:
  // Corners with the same number are one vertex.
  static bool test(const std::vector<std::vector<std::pair<int, Vec2>>>& polygons) {
    SimpleLoops loops;
    loops.clear(100, 10);
    for (const auto& polygon : polygons) {
      for (const auto& [vertex, p] : polygon) loops.add_point(VertexId(std::size_t(vertex)), p.x(), p.y());
      loops.close_loop();
    }
    return loops.test(kError);
  }
};

TEST_F(Pinch, is_fine_between_sectors_side_by_side) {
  // Two triangles that touch in a corner, from opposite sides.
  EXPECT_TRUE(test({{{0, {0, 0}}, {1, {-1, 1}}, {2, {-1, -1}}}, {{0, {0, 0}}, {3, {1, -1}}, {4, {1, 1}}}}));
  // A ring whose ends touch in a corner, in one loop.
  EXPECT_TRUE(test({{{0, {2, 0}},
                     {1, {3, 1}},
                     {2, {3, 3}},
                     {3, {-3, 3}},
                     {4, {-3, -3}},
                     {5, {3, -3}},
                     {6, {3, -1}},
                     {0, {2, 0}},
                     {7, {1, -1}},
                     {8, {-1, -1}},
                     {9, {-1, 1}},
                     {10, {1, 1}}}}));
  // One with a straight angle at the vertex, the other beside it.
  EXPECT_TRUE(
      test({{{0, {0, 0}}, {1, {1, 0}}, {2, {0, 1}}, {5, {-1, 0}}}, {{0, {0, 0}}, {3, {-1, -1}}, {4, {1, -1}}}}));
}

TEST_F(Pinch, is_not_between_sectors_that_overlap) {
  EXPECT_FALSE(test({{{0, {0, 0}}, {1, {2, -1}}, {2, {2, 1}}}, {{0, {0, 0}}, {3, {3, 0}}, {4, {3, 3}}}}));
  // One inside the other.
  EXPECT_FALSE(test({{{0, {0, 0}}, {1, {4, -3}}, {2, {4, 3}}}, {{0, {0, 0}}, {3, {2, -1}}, {4, {2, 1}}}}));
  // Straight angle, the other on the same side.
  EXPECT_FALSE(
      test({{{0, {0, 0}}, {1, {1, 0}}, {2, {0, 1}}, {5, {-1, 0}}}, {{0, {0, 0}}, {3, {0.1, 0.1}}, {4, {-0.1, 0.1}}}}));
}

TEST_F(Pinch, is_not_along_an_edge) {
  EXPECT_FALSE(test({{{0, {0, 0}}, {1, {2, 0}}, {2, {0, 2}}}, {{1, {2, 0}}, {0, {0, 0}}, {3, {1, -2}}}}));
}

}  // namespace
}  // namespace abut
