// What writers of drawings ask about curves: arcs as they were before they became cubics, and how ellipses lie.
#pragma once

#include <span>
#include <vector>

#include "abut/drawing.h"
#include "shape/affine2.h"

namespace abut {

/// Pieces that are parts of one arc become one again. Of an arc, only the ends of its curve then mean something.
std::vector<OutlinePiece> merge_arcs(std::span<const OutlinePiece> pieces);

/// An arc as parts of equal sweep, none larger than this.
std::vector<OutlinePiece> cut_arc(const OutlinePiece& piece, double most_sweep);

/// The same arc with x and y at right angles, x the longer one.
EllipseArc find_axes(const EllipseArc& arc);
/// Whether an arc is one of a circle, but for rounding.
bool is_circular(const EllipseArc& arc);
/// 1 if it goes from x towards y in the way in which x turns left to y; else -1.
double find_direction(const EllipseArc& arc);

/// The box of all that is drawn.
Box2 find_box(const DrawnLayout& layout);
/// Turns the drawing upside down, in its box, if it does not have y where the format has it.
Affine2 make_flip(const DrawnLayout& layout, bool is_y_down);

}  // namespace abut
