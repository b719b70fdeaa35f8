#include "device/cell_batch.h"

#include <algorithm>

namespace abut {
namespace {

// Triangles looked at together: enough to keep a large card busy, and few enough for what is noted of each.
constexpr std::size_t kMostTriangles = 1u << 22, kMostTasks = 1u << 16;
// What is noted of each takes no more than this, and an eighth of the memory.
constexpr std::size_t kBytesPerTriangle = 64;
constexpr std::size_t kDoubts = 1u << 12;

Box3 as_box(const PlainBox& box) {
  return {Vec3(box.lower[0], box.lower[1], box.lower[2]), Vec3(box.upper[0], box.upper[1], box.upper[2])};
}

}  // namespace

std::size_t count_tasks_at_once(std::span<const std::uint32_t> counts, const Launcher& launcher) {
  const std::size_t most = std::min(kMostTriangles, launcher.limit() / 8 / kBytesPerTriangle);
  std::size_t tasks = 0, triangles = 0;
  while (tasks < std::min(kMostTasks, counts.size()) && (tasks == 0 || triangles + counts[tasks] <= most))
    triangles += counts[tasks++];
  return tasks;
}

Status CellBatch::prepare(std::span<const std::uint32_t> counts) {
  std::vector<std::uint32_t> sums(counts.size() + 1);
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i + 1] = sums[i] + counts[i];
  task_count_ = static_cast<std::uint32_t>(counts.size());
  triangle_count_ = sums.back();
  const bool has_room =
      starts.upload(sums) && tasks.reserve(task_count_) && grey.reserve(task_count_) && reach.reserve(triangle_count_);
  if (has_room) grey.clear(task_count_);
  return launcher_.status();
}

Status CellBatch::find_grey(const std::uint32_t* listed, const Decide& decide) {
  launcher_.launch(FindReach{tasks.data(), listed, starts.data(), task_count_, reach.data(), grey.data()},
                   triangle_count_);
  const auto doubts = list_doubts(listed);
  if (!doubts) return doubts.error();
  return doubts->empty() ? success() : settle(*doubts, decide);
}

// Few, mostly none: if there is not room for all of them, there is the second time.
Result<std::vector<CellDoubt>> CellBatch::list_doubts(const std::uint32_t* listed) {
  std::size_t capacity = std::min<std::size_t>(kDoubts, triangle_count_);
  for (;;) {
    if (!doubts_.reserve(capacity) || !doubt_count_.reserve(1)) return launcher_.status().error();
    doubt_count_.clear(1);
    launcher_.launch(ListDoubts{tasks.data(), listed, starts.data(), task_count_, reach.data(), grey.data(),
                                doubts_.data(), static_cast<std::uint32_t>(doubts_.capacity()), doubt_count_.data()},
                     triangle_count_);
    std::uint32_t count = 0;
    doubt_count_.download({&count, 1});
    if (const Status status = launcher_.status(); !status) return status.error();
    capacity = count;
    if (count > doubts_.capacity()) continue;
    std::vector<CellDoubt> doubts(count);
    doubts_.download(doubts);
    return doubts;
  }
}

Status CellBatch::settle(std::span<const CellDoubt> doubts, const Decide& decide) {
  std::vector<std::uint32_t> known(task_count_);
  grey.download(known);
  std::vector<CellTask> asked(task_count_);
  tasks.download(asked);
  if (const Status status = launcher_.status(); !status) return status;
  for (const CellDoubt& doubt : doubts) {
    for (int child = 0; child < 8; ++child) {
      if (!(doubt.children & ~known[doubt.task] & 1u << child)) continue;
      const CellTask& task = asked[doubt.task];
      const Result<bool> reaches = decide(task.body, doubt.triangle, as_box(task.child(child)));
      if (!reaches) return reaches.error();
      if (*reaches) known[doubt.task] |= 1u << child;
    }
  }
  grey.upload(known);
  return launcher_.status();
}

void CellBatch::release() {
  tasks.release();
  starts.release();
  grey.release();
  reach.release();
  doubts_.release();
  doubt_count_.release();
}

}  // namespace abut
