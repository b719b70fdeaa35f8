// Boxes by separating axes: along their own axes first, then across each two of them (Gottschalk, Lin and Manocha
// 1996), eight boxes at once. Triangles by their extents, then by their planes.
//
// Rounding. The unit is such that no coordinate of either tree is beyond 1 and one of them reaches out to about 1. What
// a float holds is off by 2^-24 of it at most; a center seen from the other side is a sum of a dozen such terms, a
// place along an axis one of three of these, and axes are at right angles and of length 1 up to 2^-22. So all that is
// compared is off by less than kSeeing times the reach of both, and kTurning times the size of the boxes.
#include "detect/rigid_view.h"

#include <algorithm>
#include <cmath>

#include "tree/float_rounding.h"

namespace abut {
namespace {

constexpr double kSeeing = 0x1p-18;
constexpr float kTurning = 0x1p-18f;
// Products of edges: coordinates are off by 2^-25, so normals by less than this times the edges' length.
constexpr float kNormal = 0x1p-21f;
// Corners at their places are rounded to doubles; what is found from poses, too.
constexpr double kPlacing = 0x1p-46;

// Squares of normals below this may have lost digits.
constexpr float kShortest = 1e-30f;
// In units; bodies farther apart get a larger unit.
constexpr double kFar = 64;

using Matrix = Eigen::Matrix3d;

Float8 magnitude(const Float8& v) {
  return reinterpret_cast<Float8>(reinterpret_cast<Int8>(v) & (Int8{} + 0x7fffffff));
}
Float8 load_lanes(const RigidTree::Lanes& lanes) { return load<Float8>(lanes.data()); }
Float8 spread(float x) { return Float8{} + x; }
Float8 min_of_three(const Float8& a, const Float8& b, const Float8& c) { return lanes_min(lanes_min(a, b), c); }
Float8 max_of_three(const Float8& a, const Float8& b, const Float8& c) { return lanes_max(lanes_max(a, b), c); }

// How far a quaternion's matrix is from a turn.
double find_distortion(const Pose3& pose) { return 32 * std::abs(1 - pose.rotation.squaredNorm()); }

double find_farthest(const PlacedHierarchy& placed) { return placed.frame.origin.norm() + placed.reach; }

Vec3 find_origin(const PlacedHierarchy& placed) { return placed.pose.apply(placed.frame.origin); }

PlacedHierarchy find_hierarchy(const PlacedRigid& placed) {
  return {&placed.tree->hierarchy(), placed.tree->frame(), placed.tree->reach(), placed.pose};
}

// The length of what is beside a box along three axes at right angles, and what rounding may have added to it.
Float8 measure_beside(const Float8& x, const Float8& y, const Float8& z) {
  const Float8 zero = {}, u = lanes_max(x, zero), v = lanes_max(y, zero), w = lanes_max(z, zero);
  return lanes_sqrt(u * u + v * v + w * w) * (1 - 4 * kTurning);
}

unsigned mask_lanes(std::uint32_t count) { return (1u << count) - 1; }

// Eight boxes here and one there, and what is between them along the axes of both.
struct BoxAxes {
  BoxAxes(const RigidTree::Boxes& boxes, float ratio, const SeenBox& box) : there(box) {
    for (int k = 0; k < 3; ++k) {
      between[k] = box.center[k] - ratio * load_lanes(boxes.center[k]);
      half[k] = ratio * load_lanes(boxes.half[k]);
    }
    for (int i = 0; i < 3; ++i) {
      const Float8 x = load_lanes(boxes.axes[i][0]), y = load_lanes(boxes.axes[i][1]), z = load_lanes(boxes.axes[i][2]);
      along[i] = x * between[0] + y * between[1] + z * between[2];
      for (int j = 0; j < 3; ++j) {
        turn[i][j] = x * box.axes[j][0] + y * box.axes[j][1] + z * box.axes[j][2];
        size[i][j] = magnitude(turn[i][j]);
      }
    }
    sizes = half[0] + half[1] + half[2] + (box.half[0] + box.half[1] + box.half[2]);
  }

  std::array<Float8, 3> find_gaps_here() const {
    const auto gap = [&](int i) {
      const auto& [x, y, z] = there.half;
      return magnitude(along[i]) - (half[i] + x * size[i][0] + y * size[i][1] + z * size[i][2]);
    };
    return {gap(0), gap(1), gap(2)};
  }
  std::array<Float8, 3> find_gaps_there() const {
    const auto gap = [&](int j) {
      const auto& [x, y, z] = there.axes[j];
      const Float8 back = x * between[0] + y * between[1] + z * between[2];
      return magnitude(back) - (there.half[j] + half[0] * size[0][j] + half[1] * size[1][j] + half[2] * size[2][j]);
    };
    return {gap(0), gap(1), gap(2)};
  }
  // Along the line through both centers.
  Float8 find_gap_between() const {
    Float8 reach = {};
    for (int i = 0; i < 3; ++i) {
      const auto& [x, y, z] = there.axes[i];
      reach += half[i] * magnitude(along[i]);
      reach += there.half[i] * magnitude(x * between[0] + y * between[1] + z * between[2]);
    }
    const Float8 squared = between[0] * between[0] + between[1] * between[1] + between[2] * between[2];
    return squared > kShortest ? (squared - reach) / lanes_sqrt(squared) : Float8{};
  }
  // Along the cross product of axis i here and axis j there, which is of length 1 at most.
  Float8 find_gap_across(int i, int j) const {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const Float8 reach =
        half[i1] * size[i2][j] + half[i2] * size[i1][j] + there.half[j1] * size[i][j2] + there.half[j2] * size[i][j1];
    return magnitude(along[i2] * turn[i1][j] - along[i1] * turn[i2][j]) - reach;
  }

  const SeenBox& there;
  std::array<Float8, 3> between, half, along;       // `along`: between the centers along the axes here
  std::array<std::array<Float8, 3>, 3> turn, size;  // turn[i][j]: axis i here along axis j there; and how much
  Float8 sizes;
};

}  // namespace

RigidView::RigidView(const PlacedRigid& a, const PlacedRigid& b, double margin)
    : RigidView(find_hierarchy(a), find_hierarchy(b), margin) {}

RigidView::RigidView(const PlacedHierarchy& a, const PlacedHierarchy& b, double margin)
    : hierarchies_{a.hierarchy, b.hierarchy} {
  const double a_farthest = find_farthest(a), b_farthest = find_farthest(b);
  const double placing = kPlacing * (a.pose.translation.norm() + b.pose.translation.norm() + a_farthest + b_farthest) +
                         find_distortion(a.pose) * a_farthest + find_distortion(b.pose) * b_farthest;
  const Vec3 way = find_origin(a) - find_origin(b);
  const double reach = a.reach + b.reach, between = way.norm();
  const double off = margin + placing + kSeeing * std::max(reach, between);
  is_apart_ = between > reach + off;
  scale_ = std::min(a.frame.scale, b.frame.scale);
  if (between * scale_ > kFar) scale_ = std::ldexp(1.0, -std::ilogb(between));
  off_ = round_up(off * scale_);

  const Matrix a_turn = a.pose.rotation.toRotationMatrix(), b_turn = b.pose.rotation.toRotationMatrix();
  const Matrix turn = b_turn.transpose() * a_turn;
  const std::array<Vec3, 2> shifts = {b_turn.transpose() * (way * scale_), a_turn.transpose() * (-way * scale_)};
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    side.ratio = static_cast<float>(scale_ / (i == 0 ? a : b).frame.scale);
    for (int k = 0; k < 3; ++k) {
      side.shift[k] = static_cast<float>(shifts[i][k]);
      for (int j = 0; j < 3; ++j) side.turn[k][j] = static_cast<float>(i == 0 ? turn(k, j) : turn(j, k));
    }
  }
}

int RigidView::choose_side(const std::array<RigidSlot, 2>& slots) const {
  if (child(0, slots[0]).is_leaf()) return 1;
  if (child(1, slots[1]).is_leaf()) return 0;
  return find_size(0, slots[0]) >= find_size(1, slots[1]) ? 0 : 1;
}

float RigidView::find_size(int side, RigidSlot slot) const {
  const auto& half = node(side, slot.node()).boxes.half;
  const std::uint32_t lane = slot.lane();
  return sides_[side].ratio * (half[0][lane] + half[1][lane] + half[2][lane]);
}

SeenBox RigidView::see(int side, RigidSlot slot) const {
  const RigidTree::Boxes& boxes = node(side, slot.node()).boxes;
  const auto& [ratio, turn, shift] = sides_[side];
  const std::uint32_t lane = slot.lane();
  const float x = ratio * boxes.center[0][lane], y = ratio * boxes.center[1][lane], z = ratio * boxes.center[2][lane];
  SeenBox box;
  for (int k = 0; k < 3; ++k) {
    box.center[k] = turn[k][0] * x + turn[k][1] * y + turn[k][2] * z + shift[k];
    box.half[k] = ratio * boxes.half[k][lane];
    const auto& axis = boxes.axes[k];
    for (int j = 0; j < 3; ++j) {
      box.axes[k][j] = turn[j][0] * axis[0][lane] + turn[j][1] * axis[1][lane] + turn[j][2] * axis[2][lane];
    }
  }
  return box;
}

unsigned RigidView::find_near(int side, const RigidTree::Node& node, const SeenBox& box) const {
  const BoxAxes axes(node.boxes, sides_[side].ratio, box);
  const Float8 off = off_ + kTurning * axes.sizes;
  const auto [x, y, z] = axes.find_gaps_here();
  const auto [u, v, w] = axes.find_gaps_there();
  Int8 apart = (x > off) | (y > off) | (z > off) | (u > off) | (v > off) | (w > off);
  const unsigned all = mask_lanes(node.count);
  if ((mask_signs(apart) & all) == all) return 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) apart |= axes.find_gap_across(i, j) > off;
  }
  return ~mask_signs(apart) & all;
}

// Seen from either box, the other reaches out along each axis; what is left between them lies beside the box.
Float8 RigidView::find_gaps(int side, const RigidTree::Node& node, const SeenBox& box) const {
  const BoxAxes axes(node.boxes, sides_[side].ratio, box);
  const auto [x, y, z] = axes.find_gaps_here();
  const auto [u, v, w] = axes.find_gaps_there();
  const Float8 beside = lanes_max(measure_beside(x, y, z), measure_beside(u, v, w));
  return lanes_max(beside, axes.find_gap_between() * (1 - 4 * kTurning)) - (off_ + kTurning * axes.sizes);
}

// ---- triangles ----

RigidLeafPair::RigidLeafPair(const RigidView& view, const RigidTree::Leaf& a, const RigidTree::Leaf& b)
    : view_(view), a_(a), b_(b) {
  const auto& [ratio, turn, shift] = view.sides_[0];
  const auto take = [](const RigidTree::Leaf& leaf, float unit, Lanes& lanes, Float8& edges) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) lanes.corners[i][k] = unit * load_lanes(leaf.corners[i][k]);
    }
    const auto& [p, q, r] = lanes.corners;
    const Float8 u[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, v[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    for (int k = 0; k < 3; ++k) lanes.normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    edges = magnitude(u[0]) + magnitude(u[1]) + magnitude(u[2]) + magnitude(v[0]) + magnitude(v[1]) + magnitude(v[2]);
  };
  Float8 edges;
  take(b, view.sides_[1].ratio, own_, edges);
  finish(own_, edges);
  Lanes there;
  take(a, ratio, there, edges);
  for (int k = 0; k < 3; ++k) {
    const auto see = [&](const std::array<Float8, 3>& v) {
      return turn[k][0] * v[0] + turn[k][1] * v[1] + turn[k][2] * v[2];
    };
    for (int i = 0; i < 3; ++i) seen_.corners[i][k] = see(there.corners[i]) + shift[k];
    seen_.normal[k] = see(there.normal);
  }
  finish(seen_, edges);
}

void RigidLeafPair::finish(Lanes& lanes, const Float8& edges) const {
  const auto& [p, q, r] = lanes.corners;
  const auto& n = lanes.normal;
  for (int k = 0; k < 3; ++k) {
    lanes.lower[k] = min_of_three(p[k], q[k], r[k]);
    lanes.upper[k] = max_of_three(p[k], q[k], r[k]);
  }
  lanes.along = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
  lanes.size = lanes.upper[0] - lanes.lower[0] + (lanes.upper[1] - lanes.lower[1]) + (lanes.upper[2] - lanes.lower[2]);
  lanes.off_reach = kNormal * edges * (1 + edges);
  lanes.off_plane = view_.off_ * (magnitude(n[0]) + magnitude(n[1]) + magnitude(n[2]));
}

unsigned RigidLeafPair::find_near_box(RigidSlot b) const {
  const RigidTree::Boxes& boxes = view_.node(1, b.node()).boxes;
  const float ratio = view_.sides_[1].ratio;
  const std::uint32_t lane = b.lane();
  Int8 apart = {};
  for (int i = 0; i < 3; ++i) {
    const float x = boxes.axes[i][0][lane], y = boxes.axes[i][1][lane], z = boxes.axes[i][2][lane];
    const auto see = [&](const std::array<Float8, 3>& p) { return x * p[0] + y * p[1] + z * p[2]; };
    const Float8 p = see(seen_.corners[0]), q = see(seen_.corners[1]), r = see(seen_.corners[2]);
    const float middle = ratio * (x * boxes.center[0][lane] + y * boxes.center[1][lane] + z * boxes.center[2][lane]);
    const float reach = ratio * boxes.half[i][lane] * (1 + kTurning) + view_.off_;
    apart |= (min_of_three(p, q, r) > spread(middle + reach)) | (max_of_three(p, q, r) < spread(middle - reach));
  }
  return ~mask_signs(apart) & mask_lanes(a_.count);
}

unsigned RigidLeafPair::find_near_triangles(std::uint32_t i) const {
  Int8 apart = {};
  for (int k = 0; k < 3; ++k) {
    const Float8 lower = spread(seen_.lower[k][i] - view_.off_), upper = spread(seen_.upper[k][i] + view_.off_);
    apart |= (own_.lower[k] > upper) | (own_.upper[k] < lower);
  }
  const unsigned all = mask_lanes(b_.count);
  unsigned near = ~mask_signs(apart) & all;
  if (near == 0) return 0;

  // Boxes that overlap: nothing is farther from a corner of the one triangle than both are long.
  const Float8 reach = own_.size + (seen_.size[i] + view_.off_ * 3);
  const auto find_apart = [](const Float8& p, const Float8& q, const Float8& r, const Float8& off) {
    return (min_of_three(p, q, r) > off) | (max_of_three(p, q, r) < -off);
  };
  const auto& n = own_.normal;
  const auto beside = [&](int c) {
    return n[0] * seen_.corners[c][0][i] + n[1] * seen_.corners[c][1][i] + n[2] * seen_.corners[c][2][i] - own_.along;
  };
  apart |= find_apart(beside(0), beside(1), beside(2), own_.off_plane + own_.off_reach * reach);

  const float x = seen_.normal[0][i], y = seen_.normal[1][i], z = seen_.normal[2][i];
  const auto seen_beside = [&](int c) {
    return x * own_.corners[c][0] + y * own_.corners[c][1] + z * own_.corners[c][2] - seen_.along[i];
  };
  apart |= find_apart(seen_beside(0), seen_beside(1), seen_beside(2), seen_.off_plane[i] + seen_.off_reach[i] * reach);
  return ~mask_signs(apart) & all;
}

Float8 RigidLeafPair::find_gaps() const {
  std::array<Float8, 3> gaps;
  for (int k = 0; k < 3; ++k) {
    float lower = own_.lower[k][0], upper = own_.upper[k][0];
    for (int j = 1; j < 8; ++j) {
      lower = std::min(lower, own_.lower[k][j]);
      upper = std::max(upper, own_.upper[k][j]);
    }
    gaps[k] = lanes_max(lower - seen_.upper[k], seen_.lower[k] - upper);
  }
  return measure_beside(gaps[0], gaps[1], gaps[2]) - 2 * view_.off_;
}

Float8 RigidLeafPair::find_gaps(std::uint32_t i) const {
  std::array<Float8, 3> gaps;
  Float8 reach = own_.size + (seen_.size[i] + view_.off_ * 3);
  for (int k = 0; k < 3; ++k) {
    gaps[k] = lanes_max(own_.lower[k] - seen_.upper[k][i], seen_.lower[k][i] - own_.upper[k]);
    reach += lanes_max(gaps[k], Float8{});
  }
  const auto& n = own_.normal;
  const auto beside = [&](int c) {
    return n[0] * seen_.corners[c][0][i] + n[1] * seen_.corners[c][1][i] + n[2] * seen_.corners[c][2][i] - own_.along;
  };
  const float x = seen_.normal[0][i], y = seen_.normal[1][i], z = seen_.normal[2][i];
  const auto seen_beside = [&](int c) {
    return x * own_.corners[c][0] + y * own_.corners[c][1] + z * own_.corners[c][2] - seen_.along[i];
  };
  const Float8 from_own = find_plane_gap(beside(0), beside(1), beside(2), own_.off_plane + own_.off_reach * reach,
                                         n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const Float8 from_seen =
      find_plane_gap(seen_beside(0), seen_beside(1), seen_beside(2), seen_.off_plane[i] + seen_.off_reach[i] * reach,
                     spread(x * x + y * y + z * z));
  const Float8 by_extent = lanes_max(measure_beside(gaps[0], gaps[1], gaps[2]), find_gap_between(i)) - 2 * view_.off_;
  return lanes_max(by_extent, lanes_max(from_own, from_seen));
}

// Along the line through the middles of both triangles' boxes.
Float8 RigidLeafPair::find_gap_between(std::uint32_t i) const {
  std::array<Float8, 3> way;
  for (int k = 0; k < 3; ++k) way[k] = seen_.lower[k][i] + seen_.upper[k][i] - (own_.lower[k] + own_.upper[k]);
  const auto along = [&](const Float8& x, const Float8& y, const Float8& z) {
    return way[0] * x + way[1] * y + way[2] * z;
  };
  std::array<Float8, 3> seen, own;
  for (int c = 0; c < 3; ++c) {
    const auto& [x, y, z] = seen_.corners[c];
    seen[c] = along(spread(x[i]), spread(y[i]), spread(z[i]));
    own[c] = along(own_.corners[c][0], own_.corners[c][1], own_.corners[c][2]);
  }
  const Float8 gap = min_of_three(seen[0], seen[1], seen[2]) - max_of_three(own[0], own[1], own[2]);
  const Float8 squared = along(way[0], way[1], way[2]);
  return squared > kShortest ? gap / lanes_sqrt(squared) * (1 - 4 * kTurning) : Float8{};
}

Float8 RigidLeafPair::find_plane_gap(const Float8& p, const Float8& q, const Float8& r, const Float8& off,
                                     const Float8& length_squared) const {
  const Float8 beside = lanes_max(min_of_three(p, q, r), -max_of_three(p, q, r)) - off;
  const Float8 gap = beside * (1 - 4 * kTurning) / lanes_sqrt(length_squared);
  return (beside > 0) & (length_squared > kShortest) ? gap : spread(-view_.off_);
}

}  // namespace abut
