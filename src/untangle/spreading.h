// What all contours together want to move: the wishes of their piercings, carried into the surfaces around them.
#pragma once

#include "untangle/assembly.h"
#include "untangle/tangle.h"

namespace abut {

class Spreading {
 public:
  explicit Spreading(const Assembly& assembly);

  void clear();
  /// Adds what a contour wants, for each of its piercings how the edge should move against the face, and carries it so
  /// many rings into both surfaces. The sides share it by the mass that moves.
  void carry(const Tangle& tangle, std::uint32_t contour, std::span<const Vec3> wishes, int rings);
  /// Adds what one vertex is to move, if it may; of several wishes with a weight of 1 the mean counts.
  void add(std::uint32_t v, const Vec3& way, double weight);
  /// To be called when all is added.
  void finish();

  const Vec3& displacement(std::uint32_t v) const { return displacements_[v]; }
  /// The vertices that something was added to; sorted.
  const std::vector<std::uint32_t>& moved() const { return moved_; }

 private:
  void seed_side(const Tangle& tangle, std::uint32_t contour, std::span<const Vec3> wishes, int side);
  void spread(int rings);

  const Assembly& assembly_;
  std::vector<Vec3> displacements_;  // of all vertices
  std::vector<double> weights_;      // of each vertex: how much all together want of it
  std::vector<std::uint8_t> is_moved_;
  std::vector<std::uint32_t> moved_;
  // A side's displacement while it is carried outwards.
  std::vector<std::uint32_t> reached_;
  std::vector<Vec3> ways_;  // of each vertex
  std::vector<double> shares_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
};

}  // namespace abut
