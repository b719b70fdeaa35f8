// Where two patches are joined, the edges they share cancel. What is left of their rims are arcs, which are linked to
// loops the way the rims themselves were made: by turning around the vertex through faces of either patch.
#include "tree/certificate.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;
// With more loops or arcs, comparing all with all would cost more than looking inside.
constexpr std::size_t kMaxLoops = 64, kMaxArcs = 64;

std::uint32_t next_in_loop(std::uint32_t i, std::uint32_t begin, std::uint32_t end) {
  return i + 1 == end ? begin : i + 1;
}

}  // namespace

bool Certificate::prove(const SurfaceTree& tree, std::uint32_t node) {
  take_positions(tree);
  const Projection projection(direction(choose_direction(tree.node(node).directions)));
  rims_[0] = tree.rims().rim(node);
  if (rims_[0].loop_ends.size() > kMaxLoops) return false;
  loops_.clear(rims_[0].vertices.size(), rims_[0].loop_ends.size(), tree.is_swept());
  find_shift(1);
  std::uint32_t begin = 0;
  for (const std::uint32_t end : rims_[0].loop_ends) {
    add_run(rims_[0], begin, end, projection);
    loops_.close_loop();
    begin = end;
  }
  return prove_loops();
}

bool Certificate::prove(const SurfaceTree& tree, std::uint32_t a, std::uint32_t b) {
  take_positions(tree);
  const std::uint32_t common = tree.node(a).directions & tree.node(b).directions;
  const Projection projection(direction(choose_direction(common)));
  rims_[0] = tree.rims().rim(a);
  rims_[1] = tree.rims().rim(b);
  if (rims_[0].loop_ends.size() + rims_[1].loop_ends.size() > kMaxLoops) return false;
  arcs_.clear();
  whole_loops_.clear();
  collect_arcs(0, tree.places(b));
  collect_arcs(1, tree.places(a));
  if (arcs_.size() > kMaxArcs || !link_arcs()) return false;

  loops_.clear(rims_[0].vertices.size() + rims_[1].vertices.size(), whole_loops_.size() + linked_ends_.size(),
               tree.is_swept());
  find_shift(2);
  for (const WholeLoop& loop : whole_loops_) {
    add_run(rims_[loop.side], loop.begin, loop.end, projection);
    loops_.close_loop();
  }
  std::uint32_t begin = 0;
  for (const std::uint32_t end : linked_ends_) {
    for (std::uint32_t i = begin; i < end; ++i) add_arc(arcs_[linked_[i]], projection);
    loops_.close_loop();
    begin = end;
  }
  return prove_loops();
}

void Certificate::take_positions(const SurfaceTree& tree) {
  positions_ = tree.positions();
  end_positions_ = tree.end_positions();
  margin_ = tree.margin();
  reach_ = 0;
}

// What a patch shares of its motion with all of it does not bring its parts together; without it, rims that go far look
// as simple as those that stay.
void Certificate::find_shift(std::size_t rims) {
  if (end_positions_.empty()) return;
  Vec3 sum = Vec3::Zero();
  double count = 0;
  for (std::size_t i = 0; i < rims; ++i) {
    for (const VertexId v : rims_[i].vertices) sum += end_positions_[v] - positions_[v];
    count += static_cast<double>(rims_[i].vertices.size());
  }
  shift_ = sum / std::max(count, 1.0);
}

bool Certificate::prove_loops() {
  ++counts_.tests;
  counts_.edges += loops_.point_count();
  if (loops_.point_count() == 0 || !(reach_ > Projection::kMinReach)) return false;
  // Taking the shift away rounds twice more, numbers up to twice as large.
  const double reach = end_positions_.empty() ? reach_ : 8 * reach_;
  const bool is_proved = margin_ == 0 ? loops_.test(Projection::error(reach))
                                      : loops_.test(Projection::straight_error(reach), margin_ * (1 + 0x1p-40));
  counts_.proofs += is_proved;
  return is_proved;
}

void Certificate::add_run(const Rim& rim, std::uint32_t begin, std::uint32_t end, const Projection& projection) {
  if (!end_positions_.empty()) return add_moving_run(rim, begin, end, projection);
  double reach = reach_;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Vec3& p = positions_[rim.vertices[i]];
    const double x = projection.x(p), y = projection.y(p);
    reach = std::max(reach, std::max(std::abs(x), std::abs(y)));
    const auto [u, v] = margin_ == 0 ? std::array{x, y} : projection.straighten(x, y);
    loops_.add_point(rim.vertices[i], u, v);
  }
  reach_ = reach;
}

void Certificate::add_moving_run(const Rim& rim, std::uint32_t begin, std::uint32_t end, const Projection& projection) {
  const double shift_x = projection.x(shift_), shift_y = projection.y(shift_);
  const auto look = [&](const Vec3& p, double minus_x, double minus_y) {
    const double x = projection.x(p), y = projection.y(p);
    reach_ = std::max({reach_, std::abs(x), std::abs(y)});
    return margin_ == 0 ? std::array{x - minus_x, y - minus_y} : projection.straighten(x - minus_x, y - minus_y);
  };
  for (std::uint32_t i = begin; i < end; ++i) {
    const auto [x, y] = look(positions_[rim.vertices[i]], 0, 0);
    const auto [end_x, end_y] = look(end_positions_[rim.vertices[i]], shift_x, shift_y);
    loops_.add_moving_point(rim.vertices[i], x, y, end_x, end_y);
  }
}

void Certificate::add_arc(const Arc& arc, const Projection& projection) {
  const std::uint32_t end = arc.first + arc.count;
  add_run(rims_[arc.side], arc.first, std::min(end, arc.loop_end), projection);
  if (end > arc.loop_end) add_run(rims_[arc.side], arc.loop_begin, arc.loop_begin + end - arc.loop_end, projection);
}

// Splits the loops of one rim where edges are shared with the other patch.
void Certificate::collect_arcs(int side, SurfaceTree::Places other) {
  const Rim& rim = rims_[side];
  std::uint32_t begin = 0;
  for (const std::uint32_t end : rim.loop_ends) {
    const auto is_shared = [&](std::uint32_t i) { return other.contains(rim.beyond[i]); };
    std::uint32_t shared = begin;
    while (shared < end && !is_shared(shared)) ++shared;
    if (shared == end) {
      whole_loops_.push_back({side, begin, end});
    } else {
      // Once around, from the shared edge: an arc starts after a shared edge and ends before the next.
      std::uint32_t i = shared, open_first = kNone, open_count = 0;
      VertexId open_before;
      do {
        const std::uint32_t next = next_in_loop(i, begin, end);
        if (is_shared(i)) {
          if (!is_shared(next)) {
            open_first = next;
            open_count = 0;
            open_before = rim.vertices[i];
          }
        } else {
          ++open_count;
          if (is_shared(next)) {
            const VertexId after = rim.vertices[next_in_loop(next, begin, end)];
            arcs_.push_back({side, begin, end, open_first, open_count, open_before, rim.vertices[next], after});
          }
        }
        i = next;
      } while (i != shared);
    }
    begin = end;
  }
}

// Orders the arcs to loops; false if that fails.
bool Certificate::link_arcs() {
  linked_.clear();
  linked_ends_.clear();
  for (std::uint32_t start = 0; start < arcs_.size(); ++start) {
    if (arcs_[start].is_used) continue;
    for (std::uint32_t i = start; !arcs_[i].is_used;) {
      arcs_[i].is_used = true;
      linked_.push_back(i);
      i = find_next(arcs_[i]);
      if (i == kNone || (arcs_[i].is_used && i != start)) return false;
    }
    linked_ends_.push_back(static_cast<std::uint32_t>(linked_.size()));
  }
  return true;
}

std::uint32_t Certificate::find_start(int side, VertexId before, VertexId start) const {
  for (std::uint32_t i = 0; i < arcs_.size(); ++i) {
    const Arc& arc = arcs_[i];
    if (arc.side == side && arc.before == before && rims_[side].vertices[arc.first] == start) return i;
  }
  return kNone;
}

// The arc that follows. The shared edge after `arc` runs, on the other side, from `after` to `end`; what follows it
// there is the next arc, or again a shared edge, and so on to and fro around the vertex.
std::uint32_t Certificate::find_next(const Arc& arc) const {
  int side = 1 - arc.side;
  VertexId from = arc.after;
  for (std::size_t turns = 0; turns < 64; ++turns, side = 1 - side) {
    const std::uint32_t found = find_start(side, from, arc.end);
    if (found != kNone) return found;
    const Rim& rim = rims_[side];
    bool is_found = false;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : rim.loop_ends) {
      for (std::uint32_t i = begin; i < end && !is_found; ++i) {
        const std::uint32_t next = next_in_loop(i, begin, end);
        if (rim.vertices[i] != from || rim.vertices[next] != arc.end) continue;
        from = rim.vertices[next_in_loop(next, begin, end)];
        is_found = true;
      }
      begin = end;
    }
    if (!is_found) return kNone;
  }
  return kNone;
}

bool test_adjacent(const SurfaceTree& tree, std::uint32_t a, std::uint32_t b) {
  const auto touches = [&](std::uint32_t node, SurfaceTree::Places other) {
    for (const std::uint32_t place : tree.rims().rim(node).touching) {
      if (other.contains(place)) return true;
    }
    return false;
  };
  return touches(a, tree.places(b)) || touches(b, tree.places(a));
}

}  // namespace abut
