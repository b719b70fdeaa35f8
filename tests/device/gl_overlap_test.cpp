// Grey by OpenGL is never less than grey by the processor, and not much more. Where there is no driver, all is skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <thread>

#include "abut/device.h"
#include "abut/io.h"
#include "support/data.h"
#include "support/soups.h"
#include "tree/cell_split.h"

namespace abut {
namespace {

using test::make_soup;
using test::random_point;
using test::Soup;

struct Counts {
  std::uint64_t grey = 0, white = 0, extra = 0;
};

class GlOverlap : public testing::Test {
 protected:
  void SetUp() override {
    static const auto shared = make_gl_overlap_test();
    if (!shared) GTEST_SKIP() << shared.error().message;
    gl_ = shared->get();
  }

  std::uint8_t find_grey(const OverlapRequest& request) {
    std::uint8_t grey = 0;
    const Status status = gl_->find_grey_children({&request, 1}, {&grey, 1});
    EXPECT_TRUE(status) << status.error().message;
    return grey;
  }

  // A cell and all below it that are grey by either, or one of them.
  void compare(const OverlapRequest& request, std::uint32_t depth, bool only_one = false) {
    CellSplitter splitter;
    const CellSplit& split = splitter.split(request);
    const std::uint8_t found = find_grey(request);
    EXPECT_EQ(split.grey & ~found, 0) << "lost at depth " << request.cell.depth;
    unsigned left = found;
    if (only_one && found) left = 1u << (std::bit_width(static_cast<unsigned>(found)) - 1);
    for (int i = 0; i < 8; ++i) {
      if (!(found >> i & 1)) {
        ++counts_.white;
      } else if (split.grey >> i & 1) {
        ++counts_.grey;
      } else {
        ++counts_.extra;
        expect_near(request, request.cell.child(i));
      }
      if (left >> i & 1 && request.cell.depth + 1 < depth)
        compare({request.triangles, request.grid, request.cell.child(i), split.of[i]}, depth, only_one);
    }
  }
  void compare(const Soup& soup, int depth, bool only_one = false) {
    MemoryTriangles store(soup.list());
    const auto grid = OctreeGrid::make(store.box(), depth);
    ASSERT_TRUE(grid) << grid.error().message;
    compare({&store, &*grid, {}, {}}, static_cast<std::uint32_t>(depth), only_one);
  }

  // Of the box, enlarged by what the backend says.
  void expect_near(const OverlapRequest& request, const OctreeCell& child) {
    Box3 box = request.grid->box(child);
    const Vec3 more = gl_->excess() * (box.upper - box.lower);
    box = {box.lower - more, box.upper + more};
    bool is_near = false;
    visit_triangles(*request.triangles, request.cell, request.candidates,
                    [&](std::uint32_t, const TrianglePoints& triangle, const auto&) {
                      is_near = test_triangle_box(triangle, box);
                      return !is_near;
                    });
    EXPECT_TRUE(is_near) << "grey at depth " << child.depth << ", with nothing near";
  }

  void expect_both() {
    EXPECT_GT(counts_.grey, 50u);
    EXPECT_GT(counts_.white, 50u);
  }

  DeviceOverlapTest* gl_ = nullptr;
  Counts counts_;
};

TEST_F(GlOverlap, nothing_is_lost_of_soups) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    compare(make_soup(seed, 5, 0.1), 4);
    compare(make_soup(seed, 3, 1), 4);
    compare(make_soup(seed, 400, 0.02), 3);
  }
  expect_both();
  EXPECT_LT(counts_.extra, counts_.grey / 20) << counts_.grey << " are grey";
}

// Thinner and thinner, down to segments; and edge-on from one side or two.
TEST_F(GlOverlap, nothing_is_lost_of_needles_and_slivers) {
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    Soup soup;
    for (int k = 0; k < 4; ++k) {
      const Vec3 at = random_point(random, 1);
      Vec3 along = random_point(random, 1);
      for (int axis = 0; axis < 3; ++axis) {
        if (i >> axis & 1) along[axis] *= 1e-9;
      }
      const Vec3 aside = std::pow(10.0, -(i % 17)) * random_point(random, 1);
      soup.add({at, at + along, at + 0.3 * along + aside});
      soup.add({at, at + along, at + along + aside});
    }
    compare(soup, 4);
  }
  expect_both();
  EXPECT_LT(counts_.extra, counts_.grey / 10) << counts_.grey << " are grey";
}

TEST_F(GlOverlap, nothing_is_lost_of_points_and_segments) {
  std::mt19937 random(8);
  std::uniform_int_distribution<int> step(-8, 8);
  for (int i = 0; i < 20; ++i) {
    Soup soup;
    for (int k = 0; k < 10; ++k) {
      // On faces, edges and corners of cells, or anywhere.
      const auto draw = [&] {
        return i % 2 ? Vec3(step(random) / 8.0, step(random) / 8.0, step(random) / 8.0) : random_point(random, 1);
      };
      const Vec3 p = draw(), q = draw();
      soup.add({p, p, p});
      soup.add({p, q, q});
      soup.add({p, 0.5 * (p + q), q});
    }
    compare(soup, 4);
  }
  expect_both();
}

TEST_F(GlOverlap, faces_between_cells_are_in_the_cells_on_both_sides) {
  for (int axis = 0; axis < 3; ++axis) {
    Soup soup;
    soup.add({Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)});
    soup.add({Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)});
    for (const double at : {0.0, 0.25, 0.5, 1.0}) {
      Vec3 a = Vec3::Constant(0.25), b = a, c = a;
      a[axis] = b[axis] = c[axis] = at;
      b[(axis + 1) % 3] = c[(axis + 2) % 3] = 0.5;
      soup.add({a, b, c});
    }
    compare(soup, 4);
  }
  expect_both();
}

// Corners on corners of cells: most of what meets only touches.
TEST_F(GlOverlap, touching_counts) {
  std::mt19937 random(10);
  std::uniform_int_distribution<int> any(-8, 8);
  const auto draw = [&] { return Vec3(any(random), any(random), any(random)); };
  for (int i = 0; i < 150; ++i) {
    Soup soup;
    soup.add({Vec3::Constant(-8), Vec3::Constant(-8), Vec3::Constant(-8)});
    soup.add({Vec3::Constant(8), Vec3::Constant(8), Vec3::Constant(8)});
    soup.add({draw(), draw(), draw()});
    compare(soup, 4);
  }
  expect_both();
}

TEST_F(GlOverlap, nothing_is_lost_far_away_and_at_any_scale) {
  for (int power = -12; power <= 12; power += 3) {
    for (const double away : {0.0, 1e3, 1e6}) {
      Soup soup = make_soup(static_cast<std::uint32_t>(power + 12), 20, 0.3);
      for (Vec3& p : soup.positions) p = std::pow(10.0, power) * (p + Vec3(away, -away, 0.5 * away));
      compare(soup, 3);
    }
  }
  for (const double scale : {1e-135, 1e-100, 1e100}) {
    Soup soup = make_soup(3, 20, 0.3);
    for (Vec3& p : soup.positions) p *= scale;
    compare(soup, 3);
  }
  expect_both();
  EXPECT_LT(counts_.extra, counts_.grey / 20) << counts_.grey << " are grey";
}

// Cells down to the limits of the coordinates: there are triangles millions of cells wide, and cells are not quite
// alike.
TEST_F(GlOverlap, nothing_is_lost_in_the_smallest_cells) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Soup soup = make_soup(seed, 20, 2);
    compare(soup, 24, true);
    for (Vec3& p : soup.positions) p += Vec3(1e6, 1e6, -1e6);
    compare(soup, 22, true);
  }
  expect_both();
}

TEST_F(GlOverlap, boxes_need_not_be_cubes) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    Soup soup = make_soup(seed, 50, 0.2);
    for (Vec3& p : soup.positions) p = p.cwiseProduct(Vec3(1000, 1, 0.001));
    compare(soup, 3);
  }
  expect_both();
}

TEST_F(GlOverlap, real_meshes_get_few_cells_more) {
  ABUT_NEED_DATA();
  for (const char* name : {"bunny", "cow", "dragon", "lamp"}) {
    counts_ = {};
    const auto mesh = read_mesh(test::data_folder() / "meshes" / "spheretree" / (std::string(name) + ".obj"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    const Surface surface = make_surface(mesh->mesh());
    MemoryTriangles store({mesh->mesh().positions, surface.faces()});
    const auto grid = OctreeGrid::make(store.box(), 5);
    ASSERT_TRUE(grid);
    compare({&store, &*grid, {}, {}}, 4);
    EXPECT_LT(counts_.extra, counts_.grey / 20) << name << ": " << counts_.grey << " are grey";
    EXPECT_GT(counts_.white, counts_.grey / 20) << name;
  }
}

// Cells with many triangles, few, or none, all in one call.
TEST_F(GlOverlap, many_requests_get_the_answers_of_one_at_a_time) {
  const Soup first = make_soup(1, 3000, 0.1), second = make_soup(2, 50, 0.5);
  MemoryTriangles stores[] = {MemoryTriangles(first.list()), MemoryTriangles(second.list())};
  std::vector<OctreeGrid> grids;
  for (const MemoryTriangles& store : stores) grids.push_back(*OctreeGrid::make(store.box(), 5));
  std::vector<std::uint32_t> some = {3, 4, 5, 30};
  std::vector<OverlapRequest> requests;
  for (std::uint32_t i = 0; i < 512; ++i) {
    const OctreeCell cell{{i & 7, i >> 3 & 7, i >> 6}, 3};
    requests.push_back({&stores[i % 2], &grids[i % 2], cell, some});
    if (i % 64 == 0) requests.push_back({&stores[i % 3 % 2], &grids[i % 3 % 2], {}, {}});
    if (i % 50 == 0) requests.push_back({&stores[0], &grids[0], cell, {}});
  }
  std::vector<std::uint8_t> grey(requests.size());
  ASSERT_TRUE(gl_->find_grey_children(requests, grey));
  for (std::size_t i = 0; i < requests.size(); ++i) EXPECT_EQ(grey[i], find_grey(requests[i])) << i;
  EXPECT_GT(std::count(grey.begin(), grey.end(), 0), 10);
  EXPECT_GT(std::count(grey.begin(), grey.end(), 0xff), 5);
}

// One to three for each child, as in the paper: the first that sees something is the last.
// A cell that is grey by too large a margin may have no triangles at all, and no grey children.
TEST_F(GlOverlap, cells_that_nothing_reaches_into_have_no_grey_children) {
  Soup soup;
  soup.add({Vec3(0, 0, 0), Vec3(0.1, 0, 0.1), Vec3(0, 0.1, 0.1)});
  soup.add({Vec3(8, 8, 8), Vec3(7.9, 8, 7.9), Vec3(8, 7.9, 7.9)});
  MemoryTriangles store(soup.list());
  const auto grid = OctreeGrid::make(store.box(), 3);
  ASSERT_TRUE(grid);
  const std::array<std::uint32_t, 2> both = {0, 1};
  const OctreeCell empty = OctreeCell().child(1);
  const std::array<OverlapRequest, 3> requests = {OverlapRequest{&store, &*grid, empty, {}},
                                                  OverlapRequest{&store, &*grid, empty, both},
                                                  OverlapRequest{&store, &*grid, empty.child(3), {}}};
  std::array<std::uint8_t, 3> grey = {0xff, 0xff, 0xff};
  const std::uint64_t before = gl_->query_count();
  const Status status = gl_->find_grey_children(requests, grey);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(grey, (std::array<std::uint8_t, 3>{}));
  EXPECT_EQ(gl_->query_count() - before, 3u * 24u) << "each child from each side";
}

TEST_F(GlOverlap, queries_are_counted) {
  std::mt19937 random(9);
  std::uint64_t least = 24, most = 8;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Soup soup = make_soup(seed, 1 + static_cast<int>(random() % 100), 1e-3);
    MemoryTriangles store(soup.list());
    const auto grid = OctreeGrid::make(store.box(), 1);
    ASSERT_TRUE(grid);
    const std::uint64_t before = gl_->query_count();
    const std::uint8_t grey = find_grey({&store, &*grid, {}, {}});
    const std::uint64_t count = gl_->query_count() - before;
    const auto white = static_cast<std::uint64_t>(8 - std::popcount(grey));
    EXPECT_GE(count, 8 + 2 * white);
    EXPECT_LE(count, 24u);
    least = std::min(least, count);
    most = std::max(most, count);
  }
  EXPECT_LT(least, 12u);
  EXPECT_GT(most, 20u);
}

// A sheet across the axis in each half is seen from the side that looks along it, and from no other.
TEST_F(GlOverlap, queries_end_with_the_side_that_sees_the_surface) {
  for (int axis = 0; axis < 3; ++axis) {
    Soup soup;
    for (const double at : {-1.0, 1.0}) {
      Vec3 a = Vec3::Constant(-1), b = a, c = a;
      a[axis] = b[axis] = c[axis] = at;
      b[(axis + 1) % 3] = c[(axis + 2) % 3] = 2;
      soup.add({a, b, c});
    }
    MemoryTriangles store(soup.list());
    const auto grid = OctreeGrid::make(store.box(), 1);
    ASSERT_TRUE(grid);
    const std::uint64_t before = gl_->query_count();
    EXPECT_EQ(find_grey({&store, &*grid, {}, {}}), 0xff);
    EXPECT_EQ(gl_->query_count() - before, 8u * static_cast<unsigned>(axis + 1));
  }
}

std::vector<OctreeCell> find_cells(SphereTree& tree) {
  std::vector<OctreeCell> cells;
  const auto walk = [&](const auto& self, const SphereTree::Node& node) -> void {
    cells.push_back(node.cell);
    if (tree.is_leaf(node)) return;
    const auto opened = tree.open(node);
    ASSERT_TRUE(opened) << opened.error().message;
    for (int i = 0; i < 8; ++i) {
      if (opened->grey() >> i & 1) self(self, opened->child(i));
    }
  };
  walk(walk, tree.root());
  std::sort(cells.begin(), cells.end());
  return cells;
}

TEST_F(GlOverlap, trees_hold_those_of_the_processor) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Soup soup = make_soup(seed, 60, 0.2);
    MemoryTriangles store(soup.list());
    auto exact = SphereTree::make(store, {.depth = 4}), seen = SphereTree::make(store, {.depth = 4, .overlap = gl_});
    ASSERT_TRUE(exact && seen);
    const std::vector<OctreeCell> few = find_cells(*exact), more = find_cells(*seen);
    EXPECT_TRUE(std::includes(more.begin(), more.end(), few.begin(), few.end()));
    EXPECT_LT(more.size(), few.size() * 21 / 20);
  }
}

TEST_F(GlOverlap, several_work_side_by_side_and_in_turn) {
  const Soup soup = make_soup(1, 200, 0.1);
  MemoryTriangles store(soup.list());
  const auto grid = OctreeGrid::make(store.box(), 1);
  ASSERT_TRUE(grid);
  const OverlapRequest request{&store, &*grid, {}, {}};
  const std::uint8_t expected = find_grey(request);
  {
    const auto other = make_gl_overlap_test();
    ASSERT_TRUE(other);
    std::uint8_t grey = 0;
    EXPECT_TRUE((*other)->find_grey_children({&request, 1}, {&grey, 1}));
    EXPECT_EQ(grey, expected);
    EXPECT_EQ((*other)->device_name(), gl_->device_name());
  }
  EXPECT_EQ(find_grey(request), expected);
  std::uint8_t elsewhere = 0;
  std::thread([&] { elsewhere = find_grey(request); }).join();
  EXPECT_EQ(elsewhere, expected);
  EXPECT_EQ(find_grey(request), expected);
}

class BrokenStore final : public TriangleStore {
 public:
  explicit BrokenStore(const TriangleList& list) { set_extent(list); }
  const Page* page(std::uint32_t) override { return nullptr; }
  Error failure() const override { return {"the disk is gone"}; }
};

TEST_F(GlOverlap, triangles_that_cannot_be_read_are_said) {
  const Soup soup = make_soup(1, 10, 1);
  BrokenStore store(soup.list());
  const auto grid = OctreeGrid::make(store.box(), 1);
  ASSERT_TRUE(grid);
  const OverlapRequest request{&store, &*grid, {}, {}};
  std::uint8_t grey = 0;
  const Status status = gl_->find_grey_children({&request, 1}, {&grey, 1});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "the disk is gone");
}

}  // namespace
}  // namespace abut
