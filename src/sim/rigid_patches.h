// What makes conjugate gradients converge on large cloth: patches of a few dozen particles that move as rigid bodies. A
// small system over them, solved directly, carries a force across the whole cloth at once, where the blocks of single
// particles hand it on only to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/block_cholesky.h"
#include "sim/cloth_energy.h"
#include "sim/contacts.h"
#include "sim/yielding_step.h"

namespace abut {

class RigidPatches {
 public:
  RigidPatches(const ClothEnergy& energy, std::size_t particle_count, int threads);

  /// For the matrix that energy and contacts have now, with masses (by the square of the step) on its diagonal.
  /// Particles with an inverse mass of 0 do not move. Obstacles that yield are patches of their own, as they are. False
  /// if the small system cannot be solved.
  bool fit(std::span<const Vec3> positions, const ClothEnergy& energy, const Contacts& contacts,
           std::span<const double> masses, double mass_scale, std::span<const double> inverse_masses,
           const YieldingStep* yielding = nullptr);

  /// Adds what the patches do about a residual to `out`; for obstacles that yield it is all that is done.
  void add_solution(std::span<const Vec3> residual, std::span<Vec3> out) const;

 private:
  using Matrix6 = BlockCholesky::Matrix6;
  using Vector6 = BlockCholesky::Vector6;
  using Block = BlockCholesky::Block;
  using Modes = YieldingStep::Modes;  // how a particle moves with its patch: shifts and turns

  void grow_patches(const ClothEnergy& energy, std::size_t particle_count);
  Modes modes(std::uint32_t particle) const;
  Matrix6& block(std::uint32_t row, std::uint32_t column);
  void add_own(const ClothEnergy& energy, std::span<const double> masses, double mass_scale, std::uint32_t patch);
  void add_hinges(const ClothEnergy& energy);
  BlockCholesky::Pattern find_pattern() const;
  // A contact's points: the patch of each, and how it moves with that, by its weight.
  struct Moved {
    std::uint32_t patch = 0;
    Modes modes;
  };
  static constexpr std::size_t kMostMoved = 5;
  std::size_t list_moved(const Contacts& contacts, std::size_t contact, std::span<Moved, kMostMoved> moved) const;
  bool plan_joined(const Contacts& contacts);
  void add_yielding(const YieldingStep& yielding);
  void add_contacts(const Contacts& contacts, bool is_joined);
  void raise_diagonal();

  int threads_;
  std::vector<std::uint32_t> patch_of_;
  std::vector<std::uint32_t> starts_, members_;  // particles of each patch
  std::vector<std::uint32_t> crossing_hinges_;   // hinges whose particles are not all of one patch
  std::vector<Vec3> centres_;
  std::vector<Vec3> arms_;  // of each particle, from the centre of its patch
  std::vector<double> is_free_;
  std::vector<std::vector<Block>> rows_;  // of the small matrix, the lower half; sorted. Those that yield come last
  BlockCholesky factors_;
  mutable std::vector<Vector6> moves_;  // of each patch
};

}  // namespace abut
