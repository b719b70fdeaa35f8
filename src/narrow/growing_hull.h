// A convex polytope of few points that takes in one point after the other: what the expanding polytope is made of. All
// memory is its own and of fixed size. Planes lie in lists by coordinate, so that eight faces are looked at at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "narrow/simplex.h"

namespace abut {

class GrowingHull {
 public:
  static constexpr int kMaxPoints = 92, kMaxFaces = 192, kMaxRim = 64, kMoreSlots = 32;

  explicit GrowingHull(double tolerance) : tolerance_(tolerance) {}

  /// Four points that are not in one plane.
  void start(const Simplex& tetrahedron);
  /// A point beyond a face. False if it is full or rounding has bent it too much; it is of no use then.
  bool take_in(int face, const DifferencePoint& point);

  int slot_count() const { return slot_count_; }
  /// A face's plane from the origin; infinite for faces that are gone or have no area.
  double distance(int f) const { return distance_[f]; }
  bool is_there(int f) const { return is_there_[f]; }
  void set_distance(int f, double distance) { distance_[f] = distance; }
  /// Of length 1; zero for a face without area.
  Plain3 normal(int f) const { return {normal_x_[f], normal_y_[f], normal_z_[f]}; }
  int nearest_face() const;

  bool holds(const DifferencePoint& p) const;
  DifferencePoint point(int i) const { return {points_[i], std::uint32_t(ids_[i] >> 32), std::uint32_t(ids_[i])}; }
  Simplex corners_of(int f) const;
  /// Six times the volume that a face spans with the origin.
  double volume_of(int f) const;
  double longest_squared() const;

 private:
  using Index = std::uint8_t;
  struct Triangle {
    std::array<Index, 3> corners, neighbors;  ///< edge i runs from corner i to corner i + 1
  };
  struct RimEdge {
    Index from, to;      ///< as the face that goes had it
    Index beyond, edge;  ///< the face that stays, and which of its edges
  };

  static std::uint64_t id_of(const DifferencePoint& p) { return std::uint64_t(p.a) << 32 | p.b; }
  Index add_point(const DifferencePoint& p);
  void make_slots();
  Index add_face(Index a, Index b, Index c, const std::array<Index, 3>& neighbors);
  void measure(Index f, const Plain3& a, const Plain3& b, const Plain3& c);
  void find_seen(int face, const Plain3& point);
  bool find_rim();
  bool join_rim(Index top);

  double tolerance_;
  int point_count_ = 0, slot_count_ = 0, free_count_ = 0, seen_count_ = 0, rim_count_ = 0;
  std::array<Plain3, kMaxPoints> points_;
  std::array<std::uint64_t, kMaxPoints> ids_;
  std::array<Triangle, kMaxFaces> triangles_;
  // A face sees a point if the point is farther along its normal than this; infinite for faces that are gone.
  std::array<double, kMaxFaces> normal_x_, normal_y_, normal_z_, height_, distance_;
  std::array<bool, kMaxFaces> is_there_;
  std::array<Index, kMaxFaces> free_, seen_;
  std::array<RimEdge, kMaxRim + 3> rim_;
  std::array<Index, kMaxPoints> face_from_;
};

}  // namespace abut
