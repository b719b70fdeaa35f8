#include "device/cuda_launcher.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <utility>

namespace abut {
namespace {

constexpr unsigned kThreads = 256;
// What is fetched comes by way of memory that the card can write to by itself. There is at least so much of it.
constexpr std::size_t kFetchBytes = 8u << 20;

template <class Kernel>
__global__ void __launch_bounds__(kThreads) run_kernel(const __grid_constant__ Kernel kernel, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) kernel(i);
}

class CudaLauncher final : public Launcher {
 public:
  CudaLauncher(std::string name, std::size_t limit) : Launcher(limit), name_(std::move(name)) {}
  ~CudaLauncher() override;
  std::string name() const override { return name_; }

  /// To be called first.
  Status start();

 private:
  void* do_allocate(std::size_t bytes) override;
  void do_release(void* memory) override;
  void do_upload(void* to, const void* from, std::size_t bytes) override;
  void do_download(void* to, const void* from, std::size_t bytes) override;
  const void* do_fetch(const void* from, std::size_t bytes) override;
  void do_copy(void* to, const void* from, std::size_t bytes) override;
  void do_clear(void* memory, std::size_t bytes) override;
  void do_sum_up(std::uint32_t* numbers, std::size_t count) override;
  void do_sort(const SortedRows& rows) override;

  bool check(cudaError_t result, const char* what);
  template <class Work>
  void run_with_scratch(const char* what, const Work& work);
  template <class Kernel>
  void run_on_card(const Kernel& kernel, std::uint32_t count, const char* what);

#define ABUT_RUN(Kernel) \
  void run(const Kernel& kernel, std::uint32_t count) override { run_on_card(kernel, count, #Kernel); }
  ABUT_KERNELS(ABUT_RUN)
#undef ABUT_RUN

  std::string name_;
  cudaStream_t stream_ = nullptr;
  void* fetched_ = nullptr;
  std::size_t fetched_bytes_ = 0;
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
};

std::string describe(const char* what, cudaError_t result) {
  return std::string("CUDA could not ") + what + ": " + cudaGetErrorString(result);
}

Status CudaLauncher::start() {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "make a stream");
  if (check(cudaMallocHost(&fetched_, kFetchBytes), "take memory to fetch results in")) fetched_bytes_ = kFetchBytes;
  return status();
}

CudaLauncher::~CudaLauncher() {
  if (scratch_) do_release(scratch_);
  if (fetched_) cudaFreeHost(fetched_);
  if (stream_) cudaStreamDestroy(stream_);
}

bool CudaLauncher::check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return true;
  fail(describe(what, result));
  return false;
}

void* CudaLauncher::do_allocate(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t result = cudaMalloc(&memory, std::max<std::size_t>(bytes, 1));
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // it is dealt with
    return nullptr;
  }
  return check(result, "take memory") ? memory : nullptr;
}

void CudaLauncher::do_release(void* memory) {
  check(cudaStreamSynchronize(stream_), "finish its work");
  check(cudaFree(memory), "release memory");
}

void CudaLauncher::do_upload(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "bring data to the card");
}

void CudaLauncher::do_download(void* to, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t part = std::min(kFetchBytes, bytes - done);
    const auto* source = static_cast<const char*>(from) + done;
    if (!do_fetch(source, part)) return;
    std::memcpy(static_cast<char*>(to) + done, fetched_, part);
    done += part;
  }
}

const void* CudaLauncher::do_fetch(const void* from, std::size_t bytes) {
  if (bytes > fetched_bytes_) {
    cudaFreeHost(std::exchange(fetched_, nullptr));
    fetched_bytes_ = 0;
    if (!check(cudaMallocHost(&fetched_, bytes + bytes / 4), "take memory to fetch results in")) return nullptr;
    fetched_bytes_ = bytes + bytes / 4;
  }
  if (!check(cudaMemcpyAsync(fetched_, from, bytes, cudaMemcpyDeviceToHost, stream_), "fetch data")) return nullptr;
  return check(cudaStreamSynchronize(stream_), "finish its work") ? fetched_ : nullptr;
}

void CudaLauncher::do_copy(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copy data");
}

void CudaLauncher::do_clear(void* memory, std::size_t bytes) {
  check(cudaMemsetAsync(memory, 0, bytes, stream_), "clear memory");
}

// CUB says first how much memory it needs. It is part of the limit.
template <class Work>
void CudaLauncher::run_with_scratch(const char* what, const Work& work) {
  std::size_t bytes = 0;
  if (!check(work(nullptr, bytes), what)) return;
  bytes = std::max<std::size_t>(bytes, 1);
  if (bytes > scratch_bytes_) {
    if (scratch_) release(scratch_, scratch_bytes_);
    scratch_ = allocate(bytes);
    scratch_bytes_ = scratch_ ? bytes : 0;
  }
  if (scratch_) check(work(scratch_, scratch_bytes_), what);
}

void CudaLauncher::do_sum_up(std::uint32_t* numbers, std::size_t count) {
  run_with_scratch("sum up", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, numbers, numbers, count, stream_);
  });
}

void CudaLauncher::do_sort(const SortedRows& rows) {
  cub::DoubleBuffer<std::uint64_t> keys(rows.keys, rows.spare_keys);
  cub::DoubleBuffer<std::uint32_t> values(rows.values, rows.spare_values);
  run_with_scratch("sort", [&](void* scratch, std::size_t& bytes) {
    return rows.values
               ? cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, values, rows.count, 0, rows.bits, stream_)
               : cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, rows.count, 0, rows.bits, stream_);
  });
  if (!is_well()) return;
  if (keys.Current() != rows.keys) do_copy(rows.keys, keys.Current(), rows.count * sizeof(std::uint64_t));
  if (rows.values && values.Current() != rows.values)
    do_copy(rows.values, values.Current(), rows.count * sizeof(std::uint32_t));
}

template <class Kernel>
void CudaLauncher::run_on_card(const Kernel& kernel, std::uint32_t count, const char* what) {
  const unsigned blocks = static_cast<unsigned>((static_cast<std::uint64_t>(count) + kThreads - 1) / kThreads);
  run_kernel<<<blocks, kThreads, 0, stream_>>>(kernel, count);
  check(cudaGetLastError(), what);
}

}  // namespace

Result<std::unique_ptr<Launcher>> make_cuda_launcher(std::size_t limit) {
  int count = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  if (found != cudaSuccess || count == 0) {
    return Error{std::string("there is no graphics card that CUDA can use: ") +
                 (found == cudaSuccess ? "none was found" : cudaGetErrorString(found))};
  }
  cudaDeviceProp properties{};
  std::size_t free = 0, total = 0;
  if (const cudaError_t asked = cudaGetDeviceProperties(&properties, 0); asked != cudaSuccess)
    return Error{describe("look at the card", asked)};
  if (const cudaError_t asked = cudaMemGetInfo(&free, &total); asked != cudaSuccess)
    return Error{describe("ask for the card's memory", asked)};
  auto launcher = std::make_unique<CudaLauncher>(properties.name, std::min(limit, free / 8 * 7));
  if (const Status status = launcher->start(); !status) return status.error();
  return std::unique_ptr<Launcher>(std::move(launcher));
}

}  // namespace abut
