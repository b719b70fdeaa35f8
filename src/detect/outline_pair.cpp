// Two outlines: boxes against boxes down to single pieces, then curves against curves, and where borders do not cross,
// which side of the other each stretch of border between two touches is on.
#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

#include "abut/outlines.h"
#include "detect/sibling_boxes.h"

namespace abut {
namespace {

// How far from a crossing curves are apart by more than the tolerance, by that and the sine of the angle between them.
constexpr double kZone = 2;
// What is between two stretches that are near is farther from the other border than half the tolerance, but for what
// rounding leaves between stretches, and the ends of those around crossings, which are estimates.
constexpr double kBorder = 0.49;
// Boxes are of about one size if neither is more than so many times as long as the other.
constexpr double kAlike = 2;
constexpr int kPointsPerGap = 16;
constexpr int kMostProbes = 4;
// Few searches have more pairs of boxes that overlap.
constexpr std::size_t kOpenPairs = 256;

// A point of the region next to a loop that is farther than the depth from any border, if one is found.
std::optional<Vec2> find_core(const OutlineTree& tree, const Loop& loop, double depth) {
  const double largest = 2 * tree.nodes()[0].box.half.maxCoeff();
  for (const OutlinePiece& piece : loop.pieces) {
    for (double size = largest; size > depth; size *= 0.5) {
      for (const double way : {size, -size}) {
        const Vec2 point = piece.curve.at(0.5) + way * measure_normal(piece.curve, 0.5);
        if (locate(tree, point, depth) == Side::inside) return point;
      }
    }
  }
  return std::nullopt;
}

// Whether a stretch of border, as number of piece and parameter in one, is no longer than this.
bool is_short(const Loop& loop, const std::array<double, 2>& stretch, double length) {
  double way = 0;
  for (double at = stretch[0]; at < stretch[1] && way <= length;) {
    const double end = std::min(stretch[1], std::floor(at) + 1);
    const auto& p = loop.pieces[static_cast<std::size_t>(at) % loop.pieces.size()].curve.points;
    const double speed = 3 * std::max({(p[1] - p[0]).norm(), (p[2] - p[1]).norm(), (p[3] - p[2]).norm()});
    way += (end - at) * speed;
    at = end;
  }
  return way <= length;
}

class PairSearch {
 public:
  PairSearch(const PlacedOutline& a, const PlacedOutline& b, const OutlinePairSettings& settings)
      : a_(a),
        b_(b),
        settings_(settings),
        b_seen_(b.pose.seen_from(a.pose)),
        boxes_(*a.tree, *b.tree, b_seen_, settings.tolerance) {}

  OutlinePair run() {
    ++pair_.box_tests;
    is_near_ = boxes_.test_roots();
    if (is_near_) walk();
    sort_meetings();
    if (has_deep_crossing_) {
      pair_.relation = OutlineRelation::interfering;
    } else if (is_near_) {
      relate_by_sides();
    }
    return std::move(pair_);
  }

 private:
  // Stretches of a piece of either outline that are near each other.
  struct Near {
    std::array<std::uint32_t, 2> pieces;
    std::array<std::array<double, 2>, 2> ranges;
  };

  bool is_done() const { return settings_.stop_at_first && has_deep_crossing_; }

  struct BoxPair {
    BoxPlace a, b;
  };

  // Down to the first end, or, if all are asked for, level by level, so that what a pair needs has come from memory
  // while others are looked at.
  void walk() {
    open_.reserve(kOpenPairs);
    open_.push_back({});
    for (std::size_t next = 0; next < open_.size() && !is_done();) {
      const BoxPair pair = settings_.stop_at_first ? open_.back() : open_[next++];
      if (settings_.stop_at_first) open_.pop_back();
      visit(pair.a, pair.b);
    }
  }

  // Two boxes that overlap: what is below the larger of them, or below both if they are of about one size.
  void visit(const BoxPlace& a, const BoxPlace& b) {
    const std::uint32_t a_below = boxes_.a_below(a), b_below = boxes_.b_below(b);
    const bool a_is_leaf = a_below & SiblingBoxes2::kLeaf, b_is_leaf = b_below & SiblingBoxes2::kLeaf;
    if (a_is_leaf && b_is_leaf) return meet(a_below & ~SiblingBoxes2::kLeaf, b_below & ~SiblingBoxes2::kLeaf);
    const double a_size = boxes_.a_size(a), b_size = boxes_.b_size(b);
    const bool opens_a = !a_is_leaf && (b_is_leaf || kAlike * a_size >= b_size);
    const bool opens_b = !b_is_leaf && (a_is_leaf || kAlike * b_size >= a_size);
    pair_.box_tests += opens_a && opens_b ? 4 : 2;
    for (unsigned found = boxes_.find_overlaps(a, opens_a, b, opens_b); found; found &= ~std::bit_floor(found)) {
      const auto k = static_cast<std::uint32_t>(std::bit_width(found)) - 1;
      open_.push_back({opens_a ? BoxPlace{a_below, k >> 1} : a, opens_b ? BoxPlace{b_below, k & 1} : b});
      boxes_.prefetch(open_.back().a, open_.back().b);
    }
  }

  void meet(std::uint32_t a, std::uint32_t b) {
    ++pair_.curve_tests;
    const double tolerance = settings_.tolerance + find_roughness(*a_.tree, a) + find_roughness(*b_.tree, b);
    const Cubic2& a_curve = a_.tree->curve(a);
    const Cubic2 b_curve = b_seen_.apply(b_.tree->curve(b));
    for (CurveMeeting& meeting : find_meetings(a_curve, b_curve, tolerance)) {
      near_.push_back({{a, b}, {meeting.a, meeting.b}});
      if (meeting.kind == CurveMeeting::Kind::crossing) {
        widen(a_curve, b_curve, tolerance, near_.back());
        if (settings_.stop_at_first && !has_deep_crossing_ && ++probe_count_ <= kMostProbes) {
          has_deep_crossing_ = probe(a_, a, b_, tolerance) || probe(b_, b, a_, tolerance);
        }
      }
      meeting.position = a_.pose.apply(meeting.position);
      pair_.meetings.push_back({a, b, meeting});
    }
  }

  static double find_roughness(const OutlineTree& tree, std::uint32_t piece) {
    return tree.roughest() > 0 ? tree.piece(piece).roughness : 0;
  }

  // Where the tolerance is not small beside pieces, a crossing alone does not tell; a point a little further along the
  // border may, if it is inside the other outline by more than the tolerance.
  static bool probe(const PlacedOutline& own, std::uint32_t piece, const PlacedOutline& other, double tolerance) {
    std::uint32_t first = piece, count = 0;
    for (const Loop& loop : own.tree->outline().loops) {
      count = static_cast<std::uint32_t>(loop.pieces.size());
      if (first < count) break;
      first -= count;
    }
    const std::uint32_t start = piece - first;  // of its loop; now first is its place in that
    for (const std::uint32_t step : {1u, count - 1, 2u, count - 2}) {
      const std::uint32_t number = start + (first + step + count) % count;
      const Vec2 point = own.pose.apply(own.tree->piece(number).curve.at(0.5));
      if (locate(other, point, tolerance) == Side::inside) return true;
    }
    return false;
  }

  // The stretches around a crossing that are within the tolerance of the other curve. It is deep if both go on beyond,
  // and are apart there by what their directions at the crossing promise.
  void widen(const Cubic2& a, const Cubic2& b, double tolerance, Near& near) {
    const std::array<const Cubic2*, 2> curves = {&a, &b};
    const std::array<double, 2> at = {near.ranges[0][0], near.ranges[1][0]};
    const std::array<Vec2, 2> speeds = {a.derivative(at[0]), b.derivative(at[1])};
    const double turn = std::abs(speeds[0].x() * speeds[1].y() - speeds[0].y() * speeds[1].x());
    const Vec2 place = a.at(at[0]);
    bool is_deep = true;
    for (std::size_t i = 0; i < 2; ++i) {
      const double other_speed = speeds[1 - i].norm();
      const double half = turn > 0 ? kZone * tolerance * other_speed / turn : 1;
      const double from = at[i] - half, to = at[i] + half;
      near.ranges[i] = {std::max(0.0, from), std::min(1.0, to)};
      is_deep &= from > 0 && to < 1;
      if (!is_deep) continue;
      const auto measure_across = [&](const Vec2& direction, double t) {
        const Vec2 way = curves[i]->at(t) - place;
        return (direction.x() * way.y() - direction.y() * way.x()) / direction.norm();
      };
      const double before = measure_across(speeds[1 - i], from), after = measure_across(speeds[1 - i], to);
      const double bend = std::max(std::abs(measure_across(speeds[i], from)), std::abs(measure_across(speeds[i], to)));
      is_deep =
          before * after < 0 && std::min(std::abs(before), std::abs(after)) >= tolerance && bend <= 0.5 * tolerance;
    }
    has_deep_crossing_ |= is_deep;
  }

  void sort_meetings() {
    const auto is_before = [](const OutlineMeeting& x, const OutlineMeeting& y) {
      return std::tie(x.a_piece, x.b_piece, x.meeting.a) < std::tie(y.a_piece, y.b_piece, y.meeting.a);
    };
    std::sort(pair_.meetings.begin(), pair_.meetings.end(), is_before);
  }

  struct Loops {
    bool any_inside = false, all_inside = true;
    std::vector<const Loop*> along;  // those that are near the other all around
  };

  // Borders cross nowhere but where they are near, so that what is between is all inside the other, or all outside.
  void relate_by_sides() {
    const Loops a_loops = place_stretches(a_, b_, 0), b_loops = place_stretches(b_, a_, 1);
    if (a_loops.any_inside || b_loops.any_inside) {
      pair_.relation = OutlineRelation::interfering;
      if (!pair_.meetings.empty()) return;
      if (a_loops.all_inside && !b_loops.any_inside) pair_.containment = OutlineContainment::a_in_b;
      if (b_loops.all_inside && !a_loops.any_inside) pair_.containment = OutlineContainment::b_in_a;
    } else if (!pair_.meetings.empty()) {
      const bool is_one_in_other = is_core_inside(a_, a_loops.along, b_) || is_core_inside(b_, b_loops.along, a_);
      pair_.relation = is_one_in_other ? OutlineRelation::interfering : OutlineRelation::contact;
    }
  }

  // Of one outline, each stretch of border that is not near the other: whether it is inside the other.
  Loops place_stretches(const PlacedOutline& own, const PlacedOutline& other, std::size_t side) const {
    Loops loops;
    std::uint32_t first = 0;
    for (const Loop& loop : own.tree->outline().loops) {
      const auto count = static_cast<std::uint32_t>(loop.pieces.size());
      bool is_along = true;
      for (const auto& gap : list_gaps(first, count, side)) {
        if (is_short(loop, gap, settings_.tolerance)) continue;  // between stretches that a joint or rounding parts
        const Side found = locate_gap(own.pose, loop, gap, other);
        loops.any_inside |= found == Side::inside;
        loops.all_inside &= found == Side::inside;
        is_along &= found == Side::border;
      }
      if (is_along) loops.along.push_back(&loop);
      first += count;
    }
    return loops;
  }

  // By its middle, or, if that is at the border, by other points of it.
  Side locate_gap(const Pose2& pose, const Loop& loop, const std::array<double, 2>& gap,
                  const PlacedOutline& other) const {
    Side side = Side::border;
    for (int i = 0; i < kPointsPerGap && side == Side::border; ++i) {
      const double share = i == 0 ? 0.5 : i / double(kPointsPerGap);
      const double at = std::fmod(gap[0] + share * (gap[1] - gap[0]), double(loop.pieces.size()));
      const auto number = std::min(static_cast<std::size_t>(at), loop.pieces.size() - 1);
      const Vec2 point = loop.pieces[number].curve.at(at - static_cast<double>(number));
      side = locate(other, pose.apply(point), kBorder * settings_.tolerance);
    }
    return side;
  }

  // Where borders go along each other all around: whether a point well inside a loop's part of one outline is inside
  // the other.
  bool is_core_inside(const PlacedOutline& own, const std::vector<const Loop*>& loops,
                      const PlacedOutline& other) const {
    const double depth = settings_.tolerance + own.tree->roughest() + other.tree->roughest();
    for (const Loop* loop : loops) {
      const auto core = find_core(*own.tree, *loop, depth);
      if (core && locate(other, own.pose.apply(*core)) == Side::inside) return true;
    }
    return false;
  }

  // What is between stretches that are near, as number of piece and parameter in one.
  std::vector<std::array<double, 2>> list_gaps(std::uint32_t first, std::uint32_t count, std::size_t side) const {
    std::vector<std::array<double, 2>> touches;
    for (const Near& near : near_) {
      if (near.pieces[side] < first || near.pieces[side] >= first + count) continue;
      const double piece = near.pieces[side] - first;
      touches.push_back({piece + near.ranges[side][0], piece + near.ranges[side][1]});
    }
    if (touches.empty()) return {{0, double(count)}};
    std::sort(touches.begin(), touches.end());
    std::vector<std::array<double, 2>> gaps;
    double reached = touches.front()[0];
    for (const auto& touch : touches) {
      if (touch[0] > reached) gaps.push_back({reached, touch[0]});
      reached = std::max(reached, touch[1]);
    }
    const double around = touches.front()[0] + count;  // and on to the first
    if (around > reached) gaps.push_back({reached, around});
    return gaps;
  }

  const PlacedOutline &a_, &b_;
  const OutlinePairSettings& settings_;
  Pose2 b_seen_;
  SiblingPairs boxes_;
  OutlinePair pair_;
  std::vector<BoxPair> open_;
  std::vector<Near> near_;
  bool is_near_ = false, has_deep_crossing_ = false;
  int probe_count_ = 0;
};

}  // namespace

OutlinePair find_relation(const PlacedOutline& a, const PlacedOutline& b, const OutlinePairSettings& settings) {
  return PairSearch(a, b, settings).run();
}

}  // namespace abut
