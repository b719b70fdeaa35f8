// Do closed lines in the plane stay clear of each other and of themselves? The lines are rims of patches, projected
// (certificate.h); the answer must be a proof, so "no" may also mean "cannot tell".
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/base.h"
#include "math/simd.h"
#include "tree/projection.h"

namespace abut {

/// Loops of points, one after the other, and the test of them. One object is used again and again: it keeps its memory.
class SimpleLoops {
 public:
  /// Forgets all loops; room is made for as many points and loops as will be added.
  void clear(std::size_t max_points, std::size_t max_loops, bool is_moving = false);
  /// Adds a point to the loop that is being made.
  void add_point(VertexId vertex, double x, double y) {
    vertices_[size_] = vertex;
    points_[size_] = Double4{x, y, -x, -y};
    ++size_;
  }
  /// The same for loops that move: all points go straight and evenly to their ends. Then what the test says holds all
  /// the time.
  void add_moving_point(VertexId vertex, double x, double y, double end_x, double end_y) {
    end_points_[size_] = Double4{end_x, end_y, -end_x, -end_y};
    add_point(vertex, x, y);
  }
  /// Ends the loop: its last point is joined to its first.
  void close_loop();
  std::size_t point_count() const { return size_ - loops_.size(); }

  /// True only if it is certain that a surface which lies to the left of these loops, and covers no point of the plane
  /// a negative number of times, covers none twice:
  /// - no two edges cross or touch, except where they share a vertex (the same id);
  /// - where loops pass a vertex several times, the surface's sectors there do not overlap;
  /// - no counter-clockwise loop lies inside another.
  /// Coordinates are taken to be wrong by up to `error` each.
  ///
  /// With a clearance, moreover: edges, and an edge and the end of another, that have no vertex in common are farther
  /// apart than that.
  bool test(double error, double clearance = 0);

 private:
  // Edges first .. first + count - 1 of the arrays; point `first + count` repeats point `first`.
  struct Loop {
    std::uint32_t first = 0, count = 0;
    std::uint32_t first_node = 0, block_count = 0;
  };
  // A stretch of a loop: the box of its points, and the directions of the plane in which all its edges advance. As of
  // points, x and y are followed by -x and -y: their least are the lower corner, and the upper with its sign changed.
  struct Stretch {
    Double4 box;
    std::uint32_t directions;
  };
  // A run of blocks of a loop and the stretch that stands for it: `node` counts from the loop's first, as in a heap.
  struct Run {
    std::uint32_t node, begin, end;
    bool is_block() const { return end - begin == 1; }
    std::array<Run, 2> halves() const {
      const std::uint32_t middle = (begin + end) / 2;
      return {Run{2 * node, begin, middle}, Run{2 * node + 1, middle, end}};
    }
  };

  void make_stretches(Loop& loop);
  Stretch make_block(const Loop& loop, std::uint32_t block) const;
  Double4 make_block_box(std::uint32_t begin, std::uint32_t end) const;
  void join_stretches(const Loop& loop, Run run);
  const Stretch& stretch(const Loop& loop, Run run) const { return stretches_[loop.first_node + run.node]; }
  bool test_apart(const Double4& a, const Double4& b) const {
    return mask_greater(a + __builtin_shufflevector(b, b, 2, 3, 0, 1), least_gap_) != 0;
  }

  bool test_within(const Loop& loop, Run run);
  bool test_between(const Loop& loop, Run a, Run b);
  bool test_loops(const Loop& p, Run a, const Loop& q, Run b);
  bool test_blocks(const Loop& p, std::uint32_t a, const Loop& q, std::uint32_t b);
  bool test_edges(std::uint32_t i, std::uint32_t j);
  bool test_edges_at_vertex(std::uint32_t common, std::uint32_t p, std::uint32_t q) const;
  bool test_edges_apart(std::uint32_t i, std::uint32_t j) const;
  bool test_clear(std::uint32_t point, std::uint32_t edge) const;
  bool test_moving_clear(std::uint32_t point, std::uint32_t edge) const;
  double x(std::uint32_t point) const { return points_[point][0]; }
  double y(std::uint32_t point) const { return points_[point][1]; }
  std::array<double, 2> way(std::uint32_t from, std::uint32_t to) const { return {x(to) - x(from), y(to) - y(from)}; }
  std::array<double, 2> end_way(std::uint32_t from, std::uint32_t to) const {
    return {end_points_[to][0] - end_points_[from][0], end_points_[to][1] - end_points_[from][1]};
  }
  Side side_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;

  struct Passage {
    std::uint32_t before, at, after;  // points of a loop around a vertex
  };
  bool test_pinches();
  bool test_sectors(const Passage& a, const Passage& b) const;
  bool test_outside_sector(std::uint32_t ray, const Passage& sector) const;

  bool test_nesting() const;
  bool test_clockwise(const Loop& loop) const;
  bool test_outside(const Loop& loop, const Loop& other) const;
  bool test_point_outside(std::uint32_t point, const Loop& loop) const;

  std::vector<VertexId> vertices_;
  std::vector<Double4> points_, end_points_;
  bool is_moving_ = false;
  std::uint32_t size_ = 0;
  std::vector<Loop> loops_;
  std::vector<Stretch> stretches_;
  std::vector<VertexId> pinches_;
  double error_ = 0, clearance_ = 0;
  Double4 least_gap_ = {};
  std::uint32_t block_size_ = 0;
};

}  // namespace abut
