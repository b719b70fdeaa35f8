#include "abut/memory.h"

#include <fmt/format.h>
#include <algorithm>

namespace abut {

bool MemoryBudget::lend(Block& block, std::size_t bytes) {
  if (!make_room(bytes)) return false;
  block.bytes_ = bytes;
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  touch(block);
  return true;
}

void MemoryBudget::give_back(Block& block) {
  used_ -= block.bytes_;
  block.bytes_ = 0;
  take_out(block);
}

bool MemoryBudget::make_room(std::size_t bytes) {
  if (bytes > limit_ - pinned_) {
    needed_ = pinned_ + bytes;
    return false;
  }
  Block* next = oldest_;
  while (bytes > limit_ - used_) {
    if (next->pins_ > 0) {
      next = next->newer_;
    } else {
      ++drop_count_;
      next->drop();  // others may go with it
      next = oldest_;
    }
  }
  return true;
}

Error MemoryBudget::describe_refusal() const {
  return {fmt::format("{} bytes of memory are too few: what is in use at the same time takes at least {}", limit_,
                      needed_)};
}

void MemoryBudget::advance(std::uint64_t most_idle) {
  ++time_;
  Block* next = oldest_;
  while (next && time_ - next->used_at_ > most_idle) {
    if (next->pins_ > 0) {
      next = next->newer_;
    } else {
      next->drop();
      next = oldest_;
    }
  }
}

void MemoryBudget::make_newest(Block& block) {
  take_out(block);
  block.older_ = newest_;
  (newest_ ? newest_->newer_ : oldest_) = &block;
  newest_ = &block;
}

void MemoryBudget::take_out(Block& block) {
  const bool is_listed = block.older_ || block.newer_ || oldest_ == &block;
  if (!is_listed) return;
  (block.older_ ? block.older_->newer_ : oldest_) = block.newer_;
  (block.newer_ ? block.newer_->older_ : newest_) = block.older_;
  block.older_ = block.newer_ = nullptr;
}

}  // namespace abut
