#include "device/launcher.h"

#include <fmt/format.h>

#include <algorithm>

namespace abut {

void* Launcher::allocate(std::size_t bytes) {
  if (!is_well()) return nullptr;
  void* memory = bytes <= limit_ - used_ ? do_allocate(bytes) : nullptr;
  if (!memory) {
    if (is_well()) refuse(bytes);
    return nullptr;
  }
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  return memory;
}

void Launcher::release(void* memory, std::size_t bytes) {
  do_release(memory);
  used_ -= bytes;
}

void Launcher::refuse(std::size_t bytes) {
  is_short_ = true;
  needed_ = used_ + bytes;
}

void Launcher::upload(void* to, const void* from, std::size_t bytes) {
  if (is_well()) do_upload(to, from, bytes);
}

void Launcher::download(void* to, const void* from, std::size_t bytes) {
  if (is_well()) do_download(to, from, bytes);
}

const void* Launcher::fetch(const void* from, std::size_t bytes) {
  return is_well() && bytes > 0 ? do_fetch(from, bytes) : nullptr;
}

void Launcher::copy(void* to, const void* from, std::size_t bytes) {
  if (is_well()) do_copy(to, from, bytes);
}

void Launcher::clear(void* memory, std::size_t bytes) {
  if (is_well()) do_clear(memory, bytes);
}

void Launcher::sum_up(std::uint32_t* numbers, std::size_t count) {
  if (is_well()) do_sum_up(numbers, count);
}

void Launcher::sort(const SortedRows& rows) {
  if (is_well() && rows.count > 1) do_sort(rows);
}

Status Launcher::status() const {
  if (!failure_.empty()) return Error{failure_};
  if (!is_short_) return success();
  return Error{fmt::format("{} bytes of memory on {} are too few: what is in use at the same time takes at least {}",
                           std::min(limit_, std::max(used_, needed_)), name(), needed_)};
}

}  // namespace abut
