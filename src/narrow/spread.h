// A few of many points of a contact, so spread that they hold as all of them would.
#pragma once

#include <array>
#include <cstddef>

#include "math/plain3.h"

namespace abut {

/// Of a point so far away, and so much higher than the deepest, how much it spans. Where all lie on one slope, the
/// farthest still spans most.
inline double measure_span(double distance, double higher, double steep) {
  return distance > 0 ? distance * distance / (distance + steep * higher) : distance;
}

/// What is high above a plane bears nothing until the body has tilted as far: a foot of many points that is not quite
/// flat would tremble on the outermost ones. Of a box, and between two solids, height does not count: who has few
/// points to choose from rests more calmly if the choice lasts.
inline double find_steepness_on_plane(std::size_t count) { return count > 8 ? 500 : 0; }
inline constexpr double kSteepBetween = 0;

/// The deepest, the one farthest from it, and on each side of the line between them the one that spans most: numbers
/// of points, some of which may be the same. `position(i)` and `gap(i)` of `count` points; at least one.
template <class Position, class Gap>
std::array<int, 4> choose_spread(int count, const Plain3& normal, const Position& position, const Gap& gap,
                                 double steep) {
  const auto find_best = [&](const auto& measure) {
    int best = 0;
    double most = measure(0);
    for (int i = 1; i < count; ++i) {
      const double value = measure(i);
      if (!(value > most)) continue;
      most = value;
      best = i;
    }
    return best;
  };
  const int deepest = find_best([&](int i) { return -gap(i); });
  const Plain3 first = position(deepest);
  const auto span = [&](int i, double distance) { return measure_span(distance, gap(i) - gap(deepest), steep); };
  const int far = find_best([&](int i) { return span(i, (position(i) - first).norm()); });
  const Plain3 across = normal.cross(position(far) - first);
  const double length = across.norm();
  const Plain3 aside = length > 0 ? 1 / length * across : across;
  const int left = find_best([&](int i) { return span(i, aside.dot(position(i) - first)); });
  const int right = find_best([&](int i) { return span(i, -aside.dot(position(i) - first)); });
  return {deepest, far, left, right};
}

/// Whether a number stands before its place.
inline bool is_repeated(const std::array<int, 4>& chosen, std::size_t place) {
  for (std::size_t i = 0; i < place; ++i) {
    if (chosen[i] == chosen[place]) return true;
  }
  return false;
}

}  // namespace abut
