// Sides of two solids that face each other, cut to what they share: where contact patches come from.
#pragma once

#include <array>

#include "narrow/convex_view.h"

namespace abut {

/// The side of a solid that looks in a direction: a face, a segment or a point, in a's frame.
struct ContactSide {
  static constexpr int kMaxCorners = 16;  ///< of faces with more, only some are used, evenly

  std::array<Plain3, kMaxCorners> corners;
  int count = 0;
  Plain3 normal{};        ///< outwards, of a face
  double alignment = -1;  ///< of the normal with the direction: their cosine
};

ContactSide find_side_of_a(const ConvexView& view, const Plain3& direction);
ContactSide find_side_of_b(const ConvexView& view, const Plain3& direction);

struct ClippedSide {
  std::array<Plain3, 2 * ContactSide::kMaxCorners + 3> points;  // one more is written than is kept
  int count = 0;
};

/// What of a side lies before a face, seen along the face's normal.
ClippedSide clip_side(const ContactSide& side, const ContactSide& face);

}  // namespace abut
