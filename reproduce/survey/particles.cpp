// Section 2.1 and Fig. 2: particles against a plane, and against each other.
#include <fmt/format.h>

#include "abut/impulses.h"
#include "abut/narrow.h"
#include "reproduce/plane_picture.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kCount = 100'000;
constexpr int kDrawn = 8;
constexpr double kTolerance = 0.05;  // as near as this, particles touch

const char* const kSays =
    "A particle x has passed a plane through p if the sign of (x - p) · n̂ has changed. Two particles collide if they "
    "are nearer than a tolerance and approach each other along the line that joins them.";
const char* const kLives =
    "`find_point_plane_impact` and `find_point_point_impact` in `abut/narrow.h`, for all of a step and not for its "
    "ends alone; whether they approach is `classify_contact` in `abut/impulses.h`.";

Motion<1> make_step(Variation& vary) { return {{vary.point(-1, 1)}, {vary.point(-1, 1)}}; }

struct PlaneCounts {
  int by_sign = 0, by_impact = 0, same = 0;
};

PlaneCounts count_planes() {
  Variation vary(21);
  const Vec3 p(0.1, -0.2, 0.15), n = Vec3(0.3, -0.4, 1).normalized();
  PlaneCounts counts;
  for (int i = 0; i < kCount; ++i) {
    const Motion<1> step = make_step(vary);
    const bool by_sign = ((step.start[0] - p).dot(n) > 0) != ((step.end[0] - p).dot(n) > 0);
    const bool by_impact = find_point_plane_impact(step, p, n).has_value();
    counts.by_sign += by_sign;
    counts.by_impact += by_impact;
    counts.same += by_sign == by_impact;
  }
  return counts;
}

// Nearer than the tolerance, and approaching.
bool test_colliding(const Motion<2>& step, double time) {
  const Vec3 way = step.start[0] - step.start[1] + time * (step.end[0] - step.start[0] - step.end[1] + step.start[1]);
  const Vec3 velocity = (step.end[0] - step.start[0]) - (step.end[1] - step.start[1]);
  return way.norm() < kTolerance && classify_contact(velocity.dot(way.normalized()), 0) == ContactPhase::colliding;
}

bool test_colliding(const Motion<2>& step, int looks) {
  for (int i = 1; i <= looks; ++i) {
    if (test_colliding(step, double(i) / looks)) return true;
  }
  return false;
}

constexpr int kLooks[] = {1, 10, 100};

struct PairCounts {
  int all = 0, impacts = 0, beyond = 0;  // what looks find and the impact does not
  std::array<int, 3> by_looks = {};
};

PairCounts count_pairs() {
  Variation vary(22);
  PairCounts counts;
  for (int i = 0; i < kCount; ++i) {
    const Vec3 a = 0.3 * vary.point(-1, 1), b = 0.3 * vary.point(-1, 1);
    const Motion<2> step{{a, b}, {a + 0.3 * vary.point(-1, 1), b + 0.3 * vary.point(-1, 1)}};
    if ((a - b).norm() < kTolerance) continue;
    ++counts.all;
    const bool is_impact = find_point_point_impact(step, {.separation = kTolerance}).has_value();
    counts.impacts += is_impact;
    for (std::size_t k = 0; k < std::size(kLooks); ++k) {
      const bool is_seen = test_colliding(step, kLooks[k]);
      counts.by_looks[k] += is_seen;
      counts.beyond += is_seen && !is_impact;
    }
  }
  return counts;
}

std::string draw_plane() {
  PlanePicture picture({Vec2(-1.1, -0.8), Vec2(1.3, 0.95)}, "the sign of (x - p) · n, before and after a step", 520,
                       400);
  const Vec2 p(-0.65, -0.36), along = Vec2(1, 0.35).normalized(), n(-along.y(), along.x());
  const Vec2 left = p - 0.6 * along, right = p + 2.1 * along;
  picture.polygon(std::array{left, right, Vec2(right.x(), -0.8), Vec2(left.x(), -0.8)}, "#ecebe6", {"#ecebe6", 1});
  picture.line(left, right, {"#555555", 2});
  Variation vary(20);
  for (int i = 0; i < kDrawn; ++i) {
    const Vec2 start = p + (0.26 + 0.23 * i) * along + vary.uniform(0.08, 0.5) * n;
    const Vec2 end = start + vary.uniform(-0.05, 0.12) * along - vary.uniform(0.1, 0.55) * n;
    const Motion<1> step{{Vec3(start.x(), start.y(), 0)}, {Vec3(end.x(), end.y(), 0)}};
    const auto impact = find_point_plane_impact(step, Vec3(p.x(), p.y(), 0), Vec3(n.x(), n.y(), 0));
    const char* color = impact ? colors::orange : colors::blue;
    picture.arrow(start, end, {color, 1.8});
    picture.dot(start, 3, color);
    picture.text(end, fmt::format("{:+.2f}", (end - p).dot(n)), {.size = 12, .color = color, .anchor = Anchor::middle},
                 Vec2(4, 17));
    if (impact) picture.dot(start + impact->time * (end - start), 3.5, kFoundColor);
  }
  picture.arrow(p, p + 0.45 * n, {"#111111", 2});
  picture.dot(p, 3.5, "#111111");
  picture.text(p, "p", {.size = 15}, Vec2(-4, 20));
  picture.text(p + 0.45 * n, "n", {.size = 15}, Vec2(-16, 4));
  return picture.str();
}

}  // namespace

void report_particle_detection(Report& report, Expectations& expectations) {
  open_section(report, "Particles (2.1, Fig. 2)", kSays, kLives);
  const PlaneCounts planes = count_planes();
  const PairCounts pairs = count_pairs();
  Table table{{"what", "steps", "by the survey's test", "by impact", "found by the test"}};
  const auto add = [&](const std::string& what, int all, int by_test, int by_impact) {
    const auto text = [](int n) { return format_count(static_cast<std::uint64_t>(n)); };
    table.rows.push_back({what, text(all), text(by_test), text(by_impact), format_share(double(by_test) / by_impact)});
  };
  add("a particle through a plane: sign before and after", kCount, planes.by_sign, planes.by_impact);
  for (std::size_t k = 0; k < std::size(kLooks); ++k) {
    const std::string when = k == 0 ? "after the step" : fmt::format("at {} moments", kLooks[k]);
    add("two particles: tolerance and approach, " + when, pairs.all, pairs.by_looks[k], pairs.impacts);
  }
  report.table(table);
  report.paragraph(
      "A plane is always noticed, as nothing gets back through it in a straight step. Two particles are not: at the "
      "end of a step most of those that met are apart again.");
  report.figure({"survey_plane",
                 "Fig. 2: eight particles in a step, with (x - p) · n at its end; those that pass are orange, with the "
                 "point where they do",
                 draw_plane()});
  expectations.push_back(
      {"particles and a plane", "signs say the same as impacts",
       fmt::format("{} of {} steps", format_count(static_cast<std::uint64_t>(planes.same)), format_count(kCount)),
       planes.same == kCount});
  expectations.push_back(
      {"two particles: found by looks and not by impact", "0", fmt::format("{}", pairs.beyond), pairs.beyond == 0});
}

}  // namespace abut::reproduce
