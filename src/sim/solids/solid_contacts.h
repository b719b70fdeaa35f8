// What touches among solids, or will within a step: boxes, then pairs of parts, then patches of contact with what is
// remembered of the step before.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "sim/solids/solid_body.h"
#include "sim/solids/solid_pieces.h"

namespace abut {

/// A patch of contact between two parts.
struct SolidPatch {
  std::uint64_t pair = 0;       ///< which parts, for the memory
  std::uint32_t region = 0;     ///< of those of the same parts
  std::uint32_t a = 0, b = 0;  ///< bodies; grounds and the world are the last one
  Vec3 normal = Vec3::UnitZ();  ///< from b to a
  double friction = 0, restitution = 0;
  double a_radius = 0, b_radius = 0;  ///< of round parts: their points stay where they are while they turn
  int count = 0;
  struct Point {
    Vec3 on_a, on_b;
    double gap;
    Vec3 impulse;  ///< expected, then what it was: along the normal and both tangents of make_contact_frame
  };
  std::array<Point, 4> points = {};
};

/// Two parts, or a part and a ground, whose bodies may come near each other.
struct PartPair {
  std::uint32_t a = 0, b = 0;  ///< bodies
  std::uint32_t i = 0, k = 0;  ///< parts, counted through all solids; grounds are counted after them
};

/// How far apart two parts are.
struct PartGap {
  double gap = 0;              ///< 0 if they touch
  Vec3 normal = Vec3::Zero();  ///< from b to a; zero if they touch, but for grounds
};

class SolidContacts {
 public:
  explicit SolidContacts(const SolidScene& scene);

  /// Patches of all parts that may come to touch within a time, in the order of their parts. `bodies`: of the scene's
  /// solids, and the world.
  void find(std::span<const SolidBody> bodies, double time, std::vector<SolidPatch>& patches);
  /// Those nearer than a margin, wherever they go. What is remembered is neither used nor changed.
  void find_near(std::span<const SolidBody> bodies, double margin, std::vector<SolidPatch>& patches);
  /// What may come to touch within a time.
  std::vector<PartPair> list_pairs(std::span<const SolidBody> bodies, double time);
  PartGap measure_gap(const PartPair& pair, const SolidBody& a, const SolidBody& b, ConvexWitness* witness) const;
  /// Whether either part is a mesh.
  bool is_mesh_pair(const PartPair& pair) const;
  /// Impulses of patches that were found last.
  void remember(std::span<const SolidPatch> patches, std::span<const SolidBody> bodies);

  std::span<const SolidMemory> memories() const { return memories_; }
  void restore(std::span<const SolidMemory> memories) { memories_.assign(memories.begin(), memories.end()); }

  const SolidPiece& piece(std::uint32_t number) const { return pieces_[number]; }
  /// The first part of a solid, and where they end.
  std::pair<std::uint32_t, std::uint32_t> parts_of(std::uint32_t solid) const {
    return {first_part_[solid], first_part_[solid + 1]};
  }
  bool is_ground(std::uint32_t part) const { return part >= pieces_.size(); }
  const SolidGround& ground(std::uint32_t part) const { return scene_.grounds[part - pieces_.size()]; }
  /// Half the smallest extent of any part that moves; 0 if there is none.
  double smallest_half_extent() const { return smallest_; }
  /// The least thickness of any part.
  double least_thickness() const { return least_thickness_; }
  bool may_touch(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Limits {  // how near counts
    double time = 0, margin = 0;
  };

  void place(std::span<const SolidBody> bodies, const Limits& limits);
  double find_margin(const SolidBody& a, const SolidBody& b, const Limits& limits) const;
  void list_between(std::uint32_t a, std::uint32_t b, double margin, std::vector<PartPair>& pairs) const;
  std::vector<PartPair> list_pairs(std::span<const SolidBody> bodies, const Limits& limits);
  void search(std::span<const SolidBody> bodies, const Limits& limits, std::vector<SolidPatch>& patches);
  SolidPatch start_patch(const PartPair& pair) const;
  ContactPatch find_convex_patch(const PartPair& pair, double margin);
  double limit_margin(const PartPair& pair, double margin) const;
  std::vector<MeshContact> find_mesh_patches(const PartPair& pair, double margin) const;
  void add(const PartPair& pair, const ContactPatch& found, std::span<const SolidBody> bodies,
           std::vector<SolidPatch>& patches);
  void add(const PartPair& pair, std::span<const MeshContact> found, std::span<const SolidBody> bodies,
           std::vector<SolidPatch>& patches);
  SolidMemory& memory_of(std::uint64_t pair, std::uint32_t region);
  void recall(SolidPatch& patch, const SolidBody& a) const;

  const SolidScene& scene_;
  std::vector<SolidPiece> pieces_;
  std::vector<std::uint32_t> first_part_;  // of each solid, and where the last ends
  std::vector<std::pair<std::uint32_t, std::uint32_t>> passing_;  // sorted, the smaller first
  std::vector<Pose3> poses_;     // of bodies
  std::vector<Box3> part_boxes_;  // of each part where it is
  std::vector<Box3> boxes_;  // of each solid on its way
  std::vector<SolidMemory> memories_, next_memories_;  // sorted by pair and region
  double smallest_ = 0, least_thickness_ = 0;
  bool keeps_memory_ = true;
};

}  // namespace abut
