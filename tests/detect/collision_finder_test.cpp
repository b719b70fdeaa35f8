// What a finder knows after a few vertices moved, beside a search of everything.
#include "detect/collision_finder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/tangles.h"
#include "support/random.h"

namespace abut {
namespace {

struct Scene {
  std::vector<Surface> surfaces;
  std::vector<Vec3> positions;  // of all vertices, body after body

  explicit Scene(std::uint64_t seed) {
    const auto tangled = make_tangle("dip", seed, 12);
    for (const SceneMesh& mesh : tangled->meshes) {
      surfaces.push_back(make_surface(mesh.mesh));
      positions.insert(positions.end(), mesh.mesh.positions.begin(), mesh.mesh.positions.end());
    }
  }

  CollisionFinder make_finder(std::size_t first_obstacle = ~0u) const {
    std::vector<SearchedBody> bodies;
    for (const Surface& surface : surfaces) bodies.push_back({&surface, bodies.size() >= first_obstacle});
    return {bodies, positions, 1};
  }

  std::vector<IntersectingPair> find_anew() const { return make_finder().find_intersections(); }
};

TEST(CollisionFinder, KnowsAllPairsWhenOnlySomeVerticesMoved) {
  test::Random random(7);
  Scene scene(1);
  CollisionFinder finder = scene.make_finder();
  EXPECT_EQ(finder.find_intersections(), scene.find_anew());
  int changed = 0, unchanged = 0;
  for (int round = 0; round < 40; ++round) {
    const auto before = scene.find_anew();
    std::vector<std::uint32_t> moved;
    for (int i = 0; i < 3; ++i) {
      moved.push_back(static_cast<std::uint32_t>(random.integer(0, static_cast<int>(scene.positions.size()) - 1)));
      scene.positions[moved.back()] += 0.2 * random.point();
    }
    std::sort(moved.begin(), moved.end());
    finder.focus(moved);
    finder.move(scene.positions);
    const auto after = scene.find_anew();
    ASSERT_EQ(finder.find_intersections(), after) << round;
    ++(after == before ? unchanged : changed);
  }
  EXPECT_GT(changed, 5);
  EXPECT_GT(unchanged, 5);
}

TEST(CollisionFinder, LeavesOutWhatObstaclesDoAmongThemselves) {
  const Scene scene(1);
  ASSERT_FALSE(scene.find_anew().empty());
  CollisionFinder finder = scene.make_finder(0);
  EXPECT_TRUE(finder.find_intersections().empty());
  EXPECT_TRUE(finder.find_near(0.1).empty());
}

TEST(CollisionFinder, MarksCornersOfCutFacesAndTheirNeighbours) {
  const Scene scene(1);
  CollisionFinder finder = scene.make_finder();
  const auto pairs = finder.find_intersections();
  ASSERT_FALSE(pairs.empty());
  const auto is_cut = finder.mark_cut(pairs);
  std::uint32_t first = 0;
  for (std::size_t b = 0; b < scene.surfaces.size(); ++b) {
    const Surface& surface = scene.surfaces[b];
    std::vector<std::uint8_t> is_corner(surface.vertex_count(), 0), expected;
    for (const IntersectingPair& pair : pairs) {
      for (const FaceRef face : {pair.a, pair.b}) {
        if (face.body != b) continue;
        for (const VertexId v : surface.face(face.face)) is_corner[v] = 1;
      }
    }
    expected = is_corner;
    for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
      const auto [from, to] = surface.edge(EdgeId(e));
      if (is_corner[from]) expected[to] = 1;
      if (is_corner[to]) expected[from] = 1;
    }
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), is_cut.begin() + first));
    first += static_cast<std::uint32_t>(surface.vertex_count());
  }
}

}  // namespace
}  // namespace abut
