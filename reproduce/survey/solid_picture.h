// What pictures of solids share.
#pragma once

#include <array>
#include <vector>

#include "abut/convex_pair.h"
#include "abut/rigid_tree.h"
#include "reproduce/mesh_picture.h"

namespace abut::reproduce {

/// Tints and colours of the two solids of a pair, and of what is found.
inline constexpr Tint kFirstTint{0.58, 0.35}, kSecondTint{0.1, 0.45}, kPlainTint{0.1, 0.06};
inline constexpr const char *kFirstColor = "#2f5f8f", *kSecondColor = "#a8742a", *kFoundColor = "#d01010";
inline constexpr const char *kFirstFill = "#cfdfee", *kSecondFill = "#f2e3c6";

/// A solid somewhere, as a picture sees it.
class PicturedSolid {
 public:
  PicturedSolid(const Convex& shape, const Pose3& pose);
  explicit PicturedSolid(const PlacedConvex& solid) : PicturedSolid(*solid.shape, solid.pose) {}

  Body body() const { return {&mesh_.surface(), positions_}; }
  std::span<const Vec3> positions() const { return positions_; }
  Box3 box() const { return make_box(positions_); }

 private:
  RigidMesh mesh_;
  std::vector<Vec3> positions_;
};

void add_edges(MeshPicture& picture, const PlacedConvex& solid, const char* color);

/// The corners of a rectangle in the plane, for pictures of it: half as long and as wide, turned by an angle.
std::array<Vec2, 4> place_rectangle(const Vec2& half, const Vec2& center, double angle);

}  // namespace abut::reproduce
