// The first contact of two patches, beside dense sampling and formulas.
#include <gtest/gtest.h>

#include "abut/patch_contact.h"
#include "support/patches.h"

namespace abut {
namespace {

using test::place;
using test::Random;
using test::unwrap;

constexpr double kPi = std::numbers::pi;

// Points given with a contact have to be of the patches, and as near as promised.
void check_contact(const Patch& a, const Patch& b, const PatchImpact& impact, const PatchImpactSettings& settings) {
  ASSERT_EQ(impact.verdict, PatchVerdict::contact);
  EXPECT_LE(impact.t0, impact.t1);
  EXPECT_LE(impact.t1 - impact.t0, settings.time_tolerance * (1 + 1e-9));
  const auto& p = impact.points;
  EXPECT_LT((a.at(p.a[0], p.a[1], impact.t1) - p.points[0]).norm(), 1e-12);
  EXPECT_LT((b.at(p.b[0], p.b[1], impact.t1) - p.points[1]).norm(), 1e-12);
  EXPECT_LE((p.points[0] - p.points[1]).norm(), 2 * settings.tolerance);
}

// What samples see has to be found, no later than they see it; what is proved apart, no sample may be near.
TEST(PatchImpact, MissesNothingThatSamplesSee) {
  Random random(11);
  int contacts = 0, separate = 0, open = 0, seen = 0;
  for (int round = 0; round < 600; ++round) {
    const PatchImpactSettings settings = {.tolerance = round % 2 ? 0.1 : 0.01, .time_tolerance = 1e-6};
    const Patch a = place(test::random_patch(random, random.integer(0, test::kPatchKinds - 1)),
                          test::random_motion(random, 1.2, 1.5, 3));
    const Patch b = place(test::random_patch(random, random.integer(0, test::kPatchKinds - 1)),
                          test::random_motion(random, 1.2, 1.5, 3));
    const PatchImpact impact = find_patch_patch_impact(a, b, settings);
    if (impact.verdict == PatchVerdict::contact) check_contact(a, b, impact, settings);
    for (int i = 0; i <= 8; ++i) {
      const double time = i / 8.0;
      const bool is_proved = impact.verdict == PatchVerdict::separate || time < impact.t0;
      const double sampled = test::measure_sampled(a, b, 14, time);
      seen += sampled <= settings.tolerance;
      ASSERT_FALSE(is_proved && sampled <= settings.tolerance) << "round " << round << " at " << time;
    }
    ++(impact.verdict == PatchVerdict::contact ? contacts : impact.verdict == PatchVerdict::separate ? separate : open);
  }
  EXPECT_GT(contacts, 100);
  EXPECT_GT(separate, 100);
  EXPECT_GT(seen, 100);
  EXPECT_LT(open, 6);
}

// From where on two are as near as a distance, if it falls evenly: what a detector may say.
void expect_contact_between(const PatchImpact& impact, double at_twice, double at_tolerance) {
  ASSERT_EQ(impact.verdict, PatchVerdict::contact);
  EXPECT_LE(impact.t0, at_tolerance + 1e-9);
  EXPECT_GE(impact.t1, at_twice - 1e-9);
}

// When the distance of two points that go straight gets to this; nothing if never between 0 and 1.
std::optional<double> solve_approach(const Vec3& way, const Vec3& velocity, double distance) {
  const double a = velocity.squaredNorm(), b = way.dot(velocity), c = way.squaredNorm() - distance * distance;
  if (c <= 0) return 0;
  if (b * b < a * c) return std::nullopt;
  const double t = (-b - std::sqrt(b * b - a * c)) / a;
  return t >= 0 && t <= 1 ? std::optional(t) : std::nullopt;
}

TEST(PatchImpact, OfSpheresIsThatOfTheFormula) {
  Random random(12);
  int contacts = 0, separate = 0;
  for (int round = 0; round < 400; ++round) {
    const double ra = random.uniform(0.1, 0.6), rb = random.uniform(0.1, 0.6), tolerance = 1e-4;
    PatchMotion ma = test::random_motion(random, 1.5, 1.5, 2), mb = test::random_motion(random, 1.5, 1.5, 2);
    ma.pivot = ma.start.translation;
    mb.pivot = mb.start.translation;
    const Vec3 way = mb.pivot - ma.pivot, velocity = mb.velocity - ma.velocity;
    if (way.norm() < ra + rb + 0.01) continue;
    const auto impact = find_patch_patch_impact(place(unwrap(make_sphere_patch(ra)), ma),
                                                place(unwrap(make_sphere_patch(rb)), mb), {.tolerance = tolerance});
    const auto surely = solve_approach(way, velocity, ra + rb + tolerance);
    const auto perhaps = solve_approach(way, velocity, ra + rb + 2 * tolerance);
    if (surely) {
      expect_contact_between(impact, *perhaps, *surely);
      ++contacts;
    } else if (!perhaps) {
      EXPECT_EQ(impact.verdict, PatchVerdict::separate);
      ++separate;
    }
  }
  EXPECT_GT(contacts, 15);
  EXPECT_GT(separate, 15);
}

TEST(PatchImpact, OfASphereThatFallsOnASheet) {
  const double tolerance = 1e-6;
  const Patch sheet = unwrap(make_bezier_patch(test::flat_net()));
  const Patch ball = place(unwrap(make_sphere_patch(0.5)), Vec3(0.2, 0.1, 2), Vec3(0.1, 0, -2));
  expect_contact_between(find_patch_patch_impact(sheet, ball), (1.5 - 2 * tolerance) / 2, (1.5 - tolerance) / 2);
  const Patch beside = place(unwrap(make_sphere_patch(0.5)), Vec3(1.501, 0.1, 2), Vec3(0, 0, -4));
  EXPECT_EQ(find_patch_patch_impact(sheet, beside).verdict, PatchVerdict::separate);
}

TEST(PatchImpact, ThatGrazesIsFoundAndAMissIsProved) {
  for (const double tolerance : {1e-3, 1e-5}) {
    for (const double share : {-1.0, 0.5, 3.0}) {
      const double height = 1 + share * tolerance;
      const Patch a = unwrap(make_sphere_patch(0.6));
      const Patch b = place(unwrap(make_sphere_patch(0.4)), Vec3(-2, 0, height), Vec3(4, 0, 0));
      const auto impact = find_patch_patch_impact(a, b, {.tolerance = tolerance});
      EXPECT_EQ(impact.verdict, share > 2 ? PatchVerdict::separate : PatchVerdict::contact)
          << tolerance << " " << share;
    }
  }
}

TEST(PatchImpact, IsNotTunnelledThrough) {
  Random random(13);
  for (int round = 0; round < 20; ++round) {
    const BezierNet net = test::random_net(random, 0.2);
    const Patch sheet = unwrap(make_bezier_patch(net));
    const Vec3 target = sheet.at(random.uniform(0.2, 0.8), random.uniform(0.2, 0.8));
    const double hit = random.uniform(0.1, 0.9), speed = 1e4;
    const Patch ball = place(unwrap(make_sphere_patch(1e-3)), target + Vec3(0, 0, speed * hit), Vec3(0, 0, -speed));
    const auto impact = find_patch_patch_impact(sheet, ball);
    ASSERT_EQ(impact.verdict, PatchVerdict::contact);
    EXPECT_NEAR(impact.t0, hit, 1e-6);
    EXPECT_LE(impact.t0, hit);
  }
}

Patch linked_torus(double tube, const Vec3& velocity, const Vec3& turning) {
  const Vec3 center(1, 0, 0);
  PatchMotion motion = {.velocity = velocity, .turning = turning, .pivot = center};
  motion.start = {Eigen::Quaterniond(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX())), center};
  return place(unwrap(make_torus_patch(1, tube)), motion);
}

// Rings of radius 1 through each other's centres; one is pulled until its tube meets the other's at x = 1.
TEST(PatchImpact, OfLinkedTori) {
  const Patch ring = unwrap(make_torus_patch(1, 0.2));
  EXPECT_EQ(find_patch_patch_impact(ring, linked_torus(0.2, Vec3::Zero(), Vec3(0, 3, 0))).verdict,
            PatchVerdict::separate);
  const double tolerance = 1e-4, gap = 1 - 0.2 - 0.3;
  expect_contact_between(
      find_patch_patch_impact(ring, linked_torus(0.3, Vec3(0.9, 0, 0), Vec3(0, 1, 0)), {.tolerance = tolerance}),
      (gap - 2 * tolerance) / 0.9, (gap - tolerance) / 0.9);
}

// Turned by an angle about the y axis it is as high as the root of (a sin)² + (c cos)².
TEST(PatchImpact, OfATurningEllipsoidUnderASheet) {
  const double a = 1, c = 0.3, pace = 1.4, height = 0.8;
  const Patch ellipsoid =
      place(unwrap(make_superquadric_patch({.radii = Vec3(a, 0.5, c)})), PatchMotion{.turning = Vec3(0, pace, 0)});
  const Patch sheet = place(unwrap(make_bezier_patch(test::flat_net(3))), Vec3(0, 0, height));
  const auto time_at = [&](double h) { return std::asin(std::sqrt((h * h - c * c) / (a * a - c * c))) / pace; };
  const double tolerance = 1e-5;
  expect_contact_between(find_patch_patch_impact(ellipsoid, sheet, {.tolerance = tolerance}),
                         time_at(height - 2 * tolerance), time_at(height - tolerance));
  const Patch above = place(sheet, Vec3(0, 0, 1.001));
  EXPECT_EQ(find_patch_patch_impact(ellipsoid, above, {.tolerance = tolerance}).verdict, PatchVerdict::separate);
}

TEST(PatchImpact, OfASheetThatChangesItsShape) {
  BezierNet raised = test::flat_net();
  for (Vec3& p : raised) p.z() = 1;
  const Patch rising = unwrap(make_bezier_patch(test::flat_net(), raised));
  const Patch lid = place(unwrap(make_bezier_patch(test::flat_net())), Vec3(0.3, 0.2, 0.7));
  expect_contact_between(find_patch_patch_impact(rising, lid), 0.7 - 2e-6, 0.7 - 1e-6);
  EXPECT_EQ(find_patch_patch_impact(rising, place(lid, Vec3(0, 0, 1.1))).verdict, PatchVerdict::separate);
}

// What moves together is no matter of time: no more work than at one moment, but for turning.
TEST(PatchImpact, OfWhatMovesTogetherIsSoonDecided) {
  PatchMotion motion = {.velocity = Vec3(30, 20, 10)};
  const Patch a = place(unwrap(make_sphere_patch(1)), motion);
  motion.start.translation = Vec3(2.05, 0, 0);
  const Patch b = place(unwrap(make_sphere_patch(1)), motion);
  const auto moving = find_patch_patch_impact(a, b), still = find_patch_patch_impact(a, b, {.t1 = 0});
  EXPECT_EQ(moving.verdict, PatchVerdict::separate);
  EXPECT_LE(moving.cells, 2 * still.cells);
}

TEST(PatchImpact, OfFlatFoldedAndCuspedPatchesIsThatOfSamples) {
  Random random(14);
  int contacts = 0, separate = 0;
  const PatchImpactSettings settings = {.tolerance = 0.03};
  for (int round = 0; round < 150; ++round) {
    std::array<BezierNet, 2> nets;
    for (BezierNet& net : nets) {
      net = test::random_net(random, 0.3);
      switch (random.integer(0, 5)) {
        case 0:
          net.fill(random.point());
          break;  // a point
        case 1:
          for (Vec3& p : net) p.z() = 0;
          break;  // flat, perhaps folded
        case 2:
          for (Vec3& p : net) p = Vec3(p.x(), 0, 0);
          break;  // a line
        case 3:
          for (int j = 0; j < 4; ++j) net[4 + j] = net[8 + j] = net[j];
          break;  // no derivative at an edge
        case 4:
          for (int j = 0; j < 4; ++j) std::swap(net[4 + j], net[8 + j]);
          break;  // crosses over itself
        default:
          for (Vec3& p : net) p = random.grid_point(1);
          break;  // points that coincide
      }
    }
    const Patch a = place(unwrap(make_bezier_patch(nets[0])), test::random_motion(random, 0.7, 1, 2));
    const Patch b = place(unwrap(make_bezier_patch(nets[1])), test::random_motion(random, 0.7, 1, 2));
    const PatchImpact impact = find_patch_patch_impact(a, b, settings);
    ASSERT_NE(impact.verdict, PatchVerdict::open) << round;
    if (impact.verdict == PatchVerdict::contact) check_contact(a, b, impact, settings);
    for (int i = 0; i <= 6; ++i) {
      const bool is_proved = impact.verdict == PatchVerdict::separate || i / 6.0 < impact.t0;
      ASSERT_FALSE(is_proved && test::measure_sampled(a, b, 16, i / 6.0) <= settings.tolerance) << round;
    }
    ++(impact.verdict == PatchVerdict::contact ? contacts : separate);
  }
  EXPECT_GT(contacts, 30);
  EXPECT_GT(separate, 30);
}

TEST(PatchImpact, OfPointsAndPlatesTakesOneLook) {
  BezierNet net;
  net.fill(Vec3(1, 2, 3));
  const Patch point = unwrap(make_bezier_patch(net)), plate = unwrap(make_bezier_patch(test::flat_net()));
  const auto meeting = find_patch_patch_impact(point, place(point, Vec3(-1, 0, 0), Vec3(2, 0, 0)));
  expect_contact_between(meeting, 0.5 - 1e-6, 0.5 - 0.5e-6);
  EXPECT_EQ(meeting.cells, 1u);
  const auto passing = find_patch_patch_impact(point, place(point, Vec3(-1, 1e-5, 0), Vec3(2, 0, 0)));
  EXPECT_EQ(passing.verdict, PatchVerdict::separate);
  EXPECT_EQ(passing.cells, 1u);
  const auto falling = find_patch_patch_impact(plate, place(plate, Vec3(0.3, 0.1, 1), Vec3(0, 0, -2)));
  expect_contact_between(falling, 0.5 - 1e-6, 0.5 - 0.5e-6);
  EXPECT_EQ(falling.cells, 1u);
  const auto sliding = find_patch_patch_impact(plate, place(plate, Vec3(0.3, 0.1, 1e-4), Vec3(1, 0, 0)));
  EXPECT_EQ(sliding.verdict, PatchVerdict::separate);
  EXPECT_EQ(sliding.cells, 1u);
}

TEST(PatchImpact, IsTheSameAtAnyScale) {
  Random random(15);
  int contacts = 0, separate = 0;
  for (int round = 0; round < 60; ++round) {
    const BezierNet a = test::random_net(random, 0.5), b = test::random_net(random, 0.5);
    const PatchMotion motion = test::random_motion(random, 1.5, 1, 1);
    std::optional<PatchImpact> first;
    for (const double scale : {1.0, 0x1p20, 0x1p-20}) {
      BezierNet scaled_a = a, scaled_b = b;
      for (int k = 0; k < 16; ++k) {
        scaled_a[k] *= scale;
        scaled_b[k] *= scale;
      }
      PatchMotion scaled = motion;
      scaled.start.translation *= scale;
      scaled.velocity *= scale;
      scaled.pivot *= scale;
      const auto impact =
          find_patch_patch_impact(unwrap(make_bezier_patch(scaled_a)),
                                  place(unwrap(make_bezier_patch(scaled_b)), scaled), {.tolerance = 1e-4 * scale});
      if (!first) first = impact;
      EXPECT_EQ(impact.verdict, first->verdict);
      EXPECT_NEAR(impact.t0, first->t0, 1e-9);
    }
    ++(first->verdict == PatchVerdict::contact ? contacts : separate);
  }
  EXPECT_GT(contacts, 15);
  EXPECT_GT(separate, 10);
}

// A ball in a bowl that is hardly larger: all directions are as near, and nothing can be ruled out soon.
TEST(PatchImpact, IsOpenWhereTheBudgetEnds) {
  const Patch ball = unwrap(make_sphere_patch(1)), bowl = unwrap(make_sphere_patch(1.00001));
  const auto impact = find_patch_patch_impact(ball, bowl, {.tolerance = 1e-6, .max_cells = 2000});
  EXPECT_EQ(impact.verdict, PatchVerdict::open);
  EXPECT_EQ(impact.t0, 0);
  EXPECT_GT(impact.left.size(), 10u);
  EXPECT_LE(impact.left.front().a.t0, impact.left.back().a.t0);
  // What is left holds the nearest points: any parameters of one are in some part of what is left.
  double area = 0;
  for (const PatchPairBox& box : impact.left) {
    area += (box.a.u1 - box.a.u0) * (box.a.v1 - box.a.v0) * (box.b.u1 - box.b.u0) * (box.b.v1 - box.b.v0);
  }
  EXPECT_GT(area, 0);
  EXPECT_LT(area, 1);
}

TEST(PatchImpact, OfAFunctionThatFailsIsOpen) {
  PatchFunction f = test::make_ripple(0.1, 1, false);
  const auto at = f.at;
  f.at = [at](double u, double v, double t) { return u > 0.7 ? Vec3(NAN, 0, 0) : at(u, v, t); };
  f.find_jet = {};
  const Patch a = unwrap(make_function_patch(f)), b = place(unwrap(make_sphere_patch(1)), Vec3(0, 0, 1.4));
  EXPECT_EQ(find_patch_patch_impact(a, b, {.max_cells = 1000}).verdict, PatchVerdict::open);
}

}  // namespace
}  // namespace abut
