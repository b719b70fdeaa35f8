// Where curves meet, beside fine polygons and exact lines.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/curves.h"
#include "support/outlines.h"

namespace abut {
namespace {

using Kind = CurveMeeting::Kind;
constexpr double kTolerance = 1e-9;

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

std::size_t count(std::span<const CurveMeeting> meetings, Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(meetings.begin(), meetings.end(), [&](auto& m) { return m.kind == kind; }));
}

// The slow twin: where polygons along the curves cross.
struct Sampled {
  double a = 0, b = 0;
};
std::vector<Sampled> find_by_polygons(const Cubic2& a, const Cubic2& b, int pieces) {
  std::vector<Vec2> p, q;
  for (int i = 0; i <= pieces; ++i) {
    p.push_back(a.at(i / double(pieces)));
    q.push_back(b.at(i / double(pieces)));
  }
  std::vector<Sampled> found;
  for (int i = 0; i < pieces; ++i) {
    for (int j = 0; j < pieces; ++j) {
      const Vec2 u = p[i + 1] - p[i], v = q[j + 1] - q[j], way = q[j] - p[i];
      const double turn = cross(u, v);
      const double s = cross(way, v) / turn, t = cross(way, u) / turn;
      if (s >= 0 && s < 1 && t >= 0 && t < 1) found.push_back({(i + s) / pieces, (j + t) / pieces});
    }
  }
  return found;
}

TEST(CurveMeetings, AreWherePolygonsAlongTheCurvesCross) {
  test::Random random(11);
  std::array<int, 4> seen = {};
  for (int round = 0; round < 400; ++round) {
    const Cubic2 a = test::random_cubic(random), b = test::random_cubic(random);
    const auto meetings = find_meetings(a, b, kTolerance);
    const auto sampled = find_by_polygons(a, b, 200);
    for (const CurveMeeting& meeting : meetings) {
      ASSERT_EQ(meeting.kind, Kind::crossing);  // random curves do not touch
      EXPECT_LT((a.at(meeting.a[0]) - b.at(meeting.b[0])).norm(), 1e-13);
      EXPECT_LT((a.at(meeting.a[0]) - meeting.position).norm(), 1e-13);
    }
    for (const Sampled& s : sampled) {
      const bool is_found = std::any_of(meetings.begin(), meetings.end(), [&](const CurveMeeting& m) {
        return std::abs(m.a[0] - s.a) < 0.02 && std::abs(m.b[0] - s.b) < 0.02;
      });
      EXPECT_TRUE(is_found) << round;
    }
    // Polygons may cross twice, or not, where curves do hardly: then both are found close together.
    if (sampled.size() != meetings.size()) {
      EXPECT_LE(std::abs(double(sampled.size()) - double(meetings.size())), 2) << round;
    }
    ++seen[std::min<std::size_t>(meetings.size(), 3)];
  }
  for (const int times : seen) EXPECT_GT(times, 10);
}

TEST(CurveMeetings, OfLinesAreExact) {
  test::Random random(5);
  int crossing = 0, touching = 0, apart = 0;
  for (int round = 0; round < 3000; ++round) {
    std::array<Vec2, 4> p;
    for (Vec2& q : p) q = Vec2(random.integer(-4, 4), random.integer(-4, 4));
    if (p[0] == p[1] || p[2] == p[3]) continue;
    const auto meetings = find_meetings(make_line(p[0], p[1]), make_line(p[2], p[3]), kTolerance);
    const auto side = [&](int i, int j, int k) { return orient2d(p[i], p[j], p[k]); };
    const bool is_crossing = side(0, 1, 2) * side(0, 1, 3) < 0 && side(2, 3, 0) * side(2, 3, 1) < 0;
    const auto is_on = [&](int i, int j, int k) { return side(i, j, k) == 0 && (p[k] - p[i]).dot(p[k] - p[j]) <= 0; };
    const bool is_touching = !is_crossing && (is_on(0, 1, 2) || is_on(0, 1, 3) || is_on(2, 3, 0) || is_on(2, 3, 1));
    ASSERT_EQ(count(meetings, Kind::crossing), is_crossing ? 1u : 0u) << round;
    ASSERT_EQ(count(meetings, Kind::touch), is_touching ? 1u : 0u) << round;
    ++(is_crossing ? crossing : is_touching ? touching : apart);
  }
  EXPECT_GT(crossing, 100);
  EXPECT_GT(touching, 100);
  EXPECT_GT(apart, 100);
}

// A bow of a parabola, with its middle at this height.
Cubic2 make_bow(double height, double bend) {
  const double third = 4 * bend / 3;
  return {{Vec2(-1, height + bend), Vec2(-1.0 / 3, height + bend - third), Vec2(1.0 / 3, height + bend - third),
           Vec2(1, height + bend)}};
}

TEST(CurveMeetings, OfBowsThatAlmostTouchFollowTheGap) {
  const Cubic2 above = make_bow(0, 0.5);
  for (const double gap : {1e-2, 1e-4, 1e-6}) {
    EXPECT_TRUE(find_meetings(above, make_bow(-gap, -0.5), 0.9 * gap).empty()) << gap;
    const auto touching = find_meetings(above, make_bow(-0.4 * gap, -0.5), gap);
    ASSERT_EQ(touching.size(), 1u) << gap;
    EXPECT_EQ(touching[0].kind, Kind::touch);
    EXPECT_LT(touching[0].a[0], 0.5);
    EXPECT_GT(touching[0].a[1], 0.5);
    EXPECT_LT(touching[0].a[1] - touching[0].a[0], 3 * std::sqrt(gap));
    const auto crossing = find_meetings(above, make_bow(4 * gap, -0.5), gap);
    ASSERT_EQ(crossing.size(), 2u) << gap;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(crossing[i].kind, Kind::crossing);
      const double x = (i == 0 ? -1 : 1) * std::sqrt(4 * gap);  // 0.5 x² = 4 gap - 0.5 x²
      EXPECT_NEAR(crossing[i].position.x(), x, 1e-12);
    }
  }
}

TEST(CurveMeetings, AlongACommonStretchAreOneTouch) {
  test::Random random(3);
  const Cubic2 whole = {{Vec2(0, 0), Vec2(1, 2), Vec2(3, 2), Vec2(4, 0.5)}};
  for (int round = 0; round < 20; ++round) {
    const double from = random.uniform(0, 0.4), to = random.uniform(0.6, 1);
    Cubic2 part = whole.part(from, to);
    const bool is_reversed = random.coin();
    if (is_reversed) part = part.reversed();
    const auto meetings = find_meetings(whole, part, 1e-6);
    ASSERT_EQ(meetings.size(), 1u);
    EXPECT_EQ(meetings[0].kind, Kind::touch);
    EXPECT_NEAR(meetings[0].a[0], from, 1e-5);
    EXPECT_NEAR(meetings[0].a[1], to, 1e-5);
    EXPECT_NEAR(meetings[0].b[0], 0, 1e-5);
    EXPECT_NEAR(meetings[0].b[1], 1, 1e-5);
  }
}

TEST(CurveMeetings, HaveTheirParametersOnEitherCurve) {
  // Three crossings of an S with a line.
  const Cubic2 s = {{Vec2(0, 0), Vec2(1, 3), Vec2(2, -3), Vec2(3, 0)}};
  const auto meetings = find_meetings(s, make_line(Vec2(-0.5, 0.05), Vec2(3.5, -0.05)), kTolerance);
  ASSERT_EQ(count(meetings, Kind::crossing), 3u);
  EXPECT_LT(meetings[0].a[0], meetings[1].a[0]);
  EXPECT_NEAR(meetings[1].a[0], 0.5, 1e-12);
  EXPECT_NEAR(meetings[1].b[0], 0.5, 1e-12);
}

TEST(CurveMeetings, OfNeighboursLeaveOutTheirJoint) {
  test::Random random(9);
  int alone = 0, more = 0;
  for (int round = 0; round < 300; ++round) {
    const Cubic2 whole = test::random_cubic(random);
    const auto halves = whole.split(random.uniform(0.2, 0.8));
    const auto meetings = find_meetings_of_neighbours(halves[0], halves[1], kTolerance);
    const auto sampled = find_by_polygons(halves[0].part(0, 0.995), halves[1].part(0.005, 1), 200);
    EXPECT_GE(count(meetings, Kind::crossing), sampled.size()) << round;
    for (const CurveMeeting& m : meetings) {
      EXPECT_LT((halves[0].at(m.a[0]) - halves[1].at(m.b[0])).norm(), 1e-12) << round;
      EXPECT_GT(1 - m.a[0] + m.b[0], 1e-3) << round;
    }
    ++(meetings.empty() ? alone : more);
  }
  EXPECT_GT(alone, 50);
  EXPECT_GT(more, 5);
  const Cubic2 there = make_line(Vec2(0, 0), Vec2(1, 0)), back = make_line(Vec2(1, 0), Vec2(0.5, 0));
  const auto folded = find_meetings_of_neighbours(there, back, kTolerance);
  ASSERT_EQ(count(folded, Kind::touch), folded.size());
  EXPECT_FALSE(folded.empty());
  const Cubic2 corner = make_line(Vec2(1, 0), Vec2(0, 0.05));  // three degrees
  EXPECT_TRUE(find_meetings_of_neighbours(there, corner, kTolerance).empty());
}

TEST(CurveMeetings, OfACurveWithItselfAreItsLoop) {
  const Cubic2 loop = {{Vec2(0, 0), Vec2(3, 2), Vec2(-2, 2), Vec2(1, 0)}};
  const auto meetings = find_self_meetings(loop, kTolerance);
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_EQ(meetings[0].kind, Kind::crossing);
  EXPECT_NEAR(meetings[0].a[0] + meetings[0].b[0], 1, 1e-12);  // it is symmetric
  EXPECT_NEAR(meetings[0].position.x(), 0.5, 1e-12);
  const Cubic2 cusp = {{Vec2(0, 0), Vec2(1, 1), Vec2(0, 1), Vec2(1, 0)}};
  EXPECT_EQ(count(find_self_meetings(cusp, kTolerance), Kind::crossing), 0u);  // it folds back, and so touches
  const Cubic2 bow = make_bow(0, 0.5);
  EXPECT_TRUE(find_self_meetings(bow, kTolerance).empty());
}

TEST(CurveMeetings, TakeCurvesThatArePoints) {
  const Vec2 p(0.3, 0.7);
  const Cubic2 point = {{p, p, p, p}};
  EXPECT_TRUE(find_meetings(point, make_line(Vec2(0, 0), Vec2(1, 0)), kTolerance).empty());
  EXPECT_EQ(find_meetings(point, make_line(Vec2(0.3, 0), Vec2(0.3, 1)), kTolerance).size(), 1u);
  EXPECT_EQ(find_meetings(point, point, kTolerance).size(), 1u);
  EXPECT_TRUE(find_self_meetings(point, kTolerance).empty());
}

TEST(CurveDistance, IsThatOfTheNearestSamplesOrLess) {
  test::Random random(21);
  int apart = 0, crossing = 0;
  for (int round = 0; round < 200; ++round) {
    const Cubic2 a = test::random_cubic(random);
    Cubic2 b = test::random_cubic(random);
    for (Vec2& p : b.points) p.x() += random.uniform(0, 1.5);
    double sampled = INFINITY;
    constexpr int kSamples = 300;
    for (int i = 0; i <= kSamples; ++i) {
      for (int j = 0; j <= kSamples; ++j) {
        sampled = std::min(sampled, (a.at(i / double(kSamples)) - b.at(j / double(kSamples))).norm());
      }
    }
    const auto found = find_distance(a, b, kTolerance);
    ASSERT_TRUE(found);
    EXPECT_NEAR((a.at(found->a) - b.at(found->b)).norm(), found->distance, 1e-15);
    EXPECT_LE(found->distance, sampled + kTolerance);
    EXPECT_GT(found->distance, sampled - 0.05);
    const bool meets = !find_meetings(a, b, kTolerance).empty();
    EXPECT_EQ(found->distance <= kTolerance, meets) << round;
    EXPECT_FALSE(find_distance(a, b, kTolerance, 0.9 * found->distance - 2 * kTolerance)) << round;
    ++(meets ? crossing : apart);
  }
  EXPECT_GT(apart, 30);
  EXPECT_GT(crossing, 30);
}

TEST(CurveMeetings, AreThereIfTheDistanceSaysSo) {
  // Control points on a coarse grid: cusps, loops, points, lines that go back along themselves, common stretches.
  test::Random random(13);
  int apart = 0, meeting = 0, touching = 0;
  for (int round = 0; round < 4000; ++round) {
    std::array<Cubic2, 2> curves;
    for (Cubic2& curve : curves) {
      for (Vec2& p : curve.points) p = Vec2(random.integer(-2, 2), random.integer(-2, 2));
    }
    const double tolerance = random.coin() ? 1e-4 : 1e-2;
    const auto meetings = find_meetings(curves[0], curves[1], tolerance);
    const auto found = find_distance(curves[0], curves[1], 1e-3 * tolerance);
    if (found->distance > 1.01 * tolerance) {
      EXPECT_TRUE(meetings.empty()) << round;
    }
    if (found->distance < 0.49 * tolerance) {
      EXPECT_FALSE(meetings.empty()) << round;
    }
    for (const CurveMeeting& m : meetings) {
      if (m.kind == Kind::touch) continue;
      EXPECT_LT((curves[0].at(m.a[0]) - curves[1].at(m.b[0])).norm(), 1e-12) << round;
    }
    ++(meetings.empty() ? apart : meeting);
    touching += count(meetings, Kind::touch) > 0;
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(meeting, 500);
  EXPECT_GT(touching, 200);
}

// Inputs that once gave wrong answers.

TEST(CurveMeetings, OfALineOnALineAreWhereItLies) {
  test::Random random(19);
  for (int round = 0; round < 2000; ++round) {
    const Vec2 from = test::random_point2(random), way = test::random_point2(random);
    const double begin = random.uniform(0.05, 0.4), end = random.uniform(0.6, 0.95);
    const Cubic2 whole = make_line(from, from + way), part = make_line(from + begin * way, from + end * way);
    const auto meetings = find_meetings(whole, part, 1e-6);
    ASSERT_EQ(meetings.size(), 1u) << round;
    const double slack = 2e-6 / way.norm();
    EXPECT_NEAR(meetings[0].a[0], begin, slack) << round;
    EXPECT_NEAR(meetings[0].a[1], end, slack) << round;
    EXPECT_LT(find_distance(whole, part, 1e-9)->distance, 1e-9) << round;
    const Cubic2 beyond = make_line(from + 1.5 * way, from + 2 * way);
    EXPECT_NEAR(find_distance(whole, beyond, 1e-9)->distance, 0.5 * way.norm(), 1e-9) << round;
  }
}

TEST(CurveMeetings, AreLocatedWhereControlPointsAreDoubled) {
  test::Random random(23);
  int crossings = 0;
  for (int round = 0; round < 3000; ++round) {
    std::array<Cubic2, 2> curves;
    for (Cubic2& curve : curves) {
      curve = test::random_cubic(random);
      if (random.coin()) curve.points[1] = curve.points[0];
      if (random.coin()) curve.points[2] = curve.points[3];
    }
    for (const CurveMeeting& m : find_meetings(curves[0], curves[1], kTolerance)) {
      if (m.kind != Kind::crossing) continue;
      ++crossings;
      ASSERT_LT((curves[0].at(m.a[0]) - curves[1].at(m.b[0])).norm(), 1e-12) << round;
    }
  }
  EXPECT_GT(crossings, 500);
  const Cubic2 a = {{Vec2(-0.9375, 1), Vec2(-0.9375, 1), Vec2(0.6875, 0.625), Vec2(0.6875, 0.625)}};
  const Cubic2 b = {{Vec2(0.25, -0.5), Vec2(0.25, -0.5), Vec2(-1, 0), Vec2(1, 1)}};
  const auto meetings = find_meetings(a, b, 0);
  ASSERT_EQ(count(meetings, Kind::crossing), 1u);
  EXPECT_LT((a.at(meetings[0].a[0]) - b.at(meetings[0].b[0])).norm(), 1e-12);
}

TEST(CurveMeetings, OfEqualCurvesAreOneTouchAtAnyTolerance) {
  const Cubic2 bow = {{Vec2(0, 0), Vec2(0, 2), Vec2(2, 2), Vec2(2, 0)}};
  for (const Cubic2& other : {bow, bow.reversed()}) {
    const auto meetings = find_meetings(bow, other, 0);
    ASSERT_EQ(meetings.size(), 1u);
    EXPECT_EQ(meetings[0].kind, Kind::touch);
  }
}

TEST(CurveMeetings, SeeASpikeThatIsThinnerThanTheTolerance) {
  const Cubic2 up = make_line(Vec2(0, 0), Vec2(0, 1)), down = make_line(Vec2(0, 1), Vec2(0.001, 0));
  EXPECT_FALSE(find_meetings_of_neighbours(up, down, 0.01).empty());
  EXPECT_TRUE(find_meetings_of_neighbours(up, down, 1e-6).empty());
  const Cubic2 zigzag = {{Vec2(0, 0), Vec2(1e-8, 1), Vec2(2e-8, -1), Vec2(3e-8, 0)}};
  EXPECT_FALSE(find_self_meetings(zigzag, 1e-6).empty());
  const Cubic2 point = make_line(Vec2(0, 0), Vec2(0, 0)), on = {{Vec2(0, 0), Vec2(-1, 3), Vec2(3, 3), Vec2(2, 0)}};
  EXPECT_TRUE(find_meetings_of_neighbours(point, on, 1e-6).empty());
}

TEST(CurveDistance, IsFoundIfItIsAsFarAsAsked) {
  EXPECT_TRUE(find_distance(make_line(Vec2(0, 0), Vec2(1, 0)), make_line(Vec2(-5, 1), Vec2(6, 1)), 1e-9, 1));
  const Cubic2 line = make_line(Vec2(-3, 0), Vec2(4, 0));
  const Cubic2 bow = {{Vec2(-1, 2), Vec2(-0.3, 0.6), Vec2(0.4, 0.6), Vec2(1, 2)}};  // 0.95 above it
  for (double within = 0.951; within < 1.15; within += 0.01) {
    EXPECT_TRUE(find_distance(line, bow, 0.2, within)) << within;
  }
}

TEST(CurveDistance, OfTinyCurvesIsFoundSoon) {
  for (const double s : {1e-140, 1e-165, 1e-300}) {
    EXPECT_TRUE(find_distance(make_line(Vec2(s, s), Vec2(2 * s, 2 * s)), make_line(Vec2(0, s), Vec2(3 * s, s)), 0));
  }
}

TEST(CurveDistance, OfParallelLinesIsThatBetweenThem) {
  const auto found = find_distance(make_line(Vec2(0, 0), Vec2(1, 0)), make_line(Vec2(3, 0.25), Vec2(0.5, 0.25)), 1e-12);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->distance, 0.25);
}

}  // namespace
}  // namespace abut
