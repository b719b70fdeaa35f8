// What a seed changes about a tangle.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "abut/math.h"
#include "scenes/tangles.h"

namespace abut {

/// Seeded random numbers, the same on every machine, since only the engine's raw bits are used.
class Variation {
 public:
  explicit Variation(std::uint64_t seed) : seed_(seed), engine_(seed) {}

  /// Seed 0: nothing is changed that need not be random.
  bool is_textbook() const { return seed_ == 0; }
  /// Kinds of two variants take turns; the textbook case is the first.
  bool is_second_variant() const { return seed_ & 1; }

  double uniform(double low, double high) { return low + (high - low) * (engine_() >> 11) * 0x1p-53; }
  int integer(int low, int high) { return low + static_cast<int>(engine_() % std::uint64_t(high - low + 1)); }
  Vec3 point(double low, double high);
  /// The value itself in the textbook case, else one up to `spread` away.
  double around(double value, double spread) { return is_textbook() ? value : uniform(value - spread, value + spread); }

 private:
  std::uint64_t seed_;
  std::mt19937_64 engine_;
};

/// The rows of a matrix that turns space.
struct Turn {
  std::array<Vec3, 3> rows = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  Vec3 operator()(const Vec3& p) const { return {rows[0].dot(p), rows[1].dot(p), rows[2].dot(p)}; }
};

/// Any turn is about as likely as any other.
Turn make_random_turn(Variation& vary);

/// A smooth displacement: three waves, which together move no point further than `strength`. Frequencies are radians
/// per unit of length.
class Waves {
 public:
  Waves(Variation& vary, double strength, double frequency);
  Vec3 operator()(const Vec3& p) const;

 private:
  struct Wave {
    Vec3 along, push;
    double phase;
  };
  std::array<Wave, 3> waves_;
};

using TangledMeshes = std::vector<SceneMesh>;

/// Turns the whole tangle, so that axes mean nothing; rest shapes too. Not in the textbook case.
void turn_all(TangledMeshes& meshes, Variation& vary);

/// Bends space with all that is in it, which leaves contours as they are; makes cloth rough by up to `noise` per
/// coordinate; turns the whole. Not in the textbook case. For tangles without rest shapes, which would be left behind.
void disturb(TangledMeshes& meshes, Variation& vary, double noise);

}  // namespace abut
