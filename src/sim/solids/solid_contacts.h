// What touches among solids, or will within a step: boxes, then pairs of parts, then patches of contact with what is
// remembered of the step before.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "sim/solids/solid_body.h"

namespace abut {

/// A patch of contact between two parts.
struct SolidPatch {
  std::uint64_t pair = 0;   ///< which parts, for the memory
  std::uint32_t a = 0, b = 0;  ///< bodies; grounds and the world are the last one
  Vec3 normal = Vec3::UnitZ();  ///< from b to a
  double friction = 0, restitution = 0;
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
  /// Impulses of patches that were found last.
  void remember(std::span<const SolidPatch> patches, std::span<const SolidBody> bodies);

  std::span<const SolidMemory> memories() const { return memories_; }
  void restore(std::span<const SolidMemory> memories) { memories_.assign(memories.begin(), memories.end()); }

  /// Half the smallest extent of any part that moves; 0 if there is none.
  double smallest_half_extent() const { return smallest_; }
  bool may_touch(std::uint32_t a, std::uint32_t b) const;

 private:
  struct PlacedPart {
    PlacedConvex placed;
    Box3 box;
  };
  struct Limits {  // how near counts
    double time = 0, margin = 0;
  };

  void place(std::span<const SolidBody> bodies, const Limits& limits);
  double find_margin(const SolidBody& a, const SolidBody& b, const Limits& limits) const;
  void list_between(std::uint32_t a, std::uint32_t b, double margin, std::vector<PartPair>& pairs) const;
  std::vector<PartPair> list_pairs(std::span<const SolidBody> bodies, const Limits& limits);
  const SolidPart& part(std::uint32_t body, std::uint32_t number) const {
    return scene_.solids[body].parts[number - first_part_[body]];
  }
  void find_patch(std::span<const SolidBody> bodies, const PartPair& pair, const Limits& limits,
                  std::vector<SolidPatch>& patches);
  void search(std::span<const SolidBody> bodies, const Limits& limits, std::vector<SolidPatch>& patches);
  SolidMemory& memory_of(std::uint64_t pair);
  bool is_ground(std::uint32_t part) const { return part >= first_part_.back(); }
  void recall(SolidPatch& patch, const SolidMemory& memory, const SolidBody& a) const;

  const SolidScene& scene_;
  std::vector<std::uint32_t> first_part_;  // of each solid, and where the last ends
  std::vector<std::pair<std::uint32_t, std::uint32_t>> passing_;  // sorted, the smaller first
  std::vector<PlacedPart> parts_;
  std::vector<Box3> boxes_;  // of each solid on its way
  std::vector<SolidMemory> memories_, next_memories_;  // sorted by pair
  double smallest_ = 0;
  bool keeps_memory_ = true;
};

}  // namespace abut
