// Floats that are never on the wrong side of the doubles they stand for.
#pragma once

#include <cmath>

namespace abut {

/// The nearest float not above x.
inline float round_down(double x) {
  const float f = static_cast<float>(x);
  return f > x ? std::nextafter(f, -INFINITY) : f;
}

/// The nearest float not below x.
inline float round_up(double x) {
  const float f = static_cast<float>(x);
  return f < x ? std::nextafter(f, INFINITY) : f;
}

}  // namespace abut
