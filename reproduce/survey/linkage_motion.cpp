// Section 3.4: linkages that move, with and without loops.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/plane_picture.h"
#include "reproduce/survey/scene_solids.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr double kGravity = 9.81;

void join(SolidScene& scene, std::uint32_t a, std::uint32_t b, const Vec3& at) {
  const auto pose = [&](std::uint32_t body) { return body == kWorld ? Pose3{} : scene.solids[body].pose; };
  SolidJoint joint;
  joint.joint = make_joint(make_placed_joint(JointKind::hinge, a, b, at, Vec3::UnitY()), pose(a), pose(b));
  scene.joints.push_back(joint);
}

void add_bar(SolidScene& scene, const Vec3& from, const Vec3& to) {
  const Convex shape = Convex::make_box(Vec3(0.5 * (to - from).norm(), 0.05, 0.05));
  Solid bar = make_solid(fmt::format("bar {}", scene.solids.size()), shape, 0.5 * (from + to));
  bar.pose.rotation = Eigen::AngleAxisd(-std::atan2(to.z() - from.z(), to.x() - from.x()), Vec3::UnitY());
  scene.solids.push_back(std::move(bar));
}

// Bars of a metre in a row, hanging from the origin; the first is an angle from straight down.
SolidScene make_pendulum(int count, double angle) {
  SolidScene scene;
  const Vec3 way(std::sin(angle), 0, -std::cos(angle));
  for (int i = 0; i < count; ++i) {
    add_bar(scene, i * way, (i + 1) * way);
    scene.solids.back().parts.clear();  // nothing touches
    join(scene, static_cast<std::uint32_t>(i), i == 0 ? kWorld : static_cast<std::uint32_t>(i - 1), i * way);
  }
  return scene;
}

// How far from its start after so many periods, as a share of the swing.
double measure_swing(double angle, int periods) {
  SolidScene scene = make_pendulum(1, angle);
  const MassProperties& mass = scene.solids[0].mass;
  const double inertia = mass.inertia(1, 1) + 0.25 * mass.mass;
  const double period = 2 * std::numbers::pi * std::sqrt(inertia / (mass.mass * kGravity * 0.5)) *
                        (1 + angle * angle / 16 + 11 * std::pow(angle, 4) / 3072);
  SolidSimulation simulation = start(scene, {.step = 1.0 / 120});
  const double from = simulation.motion(0).center.x();
  return simulation.advance(periods * period) ? std::abs(simulation.motion(0).center.x() / from - 1) : 1;
}

struct Drift {
  double energy = 0, gap = 0;  // the largest change, as a share of the largest kinetic energy; of joints, m or radians
};

Drift measure_drift(const SolidScene& scene, double seconds) {
  SolidSimulation simulation = start(scene);
  const double before = simulation.measure_energy().total();
  double largest = 0;
  Drift drift;
  for (int i = 1; i <= 10 * seconds; ++i) {
    const auto report = simulation.advance(0.1 * i);
    if (!report) return {1, 1};
    const SolidEnergy energy = simulation.measure_energy();
    largest = std::max(largest, energy.kinetic);
    drift.energy = std::max(drift.energy, std::abs(energy.total() - before));
    drift.gap = std::max(drift.gap, report->largest_joint_gap);
  }
  drift.energy /= largest;
  return drift;
}

// A crank that a motor turns, a coupler and a rocker; with the ground, a loop whose hinges are all parallel.
SolidScene make_four_bars() {
  SolidScene scene;
  const Vec3 a(0, 0, 0), b(0, 0, 1), c(1.5, 0, 1.5), d(2, 0, 0);
  add_bar(scene, a, b), add_bar(scene, b, c), add_bar(scene, c, d);
  join(scene, 0, kWorld, a), join(scene, 1, 0, b), join(scene, 2, 1, c), join(scene, 2, kWorld, d);
  scene.joints[0].motor_speed = 3, scene.joints[0].motor_limit = 1e5;
  return scene;
}

Vec2 flatten(const Vec3& p) { return {p.x(), p.z()}; }

std::string draw_four_bars() {
  SolidSimulation simulation = start(make_four_bars());
  PlanePicture picture({Vec2(-1.2, -1.15), Vec2(2.9, 2.1)}, "four bars: a motor turns the crank; way of a point", 560,
                       440);
  const double turn = 2 * std::numbers::pi / 3;
  std::vector<Vec2> way;
  const Vec3 tip(0, 0, 0.6);  // beside the middle of the coupler
  for (int i = 0; i <= 120 && simulation.advance(turn * i / 120); ++i) {
    way.push_back(flatten(simulation.pose(1).apply(tip)));
    if (i % 20 != 0 || i == 120) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Pose3 pose = simulation.pose(k);
      const Vec3 half = simulation.scene().solids[k].parts[0].shape->half_size()->x() * Vec3::UnitX();
      const Vec2 from = flatten(pose.apply(-half)), to = flatten(pose.apply(half));
      picture.line(from, to, {i == 0 ? kFirstColor : "#b9c6d3", i == 0 ? 5.0 : 1.6});
      if (i == 0) picture.dot(from, 5, "#444444"), picture.dot(to, 5, "#444444");
      if (i == 0 && k == 1) picture.line(0.5 * (from + to), way.back(), {kFirstColor, 2.5});
    }
  }
  picture.polyline(way, {kFoundColor, 2});
  picture.dot(way.front(), 4.5, kFoundColor);
  for (const Vec2& fixed : {Vec2(0, 0), Vec2(2, 0)}) {
    picture.polygon(std::array{fixed, Vec2(fixed + Vec2(-0.13, -0.22)), Vec2(fixed + Vec2(0.13, -0.22))}, "#ecebe6",
                    {"#777777", 1});
    picture.dot(fixed, 5, "#444444");
  }
  return picture.str();
}

}  // namespace

void report_linkage_motion(Report& report, Expectations& expectations) {
  report.paragraph("Linkages in motion, by steps of 1/60 s (the single pendulum of 1/120 s), hinges throughout:");
  const double swing = measure_swing(0.1, 5);
  const Drift one = measure_drift(make_pendulum(1, 1.5), 10), five = measure_drift(make_pendulum(5, 1.5), 10);
  const Drift bars = measure_drift(make_four_bars(), 20);
  const auto text = [](double x) { return fmt::format("{:.0e}", x); };
  report.table({{"linkage", "energy changes by, as a share", "joints come apart by at most"},
                1,
                {{"a pendulum that falls from 86°, 10 s", text(one.energy), text(one.gap)},
                 {"five bars that fall from 86°, 10 s", text(five.energy), text(five.gap)},
                 {"four bars with a motor, a loop, 20 s", "", text(bars.gap)}}});
  report.figure({"survey_four_bars", "A loop: four bars, the ground one of them", draw_four_bars()});
  expectations.push_back(
      {"a pendulum after five periods of the formula", "back where it began, to 1e-3", text(swing), swing < 1e-3});
  expectations.push_back({"linkages in motion: drift of joints", "under 1e-6, with a loop, too",
                          text(std::max({one.gap, five.gap, bars.gap})),
                          std::max({one.gap, five.gap, bars.gap}) < 1e-6});
  expectations.push_back({"linkages in motion: energy of pendulums", "kept to half a percent",
                          text(std::max(one.energy, five.energy)), std::max(one.energy, five.energy) < 0.005});
}

}  // namespace abut::reproduce
