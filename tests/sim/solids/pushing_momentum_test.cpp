// Cloth and solids that push each other: momentum goes from one to the other.
#include "support/pushing.h"

namespace abut::test {
namespace {

Momentum measure_momentum(const CoupledSimulation& simulation) {
  const SimulationEnergy cloth = simulation.cloth()->measure_energy();
  Momentum sum = simulation.solids()->measure_energy().momentum;
  sum.linear += cloth.momentum;
  sum.angular += cloth.angular_momentum;
  return sum;
}

struct Loss {
  double linear = 0, energy = 0;  // of momentum, by what was exchanged; and of what energy there is
  std::size_t crossings = 0;
};

// A ball that flies into a free sheet.
Loss collide(double mass, double friction, const SimulationSettings& settings, double aside = 0.05) {
  ClothMaterial material;
  material.friction = friction;
  Pushing p(make_middle_square(16, 0.6, 0), material);
  p.settings.cloth = settings;
  p.scene.cloth.gravity.setZero();
  p.scene.solids.gravity.setZero();
  p.add_ball(0.1, mass, Vec3(aside, 0.02, 0.15), Vec3(0.2, 0, -3));
  CoupledSimulation s = p.start();
  const auto measure_energy = [&] {
    return s.solids()->measure_energy().kinetic + s.cloth()->measure_energy().total();
  };
  const Vec3 before = measure_momentum(s).linear, of_ball = s.solids()->measure_energy().momentum.linear;
  const double energy = measure_energy();
  Loss loss;
  for (int step = 1; step <= 8; ++step) {
    go(s, step / 60.0);
    loss.crossings += count_crossings(s);
  }
  const double exchanged = (s.solids()->measure_energy().momentum.linear - of_ball).norm();
  loss.linear = (measure_momentum(s).linear - before).norm() / exchanged;
  loss.energy = 1 - measure_energy() / energy;
  return loss;
}

// By as much as steps are solved; friction, which follows the pressure of the iteration before, has a share in it.
TEST(Pushing, momentum_goes_from_one_to_the_other) {
  SimulationSettings finer = make_plain_settings();
  finer.solver.linear_tolerance = 1e-3;
  finer.solver.newton_iterations = 10;
  finer.solver.tolerance = 1e-4;
  for (const double mass : {1.0, 0.001}) {
    std::vector<Loss> losses = {collide(mass, 0, make_tight_settings()), collide(mass, 0.3, finer)};
    EXPECT_LT(losses[0].linear, 1e-6) << mass;
    EXPECT_LT(losses[1].linear, 0.01) << mass;
    constexpr int kPlaces = 6;
    double mean = 0;
    for (int i = 0; i < kPlaces; ++i) {
      losses.push_back(collide(mass, 0.3, make_plain_settings(), 0.04 + 0.005 * i));
      mean += losses.back().linear / kPlaces;
    }
    EXPECT_LT(mean, 0.25) << mass;  // 0.05 and 0.12 were seen, by two builds that round differently
    for (const Loss& loss : losses) {
      EXPECT_EQ(loss.crossings, 0u) << mass;
      EXPECT_GT(loss.energy, 0) << mass;
    }
  }
}

}  // namespace
}  // namespace abut::test
