#include "abut/rigid_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "scenes/scenes.h"
#include "support/soups.h"

namespace abut {
namespace {

using test::Soup;

Soup make_soup_of(const PolygonMesh& mesh) {
  const Surface surface = make_surface(mesh);
  return {mesh.positions, {surface.faces().begin(), surface.faces().end()}};
}

// Coordinates of a point along a box's axes, from its center: the axes as they stand, by Cramer's rule in long doubles.
std::array<long double, 3> see(const RigidTree::Boxes& boxes, std::size_t lane, const Vec3& p) {
  using Number = long double;
  std::array<std::array<Number, 3>, 3> axes;
  std::array<Number, 3> from;
  for (std::size_t k = 0; k < 3; ++k) {
    from[k] = static_cast<Number>(p[static_cast<Eigen::Index>(k)]) - boxes.center[k][lane];
    for (std::size_t i = 0; i < 3; ++i) axes[i][k] = boxes.axes[i][k][lane];
  }
  const auto volume = [](const auto& u, const auto& v, const auto& w) {
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  const Number whole = volume(axes[0], axes[1], axes[2]);
  return {volume(from, axes[1], axes[2]) / whole, volume(axes[0], from, axes[2]) / whole,
          volume(axes[0], axes[1], from) / whole};
}

class Check {
 public:
  explicit Check(const RigidTree& tree) : tree_(tree) {
    if (!tree.is_empty()) visit(0);
    EXPECT_EQ(places_.size(), tree.triangle_count());
  }
  std::size_t corners() const { return corners_; }
  /// Of all boxes' half sizes, how far out the corner is that is farthest out.
  double fill() const { return static_cast<double>(fill_ / static_cast<long double>(sides_)); }

 private:
  // All places below a node, each box having been held against those below it.
  std::vector<std::uint32_t> visit(std::uint32_t number) {
    const RigidTree::Node& node = tree_.nodes()[number];
    std::vector<std::uint32_t> all;
    EXPECT_GE(node.count, number == 0 ? 1u : 2u);
    for (std::uint32_t lane = 0; lane < node.count; ++lane) {
      const auto below =
          node.children[lane].is_leaf() ? list_leaf(node.children[lane].index()) : visit(node.children[lane].index());
      check_box(node.boxes, lane, below);
      all.insert(all.end(), below.begin(), below.end());
    }
    return all;
  }

  std::vector<std::uint32_t> list_leaf(std::uint32_t number) {
    const RigidTree::Leaf& leaf = tree_.leaves()[number];
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
      EXPECT_TRUE(places_.insert(leaf.first + i).second);
      list.push_back(leaf.first + i);
      const TrianglePoints t = find_framed(leaf.first + i);
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t k = 0; k < 3; ++k) {
          EXPECT_EQ(leaf.corners[c][k][i], static_cast<float>(t[c][static_cast<Eigen::Index>(k)]));
        }
      }
    }
    return list;
  }

  void check_box(const RigidTree::Boxes& boxes, std::uint32_t lane, const std::vector<std::uint32_t>& places) {
    std::array<long double, 3> most = {};
    for (const std::uint32_t place : places) {
      for (const Vec3& p : find_framed(place)) {
        const auto seen = see(boxes, lane, p);
        for (std::size_t i = 0; i < 3; ++i) {
          ASSERT_LE(std::abs(seen[i]), static_cast<long double>(boxes.half[i][lane]));
          most[i] = std::max(most[i], std::abs(seen[i]));
        }
        ++corners_;
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (boxes.half[i][lane] < 1e-6f) continue;
      fill_ += most[i] / boxes.half[i][lane];
      ++sides_;
    }
  }

  TrianglePoints find_framed(std::uint32_t place) const {
    TrianglePoints t = tree_.triangle(place);
    for (Vec3& p : t) p = (p - tree_.frame().origin) * tree_.frame().scale;
    return t;
  }

  const RigidTree& tree_;
  std::set<std::uint32_t> places_;
  std::size_t corners_ = 0, sides_ = 0;
  long double fill_ = 0;
};

TEST(RigidTree, boxes_hold_all_that_is_below_them) {
  for (const PolygonMesh& mesh : {make_torso(3000), make_drape(2000), make_sphere(1000)}) {
    for (const double scale : {1.0, 1e-30, 1e60}) {
      for (const double away : {0.0, 1e5}) {
        Soup soup = make_soup_of(mesh);
        for (Vec3& p : soup.positions) p = scale * (p + Vec3(away, -away, 2 * away));
        const RigidTree tree(soup.positions, soup.faces);
        const Check check(tree);
        EXPECT_GT(check.corners(), 3 * soup.faces.size());
        EXPECT_GT(check.fill(), 0.999);
      }
    }
  }
}

TEST(RigidTree, every_number_of_triangles_has_its_tree) {
  for (int count = 0; count <= 70; ++count) {
    const Soup soup = test::make_soup(static_cast<std::uint32_t>(count), count, 0.3);
    const RigidTree tree(soup.positions, soup.faces);
    EXPECT_EQ(tree.is_empty(), count == 0);
    const Check check(tree);
    std::uint32_t full = 0;
    for (const RigidTree::Leaf& leaf : tree.leaves()) full += leaf.count == RigidTree::kWidth;
    EXPECT_GE(full + 1, tree.leaves().size());
    for (std::uint32_t place = 0; place < tree.triangle_count(); ++place) {
      EXPECT_EQ(tree.triangle(place), soup.triangle(tree.face(place)));
    }
  }
}

// All in one point, one line or one plane; some corners the same.
TEST(RigidTree, flat_things_have_boxes_too) {
  std::mt19937 random(1);
  for (int dimensions = 0; dimensions <= 2; ++dimensions) {
    Soup soup = test::make_soup(7, 100, 0.2);
    for (Vec3& p : soup.positions) {
      for (int k = dimensions; k < 3; ++k) p[k] = 0.3;
    }
    const RigidTree tree(soup.positions, soup.faces);
    const Check check(tree);
    EXPECT_GT(check.corners(), 300u);
  }
}

TEST(RigidTree, boxes_are_turned_the_way_the_surface_lies) {
  // A bar along a diagonal: boxes along the coordinates would be far larger.
  const Vec3 along = Vec3(1, 1, 1).normalized(), side = Vec3(1, -1, 0).normalized();
  Soup soup;
  for (int i = 0; i < 40; ++i) soup.add({i * along, (i + 1) * along, i * along + 0.1 * side});
  const RigidTree tree(soup.positions, soup.faces);
  const RigidTree::Boxes& boxes = tree.nodes()[0].boxes;
  std::array<float, 3> half = {boxes.half[0][0], boxes.half[1][0], boxes.half[2][0]};
  std::sort(half.begin(), half.end());
  EXPECT_LT(half[0], 1e-5f);
  EXPECT_LT(half[1] / half[2], 0.01f);
}

}  // namespace
}  // namespace abut
