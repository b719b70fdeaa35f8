// A convex polytope of few points that takes in one point after the other: what the expanding polytope is made of. All
// memory is its own and of fixed size.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "narrow/simplex.h"

namespace abut {

class GrowingHull {
 public:
  static constexpr int kMaxPoints = 120, kMaxFaces = 2 * kMaxPoints;

  struct Face {
    std::array<std::uint8_t, 3> corners, neighbors;  ///< edge i runs from corner i to corner i + 1
    Plain3 normal;                                   ///< of length 1; zero for a face without area
  };

  explicit GrowingHull(double tolerance) : tolerance_(tolerance) {}

  /// Four points that are not in one plane.
  void start(const Simplex& tetrahedron);
  /// A point beyond a face. False if it is full or rounding has bent it too much; it is of no use then.
  bool take_in(int face, const DifferencePoint& point);

  int slot_count() const { return slot_count_; }
  bool is_there(int face) const { return is_there_[face]; }
  const Face& face(int f) const { return faces_[f]; }
  /// Of a face's plane from the origin; infinite for faces that are gone or have no area.
  double distance(int f) const { return distances_[f]; }
  void set_distance(int f, double distance) { distances_[f] = distance; }
  int nearest_face() const;

  bool holds(const DifferencePoint& p) const;
  DifferencePoint point(int i) const { return {points_[i], ids_[i][0], ids_[i][1]}; }
  Simplex corners_of(int f) const;
  /// Six times the volume that a face spans with the origin.
  double volume_of(int f) const;
  double longest_squared() const;

 private:
  struct RimEdge {
    std::uint8_t face, edge;  ///< of the face that stays
  };

  int add_point(const DifferencePoint& p);
  int add_face(int a, int b, int c);
  void remove_seen(int face, int edge, const Plain3& point);
  bool is_seen(int face, const Plain3& point) const {
    return faces_[face].normal.dot(point - points_[faces_[face].corners[0]]) > -tolerance_;
  }
  void drop(int face);
  int edge_between(int face, int neighbor) const;

  double tolerance_;
  int point_count_ = 0, slot_count_ = 0, free_count_ = 0, rim_count_ = 0;
  bool is_overrun_ = false;
  std::array<Plain3, kMaxPoints> points_;
  std::array<std::array<std::uint32_t, 2>, kMaxPoints> ids_;
  std::array<Face, kMaxFaces> faces_;
  std::array<double, kMaxFaces> distances_;
  std::array<bool, kMaxFaces> is_there_;
  std::array<std::uint8_t, kMaxFaces> free_;
  std::array<RimEdge, kMaxFaces> rim_;
};

}  // namespace abut
