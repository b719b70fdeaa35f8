// Adapters to other libraries: boxes that fall, stack and pile up.
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace abut::bench {

/// In plain numbers: each peer has its own vectors.
struct BoxSolid {
  std::array<double, 3> half, center;
  std::array<double, 4> rotation = {1, 0, 0, 0};  ///< w, x, y, z
  double mass = 0;                                ///< 0: it stays where it is
};

/// On a ground at z = 0, with the same friction everywhere, without bouncing.
struct BoxScene {
  std::vector<BoxSolid> boxes;
  double friction = 0.5, step = 1.0 / 60;
  int steps = 0;
};

struct BoxRun {
  double seconds = 0;  ///< of the processor, for all steps
  std::vector<BoxSolid> boxes;
};

/// With so many iterations of its solver in each step. Nothing if the library is not built in.
std::optional<BoxRun> run_bullet_boxes(const BoxScene& scene, int iterations);
/// The same, by ODE's QuickStep.
std::optional<BoxRun> run_ode_boxes(const BoxScene& scene, int iterations);

}  // namespace abut::bench
