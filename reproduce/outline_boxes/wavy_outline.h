// Contours of the kind the paper draws: closed B-splines, more or less irregular.
#pragma once

#include <cstdint>

#include "abut/outline.h"

namespace abut::reproduce {

/// A circle with waves: from 2 to so many around it, each as high as it pleases up to 0.3 of the radius, by its number.
struct WavyShape {
  std::size_t pieces = 512;
  int waves = 4;
  double radius = 100;
  double roughness = 0;  ///< of each piece
};

/// Seen from the origin, each direction has one point of the curve.
Outline make_wavy_outline(const WavyShape& shape, std::uint64_t seed);

/// The two that scenes are made of: a level-4 box has a quarter of the shortest wave in it, or one and a half.
struct ContourKind {
  const char* name;
  int waves;
};
inline constexpr ContourKind kContourKinds[] = {{"smooth", 4}, {"irregular", 24}};

}  // namespace abut::reproduce
