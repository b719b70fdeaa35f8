#include "detect/nearest_search.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include "base/parallel.h"
#include "tree/node_distance.h"

namespace abut {
namespace {

// Pairs of patches are opened until there are so many; then each becomes a task of its own.
constexpr std::size_t kTasks = 128;

double find_least_distance(const Box3& a, const Box3& b) {
  return (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(Vec3::Zero()).norm();
}
// No points of the boxes are farther apart.
double find_largest_distance(const Box3& a, const Box3& b) {
  return find_safe_margin((a.upper - b.lower).cwiseMax(b.upper - a.lower).sum());
}

// Two patches, or one with itself, and how far they are apart at least.
struct PatchPair {
  SearchPair bodies;
  std::uint32_t a = 0, b = 0;
  double least = 0;
  bool is_self() const { return bodies.a == bodies.b && a == b; }
  friend bool operator>(const PatchPair& x, const PatchPair& y) { return x.least > y.least; }
};

// A distance no larger than which the nearest features are, shared by all tasks: it only shrinks. What is as far is
// still looked at, so that of several nearest pairs the first is found whichever comes by first.
class Bound {
 public:
  double get() const { return distance_.load(std::memory_order_relaxed); }
  // Of distances whose squares are too small for doubles nothing is said.
  bool excludes(double least) const { return least > find_safe_margin(get()) + 1e-150; }
  void lower(double distance) {
    double known = get();
    while (distance < known && !distance_.compare_exchange_weak(known, distance)) {
    }
  }

 private:
  std::atomic<double> distance_{std::numeric_limits<double>::infinity()};
};

// Follows pairs of patches down to their faces.
class NearestWalker {
 public:
  NearestWalker(std::span<const SearchBody> bodies, Bound& bound) : bodies_(bodies), bound_(bound) {}

  /// Appends the pairs of children, unless both are leaves, whose faces are measured instead.
  void open(const PatchPair& pair, std::vector<PatchPair>& next) {
    if (bound_.excludes(pair.least)) return;
    const SurfaceTree &p = *bodies_[pair.bodies.a].tree, &q = *bodies_[pair.bodies.b].tree;
    const NodeDistance distance(p, q);
    if (test_apart_boxes(pair, distance)) return;
    if (p.node(pair.a).is_leaf() && q.node(pair.b).is_leaf()) return measure_leaves(pair);
    p.refine(pair.a);
    q.refine(pair.b);
    for (std::uint32_t i = begin(p, pair.a); i < end(p, pair.a); ++i) {
      for (std::uint32_t j = pair.is_self() ? i : begin(q, pair.b); j < end(q, pair.b); ++j) {
        const double least = pair.is_self() && i == j ? 0 : distance.find_least(p.node(i), q.node(j));
        if (!bound_.excludes(least)) next.push_back({pair.bodies, i, j, least});
      }
    }
  }

  /// From the pair straight down to faces, by the nearest patches: for a first bound.
  void dive(PatchPair pair) {
    for (std::vector<PatchPair> next;; next.clear()) {
      open(pair, next);
      if (next.empty()) return;
      pair = *std::min_element(next.begin(), next.end(), [](const auto& x, const auto& y) { return y > x; });
    }
  }

  /// All that follows from the pair, the nearer patches first.
  void run(const PatchPair& pair) {
    std::vector<PatchPair> stack{pair};
    while (!stack.empty()) {
      const PatchPair next = stack.back();
      stack.pop_back();
      const auto first_new = static_cast<std::ptrdiff_t>(stack.size());
      open(next, stack);
      std::sort(stack.begin() + first_new, stack.end(), std::greater());
    }
  }

  const std::optional<Proximity>& nearest() const { return nearest_; }

 private:
  struct BoxedFace {
    StillFace face;
    Box3 box;
  };

  bool test_apart_boxes(const PatchPair& pair, const NodeDistance& distance) const {
    const SurfaceTree &p = *bodies_[pair.bodies.a].tree, &q = *bodies_[pair.bodies.b].tree;
    if (pair.is_self() || !OrientedBoxes::has_box(p, pair.a) || !OrientedBoxes::has_box(q, pair.b)) return false;
    OrientedBox a_spare, b_spare;
    return bound_.excludes(
        distance.find_least(p.oriented_boxes().box(p, pair.a, a_spare), q.oriented_boxes().box(q, pair.b, b_spare)));
  }

  // A leaf stands for itself.
  static std::uint32_t begin(const SurfaceTree& tree, std::uint32_t node) {
    return tree.node(node).is_leaf() ? node : tree.node(node).first_child;
  }
  static std::uint32_t end(const SurfaceTree& tree, std::uint32_t node) {
    return tree.node(node).is_leaf() ? node + 1 : tree.node(node).end_child();
  }

  // The faces of a leaf that are not too far from a box; returns their own.
  Box3 collect(const SearchBody& body, std::uint32_t leaf, const Box3& other, std::vector<BoxedFace>& faces) const {
    Box3 all;
    faces.clear();
    const auto places = body.tree->places(leaf);
    for (std::uint32_t place = places.begin; place < places.end; ++place) {
      const Body& b = body.body;
      const Box3 box = make_box(face_points(*b.surface, b.positions, body.tree->face(place)));
      if (bound_.excludes(find_least_distance(box, other))) continue;
      faces.push_back({{make_face_with_features(body, place), b.positions}, box});
      all.add(box);
    }
    return all;
  }

  void measure_leaves(const PatchPair& pair) {
    const Vec3 far = Vec3::Constant(std::numeric_limits<double>::infinity());
    const SearchBody &p = bodies_[pair.bodies.a], &q = bodies_[pair.bodies.b];
    const Box3 box = collect(p, pair.a, {-far, far}, p_faces_);
    if (pair.is_self()) {
      for (std::size_t i = 0; i < p_faces_.size(); ++i) {
        for (std::size_t j = i + 1; j < p_faces_.size(); ++j) measure(p_faces_[i], p_faces_[j]);
      }
      return;
    }
    const Box3 other_box = collect(q, pair.b, box, q_faces_);
    for (const BoxedFace& f : p_faces_) {
      if (bound_.excludes(find_least_distance(f.box, other_box))) continue;
      for (const BoxedFace& g : q_faces_) measure(f, g);
    }
  }

  void measure(const BoxedFace& f, const BoxedFace& g) {
    if (bound_.excludes(find_least_distance(f.box, g.box))) return;
    found_.clear();
    test_proximities(f.face, g.face, bound_.get(), found_);
    for (const Proximity& proximity : found_) {
      if (!nearest_ || proximity < *nearest_) nearest_ = proximity;
    }
    if (!found_.empty()) bound_.lower(nearest_->distance.distance);
  }

  std::span<const SearchBody> bodies_;
  Bound& bound_;
  std::optional<Proximity> nearest_;
  std::vector<BoxedFace> p_faces_, q_faces_;
  std::vector<Proximity> found_;
};

class NearestSearch {
 public:
  NearestSearch(std::span<const SearchBody> bodies, Scope scope, const RunSettings& run)
      : bodies_(bodies), scope_(scope), run_(run) {
    for (const SearchBody& body : bodies) {
      boxes_.push_back(body.tree->is_empty() ? Box3{} : body.box);
    }
  }

  std::optional<Proximity> find() {
    std::vector<PatchPair> pairs = list_pairs();
    NearestWalker walker(bodies_, bound_);
    const auto is_nearer = [](const PatchPair& x, const PatchPair& y) { return y > x; };
    std::sort(pairs.begin(), pairs.end(), is_nearer);
    for (const PatchPair& pair : pairs) walker.dive(pair);
    while (!pairs.empty() && pairs.size() < kTasks) {
      std::vector<PatchPair> next;
      for (const PatchPair& pair : pairs) walker.open(pair, next);
      pairs = std::move(next);
    }
    keep_nearer(walker.nearest());
    std::sort(pairs.begin(), pairs.end(), is_nearer);
    parallel_for_if_long(pairs.size(), run_.threads, [&](std::size_t i) {
      if (is_cancelled_) return;
      NearestWalker task(bodies_, bound_);
      task.run(pairs[i]);
      finish(task.nearest(), pairs.size());
    });
    return is_cancelled_ ? std::nullopt : nearest_;
  }

 private:
  // Bodies that may be nearest, and each with itself, as far as they are asked for. No two bodies are nearest that are
  // farther apart than the farthest points of two others.
  std::vector<PatchPair> list_pairs() {
    std::vector<PatchPair> pairs;
    if (scope_ != Scope::within) {
      visit_two_bodies([&](SearchPair p) { bound_.lower(find_largest_distance(boxes_[p.a], boxes_[p.b])); });
      visit_two_bodies([&](SearchPair p) {
        const double least = find_least_distance(boxes_[p.a], boxes_[p.b]);
        if (!bound_.excludes(least)) pairs.push_back({p, 0, 0, least});
      });
    }
    for (std::uint32_t i = 0; scope_ != Scope::between && i < bodies_.size(); ++i) {
      if (!boxes_[i].is_empty()) pairs.push_back({{i, i}, 0, 0, 0});
    }
    return pairs;
  }

  template <class Visit>
  void visit_two_bodies(const Visit& visit) const {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
      for (std::uint32_t j = i + 1; !boxes_[i].is_empty() && j < bodies_.size(); ++j) {
        if (!boxes_[j].is_empty()) visit({i, j});
      }
    }
  }

  void keep_nearer(const std::optional<Proximity>& other) {
    if (other && (!nearest_ || *other < *nearest_)) nearest_ = other;
  }

  void finish(const std::optional<Proximity>& found, std::size_t tasks) {
    const std::lock_guard lock(mutex_);
    keep_nearer(found);
    ++done_;
    if (run_.progress && !run_.progress(done_, tasks)) is_cancelled_ = true;
  }

  std::span<const SearchBody> bodies_;
  Scope scope_;
  const RunSettings& run_;
  std::vector<Box3> boxes_;  // of bodies that have faces
  Bound bound_;
  std::optional<Proximity> nearest_;
  std::atomic<bool> is_cancelled_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
};

}  // namespace

std::optional<Proximity> search_nearest(std::span<const SearchBody> bodies, Scope scope, const RunSettings& run) {
  return NearestSearch(bodies, scope, run).find();
}

}  // namespace abut
