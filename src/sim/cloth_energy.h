// The elastic energy of all cloths, its gradient, and a matrix in place of its second derivative that is never
// negative: of stretching as blocks of 3 x 3, of bending as what angles and particles do to each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/sim.h"
#include "sim/bending.h"
#include "sim/membrane.h"
#include "sim/particles.h"

namespace abut {

class ClothEnergy {
 public:
  ClothEnergy(const SimulationScene& scene, const Particles& particles, int threads);

  struct Parts {
    double membrane = 0, bending = 0;
    double total() const { return membrane + bending; }
  };

  /// Damping is by how strains change from here on, in a step of this length.
  void begin_step(std::span<const Vec3> start, double step);
  /// With what damping takes since the step began.
  Parts measure(std::span<const Vec3> positions) const;
  /// Without it.
  Parts measure_elastic(std::span<const Vec3> positions) const;
  /// The gradient and the energy at these positions; multiply and diagonal are from then on those of these positions.
  Parts linearise(std::span<const Vec3> positions, std::vector<Vec3>& gradient);
  void multiply(std::span<const Vec3> in, std::span<Vec3> out) const;
  const Eigen::Matrix3d& diagonal(std::size_t particle) const { return diagonal_[particle]; }

  /// A particle's row of the matrix of stretching: which particles, and their blocks.
  std::span<const std::uint32_t> columns(std::size_t particle) const {
    return std::span(columns_).subspan(row_starts_[particle], row_starts_[particle + 1] - row_starts_[particle]);
  }
  std::span<const Eigen::Matrix3d> blocks(std::size_t particle) const {
    return std::span(blocks_).subspan(row_starts_[particle], row_starts_[particle + 1] - row_starts_[particle]);
  }
  std::span<const Hinge> hinges() const { return hinges_; }
  const BendGradient& bend_gradients(std::size_t hinge) const { return bend_gradients_[hinge]; }
  /// Moment by angle, of the hinge alone.
  double hinge_stiffness(std::size_t hinge) const { return hinge_stiffness_[hinge]; }
  /// Calls visit(other, stiffness) for all hinges of a hinge's faces, itself among them, maybe twice: its moment by
  /// their angles, with damping.
  template <class Visit>
  void visit_moments(std::size_t hinge, const Visit& visit) const {
    for (const HingeFace& face : hinge_faces_[hinge]) {
      if (face.element == BendElement::kNone) continue;
      const BendElement& bend = bends_[face.element];
      for (int i = 0; i < 3; ++i) {
        if (bend.hinges[i] == BendElement::kNone) continue;
        visit(bend.hinges[i], (1 + rate(bend)) * bend.stiffness(static_cast<int>(face.index), i));
      }
    }
  }
  /// Where a particle is a corner of a hinge.
  struct HingeCorner {
    std::uint32_t hinge = 0, corner = 0;
  };
  std::span<const HingeCorner> hinge_corners(std::size_t particle) const {
    return std::span(hinge_corners_)
        .subspan(hinge_starts_[particle], hinge_starts_[particle + 1] - hinge_starts_[particle]);
  }

  /// The largest strain along warp or weft, as a change of length by length.
  double measure_largest_strain(std::span<const Vec3> positions) const;

 private:
  // A corner of an element at a particle, and where in the particle's row of blocks the element's corners are.
  struct ElementCorner {
    std::uint32_t element = 0, corner = 0;
    std::array<std::uint32_t, 3> slots;
  };
  struct HingeFace {
    std::uint32_t element = BendElement::kNone, index = 0;
  };

  void add_cloth(const Cloth& cloth, const Particles& particles, BodyId body);
  void add_hinges(const Cloth& cloth, const Particles& particles, BodyId body);
  void list_corners(std::size_t count);
  void find_pattern(std::size_t count);
  TrianglePoints points(const MembraneElement& element, std::span<const Vec3> positions) const {
    return {positions[element.particles[0]], positions[element.particles[1]], positions[element.particles[2]]};
  }
  double rate(const MembraneElement& element) const { return step_ > 0 ? laws_[element.law].damping / step_ : 0; }
  double rate(const BendElement& element) const { return step_ > 0 ? element.damping / step_ : 0; }
  double angle(std::uint32_t hinge, std::span<const Vec3> positions) const;
  Parts measure_parts(std::span<const Vec3> positions, bool with_damping) const;
  double sum_bend_energy(std::span<const double> angles, bool with_damping) const;
  double measure_bend_energy(const BendElement& element, std::span<const double> angles, bool with_damping) const;
  // Moments at hinges that follow from angles, and, if damping counts, from how they changed.
  void find_moments(std::span<const double> angles, std::span<const double> start, std::span<double> moments) const;
  void assemble_row(std::uint32_t particle, std::vector<Vec3>& gradient);

  int threads_;
  double step_ = 0;
  std::vector<MembraneLaw> laws_;
  std::vector<MembraneElement> elements_;
  std::vector<Hinge> hinges_;
  std::vector<BendElement> bends_;  // of each element
  std::vector<std::array<HingeFace, 2>> hinge_faces_;

  std::vector<std::uint32_t> element_starts_, hinge_starts_, row_starts_;
  std::vector<ElementCorner> element_corners_;
  std::vector<HingeCorner> hinge_corners_;
  std::vector<std::uint32_t> columns_;

  std::vector<Vec3> start_strains_;
  std::vector<double> start_angles_, hinge_stiffness_;
  std::vector<MembraneStrain> strains_;
  std::vector<MembraneResponse> responses_;
  std::vector<BendGradient> bend_gradients_;
  std::vector<double> angles_, moments_;
  std::vector<Eigen::Matrix3d> blocks_, diagonal_;
  mutable std::vector<double> hinge_rates_, hinge_moments_;
};

}  // namespace abut
