// Polygons of straight lines: slow, exact looks at them that share nothing with how abut looks at curves.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/math.h"
#include "abut/outline.h"

namespace abut::test {

using Ring = std::vector<Vec2>;
/// What an odd number of rings go around.
using Rings = std::vector<Ring>;

/// Without the last corner if it is the first again, and without corners that are where the one before is. Nothing if
/// fewer than three are left.
inline Ring clean_ring(const Ring& corners) {
  Ring ring;
  for (const Vec2& corner : corners) {
    if (ring.empty() || ring.back() != corner) ring.push_back(corner);
  }
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring.size() < 3 ? Ring() : ring;
}

inline Rings clean_rings(const Rings& given) {
  Rings rings;
  for (const Ring& corners : given) {
    Ring ring = clean_ring(corners);
    if (!ring.empty()) rings.push_back(std::move(ring));
  }
  return rings;
}

inline Outline make_outline(const Rings& rings) {
  Outline outline;
  for (const Ring& ring : rings) outline.loops.push_back(make_polygon(ring));
  return outline;
}

inline Box2 find_box(const Rings& rings) {
  Box2 box;
  for (const Ring& ring : rings) {
    for (const Vec2& corner : ring) box.add(corner);
  }
  return box;
}

inline bool do_boxes_meet(const Rings& a, const Rings& b) {
  const Box2 a_box = find_box(a), b_box = find_box(b);
  return (a_box.lower.array() <= b_box.upper.array()).all() && (b_box.lower.array() <= a_box.upper.array()).all();
}

struct Line {
  Vec2 from, to;
};

inline std::vector<Line> list_lines(const Rings& rings) {
  std::vector<Line> lines;
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) lines.push_back({ring[i], ring[(i + 1) % ring.size()]});
  }
  return lines;
}

enum class LineMeeting { none, point, stretch, crossing };

/// Of two lines along each other: whether they share more than a point.
inline LineMeeting meet_along(const Line& a, const Line& b) {
  const Vec2 way = a.to - a.from;
  const int axis = std::abs(way.x()) >= std::abs(way.y()) ? 0 : 1;
  const double low = std::max(std::min(a.from[axis], a.to[axis]), std::min(b.from[axis], b.to[axis]));
  const double high = std::min(std::max(a.from[axis], a.to[axis]), std::max(b.from[axis], b.to[axis]));
  if (low == high) return LineMeeting::point;
  return low < high ? LineMeeting::stretch : LineMeeting::none;
}

/// Exactly. A crossing is one of inner points of both; all else that shares one point is a `point`.
inline LineMeeting meet(const Line& a, const Line& b) {
  const int b_from = orient2d(a.from, a.to, b.from), b_to = orient2d(a.from, a.to, b.to);
  const int a_from = orient2d(b.from, b.to, a.from), a_to = orient2d(b.from, b.to, a.to);
  if (b_from == 0 && b_to == 0) return meet_along(a, b);
  if (b_from * b_to > 0 || a_from * a_to > 0) return LineMeeting::none;
  return b_from * b_to < 0 && a_from * a_to < 0 ? LineMeeting::crossing : LineMeeting::point;
}

/// How rings meet themselves and each other.
enum class Border {
  simple,    ///< not at all
  touching,  ///< in corners, or corners and lines; a region all the same
  doubled,   ///< along stretches, so that some of the border is no border of the region
  crossing,
};

inline Border find_border(const Rings& rings) {
  Border border = Border::simple;
  const std::vector<Line> lines = list_lines(rings);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const bool is_joint = lines[i].to == lines[j].from || lines[j].to == lines[i].from;
      switch (meet(lines[i], lines[j])) {
        case LineMeeting::none:
          break;
        case LineMeeting::point:
          border = std::max(border, is_joint ? Border::simple : Border::touching);
          break;
        case LineMeeting::stretch:
          border = std::max(border, Border::doubled);
          break;
        case LineMeeting::crossing:
          border = Border::crossing;
          break;
      }
    }
  }
  // Joints of more than two lines.
  std::vector<Vec2> corners;
  for (const Line& line : lines) corners.push_back(line.from);
  std::sort(corners.begin(), corners.end(),
            [](const Vec2& p, const Vec2& q) { return std::make_pair(p.x(), p.y()) < std::make_pair(q.x(), q.y()); });
  const bool has_shared_corner = std::adjacent_find(corners.begin(), corners.end()) != corners.end();
  return has_shared_corner ? std::max(border, Border::touching) : border;
}

inline bool do_borders_meet(const Rings& a, const Rings& b) {
  if (!do_boxes_meet(a, b)) return false;
  for (const Line& line : list_lines(a)) {
    for (const Line& other : list_lines(b)) {
      if (meet(line, other) != LineMeeting::none) return true;
    }
  }
  return false;
}

/// Where a vertical line crosses the rings, from below.
inline std::vector<double> cut(const std::vector<Line>& lines, double x) {
  std::vector<double> heights;
  for (const auto& [p, q] : lines) {
    if ((p.x() < x) == (q.x() < x)) continue;
    heights.push_back(p.y() + (x - p.x()) / (q.x() - p.x()) * (q.y() - p.y()));
  }
  std::sort(heights.begin(), heights.end());
  return heights;
}

/// What two cuts have in common.
inline double measure_common(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < a.size(); i += 2) {
    for (std::size_t j = 0; j + 1 < b.size(); j += 2) {
      sum += std::max(0.0, std::min(a[i + 1], b[j + 1]) - std::max(a[i], b[j]));
    }
  }
  return sum;
}

/// Where two lines cross, as x.
inline double find_crossing(const Line& a, const Line& b) {
  const Vec2 u = a.to - a.from, v = b.to - b.from, w = b.from - a.from;
  return a.from.x() + u.x() * (w.x() * v.y() - w.y() * v.x()) / (u.x() * v.y() - u.y() * v.x());
}

/// The area of what is in both, in slabs between all corners and crossings, in which cuts change evenly. Rounded.
inline double measure_overlap(const Rings& a, const Rings& b) {
  if (!do_boxes_meet(a, b)) return 0;
  const std::vector<Line> a_lines = list_lines(a), b_lines = list_lines(b);
  std::vector<double> stops;
  for (const auto* lines : {&a_lines, &b_lines}) {
    for (const Line& line : *lines) stops.push_back(line.from.x());
  }
  for (const Line& line : a_lines) {
    for (const Line& other : b_lines) {
      if (meet(line, other) == LineMeeting::crossing) stops.push_back(find_crossing(line, other));
    }
  }
  std::sort(stops.begin(), stops.end());
  double area = 0;
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    const double middle = 0.5 * (stops[i] + stops[i + 1]);
    if (middle <= stops[i] || middle >= stops[i + 1]) continue;
    area += (stops[i + 1] - stops[i]) * measure_common(cut(a_lines, middle), cut(b_lines, middle));
  }
  return area;
}

}  // namespace abut::test
