// The overlap test by kernels.
#pragma once

#include <memory>
#include <vector>

#include "abut/device.h"
#include "device/cell_batch.h"
#include "device/triangle_cache.h"

namespace abut {

class BatchedOverlapTest final : public DeviceOverlapTest {
 public:
  explicit BatchedOverlapTest(std::unique_ptr<Launcher> launcher)
      : launcher_(std::move(launcher)), cache_(*launcher_), batch_(*launcher_), listed_(*launcher_) {}

  Status find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) override;
  std::uint64_t query_count() const override { return query_count_; }
  std::string device_name() const override { return launcher_->name(); }
  const Launcher& launcher() const { return *launcher_; }

 private:
  Status solve(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey);
  Status attempt(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey);
  Status upload_lists(std::span<const OverlapRequest> requests);
  Status make_tasks(std::span<const OverlapRequest> requests);
  bool drop_unneeded();

  std::unique_ptr<Launcher> launcher_;
  TriangleCache cache_;
  CellBatch batch_;
  DeviceArray<std::uint32_t> listed_;
  std::uint64_t query_count_ = 0;
};

}  // namespace abut
