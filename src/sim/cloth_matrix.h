// The matrix of ClothEnergy as conjugate gradients need it: multiplied over and over, and only roughly exact. What
// takes time is to read it, so it is stored in single precision, and of a hinge only what its points have not in
// common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/cloth_energy.h"

namespace abut {

class ClothMatrix {
 public:
  ClothMatrix(const ClothEnergy& energy, std::size_t particle_count, int threads);

  /// From now on that of the energy as it was last linearised.
  void fit(const ClothEnergy& energy);
  void multiply(std::span<const Vec3> in, std::span<Vec3> out) const;

 private:
  using Float4 = Eigen::Array<float, 4, 1>;  // the last number does not count
  using Double4 = Eigen::Array<double, 4, 1>;
  static constexpr std::size_t kBlockSize = 9, kNearHinges = 5;

  struct HingeTurn {  // what turns a hinge
    Eigen::Array3f first, second;
    float along_first = 0, along_second = 0;
  };
  struct HingeRow {  // by whose turn it gets a moment
    std::array<std::uint32_t, kNearHinges> hinges = {};
    std::array<float, kNearHinges> stiffness = {};
  };
  struct HingeCorner {  // what a particle gets of the forces of a hinge
    std::uint32_t hinge = 0;
    float first = 0, second = 0;
  };

  void fit_particle(const ClothEnergy& energy, std::uint32_t particle);
  void fit_hinge(const ClothEnergy& energy, std::uint32_t hinge);
  float measure_turn(std::size_t hinge) const;

  int threads_;
  std::vector<std::uint32_t> row_starts_, columns_;
  std::vector<float> blocks_;  // by column
  std::vector<std::array<std::uint32_t, 4>> hinges_;
  std::vector<HingeTurn> turns_;
  std::vector<HingeRow> hinge_rows_;
  std::vector<std::uint32_t> corner_starts_;
  std::vector<HingeCorner> corners_;

  // Of the product that is being made.
  mutable std::vector<Double4> in_;
  mutable std::vector<float> rates_;
  mutable std::vector<std::array<Float4, 2>> forces_;
};

}  // namespace abut
