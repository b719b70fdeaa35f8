// Extremal points and the characteristic function, beside formulas, samples of directions and differences in time.
#include <gtest/gtest.h>

#include "abut/patch_contact.h"
#include "shape/superellipsoid.h"
#include "support/patches.h"

namespace abut {
namespace {

using test::place;
using test::Random;
using test::unwrap;

Patch random_ellipsoid(Random& random) { return unwrap(make_superquadric_patch({.radii = random.point(0.3, 1)})); }

Patch random_body(Random& random) {
  return unwrap(make_superquadric_patch(
      {.radii = random.point(0.3, 1), .along = random.uniform(0.3, 1.7), .around = random.uniform(0.3, 1.7)}));
}

TEST(ExtremalPoints, OfSpheresAreOnTheLineOfTheirCentres) {
  Random random(31);
  int apart = 0, inside = 0;
  for (int round = 0; round < 200; ++round) {
    const double ra = random.uniform(0.2, 1), rb = random.uniform(0.2, 1);
    PatchMotion ma = test::random_motion(random, 1, 1, 2), mb = test::random_motion(random, 1, 1, 2);
    ma.pivot = ma.start.translation;
    mb.pivot = mb.start.translation;
    const Vec3 way = mb.pivot - ma.pivot, velocity = mb.velocity - ma.velocity;
    const auto e =
        find_extremal_points(place(unwrap(make_sphere_patch(ra)), ma), place(unwrap(make_sphere_patch(rb)), mb), 0);
    ASSERT_TRUE(e);
    EXPECT_NEAR(e->value, way.norm() - ra - rb, 1e-12);
    EXPECT_LT((e->normal - way.normalized()).norm(), 1e-9);
    EXPECT_NEAR(e->rate, way.normalized().dot(velocity), 1e-9);
    EXPECT_NEAR(e->acceleration, (velocity.squaredNorm() - e->rate * e->rate) / way.norm(), 1e-7 / way.norm());
    EXPECT_TRUE(e->is_smooth);
    EXPECT_TRUE(e->is_proved);
    ++(e->value > 0 ? apart : inside);
  }
  EXPECT_GT(apart, 40);
  EXPECT_GT(inside, 40);
}

// The slow twin: of all directions, the one that holds the bodies farthest apart.
double measure_by_directions(const Patch& a, const Patch& b, double time, int count) {
  const Pose3 pa = a.motion().at(time), pb = b.motion().at(time);
  double best = -INFINITY;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, turn = i * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vec3 n = Vec3(std::sqrt(1 - z * z) * std::cos(turn), std::sqrt(1 - z * z) * std::sin(turn), z);
    const Vec3 sa = pa.apply(a.convex()->find_support(pa.rotation.conjugate() * n));
    const Vec3 sb = pb.apply(b.convex()->find_support(pb.rotation.conjugate() * -n));
    best = std::max(best, n.dot(sb - sa));
  }
  return best;
}

TEST(ExtremalPoints, AreTheBestOfAllDirections) {
  Random random(32);
  int apart = 0, inside = 0, proved = 0;
  for (int round = 0; round < 150; ++round) {
    const Patch a = place(random_body(random), test::random_motion(random, 0.7, 1, 2));
    const Patch b = place(random_body(random), test::random_motion(random, 0.7, 1, 2));
    const auto e = find_extremal_points(a, b, 0.5);
    ASSERT_TRUE(e);
    const double sampled = measure_by_directions(a, b, 0.5, 20'000);
    EXPECT_GE(e->value, sampled - 1e-9) << round;
    EXPECT_LE(e->value, sampled + 5e-3) << round;
    EXPECT_LE(e->lower, e->value + 1e-9);
    EXPECT_GE(e->upper, sampled);
    proved += e->is_proved;
    ++(e->value > 0 ? apart : inside);
  }
  EXPECT_GT(apart, 30);
  EXPECT_GT(inside, 30);
  EXPECT_GT(proved, 140);
}

// Nearly boxes and nearly edges: the value is within its bounds, which are near each other even where they are not as
// near as asked for.
TEST(ExtremalPoints, OfExtremeExponentsKeepTheirBounds) {
  Random random(37);
  int proved = 0;
  for (int round = 0; round < 200; ++round) {
    const auto make = [&] {
      return unwrap(make_superquadric_patch({.radii = random.point(0.1, 1.5),
                                             .along = random.uniform(0.05, 1.99),
                                             .around = random.uniform(0.05, 1.99)}));
    };
    const Patch a = place(make(), test::random_motion(random, 1, 1, 1)),
                b = place(make(), test::random_motion(random, 1, 1, 1));
    const auto e = find_extremal_points(a, b, 0.2);
    ASSERT_TRUE(e);
    EXPECT_LE(e->lower, e->value + 1e-9);
    EXPECT_LE(e->value, e->upper + 1e-9);
    EXPECT_LT(e->upper - e->lower, 1e-4);
    proved += e->is_proved;
  }
  EXPECT_GT(proved, 170);
}

// Of bodies that are apart it is the distance.
TEST(ExtremalPoints, AreTheNearestPointsOfWhatIsApart) {
  Random random(33);
  int apart = 0;
  for (int round = 0; round < 40; ++round) {
    const Patch a = place(random_ellipsoid(random), random.point()),
                b = place(random_ellipsoid(random), random.point());
    const auto e = find_extremal_points(a, b, 0);
    if (e->value <= 0) continue;
    const auto distance = measure_distance(a, b, {.tolerance = 1e-4});
    EXPECT_LE(distance.lower, e->value + 1e-12);
    EXPECT_GE(distance.upper, e->value - 1e-12);
    EXPECT_NEAR((e->points.points[1] - e->points.points[0] - e->value * e->normal).norm(), 0, 1e-9);
    ++apart;
  }
  EXPECT_GT(apart, 10);
}

// Twice differentiable through contact: what is said of its derivatives are its differences.
template <class Find>
void expect_derivatives(const Find& find, double time, const ExtremalPoints& e) {
  const double h = 1e-4;
  const double before = find(time - h), after = find(time + h), now = find(time);
  EXPECT_NEAR(e.rate, (after - before) / (2 * h), 1e-5 * (1 + std::abs(e.acceleration)));
  EXPECT_NEAR(e.acceleration, (after - 2 * now + before) / (h * h), 1e-3 * (1 + std::abs(e.acceleration)));
}

TEST(ExtremalPoints, HaveTheDerivativesOfTheirDifferences) {
  Random random(34);
  int apart = 0, inside = 0;
  for (int round = 0; round < 200; ++round) {
    const bool is_round = random.coin();
    const auto make = [&] {
      return is_round ? random_ellipsoid(random)
                      : unwrap(make_superquadric_patch({.radii = random.point(0.4, 1), .along = 0.8, .around = 0.9}));
    };
    const Patch a = place(make(), test::random_motion(random, 0.7, 1, 1));
    const Patch b = place(make(), test::random_motion(random, 0.7, 1, 1));
    const double time = 0.3;
    const auto e = find_extremal_points(a, b, time);
    ASSERT_TRUE(e);
    // Deep in each other, the way out may jump from one side to another; and where it nearly does, it bends at once.
    if (e->value < -0.2 || std::abs(e->acceleration) > 20) continue;
    ASSERT_TRUE(e->is_smooth);
    const auto find = [&](double t) { return find_extremal_points(a, b, t, {.wants_proof = false}, &*e)->value; };
    expect_derivatives(find, time, *e);
    ++(e->value > 0 ? apart : inside);
  }
  EXPECT_GT(apart, 40);
  EXPECT_GT(inside, 20);
}

// A body goes into another and out on its far side: the points of a moment ago end up on the side where it came in.
TEST(ExtremalPoints, FollowedBeyondTheirSideAreCaught) {
  const Patch plate = unwrap(make_superquadric_patch({.radii = Vec3(1, 1, 0.2)}));
  const Patch ball = place(unwrap(make_sphere_patch(0.1)), Vec3(0, 0.05, 0.5), Vec3(0, 0, -1));
  auto blind = find_extremal_points(plate, ball, 0), proved = blind;
  int doubted = 0, wrong = 0;
  for (int i = 1; i <= 60; ++i) {
    const double time = i / 60.0;
    blind = find_extremal_points(plate, ball, time, {.wants_proof = false}, &*blind);
    proved = find_extremal_points(plate, ball, time, {}, &*proved);
    const double truth = find_extremal_points(plate, ball, time)->value;
    EXPECT_TRUE(proved->is_proved) << i;
    EXPECT_NEAR(proved->value, truth, 1e-8) << i;
    doubted += !blind->is_proved;
    wrong += std::abs(blind->value - truth) > 1e-6;
    EXPECT_TRUE(!blind->is_proved || std::abs(blind->value - truth) < 1e-6) << i;
  }
  EXPECT_GT(doubted, 5);
  EXPECT_GT(wrong, 0);
  EXPECT_LT(wrong, 60);
}

TEST(ExtremalPoints, AreOfConvexBodiesOnly) {
  const Patch sphere = unwrap(make_sphere_patch(1)), torus = unwrap(make_torus_patch(1, 0.2));
  EXPECT_FALSE(find_extremal_points(sphere, torus, 0));
  EXPECT_FALSE(find_extremal_points(unwrap(make_superquadric_patch({.along = 2.5})), sphere, 0));
  EXPECT_FALSE(find_extremal_touch(sphere, torus, 0, 1, 0.1));
}

TEST(ExtremalPoints, OfBodiesWithRidgesAreSaidNotToBeSmooth) {
  // Where exponents are above 1, a body has ridges where it meets its planes of symmetry.
  const Patch lens = unwrap(make_superquadric_patch({.along = 1.5, .around = 1.5})),
              ball = unwrap(make_sphere_patch(1));
  const auto e = find_extremal_points(lens, place(ball, Vec3(0, 0, 3)), 0);
  ASSERT_TRUE(e);
  EXPECT_NEAR(e->value, 1, 1e-9);
  EXPECT_FALSE(e->is_smooth);
}

// A part of a sphere as a function of parameters, like a cap on top.
Patch make_cap(double radius, double height_pace) {
  PatchFunction f;
  f.at = [=](double u, double v, double t) {
    const double x = u - 0.5, y = v - 0.5;
    return Vec3(x, y, std::sqrt(radius * radius - x * x - y * y) + height_pace * t * t);
  };
  f.slopes = {2, 2, 4 * std::abs(height_pace)};
  return unwrap(make_function_patch(f));
}

TEST(ExtremalPoints, OfAnyPatchesAreFollowed) {
  const double r = 1.5, pace = 0.5;
  for (const double height : {2.6, 2.4}) {  // apart and not
    const Patch cap = make_cap(r, pace);
    PatchMotion motion = {.velocity = Vec3(0.1, 0.2, -0.3)};  // lying, so that its poles are at its sides
    motion.start = {Eigen::Quaterniond(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX())),
                    Vec3(0.1, -0.05, height)};
    const Patch ball = place(unwrap(make_sphere_patch(1)), motion);
    PatchPoints start;
    start.b = {0.3, 0.45};
    const double time = 0.2;
    const auto e = follow_extremal_points(cap, ball, time, start);
    ASSERT_TRUE(e);
    const auto value = [&](double t) {
      return (Vec3(0.1 + 0.1 * t, -0.05 + 0.2 * t, height - 0.3 * t - pace * t * t)).norm() - 1 - r;
    };
    EXPECT_NEAR(e->value, value(time), 1e-8);
    const double h = 1e-4;
    EXPECT_NEAR(e->rate, (value(time + h) - value(time - h)) / (2 * h), 1e-6);
    EXPECT_NEAR(e->acceleration, (value(time + h) - 2 * value(time) + value(time - h)) / (h * h), 1e-2);
    EXPECT_FALSE(e->is_proved);
  }
}

TEST(ExtremalPoints, OfBezierPatchesHaveTheirDerivatives) {
  Random random(35);
  int apart = 0, inside = 0;
  for (int round = 0; round < 100; ++round) {
    // Two bowls, back to back, which turn and change their shapes.
    const auto bowl = [&](double sign) {
      BezierNet net = test::random_net(random, 0.05);
      for (Vec3& p : net) p.z() += sign * 0.8 * p.head<2>().squaredNorm();
      return net;
    };
    const Patch a = place(unwrap(make_bezier_patch(bowl(-1), bowl(-1))),
                          PatchMotion{.velocity = random.point(-0.2, 0.2), .turning = random.point(-0.3, 0.3)});
    PatchMotion motion = {.velocity = random.point(-0.2, 0.2), .turning = random.point(-0.3, 0.3)};
    motion.start.translation = Vec3(0, 0, random.uniform(-1.3, -0.8));
    const Patch b = place(unwrap(make_bezier_patch(bowl(1), bowl(1))), motion);
    const double time = 0.3;
    const auto e = follow_extremal_points(a, b, time, {}, {false, true});
    if (!e || std::abs(e->acceleration) > 20) continue;
    EXPECT_TRUE(e->is_smooth);
    expect_derivatives(
        [&](double t) {
          return follow_extremal_points(a, b, t, e->points, {false, true})->value;
        },
        time, *e);
    ++(e->value > 0 ? apart : inside);
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(inside, 20);
}

// The loop that brackets a contact in time, beside the search that misses none.
TEST(ExtremalTouch, AgreesWithTheGuaranteedSearch) {
  Random random(36);
  int contacts = 0, separate = 0, stepped_over = 0;
  for (int round = 0; round < 240; ++round) {
    const Patch a = place(random_ellipsoid(random), test::random_motion(random, 1.2, 1.5, 2));
    const Patch b = place(random_ellipsoid(random), test::random_motion(random, 1.2, 1.5, 2));
    if (find_extremal_points(a, b, 0)->value < 1e-3) continue;
    const auto touch = find_extremal_touch(a, b, 0, 1, 0.01);
    const double tolerance = 1e-5;
    const auto impact = find_patch_patch_impact(a, b, {.tolerance = tolerance});
    ASSERT_NE(impact.verdict, PatchVerdict::open);
    if (touch) {
      ASSERT_EQ(impact.verdict, PatchVerdict::contact) << round;
      EXPECT_LE(impact.t0, touch->t1);
      EXPECT_LE(touch->t1 - touch->t0, 1e-9);
      // As near as the tolerance it was before by the tolerance over the speed, about.
      EXPECT_GE(impact.t0, touch->t0 - 4 * tolerance / std::max(1e-2, -touch->points.rate)) << round;
      ++contacts;
    } else if (impact.verdict == PatchVerdict::contact) {
      ++stepped_over;
    } else {
      ++separate;
    }
  }
  EXPECT_GT(contacts, 15);
  EXPECT_GT(separate, 15);
  EXPECT_LE(stepped_over, 3);
}

}  // namespace
}  // namespace abut
