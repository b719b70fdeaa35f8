// Section 3.4 and Fig. 9: a collision in a linkage, whose impulse goes through all its joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "abut/joints.h"
#include "base/timer.h"
#include "reproduce/plane_picture.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/linkage_system.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

const char* const kSays =
    "Bodies that hang together by joints pass impulses on. For n bodies with n - 1 joints, two of which collide, Moore "
    "and Wilhelms write 9n equations: momentum of all bodies, joints whose two ends go on together, and the collision. "
    "The matrix is sparse, so that a solution of order n should be possible; loops and sliding joints are extensions.";
const char* const kLives =
    "`abut/joints.h`: `Linkage` eliminates joints from the leaves to the root, `solve_linkage_impact` is the survey's "
    "collision; ball, hinge, sliding and fixed joints, limits, motors and loops ([response.md](response.md)). The "
    "survey's system is made and solved here as it stands, to compare (`reproduce/survey/linkage_system.cpp`). The "
    "joints it calls revolute, with three equations, are balls.";

// Links along a circle that is not closed by a joint: the last touches the first.
struct Ring {
  std::vector<RigidMass> bodies;
  std::vector<PlacedJoint> joints;
  RigidContact contact;
};

Ring make_ring(std::uint32_t count, Variation& vary) {
  Ring ring;
  const double radius = count / (2 * std::numbers::pi);
  const auto place = [&](double i) {
    const double angle = 2 * std::numbers::pi * i / count;
    return Vec3(radius * std::cos(angle), 0.1 * std::sin(5 * angle), radius * std::sin(angle));
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 moments(vary.uniform(0.05, 0.1), vary.uniform(0.05, 0.1), vary.uniform(0.05, 0.1));
    ring.bodies.push_back(make_rigid_mass(vary.uniform(0.5, 2), moments.asDiagonal().toDenseMatrix(), place(i + 0.5),
                                          vary.point(-1, 1), vary.point(-1, 1)));
    if (i > 0) ring.joints.push_back(make_placed_joint(JointKind::ball, i - 1, i, place(i)));
  }
  ring.contact = {0, count - 1, place(0), Vec3(0, 0, 1), 0.5};
  // Velocities with which the joints hold, and the ends approach.
  Linkage linkage;
  if (!linkage.factorise(ring.bodies, ring.joints)) return ring;
  const LinkageSolution held = linkage.solve();
  for (std::uint32_t i = 0; i < count; ++i) {
    ring.bodies[i].velocity = held.velocities[i].velocity, ring.bodies[i].spin = held.velocities[i].spin;
  }
  if (measure_normal_speed(ring.bodies, ring.contact) > 0) {
    for (RigidMass& body : ring.bodies) body.velocity = -body.velocity, body.spin = -body.spin;
  }
  return ring;
}

double find_difference(std::span<const RigidVelocity> a, std::span<const RigidVelocity> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max({largest, (a[i].velocity - b[i].velocity).norm(), (a[i].spin - b[i].spin).norm()});
  }
  return largest;
}

double measure_momentum_change(const Ring& ring, const LinkageSolution& found) {
  std::vector<RigidMass> after = ring.bodies;
  for (std::size_t i = 0; i < after.size(); ++i) {
    after[i].velocity = found.velocities[i].velocity, after[i].spin = found.velocities[i].spin;
  }
  const Momentum x = measure_momentum(ring.bodies), y = measure_momentum(after);
  double size = 0;
  for (const RigidMass& body : ring.bodies) size += (1 + body.center.norm()) * body.velocity.norm() / body.inverse_mass;
  return std::max((x.linear - y.linear).norm(), (x.angular - y.angular).norm()) / size;
}

// The least for each body, as other programs may run beside it.
double measure_time(const Ring& ring) {
  double least = std::numeric_limits<double>::infinity();
  const Timer total;
  for (int round = 0; round < 5 || total.seconds() < 0.5; ++round) {
    const Timer timer;
    const auto found = solve_linkage_impact(ring.bodies, ring.joints, ring.contact);
    least = std::min(least, timer.seconds());
  }
  return least / static_cast<double>(ring.bodies.size());
}

void report_rings(Report& report, Expectations& expectations) {
  report.paragraph(
      "Links in a ring that is open at one place, where both ends collide. The system of 9n equations, solved by "
      "sparse LU, beside `solve_linkage_impact`. Times are the least of several:");
  Table table{{"bodies", "equations", "entries that are not 0", "of each row", "of the whole matrix",
               "velocities differ by", "joints come apart by", "momentum changes by", "time for each body"},
              0};
  Variation vary(64);
  double difference = 0, residual = 0, momentum = 0, times[2] = {};
  for (const std::uint32_t count : {10u, 100u, 1'000u, 10'000u}) {
    const Ring ring = make_ring(count, vary);
    const LinkageSystem system = make_linkage_system(ring.bodies, ring.joints, ring.contact);
    const auto found = solve_linkage_impact(ring.bodies, ring.joints, ring.contact);
    const auto direct = solve_linkage_system(system, ring.bodies.size());
    const double apart = direct.empty() || !found ? 1 : find_difference(found->velocities, direct);
    const double change = measure_momentum_change(ring, *found), seconds = measure_time(ring);
    const auto size = static_cast<double>(system.matrix.rows()),
               entries = static_cast<double>(system.matrix.nonZeros());
    table.rows.push_back({format_count(count), format_count(std::uint64_t(system.matrix.rows())),
                          format_count(std::uint64_t(system.matrix.nonZeros())), fmt::format("{:.1f}", entries / size),
                          fmt::format("{:.2g} %", 100 * entries / size / size), fmt::format("{:.0e}", apart),
                          fmt::format("{:.0e}", found->residual), fmt::format("{:.0e}", change), format_time(seconds)});
    difference = std::max(difference, apart), residual = std::max(residual, found->residual);
    momentum = std::max(momentum, change);
    if (count >= 1000) times[count == 10'000] = seconds;
  }
  report.table(table);
  expectations.push_back({"linkages: by elimination and by 9n equations", "the same velocities, to 1e-9; joints hold",
                          fmt::format("{:.0e}, {:.0e}", difference, residual), difference < 1e-9 && residual < 1e-9});
  expectations.push_back({"linkages: momentum", "kept, to 1e-12", fmt::format("{:.0e}", momentum), momentum < 1e-12});
  expectations.push_back({"linkages: time for each body, 10,000 beside 1,000", "order n: under three times",
                          fmt::format("{:.2f} times", times[1] / times[0]), times[1] < 3 * times[0]});
}

// ---------------------------------------------------------------------------------------------------------------
// Fig. 9, in the plane of x and z

struct PictureLink {
  Vec2 from, to;
  Vec2 center() const { return 0.5 * (from + to); }
};

const PictureLink kLinks[] = {{{-0.2, 0}, {1, 0}},       {{1, 0}, {1.9, 0.75}},   {{1.9, 0.75}, {3, 0.6}},
                              {{1.9, 0.75}, {2.2, 1.8}}, {{1, 0}, {1.75, -0.85}}, {{1.75, -0.85}, {2.9, -0.7}}};
// Of joints: the two links, and the end of the second.
constexpr std::pair<std::uint32_t, std::uint32_t> kJoined[] = {{0, 1}, {1, 2}, {1, 3}, {0, 4}, {4, 5}};
constexpr double kBall = 0.3;

Vec3 lift(const Vec2& p) { return {p.x(), 0, p.y()}; }
Vec2 flatten(const Vec3& p) { return {p.x(), p.z()}; }

std::string draw_linkage() {
  std::vector<RigidMass> bodies;
  for (const PictureLink& link : kLinks) {
    const double length = (link.to - link.from).norm();
    bodies.push_back(
        make_rigid_mass(length, length * length * length / 12 * Eigen::Matrix3d::Identity(), lift(link.center())));
  }
  const Vec2 ball(-0.2 - kBall, 0.06);
  bodies.push_back(make_rigid_mass(2, 0.08 * Eigen::Matrix3d::Identity(), lift(ball), Vec3(2, 0, 0)));
  std::vector<PlacedJoint> joints;
  for (const auto& [a, b] : kJoined) joints.push_back(make_placed_joint(JointKind::ball, a, b, lift(kLinks[b].from)));
  const RigidContact contact{0, 6, Vec3(-0.2, 0, 0.06), Vec3::UnitX(), 0.5};
  const LinkageSolution found = *solve_linkage_impact(bodies, joints, contact);

  PlanePicture picture({Vec2(-1.4, -1.5), Vec2(3.6, 2.2)},
                       "a ball strikes a linkage of six: impulses (red), velocities after", 640, 480);
  for (const PictureLink& link : kLinks) {
    const Vec2 way = link.to - link.from;
    picture.polygon(place_rectangle({0.5 * way.norm(), 0.09}, link.center(), std::atan2(way.y(), way.x())), kFirstFill,
                    {kFirstColor, 1.3});
  }
  picture.circle(ball, kBall, kSecondFill, {kSecondColor, 1.4});
  picture.arrow(ball - Vec2(0.75, 0), ball - Vec2(kBall, 0), {"#9a9a96", 2.4});
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec2 at = flatten(bodies[i].center);
    picture.arrow(at, at + 0.4 * flatten(found.velocities[i].velocity), {i < 6 ? colors::blue : kSecondColor, 2.2});
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Vec2 at = flatten(joints[j].anchor_a), impulse = -0.7 * flatten(found.joint_impulses[j]);
    picture.arrow(at, at + impulse, {kFoundColor, 2.2});
    picture.dot(at, 4.5, "#444444");
    picture.text(at + impulse, fmt::format("{:.2f}", impulse.norm() / 0.7), {.size = 12, .color = kFoundColor},
                 Vec2(7, impulse.y() > 0 ? -2 : 12));
  }
  // The joint's own impulse is on its first body; what is drawn is what it does to the second.
  const Vec2 struck(-0.2, 0.06), blow(0.35 * found.row_impulses[0], 0);
  picture.arrow(struck, struck + blow, {kFoundColor, 3});
  picture.text(struck + 0.5 * blow, fmt::format("R = {:.2f}", found.row_impulses[0]),
               {.color = kFoundColor, .anchor = Anchor::middle}, Vec2(0, -16));
  return picture.str();
}

}  // namespace

void report_linkages(Report& report, Expectations& expectations) {
  open_section(report, "Articulated bodies (3.4, Fig. 9)", kSays, kLives);
  report.figure({"survey_linkage", "Fig. 9: a collision, and the impulses that joints pass on", draw_linkage()});
  report_rings(report, expectations);
  report_linkage_motion(report, expectations);
}

}  // namespace abut::reproduce
