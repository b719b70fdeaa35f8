// Room 4, detect, another face: outlines that touch or overlap, wherever they have been moved to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/curves.h"
#include "abut/outline_tree.h"

namespace abut {

/// A turn about the origin, then a shift.
struct Pose2 {
  double cos = 1, sin = 0;
  Vec2 shift = Vec2::Zero();

  static Pose2 make(double angle, const Vec2& shift) { return {std::cos(angle), std::sin(angle), shift}; }

  Vec2 turn(const Vec2& v) const { return Vec2(cos * v.x() - sin * v.y(), sin * v.x() + cos * v.y()); }
  Vec2 turn_back(const Vec2& v) const { return Vec2(cos * v.x() + sin * v.y(), cos * v.y() - sin * v.x()); }
  Vec2 apply(const Vec2& p) const { return turn(p) + shift; }
  Vec2 apply_back(const Vec2& p) const { return turn_back(p - shift); }
  Cubic2 apply(const Cubic2& curve) const;
  /// This pose as one sees it who has been moved by `viewer`.
  Pose2 seen_from(const Pose2& viewer) const;
};

/// Where an outline is. The tree stays as it is; moving costs nothing.
struct PlacedOutline {
  const OutlineTree* tree = nullptr;
  Pose2 pose = {};
};

enum class OutlineRelation : std::uint8_t {
  separate,
  contact,      ///< within the tolerance of each other, and nowhere found to overlap by more
  interfering,  ///< they overlap by more than the tolerance: borders cross, or one is inside the other
};

/// Which of two interfering outlines whose borders do not meet is inside the other, if one is.
enum class OutlineContainment : std::uint8_t { none, a_in_b, b_in_a };

struct OutlineMeeting {
  std::uint32_t a_piece = 0, b_piece = 0;  ///< counted through all loops
  CurveMeeting meeting;                    ///< where everything is placed
};

struct OutlinePairSettings {
  double tolerance = 1e-6;     ///< besides the roughness of both pieces; of the unit that outlines are drawn in
  bool stop_at_first = false;  ///< as soon as they are known to interfere; the list of meetings is then not complete
};

struct OutlinePair {
  OutlineRelation relation = OutlineRelation::separate;
  OutlineContainment containment = OutlineContainment::none;
  std::vector<OutlineMeeting> meetings;  ///< by pieces of a, then of b
  std::uint64_t box_tests = 0, curve_tests = 0;
};

/// How two outlines are to each other. Crossings are proven; what is separate, too. Where they overlap, or are apart,
/// by something between half the tolerance and a few times as much, it may also be contact.
OutlinePair find_relation(const PlacedOutline& a, const PlacedOutline& b, const OutlinePairSettings& settings = {});

/// Two outlines of many that are not separate.
struct RelatedOutlines {
  std::uint32_t a = 0, b = 0;  ///< their numbers; a < b
  OutlinePair pair;
};

struct OutlineRelations {
  std::vector<RelatedOutlines> pairs;  ///< sorted
  std::uint64_t candidates = 0;        ///< pairs whose boxes along the axes overlap
  std::uint64_t box_tests = 0, curve_tests = 0;
  bool is_complete = true;  ///< false if progress said no, or after a million pairs
};

/// How all are to each other. The same at any thread count.
OutlineRelations find_relations(std::span<const PlacedOutline> outlines, const OutlinePairSettings& settings = {},
                                const RunSettings& run = {});

/// The nearest points of two borders, where everything is placed.
struct OutlineClearance {
  std::uint32_t a_piece = 0, b_piece = 0;
  CurveDistance nearest;
};

/// How far two borders are apart, roughness not counted; 0 if they meet. Nothing if it is more than `within`.
std::optional<OutlineClearance> find_clearance(const PlacedOutline& a, const PlacedOutline& b, double tolerance = 1e-9,
                                               double within = std::numeric_limits<double>::infinity());

/// Whether two borders are farther apart than this, roughness not counted, and neither outline has any of the other
/// inside. True only if it is so; false also if they are farther by less than a hundredth of the distance, which has to
/// be more than a billionth of the largest coordinate.
bool test_apart(const PlacedOutline& a, const PlacedOutline& b, double distance);

/// Two outlines of many whose borders are near each other.
struct NearOutlines {
  std::uint32_t a = 0, b = 0;  ///< their numbers; a < b
  OutlineClearance clearance;
};

struct OutlineClearances {
  std::vector<NearOutlines> pairs;  ///< sorted by outlines
  bool is_complete = true;          ///< false if progress said no
};

/// All pairs whose borders are no farther apart than this. The same at any thread count.
OutlineClearances find_clearances(std::span<const PlacedOutline> outlines, double within, double tolerance = 1e-9,
                                  const RunSettings& run = {});

/// Where the border of an outline meets itself, besides where one piece follows another. a_piece <= b_piece.
std::vector<OutlineMeeting> find_self_meetings(const OutlineTree& tree, double tolerance = 1e-6);

/// The area of what an odd number of turns of the border goes around, also where it crosses itself.
double measure_region(const OutlineTree& tree);

inline Side locate(const PlacedOutline& outline, const Vec2& point, double tolerance = 0) {
  return locate(*outline.tree, outline.pose.apply_back(point), tolerance);
}

}  // namespace abut
