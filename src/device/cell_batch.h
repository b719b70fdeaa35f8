// Cells in question on a device: which of their children are grey. What rounded numbers cannot tell there is decided
// exactly here, so the answers are those of the processor.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "abut/math.h"
#include "device/launcher.h"

namespace abut {

class CellBatch {
 public:
  /// Whether a triangle of the task's body reaches into a box.
  using Decide = std::function<Result<bool>(std::uint32_t body, std::uint32_t triangle, const Box3& box)>;

  explicit CellBatch(Launcher& launcher)
      : tasks(launcher),
        starts(launcher),
        grey(launcher),
        reach(launcher),
        launcher_(launcher),
        doubts_(launcher),
        doubt_count_(launcher) {}

  /// Makes room for tasks of so many triangles each.
  Status prepare(std::span<const std::uint32_t> counts);
  /// To be called when the tasks are there. Their triangles are listed in one list.
  Status find_grey(const std::uint32_t* listed, const Decide& decide);
  void release();

  std::uint32_t task_count() const { return task_count_; }
  std::uint32_t triangle_count() const { return triangle_count_; }

  DeviceArray<CellTask> tasks;
  DeviceArray<std::uint32_t> starts;  ///< of the tasks' triangles; one more at the end
  DeviceArray<std::uint32_t> grey;    ///< of each task
  DeviceArray<ReachBits> reach;       ///< of each triangle

 private:
  Result<std::vector<CellDoubt>> list_doubts(const std::uint32_t* listed);
  Status settle(std::span<const CellDoubt> doubts, const Decide& decide);

  Launcher& launcher_;
  DeviceArray<CellDoubt> doubts_;
  DeviceArray<std::uint32_t> doubt_count_;
  std::uint32_t task_count_ = 0, triangle_count_ = 0;
};

/// How many tasks of these, at least one, have no more triangles together than there is room for.
std::size_t count_tasks_at_once(std::span<const std::uint32_t> counts, const Launcher& launcher);

}  // namespace abut
