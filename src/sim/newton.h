// Newton's method with a line search: from some positions down to the minimum of a step's energy.
#pragma once

#include <optional>
#include <vector>

#include "sim/step_energy.h"

namespace abut {

class Newton {
 public:
  Newton(StepEnergy& energy, const SolverSettings& settings) : energy_(energy), settings_(settings) {}

  /// A new step: what counts as solved follows from how far off it is at first.
  void begin_step() { first_residual_ = 0; }
  /// At most so many iterations. If there is no way down, or no number for it, the particle that is to blame.
  std::optional<std::size_t> minimise(std::vector<Vec3>& positions, int iterations, SimulationReport& report);

 private:
  struct Way {
    double slope = 0, longest = 0;
    bool is_finite = true;
  };
  Way solve(SimulationReport& report);
  // How far to go along the way, from where the energy is `before`: 0 if there is no way down, nothing if the energy is
  // not a number.
  std::optional<double> search_line(std::vector<Vec3>& positions, double before, double slope) const;
  std::size_t find_farthest() const;
  std::size_t find_lost() const;

  StepEnergy& energy_;
  const SolverSettings& settings_;
  double first_residual_ = 0;
  std::vector<Vec3> way_;
};

}  // namespace abut
