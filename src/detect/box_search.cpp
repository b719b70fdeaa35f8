// All intersecting pairs of bodies that are looked at once: one box tree per body, the walks of all bodies and near
// body pairs cut into tasks, an exact test for every pair of faces whose boxes overlap. A surface tree would prove more
// and test less, but takes longer to build than this takes in all. Having nothing in common with it but the exact
// tests, this is also what an audit compares it with. Tasks are the same at any thread count and write lists of their
// own.
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "abut/detect.h"
#include "abut/tree.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "base/union_find.h"
#include "detect/face_test.h"
#include "tree/bvh_pairs.h"

namespace abut {
namespace {

// A walk is cut into tasks of about so many faces, but into no more than the limit.
constexpr std::size_t kFacesPerTask = 256, kMaxTasksPerWalk = 512;

// Bodies whose boxes overlap, in pairs; and for each body a frame, which is the same for all bodies that hang together
// through such pairs. A body that nothing comes near has a frame of its own, however far away it is.
struct BodyPairs {
  explicit BodyPairs(std::span<const Body> bodies) {
    std::vector<Box3> boxes;
    for (const Body& body : bodies) boxes.push_back(make_box(body.positions));
    UnionFind groups(bodies.size());
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
        if (!test_overlap(boxes[i], boxes[j])) continue;
        pairs.push_back({i, j});
        groups.unite(i, j);
      }
    }
    std::vector<Box3> group_boxes(bodies.size());
    for (std::uint32_t i = 0; i < bodies.size(); ++i) group_boxes[groups.find(i)].add(boxes[i]);
    for (std::uint32_t i = 0; i < bodies.size(); ++i) frames.push_back(make_box_frame(group_boxes[groups.find(i)]));
  }

  std::vector<std::array<std::uint32_t, 2>> pairs;
  std::vector<BoxFrame> frames;
};

// A body with what the search needs to know of it.
struct PreparedBody {
  BodyId id;
  const Body* body;
  std::vector<FaceId> faces;  // those with area
  std::vector<FaceId> without_area;
  Bvh tree;

  TrianglePoints points(FaceId f) const { return face_points(*body->surface, body->positions, f); }
};

PreparedBody prepare(const Body& body, BodyId id, const BoxFrame& frame, const RunSettings& run) {
  const std::size_t count = body.surface->face_count();
  std::vector<FloatBox> boxes(count);
  std::vector<std::uint8_t> has_area(count);
  parallel_blocks(count, 4096, run.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const TrianglePoints t = face_points(*body.surface, body.positions, FaceId(f));
      has_area[f] = !test_collinear(t[0], t[1], t[2]);
      boxes[f] = make_float_box(t, frame);
    }
  });
  std::vector<FaceId> faces, without_area;
  std::vector<FloatBox> kept;
  faces.reserve(count);
  kept.reserve(count);
  for (std::size_t f = 0; f < count; ++f) {
    (has_area[f] ? faces : without_area).push_back(FaceId(f));
    if (has_area[f]) kept.push_back(boxes[f]);
  }
  return {id, &body, std::move(faces), std::move(without_area), Bvh(kept, run)};
}

// Tests one pair of faces and appends it if they intersect.
void test_pair(const PreparedBody& a, FaceId f, const PreparedBody& b, FaceId g, std::vector<IntersectingPair>& found) {
  const TrianglePoints p = a.points(f), q = b.points(g);
  test_faces({a.id, *a.body, f, p}, {b.id, *b.body, g, q}, found);
}

struct Task {
  const PreparedBody *a, *b;
  NodePair start;
};

void add_tasks(const PreparedBody& a, const PreparedBody& b, std::vector<Task>& tasks) {
  const std::size_t target =
      std::clamp<std::size_t>((a.faces.size() + b.faces.size()) / kFacesPerTask, 1, kMaxTasksPerWalk);
  for (const NodePair start : split_overlap_work(a.tree, b.tree, target)) tasks.push_back({&a, &b, start});
}

std::vector<Task> make_tasks(std::span<const PreparedBody> bodies, const BodyPairs& pairs, Scope scope) {
  std::vector<Task> tasks;
  if (scope != Scope::between) {
    for (const PreparedBody& body : bodies) add_tasks(body, body, tasks);
  }
  if (scope != Scope::within) {
    for (const auto& [i, j] : pairs.pairs) add_tasks(bodies[i], bodies[j], tasks);
  }
  return tasks;
}

// Runs the tasks; remembers the first one, in task order, that found something.
class Search {
 public:
  Search(std::vector<Task> tasks, const IntersectionSettings& settings)
      : tasks_(std::move(tasks)), settings_(settings), found_(tasks_.size()), candidates_(tasks_.size()) {}

  void run(Intersections& result) {
    parallel_for(tasks_.size(), settings_.run.threads, [&](std::size_t i) { run_task(i); });
    result.pairs = join_in_order(found_);
    std::sort(result.pairs.begin(), result.pairs.end());
    // Tasks after the first hit may or may not have run: they do not count.
    for (std::size_t i = 0; i < tasks_.size() && i <= first_hit_; ++i) result.counts.face_tests += candidates_[i];
    result.is_complete = !cancelled_;
    if (settings_.stop_at_first && !result.pairs.empty()) keep_first(result);
  }

 private:
  void run_task(std::size_t i) {
    // A task before the first hit still has to run, so that the answer does not depend on timing.
    if (cancelled_ || (settings_.stop_at_first && i > first_hit_)) return;
    const Task& task = tasks_[i];
    visit_overlaps(task.a->tree, task.b->tree, task.start, [&](std::uint32_t x, std::uint32_t y) {
      if (settings_.stop_at_first && !found_[i].empty()) return;
      ++candidates_[i];
      test_pair(*task.a, task.a->faces[x], *task.b, task.b->faces[y], found_[i]);
    });
    if (settings_.stop_at_first && !found_[i].empty()) lower_first_hit(i);
    report();
  }

  void lower_first_hit(std::size_t i) {
    std::size_t known = first_hit_;
    while (i < known && !first_hit_.compare_exchange_weak(known, i)) {
    }
  }

  void report() {
    if (!settings_.run.progress) return;
    const std::lock_guard lock(progress_mutex_);
    if (!settings_.run.progress(++done_, tasks_.size())) cancelled_ = true;
  }

  void keep_first(Intersections& result) {
    result.pairs = {found_[first_hit_].front()};
    result.is_complete = false;
  }

  std::vector<Task> tasks_;
  const IntersectionSettings& settings_;
  std::vector<std::vector<IntersectingPair>> found_;
  std::vector<std::uint64_t> candidates_;
  std::atomic<std::size_t> first_hit_{~std::size_t{0}};
  std::atomic<bool> cancelled_{false};
  std::mutex progress_mutex_;
  std::uint64_t done_ = 0;
};

std::vector<PreparedBody> prepare_all(std::span<const Body> bodies, const BodyPairs& pairs, const RunSettings& run,
                                      Intersections& result) {
  std::vector<PreparedBody> prepared;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ABUT_ASSERT(bodies[i].positions.size() == bodies[i].surface->vertex_count());
    prepared.push_back(prepare(bodies[i], BodyId(i), pairs.frames[i], run));
    for (const FaceId f : prepared.back().without_area) result.faces_without_area.push_back({BodyId(i), f});
  }
  return prepared;
}

}  // namespace

Intersections find_intersections(std::span<const Body> bodies, const IntersectionSettings& settings) {
  Intersections result;
  const BodyPairs pairs(bodies);
  const auto prepared = prepare_all(bodies, pairs, settings.run, result);
  Search(make_tasks(prepared, pairs, settings.scope), settings).run(result);
  return result;
}

}  // namespace abut
