// Room 5, detect: many bodies that move as rigid wholes, each with a tree of spheres that grows only where others come
// near.
#pragma once

#include <memory>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/pose.h"
#include "abut/sphere_tree.h"

namespace abut {

struct SphereSceneSettings {
  int depth = 5;
  MemoryBudget* memory = nullptr;  ///< what all trees together live on; nullptr: one without limit
  /// Branches go that no search has come by for so many frames.
  std::uint64_t most_idle = std::numeric_limits<std::uint64_t>::max();
  bool exact = true;               ///< down to the triangles; else to the spheres of the full depth
  OverlapTest* overlap = nullptr;  ///< as in SphereTreeSettings
};

/// Two cells of the full depth whose spheres have a point in common.
struct SpherePair {
  OctreeCell a, b;
  friend auto operator<=>(const SpherePair&, const SpherePair&) = default;
};

/// Two triangles, by the numbers they had before they were sorted, that have a point in common.
struct TrianglePair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// Two bodies that touch, a before b.
struct BodyHit {
  BodyId a, b;
  std::vector<SpherePair> spheres;      ///< sorted; of a search down to the spheres
  std::vector<TrianglePair> triangles;  ///< sorted; of an exact search
  /// Their surfaces are no farther apart than this. 0 after an exact search.
  double within = 0;
};

struct SphereSearchSettings {
  bool stop_at_first = false;  ///< of each two bodies: one pair is enough
};

/// What a frame took.
struct SphereCounts {
  std::uint64_t body_pairs = 0;      ///< bodies whose boxes overlap
  std::uint64_t opened = 0;          ///< branches looked into
  std::uint64_t made = 0;            ///< of these, made for it
  std::uint64_t triangle_tests = 0;  ///< exact ones
};

struct SphereHits {
  std::vector<BodyHit> hits;  ///< sorted by bodies
  SphereCounts counts;
};

/// The pipeline of Rodriguez and Franquesa 2005: which bodies may touch, which parts of them, and whether they do.
///
/// What is exact is so for the triangles at their places: corners brought there by Pose3::apply, as rounded. Triangles
/// without area take part in the spheres, but touch nothing. Two bodies that a search down to the spheres does not
/// report are apart.
class SphereScene {
 public:
  explicit SphereScene(const SphereSceneSettings& settings = {});
  SphereScene(SphereScene&&) noexcept;
  SphereScene& operator=(SphereScene&&) noexcept;
  ~SphereScene();

  /// Ids count up from 0. The store must outlive the scene; several bodies may share one.
  Result<BodyId> add(TriangleStore& triangles, const Pose3& pose = {});
  /// Costs nothing but the copy: spheres are moved when they are looked at.
  void move(BodyId body, const Pose3& pose);

  /// What touches now. The same at any limit of memory that it can be done with; the error says with which.
  Result<SphereHits> find_hits(const SphereSearchSettings& settings = {});

  const SphereTree& tree(BodyId body) const;
  const MemoryBudget& memory() const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace abut
