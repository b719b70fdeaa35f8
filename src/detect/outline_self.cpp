// Where the border of one outline meets itself: boxes against boxes of the same tree.
#include <algorithm>
#include <tuple>

#include "abut/outlines.h"

namespace abut {
namespace {

// Loops of fewer pieces are cut up, so that no two pieces are neighbours at both ends.
constexpr std::uint32_t kLeastPieces = 3;

class SelfSearch {
 public:
  SelfSearch(const OutlineTree& tree, double tolerance) : tree_(tree), tolerance_(tolerance) {}

  std::vector<OutlineMeeting> run() {
    visit(0);
    const auto is_before = [](const OutlineMeeting& x, const OutlineMeeting& y) {
      return std::tie(x.a_piece, x.b_piece, x.meeting.a) < std::tie(y.a_piece, y.b_piece, y.meeting.a);
    };
    std::sort(found_.begin(), found_.end(), is_before);
    return std::move(found_);
  }

 private:
  const Loop& loop_of(std::uint32_t piece) const { return tree_.outline().loops[tree_.loop_of(piece)]; }
  bool is_short(std::uint32_t piece) const { return loop_of(piece).pieces.size() < kLeastPieces; }

  void visit(std::uint32_t number) {
    const OutlineTree::Node& node = tree_.nodes()[number];
    const bool is_loop = node.count == loop_of(node.first).pieces.size() &&
                         tree_.loop_of(node.first) == tree_.loop_of(node.first + node.count - 1);
    if (is_loop && is_short(node.first)) {
      meet_short_loop(node.first, node.count);
    } else if (node.is_leaf()) {
      add(node.first, node.first, find_self_meetings(tree_.piece(node.first).curve, tolerance_));
    } else {
      visit(number + 1);
      visit(node.right);
      visit_pair(number + 1, node.right);
    }
  }

  void visit_pair(std::uint32_t a, std::uint32_t b) {
    const OutlineTree::Node &a_node = tree_.nodes()[a], &b_node = tree_.nodes()[b];
    if (measure_gap(a_node.box, b_node.box) > tolerance_) return;
    if (a_node.is_leaf() && b_node.is_leaf()) {
      meet(a_node.first, b_node.first);
    } else if (b_node.is_leaf() || (!a_node.is_leaf() && a_node.box.half.x() >= b_node.box.half.x())) {
      visit_pair(a + 1, b);
      visit_pair(a_node.right, b);
    } else {
      visit_pair(a, b + 1);
      visit_pair(a, b_node.right);
    }
  }

  // The first before the second, but the last of a loop is before its first.
  void meet(std::uint32_t a, std::uint32_t b) {
    const Cubic2 &a_curve = tree_.piece(a).curve, &b_curve = tree_.piece(b).curve;
    const bool is_same_loop = tree_.loop_of(a) == tree_.loop_of(b);
    const auto count = static_cast<std::uint32_t>(loop_of(a).pieces.size());
    if (is_same_loop && b == a + 1) {
      add(a, b, find_meetings_of_neighbours(a_curve, b_curve, tolerance_));
    } else if (is_same_loop && b - a == count - 1) {
      auto meetings = find_meetings_of_neighbours(b_curve, a_curve, tolerance_);
      for (CurveMeeting& m : meetings) std::swap(m.a, m.b);
      add(a, b, meetings);
    } else {
      add(a, b, find_meetings(a_curve, b_curve, tolerance_));
    }
  }

  struct Part {
    std::uint32_t piece = 0;
    std::array<double, 2> range = {};
    Cubic2 curve;
  };

  void meet_short_loop(std::uint32_t first, std::uint32_t count) {
    std::vector<Part> parts;
    for (std::uint32_t piece = first; piece < first + count; ++piece) {
      for (std::uint32_t i = 0; i < kLeastPieces; ++i) {
        const std::array<double, 2> range = {i / double(kLeastPieces), (i + 1) / double(kLeastPieces)};
        parts.push_back({piece, range, tree_.piece(piece).curve.part(range[0], range[1])});
      }
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      add_parts(parts[i], parts[i], find_self_meetings(parts[i].curve, tolerance_));
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        const bool is_next = j == i + 1, is_last = i == 0 && j == parts.size() - 1;
        const Part &a = is_last ? parts[j] : parts[i], &b = is_last ? parts[i] : parts[j];
        add_parts(a, b,
                  is_next || is_last ? find_meetings_of_neighbours(a.curve, b.curve, tolerance_)
                                     : find_meetings(a.curve, b.curve, tolerance_));
      }
    }
  }

  void add_parts(const Part& a, const Part& b, std::vector<CurveMeeting> meetings) {
    const auto map = [](const Part& part, std::array<double, 2>& range) {
      for (double& t : range) t = part.range[0] + t * (part.range[1] - part.range[0]);
    };
    for (CurveMeeting& m : meetings) {
      map(a, m.a);
      map(b, m.b);
    }
    if (a.piece <= b.piece) return add(a.piece, b.piece, meetings);
    for (CurveMeeting& m : meetings) std::swap(m.a, m.b);
    add(b.piece, a.piece, meetings);
  }

  void add(std::uint32_t a, std::uint32_t b, std::span<const CurveMeeting> meetings) {
    for (const CurveMeeting& meeting : meetings) found_.push_back({a, b, meeting});
  }

  const OutlineTree& tree_;
  double tolerance_;
  std::vector<OutlineMeeting> found_;
};

}  // namespace

std::vector<OutlineMeeting> find_self_meetings(const OutlineTree& tree, double tolerance) {
  return SelfSearch(tree, tolerance).run();
}

}  // namespace abut
