// What runs kernels: a graphics card, or the processor itself, which shows that all is right where there is no card.
// Whatever is asked of it is done in order. Once something has failed nothing more is done, so it is enough to look
// when results are fetched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "abut/base.h"
#include "device/search_kernels.h"

// All there are.
#define ABUT_KERNELS(X)                                                                                       \
  X(FindReach)                                                                                                \
  X(ListDoubts)                                                                                               \
  X(CountTriangles)                                                                                           \
  X(MakeTasks)                                                                                                \
  X(CountGrey) X(FlagEntries) X(FillEntries) X(FillNodes) X(StartPairs) X(StepPairs) X(CountNext) X(FillNext) \
      X(FindStarts) X(NumberRows) X(MakeKeys) X(GatherLeaves)

namespace abut {

/// Rows to be sorted by keys. Equal keys keep their order.
struct SortedRows {
  std::uint64_t *keys, *spare_keys;
  std::uint32_t *values, *spare_values;  ///< that go along; none: there are only keys
  std::size_t count;
  int bits;  ///< of the keys; higher ones are 0
};

class Launcher {
 public:
  virtual ~Launcher() = default;
  virtual std::string name() const = 0;

  /// nullptr if there is no room; is_short() then.
  void* allocate(std::size_t bytes);
  void release(void* memory, std::size_t bytes);
  /// Counts as if so much had been asked for in vain.
  void refuse(std::size_t bytes);

  void upload(void* to, const void* from, std::size_t bytes);
  /// Waits until all that was asked for before is done.
  void download(void* to, const void* from, std::size_t bytes);
  /// The same, to a place of the launcher's that keeps it until the next time.
  const void* fetch(const void* from, std::size_t bytes);
  void copy(void* to, const void* from, std::size_t bytes);
  void clear(void* memory, std::size_t bytes);
  /// Each number becomes the sum of those before it.
  void sum_up(std::uint32_t* numbers, std::size_t count);
  /// What was sorted is in keys and values again; what is in the spare ones means nothing.
  void sort(const SortedRows& rows);

  template <class Kernel>
  void launch(const Kernel& kernel, std::size_t count) {
    if (count > 0 && is_well()) run(kernel, static_cast<std::uint32_t>(count));
  }

  bool is_well() const { return failure_.empty() && !is_short_; }
  bool is_short() const { return is_short_; }
  Status status() const;
  /// What was in the way has been released: on with it.
  void forget_shortage() { is_short_ = false; }

  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_; }
  std::size_t peak() const { return peak_; }

 protected:
  explicit Launcher(std::size_t limit) : limit_(limit) {}
  void fail(std::string what) {
    if (failure_.empty()) failure_ = std::move(what);
  }

 private:
  virtual void* do_allocate(std::size_t bytes) = 0;
  virtual void do_release(void* memory) = 0;
  virtual void do_upload(void* to, const void* from, std::size_t bytes) = 0;
  virtual void do_download(void* to, const void* from, std::size_t bytes) = 0;
  virtual const void* do_fetch(const void* from, std::size_t bytes) = 0;
  virtual void do_copy(void* to, const void* from, std::size_t bytes) = 0;
  virtual void do_clear(void* memory, std::size_t bytes) = 0;
  virtual void do_sum_up(std::uint32_t* numbers, std::size_t count) = 0;
  virtual void do_sort(const SortedRows& rows) = 0;
#define ABUT_RUN(Kernel) virtual void run(const Kernel& kernel, std::uint32_t count) = 0;
  ABUT_KERNELS(ABUT_RUN)
#undef ABUT_RUN

  std::size_t limit_, used_ = 0, peak_ = 0, needed_ = 0;
  bool is_short_ = false;
  std::string failure_;
};

/// Memory on the device.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(Launcher& launcher) : launcher_(launcher) {}
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { release(); }

  T* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }

  /// Room for so many; what was there may be lost. False if there is none.
  bool reserve(std::size_t count) {
    if (!launcher_.is_well() || count <= capacity_) return launcher_.is_well();
    release();
    return take(count);
  }
  /// Room for so many; keeps what there is.
  bool grow(std::size_t count, std::size_t kept) {
    if (!launcher_.is_well() || count <= capacity_) return launcher_.is_well();
    DeviceArray larger(launcher_);
    if (!larger.take(count)) return false;
    if (kept > 0) launcher_.copy(larger.data_, data_, kept * sizeof(T));
    swap(larger);
    return true;
  }
  void swap(DeviceArray& other) {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
  }
  void release() {
    if (data_) launcher_.release(data_, capacity_ * sizeof(T));
    data_ = nullptr;
    capacity_ = 0;
  }
  bool upload(std::span<const T> items) {
    if (!reserve(items.size())) return false;
    if (!items.empty()) launcher_.upload(data_, items.data(), items.size_bytes());
    return true;
  }
  void download(std::span<T> items) const {
    if (!items.empty()) launcher_.download(items.data(), data_, items.size_bytes());
  }
  /// Until anything else is fetched.
  std::span<const T> fetch(std::size_t count) const {
    const void* fetched = launcher_.fetch(data_, count * sizeof(T));
    return {static_cast<const T*>(fetched), fetched ? count : 0};
  }
  void clear(std::size_t count) const { launcher_.clear(data_, count * sizeof(T)); }

 private:
  // A little more if there is much room, so that it need not be asked for often.
  bool take(std::size_t count) {
    const bool has_room = launcher_.used() + 4 * count * sizeof(T) < launcher_.limit();
    if (has_room) count += count / 4;
    data_ = static_cast<T*>(launcher_.allocate(count * sizeof(T)));
    capacity_ = data_ ? count : 0;
    return data_ != nullptr;
  }

  Launcher& launcher_;
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace abut
