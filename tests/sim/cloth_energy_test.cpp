// The energy of whole cloths: gradient and matrix against differences.
#include "sim/cloth_energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cloths.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::make_sheet;
using test::Random;
using Vectors = std::vector<Vec3>;

// Two cloths of different stuff, one of them folded at rest, and damping that counts.
struct Trial {
  Trial() : first(make_first()), second(test::moved(make_sheet(3, 2, 0.5, 0.5), Vec3(2, 0, 0))) {
    ClothMaterial stiff;
    stiff.warp_stiffness = 500;
    stiff.weft_stiffness = 300;
    stiff.warp_bending = 2e-2;
    stiff.weft_bending = 1e-2;
    stiff.damping = 0.02;
    stiff.bending_damping = 0.03;
    ClothMaterial limited = stiff;
    limited.strain_limit = 0.05;
    scene = test::make_scene_of({test::make_cloth(first, stiff), test::make_cloth(second, limited)});
    for (double& bend : scene.cloths[1].rest.bends) bend = 0.3;
    for (const Cloth& cloth : scene.cloths) rest.insert(rest.end(), cloth.positions.begin(), cloth.positions.end());
    particles.emplace(scene);
    energy.emplace(scene, *particles, 1);
  }

  static PolygonMesh make_first() {
    PolygonMesh mesh = make_sheet(4, 4, 1, 1, test::Diagonals::random);
    test::shake(mesh, 0.06, 3);
    return mesh;
  }

  Vectors shaken(Random& random, double size) const {
    Vectors positions = rest;
    for (Vec3& p : positions) p += size * random.point();
    return positions;
  }

  BuiltMesh first, second;
  SimulationScene scene;
  Vectors rest;
  std::optional<Particles> particles;
  std::optional<ClothEnergy> energy;
};

double dot(const Vectors& a, const Vectors& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

double norm(const Vectors& a) { return std::sqrt(dot(a, a)); }

Vectors add(Vectors a, const Vectors& b, double scale) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += scale * b[i];
  return a;
}

Vectors make_random(Random& random, std::size_t count) {
  Vectors v(count);
  for (Vec3& p : v) p = random.point();
  return v;
}

Vectors multiply(const ClothEnergy& energy, const Vectors& in) {
  Vectors out(in.size());
  energy.multiply(in, out);
  return out;
}

TEST(ClothEnergy, the_gradient_is_that_of_the_energy) {
  Trial trial;
  Random random(1);
  for (const double step : {1.0 / 60, 0.5}) {
    trial.energy->begin_step(trial.shaken(random, 0.05), step);
    const Vectors positions = trial.shaken(random, 0.1);
    Vectors gradient;
    trial.energy->linearise(positions, gradient);
    for (std::size_t p = 0; p < positions.size(); ++p) {
      for (int axis = 0; axis < 3; ++axis) {
        constexpr double kStep = 1e-6;
        Vectors left = positions, right = positions;
        left[p][axis] -= kStep;
        right[p][axis] += kStep;
        const double difference =
            (trial.energy->measure(right).total() - trial.energy->measure(left).total()) / (2 * kStep);
        EXPECT_NEAR(gradient[p][axis], difference, 1e-7 * norm(gradient)) << p;
      }
    }
  }
}

TEST(ClothEnergy, without_damping_it_is_the_elastic_one) {
  Trial trial;
  Random random(2);
  const Vectors start = trial.shaken(random, 0.05), positions = trial.shaken(random, 0.05);
  const auto before = trial.energy->measure_elastic(positions);
  trial.energy->begin_step(positions, 0.01);
  EXPECT_DOUBLE_EQ(trial.energy->measure(positions).total(), before.total());
  trial.energy->begin_step(start, 0.01);
  EXPECT_GT(trial.energy->measure(positions).membrane, before.membrane);
  EXPECT_GT(trial.energy->measure(positions).bending, before.bending);
  EXPECT_DOUBLE_EQ(trial.energy->measure_elastic(positions).total(), before.total());
}

TEST(ClothEnergy, the_matrix_is_symmetric_and_never_negative) {
  Trial trial;
  Random random(3);
  for (int n = 0; n < 20; ++n) {
    trial.energy->begin_step(trial.shaken(random, 0.05), 1.0 / 60);
    Vectors gradient;
    trial.energy->linearise(trial.shaken(random, 0.15), gradient);
    for (int k = 0; k < 20; ++k) {
      const Vectors a = make_random(random, gradient.size()), b = make_random(random, gradient.size());
      const Vectors product_a = multiply(*trial.energy, a), product_b = multiply(*trial.energy, b);
      EXPECT_NEAR(dot(b, product_a), dot(a, product_b), 1e-12 * norm(product_a) * norm(b));
      EXPECT_GT(dot(a, product_a), 0);
    }
  }
}

TEST(ClothEnergy, the_matrix_is_the_second_derivative_of_a_flat_stretched_sheet) {
  Trial trial;
  Random random(4);
  // Flat at rest, too; elsewhere moments times the bend of the gradient are left out.
  for (Cloth& cloth : trial.scene.cloths) std::fill(cloth.rest.bends.begin(), cloth.rest.bends.end(), 0.0);
  ClothEnergy energy(trial.scene, *trial.particles, 1);
  energy.begin_step(trial.rest, 1.0 / 60);
  Vectors stretched;
  for (const Vec3& p : trial.rest) stretched.push_back(Vec3(1.08 * p.x() + 0.01 * p.y(), 1.04 * p.y(), 0));
  Vectors gradient, left, right;
  energy.linearise(stretched, gradient);
  for (int n = 0; n < 10; ++n) {
    const Vectors way = make_random(random, stretched.size());
    energy.linearise(stretched, gradient);
    const Vectors product = multiply(energy, way);
    constexpr double kStep = 1e-6;
    energy.linearise(add(stretched, way, -kStep), left);
    energy.linearise(add(stretched, way, kStep), right);
    const Vectors difference = add(right, left, -1);
    EXPECT_LT(norm(add(product, difference, -1 / (2 * kStep))), 1e-6 * norm(product));
  }
}

// The diagonal stands for the matrix where particles are preconditioned one by one: exact for stretching, while of
// bending it has each hinge alone.
TEST(ClothEnergy, the_diagonal_is_that_of_the_matrix) {
  Trial trial;
  for (const double bending : {0.0, 1e-3}) {
    for (Cloth& cloth : trial.scene.cloths) cloth.material.warp_bending = cloth.material.weft_bending = bending;
    ClothEnergy energy(trial.scene, *trial.particles, 1);
    Random random(5);
    energy.begin_step(trial.rest, 1.0 / 60);
    Vectors gradient;
    energy.linearise(trial.shaken(random, 0.1), gradient);
    for (std::size_t p = 0; p < gradient.size(); ++p) {
      Eigen::Matrix3d block;
      for (int axis = 0; axis < 3; ++axis) {
        Vectors unit(gradient.size(), Vec3::Zero());
        unit[p][axis] = 1;
        block.col(axis) = multiply(energy, unit)[p];
      }
      EXPECT_LT((block - energy.diagonal(p)).norm(), (bending > 0 ? 0.01 : 1e-13) * block.norm());
    }
  }
}

TEST(ClothEnergy, the_largest_strain_is_that_of_the_most_stretched_thread) {
  const BuiltMesh sheet(make_sheet(4, 4, 1, 1));
  const SimulationScene scene = test::make_scene_of({test::make_cloth(sheet)});
  const Particles particles(scene);
  const ClothEnergy energy(scene, particles, 1);
  Vectors positions = sheet.mesh.positions;
  EXPECT_NEAR(energy.measure_largest_strain(positions), 0, 1e-14);
  for (Vec3& p : positions) p = Vec3(0.9 * p.x(), 1.25 * p.y(), 0);
  EXPECT_NEAR(energy.measure_largest_strain(positions), 0.25, 1e-14);
  for (Vec3& p : positions) p = 0.5 * p;
  EXPECT_LT(energy.measure_largest_strain(positions), 0);
}

TEST(ClothEnergy, moving_and_turning_the_whole_makes_no_force) {
  Trial trial;
  for (Cloth& cloth : trial.scene.cloths) std::fill(cloth.rest.bends.begin(), cloth.rest.bends.end(), 0.0);
  ClothEnergy energy(trial.scene, *trial.particles, 1);
  energy.begin_step(trial.rest, 1.0 / 60);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(2, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  Vectors positions, gradient;
  for (const Vec3& p : trial.rest) positions.push_back(turn * p + Vec3(5, 6, 7));
  energy.linearise(positions, gradient);
  EXPECT_LT(norm(gradient), 1e-9);
}

TEST(ClothEnergy, is_the_same_at_any_thread_count) {
  const BuiltMesh sheet(make_sheet(60, 60, 1, 1));
  const SimulationScene scene = test::make_scene_of({test::make_cloth(sheet)});
  const Particles particles(scene);
  Random random(6);
  Vectors positions = sheet.mesh.positions;
  for (Vec3& p : positions) p += 0.01 * random.point();
  const Vectors way = make_random(random, positions.size());
  std::vector<Vectors> gradients, products;
  std::vector<double> energies;
  for (const int threads : {1, 2, 3}) {
    ClothEnergy energy(scene, particles, threads);
    energy.begin_step(sheet.mesh.positions, 0.01);
    gradients.emplace_back();
    energy.linearise(positions, gradients.back());
    products.push_back(multiply(energy, way));
    energies.push_back(energy.measure(positions).total());
  }
  for (int i = 1; i < 3; ++i) {
    EXPECT_EQ(gradients[i], gradients[0]);
    EXPECT_EQ(products[i], products[0]);
    EXPECT_EQ(energies[i], energies[0]);
  }
}

}  // namespace
}  // namespace abut
