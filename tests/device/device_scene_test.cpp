// Searches by kernels: run by the processor everywhere, and by a graphics card where there is one. They say what a
// SphereScene says.
#include <gtest/gtest.h>

#include "abut/device.h"
#include "device/device_scene.h"
#include "device/host_launcher.h"
#include "support/sphere_scenes.h"

namespace abut {
namespace {

using test::make_soup;
using test::make_soup_scene;
using test::random_pose;
using test::Soup;
using test::SoupScene;
using test::test_equal;

struct Backend {
  const char* name;
  Result<DeviceSphereScene> (*make)(const DeviceSphereSettings& settings);

  friend std::ostream& operator<<(std::ostream& out, const Backend& backend) { return out << backend.name; }
};

template <HostOrder kOrder>
Result<DeviceSphereScene> make_on_host(const DeviceSphereSettings& settings) {
  return make_device_scene(make_host_launcher(settings.memory_limit, kOrder), settings);
}

class DeviceScene : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    const auto scene = GetParam().make({});
    if (!scene) GTEST_SKIP() << scene.error().message;
  }
  static DeviceSphereScene make(const SoupScene& given, const DeviceSphereSettings& settings) {
    auto scene = GetParam().make(settings);
    EXPECT_TRUE(scene) << scene.error().message;
    for (std::size_t i = 0; i < given.stores.size(); ++i) EXPECT_TRUE(scene->add(*given.stores[i], given.poses[i]));
    return std::move(*scene);
  }
};

SphereScene make_reference(const SoupScene& given, int depth) {
  SphereScene scene({.depth = depth, .exact = false});
  for (std::size_t i = 0; i < given.stores.size(); ++i) EXPECT_TRUE(scene.add(*given.stores[i], given.poses[i]));
  return scene;
}

std::size_t count_spheres(const SphereHits& found) {
  std::size_t count = 0;
  for (const BodyHit& hit : found.hits) count += hit.spheres.size();
  return count;
}

TEST_P(DeviceScene, answers_are_those_of_the_processor) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const int depth = static_cast<int>(seed) % 6;
    const SoupScene given = make_soup_scene(seed, 9);
    SphereScene reference = make_reference(given, depth);
    DeviceSphereScene scene = make(given, {.depth = depth});
    const auto expected = reference.find_hits();
    const auto found = scene.find_hits();
    ASSERT_TRUE(expected && found);
    EXPECT_FALSE(expected->hits.empty());
    EXPECT_TRUE(test_equal(*found, *expected)) << seed;
    EXPECT_EQ(found->counts.body_pairs, expected->counts.body_pairs);
    EXPECT_EQ(found->counts.opened, expected->counts.opened);
    EXPECT_LE(found->counts.made, expected->counts.made);
  }
}

TEST_P(DeviceScene, one_pair_can_be_enough) {
  const SoupScene given = make_soup_scene(7, 12);
  SphereScene reference = make_reference(given, 4);
  DeviceSphereScene scene = make(given, {.depth = 4});
  const auto expected = reference.find_hits({.stop_at_first = true});
  const auto found = scene.find_hits({.stop_at_first = true});
  ASSERT_TRUE(expected && found);
  EXPECT_EQ(count_spheres(*found), found->hits.size());
  EXPECT_TRUE(test_equal(*found, *expected));
}

// Bodies that share triangles share a tree, and trees stay from frame to frame.
TEST_P(DeviceScene, bodies_that_move_may_share_their_triangles) {
  std::mt19937 random(3);
  const Soup soup = make_soup(1, 300, 0.2), other = make_soup(2, 40, 0.5);
  MemoryTriangles store(soup.list()), other_store(other.list());
  SphereScene reference({.depth = 4, .exact = false});
  auto scene = GetParam().make({.depth = 4});
  ASSERT_TRUE(scene);
  for (int i = 0; i < 12; ++i) {
    TriangleStore& shared = i % 3 == 0 ? other_store : store;
    ASSERT_TRUE(reference.add(shared));
    ASSERT_TRUE(scene->add(shared));
  }
  std::uint64_t made = 0;
  std::size_t spheres = 0;
  for (int frame = 0; frame < 6; ++frame) {
    for (std::size_t i = 0; i < 12; ++i) {
      const Pose3 pose = random_pose(random, 4);
      reference.move(BodyId(i), pose);
      scene->move(BodyId(i), pose);
    }
    const auto expected = reference.find_hits();
    const auto found = scene->find_hits();
    ASSERT_TRUE(expected && found);
    EXPECT_TRUE(test_equal(*found, *expected)) << frame;
    made += found->counts.made;
    spheres += count_spheres(*found);
  }
  EXPECT_GT(spheres, 1000u);
  EXPECT_EQ(scene->branch_count(), made) << "nothing was made twice";
  const auto again = scene->find_hits();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->counts.made, 0u);
}

TEST_P(DeviceScene, bodies_may_come_later) {
  const SoupScene given = make_soup_scene(5, 10);
  SphereScene reference({.depth = 3, .exact = false});
  auto scene = GetParam().make({.depth = 3});
  ASSERT_TRUE(scene);
  for (std::size_t i = 0; i < given.stores.size(); ++i) {
    ASSERT_TRUE(reference.add(*given.stores[i], given.poses[i]));
    ASSERT_TRUE(scene->add(*given.stores[i], given.poses[i]));
    const auto expected = reference.find_hits();
    const auto found = scene->find_hits();
    ASSERT_TRUE(expected && found);
    EXPECT_TRUE(test_equal(*found, *expected)) << i;
  }
}

TEST_P(DeviceScene, far_away_flat_and_without_area_is_no_different) {
  SoupScene given = make_soup_scene(9, 6);
  Soup flat;
  flat.add({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)});
  flat.add({Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)});
  flat.add({Vec3(-1, -1, 0), Vec3(1, 1, 0), Vec3(0, 0, 0)});
  given.add(flat);
  given.add(flat, given.poses[0]);
  for (Pose3& pose : given.poses) pose.translation += Vec3(1e7, -3e8, 2e6);
  SphereScene reference = make_reference(given, 5);
  DeviceSphereScene scene = make(given, {.depth = 5});
  const auto expected = reference.find_hits();
  const auto found = scene.find_hits();
  ASSERT_TRUE(expected && found);
  EXPECT_FALSE(expected->hits.empty());
  EXPECT_TRUE(test_equal(*found, *expected));
}

// Two points, so that cells of the greatest depth are still few.
TEST_P(DeviceScene, trees_may_be_as_deep_as_they_can_be) {
  Soup points;
  for (const Vec3& p : {Vec3(0.1, 0.2, 0.3), Vec3(1.7, 1.3, 1.9)}) points.add({p, p, p});
  SoupScene given;
  for (int i = 0; i < 3; ++i) given.add(points, {Eigen::Quaterniond::Identity(), Vec3(i * 1e-9, 0, 0)});
  SphereScene reference = make_reference(given, OctreeGrid::kMaxDepth);
  DeviceSphereScene scene = make(given, {.depth = OctreeGrid::kMaxDepth});
  const auto expected = reference.find_hits();
  const auto found = scene.find_hits();
  ASSERT_TRUE(expected && found);
  EXPECT_EQ(expected->hits.size(), 3u);
  EXPECT_TRUE(test_equal(*found, *expected));
}

TEST_P(DeviceScene, answers_are_the_same_with_little_memory) {
  const SoupScene given = make_soup_scene(7, 10);
  SphereScene reference = make_reference(given, 4);
  const auto expected = reference.find_hits();
  ASSERT_TRUE(expected);
  DeviceSphereScene whole = make(given, {.depth = 4});
  ASSERT_TRUE(whole.find_hits());
  bool was_refused = false, was_short = false;
  for (std::size_t limit = whole.peak_byte_count(); limit > 2000; limit /= 2) {
    DeviceSphereScene scene = make(given, {.depth = 4, .memory_limit = limit});
    for (int frame = 0; frame < 2; ++frame) {
      const auto found = scene.find_hits();
      EXPECT_LE(scene.peak_byte_count(), limit);
      if (!found) {
        EXPECT_NE(found.error().message.find("too few"), std::string::npos) << found.error().message;
        was_refused = true;
        continue;
      }
      EXPECT_TRUE(test_equal(*found, *expected)) << limit;
      was_short |= frame == 1 && found->counts.made > 0;
    }
  }
  EXPECT_TRUE(was_refused);
  EXPECT_TRUE(was_short) << "trees had to go and come again";
}

TEST_P(DeviceScene, what_cannot_be_is_said) {
  auto scene = GetParam().make({.depth = 25});
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->find_hits()->hits.size(), 0u);
  MemoryTriangles nothing({{}, {}});
  EXPECT_FALSE(scene->add(nothing));
  const Soup soup = make_soup(1, 3, 1);
  MemoryTriangles store(soup.list());
  const auto added = scene->add(store);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("25"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Kernels, DeviceScene,
                         testing::Values(Backend{"forwards", make_on_host<HostOrder::forwards>},
                                         Backend{"backwards", make_on_host<HostOrder::backwards>},
                                         Backend{"by_threads", make_on_host<HostOrder::threads>},
                                         Backend{"on_a_card", make_cuda_sphere_scene}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace abut
