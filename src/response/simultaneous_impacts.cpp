#include <algorithm>

#include "abut/impulses.h"
#include "response/rigid_mass.h"
#include "response/rows.h"

namespace abut {
namespace {

ImpactsSolution finish(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                       ImpactsSolution solution) {
  for (const RigidMass& body : bodies) solution.velocities.push_back({body.velocity, body.spin});
  for (const RigidContact& contact : contacts) {
    const bool is_fixed = test_immovable(bodies[contact.a]) && test_immovable(bodies[contact.b]);
    if (!is_fixed) solution.approach = std::max(solution.approach, -measure_normal_speed(bodies, contact));
  }
  return solution;
}

ConstraintRow make_normal_row(std::span<const RigidMass> bodies, const RigidContact& contact) {
  return make_point_row(bodies, contact.a, contact.b, contact.position, contact.normal);
}

// Speeds of approach, kept up to date where an impact changes them.
class ApproachList {
 public:
  ApproachList(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts)
      : contacts_(contacts), of_body_(bodies.size()) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      of_body_[contacts[i].a].push_back(i);
      of_body_[contacts[i].b].push_back(i);
      speeds_.push_back(measure(bodies, i));
    }
  }

  /// The first of the fastest.
  std::size_t find_fastest() const {
    return static_cast<std::size_t>(std::max_element(speeds_.begin(), speeds_.end()) - speeds_.begin());
  }
  double speed(std::size_t contact) const { return speeds_[contact]; }
  void update(std::span<const RigidMass> bodies, std::size_t contact) {
    for (const std::uint32_t body : {contacts_[contact].a, contacts_[contact].b}) {
      for (const std::size_t other : of_body_[body]) speeds_[other] = measure(bodies, other);
    }
  }

 private:
  double measure(std::span<const RigidMass> bodies, std::size_t contact) const {
    const RigidContact& c = contacts_[contact];
    return test_immovable(bodies[c.a]) && test_immovable(bodies[c.b]) ? 0 : -measure_normal_speed(bodies, c);
  }

  std::span<const RigidContact> contacts_;
  std::vector<std::vector<std::size_t>> of_body_;
  std::vector<double> speeds_;
};

// Contacts that do not separate, as numbers.
std::vector<std::uint32_t> find_touching(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                                         double tolerance, bool& is_approaching) {
  std::vector<std::uint32_t> touching;
  is_approaching = false;
  for (std::uint32_t i = 0; i < contacts.size(); ++i) {
    if (test_immovable(bodies[contacts[i].a]) && test_immovable(bodies[contacts[i].b])) continue;
    const ContactPhase phase = classify_contact(measure_normal_speed(bodies, contacts[i]), tolerance);
    if (phase != ContactPhase::separating) touching.push_back(i);
    is_approaching |= phase == ContactPhase::colliding;
  }
  return touching;
}

// One round: false if there is no solution, which impacts of bodies always have but for rounding.
bool solve_round(std::span<RigidMass> bodies, std::span<const RigidContact> contacts,
                 std::span<const std::uint32_t> touching, std::vector<Vec3>& impulses) {
  std::vector<ConstraintRow> rows;
  for (const std::uint32_t i : touching) rows.push_back(make_normal_row(bodies, contacts[i]));
  const auto count = static_cast<Eigen::Index>(rows.size());
  Eigen::VectorXd q(count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double speed = measure_row_speed(bodies, rows[i]);
    q[static_cast<Eigen::Index>(i)] = speed + contacts[touching[i]].restitution * std::min(speed, 0.0);
  }
  const LcpSolution solution = solve_lcp_dantzig(assemble_mobility(bodies, rows), q, make_plain_bounds(count));
  if (solution.status != LcpStatus::solved) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double impulse = solution.z[static_cast<Eigen::Index>(i)];
    apply_row(rows[i], impulse, bodies);
    impulses[touching[i]] += impulse * contacts[touching[i]].normal;
  }
  return true;
}

}  // namespace

ImpactsSolution solve_impacts_in_turn(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                                      const ImpactsSettings& settings) {
  std::vector<RigidMass> moved(bodies.begin(), bodies.end());
  ImpactsSolution solution;
  solution.impulses.assign(contacts.size(), Vec3::Zero());
  ApproachList approaches(moved, contacts);
  while (!contacts.empty() && solution.count < settings.most) {
    const std::size_t fastest = approaches.find_fastest();
    if (!(approaches.speed(fastest) > settings.tolerance)) break;
    const RigidContact& contact = contacts[fastest];
    const ImpactSolution impact = solve_impact(moved, contact);
    moved[contact.a].velocity = impact.a.velocity, moved[contact.a].spin = impact.a.spin;
    moved[contact.b].velocity = impact.b.velocity, moved[contact.b].spin = impact.b.spin;
    solution.impulses[fastest] += impact.impulse;
    approaches.update(moved, fastest);
    ++solution.count;
  }
  return finish(moved, contacts, std::move(solution));
}

ImpactsSolution solve_impacts_at_once(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                                      const ImpactsSettings& settings) {
  std::vector<RigidMass> moved(bodies.begin(), bodies.end());
  ImpactsSolution solution;
  solution.impulses.assign(contacts.size(), Vec3::Zero());
  for (bool is_approaching = true; solution.count < settings.most; ++solution.count) {
    const auto touching = find_touching(moved, contacts, settings.tolerance, is_approaching);
    if (!is_approaching || !solve_round(moved, contacts, touching, solution.impulses)) break;
  }
  return finish(moved, contacts, std::move(solution));
}

}  // namespace abut
