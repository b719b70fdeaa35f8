// Room 5, response: joints between rigid bodies, and how impulses go through them. See docs/response.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/impulses.h"
#include "abut/pose.h"

namespace abut {

enum class JointKind : std::uint8_t {
  ball,     ///< a point in common
  hinge,    ///< revolute: a line in common; turns about it
  sliding,  ///< prismatic: a line in common; moves along it and does not turn
  fixed,    ///< nothing moves
};

/// How many directions of motion it takes away.
int count_joint_rows(JointKind kind);

/// Where a joint sits in a body, in the body's own axes. The third axis of the rotation is that of the joint; angles
/// are measured from the first.
struct JointFrame {
  Vec3 anchor = Vec3::Zero();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
};

struct Joint {
  JointKind kind = JointKind::ball;
  std::uint32_t a = 0, b = 0;
  JointFrame in_a, in_b;
  /// Of a hinge its angle, of a sliding joint its way, of a ball the angle between the two third axes (upper only): how
  /// a may be against b.
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double near = 0;  ///< of a hinge: its angle at the start, about; whole turns are counted from there
};

/// A joint where its bodies are now. All in the world's axes.
struct PlacedJoint {
  JointKind kind = JointKind::ball;
  std::uint32_t a = 0, b = 0;
  Vec3 anchor_a = Vec3::Zero(), anchor_b = Vec3::Zero();
  Eigen::Matrix3d axes_a = Eigen::Matrix3d::Identity().eval(), axes_b = Eigen::Matrix3d::Identity().eval();
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double near = 0;  ///< of a hinge: its angle when it was looked at last
};

/// A joint that is put together where the bodies are: third axis along `axis`, no angle and no way.
PlacedJoint make_placed_joint(JointKind kind, std::uint32_t a, std::uint32_t b, const Vec3& anchor,
                              const Vec3& axis = Vec3::UnitZ());
/// The same between bodies, so that it can be placed again when they have moved.
Joint make_joint(const PlacedJoint& placed, const Pose3& a, const Pose3& b);
PlacedJoint place_joint(const Joint& joint, const Pose3& a, const Pose3& b);

/// Where its impulses act on both bodies, so that momentum is kept: the anchor in a of a sliding joint, else the middle
/// of its anchors, which are the same where the joint holds.
Vec3 find_joint_point(const PlacedJoint& joint);

/// The angle or way that its limits are about; 0 of a fixed joint. Of a hinge's angles, which are whole turns apart,
/// the one nearest to `near`.
double measure_joint(const PlacedJoint& joint);
/// How far the joint is from holding, a value for each of its rows: metres and radians, in the rows' order.
std::vector<double> measure_joint_gaps(const PlacedJoint& joint);

/// What holds a joint together: count_joint_rows rows, points first, then angles. Unbounded both ways. `recovery` times
/// the gap is the speed at which a gap is closed: a share of 1 / step, or 0.
void append_joint_rows(std::span<const RigidMass> bodies, const PlacedJoint& joint, double recovery,
                       std::vector<ConstraintRow>& rows);
/// A row for each limit that is no farther away than the margin: it may not come nearer by more than what is left,
/// times `closing` (1 / step, or 0 for limits that are touched).
void append_limit_rows(std::span<const RigidMass> bodies, const PlacedJoint& joint, double margin, double closing,
                       std::vector<ConstraintRow>& rows);

/// How a moves against b along or about what the joint is measured by: for motors (a target, and bounds of what they
/// can do), brakes (no target) and springs (softness). Not for fixed joints.
ConstraintRow make_drive_row(std::span<const RigidMass> bodies, const PlacedJoint& joint);

// ---------------------------------------------------------------------------------------------------------------
// Linkages (Kamat 1993, 3.4): bodies held together by joints

struct LinkageSolution {
  LcpStatus status = LcpStatus::solved;  ///< of the rows and cut joints; no_solution: they contradict each other
  std::vector<RigidVelocity> velocities;
  std::vector<Vec3> joint_impulses;  ///< of each joint, on a, at find_joint_point
  std::vector<Vec3> joint_torques;   ///< and the angular impulse on a besides
  std::vector<double> row_impulses;  ///< of each row that was added
  double residual = 0;               ///< the largest speed at which a joint is still left to come apart
};

/// Bodies and joints as a sparse system (the survey's 9n equations): momentum of all bodies, joints that hold. Joints
/// that make a tree are eliminated from its leaves to its root, which takes a time proportional to their number. Joints
/// that close loops are cut: they and further rows make a small dense problem of what the tree answers to each.
class Linkage {
 public:
  Linkage();
  Linkage(Linkage&&) noexcept;
  Linkage& operator=(Linkage&&) noexcept;
  ~Linkage();

  /// Bodies with their velocities before, and joints as they are placed. An error names what cannot be: a joint of a
  /// body with itself or one that is not there, a body that can be moved but not turned or the other way about. Buffers
  /// are kept from one call to the next. Joints that close loops give way by `softness` times what their bodies would
  /// if nothing else held them: so loops that are nearly stretched out, where impulses have almost no way to act, stay
  /// calm.
  Status factorise(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints, double recovery = 0,
                   double softness = 0);

  /// Velocities at which all joints hold and all rows (contacts, limits, motors) have their way: what impulses before
  /// it have done to bodies alone is spread through the linkage. Rows with friction are solved in rounds.
  LinkageSolution solve(std::span<const ConstraintRow> rows = {});
  /// What impulses in the joints alone do that change the speeds of their rows by so much: a value for each row, in the
  /// order of the joints and of append_joint_rows. Velocities of the solution are changes.
  LinkageSolution solve_change(std::span<const double> speeds, std::span<const ConstraintRow> rows = {});

  std::size_t cut_count() const;  ///< joints that close loops

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// A collision in a linkage: the survey's equations, without friction, with restitution. Bodies a and b of the contact
/// may be in one linkage or in two.
Result<LinkageSolution> solve_linkage_impact(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints,
                                             const RigidContact& contact);

}  // namespace abut
