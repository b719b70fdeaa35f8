// Two trees of spheres against each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/sphere_scene.h"

namespace abut {

/// A body of a scene.
struct SphereBody {
  SphereTree tree;
  Pose3 pose;
};

struct SpherePairSettings {
  bool exact = true;
  bool stop_at_first = false;
};

/// Searches two bodies, and keeps its memory for the next two.
class SpherePairSearch {
 public:
  explicit SpherePairSearch(const SpherePairSettings& settings) : settings_(settings) {}

  /// Fills in what touches, sorted.
  Status run(SphereBody& a, SphereBody& b, BodyHit& hit, SphereCounts& counts);

 private:
  // One of the two, as the other is seen from it.
  struct Side {
    SphereBody* body;
    Eigen::Matrix3d from_other;  // turns what the other has
    Vec3 shift;                  // and moves it here
    // Half the other's cells along the axes here, and half the own ones, for each depth. Both a little too large.
    std::array<Vec3, OctreeGrid::kMaxDepth + 1> other_half, own_half;
    std::array<double, OctreeGrid::kMaxDepth + 1> radius;

    Vec3 see(const Vec3& point) const { return from_other * point + shift; }
  };
  // The triangles of a cell that have area, in the scene, and how far they reach.
  struct Placed {
    std::uint32_t number = 0;
    TrianglePoints points;
    Box3 box;
  };
  struct PlacedCell {
    bool is_there = false;
    OctreeCell cell;
    std::vector<Placed> triangles;
  };

  void prepare(SphereBody& a, SphereBody& b);
  Status visit(const SphereTree::Node& a, const SphereTree::Node& b);
  Status open(int side, const SphereTree::Node& a, const SphereTree::Node& b);
  unsigned find_near(int side, const SphereTree::Node& opened, const SphereTree::Node& other) const;
  bool should_open_first(const SphereTree::Node& a, const SphereTree::Node& b) const;
  bool is_small(const SphereTree::Node& a, const SphereTree::Node& b) const;
  Status test_triangles(const SphereTree::Node& a, const SphereTree::Node& b);
  Status place(int side, const SphereTree::Node& node);
  bool is_done() const { return settings_.stop_at_first && (!hit_->spheres.empty() || !hit_->triangles.empty()); }

  SpherePairSettings settings_;
  std::array<Side, 2> sides_;
  std::array<PlacedCell, 2> placed_;
  std::vector<SphereTree::Placed> read_;
  BodyHit* hit_ = nullptr;
  SphereCounts* counts_ = nullptr;
};

}  // namespace abut
