#include "reproduce/survey/chance.h"

#include <limits>

namespace abut::reproduce {

Eigen::Quaterniond make_random_rotation(Variation& vary) {
  const Turn turn = make_random_turn(vary);
  Eigen::Matrix3d matrix;
  for (int i = 0; i < 3; ++i) matrix.row(i) = turn.rows[i];
  return Eigen::Quaterniond(matrix).normalized();
}

Vec3 make_random_direction(Variation& vary) { return make_random_rotation(vary) * Vec3::UnitX(); }

Convex make_random_hull(Variation& vary, int points) {
  std::vector<Vec3> list;
  for (int i = 0; i < points; ++i) list.push_back(vary.point(-1, 1));
  return *Convex::make_hull(list);
}

Convex make_round_hull(Variation& vary, int points) {
  std::vector<Vec3> list;
  for (int i = 0; i < points; ++i) list.push_back(make_random_direction(vary));
  return *Convex::make_hull(list);
}

RigidMass make_random_mass(Variation& vary) {
  const double mass = vary.uniform(0.1, 10);
  const Vec3 size = vary.point(0.2, 2), squares = size.cwiseProduct(size);
  const Vec3 moments = mass / 12 * (Vec3::Constant(squares.sum()) - squares);
  const Eigen::Matrix3d turn = make_random_rotation(vary).toRotationMatrix();
  const Vec3 center = vary.point(-2, 2), velocity = vary.point(-3, 3), spin = vary.point(-3, 3);
  return make_rigid_mass(mass, turn * moments.asDiagonal() * turn.transpose(), center, velocity, spin);
}

RigidContact make_random_contact(Variation& vary, std::span<const RigidMass> bodies, std::uint32_t a, std::uint32_t b) {
  RigidContact contact{a, b, 0.5 * (bodies[a].center + bodies[b].center) + vary.point(-1, 1),
                       make_random_direction(vary)};
  if (measure_normal_speed(bodies, contact) > 0) contact.normal = -contact.normal;
  contact.restitution = vary.uniform(0, 1);
  contact.friction = vary.uniform(0, 1.5);
  return contact;
}

RigidMass make_ground_mass() {
  return make_rigid_mass(std::numeric_limits<double>::infinity(), Eigen::Matrix3d::Zero(), Vec3::Zero());
}

}  // namespace abut::reproduce
