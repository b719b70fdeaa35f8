// Polygons into triangles: a fan where that is right, ears otherwise (Meisters 1975), decided by exact orientations in
// the projection along the axis nearest to the polygon's normal.
#include <algorithm>
#include <numeric>

#include "abut/shape.h"
#include "math/flatten.h"

namespace abut {
namespace {

using Triple = std::array<std::uint32_t, 3>;

Vec3 newell_normal(std::span<const Vec3> corners) {
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 a = corners[i] - corners[0], b = corners[(i + 1) % corners.size()] - corners[0];
    normal += a.cross(b);
  }
  return normal;
}

std::vector<Triple> fan(std::span<const std::uint32_t> corners) {
  std::vector<Triple> triangles;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) triangles.push_back({corners[0], corners[i], corners[i + 1]});
  return triangles;
}

// The shrinking polygon: a ring of the corners left, and which of them are ears. Only the two neighbours of a cut
// ear can change, so the whole costs n times the number of inner (reflex) corners.
class EarClipper {
 public:
  EarClipper(std::span<const Vec3> corners, const Flattening& flat, int orientation)
      : orientation_(orientation), next_(corners.size()), previous_(corners.size()), is_ear_(corners.size()) {
    for (const Vec3& corner : corners) corners_.push_back(flat(corner));
    const auto n = static_cast<std::uint32_t>(corners.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      next_[i] = (i + 1) % n;
      previous_[i] = (i + n - 1) % n;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      if (turn(previous_[i], i, next_[i]) <= 0) reflex_.push_back(i);
    }
    for (std::uint32_t i = 0; i < n; ++i) is_ear_[i] = test_ear(i);
  }

  std::vector<Triple> clip() {
    std::vector<Triple> triangles;
    std::uint32_t at = 1;
    for (std::size_t left = corners_.size(); left > 3; --left) {
      at = find_ear(at, left);
      triangles.push_back({previous_[at], at, next_[at]});
      at = remove(at);
    }
    triangles.push_back({previous_[at], at, next_[at]});
    return triangles;
  }

 private:
  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orientation_ * orient2d(corners_[a], corners_[b], corners_[c]);
  }

  bool test_ear(std::uint32_t i) const {
    const std::uint32_t a = previous_[i], c = next_[i];
    if (turn(a, i, c) <= 0) return false;
    const Vec2 lower = corners_[a].cwiseMin(corners_[i]).cwiseMin(corners_[c]);
    const Vec2 upper = corners_[a].cwiseMax(corners_[i]).cwiseMax(corners_[c]);
    for (const std::uint32_t p : reflex_) {
      if ((corners_[p].array() < lower.array()).any() || (corners_[p].array() > upper.array()).any()) continue;
      if (p == a || p == i || p == c || is_removed(p)) continue;
      if (turn(a, i, p) >= 0 && turn(i, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  // The next ear; in a polygon that crosses itself there may be none, and the next corner is cut all the same.
  std::uint32_t find_ear(std::uint32_t from, std::size_t left) const {
    std::uint32_t at = from;
    for (std::size_t k = 0; k < left; ++k, at = next_[at]) {
      if (is_ear_[at]) return at;
    }
    return from;
  }

  // Takes the corner out of the ring and returns the one after the next, which spreads the cuts.
  std::uint32_t remove(std::uint32_t i) {
    const std::uint32_t a = previous_[i], c = next_[i];
    next_[a] = c;
    previous_[c] = a;
    next_[i] = i;
    if (++removed_ * 2 > reflex_.size()) forget_removed();
    is_ear_[a] = test_ear(a);
    is_ear_[c] = test_ear(c);
    return next_[c];
  }
  bool is_removed(std::uint32_t i) const { return next_[i] == i; }

  // Corners only ever change from inner to outer, so the list shrinks.
  void forget_removed() {
    removed_ = 0;
    std::erase_if(reflex_, [&](std::uint32_t i) { return is_removed(i) || turn(previous_[i], i, next_[i]) > 0; });
  }

  std::vector<Vec2> corners_;
  int orientation_;
  std::vector<std::uint32_t> next_, previous_, reflex_;
  std::vector<std::uint8_t> is_ear_;
  std::size_t removed_ = 0;
};

// How the polygon turns when flattened, exactly: +1, -1, or 0 if it is seen edge-on. A simple polygon turns at its
// lexicographically first corner as it turns on the whole.
int find_orientation(std::span<const Vec3> corners, const Flattening& flat) {
  const auto less = [&](const Vec3& a, const Vec3& b) {
    const Vec2 p = flat(a), q = flat(b);
    return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
  };
  const std::size_t n = corners.size();
  const auto first = static_cast<std::size_t>(std::min_element(corners.begin(), corners.end(), less) - corners.begin());
  return flat.turn(corners[(first + n - 1) % n], corners[first], corners[(first + 1) % n]);
}

}  // namespace

std::vector<Triple> triangulate(std::span<const Vec3> corners) {
  std::vector<std::uint32_t> order(corners.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Triple> triangles = fan(order);
  if (corners.size() <= 3) return triangles;
  Flattening flat(newell_normal(corners));
  int orientation = find_orientation(corners, flat);
  for (int tries = 0; tries < 2 && orientation == 0; ++tries) {
    flat.turn_axis();
    orientation = find_orientation(corners, flat);
  }
  const bool fan_is_right = std::all_of(triangles.begin(), triangles.end(), [&](const Triple& t) {
    return orientation * flat.turn(corners[t[0]], corners[t[1]], corners[t[2]]) > 0;
  });
  if (fan_is_right || orientation == 0) return triangles;
  return EarClipper(corners, flat, orientation).clip();
}

std::vector<std::array<VertexId, 3>> triangulate(const PolygonMesh& mesh, PolygonId polygon) {
  const auto vertices = mesh.polygon(polygon);
  std::vector<Vec3> corners;
  for (const VertexId v : vertices) corners.push_back(mesh.positions[v]);
  std::vector<std::array<VertexId, 3>> triangles;
  for (const Triple& t : triangulate(corners)) triangles.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  return triangles;
}

}  // namespace abut
