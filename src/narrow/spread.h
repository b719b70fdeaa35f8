// A few of many points of a contact, so spread that they hold as all of them would.
#pragma once

#include <array>

#include "math/plain3.h"

namespace abut {

/// The deepest, the one farthest from it, and on each side of the line between them the one that spans most: numbers
/// of points, some of which may be the same. `position(i)` and `gap(i)` of `count` points; at least one.
template <class Position, class Gap>
std::array<int, 4> choose_spread(int count, const Plain3& normal, const Position& position, const Gap& gap) {
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
  const int far = find_best([&](int i) { return (position(i) - first).squared_norm(); });
  const Plain3 across = normal.cross(position(far) - first);
  const int left = find_best([&](int i) { return across.dot(position(i) - first); });
  const int right = find_best([&](int i) { return -across.dot(position(i) - first); });
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
