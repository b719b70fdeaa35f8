// Seeded random input for tests: the same on every machine, since only the engine's raw bits are used.
#pragma once

#include <cstdint>
#include <random>

#include "abut/math.h"

namespace abut::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * (engine_() >> 11) * 0x1p-53; }
  int integer(int low, int high) { return low + static_cast<int>(engine_() % std::uint64_t(high - low + 1)); }
  bool coin() { return engine_() & 1; }
  /// One of a list that is not empty.
  template <class List>
  const auto& pick(const List& list) {
    return list[static_cast<std::size_t>(integer(0, static_cast<int>(std::size(list)) - 1))];
  }

  Vec3 point(double low = -1, double high = 1) {
    const double x = uniform(low, high), y = uniform(low, high), z = uniform(low, high);
    return Vec3(x, y, z);
  }
  /// On a small integer grid: full of coplanar, collinear and coincident points.
  Vec3 grid_point(int size, double scale = 1) {
    const int x = integer(-size, size), y = integer(-size, size), z = integer(-size, size);
    return Vec3(x, y, z) * scale;
  }
  TrianglePoints grid_triangle(int size, double scale = 1) {
    const Vec3 a = grid_point(size, scale), b = grid_point(size, scale), c = grid_point(size, scale);
    return {a, b, c};
  }
  /// One unit in the last place up or down, or unchanged.
  double nudge(double x) {
    const int way = integer(-1, 1);
    return way == 0 ? x : std::nextafter(x, way * std::numeric_limits<double>::infinity());
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace abut::test
