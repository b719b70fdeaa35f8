// Curves that go along each other, beside points along them.
#include "narrow/curves_along.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/curves.h"
#include "support/outlines.h"

namespace abut {
namespace {

constexpr int kSamples = 60;

// From left to right, with hardly any slope, then turned and moved.
Cubic2 make_flat(test::Random& random, double slope, double angle) {
  Cubic2 curve;
  double x = random.uniform(-0.2, 0.2), y = 0;
  for (Vec2& p : curve.points) {
    p = Vec2(x, y);
    const double step = random.uniform(0.1, 1);
    x += step;
    y += random.uniform(-slope, slope) * step;
  }
  const double c = std::cos(angle), s = std::sin(angle);
  for (Vec2& p : curve.points) p = Vec2(c * p.x() - s * p.y() + 3, s * p.x() + c * p.y() - 1);
  return curve;
}

// The height of a curve over a place along a direction, by halves.
double measure_height(const Cubic2& curve, const Vec2& direction, double place) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (direction.dot(curve.at(middle)) < place ? low : high) = middle;
  }
  return cross(direction, curve.at(low));
}

TEST(CurvesAlong, bounds_hold_everywhere) {
  test::Random random(31);
  int along = 0, turned = 0, refused = 0;
  for (int round = 0; round < 3000; ++round) {
    const double angle = random.uniform(0, 6.28), slope = round % 3 == 0 ? 0.3 : 0.1;
    const Cubic2 first = make_flat(random, slope, angle);
    Cubic2 second = make_flat(random, slope, angle);
    const bool is_turned = random.coin();
    if (is_turned) second = second.reversed();
    const auto pair = CurvesAlong::make(CurvePart(first), CurvePart(second), 0.1);
    if (!pair) {
      ++refused;
      continue;
    }
    ++(is_turned ? turned : along);
    const Cubic2 &a = pair->a().curve, &b = pair->b().curve;
    // They are the stretches that are said, and begin and end beside each other.
    for (const double share : {0.0, 0.3, 1.0}) {
      const auto at = [&](const CurvesAlong::Stretch& s) { return s.from + share * (s.to - s.from); };
      EXPECT_LT((a.at(share) - first.at(at(pair->a()))).norm(), 1e-14);
      EXPECT_LT((b.at(share) - second.at(at(pair->b()))).norm(), 1e-14);
    }
    const Vec2 direction = ((first.points[3] - first.points[0]).normalized() +
                            (is_turned ? -1 : 1) * (second.points[3] - second.points[0]).normalized())
                               .normalized();
    EXPECT_NEAR(direction.dot(a.points[0]), direction.dot(b.points[0]), 1e-14);
    EXPECT_NEAR(direction.dot(a.points[3]), direction.dot(b.points[3]), 1e-14);
    const GapBounds bounds = pair->bound_gap();
    const double limit = random.uniform(0, 0.2);
    const auto [from, to] = bounds.clip(limit);
    for (int i = 0; i <= kSamples; ++i) {
      const double share = i / double(kSamples);
      const Vec2 point = a.at(share);
      const double gap = measure_height(b, direction, direction.dot(point)) - cross(direction, point);
      ASSERT_GT(gap, bounds.least() - 1e-13) << round;
      ASSERT_LT(gap, bounds.most() + 1e-13) << round;
      if (std::abs(gap) < limit) {
        ASSERT_TRUE(share > from - 1e-12 && share < to + 1e-12) << round;
      }
    }
  }
  EXPECT_GT(along, 300);
  EXPECT_GT(turned, 300);
  EXPECT_GT(refused, 300);
}

TEST(CurvesAlong, arcs_that_are_cut_elsewhere_are_known_to_be_near) {
  const EllipseArc first{Vec2::Zero(), Vec2(5, 0), Vec2(0, 5), 0, 0.2},
      second{Vec2::Zero(), Vec2(5, 0), Vec2(0, 5), 0.03, 0.2};
  const auto a = make_arc(first, first.at(0), first.at(1), 1e-10),
             b = make_arc(second, second.at(0), second.at(1), 1e-10);
  const auto pair = CurvesAlong::make(CurvePart(a[0].curve), CurvePart(b[0].curve), 0.1);
  ASSERT_TRUE(pair);
  const GapBounds gap = pair->bound_gap();
  EXPECT_LT(std::max(-gap.least(), gap.most()), 1e-9);
}

// What is near of one curve to another, by points along both.
struct NearLook {
  int near = 0, far = 0;
};

// Whatever is nearer than half of the tolerance is in one of the meetings; no touch has anything farther than it.
void expect_whole(const Cubic2& a, const Cubic2& b, double tolerance, NearLook& look) {
  const auto meetings = find_meetings(a, b, tolerance);
  for (int i = 0; i <= kSamples; ++i) {
    const double t = i / double(kSamples);
    const auto found = find_distance(make_line(a.at(t), a.at(t)), b, 1e-4 * tolerance);
    const bool is_in_touch = std::any_of(meetings.begin(), meetings.end(), [&](const CurveMeeting& m) {
      return m.kind == CurveMeeting::Kind::touch && t >= m.a[0] && t <= m.a[1];
    });
    if (is_in_touch) {
      ASSERT_LT(found->distance, 1.001 * tolerance);
    }
    ++(found->distance < 0.499 * tolerance ? look.near : look.far);
    if (found->distance > 0.499 * tolerance || is_in_touch) continue;
    const bool is_met = std::any_of(meetings.begin(), meetings.end(), [&](const CurveMeeting& m) {
      const double speed = a.derivative(t).norm();
      if (m.kind == CurveMeeting::Kind::touch) {  // beyond the end of the other by no more than is near
        return std::min(std::abs(t - m.a[0]), std::abs(t - m.a[1])) * speed < 0.6 * tolerance;
      }
      const Vec2 u = a.derivative(m.a[0]).normalized(), v = b.derivative(m.b[0]).normalized();
      return (a.at(t) - a.at(m.a[0])).norm() < 5 * tolerance / std::abs(cross(u, v));
    });
    ASSERT_TRUE(is_met) << t << " " << found->distance << " of " << meetings.size();
  }
}

TEST(CurvesAlong, nothing_near_is_missed_and_nothing_far_is_a_touch) {
  test::Random random(32);
  NearLook look;
  for (int round = 0; round < 1500; ++round) {
    const double tolerance = std::pow(10, random.uniform(-6, -1.5));
    const Cubic2 a = round % 2 == 0 ? make_flat(random, 0.1, random.uniform(0, 6)) : test::random_cubic(random);
    Cubic2 b = a.part(random.uniform(0, 0.6), random.uniform(0.7, 1));
    if (random.coin()) b = b.reversed();
    if (round % 4 < 2) {  // beside it, now and then across it
      for (Vec2& p : b.points) p += test::random_point2(random, 2 * tolerance);
    }
    expect_whole(a, b, tolerance, look);
    expect_whole(b, a, tolerance, look);
    if (HasFatalFailure()) FAIL() << round;
  }
  EXPECT_GT(look.near, 10'000);
  EXPECT_GT(look.far, 10'000);
}

// A crossing, and beyond what is near around it a touch as long as the curves: where they are faster than there.
TEST(CurvesAlong, a_touch_is_not_lost_beside_a_crossing) {
  const Cubic2 a = {{Vec2(0.0414010, -0.1424754), Vec2(-0.0734279, -0.1939032), Vec2(0.4056126, -0.3058322),
                     Vec2(0.6346604, -0.7143630)}};
  const Cubic2 b = {{Vec2(0.0527016, -0.1382074), Vec2(-0.0607609, -0.1945253), Vec2(0.3245493, -0.2989714),
                     Vec2(0.5658480, -0.6100637)}};
  NearLook look;
  expect_whole(a, b, 0.00747092, look);
  expect_whole(b, a, 0.00747092, look);
  EXPECT_GT(look.near, 10);
}

TEST(CurvesAlong, a_common_stretch_is_one_touch_at_any_tolerance) {
  const Cubic2 whole = {{Vec2(0, 0), Vec2(1, 4), Vec2(4, 4), Vec2(6, 0.5)}};
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-11}) {
    for (const bool is_turned : {false, true}) {
      Cubic2 part = whole.part(0.1, 0.9);
      if (is_turned) part = part.reversed();
      const auto meetings = find_meetings(whole, part, tolerance);
      ASSERT_EQ(meetings.size(), 1u) << tolerance;
      EXPECT_EQ(meetings[0].kind, CurveMeeting::Kind::touch);
      EXPECT_NEAR(meetings[0].a[0], 0.1, tolerance);
      EXPECT_NEAR(meetings[0].a[1], 0.9, tolerance);
      EXPECT_NEAR(meetings[0].b[0], 0, tolerance);
      EXPECT_NEAR(meetings[0].b[1], 1, tolerance);
    }
  }
}

}  // namespace
}  // namespace abut
