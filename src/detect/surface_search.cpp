#include "detect/surface_search.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.h"
#include "detect/face_test.h"
#include "detect/near_faces.h"
#include "tree/certificate.h"
#include "tree/node_bounds.h"

namespace abut {
namespace {

// Rounds go on until there are this many steps to be taken; then each becomes a task of its own.
constexpr std::size_t kTasks = 256;
// Rounds with fewer edges in rims are too short for several threads.
constexpr std::size_t kEdgesForThreads = 2000;

// A step of the walk: a patch with itself (a == b of one body), or two patches.
struct Step {
  SearchPair bodies;
  std::uint32_t a, b;
  bool may_touch = true;       // false: no vertex in common, as far as is known
  bool is_unprovable = false;  // the two together have been tried already
  bool is_self() const { return bodies.a == bodies.b && a == b; }
};

// Takes steps; one for each task, as it keeps memory for its work.
class Walker {
 public:
  Walker(std::span<const SearchBody> bodies, const SearchSettings& settings, Findings& findings)
      : bodies_(bodies), settings_(settings), findings_(findings) {}
  ~Walker() {
    findings_.counts.certificates += certificate_.counts().tests;
    findings_.counts.proofs += certificate_.counts().proofs;
    findings_.counts.rim_edges += certificate_.counts().edges;
  }

  /// Takes one step; push(Step) is called for those that follow from it.
  template <class Push>
  void advance(const Step& step, const Push& push) {
    if (step.is_self()) {
      within(step, push);
    } else {
      between(step, push);
    }
  }

  void run(const Step& start) {
    std::vector<Step> open = {start};
    while (!open.empty() && !is_done()) {
      const Step step = open.back();
      open.pop_back();
      advance(step, [&](const Step& next) { open.push_back(next); });
    }
  }

  bool is_done() const { return settings_.stop_at_first && !findings_.intersections.empty(); }

 private:
  template <class Push>
  void within(const Step& step, const Push& push) {
    count_call(step);
    const SearchBody& body = bodies_[step.bodies.a];
    const SurfaceTree& tree = *body.tree;
    const SurfaceTree::Node& node = tree.node(step.a);
    const bool is_tried = settings_.culling != Culling::none && node.directions != 0 && tree.rims().has_rim(step.a);
    if (is_tried && (settings_.culling == Culling::trusting || certificate_.prove(tree, body.body.positions, step.a))) {
      return;
    }
    if (node.is_leaf()) return test_leaf(body, step.a);
    tree.refine(step.a);
    const std::uint32_t end = node.end_child();
    for (std::uint32_t i = node.first_child; i < end; ++i) {
      push(Step{step.bodies, i, i});
      // Two children together are what has just been tried.
      for (std::uint32_t j = i + 1; j < end; ++j) {
        push_near(Step{step.bodies, i, j, true, is_tried && node.more_children == 0}, push);
      }
    }
  }

  void count_call(const Step& step) {
    ++findings_.counts.calls;
    if (!settings_.on_visit) return;
    settings_.on_visit(bodies_[step.bodies.a].id, step.a);
    if (!step.is_self()) settings_.on_visit(bodies_[step.bodies.b].id, step.b);
  }

  // Goes on with two patches if their boxes overlap.
  template <class Push>
  void push_near(const Step& step, const Push& push) {
    count_call(step);
    const SurfaceTree &p = *bodies_[step.bodies.a].tree, &q = *bodies_[step.bodies.b].tree;
    if (!test_overlap(p.node(step.a), q.node(step.b))) return;
    bodies_[step.bodies.a].oriented_boxes->prefetch(step.a);
    bodies_[step.bodies.b].oriented_boxes->prefetch(step.b);
    push(step);
  }

  // Two patches whose boxes overlap.
  template <class Push>
  void between(const Step& step, const Push& push) {
    const SearchBody &p = bodies_[step.bodies.a], &q = bodies_[step.bodies.b];
    const SurfaceTree::Node &x = p.tree->node(step.a), &y = q.tree->node(step.b);
    const bool have_rims = step.may_touch && p.tree->rims().has_rim(step.a) && q.tree->rims().has_rim(step.b);
    const bool is_adjacent = have_rims && test_adjacent(*p.tree, step.a, step.b);
    if (is_adjacent && !step.is_unprovable && test_provable(p, step.a, step.b)) return;
    if (!is_adjacent && test_apart_boxes(p, step.a, q, step.b)) return;
    if (x.is_leaf() && y.is_leaf()) return test_leaves(p, step.a, q, step.b);
    // What is apart soon shows, so both are opened; adjacent patches are opened one by one, the larger first.
    const bool opens_both = !is_adjacent && !x.is_leaf() && !y.is_leaf();
    const bool opens_first =
        y.is_leaf() || (!x.is_leaf() && p.tree->places(step.a).size() >= q.tree->places(step.b).size());
    if (opens_both || opens_first) p.tree->refine(step.a);
    if (opens_both || !opens_first) q.tree->refine(step.b);
    const Children first = opens_both || opens_first ? children(x) : Children{step.a, step.a + 1};
    const Children second = opens_both || !opens_first ? children(y) : Children{step.b, step.b + 1};
    for (std::uint32_t i = first.begin; i < first.end; ++i) {
      for (std::uint32_t j = second.begin; j < second.end; ++j) push_near(Step{step.bodies, i, j, is_adjacent}, push);
    }
  }

  struct Children {
    std::uint32_t begin, end;
  };
  static Children children(const SurfaceTree::Node& node) { return {node.first_child, node.end_child()}; }

  // For adjacent patches.
  bool test_provable(const SearchBody& body, std::uint32_t a, std::uint32_t b) {
    const SurfaceTree& tree = *body.tree;
    if (settings_.culling == Culling::none || (tree.node(a).directions & tree.node(b).directions) == 0) return false;
    return settings_.culling == Culling::trusting || certificate_.prove(tree, body.body.positions, a, b);
  }

  bool test_apart_boxes(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b) {
    if (!p.oriented_boxes->has_box(a) || !q.oriented_boxes->has_box(b)) return false;
    OrientedBox a_spare, b_spare;
    return test_apart(p.oriented_boxes->box(a, a_spare), q.oriented_boxes->box(b, b_spare));
  }

  void test_leaf(const SearchBody& body, std::uint32_t leaf) {
    x_faces_.collect(*body.tree, leaf, load_bounds(body.tree->node(leaf)));
    visit_pairs(body, leaf, x_faces_, body, leaf, x_faces_);
  }

  void test_leaves(const SearchBody& p, std::uint32_t a, const SearchBody& q, std::uint32_t b) {
    x_faces_.collect(*p.tree, a, load_bounds(q.tree->node(b)));
    if (x_faces_.count() == 0) return;
    y_faces_.collect(*q.tree, b, load_bounds(p.tree->node(a)));
    visit_pairs(p, a, x_faces_, q, b, y_faces_);
  }

  void visit_pairs(const SearchBody& p, std::uint32_t a, const NearFaces& x_faces, const SearchBody& q, std::uint32_t b,
                   const NearFaces& y_faces) {
    const bool is_one_body = &p == &q;
    if (settings_.goal == SearchGoal::candidates) {
      NearFaces::visit_near_pairs(x_faces, y_faces, [&](std::uint32_t x, std::uint32_t y) { list(p, x, q, y); });
      return;
    }
    const float error = std::max(p.point_error, q.point_error);
    findings_.counts.face_tests += NearFaces::visit_meeting_pairs(
        x_faces, y_faces, error, is_one_body, [&](std::uint32_t x, std::uint32_t y) { test(p, a, x, q, b, y); });
  }

  void test(const SearchBody& p, std::uint32_t a, std::uint32_t x, const SearchBody& q, std::uint32_t b,
            std::uint32_t y) {
    if (is_done()) return;
    const TrianglePoints s = points(p, x), t = points(q, y);
    if (!test_area(p, a, s) || !test_area(q, b, t)) return;
    test_faces({p.id, p.body, p.tree->face(x), s}, {q.id, q.body, q.tree->face(y), t}, findings_.intersections);
  }

  void list(const SearchBody& p, std::uint32_t x, const SearchBody& q, std::uint32_t y) {
    ++findings_.counts.face_tests;
    const FaceRef f{p.id, p.tree->face(x)}, g{q.id, q.tree->face(y)};
    findings_.candidates.push_back({std::min(f, g), std::max(f, g)});
  }

  static TrianglePoints points(const SearchBody& body, std::uint32_t place) {
    const auto v = body.tree->corners(place);
    return {body.body.positions[v[0]], body.body.positions[v[1]], body.body.positions[v[2]]};
  }
  // Where all faces of a leaf look to one side, all have area.
  static bool test_area(const SearchBody& body, std::uint32_t leaf, const TrianglePoints& t) {
    return body.tree->node(leaf).directions != 0 || !test_collinear(t[0], t[1], t[2]);
  }

  std::span<const SearchBody> bodies_;
  const SearchSettings& settings_;
  Findings& findings_;
  Certificate certificate_;
  NearFaces x_faces_, y_faces_;
};

// Rounds of steps, the same at any thread count, until all is done or there is enough to do for many tasks.
class Search {
 public:
  Search(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs, const SearchSettings& settings)
      : bodies_(bodies), settings_(settings) {
    for (const SearchPair pair : pairs) {
      if (!bodies[pair.a].tree->is_empty() && !bodies[pair.b].tree->is_empty())
        steps_.push_back({pair, 0, 0, pair.a == pair.b});
    }
  }

  Findings run() {
    while (!steps_.empty() && steps_.size() < kTasks && !is_done()) {
      report(0);
      take_round();
    }
    if (!steps_.empty() && !is_done()) run_tasks();
    result_.is_complete = !is_cancelled_;
    return std::move(result_);
  }

 private:
  bool is_done() const { return is_cancelled_ || (settings_.stop_at_first && !result_.intersections.empty()); }

  void take_round() {
    const std::size_t count = steps_.size();
    std::vector<std::vector<Step>> next(count);
    std::vector<Findings> findings(count);
    parallel_for(count, test_long_round() ? settings_.run.threads : 1, [&](std::size_t i) {
      Walker(bodies_, settings_, findings[i]).advance(steps_[i], [&](const Step& step) { next[i].push_back(step); });
    });
    for (Findings& f : findings) keep(f);
    steps_ = join_in_order(next);
  }

  // True if there may be so much of rims to be tested that several threads are worth their while.
  bool test_long_round() const {
    std::size_t edges = 0;
    for (const Step& step : steps_) {
      const Rims& rims = bodies_[step.bodies.a].tree->rims();
      if (step.bodies.a == step.bodies.b && rims.has_rim(step.a)) edges += rims.rim(step.a).vertices.size();
    }
    return edges > kEdgesForThreads;
  }

  void run_tasks() {
    std::vector<Findings> findings(steps_.size());
    parallel_for(steps_.size(), settings_.run.threads, [&](std::size_t i) {
      // A task before the first hit still has to run, so that the answer does not depend on timing.
      if (is_cancelled_ || (settings_.stop_at_first && i > first_hit_)) return;
      Walker(bodies_, settings_, findings[i]).run(steps_[i]);
      if (settings_.stop_at_first && !findings[i].intersections.empty()) lower_first_hit(i);
      report(1);
    });
    for (std::size_t i = 0; i < findings.size() && i <= first_hit_; ++i) keep(findings[i]);
  }

  void keep(Findings& f) {
    const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
    append(result_.intersections, f.intersections);
    append(result_.candidates, f.candidates);
    result_.counts += f.counts;
  }

  void lower_first_hit(std::size_t i) {
    std::size_t known = first_hit_;
    while (i < known && !first_hit_.compare_exchange_weak(known, i)) {
    }
  }

  void report(std::uint64_t tasks_done) {
    if (!settings_.run.progress) return;
    const std::lock_guard lock(progress_mutex_);
    done_ += tasks_done;
    if (!settings_.run.progress(done_, steps_.size())) is_cancelled_ = true;
  }

  std::span<const SearchBody> bodies_;
  const SearchSettings& settings_;
  Findings result_;
  std::vector<Step> steps_;
  std::atomic<std::size_t> first_hit_{~std::size_t{0}};
  std::atomic<bool> is_cancelled_{false};
  std::mutex progress_mutex_;
  std::uint64_t done_ = 0;
};

}  // namespace

Findings search_surfaces(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs,
                         const SearchSettings& settings) {
  return Search(bodies, pairs, settings).run();
}

}  // namespace abut
