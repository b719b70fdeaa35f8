// Threads that wait awake between rounds of work, so that no round pays for starting or waking them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace abut::bench {

class SpinningTeam {
 public:
  using Work = std::function<void(int thread)>;

  /// The caller is thread 0; the others start now and spin until the end.
  explicit SpinningTeam(int threads) {
    for (int t = 1; t < threads; ++t) helpers_.emplace_back([this, t] { help(t); });
  }
  ~SpinningTeam() {
    is_over_ = true;
    for (std::thread& helper : helpers_) helper.join();
  }
  SpinningTeam(const SpinningTeam&) = delete;

  int size() const { return static_cast<int>(helpers_.size()) + 1; }

  /// Calls work(thread) once on every thread; returns when all are done.
  void run(const Work& work) {
    work_ = &work;
    working_.store(helpers_.size(), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    work(0);
    while (working_.load(std::memory_order_acquire) > 0) pause();
  }

 private:
  void help(int thread) {
    std::uint64_t seen = 0;
    while (!is_over_.load(std::memory_order_relaxed)) {
      if (round_.load(std::memory_order_acquire) == seen) {
        pause();
        continue;
      }
      ++seen;
      (*work_)(thread);
      working_.fetch_sub(1, std::memory_order_release);
    }
  }

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  const Work* work_ = nullptr;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<std::size_t> working_{0};
  std::atomic<bool> is_over_{false};
  std::vector<std::thread> helpers_;
};

}  // namespace abut::bench
