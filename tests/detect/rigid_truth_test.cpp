// Meshes that move as rigid wholes, with known numbers of pairs in every frame (from FCL's tests, counted by an
// independent exact program).
#include <gtest/gtest.h>

#include "abut/detect.h"
#include "abut/rigid_contacts.h"
#include "abut/sphere_scene.h"
#include "support/data.h"
#include "support/rigid_truth.h"

namespace abut {
namespace {

using test::RigidFrame;
using test::RigidTruth;

std::vector<std::filesystem::path> list_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::data_folder() / "rigid_truth/fcl")) {
    const auto extension = entry.path().extension();
    if (extension == ".xml" || extension == ".txt") files.push_back(entry.path());
  }
  std::erase_if(files, [](const auto& file) { return file.filename().string().starts_with("LICENSE"); });
  std::sort(files.begin(), files.end());
  return files;
}

struct Moving {
  explicit Moving(const RigidTruth& truth)
      : surfaces{make_surface(truth.meshes[0]), make_surface(truth.meshes[1])},
        positions{truth.meshes[0].positions, truth.meshes[1].positions} {
    for (int i = 0; i < 2; ++i) detector.add({&surfaces[i], positions[i]});
  }
  template <class Place>
  std::size_t count_pairs(const RigidTruth& truth, const Place& place) {
    for (int i = 0; i < 2; ++i) {
      for (std::size_t v = 0; v < positions[i].size(); ++v) positions[i][v] = place(i, truth.meshes[i].positions[v]);
      detector.move(BodyId(i), positions[i]);
    }
    return detector.find_intersections({.scope = Scope::between}).pairs.size();
  }

  std::array<Surface, 2> surfaces;
  std::array<std::vector<Vec3>, 2> positions;
  Detector detector;
};

Pose3 find_pose(const RigidFrame& frame, int object) {
  return {Eigen::Quaterniond(frame.turn[object]).normalized(), frame.at[object]};
}

TEST(RigidTruth, every_frame_has_the_known_number_of_pairs) {
  ABUT_NEED_DATA();
  std::uint64_t frames = 0, touching = 0;
  for (const auto& file : list_files()) {
    const RigidTruth truth = test::read_rigid_truth(file);
    Moving moving(truth);
    for (const RigidFrame& frame : truth.frames) {
      const std::size_t pairs = moving.count_pairs(truth, [&](int i, const Vec3& p) { return frame.place(i, p); });
      EXPECT_EQ(pairs, frame.pairs) << file << ", frame " << &frame - truth.frames.data() + 1;
      ++frames;
      touching += frame.pairs > 0;
    }
  }
  EXPECT_GT(frames, 500u);
  EXPECT_GT(touching, 400u);
  EXPECT_LT(touching, frames);
}

// With poses that are turns; the same points are then looked at in both ways.
TEST(RigidTruth, spheres_lead_to_all_pairs_of_triangles) {
  ABUT_NEED_DATA();
  std::uint64_t touching = 0;
  for (const auto& file : list_files()) {
    const RigidTruth truth = test::read_rigid_truth(file);
    Moving moving(truth);
    std::array<MemoryTriangles, 2> stores = {MemoryTriangles({truth.meshes[0].positions, moving.surfaces[0].faces()}),
                                             MemoryTriangles({truth.meshes[1].positions, moving.surfaces[1].faces()})};
    SphereScene scene({.depth = 6});
    for (MemoryTriangles& store : stores) ASSERT_TRUE(scene.add(store));
    for (std::size_t f = 0; f < truth.frames.size(); f += 7) {
      const std::array<Pose3, 2> poses = {find_pose(truth.frames[f], 0), find_pose(truth.frames[f], 1)};
      for (int i = 0; i < 2; ++i) scene.move(BodyId(i), poses[i]);
      const auto found = scene.find_hits();
      ASSERT_TRUE(found);
      std::size_t pairs = 0;
      for (const BodyHit& hit : found->hits) pairs += hit.triangles.size();
      EXPECT_EQ(pairs, moving.count_pairs(truth, [&](int i, const Vec3& p) { return poses[i].apply(p); })) << file;
      touching += pairs > 0;
    }
  }
  EXPECT_GT(touching, 50u);
}

// The turns of the files are rounded to a few digits, so poses, which are turns, put the bodies elsewhere by as much.
// In one frame that makes a difference; it is the same for the other search.
TEST(RigidTruth, rigid_trees_find_the_known_number_of_pairs) {
  ABUT_NEED_DATA();
  std::uint64_t frames = 0, touching = 0, elsewhere = 0;
  for (const auto& file : list_files()) {
    const RigidTruth truth = test::read_rigid_truth(file);
    Moving moving(truth);
    const std::array<RigidTree, 2> trees = {RigidTree(truth.meshes[0].positions, moving.surfaces[0].faces()),
                                            RigidTree(truth.meshes[1].positions, moving.surfaces[1].faces())};
    RigidWitness witness;
    for (const RigidFrame& frame : truth.frames) {
      const PlacedRigid a{&trees[0], find_pose(frame, 0)}, b{&trees[1], find_pose(frame, 1)};
      const std::size_t pairs = find_touching_faces(a, b).size();
      EXPECT_EQ(test_touching(a, b, &witness), pairs > 0);
      if (pairs != frame.pairs) {
        const std::array<Pose3, 2> poses = {a.pose, b.pose};
        EXPECT_EQ(pairs, moving.count_pairs(truth, [&](int i, const Vec3& p) { return poses[i].apply(p); }));
        ++elsewhere;
      }
      ++frames;
      touching += pairs > 0;
    }
  }
  EXPECT_LE(elsewhere, 1u);
  EXPECT_GT(touching, 400u);
  EXPECT_LT(touching, frames);
}

// The very points that the numbers are known for.
TEST(RigidTruth, rigid_trees_of_placed_points_find_the_known_number_of_pairs) {
  ABUT_NEED_DATA();
  std::uint64_t touching = 0, apart = 0;
  for (const auto& file : list_files()) {
    const RigidTruth truth = test::read_rigid_truth(file);
    const std::array<Surface, 2> surfaces = {make_surface(truth.meshes[0]), make_surface(truth.meshes[1])};
    for (const RigidFrame& frame : truth.frames) {
      const auto make_tree = [&](int i) {
        std::vector<Vec3> positions;
        for (const Vec3& p : truth.meshes[i].positions) positions.push_back(frame.place(i, p));
        return RigidTree(positions, surfaces[i].faces());
      };
      const RigidTree a = make_tree(0), b = make_tree(1);
      EXPECT_EQ(find_touching_faces({&a, {}}, {&b, {}}).size(), frame.pairs) << file;
      (frame.pairs > 0 ? touching : apart) += 1;
    }
  }
  EXPECT_GT(touching, 400u);
  EXPECT_GT(apart, 1u);
}

}  // namespace
}  // namespace abut
