#include "detect/sphere_pair.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "abut/narrow.h"
#include "base/sort_unique.h"
#include "detect/plain_bodies.h"

namespace abut {
namespace {

using Node = SphereTree::Node;

// Cells with no more pairs of triangles than this are not opened any further: testing these takes less time.
constexpr std::size_t kFewTests = 16;
// What is remembered of triangles, and of pairs of them.
constexpr std::size_t kTriangles = 512, kPairs = 4096;

Box3 find_box(const TrianglePoints& t) {
  Box3 box;
  for (const Vec3& p : t) box.add(p);
  return box;
}

// How far something of this size reaches along the axes it is seen along.
Vec3 find_extent(const SphereView& view, const Vec3& half) {
  Vec3 extent = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) extent[i] += std::abs(view.turn[i][k]) * half[k];
  }
  return extent;
}

}  // namespace

SpherePairSearch::SpherePairSearch(const SpherePairSettings& settings) : settings_(settings), tested_(kPairs) {
  for (auto& list : remembered_) list.resize(kTriangles);
}

Status SpherePairSearch::run(SphereBody& a, SphereBody& b, BodyHit& hit, SphereCounts& counts) {
  hit_ = &hit;
  counts_ = &counts;
  prepare(a, b);
  ++run_;
  const Status status = visit(a.tree.root(), b.tree.root());
  if (!status) return status;
  // A triangle is listed in every cell it reaches into, so a pair may be found more than once.
  sort_unique(hit.spheres);
  sort_unique(hit.triangles);
  return success();
}

// Everything is seen from one body or the other, so that neither has to be moved. What is computed from coordinates may
// be off by some units in their last place: cells and spheres are taken for larger by more than that.
void SpherePairSearch::prepare(SphereBody& a, SphereBody& b) {
  const std::array<SphereBody*, 2> bodies = {&a, &b};
  const std::array<PlainPose, 2> poses = {as_plain(a.pose), as_plain(b.pose)};
  const double off =
      find_allowance(poses[0], find_root_sphere(a.tree.grid()), poses[1], find_root_sphere(b.tree.grid()));
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    side.body = bodies[i];
    side.view = make_view(poses[i], poses[1 - i]);
    const OctreeGrid &grid = bodies[i]->tree.grid(), &other_grid = bodies[1 - i]->tree.grid();
    const Vec3 half = 0.5 * (grid.box().upper - grid.box().lower);
    const Vec3 other_half = find_extent(side.view, 0.5 * (other_grid.box().upper - other_grid.box().lower));
    for (int depth = 0; depth <= OctreeGrid::kMaxDepth; ++depth) {
      const double part = std::ldexp(1.0, -depth);
      side.own_half[depth] = half * part + Vec3::Constant(off);
      side.other_half[depth] = other_half * part + Vec3::Constant(off);
      side.radius[depth] = grid.radius(static_cast<std::uint32_t>(depth)) + off;
    }
  }
}

Status SpherePairSearch::visit(const Node& a, const Node& b) {
  const bool a_is_leaf = sides_[0].body->tree.is_leaf(a), b_is_leaf = sides_[1].body->tree.is_leaf(b);
  if (settings_.exact && ((a_is_leaf && b_is_leaf) || is_small(a, b))) return test_triangles(a, b);
  if (a_is_leaf && b_is_leaf) {
    hit_->spheres.push_back({a.cell, b.cell});
    return success();
  }
  const bool open_a = b_is_leaf || (!a_is_leaf && should_open_first(a, b));
  return open_a ? open(0, a, b) : open(1, b, a);
}

// The larger one.
bool SpherePairSearch::should_open_first(const Node& a, const Node& b) const {
  return sides_[0].radius[a.cell.depth] >= sides_[1].radius[b.cell.depth];
}

// Only cells below the root have lists.
bool SpherePairSearch::is_small(const Node& a, const Node& b) const {
  if (!a.branch || !b.branch) return false;
  return sides_[0].body->tree.triangles(a).size() * sides_[1].body->tree.triangles(b).size() <= kFewTests;
}

Status SpherePairSearch::open(int side, const Node& node, const Node& other) {
  const auto opened = sides_[side].body->tree.open(node);
  if (!opened) return opened.error();
  ++counts_->opened;
  for (unsigned near = find_near(side, node, other) & opened->grey(); near && !is_done(); near &= near - 1) {
    const Node child = opened->child(std::countr_zero(near));
    const Status status = side == 0 ? visit(child, other) : visit(other, child);
    if (!status) return status;
  }
  return success();
}

// The children of a cell whose spheres meet that of the other body's cell; if the spheres are not themselves the
// answer, only those whose boxes overlap, too, along the axes here. Along each axis there are two centers to compare.
unsigned SpherePairSearch::find_near(int side, const Node& opened, const Node& other) const {
  const Side &here = sides_[side], &there = sides_[1 - side];
  const std::uint32_t depth = opened.cell.depth + 1;
  const Vec3 seen = there.body->tree.grid().center(other.cell);
  const double center[3] = {seen.x(), seen.y(), seen.z()};
  const OctreeGrid& grid = here.body->tree.grid();
  const Vec3 lowest = grid.center(opened.cell.child(0)), highest = grid.center(opened.cell.child(7));
  double low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    const double at = here.view.see(center, k);
    low[k] = at - lowest[k];
    high[k] = at - highest[k];
  }
  unsigned near = 0xff;
  if (settings_.exact) {
    constexpr std::array<unsigned, 3> kUpper = {0xaa, 0xcc, 0xf0};
    const Vec3 limit = here.own_half[depth] + here.other_half[other.cell.depth];
    for (int k = 0; k < 3; ++k) {
      if (std::abs(low[k]) > limit[k]) near &= kUpper[k];
      if (std::abs(high[k]) > limit[k]) near &= ~kUpper[k];
    }
  }
  return near & find_children_within(low, high, here.radius[depth] + there.radius[other.cell.depth]);
}

Status SpherePairSearch::test_triangles(const Node& a, const Node& b) {
  for (const auto& [side, node] : {std::pair(0, a), std::pair(1, b)}) {
    if (const Status status = place(side, node); !status) return status;
  }
  for (const Placed& p : placed_[0]) {
    for (const Placed& q : placed_[1]) {
      if (!test_overlap(p.box, q.box) || is_known(p.number, q.number)) continue;
      ++counts_->triangle_tests;
      if (test_triangle_triangle(p.points, q.points)) hit_->triangles.push_back({p.source, q.source});
      if (is_done()) return success();
    }
  }
  return success();
}

// Whether this pair was tested not long ago; from now on it was.
bool SpherePairSearch::is_known(std::uint32_t a, std::uint32_t b) {
  const Tested now{run_, static_cast<std::uint64_t>(a) << 32 | b};
  return std::exchange(tested_[(a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 20 & (kPairs - 1)], now) == now;
}

// The triangles of a cell that have area; all of them, if it is the root.
Status SpherePairSearch::place(int side, const Node& node) {
  const SphereTree& tree = sides_[side].body->tree;
  const auto listed = tree.triangles(node);
  const std::uint32_t count = node.branch ? static_cast<std::uint32_t>(listed.size()) : tree.store().triangle_count();
  placed_[side].clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Placed* placed = place(side, node.branch ? listed[i] : i);
    if (!placed) return tree.store().failure();
    if (placed->has_area) placed_[side].push_back(*placed);
  }
  return success();
}

const SpherePairSearch::Placed* SpherePairSearch::place(int side, std::uint32_t number) {
  Placed& placed = remembered_[side][number % kTriangles];
  if (placed.run == run_ && placed.number == number) return &placed;
  const SphereBody& body = *sides_[side].body;
  const TriangleStore::Page* page = body.tree.store().page(number / TriangleStore::kPageSize);
  if (!page) return nullptr;
  const TrianglePoints& t = page->triangles[number % TriangleStore::kPageSize];
  placed.run = run_;
  placed.number = number;
  placed.source = page->sources[number % TriangleStore::kPageSize];
  placed.points = {body.pose.apply(t[0]), body.pose.apply(t[1]), body.pose.apply(t[2])};
  placed.has_area = !test_collinear(placed.points[0], placed.points[1], placed.points[2]);
  placed.box = find_box(placed.points);
  return &placed;
}

}  // namespace abut
