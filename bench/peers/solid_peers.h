// Adapters to other libraries: boxes that fall, stack and pile up.
#pragma once

#include <array>
#include <ctime>
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

/// Takes all steps of a scene by world.step(seconds), and reads where boxes are then by world.read(boxes).
template <class World>
BoxRun run_boxes(World& world, const BoxScene& scene) {
  BoxRun run{0, scene.boxes};
  const std::clock_t start = std::clock();
  for (int i = 0; i < scene.steps; ++i) world.step(scene.step);
  run.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  world.read(run.boxes);
  return run;
}

/// With so many iterations of its solver in each step. Nothing if the library is not built in.
std::optional<BoxRun> run_bullet_boxes(const BoxScene& scene, int iterations);
/// The same, by ODE's QuickStep.
std::optional<BoxRun> run_ode_boxes(const BoxScene& scene, int iterations);

}  // namespace abut::bench
