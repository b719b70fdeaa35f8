// A polygon is tested as a surface is: a stretch whose edges all advance in one direction cannot cross itself, nor can
// two such stretches that follow each other; stretches apart are told apart by their boxes; what is left is opened, and
// at the bottom edges are compared. Blocks of a few edges are the leaves of a binary tree over each loop.
#include "tree/simple_loops.h"

#include <algorithm>
#include <cmath>

#include "math/simd.h"

namespace abut {
namespace {

// Edges in a block. Opening small blocks costs less where much has to be opened, large ones where little has to be.
constexpr std::uint32_t kSmallBlock = 4, kLargeBlock = 8;
constexpr std::size_t kPointsForLargeBlocks = 1000;

// Eight axes of the plane, 22.5 degrees apart; with their opposites sixteen directions.
constexpr double kCos = 0.92387953251128674, kSin = 0.38268343236508977, kDiagonal = 0.70710678118654752;
constexpr Double8 kAxisX = {1, kCos, kDiagonal, kSin, 0, -kSin, -kDiagonal, -kCos};
constexpr Double8 kAxisY = {0, kSin, kDiagonal, kCos, 1, kCos, kDiagonal, kSin};

// With coordinates wrong by up to e: a difference of two is wrong by up to 4 e, its rounding included (e is not below
// the rounding error of the largest coordinate), and the advance along an axis by up to 20 e.
constexpr double kAdvanceErrors = 32, kGapErrors = 4;

}  // namespace

void SimpleLoops::clear(std::size_t max_points, std::size_t max_loops, bool is_moving) {
  const std::size_t needed = max_points + max_loops;  // each loop repeats its first point
  if (points_.size() < needed) {
    points_.resize(needed);
    vertices_.resize(needed);
  }
  if (is_moving && end_points_.size() < needed) end_points_.resize(needed);
  is_moving_ = is_moving;
  size_ = 0;
  loops_.clear();
}

void SimpleLoops::close_loop() {
  const std::uint32_t first = loops_.empty() ? 0 : loops_.back().first + loops_.back().count + 1;
  loops_.push_back({first, size_ - first});
  if (is_moving_) end_points_[size_] = end_points_[first];
  add_point(vertices_[first], x(first), y(first));
}

bool SimpleLoops::test(double error, double clearance) {
  error_ = error;
  clearance_ = clearance;
  block_size_ = point_count() < kPointsForLargeBlocks ? kSmallBlock : kLargeBlock;
  least_gap_ = Double4{} + (kGapErrors * error + clearance);
  pinches_.clear();
  std::uint32_t node_count = 0;
  for (Loop& loop : loops_) {
    loop.block_count = (loop.count + block_size_ - 1) / block_size_;
    loop.first_node = node_count;
    // A heap over n leaves that halves by the middle is at most one level deeper than log2 n.
    std::uint32_t nodes = 2;
    while (nodes < 2 * loop.block_count) nodes *= 2;
    node_count += nodes;
  }
  if (stretches_.size() < node_count) stretches_.resize(node_count);
  for (Loop& loop : loops_) make_stretches(loop);
  for (const Loop& loop : loops_) {
    if (!test_within(loop, {1, 0, loop.block_count})) return false;
  }
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    for (std::size_t j = i + 1; j < loops_.size(); ++j) {
      if (!test_loops(loops_[i], {1, 0, loops_[i].block_count}, loops_[j], {1, 0, loops_[j].block_count})) return false;
    }
  }
  return test_pinches() && test_nesting();
}

// ---------------------------------------------------------------------------------------------------------------
// Stretches

void SimpleLoops::make_stretches(Loop& loop) { join_stretches(loop, {1, 0, loop.block_count}); }

void SimpleLoops::join_stretches(const Loop& loop, Run run) {
  Stretch& result = stretches_[loop.first_node + run.node];
  if (run.is_block()) {
    result = make_block(loop, run.begin);
    return;
  }
  const auto [left, right] = run.halves();
  join_stretches(loop, left);
  join_stretches(loop, right);
  const Stretch &a = stretch(loop, left), &b = stretch(loop, right);
  result = {lanes_min(a.box, b.box), a.directions & b.directions};
}

// The box of edges begin to end - 1.
Double4 SimpleLoops::make_block_box(std::uint32_t begin, std::uint32_t end) const {
  Double4 box = points_[begin];
  for (std::uint32_t i = begin + 1; i <= end; ++i) box = lanes_min(points_[i], box);
  for (std::uint32_t i = begin; is_moving_ && i <= end; ++i) box = lanes_min(end_points_[i], box);
  return box;
}

SimpleLoops::Stretch SimpleLoops::make_block(const Loop& loop, std::uint32_t block) const {
  const std::uint32_t begin = loop.first + block * block_size_,
                      end = std::min(begin + block_size_, loop.first + loop.count);
  Double4 box = points_[begin];
  Double8 least = Double8{} + INFINITY, most = Double8{} - INFINITY;
  const auto add_edge = [&](const Double4& from, const Double4& to) {
    const Double4 step = to - from;
    const Double8 advance = kAxisX * step[0] + kAxisY * step[1];
    box = lanes_min(to, box);
    least = lanes_min(advance, least);
    most = lanes_max(advance, most);
  };
  for (std::uint32_t i = begin; i < end; ++i) add_edge(points_[i], points_[i + 1]);
  if (is_moving_) box = lanes_min(end_points_[begin], box);
  for (std::uint32_t i = begin; is_moving_ && i < end; ++i) add_edge(end_points_[i], end_points_[i + 1]);
  const Double8 margin = Double8{} + (kAdvanceErrors * error_ + clearance_);
  return {box, mask_greater(least, margin) | mask_greater(-margin, most) << 8};
}

// ---------------------------------------------------------------------------------------------------------------
// Crossing and touching

bool SimpleLoops::test_within(const Loop& loop, Run run) {
  if (stretch(loop, run).directions != 0) return true;
  if (run.is_block()) return test_blocks(loop, run.begin, loop, run.begin);
  const auto [left, right] = run.halves();
  return test_within(loop, left) && test_within(loop, right) && test_between(loop, left, right);
}

// a comes before b in the loop.
bool SimpleLoops::test_between(const Loop& loop, Run a, Run b) {
  const Stretch &s = stretch(loop, a), &t = stretch(loop, b);
  const int contacts = (a.end == b.begin) + (a.begin == 0 && b.end == loop.block_count);
  if (contacts == 0 && test_apart(s.box, t.box)) return true;
  if (contacts == 1 && (s.directions & t.directions) != 0) return true;
  if (a.is_block() && b.is_block()) return test_blocks(loop, a.begin, loop, b.begin);
  if (a.end - a.begin >= b.end - b.begin) {
    const auto [left, right] = a.halves();
    return test_between(loop, left, b) && test_between(loop, right, b);
  }
  const auto [left, right] = b.halves();
  return test_between(loop, a, left) && test_between(loop, a, right);
}

bool SimpleLoops::test_loops(const Loop& p, Run a, const Loop& q, Run b) {
  if (test_apart(stretch(p, a).box, stretch(q, b).box)) return true;
  if (a.is_block() && b.is_block()) return test_blocks(p, a.begin, q, b.begin);
  if (a.end - a.begin >= b.end - b.begin) {
    const auto [left, right] = a.halves();
    return test_loops(p, left, q, b) && test_loops(p, right, q, b);
  }
  const auto [left, right] = b.halves();
  return test_loops(p, a, q, left) && test_loops(p, a, q, right);
}

bool SimpleLoops::test_blocks(const Loop& p, std::uint32_t a, const Loop& q, std::uint32_t b) {
  const std::uint32_t a_begin = p.first + a * block_size_, a_end = std::min(a_begin + block_size_, p.first + p.count);
  const std::uint32_t b_begin = q.first + b * block_size_, b_end = std::min(b_begin + block_size_, q.first + q.count);
  if (a_begin == b_begin) {
    for (std::uint32_t i = a_begin; i < a_end; ++i) {
      for (std::uint32_t j = i + 1; j < a_end; ++j) {
        if (!test_edges(i, j)) return false;
      }
    }
    return true;
  }
  // Few edges come near the other block.
  const Double4 a_box = make_block_box(a_begin, a_end), b_box = make_block_box(b_begin, b_end);
  std::uint32_t near[kLargeBlock], near_count = 0;
  for (std::uint32_t j = b_begin; j < b_end; ++j) {
    if (!test_apart(make_block_box(j, j + 1), a_box)) near[near_count++] = j;
  }
  for (std::uint32_t i = a_begin; i < a_end && near_count > 0; ++i) {
    if (test_apart(make_block_box(i, i + 1), b_box)) continue;
    for (std::uint32_t k = 0; k < near_count; ++k) {
      if (!test_edges(i, near[k])) return false;
    }
  }
  return true;
}

bool SimpleLoops::test_edges(std::uint32_t i, std::uint32_t j) {
  const VertexId i0 = vertices_[i], i1 = vertices_[i + 1], j0 = vertices_[j], j1 = vertices_[j + 1];
  const int shared = (i0 == j0) + (i0 == j1) + (i1 == j0) + (i1 == j1);
  if (shared == 0) return test_edges_apart(i, j);
  if (shared > 1) return false;
  if (clearance_ > 0 &&
      !(test_clear(i0 == j0 || i0 == j1 ? i + 1 : i, j) && test_clear(j0 == i0 || j0 == i1 ? j + 1 : j, i)))
    return false;
  // Edges that follow each other share the vertex between them; at any other shared vertex the rim pinches itself.
  if (i1 == j0) {
    if (j != i + 1) pinches_.push_back(i1);
    return test_edges_at_vertex(j, i, j + 1);
  }
  if (j1 == i0) {
    const bool closes_loop = std::any_of(loops_.begin(), loops_.end(), [&](const Loop& loop) {
      return i == loop.first && j + 1 == loop.first + loop.count;
    });
    if (!closes_loop) pinches_.push_back(i0);
    return test_edges_at_vertex(i, j, i + 1);
  }
  pinches_.push_back(i0 == j0 ? i0 : i1);
  return i0 == j0 ? test_edges_at_vertex(i, i + 1, j + 1) : test_edges_at_vertex(i + 1, i, j);
}

// Two edges from a common point must not lie on each other.
bool SimpleLoops::test_edges_at_vertex(std::uint32_t common, std::uint32_t p, std::uint32_t q) const {
  if (side_of(common, p, q) != Side::unknown) return true;
  const auto is_opposite = [&](const std::array<double, 2>& u, const std::array<double, 2>& v) {
    const double bound =
        16 * error_ * (std::abs(u[0]) + std::abs(u[1]) + std::abs(v[0]) + std::abs(v[1])) + 64 * error_ * error_;
    return u[0] * v[0] + u[1] * v[1] < -bound;
  };
  const auto u = way(common, p), v = way(common, q);
  if (!is_moving_) return is_opposite(u, v);
  // The product of two that change evenly lies between those of their starts and ends.
  const auto end_u = end_way(common, p), end_v = end_way(common, q);
  return is_opposite(u, v) && is_opposite(u, end_v) && is_opposite(end_u, v) && is_opposite(end_u, end_v);
}

// True if one edge lies surely on one side of the other's line with no end too near, or if their boxes are apart.
bool SimpleLoops::test_edges_apart(std::uint32_t i, std::uint32_t j) const {
  if (test_apart(make_block_box(i, i + 1), make_block_box(j, j + 1))) return true;
  const auto is_beside = [&](std::uint32_t line, std::uint32_t edge) {
    const Side first = side_of(line, line + 1, edge);
    return first != Side::unknown && first == side_of(line, line + 1, edge + 1);
  };
  if (!is_beside(i, j) && !is_beside(j, i)) return false;
  return clearance_ == 0 || (test_clear(i, j) && test_clear(i + 1, j) && test_clear(j, i) && test_clear(j + 1, i));
}

// True if the point is surely farther from the edge than the clearance. Where on the edge the nearest point lies is
// known up to rounding; any other point there is farther away, by less than the rounding errors allowed for.
bool SimpleLoops::test_clear(std::uint32_t point, std::uint32_t edge) const {
  if (is_moving_) return test_moving_clear(point, edge);
  const double ux = x(edge + 1) - x(edge), uy = y(edge + 1) - y(edge);
  const double px = x(point) - x(edge), py = y(point) - y(edge);
  const double length = ux * ux + uy * uy;
  const double along = length > 0 ? std::clamp((px * ux + py * uy) / length, 0.0, 1.0) : 0;
  return std::hypot(px - along * ux, py - along * uy) > clearance_ + 64 * error_;
}

// The same all the time: seen along the way from the edge to the point at half time, they are apart at the start and at
// the end, and so in between.
bool SimpleLoops::test_moving_clear(std::uint32_t point, std::uint32_t edge) const {
  const auto a = way(edge, point), b = way(edge + 1, point), end_a = end_way(edge, point),
             end_b = end_way(edge + 1, point);
  const double px = 0.5 * (a[0] + end_a[0]), py = 0.5 * (a[1] + end_a[1]);
  const double ux = px - 0.5 * (b[0] + end_b[0]), uy = py - 0.5 * (b[1] + end_b[1]), length = ux * ux + uy * uy;
  const double along = length > 0 ? std::clamp((px * ux + py * uy) / length, 0.0, 1.0) : 0;
  const double dx = px - along * ux, dy = py - along * uy;
  const double bound = (clearance_ + 64 * error_) * std::hypot(dx, dy);
  const auto is_beyond = [&](const std::array<double, 2>& w) { return w[0] * dx + w[1] * dy > bound; };
  return is_beyond(a) && is_beyond(b) && is_beyond(end_a) && is_beyond(end_b);
}

// Where c lies beside the line from a to b, if that is certain.
Side SimpleLoops::side_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  const auto u = way(a, b), v = way(a, c);
  const Side side = find_side(u[0], u[1], v[0], v[1], error_);
  if (!is_moving_ || side == Side::unknown) return side;
  const auto end_u = end_way(a, b), end_v = end_way(a, c);
  return find_moving_side(u, v, end_u, end_v, error_);
}

// ---------------------------------------------------------------------------------------------------------------
// Vertices passed several times

bool SimpleLoops::test_pinches() {
  std::sort(pinches_.begin(), pinches_.end());
  pinches_.erase(std::unique(pinches_.begin(), pinches_.end()), pinches_.end());
  std::vector<Passage> passages;
  for (const VertexId vertex : pinches_) {
    passages.clear();
    for (const Loop& loop : loops_) {
      for (std::uint32_t i = 0; i < loop.count; ++i) {
        if (vertices_[loop.first + i] != vertex) continue;
        const std::uint32_t before = loop.first + (i == 0 ? loop.count : i) - 1;
        passages.push_back({before, loop.first + i, loop.first + i + 1});
      }
    }
    for (const Passage& a : passages) {
      for (const Passage& b : passages) {
        if (a.at != b.at && !test_sectors(a, b)) return false;
      }
    }
  }
  return true;
}

// The sector of a passage is what lies counter-clockwise from the edge that leaves to the edge that arrives. Asked both
// ways round, this keeps two sectors apart.
bool SimpleLoops::test_sectors(const Passage& a, const Passage& b) const {
  return test_outside_sector(b.before, a) && test_outside_sector(b.after, a);
}

bool SimpleLoops::test_outside_sector(std::uint32_t ray, const Passage& sector) const {
  const Side opening = side_of(sector.at, sector.after, sector.before);
  // Beyond the edge that leaves: to its right; beyond the edge that arrives: to its left.
  const Side from_leaving = side_of(sector.at, sector.after, ray),
             from_arriving = side_of(sector.at, sector.before, ray);
  if (opening == Side::left) return from_leaving == Side::right || from_arriving == Side::left;
  if (opening == Side::right) return from_leaving == Side::right && from_arriving == Side::left;
  // Straight on, more or less: what is outside for certain lies beyond both. Or the edges fold onto each other.
  return test_edges_at_vertex(sector.at, sector.before, sector.after) && from_leaving == Side::right &&
         from_arriving == Side::left;
}

// ---------------------------------------------------------------------------------------------------------------
// Loops inside loops

bool SimpleLoops::test_nesting() const {
  if (loops_.size() == 1) return true;
  std::vector<const Loop*> outer;
  for (const Loop& loop : loops_) {
    if (!test_clockwise(loop)) outer.push_back(&loop);
  }
  for (std::size_t i = 0; i < outer.size(); ++i) {
    for (std::size_t j = i + 1; j < outer.size(); ++j) {
      if (!test_outside(*outer[i], *outer[j]) || !test_outside(*outer[j], *outer[i])) return false;
    }
  }
  return true;
}

// True if the loop surely runs clockwise: the rim of a hole.
bool SimpleLoops::test_clockwise(const Loop& loop) const {
  double area = 0, size = 0, bound = 0;
  const double x0 = x(loop.first), y0 = y(loop.first);
  for (std::uint32_t i = loop.first; i < loop.first + loop.count; ++i) {
    const double ux = x(i) - x0, uy = y(i) - y0, vx = x(i + 1) - x0, vy = y(i + 1) - y0;
    area += ux * vy - uy * vx;
    size += std::abs(ux * vy) + std::abs(uy * vx);
    bound += 16 * error_ * (std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy)) + 64 * error_ * error_;
  }
  return area < -(bound + loop.count * 0x1p-51 * size) * (1 + loop.count * 0x1p-50);  // each addition rounds, too
}

// True if `loop`, which does not meet `other`, surely does not lie inside it.
bool SimpleLoops::test_outside(const Loop& loop, const Loop& other) const {
  const Double4 beyond = stretches_[other.first_node + 1].box - stretches_[loop.first_node + 1].box;
  if (mask_greater(beyond, Double4{} + kGapErrors * error_) != 0) return true;
  for (std::uint32_t i = loop.first; i < loop.first + loop.count; ++i) {
    const auto first = vertices_.begin() + other.first;
    if (std::find(first, first + other.count, vertices_[i]) == first + other.count) return test_point_outside(i, other);
  }
  return false;
}

// Counts how often a ray to the right crosses the loop; near a corner or an edge nothing is certain.
bool SimpleLoops::test_point_outside(std::uint32_t point, const Loop& loop) const {
  bool is_inside = false;
  for (std::uint32_t i = loop.first; i < loop.first + loop.count; ++i) {
    if (std::abs(y(i) - y(point)) <= kGapErrors * error_) return false;
    if ((y(i) > y(point)) == (y(i + 1) > y(point))) continue;
    const Side side = side_of(i, i + 1, point);
    if (side == Side::unknown) return false;
    is_inside ^= (side == Side::left) == (y(i + 1) > y(i));
  }
  return !is_inside;
}

}  // namespace abut
