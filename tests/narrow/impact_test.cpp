// Impacts of features: exact against algebra, algebra against sampling with exact tests, times against distances.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "abut/narrow.h"
#include "narrow/exact_touch.h"
#include "support/distances.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;

enum class Kind { vertex_face, edge_edge };
constexpr Kind kKinds[] = {Kind::vertex_face, Kind::edge_edge};

std::optional<FeatureImpact> find_impact(Kind kind, const Motion<4>& motion, const ImpactSettings& settings = {}) {
  return kind == Kind::vertex_face ? find_vertex_face_impact(motion, settings)
                                   : find_edge_edge_impact(motion, settings);
}
bool test_touch(Kind kind, const Motion<4>& motion, double from = 0, double to = 1) {
  return test_touch_exact(
      motion, kind == Kind::vertex_face ? DifferenceShape::triangle : DifferenceShape::parallelogram, from, to);
}

std::array<Vec3, 4> at(const Motion<4>& motion, double t) {
  std::array<Vec3, 4> points;
  for (int i = 0; i < 4; ++i) points[i] = (1 - t) * motion.start[i] + t * motion.end[i];
  return points;
}
double find_distance(Kind kind, const std::array<Vec3, 4>& p) {
  return kind == Kind::vertex_face ? test::distance(p[0], TrianglePoints{p[1], p[2], p[3]})
                                   : test::distance(p[0], p[1], p[2], p[3]);
}
double find_distance(Kind kind, const Motion<4>& motion, double t) { return find_distance(kind, at(motion, t)); }

// A bound on how fast the distance changes.
double find_speed(const Motion<4>& motion) {
  double speed = 0;
  for (int i = 0; i < 4; ++i) speed = std::max(speed, (motion.end[i] - motion.start[i]).norm());
  return 2 * speed;
}

bool test_static_touch(Kind kind, const std::array<Vec3, 4>& p) {
  if (kind == Kind::edge_edge) return test_edge_edge(p[0], p[1], p[2], p[3]);
  if (!test_collinear(p[1], p[2], p[3])) return test_edge_triangle(p[0], p[0], {p[1], p[2], p[3]});
  return test_edge_edge(p[0], p[0], p[1], p[2]) || test_edge_edge(p[0], p[0], p[2], p[3]) ||
         test_edge_edge(p[0], p[0], p[3], p[1]);
}

Motion<4> make_random(Random& random) {
  Motion<4> motion;
  for (int i = 0; i < 4; ++i) {
    motion.start[i] = random.point();
    motion.end[i] = random.point();
  }
  return motion;
}

// On a small grid, where all that is degenerate happens: no motion, planar motion, parallel edges, flat triangles,
// touching all the time or only at the end.
Motion<4> make_grid(Random& random) {
  Motion<4> motion;
  const int size = random.integer(1, 3);
  const Vec3 common = random.grid_point(2);
  const bool is_flat = random.integer(0, 3) == 0, moves_as_one = random.integer(0, 3) == 0;
  for (int i = 0; i < 4; ++i) {
    motion.start[i] = random.grid_point(size);
    motion.end[i] = moves_as_one && i > 0 ? Vec3(motion.start[i] + common) : random.grid_point(size);
    if (is_flat) motion.start[i].z() = motion.end[i].z() = 1;
  }
  return motion;
}

Motion<4> reverse(const Motion<4>& motion) { return {motion.end, motion.start}; }
Motion<4> permute(const Motion<4>& motion, const std::array<int, 4>& order) {
  Motion<4> result;
  for (int i = 0; i < 4; ++i) {
    result.start[i] = motion.start[order[i]];
    result.end[i] = motion.end[order[i]];
  }
  return result;
}

// Positions at time k / n, times n: integers, so tests of them are exact.
std::array<Vec3, 4> sample(const Motion<4>& motion, int k, int n) {
  std::array<Vec3, 4> points;
  for (int i = 0; i < 4; ++i) points[i] = (n - k) * motion.start[i] + k * motion.end[i];
  return points;
}

struct Tally {
  int touches = 0, others = 0, sampled = 0, at_start = 0;
};

TEST(ExactTouch, finds_what_sampling_finds) {
  Random random(2);
  constexpr int kSamples = 24;
  for (const Kind kind : kKinds) {
    Tally tally;
    for (int round = 0; round < 3000; ++round) {
      const Motion<4> motion = make_grid(random);
      int first = -1;
      for (int k = 0; k <= kSamples && first < 0; ++k) {
        if (test_static_touch(kind, sample(motion, k, kSamples))) first = k;
      }
      const bool touches = test_touch(kind, motion);
      if (first >= 0) {
        ASSERT_TRUE(touches) << round;
        EXPECT_TRUE(test_touch(kind, motion, 0, double(first) / kSamples + 1e-12)) << round;
        EXPECT_EQ(test_touch(kind, motion, 0, 0), first == 0) << round;
        ++tally.sampled;
      }
      ++(touches ? tally.touches : tally.others);
      tally.at_start += first == 0;
    }
    EXPECT_GT(tally.sampled, 300);
    EXPECT_GT(tally.touches, tally.sampled);
    EXPECT_GT(tally.others, 300);
    EXPECT_GT(tally.at_start, 30);
  }
}

// What the finder says is what algebra says, its time is safe, and near the time features are near.
void check_impact(Kind kind, const Motion<4>& motion, const ImpactSettings& settings, Tally& tally) {
  const auto impact = find_impact(kind, motion, settings);
  const bool touches = test_touch(kind, motion, settings.t0, settings.t1);
  ++(touches ? tally.touches : tally.others);
  ASSERT_EQ(impact.has_value(), touches);
  if (!impact) return;
  EXPECT_TRUE(impact->is_certain);
  EXPECT_GE(impact->time, settings.t0);
  EXPECT_LE(impact->time, settings.t1);
  EXPECT_EQ(impact->at_start, test_touch(kind, motion, settings.t0, settings.t0));
  if (impact->at_start) {
    EXPECT_EQ(impact->time, settings.t0);
  } else {
    EXPECT_FALSE(test_touch(kind, motion, settings.t0, impact->time));
  }
  const double end = std::min(settings.t1, impact->time + settings.tolerance);
  EXPECT_TRUE(test_touch(kind, motion, impact->time, end));
  const double reach = find_speed(motion) * settings.tolerance + 1e-12;
  EXPECT_LE(find_distance(kind, motion, impact->time), reach);
  // The weights name points that nearly touch, and the normal has length 1.
  const auto p = at(motion, impact->time);
  const Vec3 &a = impact->a_weights, &b = impact->b_weights;
  const Vec3 gap = kind == Kind::vertex_face ? Vec3(p[0] - (b[0] * p[1] + b[1] * p[2] + b[2] * p[3]))
                                             : Vec3(a[0] * p[0] + a[1] * p[1] - b[0] * p[2] - b[1] * p[3]);
  EXPECT_LE(gap.norm(), 2 * reach);
  EXPECT_NEAR(a.sum(), 1, 1e-12);
  EXPECT_NEAR(b.sum(), 1, 1e-12);
  EXPECT_GE(std::min(a.minCoeff(), b.minCoeff()), 0);
  EXPECT_LE(std::abs(impact->normal.norm() - 1) * impact->normal.norm(), 1e-9);  // zero where there is none
  tally.at_start += impact->at_start;
}

TEST(Impact, is_that_of_algebra) {
  Random random(3);
  for (const Kind kind : kKinds) {
    Tally general, degenerate, partly;
    for (int round = 0; round < 2000; ++round) {
      SCOPED_TRACE(round);
      check_impact(kind, make_random(random), {}, general);
      check_impact(kind, make_grid(random), {}, degenerate);
      ImpactSettings settings;
      settings.t0 = random.uniform(0, 0.6);
      settings.t1 = random.uniform(settings.t0, 1);
      settings.tolerance = std::pow(10, -random.integer(2, 10));
      settings.max_tests = random.pick(std::array{0, 1, 5, 256});
      check_impact(kind, random.coin() ? make_grid(random) : make_random(random), settings, partly);
      if (HasFatalFailure()) return;
    }
    for (const Tally& tally : {general, degenerate, partly}) {
      EXPECT_GT(tally.touches, 100);
      EXPECT_GT(tally.others, 100);
    }
    EXPECT_GT(degenerate.at_start, 50);
  }
}

// Nearly degenerate: grid points moved by units in the last place, or by very little.
TEST(Impact, is_that_of_algebra_where_doubles_cannot_tell) {
  Random random(4);
  for (const Kind kind : kKinds) {
    Tally tally;
    for (int round = 0; round < 1500; ++round) {
      SCOPED_TRACE(round);
      Motion<4> motion = make_grid(random);
      const double size = std::pow(10, -random.integer(8, 18));
      for (auto* points : {&motion.start, &motion.end}) {
        for (Vec3& p : *points) {
          p /= 3;
          for (double& x : p) x = random.coin() ? random.nudge(x) : x + size * random.integer(-2, 2);
        }
      }
      check_impact(kind, motion, {}, tally);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.touches, 100);
    EXPECT_GT(tally.others, 100);
  }
}

TEST(Impact, depends_neither_on_the_order_of_features_nor_on_the_way_time_runs) {
  Random random(5);
  const std::vector<std::array<int, 4>> orders[] = {
      {{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 2, 1, 3}},
      {{1, 0, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}},
  };
  for (const Kind kind : kKinds) {
    int touches = 0, others = 0;
    for (int round = 0; round < 2000; ++round) {
      const Motion<4> motion = random.coin() ? make_grid(random) : make_random(random);
      const auto impact = find_impact(kind, motion);
      ++(impact ? touches : others);
      EXPECT_EQ(find_impact(kind, reverse(motion)).has_value(), impact.has_value());
      for (const auto& order : orders[static_cast<int>(kind)]) {
        const auto other = find_impact(kind, permute(motion, order));
        ASSERT_EQ(other.has_value(), impact.has_value());
        if (impact) {
          EXPECT_NEAR(other->time, impact->time, 1e-6);
        }
      }
    }
    EXPECT_GT(touches, 300);
    EXPECT_GT(others, 300);
  }
}

// Powers of two change nothing, however large or small the numbers become.
TEST(Impact, is_the_same_at_any_scale) {
  Random random(6);
  for (const Kind kind : kKinds) {
    int touches = 0;
    for (int round = 0; round < 1000; ++round) {
      const bool is_grid = random.coin();
      const Motion<4> motion = is_grid ? make_grid(random) : make_random(random);
      const auto impact = find_impact(kind, motion);
      touches += impact.has_value();
      // The smallest doubles have only a few digits, enough for a grid.
      for (const int exponent : {is_grid ? -1070 : -900, -300, 100, 330}) {
        Motion<4> scaled = motion;
        for (int i = 0; i < 4; ++i) {
          scaled.start[i] *= std::ldexp(1.0, exponent);
          scaled.end[i] *= std::ldexp(1.0, exponent);
        }
        const auto other = find_impact(kind, scaled);
        ASSERT_EQ(other.has_value(), impact.has_value()) << exponent;
        if (impact) {
          EXPECT_NEAR(other->time, impact->time, 1e-6);
          EXPECT_TRUE(other->normal.allFinite());
        }
      }
    }
    EXPECT_GT(touches, 100);
  }
}

TEST(Impact, far_from_the_origin_is_that_of_the_rounded_points) {
  Random random(7);
  for (const Kind kind : kKinds) {
    Tally tally;
    for (int round = 0; round < 500; ++round) {
      Motion<4> motion = make_random(random);
      const Vec3 far = 1e9 * random.point();
      for (int i = 0; i < 4; ++i) {
        motion.start[i] += far;
        motion.end[i] += far;
      }
      EXPECT_EQ(find_impact(kind, motion).has_value(), test_touch(kind, motion)) << round;
      ++(test_touch(kind, motion) ? tally.touches : tally.others);
    }
    EXPECT_GT(tally.touches, 20);
    EXPECT_GT(tally.others, 20);
  }
}

// With a separation there is no algebra to compare with; the distance at many times stands in.
TEST(Impact, with_a_separation_misses_nothing_and_is_safe) {
  Random random(8);
  for (const Kind kind : kKinds) {
    int found = 0, others = 0, at_start = 0, uncertain = 0;
    for (int round = 0; round < 8000; ++round) {
      SCOPED_TRACE(round);
      const bool is_grid = random.integer(0, 2) == 0;
      const Motion<4> motion = is_grid ? make_grid(random) : make_random(random);
      ImpactSettings settings;
      settings.separation = std::pow(10, random.uniform(-6, 0));
      const auto impact = find_impact(kind, motion, settings);
      ++(impact ? found : others);
      const double time = impact ? impact->time : 1;
      for (int k = 0; k < 40; ++k) {
        const double t = time * k / 40;
        if (impact && impact->at_start) break;
        ASSERT_GT(find_distance(kind, motion, t), settings.separation * (1 - 1e-9)) << t;
      }
      if (!impact) continue;
      const double reach = find_speed(motion) * settings.tolerance;
      EXPECT_LE(find_distance(kind, motion, impact->time), settings.separation + reach + 1e-12);
      EXPECT_EQ(impact->at_start, find_distance(kind, motion, 0) <= settings.separation * (1 + 1e-9) && time == 0);
      at_start += impact->at_start;
      uncertain += !impact->is_certain;
    }
    EXPECT_GT(found, 500);
    EXPECT_GT(others, 300);
    EXPECT_GT(at_start, 300);
    EXPECT_LT(uncertain, found / 10);
  }
}

// Features of sizes that have nothing in common, so that products of small ones are lost to doubles.
TEST(Impact, is_that_of_algebra_when_sizes_are_mixed) {
  Random random(10);
  const double sizes[] = {1, 1e-60, 1e-110, 1e-161, 1e-250, 1e-310, 1e80};
  for (const Kind kind : kKinds) {
    int touches = 0, others = 0;
    for (int round = 0; round < 2000; ++round) {
      Motion<4> motion = make_grid(random);
      const double small = random.pick(sizes), large = random.coin() ? 1 : random.pick(sizes);
      for (int i = 0; i < 4; ++i) {
        const double size = random.integer(0, 3) == 0 ? large : small;
        motion.start[i] *= size;
        motion.end[i] *= size;
      }
      const auto impact = find_impact(kind, motion);
      ASSERT_EQ(impact.has_value(), test_touch(kind, motion)) << round;
      ++(impact ? touches : others);
      if (!impact) continue;
      EXPECT_TRUE(impact->normal.allFinite() && impact->a_weights.allFinite() && impact->b_weights.allFinite());
      EXPECT_EQ(impact->at_start, test_touch(kind, motion, 0, 0));
      if (!impact->at_start) {
        EXPECT_FALSE(test_touch(kind, motion, 0, impact->time)) << round;
      }
      EXPECT_TRUE(test_touch(kind, motion, impact->time, std::min(1.0, impact->time + 1e-6))) << round;
    }
    EXPECT_GT(touches, 200);
    EXPECT_GT(others, 200);
  }
}

TEST(Impact, with_a_separation_is_found_however_small_features_are) {
  ImpactSettings settings;
  settings.separation = 0.5;
  for (const double h : {1e-60, 1e-81, 1e-162, 1e-300}) {
    const std::array<Vec3, 4> face = {Vec3(0, 0, 0.1), Vec3(0, 0, 0), Vec3(h, 0, 0), Vec3(0, h, 0)},
                              edges = {Vec3(0, 0, 0.1), Vec3(h, 0, 0.1), Vec3(0, 0, 0), Vec3(0, h, 0)};
    EXPECT_TRUE(find_vertex_face_impact({face, face}, settings)) << h;
    EXPECT_TRUE(find_edge_edge_impact({edges, edges}, settings)) << h;
  }
}

// The way between features, where they are nearest, has no square that is a double; at both ends they are near, too.
TEST(Impact, with_a_separation_is_found_where_features_all_but_touch) {
  ImpactSettings settings;
  settings.separation = 0.5;
  for (const double gap : {1e-150, 1e-170, 1e-250, 1e-300}) {
    const Motion<4> motion = {{Vec3(0.3, 0.3, 0.1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                              {Vec3(0.3, 0.3, 0.1), Vec3(0, 0, 0.2 - gap), Vec3(1, 0, 0.2), Vec3(0, 1, 0.2)}};
    EXPECT_TRUE(find_vertex_face_impact(motion, settings)) << gap;
    const Motion<4> still = {{Vec3(0.3, 0.3, gap), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                             {Vec3(0.3, 0.3, 0.4), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
    EXPECT_TRUE(find_vertex_face_impact(still, settings)) << gap;
  }
}

// Roots of the cubic so near to each other that telling them apart takes hundreds of digits.
TEST(Impact, has_a_time_where_roots_are_hardly_apart) {
  const auto power = [](int exponent) { return std::ldexp(1.0, exponent); };
  const Motion<4> motion = {
      {Vec3(power(-499), 0, 0), Vec3(.25, -power(-500), .25), Vec3(power(-400), 0, 0), Vec3(0, 1, -1)},
      {Vec3(-power(-499), 0, 0), Vec3(-.25, power(-402), -.25), Vec3(-power(-400), 0, 0), Vec3(0, 1, -1)}};
  const auto impact = find_vertex_face_impact(motion);
  ASSERT_TRUE(impact);
  EXPECT_TRUE(impact->time >= 0 && impact->time <= 1);
  EXPECT_TRUE(impact->normal.allFinite());
  EXPECT_TRUE(test_touch(Kind::vertex_face, motion, impact->time, std::min(1.0, impact->time + 1e-6)));
}

// Numbers so small that a guess at the root is no number.
TEST(Impact, has_a_time_where_guesses_fail) {
  const auto power = [](int exponent) { return std::ldexp(1.0, exponent); };
  const Motion<4> motions[] = {
      {{Vec3(power(-402), 0, -power(-401)), Vec3(power(-502), -1, -1), Vec3(-.5, power(-400), -power(-400)),
        Vec3(.25, 0, 0)},
       {Vec3(-power(-402), 0, .25), Vec3(power(-502), .5, -1), Vec3(.25, -power(-400), -power(-400)), Vec3(.25, 0, 0)}},
      {{Vec3(0, .5, power(-400)), Vec3(-1, -1, 1), Vec3(power(-499), power(-501), 0),
        Vec3(power(-402), -1, -power(-500))},
       {Vec3(0, power(-399), power(-400)), Vec3(1, -1, -1), Vec3(-power(-499), power(-501), 0),
        Vec3(power(-402), 1, 2)}}};
  for (const Motion<4>& motion : motions) {
    const auto impact = find_edge_edge_impact(motion);
    ASSERT_TRUE(impact);
    EXPECT_TRUE(impact->time >= 0 && impact->time <= 1);
    EXPECT_TRUE(test_touch(Kind::edge_edge, motion, impact->time, std::min(1.0, impact->time + 1e-6)));
  }
}

TEST(Impact, of_points_and_edges) {
  // Two points meet half-way.
  const Motion<2> head_on = {{Vec3(0, 0, 0), Vec3(2, 0, 0)}, {Vec3(2, 0, 0), Vec3(0, 0, 0)}};
  ASSERT_TRUE(find_point_point_impact(head_on));
  EXPECT_NEAR(find_point_point_impact(head_on)->time, 0.5, 1e-6);
  const Motion<2> passing = {{Vec3(0, 0, 0), Vec3(2, 1, 0)}, {Vec3(2, 0, 0), Vec3(0, 1, 0)}};
  EXPECT_FALSE(find_point_point_impact(passing));
  // Balls of radius 1/2 + 1/2 that pass at a distance of 1 touch when they are side by side.
  ImpactSettings ball;
  ball.separation = 1.25;  // 0.75 apart along x: at time (2 - 0.75) / 4
  ASSERT_TRUE(find_point_point_impact(passing, ball));
  EXPECT_NEAR(find_point_point_impact(passing, ball)->time, 0.3125, 2e-6);
  EXPECT_LT(find_point_point_impact(passing, ball)->normal.x(), 0);

  const Motion<3> onto_edge = {{Vec3(0.5, 1, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)},
                               {Vec3(0.5, -3, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)}};
  ASSERT_TRUE(find_point_edge_impact(onto_edge));
  EXPECT_NEAR(find_point_edge_impact(onto_edge)->time, 0.25, 1e-6);
  const Motion<3> beside_edge = {{Vec3(1.5, 1, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)},
                                 {Vec3(1.5, -3, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)}};
  EXPECT_FALSE(find_point_edge_impact(beside_edge));
}

TEST(Impact, of_a_point_and_a_plane) {
  const Motion<1> falling = {{Vec3(3, 1, 2)}, {Vec3(5, 1, -2)}};
  const auto impact = find_point_plane_impact(falling, Vec3(7, 7, 0), Vec3(0, 0, 10));
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, 0.5, 1e-9);
  EXPECT_LE(impact->time, 0.5);
  EXPECT_TRUE(impact->is_certain);
  EXPECT_EQ(impact->normal, Vec3(0, 0, 1));
  ImpactSettings ball;
  ball.separation = 1;
  EXPECT_NEAR(find_point_plane_impact(falling, Vec3(7, 7, 0), Vec3(0, 0, 10), ball)->time, 0.25, 1e-9);
  ball.t1 = 0.2;
  EXPECT_FALSE(find_point_plane_impact(falling, Vec3(7, 7, 0), Vec3(0, 0, 10), ball));
  EXPECT_FALSE(find_point_plane_impact(falling, Vec3(0, 0, -3), Vec3(0, 0, 1)));
  EXPECT_TRUE(find_point_plane_impact(falling, Vec3(0, 0, 2), Vec3(0, 0, 1))->at_start);
  const Vec3 tiny = Vec3(1, 1, -2) * std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(find_point_plane_impact({{tiny}, {tiny}}, Vec3::Zero(), Vec3(1, 1, 1)));

  // No touch is missed, and until the time given there is none.
  Random random(9);
  int touches = 0, others = 0;
  for (int round = 0; round < 5000; ++round) {
    const Motion<1> motion = {{random.point()}, {random.point()}};
    const Vec3 point = random.point(), normal = random.point();
    ImpactSettings settings;
    if (random.coin()) settings.separation = random.uniform(0, 0.5);
    const auto found = find_point_plane_impact(motion, point, normal, settings);
    ++(found ? touches : others);
    const auto height = [&](double t) {
      return ((1 - t) * motion.start[0] + t * motion.end[0] - point).dot(normal.normalized());
    };
    const double time = found ? found->time : 1;
    for (int k = 0; k <= 20 && !(found && found->at_start); ++k) {
      ASSERT_GT(std::abs(height(time * k / 20)), settings.separation - 1e-14) << round;
      ASSERT_EQ(height(time * k / 20) > 0, height(0) > 0);
    }
    if (found) {
      EXPECT_LE(std::abs(height(time)), settings.separation + 1e-9);
    }
  }
  EXPECT_GT(touches, 500);
  EXPECT_GT(others, 500);
}

}  // namespace
}  // namespace abut
