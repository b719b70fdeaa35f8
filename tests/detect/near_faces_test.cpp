#include "detect/near_faces.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/detect.h"
#include "support/meshes.h"
#include "tree/node_bounds.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

// Pairs of faces that the filter leaves to the exact test. The whole surface is one leaf.
struct Filtered {
  std::set<std::pair<FaceId, FaceId>> kept;
  std::uint32_t near = 0;
};

Filtered filter(const BuiltMesh& built, const BoxFrame& frame) {
  SurfaceTree tree(built.surface, built.mesh.positions, {.leaf_size = SurfaceTree::kMaxLeafSize});
  tree.update(built.mesh.positions, frame);
  EXPECT_TRUE(tree.node(0).is_leaf());
  NearFaces faces;
  faces.collect(tree, 0, load_bounds(tree.node(0)));
  EXPECT_EQ(faces.count(), tree.places(0).size());
  Filtered result;
  result.near = NearFaces::visit_meeting_pairs(
      faces, faces, find_point_error(tree), true,
      [&](std::uint32_t x, std::uint32_t y) { result.kept.insert(std::minmax(tree.face(x), tree.face(y))); });
  return result;
}

// Small folded sheets and soups, on grids where much touches, and off them; in frames that suit them and frames so far
// off that floats hardly tell anything.
TEST(NearFaces, keep_every_pair_that_meets) {
  Random random(5);
  std::size_t meeting = 0, kept = 0, near = 0, kept_far = 0, near_far = 0;
  for (int round = 0; round < 2000; ++round) {
    const bool on_grid = round % 2 == 0;
    const BuiltMesh built(round % 4 < 2 ? test::make_folded_sheet(random, random.integer(2, 5), on_grid)
                                        : test::make_soup(random, random.integer(2, 40), 0.5, on_grid));
    const Body body = built.body();
    const bool is_far = round % 5 == 0;
    BoxFrame frame = make_box_frame(make_box(built.mesh.positions));
    if (is_far) frame.origin += Vec3::Constant(std::pow(10, random.uniform(0, 8)));
    const Filtered filtered = filter(built, frame);
    for (const IntersectingPair& pair : find_intersections_brute_force({&body, 1}).pairs) {
      ASSERT_TRUE(filtered.kept.contains({pair.a.face, pair.b.face})) << round;
      ++meeting;
    }
    (is_far ? kept_far : kept) += filtered.kept.size();
    (is_far ? near_far : near) += filtered.near;
  }
  EXPECT_GT(meeting, 20000u);
  EXPECT_LT(kept, near * 2 / 3);
  EXPECT_GT(kept_far, near_far * 2 / 3);
}

}  // namespace
}  // namespace abut
