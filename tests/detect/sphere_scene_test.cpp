#include "abut/sphere_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/narrow.h"
#include "support/sphere_scenes.h"

namespace abut {
namespace {

using test::make_soup;
using test::make_soup_scene;
using test::Soup;
using test::SoupScene;
using test::test_equal;

TrianglePoints place(const TrianglePoints& t, const Pose3& pose) {
  return {pose.apply(t[0]), pose.apply(t[1]), pose.apply(t[2])};
}

std::vector<TrianglePair> find_pairs_one_by_one(const Soup& a, const Pose3& pose_a, const Soup& b,
                                                const Pose3& pose_b) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.faces.size(); ++i) {
    const TrianglePoints p = place(a.triangle(i), pose_a);
    for (std::uint32_t j = 0; j < b.faces.size(); ++j) {
      const TrianglePoints q = place(b.triangle(j), pose_b);
      if (test_collinear(p[0], p[1], p[2]) || test_collinear(q[0], q[1], q[2])) continue;
      if (test_triangle_triangle(p, q)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

std::vector<OctreeCell> find_leaves(TriangleStore& store, int depth) {
  auto tree = SphereTree::make(store, {.depth = depth});
  std::vector<OctreeCell> cells;
  const auto walk = [&](const auto& self, const SphereTree::Node& node) -> void {
    if (tree->is_leaf(node)) {
      cells.push_back(node.cell);
      return;
    }
    const auto opened = tree->open(node);
    for (int i = 0; i < 8; ++i) {
      if (opened->grey() >> i & 1) self(self, opened->child(i));
    }
  };
  walk(walk, tree->root());
  return cells;
}

SphereScene make(const SoupScene& given, const SphereSceneSettings& settings) {
  SphereScene scene(settings);
  for (std::size_t i = 0; i < given.stores.size(); ++i) EXPECT_TRUE(scene.add(*given.stores[i], given.poses[i]));
  return scene;
}

TEST(SphereScene, exact_answers_are_those_of_all_triangles) {
  int touching = 0, apart = 0;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const SoupScene given = make_soup_scene(seed, 8);
    SphereScene scene = make(given, {.depth = 3 + static_cast<int>(seed) % 4});
    const auto found = scene.find_hits();
    ASSERT_TRUE(found) << found.error().message;
    std::size_t next = 0;
    for (std::uint32_t a = 0; a < given.soups.size(); ++a) {
      for (std::uint32_t b = a + 1; b < given.soups.size(); ++b) {
        const auto expected = find_pairs_one_by_one(given.soups[a], given.poses[a], given.soups[b], given.poses[b]);
        (expected.empty() ? apart : touching) += 1;
        if (expected.empty()) continue;
        ASSERT_LT(next, found->hits.size());
        const BodyHit& hit = found->hits[next++];
        EXPECT_EQ(hit.a, BodyId(a));
        EXPECT_EQ(hit.b, BodyId(b));
        EXPECT_EQ(hit.triangles, expected);
      }
    }
    EXPECT_EQ(next, found->hits.size());
  }
  EXPECT_GT(touching, 50);
  EXPECT_GT(apart, 50);
}

TEST(SphereScene, spheres_that_meet_are_those_of_all_leaves) {
  const int depth = 3;
  std::uint64_t met = 0, unmet = 0;
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const SoupScene given = make_soup_scene(seed, 5);
    SphereScene scene = make(given, {.depth = depth, .exact = false});
    const auto found = scene.find_hits();
    ASSERT_TRUE(found) << found.error().message;
    for (std::uint32_t a = 0; a < given.soups.size(); ++a) {
      for (std::uint32_t b = a + 1; b < given.soups.size(); ++b) {
        const auto hit = std::find_if(found->hits.begin(), found->hits.end(),
                                      [&](const BodyHit& h) { return h.a == BodyId(a) && h.b == BodyId(b); });
        const OctreeGrid &grid_a = scene.tree(BodyId(a)).grid(), &grid_b = scene.tree(BodyId(b)).grid();
        for (const OctreeCell& cell_a : find_leaves(*given.stores[a], depth)) {
          for (const OctreeCell& cell_b : find_leaves(*given.stores[b], depth)) {
            const Sphere sa = grid_a.sphere(cell_a), sb = grid_b.sphere(cell_b);
            const double gap =
                (given.poses[a].apply(sa.center) - given.poses[b].apply(sb.center)).norm() - sa.radius - sb.radius;
            if (std::abs(gap) < 1e-12) continue;
            const bool is_found =
                hit != found->hits.end() &&
                std::binary_search(hit->spheres.begin(), hit->spheres.end(), SpherePair{cell_a, cell_b});
            ASSERT_EQ(is_found, gap < 0);
            (is_found ? met : unmet) += 1;
          }
        }
      }
    }
  }
  EXPECT_GT(met, 1000u);
  EXPECT_GT(unmet, 1000u);
}

TEST(SphereScene, spheres_alone_miss_nothing_and_say_how_near_bodies_are) {
  int more = 0;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const SoupScene given = make_soup_scene(seed, 8);
    SphereScene exact_scene = make(given, {.depth = 4}), rough_scene = make(given, {.depth = 4, .exact = false});
    const auto exact = exact_scene.find_hits(), rough = rough_scene.find_hits();
    ASSERT_TRUE(exact && rough);
    for (const BodyHit& hit : exact->hits) {
      EXPECT_TRUE(std::any_of(rough->hits.begin(), rough->hits.end(),
                              [&](const BodyHit& h) { return h.a == hit.a && h.b == hit.b; }));
    }
    for (const BodyHit& hit : rough->hits) {
      double distance = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < given.soups[hit.a].faces.size(); ++i) {
        for (std::size_t j = 0; j < given.soups[hit.b].faces.size(); ++j) {
          distance =
              std::min(distance, measure_triangle_triangle(place(given.soups[hit.a].triangle(i), given.poses[hit.a]),
                                                           place(given.soups[hit.b].triangle(j), given.poses[hit.b]))
                                     .distance);
          if (distance == 0) break;
        }
      }
      EXPECT_LE(distance, hit.within);
      more += distance > 0;
    }
  }
  EXPECT_GT(more, 0) << "spheres alone never said more than they had to";
}

TEST(SphereScene, answers_are_the_same_with_little_memory) {
  bool was_refused = false, was_short = false;
  for (const auto& [exact, stop_at_first] :
       {std::pair(true, false), std::pair(true, true), std::pair(false, false), std::pair(false, true)}) {
    const SoupScene given = make_soup_scene(7, 12);
    const SphereSearchSettings search{.stop_at_first = stop_at_first};
    SphereScene whole = make(given, {.depth = 4, .exact = exact});
    const auto expected = whole.find_hits(search);
    ASSERT_TRUE(expected);
    ASSERT_FALSE(expected->hits.empty());
    for (std::size_t limit = whole.memory().peak(); limit > 500; limit = limit * 2 / 3) {
      MemoryBudget memory(limit);
      SphereScene scene = make(given, {.depth = 4, .memory = &memory, .exact = exact});
      const auto found = scene.find_hits(search);
      EXPECT_LE(scene.memory().peak(), limit);
      if (!found) {
        EXPECT_NE(found.error().message.find(std::to_string(limit)), std::string::npos) << found.error().message;
        was_refused = true;
        continue;
      }
      was_short |= scene.memory().drop_count() > 0;
      EXPECT_TRUE(test_equal(*found, *expected)) << limit;
    }
  }
  EXPECT_TRUE(was_refused);
  EXPECT_TRUE(was_short);
}

TEST(SphereScene, bodies_move_and_branches_they_left_go) {
  SoupScene given;
  for (int i = 0; i < 2; ++i) given.add(make_soup(40 + static_cast<std::uint32_t>(i), 300, 0.3));
  SphereScene scene = make(given, {.depth = 4, .most_idle = 3});
  int touching = 0, apart = 0;
  for (int frame = 0; frame <= 20; ++frame) {
    given.poses[1] = {Eigen::Quaterniond(Eigen::AngleAxisd(0.1 * frame, Vec3::UnitZ())), Vec3(3 - 0.3 * frame, 0.1, 0)};
    scene.move(BodyId(1), given.poses[1]);
    const auto found = scene.find_hits();
    ASSERT_TRUE(found);
    const auto expected = find_pairs_one_by_one(given.soups[0], given.poses[0], given.soups[1], given.poses[1]);
    ASSERT_EQ(found->hits.empty(), expected.empty());
    if (!expected.empty()) {
      EXPECT_EQ(found->hits[0].triangles, expected);
    }
    (expected.empty() ? apart : touching) += 1;
  }
  EXPECT_GT(touching, 3);
  EXPECT_GT(apart, 3);
  EXPECT_GT(scene.memory().used(), 0u);
  scene.move(BodyId(1), {Eigen::Quaterniond::Identity(), Vec3(10, 0, 0)});
  for (int frame = 0; frame < 5; ++frame) ASSERT_TRUE(scene.find_hits());
  EXPECT_EQ(scene.memory().used(), 0u) << "nothing came near for more than three frames";
}

TEST(SphereScene, one_pair_can_be_enough) {
  const SoupScene given = make_soup_scene(7, 12);
  for (const bool exact : {true, false}) {
    SphereScene scene = make(given, {.depth = 4, .exact = exact});
    const auto all = scene.find_hits();
    const auto first = scene.find_hits({.stop_at_first = true});
    ASSERT_TRUE(all && first);
    ASSERT_EQ(all->hits.size(), first->hits.size());
    for (std::size_t i = 0; i < all->hits.size(); ++i) {
      EXPECT_EQ(first->hits[i].spheres.size() + first->hits[i].triangles.size(), 1u);
      EXPECT_EQ(first->hits[i].b, all->hits[i].b);
    }
  }
}

// Says of some cells that they are grey although nothing reaches into them, as graphics cards may. Then there are grey
// cells without triangles, and cells without grey children.
class GenerousTest final : public OverlapTest {
 public:
  Status find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const OverlapRequest& request = requests[i];
      grey[i] = 0;
      for (int child = 0; child < 8; ++child) {
        const Box3 box = request.grid->box(request.cell.child(child));
        for (std::uint32_t t = 0; t < request.triangles->triangle_count(); ++t) {
          const auto& page = *request.triangles->page(t / TriangleStore::kPageSize);
          if (test_triangle_box(page.triangles[t % TriangleStore::kPageSize], box)) grey[i] |= 1u << child;
        }
      }
      without_grey_ += grey[i] == 0;
      if (grey[i] != 0) grey[i] |= static_cast<std::uint8_t>(random_());
      ++count_;
    }
    return success();
  }
  std::uint64_t query_count() const override { return count_; }
  double excess() const override { return 1; }
  int without_grey() const { return without_grey_; }

 private:
  std::mt19937 random_{3};
  std::uint64_t count_ = 0;
  int without_grey_ = 0;
};

TEST(SphereScene, more_grey_cells_than_there_have_to_be_change_nothing) {
  for (const int depth : {2, 5}) {
    const SoupScene given = make_soup_scene(7, 8);
    GenerousTest generous, more_generous;
    SphereScene plain = make(given, {.depth = depth}), exact = make(given, {.depth = depth, .overlap = &generous});
    SphereScene rough = make(given, {.depth = 3, .exact = false});
    SphereScene more = make(given, {.depth = 3, .exact = false, .overlap = &more_generous});
    const auto expected = plain.find_hits(), found = exact.find_hits();
    ASSERT_TRUE(expected && found);
    EXPECT_TRUE(test_equal(*found, *expected));
    EXPECT_FALSE(expected->hits.empty());
    const auto few = rough.find_hits(), many = more.find_hits();
    ASSERT_TRUE(few && many);
    EXPECT_GE(many->hits.size(), few->hits.size());
    EXPECT_GT(more_generous.without_grey(), 10);
  }
}

// Pairs that touched in the last frame are looked at first, and count only if they still touch.
TEST(SphereScene, one_pair_is_one_of_all_pairs_while_bodies_move) {
  for (const bool exact : {true, false}) {
    SoupScene given = make_soup_scene(3, 8);
    SphereScene all_scene = make(given, {.depth = 4, .exact = exact});
    SphereScene first_scene = make(given, {.depth = 4, .exact = exact});
    int touching = 0, apart = 0, opened = 0;
    for (int frame = 0; frame < 40; ++frame) {
      for (std::size_t i = 0; i < given.poses.size(); ++i) {
        Pose3& pose = given.poses[i];
        pose.translation += (i % 2 == 0 ? 0.05 : -0.05) * Vec3(1, 0.3, 0.1);
        pose.rotation = Eigen::AngleAxisd(0.03, Vec3::UnitZ()) * pose.rotation;
        all_scene.move(BodyId(i), pose);
        first_scene.move(BodyId(i), pose);
      }
      const auto all = all_scene.find_hits(), first = first_scene.find_hits({.stop_at_first = true});
      ASSERT_TRUE(all && first);
      ASSERT_EQ(all->hits.size(), first->hits.size()) << frame;
      for (std::size_t i = 0; i < all->hits.size(); ++i) {
        const BodyHit &many = all->hits[i], &one = first->hits[i];
        EXPECT_EQ(std::pair(one.a, one.b), std::pair(many.a, many.b));
        ASSERT_EQ(one.spheres.size() + one.triangles.size(), 1u);
        EXPECT_TRUE(std::includes(many.triangles.begin(), many.triangles.end(), one.triangles.begin(),
                                  one.triangles.end()));
        EXPECT_TRUE(std::includes(many.spheres.begin(), many.spheres.end(), one.spheres.begin(), one.spheres.end()));
      }
      touching += static_cast<int>(all->hits.size());
      apart += static_cast<int>(all->counts.body_pairs - all->hits.size());
      opened += first->counts.opened < all->counts.opened;
    }
    EXPECT_GT(touching, 50);
    EXPECT_GT(apart, 10);
    EXPECT_GT(opened, 20);
  }
}

TEST(SphereScene, far_from_the_origin_nothing_is_lost) {
  SoupScene given = make_soup_scene(9, 6);
  for (Pose3& pose : given.poses) pose.translation += Vec3(1e7, -3e8, 2e6);
  SphereScene scene = make(given, {.depth = 5});
  const auto found = scene.find_hits();
  ASSERT_TRUE(found);
  std::size_t count = 0;
  for (std::uint32_t a = 0; a < given.soups.size(); ++a) {
    for (std::uint32_t b = a + 1; b < given.soups.size(); ++b)
      count += find_pairs_one_by_one(given.soups[a], given.poses[a], given.soups[b], given.poses[b]).size();
  }
  std::size_t found_count = 0;
  for (const BodyHit& hit : found->hits) found_count += hit.triangles.size();
  EXPECT_EQ(found_count, count);
  EXPECT_GT(count, 0u);
}

}  // namespace
}  // namespace abut
