#include <algorithm>

#include "abut/impulses.h"
#include "base/assert.h"
#include "response/friction.h"
#include "response/rigid_mass.h"
#include "response/rows.h"

namespace abut {
namespace {

// Of a point of a body, without the contacts: its forces, and what turning takes.
Vec3 find_acceleration(const RigidMass& body, const RigidForce& force, const Vec3& point) {
  const Vec3 arm = point - body.center;
  const Vec3 gyration = body.spin.cross(find_spin_momentum(body));
  const Vec3 turning = body.inverse_inertia * (force.torque - gyration);
  return body.inverse_mass * force.force + turning.cross(arm) + body.spin.cross(body.spin.cross(arm));
}

struct RestingSystem {
  std::vector<ConstraintRow> rows;  // of each contact: normal, then two tangents
  std::vector<PyramidContact> contacts;
  Eigen::MatrixXd mobility;
  Eigen::VectorXd free;  // accelerations without contact forces
};

// What slides gets its first tangent along the sliding.
Eigen::Matrix3d find_frame(const Vec3& normal, const Vec3& sliding, bool is_sliding) {
  Eigen::Matrix3d frame = make_contact_frame(normal);
  if (is_sliding) frame.col(0) = sliding.normalized(), frame.col(1) = normal.cross(frame.col(0));
  return frame;
}

void append_contact(std::span<const RigidMass> bodies, std::span<const RigidForce> forces, const RigidContact& contact,
                    double slide_speed, RestingSystem& system) {
  ABUT_ASSERT(contact.a < bodies.size() && contact.b < bodies.size());
  const RigidMass &a = bodies[contact.a], &b = bodies[contact.b];
  const Vec3& point = contact.position;
  const Vec3 speed = find_point_velocity(a, point) - find_point_velocity(b, point);
  const Vec3 sliding = speed - contact.normal.dot(speed) * contact.normal;
  const bool is_sliding = contact.friction > 0 && sliding.norm() > slide_speed;
  const Eigen::Matrix3d frame = find_frame(contact.normal, sliding, is_sliding);
  const Vec3 acceleration =
      find_acceleration(a, forces[contact.a], point) - find_acceleration(b, forces[contact.b], point);
  const auto first = static_cast<std::uint32_t>(system.rows.size());
  for (const int axis : {2, 0, 1}) {
    system.free[static_cast<Eigen::Index>(system.rows.size())] = frame.col(axis).dot(acceleration);
    system.rows.push_back(make_point_row(bodies, contact.a, contact.b, point, frame.col(axis)));
    if (axis == 2) continue;
    system.rows.back().friction_of = first;
    system.rows.back().friction = contact.friction;
  }
  system.free[first] += 2 * contact.normal_rate.dot(speed);
  system.contacts.push_back({contact.friction, is_sliding});
}

RestingSystem make_system(std::span<const RigidMass> bodies, std::span<const RigidForce> forces,
                          std::span<const RigidContact> contacts, double slide_speed) {
  RestingSystem system;
  system.free.resize(3 * static_cast<Eigen::Index>(contacts.size()));
  for (const RigidContact& contact : contacts) append_contact(bodies, forces, contact, slide_speed, system);
  system.mobility = assemble_mobility(bodies, system.rows);
  return system;
}

// What slides has all its friction against the sliding and none across.
LcpBounds find_bounds(const RestingSystem& system, const Eigen::VectorXd& forces) {
  LcpBounds bounds = find_row_bounds(system.rows, forces);
  for (std::size_t c = 0; c < system.contacts.size(); ++c) {
    if (!system.contacts[c].is_sliding) continue;
    const auto first = static_cast<Eigen::Index>(3 * c);
    bounds.upper[first + 1] = bounds.lower[first + 1];
    bounds.lower[first + 2] = bounds.upper[first + 2] = 0;
  }
  return bounds;
}

FrictionSolution solve_system(const RestingSystem& system, const RestingSettings& settings) {
  if (settings.method == RestingMethod::lemke) {
    const LcpSolution found = solve_pyramid(system.mobility, system.free, system.contacts);
    return {found.status, found.z, 1, 0};
  }
  const auto limit = [&](const Eigen::VectorXd& forces) { return find_bounds(system, forces); };
  const FrictionRounds rounds{settings.rounds, settings.tolerance};
  if (settings.method == RestingMethod::dantzig) {
    const auto solve = [&](const LcpBounds& bounds, const Eigen::VectorXd&) {
      return solve_lcp_dantzig(system.mobility, system.free, bounds);
    };
    return solve_in_rounds(system.free.size(), limit, solve, rounds);
  }
  const LcpSparseMatrix sparse = system.mobility.sparseView();
  const auto solve = [&](const LcpBounds& bounds, const Eigen::VectorXd& start) {
    return solve_lcp_projected(sparse, system.free, bounds, start, {.iterations = settings.sweeps});
  };
  return solve_in_rounds(system.free.size(), limit, solve, rounds);
}

}  // namespace

RestingSolution solve_resting_contacts(std::span<const RigidMass> bodies, std::span<const RigidForce> forces,
                                       std::span<const RigidContact> contacts, const RestingSettings& settings) {
  ABUT_ASSERT(forces.size() == bodies.size());
  const RestingSystem system = make_system(bodies, forces, contacts, settings.slide_speed);
  const FrictionSolution found = solve_system(system, settings);
  const Eigen::VectorXd speedup = system.free + system.mobility * found.impulses;
  RestingSolution solution{found.status, {}, {}, found.rounds, found.change};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Vec3 force = Vec3::Zero(), acceleration = Vec3::Zero();
    for (std::size_t i = 3 * c; i < 3 * c + 3; ++i) {
      force += found.impulses[static_cast<Eigen::Index>(i)] * system.rows[i].direction;
      acceleration += speedup[static_cast<Eigen::Index>(i)] * system.rows[i].direction;
    }
    solution.forces.push_back(force);
    solution.accelerations.push_back(acceleration);
  }
  return solution;
}

}  // namespace abut
