#include "abut/rigid_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/detect.h"
#include "abut/narrow.h"
#include "detect/placed_leaf.h"
#include "scenes/scenes.h"
#include "support/sphere_scenes.h"

namespace abut {
namespace {

using test::make_soup;
using test::random_pose;
using test::Soup;

TrianglePoints place_triangle(const TrianglePoints& t, const Pose3& pose) {
  return {pose.apply(t[0]), pose.apply(t[1]), pose.apply(t[2])};
}

std::vector<TrianglePair> find_pairs_one_by_one(const Soup& a, const Pose3& a_pose, const Soup& b,
                                                const Pose3& b_pose) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.faces.size(); ++i) {
    const TrianglePoints p = place_triangle(a.triangle(i), a_pose);
    if (test_collinear(p[0], p[1], p[2])) continue;
    for (std::uint32_t j = 0; j < b.faces.size(); ++j) {
      const TrianglePoints q = place_triangle(b.triangle(j), b_pose);
      if (!test_collinear(q[0], q[1], q[2]) && test_triangle_triangle(p, q)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

Soup make_soup_of(const PolygonMesh& mesh) {
  const Surface surface = make_surface(mesh);
  return {mesh.positions, {surface.faces().begin(), surface.faces().end()}};
}

RigidTree make_tree(const Soup& soup) { return RigidTree(soup.positions, soup.faces); }

TEST(RigidContacts, triangles_are_placed_as_poses_round) {
  std::mt19937 random(9);
  const Soup soup = make_soup(9, 500, 0.4);
  const RigidTree tree = make_tree(soup);
  for (int round = 0; round < 20; ++round) {
    const Pose3 pose = random_pose(random, std::pow(10.0, round - 8));
    for (std::uint32_t i = 0; i < tree.triangle_count(); ++i) {
      EXPECT_EQ(place({&tree, pose}, i), place_triangle(soup.triangle(tree.face(i)), pose));
    }
  }
}

// Holds both questions against all triangles.
class Compare {
 public:
  void run(const Soup& a, const Pose3& a_pose, const Soup& b, const Pose3& b_pose) {
    const RigidTree a_tree = make_tree(a), b_tree = make_tree(b);
    run(a, a_tree, a_pose, b, b_tree, b_pose);
  }
  void run(const Soup& a, const RigidTree& a_tree, const Pose3& a_pose, const Soup& b, const RigidTree& b_tree,
           const Pose3& b_pose) {
    const auto expected = find_pairs_one_by_one(a, a_pose, b, b_pose);
    (expected.empty() ? apart : touching) += 1;
    pairs += expected.size();
    EXPECT_EQ(find_touching_faces({&a_tree, a_pose}, {&b_tree, b_pose}), expected);
    EXPECT_EQ(test_touching({&a_tree, a_pose}, {&b_tree, b_pose}), !expected.empty());
  }
  std::size_t touching = 0, apart = 0, pairs = 0;
};

TEST(RigidContacts, pairs_of_soups_are_those_of_all_triangles) {
  Compare compare;
  std::mt19937 random(1);
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    const std::array<int, 4> counts = {1, 12, 150, 600};
    const int a = counts[seed % 4], b = counts[seed / 4 % 4];
    compare.run(make_soup(seed, a, 2.5 / std::sqrt(a)), random_pose(random, 2), make_soup(seed + 1000, b, 0.3),
                random_pose(random, 2));
  }
  EXPECT_GT(compare.touching, 20u);
  EXPECT_GT(compare.apart, 20u);
}

TEST(RigidContacts, pairs_of_surfaces_are_those_of_all_triangles) {
  const Soup torso = make_soup_of(make_torso(500)), drape = make_soup_of(make_drape(400));
  const RigidTree torso_tree = make_tree(torso), drape_tree = make_tree(drape);
  Compare compare;
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    compare.run(torso, torso_tree, random_pose(random, 0.3), drape, drape_tree, random_pose(random, 0.5));
  }
  EXPECT_GT(compare.touching, 15u);
  EXPECT_GT(compare.apart, 5u);
  EXPECT_GT(compare.pairs, 1000u);
}

// Bodies of very different sizes, in all units, and far from the origin, where places are rounded a lot.
TEST(RigidContacts, sizes_and_places_of_all_kinds) {
  Compare compare;
  std::mt19937 random(3);
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    const double unit = std::array<double, 3>{1, 1e-40, 1e60}[seed % 3];
    const double smaller = std::array<double, 4>{1, 1e-3, 1e-9, 1e-25}[seed / 3 % 4];
    Soup a = make_soup(seed, 100, 0.5), b = make_soup(seed + 1000, 60, 0.5);
    const Vec3 meeting = a.positions[seed % 100];  // small things are put where they may touch
    for (Vec3& p : a.positions) p *= unit;
    for (Vec3& p : b.positions) p *= unit * smaller;
    const Pose3 a_pose = random_pose(random, seed % 2 == 0 ? 0 : unit * 1e7);
    Pose3 b_pose = random_pose(random, unit * smaller);
    b_pose.translation += a_pose.apply(unit * meeting);
    compare.run(a, a_pose, b, b_pose);
  }
  EXPECT_GT(compare.touching, 60u);
  EXPECT_GT(compare.apart, 5u);
}

// Whole coordinates: corners on corners, edges on edges, faces in one plane, nothing but touching.
TEST(RigidContacts, what_only_touches_is_found) {
  Compare compare;
  std::mt19937 random(4);
  std::uniform_int_distribution<int> any(-3, 3), way(-5, 5);
  for (int round = 0; round < 150; ++round) {
    std::array<Soup, 2> soups;
    for (Soup& soup : soups) {
      for (int i = 0; i < 20; ++i) {
        const auto point = [&] { return Vec3(any(random), any(random), any(random)); };
        const Vec3 p = point(), q = point(), r = point();
        soup.add({p, q, r});
      }
    }
    const Pose3 quarter{Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5), Vec3(way(random), 2 * way(random), 5)};
    compare.run(soups[0], {}, soups[1], quarter);
  }
  EXPECT_GT(compare.touching, 30u);
  EXPECT_GT(compare.apart, 10u);
}

// Planes that share nothing but their border; and then not even that, by one unit in the last place.
TEST(RigidContacts, grids_side_by_side_touch_along_their_border_only) {
  Soup grid;
  for (int x = 0; x < 12; ++x) {
    for (int y = 0; y < 12; ++y) {
      const Vec3 p(x, y, 0), q(x + 1, y, 0), r(x, y + 1, 0), s(x + 1, y + 1, 0);
      grid.add({p, q, s});
      grid.add({p, s, r});
    }
  }
  const RigidTree tree = make_tree(grid);
  Compare compare;
  for (const double x : {12.0, std::nextafter(12.0, 13.0)}) {
    compare.run(grid, tree, {}, grid, tree, {Eigen::Quaterniond::Identity(), Vec3(x, 0, 0)});
  }
  EXPECT_EQ(compare.touching, 1u);
  EXPECT_EQ(compare.apart, 1u);
  EXPECT_GT(compare.pairs, 24u);
}

TEST(RigidContacts, pairs_are_those_of_sphere_trees) {
  const Soup torso = make_soup_of(make_torso(4000)), sphere = make_soup_of(make_sphere(3000));
  const RigidTree torso_tree = make_tree(torso), sphere_tree = make_tree(sphere);
  MemoryTriangles torso_store(torso.list()), sphere_store(sphere.list());
  SphereScene scene;
  ASSERT_TRUE(scene.add(torso_store) && scene.add(sphere_store));
  std::mt19937 random(5);
  int touching = 0, apart = 0;
  for (int round = 0; round < 40; ++round) {
    const Pose3 a = random_pose(random, 1.2), b = random_pose(random, 1.2);
    scene.move(BodyId(0), a);
    scene.move(BodyId(1), b);
    const auto hits = scene.find_hits();
    ASSERT_TRUE(hits);
    const auto found = find_touching_faces({&torso_tree, a}, {&sphere_tree, b});
    (found.empty() ? apart : touching) += 1;
    EXPECT_EQ(found, hits->hits.empty() ? std::vector<TrianglePair>() : hits->hits[0].triangles);
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(apart, 5);
}

TEST(RigidContacts, witnesses_spare_the_search_and_change_no_answer) {
  const Soup torso = make_soup_of(make_torso(4000)), sphere = make_soup_of(make_sphere(3000));
  const RigidTree torso_tree = make_tree(torso), sphere_tree = make_tree(sphere);
  RigidWitness witness;
  RigidCounts with, without;
  int touching = 0;
  for (int frame = 0; frame < 200; ++frame) {
    const PlacedRigid a{&torso_tree, {}};
    const PlacedRigid b{&sphere_tree, {Eigen::Quaterniond::Identity(), Vec3(3 - 0.02 * frame, 0.3, 0.1)}};
    const bool expected = test_touching(a, b, nullptr, &without);
    EXPECT_EQ(test_touching(a, b, &witness, &with), expected);
    touching += expected;
  }
  EXPECT_GT(touching, 50);
  EXPECT_LT(touching, 150);
  EXPECT_LT(with.triangle_tests, without.triangle_tests);
}

TEST(RigidContacts, nothing_touches_what_is_empty) {
  const RigidTree empty({}, {});
  const Soup soup = make_soup(1, 10, 1);
  const RigidTree tree = make_tree(soup);
  EXPECT_TRUE(find_touching_faces({&empty, {}}, {&tree, {}}).empty());
  EXPECT_FALSE(test_touching({&tree, {}}, {&empty, {}}));
  EXPECT_FALSE(find_touching_faces({&tree, {}}, {&tree, {}}).empty());
}

// ---- distances ----

double measure_one_by_one(const Soup& a, const Pose3& a_pose, const Soup& b, const Pose3& b_pose) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < a.faces.size(); ++i) {
    const TrianglePoints p = place_triangle(a.triangle(i), a_pose);
    if (test_collinear(p[0], p[1], p[2])) continue;
    for (std::uint32_t j = 0; j < b.faces.size() && least > 0; ++j) {
      const TrianglePoints q = place_triangle(b.triangle(j), b_pose);
      if (!test_collinear(q[0], q[1], q[2])) least = std::min(least, measure_triangle_triangle(p, q).distance);
    }
  }
  return least;
}

// With a limit, without, and with a witness from elsewhere.
void check_distance(const Soup& a, const Pose3& a_pose, const Soup& b, const Pose3& b_pose, double expected,
                    RigidWitness& witness) {
  const RigidTree a_tree = make_tree(a), b_tree = make_tree(b);
  const PlacedRigid p{&a_tree, a_pose}, q{&b_tree, b_pose};
  const auto found = measure_distance(p, q);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->distance, expected);
  const auto& [i, j] = found->faces;
  EXPECT_EQ(
      measure_triangle_triangle(place_triangle(a.triangle(i), a_pose), place_triangle(b.triangle(j), b_pose)).distance,
      expected);
  const double rounding = 1e-14 * (found->on_a.norm() + found->on_b.norm()) + 1e-7 * expected;
  EXPECT_NEAR((found->on_a - found->on_b - found->distance * found->normal).norm(), 0, rounding);
  const auto again = measure_distance(p, q, std::numeric_limits<double>::infinity(), &witness);
  ASSERT_TRUE(again && witness.last);
  EXPECT_EQ(again->distance, expected);
  EXPECT_EQ(test_touching(p, q), expected == 0);

  const auto limited = measure_distance(p, q, expected);
  ASSERT_TRUE(limited);
  EXPECT_EQ(limited->distance, expected);
  if (expected > 0) {
    EXPECT_FALSE(measure_distance(p, q, std::nextafter(expected, 0.0)));
  }
}

TEST(RigidDistance, is_the_least_of_all_triangles) {
  std::mt19937 random(11);
  int touching = 0, apart = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Soup a = make_soup(seed, 100, 0.3), b = make_soup(seed + 1000, 60, 0.3);
    const Pose3 a_pose = random_pose(random, 2), b_pose = random_pose(random, 2);
    RigidWitness witness;
    witness.last = TrianglePair{seed, seed / 2};
    const double expected = measure_one_by_one(a, a_pose, b, b_pose);
    (expected > 0 ? apart : touching) += 1;
    check_distance(a, a_pose, b, b_pose, expected, witness);
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(apart, 10);
}

// Near and far; small beside large.
TEST(RigidDistance, sizes_and_places_of_all_kinds) {
  std::mt19937 random(12);
  int apart = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const double smaller = std::array<double, 3>{1, 1e-4, 1e-20}[seed % 3];
    const double away = std::array<double, 5>{2.1, 4, 1e3, 1e9, 1e60}[seed / 3 % 5];
    Soup a = make_soup(seed, 60, 0.3), b = make_soup(seed + 1000, 40, 0.3);
    for (Vec3& p : b.positions) p *= smaller;
    Pose3 a_pose = random_pose(random, 1), b_pose = random_pose(random, smaller);
    a_pose.translation += away * Vec3(1, 0.5, 0.3);
    RigidWitness witness;
    const double expected = measure_one_by_one(a, a_pose, b, b_pose);
    if (away > 1e20) {  // there triangles of that size are points
      const RigidTree a_tree = make_tree(a), b_tree = make_tree(b);
      EXPECT_FALSE(measure_distance({&a_tree, a_pose}, {&b_tree, b_pose}));
      continue;
    }
    apart += expected > 0;
    check_distance(a, a_pose, b, b_pose, expected, witness);
  }
  EXPECT_GT(apart, 30);
}

TEST(RigidDistance, follows_bodies_that_pass_each_other) {
  const Soup torso = make_soup_of(make_torso(500)), sphere = make_soup_of(make_sphere(300));
  const RigidTree torso_tree = make_tree(torso), sphere_tree = make_tree(sphere);
  RigidWitness witness;
  RigidCounts with, without;
  int touching = 0, frames = 0;
  for (; frames < 40; ++frames) {
    const Pose3 pose{Eigen::Quaterniond::Identity(), Vec3(3 - 0.15 * frames, 0.3, 0.1)};
    const PlacedRigid a{&torso_tree, {}}, b{&sphere_tree, pose};
    const double expected = measure_one_by_one(torso, {}, sphere, pose);
    const auto first = measure_distance(a, b, std::numeric_limits<double>::infinity(), &witness, &with);
    const auto second = measure_distance(a, b, std::numeric_limits<double>::infinity(), nullptr, &without);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->distance, expected);
    EXPECT_EQ(second->distance, expected);
    touching += expected == 0;
  }
  EXPECT_GT(touching, 5);
  EXPECT_LT(touching, frames - 5);
  EXPECT_LT(with.triangle_tests, without.triangle_tests);
}

TEST(RigidDistance, nothing_is_near_what_is_empty) {
  const RigidTree empty({}, {});
  const Soup soup = make_soup(1, 10, 1);
  const RigidTree tree = make_tree(soup);
  EXPECT_FALSE(measure_distance({&empty, {}}, {&tree, {}}));
  EXPECT_FALSE(measure_distance({&tree, {}}, {&empty, {}}));
}

}  // namespace
}  // namespace abut
