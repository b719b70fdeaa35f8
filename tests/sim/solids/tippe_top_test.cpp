// A ball whose center of mass is off its middle, spun on the ground: a tippe top. Where it slides, friction turns it
// over, and its center of mass rises. Whatever friction does, one number stays: the angular momentum along the way from
// the point of contact to the center of mass (Jellett, A Treatise on the Theory of Friction, 1872).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::start;

constexpr double kRadius = 0.02, kOffset = 0.3 * kRadius, kMass = 0.02, kSpin = 155;
const Vec3 kInertia = kMass * kRadius * kRadius * Vec3(131.0 / 350, 131.0 / 350, 0.4);

SolidScene make_scene(double tilt, double friction) {
  SolidScene scene;
  scene.grounds.push_back({});
  scene.grounds[0].plane.friction = friction;
  Solid top = make_ball("top", kRadius, Vec3(0, 0, kRadius));
  top.friction = friction;
  top.mass = {kMass, Vec3(0, 0, -kOffset), kInertia.asDiagonal()};
  top.pose.rotation = Eigen::AngleAxisd(tilt, Vec3::UnitX());
  top.spin = top.pose.rotation * Vec3(0, 0, kSpin);
  top.velocity = top.spin.cross(top.pose.rotation * top.mass.center);  // so that the middle of the ball is at rest
  scene.solids.push_back(top);
  return scene;
}

Vec3 find_axis(const SolidMotion& motion) { return motion.rotation * Vec3::UnitZ(); }

double measure_tilt(const SolidMotion& motion) { return std::acos(std::clamp(find_axis(motion).z(), -1.0, 1.0)); }

double measure_jellett(const SolidMotion& motion) {
  const Vec3 momentum = motion.rotation * kInertia.cwiseProduct(motion.rotation.conjugate() * motion.spin);
  return momentum.dot(kRadius * Vec3::UnitZ() - kOffset * find_axis(motion));
}

struct Spun {
  double tilt = 0, most_tilt = 0;  // radians
  double jellett_change = 0;       // a share
  double energy_rise = 0;          // a share, of any look
  double energy = 0;               // at the end, by that at the start
  SolidMotion motion;
  double jellett = 0;  // at the start
};

Spun spin(const SolidScene& scene, const SolidSettings& settings, double duration) {
  auto simulation = start(scene, settings);
  Spun spun;
  spun.jellett = measure_jellett(simulation.motion(0));
  const double energy = simulation.measure_energy().total();
  double last = energy;
  for (int i = 1; i <= 200; ++i) {
    go(simulation, duration * i / 200);
    const double now = simulation.measure_energy().total();
    spun.energy_rise = std::max(spun.energy_rise, (now - last) / energy);
    last = now;
    spun.motion = simulation.motion(0);
    spun.tilt = measure_tilt(spun.motion);
    spun.most_tilt = std::max(spun.most_tilt, spun.tilt);
    spun.jellett_change = std::max(spun.jellett_change, std::abs(measure_jellett(spun.motion) / spun.jellett - 1));
  }
  spun.energy = last / energy;
  return spun;
}

SolidSettings make_settings(SolidMethod method) {
  SolidSettings settings;
  settings.method = method;
  settings.step = 1e-3;
  return settings;
}

// Upside down all its spin is upright again, and Jellett's constant says how fast it is.
void expect_upside_down(const Spun& spun, double tolerance) {
  EXPECT_GT(spun.tilt, 170 * std::numbers::pi / 180);
  EXPECT_GT(spun.motion.center.z(), kRadius + 0.98 * kOffset);
  EXPECT_NEAR(spun.motion.spin.z() / (spun.jellett / (kInertia.z() * (kRadius + kOffset))), 1, tolerance);
  EXPECT_LT(spun.motion.spin.dot(find_axis(spun.motion)), 0);  // about its own axis it goes the other way round
  EXPECT_LT(spun.energy_rise, 1e-6);
  EXPECT_LT(spun.energy, 0.5);
}

TEST(TippeTop, turns_over_and_keeps_jelletts_constant) {
  const Spun spun = spin(make_scene(0.2, 0.03), make_settings(SolidMethod::events), 13);
  expect_upside_down(spun, 0.01);
  EXPECT_LT(spun.jellett_change, 1e-5);
}

TEST(TippeTop, turns_over_in_many_short_substeps) {
  const Spun spun = spin(make_scene(0.2, 0.03), make_settings(SolidMethod::steps), 13);
  expect_upside_down(spun, 0.01);
  EXPECT_LT(spun.jellett_change, 1e-10);
}

// Rough ground makes it roll before it turns over, and what rolls loses no energy.
TEST(TippeTop, rolls_on_rough_ground) {
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    const Spun spun = spin(make_scene(0.1, 0.3), make_settings(method), 4);
    EXPECT_LT(spun.most_tilt, 0.1);
    EXPECT_LT(spun.jellett_change, 1e-10);
    EXPECT_NEAR(spun.energy, 0.991, 2e-3);
  }
}

TEST(TippeTop, stays_upright_without_friction) {
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    const Spun spun = spin(make_scene(0.2, 0), make_settings(method), 4);
    EXPECT_LT(spun.most_tilt, 0.3);
    EXPECT_LT(spun.jellett_change, 1e-3);
    EXPECT_NEAR(spun.energy, 1, 1e-3);
  }
}

// The same ball with its center of mass in its middle has no reason to turn over.
TEST(TippeTop, stays_upright_if_its_middle_is_its_center) {
  SolidScene scene = make_scene(0.2, 0.03);
  scene.solids[0].mass.center.setZero();
  scene.solids[0].velocity.setZero();
  const Spun spun = spin(scene, make_settings(SolidMethod::events), 13);
  EXPECT_LT(spun.most_tilt, 0.5);
}

}  // namespace
}  // namespace abut
