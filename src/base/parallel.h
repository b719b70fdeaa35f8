// Ordered parallel loops. The work is cut into a fixed number of blocks that does not depend on the thread count; each
// block writes only its own buffer, and callers join the buffers in block order. So no result depends on timing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace abut {

/// Number of threads a setting asks for: 0 means one per core.
int count_threads(int requested);

/// Calls task(i) once for every i in [0, count), on up to `threads` threads, in no particular order. Blocks until all
/// are done. If a task throws, the others may be left out, and one exception goes on to the caller.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& task);

/// The same for work that may be too short for several threads: others are asked to help only when it has already taken
/// longer than it takes to wake them.
void parallel_for_if_long(std::size_t count, int threads, const std::function<void(std::size_t)>& task);

/// Splits [0, count) into consecutive blocks of about `block_size` and calls task(begin, end) for each.
template <class Task>
void parallel_blocks(std::size_t count, std::size_t block_size, int threads, const Task& task) {
  const std::size_t blocks = (count + block_size - 1) / block_size;
  parallel_for(blocks, threads, [&](std::size_t i) { task(i * block_size, std::min(count, (i + 1) * block_size)); });
}

/// Joins per-task buffers in task order.
template <class T>
std::vector<T> join_in_order(std::vector<std::vector<T>>& parts) {
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  std::vector<T> joined;
  joined.reserve(size);
  for (auto& part : parts) joined.insert(joined.end(), part.begin(), part.end());
  return joined;
}

}  // namespace abut
