#include "detect/surface_search.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.h"

namespace abut {
namespace {

// Rounds go on until there are enough steps to be taken; then each becomes a task of its own.
constexpr std::size_t kMinTasks = 8, kMaxTasks = 128, kFacesPerTask = 24;
// Rounds with fewer edges in rims are too short for several threads.
constexpr std::size_t kEdgesForThreads = 2000;

// Rounds of steps, the same at any thread count, until all is done or there is enough to do for many tasks.
class Search {
 public:
  Search(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs, const SearchSettings& settings,
         Pool<WalkMemory>& memory)
      : bodies_(bodies), settings_(settings), memory_(memory) {
    for (const SearchPair pair : pairs) {
      if (!bodies[pair.a].tree->is_empty() && !bodies[pair.b].tree->is_empty())
        steps_.push_back({pair, 0, 0, pair.a == pair.b});
    }
  }

  Findings run() {
    const std::size_t tasks = count_tasks();
    while (!steps_.empty() && steps_.size() < tasks && !is_done()) {
      take_round();
      report(0);
    }
    if (!steps_.empty() && !is_done()) run_tasks();
    result_.is_complete = !is_cancelled_;
    return std::move(result_);
  }

 private:
  bool is_done() const { return is_cancelled_ || (settings_.stop_at_first && !result_.intersections.empty()); }

  // Small bodies are done before many tasks have been made of them.
  std::size_t count_tasks() const {
    std::size_t faces = 0;
    for (const SearchBody& body : bodies_) faces += body.tree->is_empty() ? 0 : body.tree->places(0).size();
    return std::clamp(faces / kFacesPerTask, kMinTasks, kMaxTasks);
  }

  // Which way a round is taken must not depend on the number of threads.
  void take_round() { test_long_round() ? take_long_round() : take_short_round(); }

  void take_short_round() {
    const Pool<WalkMemory>::Lease memory(memory_);
    PatchWalker walker(bodies_, settings_, *memory, result_);
    next_.clear();
    for (const Step& step : steps_) walker.advance(step, next_);
    std::swap(steps_, next_);
  }

  void take_long_round() {
    std::vector<std::vector<Step>> next(steps_.size());
    std::vector<Findings> findings(steps_.size());
    parallel_for(steps_.size(), settings_.run.threads, [&](std::size_t i) {
      const Pool<WalkMemory>::Lease memory(memory_);
      PatchWalker(bodies_, settings_, *memory, findings[i]).advance(steps_[i], next[i]);
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
    parallel_for_if_long(steps_.size(), settings_.run.threads, [&](std::size_t i) {
      // A task before the first hit still has to run, so that the answer does not depend on timing.
      if (is_cancelled_ || (settings_.stop_at_first && i > first_hit_)) return;
      const Pool<WalkMemory>::Lease memory(memory_);
      PatchWalker(bodies_, settings_, *memory, findings[i]).run(steps_[i]);
      if (settings_.stop_at_first && !findings[i].intersections.empty()) lower_first_hit(i);
      // Most are found several times; what is held until the end should be little.
      sort_and_merge(findings[i].proximities);
      findings[i].proximities.shrink_to_fit();
      report(1);
    });
    for (std::size_t i = 0; i < findings.size() && i <= first_hit_; ++i) keep(findings[i]);
  }

  void keep(Findings& f) {
    const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
    append(result_.intersections, f.intersections);
    append(result_.candidates, f.candidates);
    append(result_.impacts, f.impacts);
    append(result_.proximities, f.proximities);
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
  Pool<WalkMemory>& memory_;
  Findings result_;
  std::vector<Step> steps_, next_;
  std::atomic<std::size_t> first_hit_{~std::size_t{0}};
  std::atomic<bool> is_cancelled_{false};
  std::mutex progress_mutex_;
  std::uint64_t done_ = 0;
};

}  // namespace

Findings search_surfaces(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs,
                         const SearchSettings& settings, Pool<WalkMemory>& memory) {
  return Search(bodies, pairs, settings, memory).run();
}

}  // namespace abut
