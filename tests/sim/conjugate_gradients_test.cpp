// Conjugate gradients, and the patches that help them.
#include "sim/conjugate_gradients.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "sim/rigid_patches.h"
#include "support/cloths.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::make_sheet;
using test::Random;
using Vectors = std::vector<Vec3>;

double dot(const Vectors& a, const Vectors& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

double measure_distance(const Vectors& a, const Vectors& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return std::sqrt(sum / dot(b, b));
}

TEST(ConjugateGradients, find_what_a_direct_solver_finds) {
  Random random(1);
  constexpr int kCount = 20;
  Eigen::MatrixXd root(3 * kCount, 3 * kCount);
  for (int i = 0; i < root.size(); ++i) root.data()[i] = random.uniform(-1, 1);
  const Eigen::MatrixXd matrix = root * root.transpose() + Eigen::MatrixXd::Identity(3 * kCount, 3 * kCount);
  Vectors b(kCount), x(kCount);
  for (Vec3& v : b) v = random.point();
  const auto map = [](auto span) {
    return Eigen::Map<const Eigen::VectorXd>(span.data()->data(), static_cast<Eigen::Index>(3 * span.size()));
  };
  const auto multiply = [&](std::span<const Vec3> in, std::span<Vec3> out) {
    const Eigen::VectorXd product = matrix * map(in);
    for (int i = 0; i < kCount; ++i) out[i] = product.segment<3>(3 * i);
  };
  const auto copy = [](std::span<const Vec3> in, std::span<Vec3> out) { std::copy(in.begin(), in.end(), out.begin()); };
  ConjugateGradients solver;
  const LinearResult result = solver.solve(multiply, copy, b, x, {1e-12, 0, 1000}, 1);
  EXPECT_TRUE(result.is_solved);
  const Eigen::VectorXd expected = matrix.llt().solve(map(std::span<const Vec3>(b)));
  EXPECT_LT((map(std::span<const Vec3>(x)) - expected).norm(), 1e-9 * expected.norm());

  const LinearResult stopped = solver.solve(multiply, copy, b, x, {1e-12, 0, 3}, 1);
  EXPECT_FALSE(stopped.is_solved);
  EXPECT_EQ(stopped.iterations, 3);

  // What was worse before need not get as good.
  const LinearResult first = solver.solve(multiply, copy, b, x, {0.01, 0, 1000}, 1);
  const LinearResult second = solver.solve(multiply, copy, b, x, {0.01, 20 * first.first_residual, 1000}, 1);
  EXPECT_NEAR(first.first_residual, std::sqrt(dot(b, b)), 1e-12);
  EXPECT_TRUE(second.is_solved);
  EXPECT_GT(second.iterations, 0);
  EXPECT_LT(second.iterations, first.iterations);

  std::fill(b.begin(), b.end(), Vec3::Zero());
  const LinearResult nothing = solver.solve(multiply, copy, b, x, {1e-12, 0, 1000}, 1);
  EXPECT_TRUE(nothing.is_solved);
  EXPECT_EQ(nothing.iterations, 0);
  EXPECT_EQ(dot(x, x), 0);
}

// The system of a step: a crumpled cloth with its mass, and what is pinned.
struct System {
  System(const PolygonMesh& mesh, const std::vector<VertexId>& pins) : built(mesh) {
    scene = test::make_scene_of({test::make_cloth(built)});
    particles.emplace(scene);
    energy.emplace(scene, *particles, 1);
    const double edge = particles->mean_edge;
    Random random(3);
    positions = mesh.positions;
    for (Vec3& p : positions) p += 0.05 * edge * random.point();
    for (const double mass : particles->masses) inverse_masses.push_back(mass > 0 ? 1 / mass : 0);
    for (const VertexId v : pins) inverse_masses[v] = 0;
    energy->begin_step(positions, kStep);
    energy->linearise(positions, gradient);
    for (std::size_t p = 0; p < positions.size(); ++p) {
      b.push_back(inverse_masses[p] > 0 ? Vec3(scale * particles->masses[p] * random.point()) : Vec3::Zero());
      inverses.push_back(energy->diagonal(p) + scale * particles->masses[p] * Eigen::Matrix3d::Identity());
      inverses.back() = inverse_masses[p] > 0 ? inverses.back().inverse().eval() : Eigen::Matrix3d::Zero().eval();
    }
    patches.emplace(*energy, positions.size(), 1);
    is_fit = patches->fit(positions, *energy, contacts, particles->masses, scale, inverse_masses);
  }

  void multiply(std::span<const Vec3> in, std::span<Vec3> out) const {
    energy->multiply(in, out);
    for (std::size_t p = 0; p < in.size(); ++p) out[p] += scale * particles->masses[p] * in[p];
  }
  void precondition(std::span<const Vec3> in, std::span<Vec3> out, bool with_patches) const {
    for (std::size_t p = 0; p < in.size(); ++p) out[p] = inverses[p] * in[p];
    if (with_patches) patches->add_solution(in, out);
  }
  LinearResult solve(bool with_patches, double tolerance, Vectors& x) const {
    x.resize(b.size());
    return ConjugateGradients().solve([&](auto in, auto out) { multiply(in, out); },
                                      [&](auto in, auto out) { precondition(in, out, with_patches); }, b, x,
                                      {tolerance, 0, 5000}, 1);
  }
  // What is left of b, but for what is pinned.
  double measure_residual(const Vectors& x) const {
    Vectors product(x.size());
    multiply(x, product);
    for (std::size_t p = 0; p < x.size(); ++p) {
      if (inverse_masses[p] == 0) product[p].setZero();
    }
    return measure_distance(product, b);
  }

  static constexpr double kStep = 1.0 / 60;
  double scale = 1 / (kStep * kStep);
  BuiltMesh built;
  SimulationScene scene;
  std::optional<Particles> particles;
  std::optional<ClothEnergy> energy;
  Contacts contacts{0, 1};
  Vectors positions, gradient, b;
  std::vector<double> inverse_masses;
  std::vector<Eigen::Matrix3d> inverses;
  std::optional<RigidPatches> patches;
  bool is_fit = false;
};

TEST(RigidPatches, lead_to_the_same_solution_in_at_most_half_the_iterations) {
  const PolygonMesh mesh = make_sheet(60, 60, 1, 1);
  const System system(mesh, test::list_vertices_below(mesh, 0, 0));
  ASSERT_TRUE(system.is_fit);
  Vectors alone, together;
  const LinearResult by_particles = system.solve(false, 1e-10, alone), by_patches = system.solve(true, 1e-10, together);
  EXPECT_TRUE(by_particles.is_solved);
  EXPECT_TRUE(by_patches.is_solved);
  EXPECT_LT(system.measure_residual(alone), 1e-7);
  EXPECT_LT(system.measure_residual(together), 1e-7);
  EXPECT_LT(measure_distance(together, alone), 1e-6);
  EXPECT_LE(2 * by_patches.iterations, by_particles.iterations);
  RecordProperty("iterations_by_particles", by_particles.iterations);
  RecordProperty("iterations_by_patches", by_patches.iterations);
  for (std::size_t p = 0; p < mesh.vertex_count(); ++p) {
    EXPECT_EQ(together[p].isZero(), system.inverse_masses[p] == 0);
  }
}

TEST(RigidPatches, are_symmetric_and_positive) {
  const PolygonMesh mesh = make_sheet(20, 20, 1, 1);
  const System system(mesh, test::list_vertices_below(mesh, 1, 0.06));
  ASSERT_TRUE(system.is_fit);
  Random random(4);
  for (int n = 0; n < 20; ++n) {
    Vectors a(mesh.vertex_count()), b(a.size()), left(a.size()), right(a.size());
    for (std::size_t p = 0; p < a.size(); ++p) {
      const bool is_free = system.inverse_masses[p] > 0;
      a[p] = is_free ? random.point() : Vec3(Vec3::Zero());
      b[p] = is_free ? random.point() : Vec3(Vec3::Zero());
    }
    system.precondition(a, left, true);
    system.precondition(b, right, true);
    // Their factors are of single precision.
    EXPECT_NEAR(dot(b, left), dot(a, right), 1e-6 * std::sqrt(dot(left, left) * dot(b, b)));
    EXPECT_GT(dot(a, left), 0);
  }
}

// The whole sheet shifted or turned a little is what patches can do all alone.
TEST(RigidPatches, carry_a_force_on_all_in_a_few_iterations) {
  const PolygonMesh mesh = make_sheet(40, 40, 1, 1);
  System system(mesh, {});
  for (std::size_t p = 0; p < mesh.vertex_count(); ++p) system.b[p] = system.particles->masses[p] * Vec3(1, 2, 3);
  Vectors x;
  const LinearResult result = system.solve(true, 1e-8, x);
  EXPECT_TRUE(result.is_solved);
  for (const Vec3& v : x) EXPECT_LT((system.scale * v - Vec3(1, 2, 3)).norm(), 1e-5);
}

void expect_solved(const System& system) {
  ASSERT_TRUE(system.is_fit);
  Vectors alone, together;
  EXPECT_TRUE(system.solve(true, 1e-10, together).is_solved);
  EXPECT_TRUE(system.solve(false, 1e-10, alone).is_solved);
  EXPECT_LT(system.measure_residual(together), 1e-7);
  EXPECT_LT(measure_distance(together, alone), 1e-6);
}

TEST(RigidPatches, a_single_face) {
  expect_solved(System(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {}));
}

TEST(RigidPatches, a_single_face_on_a_pin) {
  expect_solved(System(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {VertexId(1)}));
  expect_solved(System(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {VertexId(1), VertexId(2)}));
}

TEST(RigidPatches, a_cloth_of_several_pieces) {
  PolygonMesh mesh = make_sheet(9, 9, 1, 1);
  const PolygonMesh piece = test::moved(make_sheet(2, 2, 0.2, 0.2), Vec3(3, 0, 0));
  const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertex_count());
  mesh.positions.insert(mesh.positions.end(), piece.positions.begin(), piece.positions.end());
  for (std::size_t p = 0; p < piece.polygon_count(); ++p) {
    const auto v = piece.polygon(PolygonId(p));
    mesh.add_polygon(std::array{VertexId(first + v[0]), VertexId(first + v[1]), VertexId(first + v[2])});
  }
  mesh.parts.clear();
  expect_solved(System(mesh, {VertexId(0)}));
}

TEST(RigidPatches, what_is_pinned_altogether_stays) {
  for (const int cells : {1, 4, 12}) {
    const PolygonMesh mesh = make_sheet(cells, cells, 1, 1);
    const System system(mesh, test::list_vertices_below(mesh, 0, 2));
    ASSERT_TRUE(system.is_fit);
    Vectors x;
    EXPECT_TRUE(system.solve(true, 1e-10, x).is_solved);
    EXPECT_EQ(dot(x, x), 0);
  }
}

TEST(RigidPatches, a_patch_may_be_pinned_as_a_whole) {
  const PolygonMesh mesh = make_sheet(20, 20, 1, 1);
  expect_solved(System(mesh, test::list_vertices_below(mesh, 0, 0.6)));
}

TEST(RigidPatches, a_vertex_without_faces_stays) {
  PolygonMesh mesh = make_sheet(5, 5, 1, 1);
  mesh.positions.insert(mesh.positions.begin(), Vec3(7, 7, 7));
  for (VertexId& v : mesh.polygon_vertices) v = VertexId(v + 1);
  expect_solved(System(mesh, {}));
}

}  // namespace
}  // namespace abut
