// Section 3.2.1, Fig. 6 and 7: particles that bounce off a plane, and off each other.
#include <fmt/format.h>

#include "abut/impulses.h"
#include "reproduce/plane_picture.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kCount = 100'000;

const char* const kSays =
    "A particle that meets a plane keeps (1 - μ) of its momentum along the plane and turns round η of that across it. "
    "Two particles have six equations for six unknowns: momentum; the restitution ε along the normal k; and friction, "
    "impulses along i and j in ratios μ and η to that along k.";
const char* const kLives =
    "`reflect_velocity`, `solve_point_impact_in_full` (the six equations) and `solve_point_impact` (by one impulse) in "
    "`abut/impulses.h`. Ratios have signs, and as printed know nothing of which way the particles slide; "
    "`make_point_behaviour` chooses them against the sliding ([response.md](response.md)).";

std::string draw_reflections() {
  PlanePicture picture({Vec2(-1.25, -0.35), Vec2(1.35, 1.35)}, "m v̄ = (1 - μ) m v_t - η m v_n", 480, 380);
  picture.polygon(std::array{Vec2(-1.25, -0.35), Vec2(1.35, -0.35), Vec2(1.35, 0), Vec2(-1.25, 0)}, "#ecebe6",
                  {"#ecebe6", 1});
  picture.line({-1.25, 0}, {1.35, 0}, {"#555555", 2});
  const Vec3 velocity(1, 0, -1.1);
  picture.arrow({-velocity.x(), -velocity.z()}, {0, 0}, {"#111111", 2.4});
  picture.text({-0.55, 0.62}, "m v", {.size = 15, .anchor = Anchor::end}, Vec2(-14, 8));
  picture.arrow({0, 0}, {velocity.x(), 0}, {colors::grey, 1.8});
  picture.text({velocity.x(), 0}, "m v_t", {.color = colors::grey}, Vec2(-6, 20));
  picture.arrow({-velocity.x(), -velocity.z()}, {-velocity.x(), 0}, {colors::grey, 1.8});
  picture.text({-velocity.x(), 0}, "m v_n", {.color = colors::grey, .anchor = Anchor::middle}, Vec2(0, 20));
  for (const auto& [elasticity, friction, color] : {std::tuple{1.0, 0.0, colors::blue},
                                                    {0.8, 0.2, colors::green},
                                                    {0.5, 0.2, colors::purple},
                                                    {0.2, 0.7, colors::orange}}) {
    const Vec3 after = reflect_velocity(velocity, Vec3::UnitZ(), elasticity, friction);
    const Vec2 end(after.x(), after.z());
    picture.arrow({0, 0}, end, {color, 2.2});
    picture.text(end, fmt::format("η = {:g}, μ = {:g}", elasticity, friction), {.size = 12, .color = color},
                 Vec2(end.x() > 0.9 ? -84 : 6, -4));
  }
  picture.dot({0, 0}, 4, "#111111");
  return picture.str();
}

// Two particles in the plane of x and z, in the frame of their contact.
std::string draw_pair() {
  const MassPoint a{1 / 1.0, Vec3(0.55, 0, -0.75)}, b{1 / 2.0, Vec3(0.1, 0, 0.55)};
  const Vec3 k = Vec3(-0.25, 0, 1).normalized(), i = Vec3(1, 0, 0.25).normalized();
  Eigen::Matrix3d frame;
  frame << i, k.cross(i), k;
  const PointBehaviour behaviour = make_point_behaviour(a, b, frame, 0.8, 0.3);
  const PointVelocities after = solve_point_impact_in_full(a, b, frame, behaviour);
  PlanePicture picture({Vec2(-1.2, -1.1), Vec2(1.3, 1.1)}, "velocities before (grey) and after, m₂ = 2 m₁", 440, 420);
  const auto flat = [](const Vec3& v) { return Vec2(v.x(), v.z()); };
  const Vec2 normal = flat(k), along = flat(i);
  picture.line(-1.15 * along, 1.15 * along, {"#8a8a86", 1.2, true});
  picture.arrow(Vec2::Zero(), 0.95 * normal, {"#111111", 1.8});
  picture.arrow(Vec2::Zero(), 0.95 * along, {"#111111", 1.8});
  picture.text(0.95 * normal, "k", {.size = 15}, Vec2(-18, 6));
  picture.text(0.95 * along, "i", {.size = 15}, Vec2(4, 16));
  for (const auto& [at, mass_point, color, fill, v, name] :
       {std::tuple{Vec2(0.16 * normal), &a, kFirstColor, kFirstFill, after[0], "1"},
        {Vec2(-0.2 * normal), &b, kSecondColor, kSecondFill, after[1], "2"}}) {
    picture.circle(at, name[0] == '1' ? 0.16 : 0.2, fill, {color, 1.4});
    picture.arrow(at - flat(mass_point->velocity), at, {"#9a9a96", 2.2});
    picture.arrow(at, at + flat(v), {color, 2.6});
    picture.text(at - flat(mass_point->velocity), fmt::format("v{}", name), {.color = "#777777", .anchor = Anchor::end},
                 Vec2(-6, 4));
    picture.text(at + flat(v), fmt::format("v̄{}", name), {.color = color}, Vec2(8, 4));
  }
  return picture.str();
}

double measure_energy(const MassPoint& a, const MassPoint& b, const PointVelocities& v) {
  return 0.5 * v[0].squaredNorm() / a.inverse_mass + 0.5 * v[1].squaredNorm() / b.inverse_mass;
}

struct Counts {
  int gains_as_printed = 0, gains = 0, stick = 0;
  double difference = 0, momentum = 0, restitution = 0;
};

Counts count_impacts() {
  Variation vary(51);
  Counts counts;
  for (int n = 0; n < kCount; ++n) {
    const MassPoint a{1 / vary.uniform(0.2, 5), vary.point(-1, 1)}, b{1 / vary.uniform(0.2, 5), vary.point(-1, 1)};
    Vec3 k = make_random_direction(vary);
    if (k.dot(a.velocity - b.velocity) > 0) k = -k;
    const Eigen::Matrix3d frame = make_contact_frame(k);
    const double restitution = vary.uniform(0, 1), friction = vary.uniform(0, 1);
    const PointBehaviour ours = make_point_behaviour(a, b, frame, restitution, friction);
    const PointVelocities before = {a.velocity, b.velocity};
    const PointVelocities full = solve_point_impact_in_full(a, b, frame, ours),
                          one = solve_point_impact(a, b, frame, ours);
    const PointVelocities printed = solve_point_impact_in_full(a, b, frame, {restitution, friction, friction});
    const double energy = measure_energy(a, b, before) * (1 + 1e-12);
    counts.gains += measure_energy(a, b, full) > energy;
    counts.gains_as_printed += measure_energy(a, b, printed) > energy;
    for (int i = 0; i < 2; ++i) counts.difference = std::max(counts.difference, (full[i] - one[i]).norm());
    const Vec3 change = (full[0] - before[0]) / a.inverse_mass + (full[1] - before[1]) / b.inverse_mass;
    counts.momentum = std::max(counts.momentum, change.norm());
    const double leaving = k.dot(full[0] - full[1]), coming = k.dot(before[0] - before[1]);
    counts.restitution = std::max(counts.restitution, std::abs(leaving + restitution * coming));
    const Vec3 slides = frame.transpose() * (full[0] - full[1]);
    counts.stick += slides.head<2>().norm() < 1e-12;
  }
  return counts;
}

}  // namespace

void report_particle_response(Report& report, Expectations& expectations) {
  open_section(report, "Response of particles (3.2.1, Fig. 6 and 7)", kSays, kLives);
  report.figures({{"survey_reflection", "Fig. 6: the motion of a particle, reflected", draw_reflections()},
                  {"survey_particles", "Fig. 7: two particles", draw_pair()}});
  const Counts counts = count_impacts();
  const auto text = [](double x) { return fmt::format("{:.1e}", x); };
  report.table({{"100,000 random impacts of two particles", "measured"},
                1,
                {{"six equations and one impulse differ by", text(counts.difference)},
                 {"momentum changes by", text(counts.momentum)},
                 {"speed along k after and -ε times that before differ by", text(counts.restitution)},
                 {"come to rest along i and j", format_count(std::uint64_t(counts.stick))},
                 {"gain energy, friction as printed (both ratios above 0)",
                  format_count(std::uint64_t(counts.gains_as_printed))},
                 {"gain energy, friction against the sliding", format_count(std::uint64_t(counts.gains))}}});
  expectations.push_back(
      {"six equations and one impulse", "the same, to 1e-13", text(counts.difference), counts.difference < 1e-13});
  expectations.push_back({"two particles: momentum and restitution", "kept to 1e-13",
                          text(std::max(counts.momentum, counts.restitution)),
                          std::max(counts.momentum, counts.restitution) < 1e-13});
  expectations.push_back({"two particles: energy gained", "never with friction against the sliding; as printed it is",
                          fmt::format("{}; {}", counts.gains, format_count(std::uint64_t(counts.gains_as_printed))),
                          counts.gains == 0 && counts.gains_as_printed > 0});
}

}  // namespace abut::reproduce
