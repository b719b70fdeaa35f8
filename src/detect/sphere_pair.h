// Two trees of spheres against each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/sphere_scene.h"
#include "detect/sphere_view.h"
#include "math/simd.h"

namespace abut {

/// A body of a scene.
struct SphereBody {
  SphereTree tree;
  Pose3 pose;
};

/// Searches two bodies, and keeps its memory for the next two.
class SpherePairSearch {
 public:
  explicit SpherePairSearch(bool exact);

  /// Fills in what touches, sorted.
  Status run(SphereBody& a, SphereBody& b, bool stop_at_first, BodyHit& hit, SphereCounts& counts);

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
  // A triangle in the scene, and how far it reaches.
  struct Placed {
    std::uint64_t run = 0;
    std::uint32_t number = 0, source = 0;
    bool has_area = false;
    TrianglePoints points;
    FloatBox box;
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
  Status visit(const SphereTree::Node& a, const SphereTree::Node& b);
  Status open(int side, const SphereTree::Node& a, const SphereTree::Node& b);
  bool test_apart(int side, const SurfaceBounds& here, const SurfaceBounds& there) const;
  bool test_beyond(int side, const SurfaceBounds& planes, const Double4& center, const Double4& half) const;
  SurfaceBounds find_bounds(int side, const SphereTree::Node& node) const {
    return sides_[side].body->tree.bounds(node);
  }
  unsigned find_near(int side, const SphereTree::Node& opened, const SphereTree::Node& other) const;
  bool should_open_first(const SphereTree::Node& a, const SphereTree::Node& b) const;
  bool is_small(const SphereTree::Node& a, const SphereTree::Node& b) const;
  Status test_triangles(const SphereTree::Node& a, const SphereTree::Node& b);
  Status list(int side, const SphereTree::Node& node);
  Status test(std::uint32_t a, std::uint32_t b);
  const Placed* place(int side, std::uint32_t number);
  bool is_known(std::uint32_t a, std::uint32_t b);
  bool is_done() const { return stop_at_first_ && (!hit_->spheres.empty() || !hit_->triangles.empty()); }

  bool exact_, stop_at_first_ = false;
  std::array<Side, 2> sides_;
  double off_ = 0;  // what is computed from coordinates may be off by less
  // Triangles are listed in every cell they reach into. Those placed last are remembered, and so are the pairs tested
  // last, each where its number falls. What an earlier run left does not count.
  std::array<std::vector<Placed>, 2> remembered_;
  std::vector<Tested> tested_;
  std::uint64_t run_ = 0;
  std::array<std::vector<Listed>, 2> listed_;
  BoxFrame frame_;  // of boxes around placed triangles
  BodyHit* hit_ = nullptr;
  SphereCounts* counts_ = nullptr;
};

}  // namespace abut
