// Two trees of spheres against each other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "abut/sphere_scene.h"
#include "detect/rigid_view.h"
#include "detect/sphere_view.h"
#include "math/simd.h"

namespace abut {

/// A body of a scene.
struct SphereBody {
  SphereTree tree;
  Pose3 pose;
};

/// One pair of two bodies that was found to touch, which is looked at first in the next frame: two cells, or the
/// numbers of two triangles in their stores.
struct SphereWitness {
  SpherePair spheres;
  TrianglePair triangles;
};

/// Searches two bodies, and keeps its memory for the next two.
class SpherePairSearch {
 public:
  explicit SpherePairSearch(bool exact);

  /// Fills in what touches, sorted. If one pair is enough, it is that of the witness, should it still touch.
  Status run(SphereBody& a, SphereBody& b, bool stop_at_first, const SphereWitness* witness, BodyHit& hit,
             SphereCounts& counts);
  /// The pair found last.
  const SphereWitness& witness() const { return found_; }

 private:
  // One of the two, as the other is seen from it.
  struct Side {
    SphereBody* body;
    SphereView view;
    // Half the other's cells along the axes here, and half the own ones, for each depth. Both a little too large.
    std::array<Vec3, OctreeGrid::kMaxDepth + 1> other_half, own_half;
    // Columns of view.turn, and its rows; and what view moves by.
    std::array<Double4, 3> columns, rows;
    Double4 shift;
    std::array<double, OctreeGrid::kMaxDepth + 1> radius;
  };
  // A triangle in the scene.
  struct Placed {
    std::uint64_t run = 0;
    std::uint32_t number = 0, source = 0;
    TrianglePoints points;
  };
  // A triangle of a cell. How far it reaches is written so that one comparison of all lanes tells whether two of the
  // two sides come near each other: (lower, -upper) on the first, (upper, -lower) on the second.
  struct Listed {
    Float8 reach;
    std::uint32_t number;
  };
  struct Tested {
    std::uint64_t run = 0, pair = 0;
    friend bool operator==(const Tested&, const Tested&) = default;
  };

  void prepare(SphereBody& a, SphereBody& b);
  Status look_again(const SphereWitness& witness);
  bool test_meeting(const SpherePair& pair) const;
  int choose_side(const SphereTree::Node& a, const SphereTree::Node& b) const;
  Status visit(const SphereTree::Node& a, const SphereTree::Node& b);
  Status open(int side, const SphereTree::Node& a, const SphereTree::Node& b);
  bool test_apart(int side, const SurfaceBounds& here, const SurfaceBounds& there) const;
  bool test_beyond(int side, const SurfaceBounds& planes, const Double4& center, const Double4& half) const;
  SurfaceBounds find_bounds(int side, const SphereTree::Node& node) const {
    return sides_[side].body->tree.bounds(node);
  }
  unsigned find_near(int side, const SphereTree::Node& opened, const SphereTree::Node& other) const;
  bool is_patch(int side, const SphereTree::Node& node) const;
  bool is_small(const SphereTree::Node& a, const SphereTree::Node& b) const;
  Status test_patches(const SphereTree::Node& a, const SphereTree::Node& b);
  std::optional<Status> test_boxed(const SphereTree::Node& a, const SphereTree::Node& b);
  Status test_listed(const SphereTree::Node& a, const SphereTree::Node& b);
  Status list(int side, const SphereTree::Node& node);
  Status test(std::uint32_t a, std::uint32_t b);
  const Placed* place(int side, std::uint32_t number);
  bool is_known(std::uint32_t a, std::uint32_t b);
  bool is_done() const { return stop_at_first_ && (!hit_->spheres.empty() || !hit_->triangles.empty()); }

  bool exact_, stop_at_first_ = false;
  bool is_plain_ = false;  // there is no memory for boxes in what is being looked into
  std::array<Side, 2> sides_;
  std::optional<RigidView> rigid_;  // of the two bodies, once patches are compared
  double off_ = 0;  // what is computed from coordinates may be off by less
  // Triangles are listed in every cell they reach into. Those placed last are remembered, and so are the pairs tested
  // last, each where its number falls. What an earlier run left does not count.
  std::array<std::vector<Placed>, 2> remembered_;
  std::vector<Tested> tested_;
  std::uint64_t run_ = 0;
  std::array<std::vector<Listed>, 2> listed_;
  BoxFrame frame_;  // of boxes around placed triangles
  SphereWitness found_;
  BodyHit* hit_ = nullptr;
  SphereCounts* counts_ = nullptr;
};

}  // namespace abut
