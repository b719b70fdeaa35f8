// Threads: oneTBB where it is built in, plain std::thread otherwise (also under ThreadSanitizer, which cannot see into
// oneTBB's binary). Both hand out task numbers from a counter; which thread runs which task is left open.
#include "base/parallel.h"

#include <atomic>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "base/timer.h"

#ifdef ABUT_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace abut {

#ifdef ABUT_HAS_TBB
namespace {

// An arena for each number of threads, made once: short loops would take longer to set one up than to run. Requests for
// more threads than cores, which the determinism tests make, are honoured.
tbb::task_arena& find_arena(int workers) {
  static std::mutex mutex;
  static std::map<int, std::unique_ptr<tbb::task_arena>> arenas;
  static std::unique_ptr<tbb::global_control> limit;
  static int most = static_cast<int>(std::thread::hardware_concurrency());
  const std::lock_guard lock(mutex);
  if (workers > most) {
    most = workers;
    limit.reset();  // of several limits the lowest would hold
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, std::size_t(most));
  }
  auto& arena = arenas[workers];
  if (!arena) arena = std::make_unique<tbb::task_arena>(workers);
  return *arena;
}

}  // namespace
#endif

int count_threads(int requested) {
  if (requested > 0) return requested;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& task) {
  const int workers = static_cast<int>(std::min<std::size_t>(count_threads(threads), count));
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
#ifdef ABUT_HAS_TBB
  find_arena(workers).execute([&] { tbb::parallel_for(std::size_t{0}, count, task, tbb::simple_partitioner()); });
#else
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) task(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(failure_mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::jthread> helpers;
  for (int k = 1; k < workers; ++k) helpers.emplace_back(work);
  work();
  helpers.clear();  // joins
  if (failure) std::rethrow_exception(failure);
#endif
}

void parallel_for_if_long(std::size_t count, int threads, const std::function<void(std::size_t)>& task) {
  constexpr double kWakeSeconds = 1e-5;
  const Timer timer;
  std::size_t done = 0;
  while (done < count && (count_threads(threads) == 1 || timer.seconds() < kWakeSeconds)) task(done++);
  if (done < count) parallel_for(count - done, threads, [&](std::size_t i) { task(done + i); });
}

}  // namespace abut
