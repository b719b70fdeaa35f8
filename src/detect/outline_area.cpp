// The area of a region whose border crosses itself: each piece of border between crossings counts by the side of it
// that the region is on.
#include <algorithm>
#include <cmath>

#include "abut/outlines.h"
#include "narrow/curve_part.h"

namespace abut {
namespace {

// From the middle of a piece to the points on both sides of it, by the piece's length.
constexpr double kBeside = 1e-4;

// 1 if the region is to the left of the curve, -1 to the right, 0 if it is on both sides or none.
int find_side(const OutlineTree& tree, const Cubic2& curve) {
  const Vec2 middle = curve.at(0.5);
  const Vec2 way = kBeside * (curve.points[3] - curve.points[0]).norm() * measure_normal(curve, 0.5);
  const bool is_left = locate(tree, middle - way) == Side::inside,
             is_right = locate(tree, middle + way) == Side::inside;
  return int(is_left) - int(is_right);
}

}  // namespace

double measure_region(const OutlineTree& tree) {
  std::vector<std::vector<double>> cuts(tree.piece_count(), {0, 1});
  bool is_simple = true;
  for (const OutlineMeeting& found : find_self_meetings(tree)) {
    if (found.meeting.kind != CurveMeeting::Kind::crossing) continue;
    is_simple = false;
    cuts[found.a_piece].push_back(found.meeting.a[0]);
    cuts[found.b_piece].push_back(found.meeting.b[0]);
  }
  if (is_simple) return measure_area(tree.outline());
  const Vec2 origin = tree.curve(0).points[0];
  double area = 0;
  for (std::uint32_t piece = 0; piece < cuts.size(); ++piece) {
    std::sort(cuts[piece].begin(), cuts[piece].end());
    for (std::size_t i = 1; i < cuts[piece].size(); ++i) {
      const Cubic2 curve = tree.curve(piece).part(cuts[piece][i - 1], cuts[piece][i]);
      const Vec2 begin = curve.points[0] - origin, end = curve.points[3] - origin;
      if (begin == end) continue;
      area += find_side(tree, curve) * (measure_area(Loop{{{.curve = curve}}}) + 0.5 * cross(begin, end));
    }
  }
  return area;
}

}  // namespace abut
