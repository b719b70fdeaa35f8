// Proves that a patch of a SurfaceTree, or two of them together, do not meet themselves anywhere, from their rims alone
// (docs/self_collision.md): if all faces look to one direction and the rim, projected along it, neither crosses nor
// touches itself nor encloses another rim, then no two points of the patch lie above each other.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abut/tree.h"
#include "tree/projection.h"
#include "tree/rims.h"
#include "tree/simple_loops.h"

namespace abut {

/// One for each thread: it keeps memory for its work.
class Certificate {
 public:
  /// True only if no two faces of the patch meet in more than what they share; and, if the tree has a margin, only if
  /// no two corners, edges or faces of the patch without a common vertex are that near. If the tree has been swept,
  /// this holds at all times. The node must have a rim, and directions.
  bool prove(const SurfaceTree& tree, std::uint32_t node);
  /// The same for the faces of both; they must have rims, and directions in common.
  bool prove(const SurfaceTree& tree, std::uint32_t a, std::uint32_t b);

  struct Counts {
    std::uint64_t tests = 0, proofs = 0, edges = 0;
  };
  /// Counts since they were last taken.
  Counts take_counts() { return std::exchange(counts_, {}); }

 private:
  // A run of edges of one loop of one rim, none of which is shared by the two patches.
  struct Arc {
    int side = 0;  // which of the two rims
    std::uint32_t loop_begin = 0, loop_end = 0;
    std::uint32_t first = 0, count = 0;  // goes round from loop_end to loop_begin
    VertexId before;                     // where the shared edge starts that leads here
    VertexId end, after;                 // where it ends, and where the shared edge leads that follows
    bool is_used = false;
  };
  void collect_arcs(int side, SurfaceTree::Places other);
  bool link_arcs();
  std::uint32_t find_next(const Arc& arc) const;
  std::uint32_t find_start(int side, VertexId before, VertexId start) const;
  void take_positions(const SurfaceTree& tree);
  void find_shift(std::size_t rims);
  void add_run(const Rim& rim, std::uint32_t begin, std::uint32_t end, const Projection& projection);
  void add_moving_run(const Rim& rim, std::uint32_t begin, std::uint32_t end, const Projection& projection);
  void add_arc(const Arc& arc, const Projection& projection);
  bool prove_loops();

  std::span<const Vec3> positions_, end_positions_;  // of what does not move there are no ends
  Vec3 shift_ = Vec3::Zero();                        // how far the rims move as a whole
  Rim rims_[2];
  std::vector<Arc> arcs_;
  struct WholeLoop {
    int side;
    std::uint32_t begin, end;
  };
  std::vector<WholeLoop> whole_loops_;
  std::vector<std::uint32_t> linked_;  // arcs in the order of the loops they form
  std::vector<std::uint32_t> linked_ends_;
  SimpleLoops loops_;
  double reach_ = 0, margin_ = 0;
  Counts counts_;
};

/// True if the patches share a vertex; some that touch in a single vertex are overlooked, which costs time but loses
/// nothing. Both must have rims.
bool test_adjacent(const SurfaceTree& tree, std::uint32_t a, std::uint32_t b);

}  // namespace abut
