#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "base/digest.h"
#include "base/pool.h"
#include "base/union_find.h"

namespace abut {
namespace {

TEST(ParallelFor, runs_every_task_once_at_any_thread_count) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> runs(1000);
    parallel_for(runs.size(), threads, [&](std::size_t i) { ++runs[i]; });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
  parallel_for(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, if_long_runs_every_task_once_and_gets_help_only_then) {
  for (const int threads : {1, 2, 7}) {
    for (const auto pause : {std::chrono::microseconds(0), std::chrono::microseconds(200)}) {
      std::vector<std::atomic<int>> runs(50);
      std::mutex mutex;
      std::set<std::thread::id> helpers;
      parallel_for_if_long(runs.size(), threads, [&](std::size_t i) {
        ++runs[i];
        std::this_thread::sleep_for(pause);
        const std::lock_guard lock(mutex);
        helpers.insert(std::this_thread::get_id());
      });
      for (const auto& count : runs) EXPECT_EQ(count, 1);
      if (threads == 1) {
        EXPECT_EQ(helpers.size(), 1u);
      } else if (pause.count() > 0) {
        EXPECT_GT(helpers.size(), 1u);
      }
    }
  }
  parallel_for_if_long(0, 4, [](std::size_t) { FAIL(); });
}

TEST(Pool, gives_each_thread_what_it_had_and_no_two_the_same) {
  Pool<int> pool;
  const int* first = nullptr;
  {
    const Pool<int>::Lease mine(pool), other(pool);
    EXPECT_NE(&*mine, &*other);
    first = &*mine;
    std::jthread([&] { const Pool<int>::Lease theirs(pool); }).join();
  }
  for (int i = 0; i < 3; ++i) {
    const Pool<int>::Lease again(pool);
    EXPECT_EQ(&*again, first);
  }
}

TEST(ParallelFor, hands_an_exception_to_the_caller) {
  for (const int threads : {1, 2, 7}) {
    const auto fail = [&] {
      parallel_for(100, threads, [](std::size_t i) {
        if (i == 50) throw std::runtime_error("task");
      });
    };
    EXPECT_THROW(fail(), std::runtime_error);
  }
}

TEST(ParallelBlocks, cover_the_range_without_overlap) {
  std::vector<std::atomic<int>> seen(1001);
  parallel_blocks(seen.size(), 64, 3, [&](std::size_t begin, std::size_t end) {
    EXPECT_LT(begin, end);
    for (std::size_t i = begin; i < end; ++i) ++seen[i];
  });
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST(JoinInOrder, keeps_the_order_of_the_parts) {
  std::vector<std::vector<int>> parts = {{1, 2}, {}, {3}};
  EXPECT_EQ(join_in_order(parts), (std::vector{1, 2, 3}));
}

TEST(Digest, tells_lists_apart_and_is_the_same_everywhere) {
  const auto digest = [](std::initializer_list<std::uint64_t> list) {
    Digest d;
    for (const std::uint64_t x : list) d.add(x);
    return d.text();
  };
  EXPECT_EQ(digest({}), "cbf29ce484222325");
  EXPECT_EQ(digest({0}), "a8c7f832281a39c5");
  std::set<std::string> all = {digest({}), digest({0}), digest({0, 0}), digest({1}), digest({1, 2}), digest({2, 1})};
  EXPECT_EQ(all.size(), 6u);
}

TEST(UnionFind, root_is_the_lowest_number_of_the_set) {
  UnionFind sets(6);
  sets.unite(5, 3);
  sets.unite(4, 5);
  sets.unite(1, 4);
  EXPECT_EQ(sets.roots(), (std::vector<std::uint32_t>{0, 1, 2, 1, 1, 1}));
}

}  // namespace
}  // namespace abut
