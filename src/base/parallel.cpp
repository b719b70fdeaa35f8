// Threads: oneTBB where it is built in, plain std::thread otherwise (also under ThreadSanitizer, which cannot see into
// oneTBB's binary). Both hand out task numbers from a counter; which thread runs which task is left open.
#include "base/parallel.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#ifdef ABUT_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace abut {

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
  // An explicit arena honours a request for more threads than cores, which the determinism tests make.
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(workers));
  tbb::task_arena arena(workers);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, task, tbb::simple_partitioner()); });
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

}  // namespace abut
