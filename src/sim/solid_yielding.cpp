#include "sim/solid_yielding.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/yielding_step.h"

namespace abut {
namespace {

// How near a joint is to its limit for that to hold, m or radians.
constexpr double kLimitMargin = 0.01;

Vec3 limit_length(const Vec3& v, double most) {
  const double length = v.norm();
  return length > most ? Vec3(most / length * v) : v;
}

Vec3 find_turn(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to) {
  Eigen::Quaterniond turn = to * from.conjugate();
  if (turn.w() < 0) turn.coeffs() *= -1;
  const Eigen::AngleAxisd by(turn.normalized());
  return by.angle() * by.axis();
}

class LinkList {
 public:
  LinkList(const SolidSimulation& solids, std::span<const SolidMotion> start, double duration)
      : solids_(solids), start_(start), duration_(duration) {
    const std::vector<std::uint32_t> yielding = list_yielding_solids(solids.scene());
    body_of_.assign(solids.solid_count(), kNoBody);
    for (std::uint32_t i = 0; i < yielding.size(); ++i) body_of_[yielding[i]] = i;
  }

  std::vector<YieldingLink> list() {
    for (const SolidContact& contact : solids_.contacts()) add(contact);
    for (const SolidJoint& joint : solids_.scene().joints) add(joint.joint);
    return std::move(links_);
  }

 private:
  YieldingLink start_link(std::uint32_t a, std::uint32_t b) const {
    YieldingLink link;
    if (a != kWorld) link.a = body_of_[a];
    if (b != kWorld) link.b = body_of_[b];
    return link;
  }

  static Eigen::Matrix<double, 1, 6> make_row(const Vec3& direction, const Vec3& turn) {
    return (Eigen::Matrix<double, 1, 6>() << direction.transpose(), turn.transpose()).finished();
  }

  // From the center, as the body was when its contacts were found.
  Vec3 find_arm(std::uint32_t solid, const Vec3& point) const {
    return solid == kWorld ? point : Vec3(point - start_[solid].center);
  }
  Vec3 find_velocity(std::uint32_t solid, const Vec3& point) const {
    if (solid == kWorld) return Vec3::Zero();
    const SolidMotion& motion = solids_.motion(solid);
    return motion.velocity + motion.spin.cross(find_arm(solid, point));
  }

  void add(const SolidContact& contact) {
    YieldingLink link = start_link(contact.a, contact.b);
    if (link.a == kNoBody && link.b == kNoBody) return;
    const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
    const std::array<Vec3, 3> axes = {contact.normal, frame.col(0), frame.col(1)};
    const Vec3 arm_a = find_arm(contact.a, contact.position), arm_b = find_arm(contact.b, contact.position);
    const Vec3 way =
        duration_ * (find_velocity(contact.a, contact.position) - find_velocity(contact.b, contact.position));
    for (int k = 0; k < 3; ++k) {
      link.along_a.row(k) = make_row(axes[k], arm_a.cross(axes[k]));
      link.along_b.row(k) = -make_row(axes[k], arm_b.cross(axes[k]));
      link.force[k] = axes[k].dot(contact.force);
      link.slide[k] = axes[k].dot(way);
    }
    link.gap = link.force[0] > 0 ? 0 : std::max(0.0, contact.gap + link.slide[0]);
    link.friction = contact.friction;
    links_.push_back(link);
  }

  void add(const Joint& joint) {
    const YieldingLink link = start_link(joint.a, joint.b);
    if (link.a == kNoBody && link.b == kNoBody) return;
    const std::array<RigidMass, 2> masses = {find_mass(joint.a), find_mass(joint.b)};
    PlacedJoint placed = place_joint(joint, find_pose(joint.a), find_pose(joint.b));
    placed.a = 0, placed.b = 1;
    std::vector<ConstraintRow> rows;
    append_joint_rows(masses, placed, 0, rows);
    const std::size_t held = rows.size();
    append_limit_rows(masses, placed, kLimitMargin, 0, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      links_.push_back(link);
      links_.back().is_joint = i < held;
      links_.back().along_a.row(0) = make_row(rows[i].direction, rows[i].turn_a);
      links_.back().along_b.row(0) = make_row(-rows[i].direction, rows[i].turn_b);
    }
  }

  Pose3 find_pose(std::uint32_t solid) const { return solid == kWorld ? Pose3{} : solids_.pose(solid); }
  RigidMass find_mass(std::uint32_t solid) const {
    RigidMass mass{0, Eigen::Matrix3d::Zero()};
    if (solid != kWorld) mass.center = solids_.motion(solid).center;
    return mass;
  }

  const SolidSimulation& solids_;
  std::span<const SolidMotion> start_;
  double duration_;
  std::vector<std::uint32_t> body_of_;
  std::vector<YieldingLink> links_;
};

}  // namespace

std::vector<std::uint32_t> list_yielding_solids(const SolidScene& scene) {
  std::vector<std::uint32_t> solids;
  for (std::uint32_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].role == SolidRole::moving) solids.push_back(i);
  }
  return solids;
}

Yielding list_yielding(const SolidSimulation& solids, std::span<const SolidMotion> start,
                       std::span<const std::uint32_t> obstacles, double duration) {
  Yielding yielding{duration, {}, [&solids, start, duration] { return LinkList(solids, start, duration).list(); }};
  // What falls goes by its mean speed: implicit Euler would go so much farther, and no farther.
  const double longest = 0.5 * duration * duration * solids.scene().gravity.norm();
  for (const std::uint32_t i : list_yielding_solids(solids.scene())) {
    const MassProperties& mass = solids.scene().solids[i].mass;
    const SolidMotion& motion = solids.motion(i);
    const Eigen::Matrix3d axes = motion.rotation.toRotationMatrix();
    YieldingBody body;
    body.obstacle = obstacles[i];
    body.mass = mass.mass;
    body.inertia = axes * mass.inertia * axes.transpose();
    body.center = motion.center;
    body.lead = limit_length(start[i].center + duration * motion.velocity - motion.center, longest);
    const double reach = std::sqrt(body.inertia.trace() / body.mass);
    body.turn_lead =
        limit_length(duration * motion.spin - find_turn(start[i].rotation, motion.rotation), longest / reach);
    body.is_asleep = motion.is_asleep();
    yielding.bodies.push_back(body);
  }
  return yielding;
}

// The turn keeps angular momentum: what impulses added, and what there was.
SolidMotion find_yielded(const SolidMotion& motion, const YieldingBody& body, const Yield& yield) {
  SolidMotion yielded = motion;
  yielded.center += yield.shift;
  yielded.velocity += yield.velocity;
  const double angle = yield.turn.norm();
  const Eigen::Quaterniond turn(angle > 0 ? Eigen::AngleAxisd(angle, yield.turn / angle)
                                          : Eigen::AngleAxisd::Identity());
  const Vec3 added = find_turn_rate(yield.turn).transpose().inverse() * (body.inertia * yield.turn_rate);
  const Vec3 momentum = body.inertia * motion.spin + added;
  yielded.rotation = (turn * motion.rotation).normalized();
  yielded.spin = turn * Vec3(body.inertia.inverse() * (turn.conjugate() * momentum));
  return yielded;
}

}  // namespace abut
