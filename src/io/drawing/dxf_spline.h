// Splines of DXF (NURBS) as cubics.
#pragma once

#include <vector>

#include "abut/outline.h"

namespace abut {

struct DxfSpline {
  int degree = 3;
  std::vector<double> knots, weights;  ///< weights may be none
  std::vector<Vec2> points;
};

/// What is wrong with it; empty: nothing.
std::string find_fault(const DxfSpline& spline);

/// Of a degree up to 3 and without weights, the very curve. Others are cut until a cubic with the same ends and
/// tangents is, where it is measured, no farther away than kArcTolerance of the spline's size.
std::vector<OutlinePiece> make_pieces(const DxfSpline& spline);

}  // namespace abut
