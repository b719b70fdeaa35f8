// Taking in a point: the faces that see it go, and the rim they leave is joined to the point (see growing_hull.h).
#include "narrow/growing_hull.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void GrowingHull::start(const Simplex& t) {
  const Plain3 &p = t.points[0].point, &q = t.points[1].point, &r = t.points[2].point, &s = t.points[3].point;
  const bool is_turned = (q - p).cross(r - p).dot(s - p) > 0;  // then the first three are seen from the fourth
  for (const DifferencePoint& point : t.points) add_point(point);
  const Index b = is_turned ? 2 : 1, c = is_turned ? 1 : 2;
  add_face(0, b, c, {1, 2, 3});
  add_face(0, 3, b, {3, 2, 0});
  add_face(b, 3, c, {1, 3, 0});
  add_face(c, 3, 0, {2, 1, 0});
}

GrowingHull::Index GrowingHull::add_point(const DifferencePoint& p) {
  points_[point_count_] = p.point;
  ids_[point_count_] = id_of(p);
  return static_cast<Index>(point_count_++);
}

// New slots come many at a time, so that those not in use are never near and see nothing.
void GrowingHull::make_slots() {
  for (int i = kMoreSlots - 1; i >= 0; --i) {
    is_there_[slot_count_ + i] = false;
    free_[free_count_++] = static_cast<Index>(slot_count_ + i);
  }
  for (int end = slot_count_ + kMoreSlots; slot_count_ < end; slot_count_ += 8) {
    for (auto* list : {&normal_x_, &normal_y_, &normal_z_}) store(&(*list)[slot_count_], Double8{});
    for (auto* list : {&height_, &distance_}) store(&(*list)[slot_count_], Double8{} + kInfinity);
  }
}

// Indices go one by one where they belong: put together first, they would be waited for.
GrowingHull::Index GrowingHull::add_face(Index a, Index b, Index c, const std::array<Index, 3>& neighbors) {
  if (free_count_ == 0) make_slots();
  const Index f = free_[--free_count_];
  Triangle& triangle = triangles_[f];
  triangle.corners[0] = a;
  triangle.corners[1] = b;
  triangle.corners[2] = c;
  for (std::size_t k = 0; k < 3; ++k) triangle.neighbors[k] = neighbors[k];
  is_there_[f] = true;
  measure(f, points_[a], points_[b], points_[c]);
  return f;
}

void GrowingHull::measure(Index f, const Plain3& a, const Plain3& b, const Plain3& c) {
  const Plain3 normal = (b - a).cross(c - a);
  const double squared = normal.squared_norm();
  const bool has_area = squared > std::numeric_limits<double>::min();
  const double scale = has_area ? 1 / std::sqrt(squared) : 0;
  const double distance = scale * normal.dot(a);
  normal_x_[f] = scale * normal.x;
  normal_y_[f] = scale * normal.y;
  normal_z_[f] = scale * normal.z;
  height_[f] = distance - tolerance_;
  distance_[f] = has_area ? distance : kInfinity;
}

void GrowingHull::find_seen(int face, const Plain3& point) {
  height_[face] = -kInfinity;  // in any case
  const Double8 x = Double8{} + point.x, y = Double8{} + point.y, z = Double8{} + point.z;
  seen_count_ = 0;
  for (int begin = 0; begin < slot_count_; begin += 8) {
    const Double8 along = load<Double8>(&normal_x_[begin]) * x + load<Double8>(&normal_y_[begin]) * y +
                          load<Double8>(&normal_z_[begin]) * z;
    for (auto mask = mask_greater(along, load<Double8>(&height_[begin])); mask != 0; mask &= mask - 1) {
      seen_[seen_count_++] = static_cast<Index>(begin + std::countr_zero(mask));
    }
  }
}

// The edges between faces that go and faces that stay. An edge is written in any case, and counted if it is one.
bool GrowingHull::find_rim() {
  for (int i = 0; i < seen_count_; ++i) {
    is_there_[seen_[i]] = false;
    height_[seen_[i]] = distance_[seen_[i]] = kInfinity;
  }
  rim_count_ = 0;
  for (int i = 0; i < seen_count_; ++i) {
    const Triangle& t = triangles_[seen_[i]];
    for (int k = 0; k < 3; ++k) {
      const auto& around = triangles_[t.neighbors[k]].neighbors;
      const int edge = (around[1] == seen_[i]) + 2 * (around[2] == seen_[i]);
      rim_[rim_count_] = {t.corners[k], t.corners[(k + 1) % 3], t.neighbors[k], static_cast<Index>(edge)};
      rim_count_ += is_there_[t.neighbors[k]];
    }
    if (rim_count_ > kMaxRim) return false;
  }
  return rim_count_ >= 3;
}

// New faces, in the order of the rim: which has to be one loop.
bool GrowingHull::join_rim(Index top) {
  for (int i = 0; i < rim_count_; ++i) face_from_[rim_[i].from] = static_cast<Index>(i);
  int at = 0, last = -1, first = -1;
  for (int i = 0; i < rim_count_; ++i) {
    const RimEdge& e = rim_[at];
    const Index added = add_face(e.from, e.to, top, {e.beyond, 0, static_cast<Index>(last)});
    triangles_[e.beyond].neighbors[e.edge] = added;
    triangles_[i == 0 ? added : last].neighbors[1] = added;
    if (i == 0) first = added;
    last = added;
    at = face_from_[e.to];
    if (at >= rim_count_ || rim_[at].from != e.to || (at == 0) != (i + 1 == rim_count_)) return false;
  }
  triangles_[last].neighbors[1] = static_cast<Index>(first);
  triangles_[first].neighbors[2] = static_cast<Index>(last);
  return true;
}

bool GrowingHull::take_in(int face, const DifferencePoint& p) {
  if (point_count_ == kMaxPoints || slot_count_ - free_count_ + kMaxRim > kMaxFaces - kMoreSlots) return false;
  find_seen(face, p.point);
  if (!find_rim()) return false;
  for (int i = 0; i < seen_count_; ++i) free_[free_count_++] = seen_[i];
  return join_rim(add_point(p));
}

int GrowingHull::nearest_face() const {
  Double8 least = load<Double8>(&distance_[0]);
  for (int begin = 8; begin < slot_count_; begin += 8) least = lanes_min(load<Double8>(&distance_[begin]), least);
  double nearest = least[0];
  for (int i = 1; i < 8; ++i) nearest = std::min(nearest, least[i]);
  for (int begin = 0; begin < slot_count_; begin += 8) {
    const std::uint32_t others = mask_greater(load<Double8>(&distance_[begin]), Double8{} + nearest);
    if (others != 255) return begin + std::countr_one(others);
  }
  return 0;
}

bool GrowingHull::holds(const DifferencePoint& p) const {
  bool is_there = false;
  for (int i = 0; i < point_count_; ++i) is_there |= ids_[i] == id_of(p);
  return is_there;
}

Simplex GrowingHull::corners_of(int f) const {
  const auto& c = triangles_[f].corners;
  return keep_nearest({{point(c[0]), point(c[1]), point(c[2])}, {}, 3});
}

double GrowingHull::volume_of(int f) const {
  const auto& c = triangles_[f].corners;
  return points_[c[0]].dot(points_[c[1]].cross(points_[c[2]]));
}

double GrowingHull::longest_squared() const {
  double longest = 0;
  for (int i = 0; i < point_count_; ++i) longest = std::max(longest, points_[i].squared_norm());
  return longest;
}

}  // namespace abut
