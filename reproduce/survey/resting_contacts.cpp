// Section 3.3: resting contact as a complementarity problem.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "abut/impulses.h"
#include "reproduce/plane_picture.h"
#include "reproduce/plot.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

struct Method {
  RestingMethod method;
  const char* name;
};
constexpr Method kMethods[] = {
    {RestingMethod::dantzig, "Dantzig"}, {RestingMethod::lemke, "Lemke"}, {RestingMethod::projected, "sweeps"}};

constexpr double kGravity = 10;

const char* const kSays =
    "Where n̂ · v_rel is 0, forces f keep bodies from getting into each other: ψ̈ ≥ 0, f ≥ 0, and f ψ̈ = 0 at every "
    "contact (Baraff). Without friction this is a linear complementarity problem with a positive semidefinite matrix, "
    "or a quadratic program. With friction it need not be, is NP-hard, and heuristics may be needed.";
const char* const kLives =
    "`solve_resting_contacts` in `abut/impulses.h` builds the problem, `abut/lcp.h` solves it: by Dantzig's method "
    "(friction in rounds), by Lemke's (friction as a diamond, without rounds), or by sweeps "
    "([response.md](response.md)).";

struct Scene {
  std::vector<RigidMass> bodies = {make_ground_mass()};
  std::vector<RigidForce> forces = {{}};
  std::vector<RigidContact> contacts;

  RestingSolution solve(RestingMethod method) const {
    return solve_resting_contacts(bodies, forces, contacts, {method});
  }
  double force(const RestingSolution& found, std::size_t i) const { return found.forces[i].dot(contacts[i].normal); }
  double acceleration(const RestingSolution& found, std::size_t i) const {
    return found.accelerations[i].dot(contacts[i].normal);
  }
};

Scene make_random_scene(Variation& vary, bool has_friction) {
  Scene scene;
  for (int i = 0; i < 4; ++i) {
    RigidMass body = make_random_mass(vary);
    body.velocity.setZero(), body.spin.setZero();
    scene.bodies.push_back(body);
    scene.forces.push_back({vary.point(-10, 10), vary.point(-3, 3)});
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t a = 1 + i % 4, b = i < 4 ? 0 : 1 + (i + 1) % 4;
    scene.contacts.push_back(make_random_contact(vary, scene.bodies, a, b));
    if (!has_friction) scene.contacts.back().friction = 0;
  }
  return scene;
}

struct Counts {
  int solved = 0, pressing = 0, opening = 0;
  double residual = 0;  // the largest of the smaller of f and of the acceleration, or of what is below 0
};

constexpr int kScenes = 500;

Counts count_scenes(RestingMethod method, bool has_friction) {
  Variation vary(62);
  Counts counts;
  for (int n = 0; n < kScenes; ++n) {
    const Scene scene = make_random_scene(vary, has_friction);
    const RestingSolution found = scene.solve(method);
    if (found.status != LcpStatus::solved) continue;
    ++counts.solved;
    for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
      const double f = scene.force(found, i), a = scene.acceleration(found, i);
      counts.residual = std::max(counts.residual, std::abs(std::min(f, a)));
      ++(f > a ? counts.pressing : counts.opening);
    }
  }
  return counts;
}

void report_scenes(Report& report, Expectations& expectations) {
  report.paragraph("500 random scenes of four bodies and eight contacts, among them and with the ground:");
  Table table{{"method", "friction", "solved", "contacts that press", "that open", "min(f, ψ̈) off 0 by at most"}, 2};
  for (const bool has_friction : {false, true}) {
    for (const auto& [method, name] : kMethods) {
      const Counts counts = count_scenes(method, has_friction);
      table.rows.push_back({name, has_friction ? "up to 1.5" : "none", fmt::format("{}", counts.solved),
                            format_count(std::uint64_t(counts.pressing)), format_count(std::uint64_t(counts.opening)),
                            fmt::format("{:.0e}", counts.residual)});
      if (method == RestingMethod::projected) continue;
      const bool is_met = has_friction ? counts.solved < kScenes : counts.residual < 1e-8 && counts.solved == kScenes;
      if (!has_friction || method == RestingMethod::dantzig) {
        expectations.push_back(
            {fmt::format("resting contacts, {}, {}", name, has_friction ? "friction" : "no friction"),
             has_friction ? "a heuristic: not all are solved" : "all solved, f ψ̈ = 0 to 1e-8",
             fmt::format("{} of {}, {:.0e}", counts.solved, kScenes, counts.residual), is_met});
      }
    }
  }
  report.table(table);
}

// ---------------------------------------------------------------------------------------------------------------
// A block on an incline

Scene make_incline(double angle, double friction) {
  Scene scene;
  const Vec3 normal(-std::sin(angle), 0, std::cos(angle)), down(-std::cos(angle), 0, -std::sin(angle));
  scene.bodies.push_back(make_rigid_mass(1, Eigen::Matrix3d::Identity() / 6, 0.2 * normal));
  scene.forces.push_back({Vec3(0, 0, -kGravity), Vec3::Zero()});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.contacts.push_back({1, 0, x * down + y * Vec3::UnitY(), normal, 0, friction});
    }
  }
  return scene;
}

double find_slide(const Scene& scene, RestingMethod method) {
  const RestingSolution found = scene.solve(method);
  Vec3 force = scene.forces[1].force;
  for (const Vec3& f : found.forces) force += f;
  return force.norm();
}

void report_incline(Report& report, Expectations& expectations) {
  report.paragraph(
      "A block of mass 1 on an incline, friction 0.5, so that it holds up to 26.57°; how it accelerates (m/s²):");
  const double friction = 0.5, holding = std::atan(friction);
  Table table{{"angle", "Dantzig", "Lemke", "sweeps", "g (sin - μ cos)"}, 0};
  double worst = 0;
  for (const double degrees : {15.0, 26.0, holding * 180 / std::numbers::pi, 27.0, 40.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const double expected = std::max(0.0, kGravity * (std::sin(angle) - friction * std::cos(angle)));
    const Scene scene = make_incline(angle, friction);
    std::vector<std::string> row = {fmt::format("{:.2f}°", degrees)};
    for (const auto& [method, name] : kMethods) {
      const double slide = find_slide(scene, method);
      worst = std::max(worst, std::abs(slide - expected));
      row.push_back(fmt::format("{:.6f}", slide));
    }
    row.push_back(fmt::format("{:.6f}", expected));
    table.rows.push_back(std::move(row));
  }
  report.table(table);
  expectations.push_back(
      {"a block on an incline, three methods", "as by formula, to 1e-5", fmt::format("{:.0e}", worst), worst < 1e-5});
}

// ---------------------------------------------------------------------------------------------------------------
// A plank on a table, pulled down at its end

Scene make_plank(double pull) {
  Scene scene;
  const double mass = 1, half = 1.6;
  scene.bodies.push_back(
      make_rigid_mass(mass, mass * half * half / 3 * Eigen::Matrix3d::Identity(), Vec3(0.6, 0, 0.1)));
  scene.forces.push_back({Vec3(0, 0, -kGravity * mass - pull), Vec3(0, pull * half, 0)});
  for (const double x : {-1.0, -0.3, 0.4, 1.1}) scene.contacts.push_back({1, 0, Vec3(x, 0, 0), Vec3::UnitZ()});
  return scene;
}

Report::Figure draw_plank(const char* name, const char* words, double pull) {
  const Scene scene = make_plank(pull);
  const RestingSolution found = scene.solve(RestingMethod::dantzig);
  PlanePicture picture({Vec2(-1.5, -1.1), Vec2(2.6, 1.5)}, words, 430, 330);
  picture.polygon(std::array{Vec2(-1.5, -1.1), Vec2(1.1, -1.1), Vec2(1.1, 0), Vec2(-1.5, 0)}, "#ecebe6",
                  {"#777777", 1});
  picture.polygon(place_rectangle({1.6, 0.1}, {0.6, 0.1}, 0), kFirstFill, {kFirstColor, 1.4});
  picture.arrow({0.6, 0.25 + 0.06 * kGravity}, {0.6, 0.25}, {"#777777", 1.8});
  picture.arrow({2.2, 0.25 + 0.06 * pull}, {2.2, 0.25}, {kSecondColor, 2.2});
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const Vec2 at(scene.contacts[i].position.x(), 0);
    const double f = scene.force(found, i), a = scene.acceleration(found, i);
    const bool is_pressing = f > 1e-9;
    if (is_pressing) picture.arrow(at, at + Vec2(0, 0.06 * f), {kFoundColor, 2.4});
    picture.dot(at, 4, is_pressing ? kFoundColor : colors::blue);
    picture.text(at, fmt::format("f = {:.2f}", f),
                 {.size = 11, .color = is_pressing ? kFoundColor : "#888888", .anchor = Anchor::middle}, Vec2(0, 22));
    picture.text(at, fmt::format("ψ̈ = {:.2f}", a < 1e-9 ? 0 : a),
                 {.size = 11, .color = is_pressing ? "#888888" : colors::blue, .anchor = Anchor::middle}, Vec2(0, 38));
  }
  return {name, words, picture.str()};
}

// ---------------------------------------------------------------------------------------------------------------
// The second derivative of psi

// Two bodies that turn evenly, a corner of one against a side of the other, and how far that corner is above the side.
class CornerAndSide {
 public:
  explicit CornerAndSide(Variation& vary) {
    for (int i = 0; i < 2; ++i) {
      bodies_[i] = make_rigid_mass(vary.uniform(0.5, 2), vary.uniform(0.2, 1) * Eigen::Matrix3d::Identity(),
                                   vary.point(-1, 1), vary.point(-1, 1), vary.point(-1, 1));
      forces_[i].force = vary.point(-3, 3);
    }
    contact_ = {0, 1, vary.point(-1, 1), make_random_direction(vary)};
    bodies_[0].velocity -= measure_normal_speed(bodies_, contact_) * contact_.normal;
    contact_.normal_rate = bodies_[1].spin.cross(contact_.normal);
  }

  /// Where nothing is pushed: then forces of contact are 0, and the bodies go on so.
  bool is_free() const { return solution().forces[0].isZero(); }
  double acceleration() const { return contact_.normal.dot(solution().accelerations[0]); }
  double psi(double time) const { return (turn(1, time) * contact_.normal).dot(point(0, time) - point(1, time)); }

 private:
  RestingSolution solution() const { return solve_resting_contacts(bodies_, forces_, std::array{contact_}); }
  Eigen::Quaterniond turn(std::size_t i, double time) const {
    const Vec3& spin = bodies_[i].spin;
    return Eigen::Quaterniond(Eigen::AngleAxisd(time * spin.norm(), spin.normalized()));
  }
  Vec3 point(std::size_t i, double time) const {
    const RigidMass& body = bodies_[i];
    return body.center + time * body.velocity + 0.5 * time * time * body.inverse_mass * forces_[i].force +
           turn(i, time) * (contact_.position - body.center);
  }

  std::array<RigidMass, 2> bodies_;
  std::array<RigidForce, 2> forces_;
  RigidContact contact_;
};

void report_second_derivative(Report& report, Expectations& expectations) {
  Variation vary(63);
  constexpr double h = 1e-4;
  constexpr int count = 1000;
  int free = 0;
  double worst = 0;
  for (int i = 0; i < count; ++i) {
    const CornerAndSide pair(vary);
    if (!pair.is_free()) continue;
    ++free;
    const double bend = (pair.psi(h) - 2 * pair.psi(0) + pair.psi(-h)) / (h * h);
    worst = std::max(worst, std::abs(bend - pair.acceleration()));
  }
  report.paragraph(fmt::format(
      "ψ̈ as the problem has it, with the turning of the normal, beside differences of ψ of moving bodies: of {} "
      "random pairs of a corner and a side, {} open, and there the two differ by {:.0e} at most.",
      format_count(count), free, worst));
  expectations.push_back({"ψ̈ of a corner and a side", "that of differences of ψ, to 1e-5", fmt::format("{:.0e}", worst),
                          worst < 1e-5 && free > count / 4});
}

}  // namespace

void report_resting_contacts(Report& report, Expectations& expectations) {
  open_section(report, "Response of polyhedra: resting contact (3.3)", kSays, kLives);
  report.paragraph(
      "A plank of 1 kg on a table: left alone, and pulled down at its end, so that it tips. At each contact f or ψ̈ is "
      "0; of more contacts than it takes to hold a plank, some need no force.");
  report.figures({draw_plank("survey_plank", "its weight is on the table", 0),
                  draw_plank("survey_plank_pulled", "pulled down at its end by 10 N", 10)});
  report_scenes(report, expectations);
  report_incline(report, expectations);
  report_second_derivative(report, expectations);
}

}  // namespace abut::reproduce
