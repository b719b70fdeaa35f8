#include "abut/sphere_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/soups.h"
#include "tree/triangle_box.h"

namespace abut {
namespace {

using test::make_soup;
using test::random_point;
using test::Soup;

// All grey cells of a depth, by trying every triangle with every cell.
std::vector<OctreeCell> find_cells_one_by_one(const Soup& soup, const OctreeGrid& grid, std::uint32_t depth) {
  std::vector<OctreeCell> cells;
  OctreeCell cell{{0, 0, 0}, depth};
  for (cell.at[0] = 0; cell.at[0] < 1u << depth; ++cell.at[0]) {
    for (cell.at[1] = 0; cell.at[1] < 1u << depth; ++cell.at[1]) {
      for (cell.at[2] = 0; cell.at[2] < 1u << depth; ++cell.at[2]) {
        for (std::size_t i = 0; i < soup.faces.size(); ++i) {
          if (!test_triangle_box(soup.triangle(i), grid.box(cell))) continue;
          cells.push_back(cell);
          break;
        }
      }
    }
  }
  return cells;
}

struct Leaf {
  OctreeCell cell;
  std::vector<std::uint32_t> triangles;
};

void collect_leaves(SphereTree& tree, const SphereTree::Node& node, std::vector<Leaf>& leaves) {
  if (tree.is_leaf(node)) {
    const auto triangles = tree.triangles(node);
    leaves.push_back({node.cell, {triangles.begin(), triangles.end()}});
    return;
  }
  const auto opened = tree.open(node);
  ASSERT_TRUE(opened) << opened.error().message;
  for (int i = 0; i < 8; ++i) {
    if (opened->grey() >> i & 1) collect_leaves(tree, opened->child(i), leaves);
  }
}

std::vector<Leaf> find_leaves(SphereTree& tree) {
  std::vector<Leaf> leaves;
  collect_leaves(tree, tree.root(), leaves);
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) { return a.cell < b.cell; });
  return leaves;
}

void expect_exact(const Soup& soup, int depth) {
  MemoryTriangles store(soup.list());
  auto tree = SphereTree::make(store, {.depth = depth});
  ASSERT_TRUE(tree) << tree.error().message;
  const std::vector<Leaf> leaves = find_leaves(*tree);
  std::vector<OctreeCell> cells;
  for (const Leaf& leaf : leaves) {
    cells.push_back(leaf.cell);
    EXPECT_TRUE(std::is_sorted(leaf.triangles.begin(), leaf.triangles.end()));
    const Box3 box = tree->grid().box(leaf.cell);
    for (std::uint32_t i = 0; i < soup.faces.size(); ++i) {
      const bool is_listed = std::binary_search(leaf.triangles.begin(), leaf.triangles.end(), i);
      EXPECT_TRUE(is_listed || !test_triangle_box(soup.triangle(i), box));
    }
  }
  auto expected = find_cells_one_by_one(soup, tree->grid(), static_cast<std::uint32_t>(depth));
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(cells, expected);
  EXPECT_TRUE(depth == 1 || cells.size() < 1u << 3 * depth) << "none was white";
}

TEST(SphereTree, grey_cells_are_those_the_surface_reaches_into) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    expect_exact(make_soup(seed, 5, 0.1), 3);
    expect_exact(make_soup(seed, 3, 1), 4);
    expect_exact(make_soup(seed, 400, 0.02), 4);  // long lists
  }
}

TEST(SphereTree, triangles_on_faces_of_cells_are_in_the_cells_on_both_sides) {
  Soup soup;
  soup.add({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)});
  soup.add({Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)});
  soup.add({Vec3(0, 0, 0.5), Vec3(0.5, 0, 0.5), Vec3(0, 0.5, 0.5)});
  soup.add({Vec3(0.25, 0.25, 0.25), Vec3(0.25, 0.25, 0.25), Vec3(0.25, 0.25, 0.25)});  // a point
  soup.add({Vec3(0.75, 0.25, 0.25), Vec3(0.75, 0.25, 0.75), Vec3(0.75, 0.25, 0.5)});   // a segment
  for (int depth = 1; depth <= 4; ++depth) expect_exact(soup, depth);
}

TEST(SphereTree, something_flat_is_one_cell_thick) {
  Soup soup;
  soup.add({Vec3(0, 0, 3), Vec3(1, 0, 3), Vec3(0, 1, 3)});
  soup.add({Vec3(1, 1, 3), Vec3(1, 0, 3), Vec3(0, 1, 3)});
  MemoryTriangles store(soup.list());
  auto tree = SphereTree::make(store, {.depth = 4});
  ASSERT_TRUE(tree);
  EXPECT_EQ(find_leaves(*tree).size(), 16u * 16u);
}

TEST(SphereTree, spheres_hold_their_cells_and_the_spheres_of_their_children) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    Box3 box;
    const Vec3 at = random_point(random, std::pow(10.0, i % 7));
    for (int k = 0; k < 3; ++k) box.add(Vec3(at + random_point(random, 1)));
    const auto grid = OctreeGrid::make(box, 12);
    ASSERT_TRUE(grid);
    OctreeCell cell;
    Sphere around = grid->sphere(cell);
    for (int depth = 0; depth < 12; ++depth) {
      const Box3 bounds = grid->box(cell);
      for (int corner = 0; corner < 8; ++corner) {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = corner >> k & 1 ? bounds.upper[k] : bounds.lower[k];
        EXPECT_LE((p - around.center).norm(), around.radius);
      }
      cell = cell.child(static_cast<int>(random() % 8));
      const Sphere inner = grid->sphere(cell);
      EXPECT_LE((inner.center - around.center).norm() + inner.radius, around.radius * (1 + 1e-15));
      around = inner;
    }
  }
}

TEST(SphereTree, branches_come_when_opened_and_go_when_memory_is_short) {
  const Soup soup = make_soup(3, 2000, 0.05);
  MemoryTriangles store(soup.list());
  auto whole = SphereTree::make(store, {.depth = 4});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->branch_count(), 0u);
  const std::vector<Leaf> expected = find_leaves(*whole);
  EXPECT_EQ(whole->branch_count(), whole->made_count());
  const std::size_t all = whole->byte_count();

  bool was_refused = false, was_short = false;
  for (std::size_t limit = all; limit > 1000; limit = limit * 3 / 4) {
    MemoryBudget memory(limit);
    auto tree = SphereTree::make(store, {.depth = 4, .memory = &memory});
    ASSERT_TRUE(tree);
    const auto top = tree->open(tree->root());
    if (!top) {
      EXPECT_NE(top.error().message.find(std::to_string(memory.needed())), std::string::npos) << top.error().message;
      was_refused = true;
      continue;
    }
    std::vector<Leaf> leaves;
    bool is_refused = false;
    // Depth first, as a search goes.
    const auto walk = [&](const auto& self, const SphereTree::Node& node) -> void {
      if (is_refused) return;
      if (tree->is_leaf(node)) {
        const auto triangles = tree->triangles(node);
        leaves.push_back({node.cell, {triangles.begin(), triangles.end()}});
        return;
      }
      const auto opened = tree->open(node);
      if (!opened) {
        is_refused = true;
        EXPECT_GT(memory.needed(), limit);
        return;
      }
      for (int i = 0; i < 8; ++i) {
        if (opened->grey() >> i & 1) self(self, opened->child(i));
      }
    };
    walk(walk, tree->root());
    EXPECT_LE(memory.peak(), limit);
    EXPECT_EQ(memory.used(), tree->byte_count());
    if (is_refused) {
      was_refused = true;
      continue;
    }
    was_short |= memory.drop_count() > 0;
    std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) { return a.cell < b.cell; });
    ASSERT_EQ(leaves.size(), expected.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      EXPECT_EQ(leaves[i].cell, expected[i].cell);
      EXPECT_EQ(leaves[i].triangles, expected[i].triangles);
    }
  }
  EXPECT_TRUE(was_refused);
  EXPECT_TRUE(was_short);
}

// Calls visit for all inner nodes and leaves, each while its branch is open.
template <class Visit>
void visit_open(SphereTree& tree, const SphereTree::Node& node, const Visit& visit) {
  visit(node);
  if (tree.is_leaf(node)) return;
  const auto opened = tree.open(node);
  ASSERT_TRUE(opened) << opened.error().message;
  for (int i = 0; i < 8; ++i) {
    if (opened->grey() >> i & 1) visit_open(tree, opened->child(i), visit);
  }
}

TEST(SphereTree, boxes_around_triangles_are_there_for_each_node) {
  const Soup soup = make_soup(3, 700, 0.1);
  MemoryTriangles store(soup.list());
  MemoryBudget memory;
  auto tree = SphereTree::make(store, {.depth = 3, .memory = &memory});
  ASSERT_TRUE(tree);
  std::size_t count = 0;
  for (int again = 0; again < 2; ++again) {
    visit_open(*tree, tree->root(), [&](const SphereTree::Node& node) {
      const auto boxed = tree->box_triangles(node);
      ASSERT_TRUE(boxed);
      const auto given = tree->triangles(node);
      std::vector<std::uint32_t> expected(given.begin(), given.end()), found = boxed->hierarchy().order;
      if (!node.branch) {
        for (std::uint32_t i = 0; i < store.triangle_count(); ++i) expected.push_back(i);
      }
      EXPECT_EQ(tree->count_triangles(node), expected.size());
      for (const RigidTree::Leaf& leaf : boxed->hierarchy().leaves) {
        for (std::uint32_t i = 0; i < leaf.count; ++i) {
          const Vec3 corner = soup.triangle(found[leaf.first + i])[1];
          const Vec3 framed = (corner - store.frame().origin) * store.frame().scale;
          EXPECT_EQ(leaf.corners[1][2][i], static_cast<float>(framed.z()));
        }
      }
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, expected);
      ++count;
    });
    EXPECT_EQ(memory.used(), tree->byte_count());
  }
  EXPECT_GT(count, 200u);
  memory.advance(0);
  memory.advance(0);
  EXPECT_EQ(memory.used(), 0u);
  EXPECT_EQ(tree->byte_count(), 0u);
}

TEST(SphereTree, boxes_take_what_memory_is_left_and_give_way_to_branches) {
  const Soup soup = make_soup(3, 700, 0.1);
  MemoryTriangles store(soup.list());
  MemoryBudget memory(40'000);
  auto tree = SphereTree::make(store, {.depth = 3, .memory = &memory});
  ASSERT_TRUE(tree);
  EXPECT_FALSE(tree->box_triangles(tree->root())) << "700 triangles take more";
  EXPECT_EQ(memory.used(), 0u);
  int made = 0, left_out = 0;
  visit_open(*tree, tree->root(), [&](const SphereTree::Node& node) {
    const std::uint64_t drops = memory.drop_count();
    (tree->box_triangles(node) ? made : left_out) += 1;
    EXPECT_EQ(memory.drop_count(), drops);
    EXPECT_LE(memory.used(), memory.limit());
    EXPECT_EQ(memory.used(), tree->byte_count());
  });
  EXPECT_GT(made, 10);
  EXPECT_GT(left_out, 10);
  EXPECT_GT(memory.drop_count(), 10u);
}

TEST(SphereTree, what_is_not_used_for_a_time_goes) {
  const Soup soup = make_soup(3, 200, 0.05);
  MemoryTriangles store(soup.list());
  MemoryBudget memory;
  auto tree = SphereTree::make(store, {.depth = 3, .memory = &memory});
  ASSERT_TRUE(tree);
  find_leaves(*tree);
  const std::uint64_t all = tree->branch_count();
  memory.advance(2);
  ASSERT_TRUE(tree->open(tree->root()));
  memory.advance(2);
  EXPECT_EQ(tree->branch_count(), all);
  memory.advance(2);
  EXPECT_EQ(tree->branch_count(), 1u) << "only the first level was used in between";
  for (int i = 0; i < 2; ++i) memory.advance(2);
  EXPECT_EQ(tree->branch_count(), 0u);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(SphereTree, what_cannot_be_is_said) {
  MemoryTriangles nothing({{}, {}});
  EXPECT_FALSE(SphereTree::make(nothing));
  Soup soup = make_soup(1, 3, 1);
  MemoryTriangles store(soup.list());
  EXPECT_FALSE(SphereTree::make(store, {.depth = -1}));
  EXPECT_FALSE(SphereTree::make(store, {.depth = 25}));
  EXPECT_TRUE(SphereTree::make(store, {.depth = 24}));
  for (Vec3& p : soup.positions) p += Vec3(1e10, 0, 0);
  MemoryTriangles far(soup.list());
  const auto tree = SphereTree::make(far, {.depth = 24});
  ASSERT_FALSE(tree);
  EXPECT_NE(tree.error().message.find("24"), std::string::npos);
  EXPECT_TRUE(SphereTree::make(far, {.depth = 5}));
}

// A box and a triangle have a point in common if the triangle, cut by the six planes of the box, is not empty. With
// small whole numbers the cuts are exact enough to tell by a clear margin, and touching is tried by itself above.
double clip(const TrianglePoints& t, const Box3& box) {
  std::vector<Vec3> polygon(t.begin(), t.end());
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {1.0, -1.0}) {
      const double limit = sign > 0 ? box.upper[k] : -box.lower[k];
      std::vector<Vec3> kept;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double a = limit - sign * p[k], b = limit - sign * q[k];
        if (a >= 0) kept.push_back(p);
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) kept.push_back(p + a / (a - b) * (q - p));
      }
      polygon = kept;
    }
  }
  return polygon.empty() ? 0 : 1;
}

TEST(TriangleBox, is_that_of_a_clipped_triangle) {
  std::mt19937 random(11);
  int met = 0, apart = 0;
  for (int i = 0; i < 200000; ++i) {
    const Box3 box{random_point(random, 1) - Vec3::Constant(1), random_point(random, 1) + Vec3::Constant(1)};
    const Vec3 at = random_point(random, 3);
    const TrianglePoints t = {at, at + random_point(random, 3), at + random_point(random, 3)};
    const bool expected = clip(t, box) > 0;
    (expected ? met : apart) += 1;
    ASSERT_EQ(test_triangle_box(t, box), expected) << i;
  }
  EXPECT_GT(met, 10000);
  EXPECT_GT(apart, 10000);
}

// On a small grid nearly everything touches something.
TEST(TriangleBox, rounded_numbers_decide_only_what_they_can) {
  std::mt19937 random(12);
  std::uniform_int_distribution<int> any(-6, 6);
  int met = 0, apart = 0;
  for (int i = 0; i < 200000; ++i) {
    const double scale = i % 3 == 0 ? 0.1 : 1, shift = i % 5 == 0 ? 1e6 : 0;
    const auto draw = [&] {
      return Vec3(scale * any(random) + shift, scale * any(random) + shift, scale * any(random) + shift);
    };
    Box3 box;
    box.add(draw());
    box.add(draw());
    const TrianglePoints t = {draw(), draw(), draw()};
    const bool expected = test_triangle_box_exact(t, box);
    (expected ? met : apart) += 1;
    ASSERT_EQ(test_triangle_box(t, box), expected) << i;
  }
  EXPECT_GT(met, 10000);
  EXPECT_GT(apart, 10000);
}

TEST(TriangleBox, touching_counts) {
  const Box3 box{Vec3(0, 0, 0), Vec3(1, 1, 1)};
  int touches = 0, misses = 0;
  // A corner, an edge and a face of the box, touched and then missed by the least there is.
  for (const double off : {0.0, 0x1p-52}) {
    const double x = 1 + off;
    const TrianglePoints corner = {Vec3(x + 1, 1, 1 - 1), Vec3(x, 1, 1), Vec3(x + 1, 2, 2)};
    const TrianglePoints edge = {Vec3(1 + off, 1, -1), Vec3(1 + off, 1, 2), Vec3(3, 3, 0)};
    const TrianglePoints face = {Vec3(x, -5, -5), Vec3(x, 5, -5), Vec3(x, 0, 5)};
    const TrianglePoints across = {Vec3(2 + 4 * off, 0, 0.5), Vec3(0, 2 + 4 * off, 0.5), Vec3(3, 3, 0.5)};
    for (const TrianglePoints& t : {corner, edge, face, across}) (test_triangle_box(t, box) ? touches : misses) += 1;
  }
  EXPECT_EQ(touches, 4);
  EXPECT_EQ(misses, 4);
}

TEST(SphereTree, another_can_be_moved_into_its_place) {
  const Soup soup = make_soup(1, 200, 0.1);
  MemoryTriangles store(soup.list());
  MemoryBudget memory;
  auto first = SphereTree::make(store, {.depth = 3, .memory = &memory});
  auto second = SphereTree::make(store, {.depth = 3, .memory = &memory});
  ASSERT_TRUE(first && second);
  ASSERT_TRUE(first->open(first->root()));
  ASSERT_TRUE(second->open(second->root()));
  const std::size_t one = second->byte_count();
  *first = std::move(*second);
  EXPECT_EQ(memory.used(), one);
  memory.advance(0);  // what has gone must not be asked to give way
  EXPECT_EQ(memory.used(), 0u);
}

TEST(OctreeGrid, cells_whose_squares_are_no_numbers_are_refused) {
  const Box3 box{Vec3(0, 0, 0), Vec3(1e-139, 1e-139, 1e-139)};
  EXPECT_TRUE(OctreeGrid::make(box, 2));
  const auto refused = OctreeGrid::make(box, 5);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("too much for a body this small"), std::string::npos);
}

}  // namespace
}  // namespace abut
