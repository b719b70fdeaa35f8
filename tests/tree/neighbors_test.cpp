#include "tree/neighbors.h"

#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

TEST(ProveNeighbors, proves_nothing_that_meets) {
  Random random(1);
  int proved[3] = {}, meeting[3] = {}, open[3] = {};
  for (int round = 0; round < 200000; ++round) {
    const bool on_grid = random.coin();
    const int shared = random.integer(1, 2);
    std::vector<Vec3> positions;
    for (int i = 0; i < 6 - shared; ++i) positions.push_back(on_grid ? random.grid_point(2) : random.point());
    if (!on_grid && random.coin()) {
      for (Vec3& p : positions) p.z() *= 1e-3;  // nearly in one plane
    }
    const BuiltMesh built(shared == 1 ? test::make_mesh(positions, {{0, 1, 2}, {0, 3, 4}})
                                      : test::make_mesh(positions, {{0, 1, 2}, {1, 0, 3}}));
    const auto &f = built.surface.face(FaceId(0)), &g = built.surface.face(FaceId(1));
    const TrianglePoints s = face_points(built.surface, built.mesh.positions, FaceId(0)),
                         t = face_points(built.surface, built.mesh.positions, FaceId(1));
    const SurfaceTree tree(built.surface, built.mesh.positions);
    const std::uint32_t directions = tree.node(0).directions;
    if (directions == 0) continue;
    const bool is_proved = prove_neighbors(directions, s, f, t, g), truth = test_self_intersection(s, f, t, g);
    ASSERT_FALSE(is_proved && truth) << "round " << round;
    ++(truth ? meeting : is_proved ? proved : open)[shared];
  }
  EXPECT_GT(proved[1], 10000);
  EXPECT_GT(meeting[1], 1000);
  EXPECT_GT(open[1], 100);
  // Across an edge, faces that look to one side never meet in more.
  EXPECT_GT(proved[2], 10000);
  EXPECT_EQ(meeting[2] + open[2], 0);
}

TEST(ProveNeighbors, leaves_strangers_and_twins_alone) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 0}, {6, 5, 0}, {5, 6, 0}};
  const std::uint32_t up = 1u << 2;
  const auto test = [&](std::array<std::size_t, 3> f, std::array<std::size_t, 3> g) {
    const auto points = [&](const auto& v) {
      return TrianglePoints{positions[v[0]], positions[v[1]], positions[v[2]]};
    };
    const auto names = [](const auto& v) { return std::array{VertexId(v[0]), VertexId(v[1]), VertexId(v[2])}; };
    return prove_neighbors(up, points(f), names(f), points(g), names(g));
  };
  EXPECT_FALSE(test({0, 1, 2}, {3, 4, 5}));
  EXPECT_FALSE(test({0, 1, 2}, {1, 2, 0}));
  EXPECT_FALSE(test({0, 1, 2}, {0, 1, 5}));  // the same way along the edge
  EXPECT_TRUE(test({0, 1, 2}, {2, 1, 5}));
  EXPECT_TRUE(test({0, 1, 2}, {1, 4, 5}));
}

}  // namespace
}  // namespace abut
