#include "device/host_launcher.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/parallel.h"

namespace abut {
namespace {

// Small, so that threads come by the same places often.
constexpr std::size_t kBlock = 16;
constexpr int kThreads = 4;

class HostLauncher final : public Launcher {
 public:
  HostLauncher(std::size_t limit, HostOrder order) : Launcher(limit), order_(order) {}
  std::string name() const override { return "the processor"; }

 private:
  void* do_allocate(std::size_t bytes) override { return std::malloc(std::max<std::size_t>(bytes, 1)); }
  void do_release(void* memory) override { std::free(memory); }
  void do_upload(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  void do_download(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  const void* do_fetch(const void* from, std::size_t) override { return from; }
  void do_copy(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  void do_clear(void* memory, std::size_t bytes) override { std::memset(memory, 0, bytes); }
  void do_sum_up(std::uint32_t* numbers, std::size_t count) override {
    std::exclusive_scan(numbers, numbers + count, numbers, 0u);
  }
  void do_sort(const SortedRows& rows) override;

  template <class Kernel>
  void run_in_order(const Kernel& kernel, std::uint32_t count) const;
#define ABUT_RUN(Kernel) \
  void run(const Kernel& kernel, std::uint32_t count) override { run_in_order(kernel, count); }
  ABUT_KERNELS(ABUT_RUN)
#undef ABUT_RUN

  HostOrder order_;
};

template <class Kernel>
void HostLauncher::run_in_order(const Kernel& kernel, std::uint32_t count) const {
  if (order_ == HostOrder::forwards) {
    for (std::uint32_t i = 0; i < count; ++i) kernel(i);
  } else if (order_ == HostOrder::backwards) {
    for (std::uint32_t i = count; i-- > 0;) kernel(i);
  } else {
    parallel_blocks(count, kBlock, kThreads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) kernel(static_cast<std::uint32_t>(i));
    });
  }
}

void HostLauncher::do_sort(const SortedRows& rows) {
  std::vector<std::uint32_t> order(rows.count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t i, std::uint32_t j) { return rows.keys[i] < rows.keys[j]; });
  for (std::size_t i = 0; i < rows.count; ++i) rows.spare_keys[i] = rows.keys[order[i]];
  std::copy_n(rows.spare_keys, rows.count, rows.keys);
  if (!rows.values) return;
  for (std::size_t i = 0; i < rows.count; ++i) rows.spare_values[i] = rows.values[order[i]];
  std::copy_n(rows.spare_values, rows.count, rows.values);
}

}  // namespace

std::unique_ptr<Launcher> make_host_launcher(std::size_t limit, HostOrder order) {
  return std::make_unique<HostLauncher>(limit, order);
}

}  // namespace abut
