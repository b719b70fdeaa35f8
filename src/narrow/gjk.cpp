// GJK: from a simplex of differences to the one that is nearest to the origin, by looking for the farthest difference
// in the origin's direction. All that is proven has the slack of the view as margin.
#include "narrow/gjk.h"

#include <cmath>

namespace abut {
namespace {

constexpr int kMaxSteps = 96;
constexpr double kSmallStep = 4e-14;  // of the squared distance

class Gjk {
 public:
  Gjk(const ConvexView& view, const GjkQuestion& question) : view_(view), question_(question) {}

  GjkResult run(const ConvexWitness* start) {
    Plain3 direction = begin(start);
    for (int step = 0; step < kMaxSteps; ++step) {
      const DifferencePoint next = view_.support(-direction);
      if (is_apart(direction, next)) return end(GjkEnd::apart, direction);
      if (result_.simplex.count > 0 && !is_progress(next)) return finish();
      Simplex simplex = result_.simplex;
      simplex.add(next);
      simplex = keep_nearest(simplex);
      const Plain3 nearest = simplex.nearest();
      const double squared = nearest.squared_norm();
      if (simplex.count < 4 && !(squared < squared_)) return finish();
      result_.simplex = simplex;
      if (simplex.count == 4) return surround();
      if (is_near(squared)) return end(GjkEnd::touching, nearest);
      squared_ = squared;
      direction = result_.nearest = nearest;
      if (squared <= view_.slack() * view_.slack()) return end(GjkEnd::unclear, nearest);
    }
    return finish();
  }

 private:
  // Where to look first: at the nearest point of what decided last, or from middle to middle.
  Plain3 begin(const ConvexWitness* start) {
    if (start != nullptr && start->corner_count > 0 && start->corner_count < 4) {
      for (int i = 0; i < start->corner_count; ++i) {
        result_.simplex.add(view_.difference(start->corners[i][0], start->corners[i][1]));
        result_.simplex = keep_nearest(result_.simplex);
      }
      result_.nearest = result_.simplex.nearest();
      squared_ = result_.nearest.squared_norm();
      if (squared_ > view_.slack() * view_.slack()) return result_.nearest;
      result_.simplex = {};
    }
    squared_ = std::numeric_limits<double>::infinity();
    const Plain3 direction = view_.between_centers();
    return direction.squared_norm() > view_.slack() * view_.slack() ? direction : Plain3(1, 0, 0);
  }

  // All differences lie beyond the plane through the last one, so far from the origin.
  bool is_apart(const Plain3& direction, const DifferencePoint& farthest) {
    const double along = direction.dot(farthest.point);
    if (!(along > 0)) return false;
    const double squared = direction.squared_norm();
    if (question_.is_distance_wanted) {
      result_.at_least = std::max(result_.at_least, along / std::sqrt(squared));
      return result_.at_least > question_.limit + view_.slack();
    }
    const double bound = question_.limit + view_.slack();
    if (along * along <= bound * bound * squared) return false;
    result_.at_least = along / std::sqrt(squared);
    return true;
  }

  bool is_near(double squared) const {
    const double bound = question_.limit - view_.slack();
    return !question_.is_distance_wanted && bound > 0 && squared < bound * bound;
  }

  bool is_progress(const DifferencePoint& next) const {
    return squared_ - result_.nearest.dot(next.point) > kSmallStep * squared_ && !result_.simplex.holds(next);
  }

  GjkResult surround() {
    const bool is_certain = test_surrounds_origin(result_.simplex, view_.slack());
    return end(is_certain ? GjkEnd::touching : GjkEnd::unclear, Plain3());
  }

  GjkResult finish() {
    const bool is_far = squared_ > view_.slack() * view_.slack();
    return end(is_far ? GjkEnd::nearest : GjkEnd::unclear, result_.nearest);
  }

  GjkResult end(GjkEnd end, const Plain3& nearest) {
    result_.end = end;
    result_.nearest = nearest;
    return result_;
  }

  const ConvexView& view_;
  const GjkQuestion& question_;
  GjkResult result_;
  double squared_ = 0;
};

}  // namespace

GjkResult run_gjk(const ConvexView& view, const GjkQuestion& question, const ConvexWitness* start) {
  return Gjk(view, question).run(start);
}

}  // namespace abut
