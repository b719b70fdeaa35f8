// The matrix that conjugate gradients multiply with, beside the exact one.
#include "sim/cloth_matrix.h"

#include <gtest/gtest.h>

#include "support/cloths.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;
using Vectors = std::vector<Vec3>;

double norm(const Vectors& a) {
  double sum = 0;
  for (const Vec3& v : a) sum += v.squaredNorm();
  return std::sqrt(sum);
}

TEST(ClothMatrix, is_that_of_the_energy_at_any_thread_count) {
  PolygonMesh mesh = test::make_sheet(40, 30, 1, 1, test::Diagonals::random);
  const BuiltMesh sheet(mesh);
  ClothMaterial stiff;  // bending counts as much as stretching
  stiff.warp_stiffness = stiff.weft_stiffness = 10;
  stiff.warp_bending = stiff.weft_bending = 1e-2;
  const SimulationScene scene = test::make_scene_of({test::make_cloth(sheet, stiff)});
  const Particles particles(scene);
  Random random(4);
  Vectors positions = mesh.positions, way(mesh.positions.size()), exact(way.size()), gradient;
  for (Vec3& p : positions) p += 0.01 * random.point();
  for (Vec3& v : way) v = random.point();
  ClothEnergy energy(scene, particles, 1);
  energy.begin_step(mesh.positions, 0.01);
  energy.linearise(positions, gradient);
  energy.multiply(way, exact);
  Vectors first;
  for (const int threads : {1, 2, 3}) {
    ClothMatrix matrix(energy, way.size(), threads);
    matrix.fit(energy);
    Vectors product(way.size());
    matrix.multiply(way, product);
    Vectors error = product;
    for (std::size_t i = 0; i < error.size(); ++i) error[i] -= exact[i];
    EXPECT_LT(norm(error), 1e-6 * norm(exact));
    if (first.empty()) first = product;
    EXPECT_EQ(product, first);
  }
  EXPECT_GT(norm(exact), 0);
}

}  // namespace
}  // namespace abut
