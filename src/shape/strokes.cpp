// Ends that are equal are paired first, then near ones, nearest first; chains of pairs become strokes.
#include "shape/strokes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;

// Ends are numbered: 2 * stroke for where it begins, one more for where it ends.
class StrokeJoiner {
 public:
  StrokeJoiner(std::vector<Stroke> strokes, double gap)
      : strokes_(std::move(strokes)), gap_(gap), partners_(2 * strokes_.size(), kNone) {}

  std::vector<Stroke> join() {
    pair_equal();
    pair_near();
    std::vector<Stroke> joined;
    std::vector<bool> is_taken(strokes_.size());
    // Chains with free ends are followed from these; what is left then goes round.
    for (const bool only_free : {true, false}) {
      for (std::uint32_t s = 0; s < strokes_.size(); ++s) {
        if (is_taken[s]) continue;
        const bool has_free = partners_[2 * s] == kNone || partners_[2 * s + 1] == kNone;
        if (only_free && !has_free) continue;
        joined.push_back(follow(partners_[2 * s] == kNone || !has_free ? 2 * s : 2 * s + 1, is_taken));
      }
    }
    return joined;
  }

 private:
  const Vec2& at(std::uint32_t end) const { return end % 2 == 0 ? strokes_[end / 2].begin() : strokes_[end / 2].end(); }
  void pair(std::uint32_t a, std::uint32_t b) {
    partners_[a] = b;
    partners_[b] = a;
  }
  std::vector<std::uint32_t> list_free_ends() const {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t e = 0; e < partners_.size(); ++e) {
      if (partners_[e] == kNone) ends.push_back(e);
    }
    std::sort(ends.begin(), ends.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(at(a).x(), at(a).y(), a) < std::tuple(at(b).x(), at(b).y(), b);
    });
    return ends;
  }

  void pair_equal() {
    const auto ends = list_free_ends();
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      if (at(ends[i]) != at(ends[i + 1])) continue;
      pair(ends[i], ends[i + 1]);
      ++i;
    }
  }

  // Of more ends than this within a gap, no sense can be made.
  static constexpr std::size_t kMostNear = 32;

  // Cells as wide as the gap: what is near is in the same one or in one beside it.
  void pair_near() {
    if (!(gap_ > 0)) return;
    std::map<std::pair<double, double>, std::vector<std::uint32_t>> cells;
    std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> near;
    for (const std::uint32_t end : list_free_ends()) {
      const double x = std::floor(at(end).x() / gap_), y = std::floor(at(end).y() / gap_);
      for (const double dx : {-1.0, 0.0, 1.0}) {
        for (const double dy : {-1.0, 0.0, 1.0}) {
          const auto cell = cells.find({x + dx, y + dy});
          if (cell == cells.end()) continue;
          for (const std::uint32_t other : cell->second) {
            const double distance = (at(other) - at(end)).norm();
            if (distance <= gap_) near.emplace_back(distance, std::min(end, other), std::max(end, other));
          }
        }
      }
      auto& own = cells[{x, y}];
      if (own.size() < kMostNear) own.push_back(end);
    }
    std::sort(near.begin(), near.end());
    for (const auto& [distance, a, b] : near) {
      if (partners_[a] == kNone && partners_[b] == kNone && !test_speck(a, b)) pair(a, b);
    }
  }

  // A stroke shorter than the gap is not closed by its own ends.
  bool test_speck(std::uint32_t a, std::uint32_t b) const {
    return a / 2 == b / 2 && measure_length(Loop{strokes_[a / 2].pieces}) <= 2 * gap_;
  }

  Stroke follow(std::uint32_t from, std::vector<bool>& is_taken) {
    Stroke chain;
    chain.owner = strokes_[from / 2].owner;
    std::uint32_t entry = from;
    while (entry != kNone && !is_taken[entry / 2]) {
      Stroke next = std::move(strokes_[entry / 2]);
      is_taken[entry / 2] = true;
      if (entry % 2 == 1) reverse(next);
      if (!chain.pieces.empty() && next.begin() != chain.end()) move_begin(next, Vec2(chain.end()));
      chain.owner = std::min(chain.owner, next.owner);
      chain.pieces.insert(chain.pieces.end(), next.pieces.begin(), next.pieces.end());
      entry = partners_[entry ^ 1];
    }
    if (entry != kNone && entry == from && !chain.is_closed()) move_end(chain, Vec2(chain.begin()));
    return chain;
  }

  std::vector<Stroke> strokes_;
  double gap_;
  std::vector<std::uint32_t> partners_;  // of each end, the one it is joined to
};

}  // namespace

std::vector<OutlinePiece> make_arc(const EllipseArc& arc, const Vec2& from, const Vec2& to) {
  const double radius = std::hypot(arc.x.stableNorm(), arc.y.stableNorm());
  return make_arc(arc, from, to, std::max(kArcTolerance * radius, std::numeric_limits<double>::min()));
}

std::size_t drop_points(std::vector<OutlinePiece>& pieces) {
  return std::erase_if(pieces, [](const OutlinePiece& piece) {
    const auto& p = piece.curve.points;
    return p[0] == p[1] && p[0] == p[2] && p[0] == p[3];
  });
}

void move_begin(Stroke& stroke, const Vec2& to) {
  OutlinePiece& piece = stroke.pieces.front();
  piece.curve.points[0] = to;
  if (piece.kind == PieceKind::line) piece.curve = make_line(to, piece.curve.points[3]);
}

void move_end(Stroke& stroke, const Vec2& to) {
  OutlinePiece& piece = stroke.pieces.back();
  piece.curve.points[3] = to;
  if (piece.kind == PieceKind::line) piece.curve = make_line(piece.curve.points[0], to);
}

void reverse(Stroke& stroke) {
  std::reverse(stroke.pieces.begin(), stroke.pieces.end());
  for (OutlinePiece& piece : stroke.pieces) {
    piece.curve = piece.curve.reversed();
    piece.arc.start += piece.arc.sweep;
    piece.arc.sweep = -piece.arc.sweep;
  }
}

std::vector<Stroke> join_strokes(std::vector<Stroke> strokes, double gap) {
  std::vector<Stroke> closed, open;
  for (Stroke& stroke : strokes) (stroke.is_closed() ? closed : open).push_back(std::move(stroke));
  std::vector<Stroke> joined = StrokeJoiner(std::move(open), gap).join();
  closed.insert(closed.end(), std::make_move_iterator(joined.begin()), std::make_move_iterator(joined.end()));
  std::stable_sort(closed.begin(), closed.end(), [](const Stroke& a, const Stroke& b) { return a.owner < b.owner; });
  return closed;
}

double measure_arc_error(const Outline& outline) {
  double radius = 0;
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) {
      if (piece.kind == PieceKind::arc) radius = std::max(radius, std::hypot(piece.arc.x.norm(), piece.arc.y.norm()));
    }
  }
  return kArcTolerance * radius;
}

}  // namespace abut
