#include "narrow/patch_directions.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "shape/superellipsoid.h"

namespace abut {
namespace {

// A triangle on the sphere of directions. Points p of the difference a - b have p·n at most h(n), the value with its
// sign turned; so along any direction within, h is at least what the point found along the middle has there, and that
// is no less than at the corners, stretched where chords run below the sphere.
struct DirectionCell {
  std::array<Vec3, 3> corners;
  double upper = 0;  ///< no direction in it has a value above

  friend bool operator<(const DirectionCell& x, const DirectionCell& y) { return x.upper < y.upper; }
};

double bound_value(const std::array<Vec3, 3>& corners, const Vec3& way) {
  double most = -INFINITY;
  for (const Vec3& corner : corners) most = std::max(most, corner.dot(way));
  if (most <= 0) return most;
  const Vec3 normal = unit_normal(corners);
  return most / std::abs(normal.dot(corners[0]));
}

class DirectionSearch {
 public:
  DirectionSearch(const ConvexPair& pair, const Vec3& start, double tolerance, std::size_t max_cells)
      : pair_(pair), tolerance_(tolerance), max_cells_(max_cells) {
    best_.direction = start;
    best_.value = pair.measure(start);
  }

  BestDirection run() {
    for (int octant = 0; octant < 8; ++octant) {
      const Vec3 signs(octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1);
      consider({signs.x() * Vec3::UnitX(), signs.y() * Vec3::UnitY(), signs.z() * Vec3::UnitZ()}, INFINITY);
    }
    std::size_t count = 8;
    for (; !queue_.empty() && queue_.front().upper > best_.value + tolerance_ && count < max_cells_; count += 4) {
      std::pop_heap(queue_.begin(), queue_.end());
      const DirectionCell cell = queue_.back();
      queue_.pop_back();
      split(cell);
    }
    best_.upper = std::max(best_.value, std::max(ruled_out_, queue_.empty() ? -INFINITY : queue_.front().upper));
    return best_;
  }

 private:
  void consider(const std::array<Vec3, 3>& corners, double upper) {
    const Vec3 middle = (corners[0] + corners[1] + corners[2]).normalized();
    const Vec3 way = pair_.find_way(middle);
    const double value = middle.dot(way);
    if (value > best_.value) {
      best_.value = value;
      best_.direction = middle;
    }
    upper = std::min(upper, bound_value(corners, way));
    if (upper > best_.value + 0.5 * tolerance_) {
      queue_.push_back({corners, upper});
      std::push_heap(queue_.begin(), queue_.end());
    } else {
      ruled_out_ = std::max(ruled_out_, upper);
    }
  }

  void split(const DirectionCell& cell) {
    const auto& c = cell.corners;
    const Vec3 a = (c[1] + c[2]).normalized(), b = (c[2] + c[0]).normalized(), m = (c[0] + c[1]).normalized();
    consider({c[0], m, b}, cell.upper);
    consider({m, c[1], a}, cell.upper);
    consider({b, a, c[2]}, cell.upper);
    consider({a, b, m}, cell.upper);
  }

  const ConvexPair& pair_;
  double tolerance_;
  std::size_t max_cells_;
  double ruled_out_ = -INFINITY;
  std::vector<DirectionCell> queue_;
  BestDirection best_;
};

}  // namespace

ConvexPair::ConvexPair(const Patch& a, const Patch& b, double time)
    : a_(a.convex()), b_(b.convex()), pose_a_(a.motion().at(time)), pose_b_(b.motion().at(time)) {}

Vec3 ConvexPair::find_support_a(const Vec3& direction) const {
  return pose_a_.apply(a_->find_support(pose_a_.rotation.conjugate() * direction));
}

Vec3 ConvexPair::find_support_b(const Vec3& direction) const {
  return pose_b_.apply(b_->find_support(pose_b_.rotation.conjugate() * -direction));
}

double ConvexPair::size() const { return a_->reach() + b_->reach(); }

BestDirection find_best_direction(const ConvexPair& pair, const Vec3& start, double tolerance, std::size_t max_cells) {
  return DirectionSearch(pair, start, tolerance, max_cells).run();
}

}  // namespace abut
