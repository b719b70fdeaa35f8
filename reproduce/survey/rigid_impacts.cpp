// Section 3.3 and Fig. 8: two rigid bodies that collide, by fifteen equations, three and one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/impulses.h"
#include "reproduce/plane_picture.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kCount = 100'000;
using Pair = std::array<RigidMass, 2>;

const char* const kSays =
    "Moore and Wilhelms write fifteen equations for the linear and angular velocities of both bodies and the impulse "
    "R: twelve of momentum, three of behaviour. Without friction R has no tangents, and the normal speed turns round "
    "by ε. With friction the surface is first taken as infinitely rough; if R then is not in the cone of friction γ, "
    "the bodies slide, and R lies on the cone. Baraff needs one unknown only, j in R = j n̂. Contacts are told apart "
    "by n̂ · v_rel: colliding below 0, resting at 0, separating above.";
const char* const kLives =
    "`abut/impulses.h`: `solve_impact_in_full` (fifteen equations), `solve_impact` (three), `solve_normal_impulse` "
    "(Baraff's one), `classify_contact`. Restitution with friction, which the survey leaves out, is a push along the "
    "normal thereafter. [response.md](response.md) has the equations, why no energy is gained, and the misprints of "
    "the survey.";

void apply(Pair& bodies, const ImpactSolution& impact) {
  bodies[0].velocity = impact.a.velocity, bodies[0].spin = impact.a.spin;
  bodies[1].velocity = impact.b.velocity, bodies[1].spin = impact.b.spin;
}

double find_difference(const ImpactSolution& x, const ImpactSolution& y) {
  return std::max({(x.impulse - y.impulse).norm(), (x.a.velocity - y.a.velocity).norm(), (x.a.spin - y.a.spin).norm(),
                   (x.b.velocity - y.b.velocity).norm(), (x.b.spin - y.b.spin).norm()});
}

// Largest numbers are shares of the impulse, or of momentum.
struct Counts {
  int smooth = 0, sticking = 0, sliding = 0, pulling = 0, gains = 0, beyond_cone = 0;
  double three = 0, one = 0, momentum = 0, restitution = 0;
};

void add_impact(Counts& counts, const Pair& bodies, const RigidContact& contact) {
  const ImpactSolution full = solve_impact_in_full(bodies, contact), three = solve_impact(bodies, contact);
  counts.smooth += full.grip == ImpactGrip::smooth;
  counts.sticking += full.grip == ImpactGrip::sticking;
  counts.sliding += full.grip == ImpactGrip::sliding;
  const double size = full.impulse.norm();
  counts.three = std::max(counts.three, find_difference(full, three) / (1 + size));
  const double pressed = contact.normal.dot(full.impulse);
  counts.beyond_cone +=
      (full.impulse - pressed * contact.normal).norm() > contact.friction * pressed + 1e-11 * (1 + size);
  Pair after = bodies;
  apply(after, full);
  const Momentum x = measure_momentum(bodies), y = measure_momentum(after);
  counts.momentum = std::max(counts.momentum, std::max((x.linear - y.linear).norm(), (x.angular - y.angular).norm()) /
                                                  (x.linear.norm() + x.angular.norm() + size));
  counts.gains += measure_kinetic_energy(after) > measure_kinetic_energy(bodies) * (1 + 1e-12);
  const double coming = measure_normal_speed(bodies, contact), leaving = measure_normal_speed(after, contact);
  counts.restitution = std::max(counts.restitution, std::abs(leaving + contact.restitution * coming) / (1 + size));
}

void add_smooth(Counts& counts, const Pair& bodies, RigidContact contact) {
  contact.friction = 0;
  const Vec3 impulse = solve_normal_impulse(bodies, contact) * contact.normal;
  counts.one =
      std::max(counts.one, (solve_impact_in_full(bodies, contact).impulse - impulse).norm() / (1 + impulse.norm()));
}

// Whether a rough surface would have to pull: then no friction, however large, keeps it from sliding.
bool test_pulling(const Pair& bodies, RigidContact contact) {
  contact.friction = 1e9, contact.restitution = 0;
  return solve_impact_in_full(bodies, contact).grip == ImpactGrip::sliding;
}

Counts count_impacts() {
  Variation vary(61);
  Counts counts;
  for (int i = 0; i < kCount; ++i) {
    const Pair bodies = {make_random_mass(vary), make_random_mass(vary)};
    const RigidContact contact = make_random_contact(vary, bodies, 0, 1);
    add_impact(counts, bodies, contact);
    add_smooth(counts, bodies, contact);
    counts.pulling += test_pulling(bodies, contact);
  }
  return counts;
}

// ---------------------------------------------------------------------------------------------------------------
// Pictures, in the plane of x and z

Vec2 flatten(const Vec3& p) { return {p.x(), p.z()}; }

const Vec2 kHalf1(0.62, 0.4), kHalf2(1.1, 0.45);

RigidMass make_box_mass(double mass, const Vec2& half, const Vec3& center, const Vec3& velocity, double spin) {
  const double x = half.x() * half.x(), z = half.y() * half.y();
  const Vec3 moments = mass / 3 * Vec3(z + 0.2, x + z, x + 0.2);
  return make_rigid_mass(mass, moments.asDiagonal().toDenseMatrix(), center, velocity, Vec3(0, spin, 0));
}

std::string draw_collision(double friction, std::string_view title) {
  // The lowest corner of the first is on the upper side of the second.
  const double turn1 = 0.62, turn2 = 0.08;
  const Vec2 along(std::cos(turn2), std::sin(turn2)), up(-std::sin(turn2), std::cos(turn2));
  const Vec2 center2(0, -0.55), at = center2 + kHalf2.y() * up + 0.35 * along;
  const Vec2 center1 = at - (place_rectangle(kHalf1, Vec2::Zero(), turn1)[0]);
  const Pair bodies = {make_box_mass(1, kHalf1, Vec3(center1.x(), 0, center1.y()), Vec3(0.55, 0, -1.1), 0.4),
                       make_box_mass(2.5, kHalf2, Vec3(center2.x(), 0, center2.y()), Vec3(-0.2, 0, 0.15), 0)};
  const RigidContact contact{0, 1, Vec3(at.x(), 0, at.y()), Vec3(up.x(), 0, up.y()), 0.5, friction};
  const ImpactSolution impact = solve_impact_in_full(bodies, contact);
  PlanePicture picture({Vec2(-1.5, -1.35), Vec2(1.6, 1.5)}, title, 440, 420);
  picture.polygon(place_rectangle(kHalf2, center2, turn2), kSecondFill, {kSecondColor, 1.4});
  picture.polygon(place_rectangle(kHalf1, center1, turn1), kFirstFill, {kFirstColor, 1.4});
  for (const auto& [center, name] : {std::pair{center1, "ρ₁"}, {center2, "ρ₂"}}) {
    picture.line(center, at, {"#8a8a86", 1.2, true});
    picture.text(0.5 * (center + at), name, {.color = "#666666"}, Vec2(6, 4));
    picture.dot(center, 3, "#444444");
  }
  const auto draw_motion = [&](const Vec2& center, const RigidMass& before, const RigidVelocity& after,
                               const char* color, const char* name, const Vec2& shift) {
    picture.arrow(center, center + 0.75 * flatten(before.velocity), {"#9a9a96", 2.2});
    picture.arrow(center, center + 0.75 * flatten(after.velocity), {color, 2.6});
    picture.text(center, fmt::format("w{}: {:+.2f}, then {:+.2f}", name, 0.0 - before.spin.y(), 0.0 - after.spin.y()),
                 {.size = 12, .color = color, .anchor = Anchor::middle}, shift);
  };
  draw_motion(center1, bodies[0], impact.a, kFirstColor, "₁", Vec2(0, -92));
  draw_motion(center2, bodies[1], impact.b, kSecondColor, "₂", Vec2(0, 92));
  const Vec2 impulse = 0.6 * flatten(impact.impulse);
  picture.arrow(at, at + 0.95 * up, {"#777777", 1.2});
  picture.text(at + 0.95 * up, "k", {}, Vec2(-14, 6));
  picture.arrow(at, at + impulse, {kFoundColor, 2.6});
  picture.text(at + impulse, "R", {.size = 15, .color = kFoundColor}, Vec2(8, 2));
  picture.dot(at, 3.5, kFoundColor);
  return picture.str();
}

Report::Figure draw_phase(const char* name, double speed) {
  const Vec2 center(0, 0.46);
  const std::array<RigidMass, 2> bodies = {make_box_mass(1, {0.7, 0.46}, Vec3(0, 0, 0.46), Vec3(0.25, 0, speed), 0),
                                           make_ground_mass()};
  const RigidContact contact{0, 1, Vec3(0, 0, 0), Vec3::UnitZ()};
  const double found = measure_normal_speed(bodies, contact);
  constexpr const char* words[] = {"colliding", "resting", "separating"};
  const ContactPhase phase = classify_contact(found, 1e-9);
  PlanePicture picture({Vec2(-1.1, -0.55), Vec2(1.1, 1.6)},
                       fmt::format("n · v = {:+.1f}: {}", found, words[static_cast<int>(phase)]), 280, 300);
  picture.polygon(std::array{Vec2(-1.1, -0.35), Vec2(1.1, -0.35), Vec2(1.1, 0), Vec2(-1.1, 0)}, "#ecebe6",
                  {"#ecebe6", 1});
  picture.line({-1.1, 0}, {1.1, 0}, {"#555555", 2});
  picture.polygon(place_rectangle({0.7, 0.46}, center, 0), kFirstFill, {kFirstColor, 1.4});
  picture.arrow(center, center + Vec2(0.5, 0.8 * speed), {colors::blue, 2.4});
  picture.arrow({-0.9, 0}, {-0.9, 0.6}, {"#111111", 1.6});
  picture.text({-0.9, 0.6}, "n", {}, Vec2(-12, -4));
  return {name, words[static_cast<int>(phase)], picture.str()};
}

}  // namespace

void report_rigid_impacts(Report& report, Expectations& expectations) {
  open_section(report, "Response of polyhedra: collisions (3.3, Fig. 8)", kSays, kLives);
  report.figures({{"survey_collision_smooth", "Fig. 8: without friction R is along k",
                   draw_collision(0, "smooth: R along k, ε = 0.5")},
                  {"survey_collision_rough", "and with friction", draw_collision(0.3, "friction 0.3: R on the cone")}});
  report.paragraph(
      "Fig. 8: velocities before (grey) and after, the impulse R on the upper body, and spins. Below: contacts told "
      "apart.");
  report.figures({draw_phase("survey_phase_colliding", -0.6), draw_phase("survey_phase_resting", 0),
                  draw_phase("survey_phase_separating", 0.6)});
  const Counts counts = count_impacts();
  const auto text = [](double x) { return fmt::format("{:.1e}", x); };
  const auto number = [](int x) { return format_count(std::uint64_t(x)); };
  report.table(
      {{"100,000 random impacts of two boxes, friction up to 1.5", "measured"},
       1,
       {{"sticking, sliding", number(counts.sticking) + ", " + number(counts.sliding)},
        {"fifteen equations and three differ by, as a share of the impulse", text(counts.three)},
        {"without friction: fifteen and Baraff's one differ by", text(counts.one)},
        {"momentum, linear and angular, changes by, as a share", text(counts.momentum)},
        {"normal speed after and -ε times that before differ by", text(counts.restitution)},
        {"R outside of the cone of friction", number(counts.beyond_cone)},
        {"gain energy", number(counts.gains)},
        {"a rough surface would pull (R · k < 0), which passes the test as printed", number(counts.pulling)}}});
  expectations.push_back({"two bodies: fifteen equations, three, and one", "the same where they must be, to 1e-11",
                          text(std::max(counts.three, counts.one)), std::max(counts.three, counts.one) < 1e-11});
  expectations.push_back({"two bodies: momentum", "kept, to 1e-12", text(counts.momentum), counts.momentum < 1e-12});
  expectations.push_back({"two bodies: energy gained, or R outside of the cone", "never",
                          fmt::format("{}, {}", counts.gains, counts.beyond_cone),
                          counts.gains == 0 && counts.beyond_cone == 0});
}

}  // namespace abut::reproduce
