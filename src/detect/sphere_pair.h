// Two trees of spheres against each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/sphere_scene.h"
#include "detect/sphere_view.h"

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
  explicit SpherePairSearch(const SpherePairSettings& settings);

  /// Fills in what touches, sorted.
  Status run(SphereBody& a, SphereBody& b, BodyHit& hit, SphereCounts& counts);

 private:
  // One of the two, as the other is seen from it.
  struct Side {
    SphereBody* body;
    SphereView view;
    // Half the other's cells along the axes here, and half the own ones, for each depth. Both a little too large.
    std::array<Vec3, OctreeGrid::kMaxDepth + 1> other_half, own_half;
    std::array<double, OctreeGrid::kMaxDepth + 1> radius;
  };
  // A triangle in the scene, and how far it reaches.
  struct Placed {
    std::uint64_t run = 0;
    std::uint32_t number = 0, source = 0;
    bool has_area = false;
    TrianglePoints points;
    Box3 box;
  };
  struct Tested {
    std::uint64_t run = 0, pair = 0;
    friend bool operator==(const Tested&, const Tested&) = default;
  };

  void prepare(SphereBody& a, SphereBody& b);
  Status visit(const SphereTree::Node& a, const SphereTree::Node& b);
  Status open(int side, const SphereTree::Node& a, const SphereTree::Node& b);
  unsigned find_near(int side, const SphereTree::Node& opened, const SphereTree::Node& other) const;
  bool should_open_first(const SphereTree::Node& a, const SphereTree::Node& b) const;
  bool is_small(const SphereTree::Node& a, const SphereTree::Node& b) const;
  Status test_triangles(const SphereTree::Node& a, const SphereTree::Node& b);
  Status place(int side, const SphereTree::Node& node);
  const Placed* place(int side, std::uint32_t number);
  bool is_known(std::uint32_t a, std::uint32_t b);
  bool is_done() const { return settings_.stop_at_first && (!hit_->spheres.empty() || !hit_->triangles.empty()); }

  SpherePairSettings settings_;
  std::array<Side, 2> sides_;
  // Triangles are listed in every cell they reach into. Those placed last are remembered, and so are the pairs tested
  // last, each where its number falls. What an earlier run left does not count.
  std::array<std::vector<Placed>, 2> remembered_;
  std::vector<Tested> tested_;
  std::uint64_t run_ = 0;
  std::array<std::vector<Placed>, 2> placed_;
  BodyHit* hit_ = nullptr;
  SphereCounts* counts_ = nullptr;
};

}  // namespace abut
