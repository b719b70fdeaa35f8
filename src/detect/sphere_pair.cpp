#include "detect/sphere_pair.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "abut/narrow.h"
#include "base/sort_unique.h"
#include "detect/placed_leaf.h"
#include "detect/plain_bodies.h"
#include "detect/rigid_walk.h"

namespace abut {
namespace {

using Node = SphereTree::Node;

// Without boxes, cells with no more pairs of triangles than this are not opened any further: testing these takes less
// time.
constexpr std::size_t kFewTests = 16;
// Cells with no more triangles are not opened for exact answers: their triangles are put into boxes that are turned the
// way the surface lies. Fewer make frames slower, more the first frames that come by.
constexpr std::uint32_t kPatch = 192;
// What is remembered of triangles, and of pairs of them.
constexpr std::size_t kTriangles = 1024, kPairs = 4096;

Box3 find_box(const SphereBody& body) {
  const Sphere around = body.tree.grid().sphere({});
  const Vec3 center = body.pose.apply(around.center), half = Vec3::Constant(around.radius);
  return {center - half, center + half};
}

Float8 find_reach(int side, const FloatBox& box) {
  const auto& [x0, y0, z0] = box.lower;
  const auto& [x1, y1, z1] = box.upper;
  return side == 0 ? Float8{x0, y0, z0, 0, -x1, -y1, -z1, 0} : Float8{x1, y1, z1, 0, -x0, -y0, -z0, 0};
}

Double4 as_lanes(const Vec3& v) { return Double4{v.x(), v.y(), v.z(), 0}; }
double sum(const Double4& v) { return v[0] + v[1] + v[2]; }

// A matrix, by its columns, times a vector; and how far a box of this size reaches when it is turned so.
Double4 turn(const std::array<Double4, 3>& columns, const Vec3& v) {
  return columns[0] * v.x() + columns[1] * v.y() + columns[2] * v.z();
}
Double4 reach(const std::array<Double4, 3>& columns, const Vec3& half) {
  return lanes_abs(columns[0]) * half.x() + lanes_abs(columns[1]) * half.y() + lanes_abs(columns[2]) * half.z();
}

// No point is farther from the frame's origin than the farthest corner of the box.
PlacedHierarchy find_hierarchy(const SphereBody& body, const RigidTree::Hierarchy& hierarchy) {
  const TriangleStore& store = body.tree.store();
  const Vec3 origin = store.frame().origin;
  const Vec3 farthest = (store.box().upper - origin).cwiseMax(origin - store.box().lower);
  return {&hierarchy, store.frame(), farthest.norm(), body.pose};
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

SpherePairSearch::SpherePairSearch(bool exact) : exact_(exact) {
  if (!exact) return;
  tested_.resize(kPairs);
  for (auto& list : remembered_) list.resize(kTriangles);
}

Status SpherePairSearch::run(SphereBody& a, SphereBody& b, bool stop_at_first, const SphereWitness* witness,
                             BodyHit& hit, SphereCounts& counts) {
  stop_at_first_ = stop_at_first;
  hit_ = &hit;
  counts_ = &counts;
  prepare(a, b);
  ++run_;
  if (stop_at_first && witness) {
    if (const Status status = look_again(*witness); !status || is_done()) return status;
  }
  if (const Status status = visit(a.tree.root(), b.tree.root()); !status) return status;
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
  const double off = off_ =
      find_allowance(poses[0], find_root_sphere(a.tree.grid()), poses[1], find_root_sphere(b.tree.grid()));
  Box3 both = find_box(a);
  both.add(find_box(b));
  frame_ = make_box_frame(both);
  rigid_.reset();
  const int depth = std::max(a.tree.depth(), b.tree.depth());
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    side.body = bodies[i];
    side.view = make_view(poses[i], poses[1 - i]);
    const auto& turn = side.view.turn;
    for (int k = 0; k < 3; ++k) {
      side.columns[k] = Double4{turn[0][k], turn[1][k], turn[2][k], 0};
      side.rows[k] = Double4{turn[k][0], turn[k][1], turn[k][2], 0};
    }
    side.shift = Double4{side.view.shift[0], side.view.shift[1], side.view.shift[2], 0};
    const OctreeGrid &grid = bodies[i]->tree.grid(), &other_grid = bodies[1 - i]->tree.grid();
    const Vec3 half = 0.5 * (grid.box().upper - grid.box().lower);
    const Vec3 other_half = find_extent(side.view, 0.5 * (other_grid.box().upper - other_grid.box().lower));
    for (int d = 0; d <= depth; ++d) {
      const double part = std::ldexp(1.0, -d);
      side.own_half[d] = half * part + Vec3::Constant(off);
      side.other_half[d] = other_half * part + Vec3::Constant(off);
      side.radius[d] = grid.radius(static_cast<std::uint32_t>(d)) + off;
    }
  }
}

// Bodies that touch mostly do so at the same place a frame later.
Status SpherePairSearch::look_again(const SphereWitness& witness) {
  if (exact_) return test(witness.triangles.a, witness.triangles.b);
  if (test_meeting(witness.spheres)) hit_->spheres.push_back(witness.spheres);
  return success();
}

// Whether the search would come by two grey leaves.
bool SpherePairSearch::test_meeting(const SpherePair& pair) const {
  std::array<Node, 2> nodes;
  const std::array<const OctreeCell*, 2> leaves = {&pair.a, &pair.b};
  while (nodes[0].cell != pair.a || nodes[1].cell != pair.b) {
    const int side = choose_side(nodes[0], nodes[1]);
    const OctreeCell& leaf = *leaves[side];
    const std::uint32_t rest = leaf.depth - nodes[side].cell.depth - 1;
    const OctreeCell child{{leaf.at[0] >> rest, leaf.at[1] >> rest, leaf.at[2] >> rest}, nodes[side].cell.depth + 1};
    const unsigned near = find_near(side, nodes[side], nodes[1 - side]);
    if (!(near >> ((child.at[0] & 1) | (child.at[1] & 1) << 1 | (child.at[2] & 1) << 2) & 1)) return false;
    nodes[side].cell = child;
  }
  return true;
}

Status SpherePairSearch::visit(const Node& a, const Node& b) {
  const bool a_is_leaf = sides_[0].body->tree.is_leaf(a), b_is_leaf = sides_[1].body->tree.is_leaf(b);
  if (exact_ && is_patch(0, a) && is_patch(1, b)) {
    if (!is_plain_) return test_patches(a, b);
    if ((a_is_leaf && b_is_leaf) || is_small(a, b)) return test_listed(a, b);
  }
  if (a_is_leaf && b_is_leaf) {
    found_.spheres = {a.cell, b.cell};
    hit_->spheres.push_back(found_.spheres);
    return success();
  }
  return choose_side(a, b) == 0 ? open(0, a, b) : open(1, b, a);
}

// Which to open: the one that is no leaf, or that is no patch yet, or the larger one.
int SpherePairSearch::choose_side(const Node& a, const Node& b) const {
  if (sides_[0].body->tree.is_leaf(a)) return 1;
  if (sides_[1].body->tree.is_leaf(b)) return 0;
  if (exact_ && is_patch(0, a) != is_patch(1, b)) return is_patch(0, a) ? 1 : 0;
  return sides_[0].radius[a.cell.depth] >= sides_[1].radius[b.cell.depth] ? 0 : 1;
}

// Without memory for boxes, all cells below are opened; but not if one pair is enough: it is the first of all triangles
// here that touch, so that it is the same with any memory.
Status SpherePairSearch::test_patches(const Node& a, const Node& b) {
  if (const auto tested = test_boxed(a, b)) return *tested;
  if (stop_at_first_) return test_listed(a, b);
  is_plain_ = true;
  const Status status = visit(a, b);
  is_plain_ = false;
  return status;
}

bool SpherePairSearch::is_small(const Node& a, const Node& b) const {
  const auto count = [&](int side, const Node& node) -> std::size_t {
    return sides_[side].body->tree.count_triangles(node);
  };
  return count(0, a) * count(1, b) <= kFewTests;
}

bool SpherePairSearch::is_patch(int side, const Node& node) const {
  const SphereTree& tree = sides_[side].body->tree;
  return tree.is_leaf(node) || tree.count_triangles(node) <= kPatch;
}

Status SpherePairSearch::open(int side, const Node& node, const Node& other) {
  const auto opened = sides_[side].body->tree.open(node);
  if (!opened) return opened.error();
  ++counts_->opened;
  const SurfaceBounds there = exact_ ? find_bounds(1 - side, other) : SurfaceBounds();
  for (unsigned near = find_near(side, node, other) & opened->grey(); near && !is_done(); near &= near - 1) {
    const Node child = opened->child(std::countr_zero(near));
    if (exact_ && test_apart(side, find_bounds(side, child), there)) continue;
    const Status status = side == 0 ? visit(child, other) : visit(other, child);
    if (!status) return status;
  }
  return success();
}

// Whether the axes of either body, or the planes that the surface lies between, tell the two apart. What is there is
// seen from here.
bool SpherePairSearch::test_apart(int side, const SurfaceBounds& here, const SurfaceBounds& there) const {
  const Side &own = sides_[side], &other = sides_[1 - side];
  const Double4 here_half = as_lanes(here.half), there_half = as_lanes(there.half), off = Double4{} + off_;
  const Double4 center = turn(own.columns, there.center) + own.shift, between = center - as_lanes(here.center);
  const Double4 limit = here_half + reach(own.columns, there.half) + off;
  if (mask_greater(lanes_abs(between), limit)) return true;
  const Double4 back = turn(own.rows, Vec3(between[0], between[1], between[2]));
  const Double4 back_limit = there_half + reach(own.rows, here.half) + off;
  if (mask_greater(lanes_abs(back), back_limit)) return true;
  return test_beyond(side, here, center, there_half) ||
         test_beyond(1 - side, there, turn(other.columns, here.center) + other.shift, here_half);
}

// Whether a box of the other body lies beyond the planes around what is here.
bool SpherePairSearch::test_beyond(int side, const SurfaceBounds& planes, const Double4& center,
                                   const Double4& half) const {
  const Double4 facing = as_lanes(planes.facing), extents = lanes_abs(turn(sides_[side].rows, planes.facing)) * half;
  const double reach = planes.reach + sum(extents) + off_ * sum(lanes_abs(facing));
  return std::abs(sum(facing * center) - planes.middle) > reach;
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
  if (exact_) {
    constexpr std::array<unsigned, 3> kUpper = {0xaa, 0xcc, 0xf0};
    const Vec3 limit = here.own_half[depth] + here.other_half[other.cell.depth];
    for (int k = 0; k < 3; ++k) {
      if (std::abs(low[k]) > limit[k]) near &= kUpper[k];
      if (std::abs(high[k]) > limit[k]) near &= ~kUpper[k];
    }
  }
  return near & find_children_within(low, high, here.radius[depth] + there.radius[other.cell.depth]);
}

// Nothing if there is no memory for boxes.
std::optional<Status> SpherePairSearch::test_boxed(const Node& a, const Node& b) {
  const auto a_boxed = sides_[0].body->tree.box_triangles(a);
  if (!a_boxed) return std::nullopt;
  const auto b_boxed = sides_[1].body->tree.box_triangles(b);
  if (!b_boxed) return std::nullopt;
  const RigidTree::Hierarchy &p = a_boxed->hierarchy(), &q = b_boxed->hierarchy();
  if (p.order.empty() || q.order.empty()) return success();  // grey by a test that says so too often
  if (!rigid_) rigid_.emplace(find_hierarchy(*sides_[0].body, p), find_hierarchy(*sides_[1].body, q));
  rigid_->look_at(0, p);
  rigid_->look_at(1, q);
  Status status = success();
  RigidCounts counts;
  walk_leaf_pairs(*rigid_, counts, [&](RigidSlot a_slot, RigidSlot b_slot) {
    const std::uint32_t a_first = rigid_->leaf(0, a_slot).first, b_first = rigid_->leaf(1, b_slot).first;
    return visit_near_triangles(*rigid_, a_slot, b_slot, [&](std::uint32_t i, std::uint32_t j) {
      const std::uint32_t a_number = p.order[a_first + i], b_number = q.order[b_first + j];
      if (!is_known(a_number, b_number)) status = test(a_number, b_number);
      return status.has_value();
    });
  });
  return status;
}

Status SpherePairSearch::test_listed(const Node& a, const Node& b) {
  for (const auto& [side, node] : {std::pair(0, a), std::pair(1, b)}) {
    if (const Status status = list(side, node); !status) return status;
  }
  for (const Listed& p : listed_[0]) {
    for (const Listed& q : listed_[1]) {
      if (!test_less_equal_xyz(p.reach, q.reach) || is_known(p.number, q.number)) continue;
      if (const Status status = test(p.number, q.number); !status) return status;
    }
  }
  return success();
}

Status SpherePairSearch::test(std::uint32_t a, std::uint32_t b) {
  const Placed *p = place(0, a), *q = place(1, b);
  if (!p) return sides_[0].body->tree.store().failure();
  if (!q) return sides_[1].body->tree.store().failure();
  ++counts_->triangle_tests;
  if (!test_placed(p->points, q->points)) return success();
  auto& triangles = hit_->triangles;
  const TrianglePair pair{p->source, q->source};
  if (!stop_at_first_ || triangles.empty()) {
    triangles.push_back(pair);
  } else if (pair < triangles[0]) {
    triangles[0] = pair;
  } else {
    return success();
  }
  found_.triangles = {a, b};
  return success();
}

// Whether this pair was tested not long ago; from now on it was.
bool SpherePairSearch::is_known(std::uint32_t a, std::uint32_t b) {
  const Tested now{run_, static_cast<std::uint64_t>(a) << 32 | b};
  return std::exchange(tested_[(a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 20 & (kPairs - 1)], now) == now;
}

// The triangles of a cell that have area; all of them, if it is the root.
Status SpherePairSearch::list(int side, const Node& node) {
  const SphereTree& tree = sides_[side].body->tree;
  const auto numbers = tree.triangles(node);
  const std::uint32_t count = node.branch ? static_cast<std::uint32_t>(numbers.size()) : tree.store().triangle_count();
  listed_[side].clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Placed* placed = place(side, node.branch ? numbers[i] : i);
    if (!placed) return tree.store().failure();
    if (test_area(placed->points))
      listed_[side].push_back({find_reach(side, make_float_box(placed->points, frame_)), placed->number});
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
  const Placing place_point(body.pose);
  placed.points = {place_point(t[0]), place_point(t[1]), place_point(t[2])};
  return &placed;
}

}  // namespace abut
