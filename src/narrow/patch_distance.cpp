// How far two patches are apart: pairs of parts, those that may be nearest first, until points found are as near.
#include <algorithm>
#include <tuple>

#include "base/assert.h"
#include "narrow/patch_approach.h"
#include "narrow/patch_cells.h"
#include "narrow/patch_gap.h"
#include "narrow/patch_slab.h"

namespace abut {
namespace {

// After so many pairs, planes are tried, with at most so many parts of either patch.
constexpr std::size_t kPairsBeforeSlab = 100;
constexpr std::size_t kMaxSlabCells = 1000;

struct Pair {
  PatchCell a, b;
  double least = 0;  ///< no points of these are nearer
};

class DistanceSearch {
 public:
  /// Ends as soon as points are as near as `enough`.
  DistanceSearch(const Patch& a, const Patch& b, const PatchDistanceSettings& settings, double enough = 0)
      : a_(a), b_(b), settings_(settings), enough_(enough) {}

  PatchDistance run() {
    const PatchBox all = {.t0 = settings_.time, .t1 = settings_.time};
    consider({PatchCell(a_, all), PatchCell(b_, all)});
    while (!is_done() && found_.cells < settings_.max_cells) {
      std::pop_heap(queue_.begin(), queue_.end());
      const Entry top = queue_.back();
      queue_.pop_back();
      const Pair pair = pairs_[top.index];
      free_.push_back(top.index);
      look_for_points(pair);
      split(pair);
      if (found_.cells >= kPairsBeforeSlab && found_.upper < slab_upper_) try_slab();
    }
    found_.is_tight = is_done();
    found_.lower = std::max(0.0, std::min(find_least(), found_.upper));
    return found_;
  }

 private:
  struct Entry {
    double least;
    std::size_t index;
    friend bool operator<(const Entry& x, const Entry& y) {
      return std::tie(x.least, x.index) > std::tie(y.least, y.index);
    }
  };

  double find_least() const { return std::max(slab_, queue_.empty() ? found_.upper : queue_.front().least); }

  bool is_done() const {
    const double least = find_least();
    return least > settings_.within || least >= found_.upper - settings_.tolerance || found_.upper <= enough_;
  }

  void consider(Pair&& pair) {
    ++found_.cells;
    pair.least = std::max(pair.least, PatchGap(pair.a.enclosure, pair.b.enclosure).measure_least(0));
    if (pair.least >= found_.upper) return;
    std::size_t index = pairs_.size();
    if (free_.empty()) {
      pairs_.push_back(pair);
    } else {
      index = free_.back();
      free_.pop_back();
      pairs_[index] = pair;
    }
    queue_.push_back({pair.least, index});
    std::push_heap(queue_.begin(), queue_.end());
  }

  // Newton's method, but only from where it may lead nearer.
  void look_for_points(const Pair& pair) {
    const auto shares = PatchGap(pair.a.enclosure, pair.b.enclosure).find_nearest(0).shares;
    PatchPoints points;
    points.a = pair.a.parameters(shares[0], shares[1]);
    points.b = pair.b.parameters(shares[2], shares[3]);
    measure_points(a_, b_, settings_.time, points);
    if (!(points.distance < found_.upper)) return;
    found_.points = approach(a_, b_, settings_.time, points, 20);
    found_.upper = found_.points.distance;
  }

  // Two planes across the way between the points found, for each better pair of points.
  void try_slab() {
    slab_upper_ = found_.upper;
    const auto& p = found_.points.points;
    const Vec3 direction = (p[1] - p[0]).normalized();
    const double tolerance = std::max(0.5 * settings_.tolerance, 1e-12 * found_.upper);
    slab_ = std::max(slab_, measure_slab(a_, b_, settings_.time, direction, tolerance, kMaxSlabCells, found_.cells));
  }

  void split(const Pair& pair) {
    const bool cuts_a = pair.a.size() >= pair.b.size();
    const PatchCell &whole = cuts_a ? pair.a : pair.b, &other = cuts_a ? pair.b : pair.a;
    for (const PatchCell& half : whole.split(cuts_a ? a_ : b_)) {
      consider(cuts_a ? Pair{half, other, pair.least} : Pair{other, half, pair.least});
    }
  }

  const Patch &a_, &b_;
  const PatchDistanceSettings& settings_;
  double enough_;
  double slab_ = 0, slab_upper_ = std::numeric_limits<double>::infinity();
  std::vector<Pair> pairs_;
  std::vector<std::size_t> free_;
  std::vector<Entry> queue_;
  PatchDistance found_;
};

// A ball around a triangle.
PatchEnclosure enclose(const TrianglePoints& triangle) {
  PatchEnclosure e;
  e.center = (triangle[0] + triangle[1] + triangle[2]) / 3;
  for (const Vec3& p : triangle) e.radius = e.thickness = std::max(e.radius, (p - e.center).norm());
  return e;
}

// Faces by how near they may be, nearest first.
struct FaceBound {
  double least;
  FaceId face;
};

std::vector<FaceBound> sort_faces(const PatchEnclosure& patch, const Surface& surface,
                                  std::span<const Vec3> positions) {
  std::vector<FaceBound> faces;
  faces.reserve(surface.face_count());
  for (std::size_t f = 0; f < surface.face_count(); ++f) {
    const PatchEnclosure triangle = enclose(face_points(surface, positions, FaceId(f)));
    faces.push_back({PatchGap(patch, triangle).measure_least(0), FaceId(f)});
  }
  std::sort(faces.begin(), faces.end(), [](const FaceBound& x, const FaceBound& y) {
    return std::tie(x.least, x.face) < std::tie(y.least, y.face);
  });
  return faces;
}

Patch make_point(const Vec3& point) {
  BezierNet net;
  net.fill(point);
  const auto patch = make_bezier_patch(net);
  ABUT_ASSERT(patch.has_value());
  return *patch;
}

}  // namespace

PatchDistance measure_distance(const Patch& a, const Patch& b, const PatchDistanceSettings& settings) {
  return DistanceSearch(a, b, settings).run();
}

PatchDistance measure_distance(const Patch& patch, const Vec3& point, const PatchDistanceSettings& settings) {
  return measure_distance(patch, make_point(point), settings);
}

PatchDistance measure_distance(const Patch& patch, const Surface& surface, std::span<const Vec3> positions,
                               const PatchDistanceSettings& settings) {
  ABUT_ASSERT(positions.size() == surface.vertex_count());
  PatchDistance best;
  best.is_tight = true;
  best.lower = settings.within;
  const PatchBox all = {.t0 = settings.time, .t1 = settings.time};
  for (const auto& [least, face] : sort_faces(patch.enclose(all), surface, positions)) {
    if (least >= std::min(best.upper, settings.within)) {
      best.lower = std::min(best.lower, least);
      break;
    }
    const auto triangle = make_triangle_patch(face_points(surface, positions, face));
    ABUT_ASSERT(triangle.has_value());
    PatchDistanceSettings rest = settings;
    rest.within = std::min(settings.within, best.upper);
    const PatchDistance distance = measure_distance(patch, *triangle, rest);
    best.lower = std::min(best.lower, distance.lower);
    best.cells += distance.cells;
    best.is_tight &= distance.is_tight;
    if (!(distance.upper < best.upper)) continue;
    best.upper = distance.upper;
    best.points = distance.points;
    best.face = face;
  }
  best.lower = std::min(best.lower, best.upper);
  return best;
}

// Points that are as near as rounding are near enough to give up.
bool test_apart(const Patch& a, const Patch& b, double distance, double time) {
  const PatchBox all = {.t0 = time, .t1 = time};
  double size = 0;
  for (const PatchEnclosure& e : {a.enclose(all), b.enclose(all)}) size = std::max(size, e.center.norm() + e.radius);
  const PatchDistanceSettings settings = {.time = time, .tolerance = 0, .within = distance};
  return DistanceSearch(a, b, settings, std::max(distance, 0x1p-40 * size)).run().lower > distance;
}

}  // namespace abut
