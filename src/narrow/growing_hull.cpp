// Taking in a point: the faces that see it go, and the rim they leave is joined to the point (see growing_hull.h).
#include "narrow/growing_hull.h"

#include <algorithm>
#include <cmath>

namespace abut {

void GrowingHull::start(const Simplex& t) {
  const Plain3 &p = t.points[0].point, &q = t.points[1].point, &r = t.points[2].point, &s = t.points[3].point;
  const bool is_turned = (q - p).cross(r - p).dot(s - p) > 0;  // then the first three are seen from the fourth
  for (const DifferencePoint& point : t.points) add_point(point);
  const int b = is_turned ? 2 : 1, c = is_turned ? 1 : 2;
  add_face(0, b, c);
  add_face(0, 3, b);
  add_face(b, 3, c);
  add_face(c, 3, 0);
  constexpr std::uint8_t kNeighbors[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (std::size_t f = 0; f < 4; ++f) std::copy_n(kNeighbors[f], 3, faces_[f].neighbors.begin());
}

int GrowingHull::add_point(const DifferencePoint& p) {
  points_[point_count_] = p.point;
  ids_[point_count_] = {p.a, p.b};
  return point_count_++;
}

int GrowingHull::add_face(int a, int b, int c) {
  const int f = free_count_ > 0 ? free_[--free_count_] : slot_count_++;
  Face& face = faces_[f];
  face.corners = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)};
  const Plain3 normal = (points_[b] - points_[a]).cross(points_[c] - points_[a]);
  const double squared = normal.squared_norm();
  const bool has_area = squared > std::numeric_limits<double>::min();
  face.normal = has_area ? (1 / std::sqrt(squared)) * normal : Plain3();
  distances_[f] = has_area ? face.normal.dot(points_[a]) : std::numeric_limits<double>::infinity();
  is_there_[f] = true;
  return f;
}

void GrowingHull::drop(int face) {
  is_there_[face] = false;
  distances_[face] = std::numeric_limits<double>::infinity();
}

int GrowingHull::edge_between(int face, int neighbor) const {
  const auto& neighbors = faces_[face].neighbors;
  return neighbors[0] == neighbor ? 0 : neighbors[1] == neighbor ? 1 : 2;
}

// Depth first, counter-clockwise: so the edges of the rim come one after the other.
void GrowingHull::remove_seen(int face, int edge, const Plain3& point) {
  if (!is_there_[face]) return;
  if (!is_seen(face, point)) {
    if (rim_count_ == kMaxFaces) {
      is_overrun_ = true;
      return;
    }
    rim_[rim_count_++] = {static_cast<std::uint8_t>(face), static_cast<std::uint8_t>(edge)};
    return;
  }
  drop(face);
  free_[free_count_++] = static_cast<std::uint8_t>(face);
  for (int k = 1; k < 3; ++k) {
    const int next = faces_[face].neighbors[(edge + k) % 3];
    remove_seen(next, edge_between(next, face), point);
  }
}

bool GrowingHull::take_in(int face, const DifferencePoint& p) {
  if (point_count_ == kMaxPoints) return false;
  rim_count_ = 0;
  drop(face);
  free_[free_count_++] = static_cast<std::uint8_t>(face);
  for (int k = 0; k < 3; ++k) {
    const int next = faces_[face].neighbors[k];
    remove_seen(next, edge_between(next, face), p.point);
  }
  if (rim_count_ < 3 || is_overrun_ || slot_count_ + rim_count_ - free_count_ > kMaxFaces) return false;
  const int top = add_point(p);
  int first = -1, last = -1;
  for (int i = 0; i < rim_count_; ++i) {
    const auto [beyond, edge] = rim_[i];
    const int from = faces_[beyond].corners[(edge + 1) % 3], to = faces_[beyond].corners[edge];
    const int added = add_face(from, to, top);
    faces_[added].neighbors[0] = beyond;
    faces_[beyond].neighbors[edge] = static_cast<std::uint8_t>(added);
    if (last < 0) {
      first = added;
    } else {
      if (faces_[last].corners[1] != from) return false;
      faces_[last].neighbors[1] = static_cast<std::uint8_t>(added);
      faces_[added].neighbors[2] = static_cast<std::uint8_t>(last);
    }
    last = added;
  }
  faces_[last].neighbors[1] = static_cast<std::uint8_t>(first);
  faces_[first].neighbors[2] = static_cast<std::uint8_t>(last);
  return faces_[last].corners[1] == faces_[first].corners[0];
}

int GrowingHull::nearest_face() const {
  return static_cast<int>(std::min_element(distances_.begin(), distances_.begin() + slot_count_) - distances_.begin());
}

bool GrowingHull::holds(const DifferencePoint& p) const {
  for (int i = 0; i < point_count_; ++i) {
    if (ids_[i][0] == p.a && ids_[i][1] == p.b) return true;
  }
  return false;
}

Simplex GrowingHull::corners_of(int f) const {
  const auto& c = faces_[f].corners;
  return keep_nearest({{point(c[0]), point(c[1]), point(c[2])}, {}, 3});
}

double GrowingHull::volume_of(int f) const {
  const auto& c = faces_[f].corners;
  return points_[c[0]].dot(points_[c[1]].cross(points_[c[2]]));
}

double GrowingHull::longest_squared() const {
  double longest = 0;
  for (int i = 0; i < point_count_; ++i) longest = std::max(longest, points_[i].squared_norm());
  return longest;
}

}  // namespace abut
