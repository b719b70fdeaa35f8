// Room 3, narrow, another face: where two curves meet, and how far they are apart.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/outline.h"

namespace abut {

// Coordinates are 0 or between 1e-120 and 1e100 in size; what is smaller is as good as 0.

/// A place where two curves meet.
struct CurveMeeting {
  enum class Kind : std::uint8_t {
    crossing,  ///< proven: they pass through each other, in this point and no other of these stretches
    touch,     ///< they are within the tolerance of each other, along these stretches
  };
  Kind kind = Kind::touch;
  std::array<double, 2> a = {}, b = {};  ///< parameters from and to; equal for a crossing
  Vec2 position = Vec2::Zero();          ///< on a; rounded

  friend bool operator==(const CurveMeeting&, const CurveMeeting&) = default;
};

/// All places where they meet. What is nearer than half of the tolerance is found, what is farther than the tolerance
/// is not, whatever happens in between. A tolerance that doubles cannot tell is made larger: to 2^-41 of the
/// largest coordinate. Crossings are proven by bounds that count rounding in; what crosses at so flat an angle, or so
/// near to an end, that it cannot be proven, is a touch.
std::vector<CurveMeeting> find_meetings(const Cubic2& a, const Cubic2& b, double tolerance);

/// Where a curve meets the next one, which begins where it ends, besides there. That both are near each other at a
/// corner is no touch, unless they are so beyond a sixteenth of the smaller one: spikes, folds, cusps.
std::vector<CurveMeeting> find_meetings_of_neighbours(const Cubic2& a, const Cubic2& b, double tolerance);

/// Where a curve meets itself: a loop, or a fold that goes back along itself.
std::vector<CurveMeeting> find_self_meetings(const Cubic2& curve, double tolerance);

/// The nearest points of two curves.
struct CurveDistance {
  double distance = 0;  ///< between the two points; no other two are nearer by more than the tolerance
  double a = 0, b = 0;  ///< parameters
  std::array<Vec2, 2> points = {Vec2::Zero(), Vec2::Zero()};
};

/// Nothing if they are farther apart than this by more than the tolerance.
std::optional<CurveDistance> find_distance(const Cubic2& a, const Cubic2& b, double tolerance,
                                           double within = std::numeric_limits<double>::infinity());

}  // namespace abut
