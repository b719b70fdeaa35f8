// Bodies and joints that make trees, as factors: what impulses in the joints close given gaps of speed. The time for
// both, finding factors and solving with them, is proportional to the number of bodies.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/joints.h"

namespace abut {

class LinkageTree {
 public:
  /// Chooses joints that make trees: all that close no loop, in the order of a search that starts at what is
  /// immovable, which counts as one. Returns the others, ascending.
  std::vector<std::uint32_t> plan(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints);

  /// `rows`: of all joints, those of a joint from first_rows[joint] on. False if an inertia is not positive.
  bool factorise(std::span<const RigidMass> bodies, std::span<const ConstraintRow> rows,
                 std::span<const std::uint32_t> first_rows);

  /// Impulses of the rows of the trees' joints that change the rows' speeds by so much. What is 0 stays 0 in rows of
  /// other joints.
  void solve(std::span<const double> speeds, std::span<double> impulses);

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  static constexpr std::uint32_t kNone = ~0u;
  struct Node {
    std::uint32_t body = kNone;
    std::uint32_t parent = kNone;  // a place in the order; none: a root, or hung on what is immovable
    std::uint32_t joint = kNone;   // to its parent; none: a free root
    std::uint32_t first_row = 0, row_count = 0;
    Matrix6 mass;            // with what hangs on it; then its inverse
    Matrix6 own, of_parent;  // the joint's rows, and zeros
    Matrix6 answer;          // inverse of how the joint's speeds answer to its impulses
    Vector6 momentum, velocity, gap;
  };

  void visit(std::uint32_t root_body, std::uint32_t parent, std::uint32_t joint);
  void grow(std::span<const PlacedJoint> joints, std::size_t from);
  bool eliminate(Node& node);

  std::vector<Node> nodes_;                            // parents before children
  std::vector<std::uint32_t> place_of_;                // of each body; none: immovable, or not reached yet
  std::vector<std::uint8_t> is_immovable_, is_used_;   // of each body, of each joint
  std::vector<std::vector<std::uint32_t>> joints_of_;  // of each body
};

}  // namespace abut
