// Section 2.3 and Fig. 4: the characteristic function of two convex polyhedra over time.
#include <fmt/format.h>

#include <cmath>

#include "abut/convex_pair.h"
#include "abut/rigid_impact.h"
#include "reproduce/graph.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kPairs = 300, kSteps = 200;
constexpr double kSame = 1e-6;  // moments of a step

// The distance while they are apart, less than 0 by the depth in each other.
double measure_psi(const MovingConvex& a, const MovingConvex& b, double time) {
  const PlacedConvex first{a.shape, a.motion.at(time)}, second{b.shape, b.motion.at(time)};
  const auto penetration = measure_penetration(first, second);
  return penetration ? -penetration->depth : measure_distance(first, second).distance;
}

struct Pair {
  Convex a, b;
  RigidMotion motion_a, motion_b;
  MovingConvex first() const { return {&a, motion_a}; }
  MovingConvex second() const { return {&b, motion_b}; }
};

// b comes to where a is, and stays there.
Pair make_pair(Variation& vary) {
  const Vec3 way = 3 * make_random_direction(vary);
  Pair pair{make_random_hull(vary, 12), make_random_hull(vary, 12), {}, {}};
  pair.motion_a = make_rigid_motion({make_random_rotation(vary), Vec3::Zero()}, Vec3::Zero(), vary.point(-2, 2), 1);
  pair.motion_b = make_rigid_motion({make_random_rotation(vary), way}, -0.8 * way, vary.point(-2, 2), 1);
  return pair;
}

struct Counts {
  int touches = 0;                // found by looks
  int same = 0, earlier = 0;      // the impact is at the zero, or touches and parts between two looks before
  double largest_difference = 0;  // of moments that are the same
};

// The zero of psi, by step and check in small steps, beside the impact.
Counts count() {
  Variation vary(40);
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const Pair pair = make_pair(vary);
    const auto psi = [&](double time) { return measure_psi(pair.first(), pair.second(), time); };
    const Backtrack zero = backtrack_to_impact(psi, {.steps = kSteps, .tolerance = 1e-12});
    if (zero.status != BacktrackStatus::found) continue;
    const RigidImpact impact = find_rigid_impact(pair.first(), pair.second(), {.tolerance = 1e-9});
    const double difference = std::abs(impact.time - zero.before);
    const bool is_same = impact.status == RigidImpactStatus::impact && difference < kSame;
    ++counts.touches;
    counts.same += is_same;
    counts.earlier += !is_same && impact.status == RigidImpactStatus::impact && impact.time < zero.before;
    if (is_same) counts.largest_difference = std::max(counts.largest_difference, difference);
  }
  return counts;
}

std::string draw_psi() {
  const Convex box = Convex::make_box(Vec3(0.6, 0.4, 0.5)), other = Convex::make_box(Vec3(0.4, 0.5, 0.3));
  const MovingConvex a{&box, make_rigid_motion({}, Vec3::Zero(), Vec3(0, 0.6, 0.2), 1)};
  const Pose3 start{Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec3(1, 1, 0.3).normalized())), Vec3(1.7, 0.3, 0.9)};
  const MovingConvex b{&other, make_rigid_motion(start, Vec3(-1.7, -0.2, -0.6), Vec3(0.8, -1.2, 0.4), 1)};
  Graph graph({Vec2(0, -0.8), Vec2(1, 0.8)}, {"ψ of two boxes that turn", "time", "ψ"}, 620, 400);
  const double touch = find_rigid_impact(a, b, {.tolerance = 1e-9}).time;
  std::vector<Vec2> apart, inside;
  for (int i = 0; i <= 200; ++i) {
    const double time = 0.005 * i;
    (time <= touch ? apart : inside).push_back({time, measure_psi(a, b, time)});
  }
  apart.push_back({touch, 0});
  inside.insert(inside.begin(), Vec2(touch, 0));
  graph.polyline(apart, {colors::blue, 2.4});
  graph.polyline(inside, {colors::orange, 2.4});
  graph.dot({touch, 0}, 4.5, kFoundColor);
  graph.text({touch, 0}, fmt::format("contact, t₀ = {:.4f}", touch), {.color = kFoundColor}, Vec2(8, -8));
  graph.text({0.12, apart[24].y()}, "ψ > 0: disjoint", {.color = colors::blue}, Vec2(14, -6));
  graph.text({0.52, -0.5}, "ψ < 0: in each other", {.color = colors::orange, .anchor = Anchor::middle});
  return graph.str();
}

}  // namespace

void report_characteristic(Report& report, Expectations& expectations) {
  report.heading(4, "The characteristic function");
  report.paragraph(
      "ψ is the distance while two solids are apart, and less than 0 by the depth of the shortest way out. Where it "
      "first gets to 0, found by step and check (200 steps), is the impact that `find_rigid_impact` proves, for 300 "
      "pairs of random hulls that turn and come into each other.");
  report.figure({"survey_psi", "Fig. 4: the characteristic function over time", draw_psi()});
  const Counts counts = count();
  report.table(
      {{"pairs", "ψ gets to 0", "the impact is then", "it was between two looks before", "moments differ by"},
       0,
       {{format_count(kPairs), format_count(std::uint64_t(counts.touches)), format_count(std::uint64_t(counts.same)),
         format_count(std::uint64_t(counts.earlier)), fmt::format("{:.0e}", counts.largest_difference)}}});
  expectations.push_back({"the first zero of ψ", "the impact, to 1e-6 of the step; never before it",
                          fmt::format("{} the same, {} touched before, {} wrong", counts.same, counts.earlier,
                                      counts.touches - counts.same - counts.earlier),
                          counts.touches == counts.same + counts.earlier && counts.earlier < counts.touches / 20});
}

}  // namespace abut::reproduce
