// Section 2.4 and Fig. 5: curved surfaces that move, guaranteed detection, extremal points.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "abut/patch_contact.h"
#include "reproduce/graph.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kScenes = 60, kMoments = 10, kSamples = 17;
constexpr double kTolerance = 0.05;

const char* const kSays =
    "Von Herzen, Barr and Zatz find collisions of parametric surfaces that move and change, if only their derivatives "
    "are bounded: no collision is missed, and near misses are told from it. Baraff describes two curved bodies near "
    "contact by their extremal distance: how far they are apart, 0 in contact, and the largest depth in each other; "
    "the extremal points Pa and Pb realise it. ψ is this distance over time.";
const char* const kLives =
    "`abut/patch.h` has Bézier patches, B-splines, spheres, tori, superquadrics and any function with bounds; "
    "`find_patch_patch_impact`, `find_extremal_points` and `find_extremal_touch` are in `abut/patch_contact.h` "
    "([patches.md](patches.md)).";

PatchMotion make_motion(Variation& vary) {
  PatchMotion motion;
  motion.start = {make_random_rotation(vary), vary.point(-0.8, 0.8)};
  motion.velocity = vary.point(-1, 1);
  motion.turning = vary.point(-1, 1);
  motion.pivot = motion.start.translation;
  return motion;
}

BezierNet make_net(Variation& vary) {
  BezierNet net;
  for (int k = 0; k < 16; ++k) {
    net[k] = Vec3(k / 4 * 2.0 / 3 - 1, k % 4 * 2.0 / 3 - 1, 0) + vary.point(-0.4, 0.4);
  }
  return net;
}

struct Kind {
  const char* name;
  Patch (*make)(Variation&);
};
const Kind kKinds[] = {
    {"bicubic patches that change their shape",
     [](Variation& vary) { return *make_bezier_patch(make_net(vary), make_net(vary)); }},
    {"tori", [](Variation& vary) { return *make_torus_patch(vary.uniform(0.5, 0.8), vary.uniform(0.1, 0.25)); }},
    {"superquadrics",
     [](Variation& vary) {
       return *make_superquadric_patch(
           {.radii = vary.point(0.3, 0.8), .along = vary.uniform(0.4, 1.6), .around = vary.uniform(0.4, 1.6)});
     }},
};

std::vector<Vec3> sample(const Patch& patch, double time) {
  std::vector<Vec3> points;
  for (int i = 0; i < kSamples; ++i) {
    for (int k = 0; k < kSamples; ++k) points.push_back(patch.at(i / (kSamples - 1.0), k / (kSamples - 1.0), time));
  }
  return points;
}

bool test_samples(const Patch& a, const Patch& b, double time) {
  const auto first = sample(a, time), second = sample(b, time);
  for (const Vec3& p : first) {
    for (const Vec3& q : second) {
      if ((p - q).squaredNorm() < kTolerance * kTolerance) return true;
    }
  }
  return false;
}

struct Counts {
  std::array<int, 3> by_verdict = {};  // separate, contact, open
  int missed = 0, sampled = 0, farther = 0;
};

Counts count_scenes(const Kind& kind, std::uint64_t seed) {
  Variation vary(seed);
  Counts counts;
  for (int i = 0; i < kScenes; ++i) {
    const Patch shape_a = kind.make(vary), shape_b = kind.make(vary);
    const Patch a = *shape_a.moved(make_motion(vary)), b = *shape_b.moved(make_motion(vary));
    const PatchImpact impact = find_patch_patch_impact(a, b, {.tolerance = kTolerance, .max_cells = 50'000});
    ++counts.by_verdict[static_cast<std::size_t>(impact.verdict)];
    const double free_until = impact.verdict == PatchVerdict::separate ? 1 : impact.t0;
    counts.farther += impact.verdict == PatchVerdict::contact && impact.points.distance > 2 * kTolerance;
    for (int k = 0; k < kMoments; ++k) {
      const double time = (k + 0.5) / kMoments;
      const bool is_seen = test_samples(a, b, time);
      counts.sampled += is_seen;
      counts.missed += is_seen && time < free_until;
    }
  }
  return counts;
}

// Two balls that pass at a distance: below the tolerance they touch, above twice of it they do not.
PatchVerdict pass_at(double gap) {
  const Patch ball = *make_sphere_patch(0.5);
  const Patch other =
      *ball.moved({.start = {Eigen::Quaterniond::Identity(), Vec3(-1.5, 1 + gap, 0)}, .velocity = Vec3(3, 0, 0)});
  return find_patch_patch_impact(ball, other, {.tolerance = kTolerance}).verdict;
}

void report_scenes(Report& report, Expectations& expectations) {
  report.paragraph(
      "60 random scenes of each kind move and turn for one unit of time; contact is within 0.05. Beside it the slow "
      "twin: 289 points of each at ten moments. Missed is what samples see before the time that was proved free.");
  Table table{{"surfaces", "separate, proved", "contact", "open", "moments that samples see", "missed"}};
  int missed = 0, farther = 0, sampled = 0;
  std::uint64_t seed = 41;
  for (const Kind& kind : kKinds) {
    const Counts counts = count_scenes(kind, seed++);
    const auto text = [](int n) { return fmt::format("{}", n); };
    table.rows.push_back({kind.name, text(counts.by_verdict[0]), text(counts.by_verdict[1]), text(counts.by_verdict[2]),
                          text(counts.sampled), text(counts.missed)});
    missed += counts.missed, farther += counts.farther, sampled += counts.sampled;
  }
  report.table(table);
  expectations.push_back({"curved surfaces: collisions missed", "0; contacts within twice the tolerance",
                          fmt::format("{}, {} farther", missed, farther),
                          missed == 0 && farther == 0 && sampled > 100});
  const bool is_right =
      pass_at(0.5 * kTolerance) == PatchVerdict::contact && pass_at(3 * kTolerance) == PatchVerdict::separate;
  expectations.push_back({"two balls that pass at half the tolerance, and at three times", "contact, and separate",
                          is_right ? "so" : "not so", is_right});
}

// ---------------------------------------------------------------------------------------------------------------
// Extremal points, in the plane of x and z

const SuperquadricSettings kFirstBody{.radii = Vec3(0.8, 0.5, 0.5), .along = 0.8, .around = 0.8};
const SuperquadricSettings kSecondBody{.radii = Vec3(0.5, 0.5, 0.7)};

struct Bodies {
  Patch a, b;
};

// b comes down on a, and turns.
Bodies make_bodies() {
  PatchMotion first{.start = {Eigen::Quaterniond(Eigen::AngleAxisd(0.25, Vec3::UnitY())), Vec3::Zero()}};
  PatchMotion second{.start = {Eigen::Quaterniond(Eigen::AngleAxisd(-2.2, Vec3::UnitY())), Vec3(0.55, 0, 1.75)},
                     .velocity = Vec3(-0.25, 0, -1.1),
                     .turning = Vec3(0, 2.6, 0),
                     .pivot = Vec3(0.55, 0, 1.75)};
  return {*make_superquadric_patch(kFirstBody)->moved(first), *make_superquadric_patch(kSecondBody)->moved(second)};
}

Vec2 flatten(const Vec3& p) { return {p.x(), p.z()}; }

// Both meridians in the plane.
std::vector<Vec2> list_outline(const Patch& patch, double time) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 60; ++i) points.push_back(flatten(patch.at(0, i / 60.0, time)));
  for (int i = 60; i >= 0; --i) points.push_back(flatten(patch.at(0.5, i / 60.0, time)));
  return points;
}

Report::Figure draw_state(const Bodies& bodies, const char* name, const char* words, double time) {
  const ExtremalPoints e = *find_extremal_points(bodies.a, bodies.b, time);
  PlanePicture picture({Vec2(-1, -0.65), Vec2(1.3, 2.4)},
                       fmt::format("{}: {:.3f}", words, std::abs(e.value) < 5e-4 ? 0 : e.value), 300, 420);
  picture.polygon(list_outline(bodies.a, time), kFirstFill, {kFirstColor, 1.6});
  picture.polygon(list_outline(bodies.b, time), "none", {kSecondColor, 1.6});
  const Vec2 a = flatten(e.points.points[0]), b = flatten(e.points.points[1]), n = flatten(e.normal);
  const Vec2 across(-n.y(), n.x());
  for (const Vec2& at : {a, b}) picture.line(at - 0.35 * across, at + 0.35 * across, {"#8a8a86", 1, true});
  picture.line(a, b, {kFoundColor, 2});
  picture.dot(a, 4, kFirstColor), picture.dot(b, 4, kSecondColor);
  picture.text(a, "Pa", {.color = kFirstColor, .anchor = Anchor::end}, Vec2(-12, e.value > 0 ? 14 : -8));
  picture.text(b, "Pb", {.color = kSecondColor}, Vec2(12, e.value > 0 ? -6 : 16));
  const Pose3 place = bodies.b.motion().at(time);
  picture.text({-0.45, -0.2}, "A", {.size = 15}),
      picture.text(flatten(place.translation), "B", {.size = 15}, Vec2(0, -8));
  return {name, words, picture.str()};
}

std::string draw_psi(const Bodies& bodies, double touch) {
  Graph graph({Vec2(0, -0.5), Vec2(1, 1)}, {"ψ of the two bodies, and its tangent at contact", "time", "ψ"}, 520, 360);
  std::vector<Vec2> curve;
  for (int i = 0; i <= 100; ++i) curve.push_back({0.01 * i, find_extremal_points(bodies.a, bodies.b, 0.01 * i)->value});
  const double rate = find_extremal_points(bodies.a, bodies.b, touch)->rate;
  graph.line({touch - 0.25, -0.25 * rate}, {touch + 0.25, 0.25 * rate}, {colors::grey, 1.4, true});
  graph.polyline(curve, {colors::blue, 2.4});
  graph.dot({touch, 0}, 4.5, kFoundColor);
  graph.text({touch, 0}, fmt::format("t₀ = {:.4f}", touch), {.color = kFoundColor}, Vec2(8, -8));
  return graph.str();
}

void report_extremal(Report& report, Expectations& expectations) {
  report.paragraph("Two bodies before, at and after contact, with their extremal points; tangents there are dashed.");
  const Bodies bodies = make_bodies();
  const double touch = find_extremal_touch(bodies.a, bodies.b, 0, 1, 0.05)->t0;
  const std::array<double, 3> times = {0.2, touch, 0.85};
  report.figures({draw_state(bodies, "survey_extremal_apart", "apart", times[0]),
                  draw_state(bodies, "survey_extremal_contact", "in contact", times[1]),
                  draw_state(bodies, "survey_extremal_inside", "in each other", times[2])});
  report.paragraph("Fig. 5: extremal distance and extremal points. Below, ψ over time.");
  report.figure({"survey_extremal_psi", "ψ of curved bodies", draw_psi(bodies, touch)});

  const auto value = [&](double time) { return find_extremal_points(bodies.a, bodies.b, time)->value; };
  constexpr double h = 1e-4;
  Table table{{"time", "ψ", "its rate", "by differences", "its second derivative", "by differences"}, 0};
  double worst = 0;
  for (const double time : times) {
    const ExtremalPoints e = *find_extremal_points(bodies.a, bodies.b, time);
    const double rate = (value(time + h) - value(time - h)) / (2 * h);
    const double bend = (value(time + h) - 2 * value(time) + value(time - h)) / (h * h);
    worst = std::max({worst, std::abs(rate - e.rate), 1e-2 * std::abs(bend - e.acceleration)});
    const auto text = [](double x) { return fmt::format("{:.6f}", x); };
    table.rows.push_back({fmt::format("{:.4f}", time), fmt::format("{:.6f}", std::abs(e.value) < 5e-7 ? 0 : e.value),
                          text(e.rate), text(rate), fmt::format("{:.4f}", e.acceleration),
                          fmt::format("{:.4f}", bend)});
  }
  report.table(table);
  const double impact = find_patch_patch_impact(bodies.a, bodies.b, {.tolerance = 1e-6}).t1;
  expectations.push_back({"derivatives of ψ through contact", "those of its differences (1e-5; second ones 1e-3)",
                          fmt::format("{:.0e}", worst), worst < 1e-5});
  expectations.push_back({"contact by ψ and by bounds of derivatives", "the same moment, to 1e-5",
                          fmt::format("{:.0e}", std::abs(impact - touch)), std::abs(impact - touch) < 1e-5});
}

}  // namespace

void report_surface_detection(Report& report, Expectations& expectations) {
  open_section(report, "Curved surfaces (2.4, Fig. 5)", kSays, kLives);
  report_scenes(report, expectations);
  report_extremal(report, expectations);
}

}  // namespace abut::reproduce
