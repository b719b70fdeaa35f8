// Where in a cell the surface is, against points of it.
#include <gtest/gtest.h>

#include <random>

#include "abut/sphere_tree.h"
#include "support/soups.h"

namespace abut {
namespace {

using test::make_soup;
using test::Soup;

// Of a leaf, points of its triangles that are in its cell.
struct Look {
  std::uint64_t inside = 0, smaller_boxes = 0, thin = 0, cells = 0;
};

Vec3 pick_point(const TrianglePoints& t, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  double u = share(random), v = share(random);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

bool test_inside(const Vec3& p, const Box3& box) {
  return (p.array() >= box.lower.array()).all() && (p.array() <= box.upper.array()).all();
}

void look_at(const SphereTree& tree, const SphereTree::Node& node, const Soup& soup, std::mt19937& random, Look& look) {
  const Box3 cell = tree.grid().box(node.cell);
  const SurfaceBounds bounds = tree.bounds(node);
  const double off = 1e-12 * (cell.lower.norm() + cell.upper.norm());
  ++look.cells;
  look.smaller_boxes += bounds.half.prod() < 0.5 * 0.125 * cell.size().prod();
  look.thin += bounds.reach < 0.25 * bounds.facing.cwiseAbs().dot(0.5 * cell.size());
  for (const std::uint32_t t : tree.triangles(node)) {
    for (int i = 0; i < 20; ++i) {
      const Vec3 p = pick_point(soup.triangle(t), random);
      if (!test_inside(p, cell)) continue;
      ++look.inside;
      EXPECT_LE((p - bounds.center).cwiseAbs().cwiseQuotient(bounds.half + Vec3::Constant(off)).maxCoeff(), 1);
      EXPECT_LE(std::abs(bounds.facing.dot(p) - bounds.middle), bounds.reach + 300 * off);
    }
  }
}

void look_below(SphereTree& tree, const SphereTree::Node& node, const Soup& soup, std::mt19937& random, Look& look) {
  if (node.branch) look_at(tree, node, soup, random, look);
  if (tree.is_leaf(node)) return;
  const auto opened = tree.open(node);
  ASSERT_TRUE(opened) << opened.error().message;
  for (int i = 0; i < 8; ++i) {
    if (opened->grey() >> i & 1) look_below(tree, opened->child(i), soup, random, look);
  }
}

TEST(SurfaceBounds, hold_what_is_in_their_cell) {
  std::mt19937 random(1);
  Look look;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    Soup soup = make_soup(seed, 150, seed % 3 == 0 ? 1 : 0.1);
    const double scale = seed % 4 == 1 ? 1e-9 : 1;
    for (Vec3& p : soup.positions) p = scale * p + (seed % 4 == 2 ? Vec3(1000, -2000, 0) : Vec3(0, 0, 0));
    MemoryTriangles store(soup.list());
    auto tree = SphereTree::make(store, {.depth = 4});
    ASSERT_TRUE(tree);
    look_below(*tree, tree->root(), soup, random, look);
  }
  EXPECT_GT(look.inside, 10'000u);
  EXPECT_GT(look.smaller_boxes, look.cells / 10);
  EXPECT_LT(look.smaller_boxes, look.cells);
  EXPECT_GT(look.thin, look.cells / 10);
  EXPECT_LT(look.thin, look.cells);
}

TEST(SurfaceBounds, of_large_cells_come_when_they_are_opened_often) {
  // Near a plane, in a box that is much higher.
  Soup soup = make_soup(5, 5000, 0.01);
  for (Vec3& p : soup.positions) p.z() *= 0.1;
  soup.add({Vec3(0, 0, 1), Vec3(0.1, 0, 1), Vec3(0, 0.1, 1)});
  soup.add({Vec3(0, 0, -1), Vec3(0.1, 0, -1), Vec3(0, 0.1, -1)});
  MemoryTriangles store(soup.list());
  auto tree = SphereTree::make(store, {.depth = 3});
  ASSERT_TRUE(tree);
  const auto measure = [&] {
    const auto opened = tree->open(tree->root());
    return tree->bounds(opened->child(0)).half;
  };
  const Vec3 first = measure();
  EXPECT_TRUE(first.isApprox(tree->grid().half(1), 1e-12));
  for (int i = 0; i < 5; ++i) measure();
  EXPECT_LT(measure().z(), 0.2 * first.z());
  std::mt19937 random(1);
  Look look;
  const auto opened = tree->open(tree->root());
  for (int i = 0; i < 8; ++i) look_at(*tree, opened->child(i), soup, random, look);
  EXPECT_GT(look.inside, 1000u);
}

TEST(SurfaceBounds, are_the_cell_where_leaves_keep_no_triangles) {
  const Soup soup = make_soup(1, 50, 0.1);
  MemoryTriangles store(soup.list());
  auto tree = SphereTree::make(store, {.depth = 2, .keep_leaf_triangles = false});
  ASSERT_TRUE(tree);
  const auto opened = tree->open(tree->root());
  for (int i = 0; i < 8; ++i) {
    if (!(opened->grey() >> i & 1)) continue;
    const auto child = opened->child(i);
    const SurfaceBounds bounds = tree->bounds(child);
    EXPECT_TRUE(bounds.center.isApprox(tree->grid().center(child.cell), 1e-12));
    EXPECT_TRUE(bounds.half.isApprox(tree->grid().half(1), 1e-12));
    EXPECT_TRUE(bounds.facing.isZero());
  }
}

}  // namespace
}  // namespace abut
