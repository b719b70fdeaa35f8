// Room 0, base: memory that is lent by the block and never grows beyond its limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "abut/base.h"

namespace abut {

/// Lends memory by the block, never more than its limit at a time: what was used least recently gives way. Whoever
/// lends a block does the allocating; the budget counts, and says what has to go. For one thread at a time.
class MemoryBudget {
 public:
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  class Block {
   public:
    Block() = default;
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

   protected:
    virtual ~Block() = default;

   private:
    friend class MemoryBudget;
    /// The block has to give way: frees what it holds and gives back its share, and that of all blocks that cannot be
    /// without it. None of them is pinned.
    virtual void drop() = 0;

    Block* older_ = nullptr;
    Block* newer_ = nullptr;
    std::size_t bytes_ = 0;
    std::uint64_t used_at_ = 0;
    std::uint32_t pins_ = 0;
  };

  explicit MemoryBudget(std::size_t limit = kUnlimited) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Makes room and lends it to the block, which counts as used now. False, and nothing is lent nor has to go, if what
  /// is pinned leaves no room.
  bool lend(Block& block, std::size_t bytes);
  /// The same for what can be done without: nothing has to go for it.
  bool lend_spare(Block& block, std::size_t bytes) { return bytes <= limit_ - used_ && lend(block, bytes); }
  void give_back(Block& block);

  /// The block is used now. What cannot be without another block must be touched after it.
  void touch(Block& block) {
    block.used_at_ = time_;
    if (newest_ != &block) make_newest(block);
  }
  /// A pinned block stays; pins are counted. A block that others cannot be without must be pinned as long as they are.
  void pin(Block& block) {
    if (block.pins_++ == 0) pinned_ += block.bytes_;
  }
  void unpin(Block& block) {
    if (--block.pins_ == 0) pinned_ -= block.bytes_;
  }

  /// Time passes; then all blocks go that were not used within so many steps of time.
  void advance(std::uint64_t most_idle = std::numeric_limits<std::uint64_t>::max());

  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_; }
  std::size_t peak() const { return peak_; }      ///< the most that was lent at a time
  std::size_t needed() const { return needed_; }  ///< the least limit with which the last refusal had not been one
  Error describe_refusal() const;
  std::uint64_t drop_count() const { return drop_count_; }  ///< blocks that had to give way

 private:
  void make_newest(Block& block);
  void take_out(Block& block);
  bool make_room(std::size_t bytes);

  std::size_t limit_, used_ = 0, pinned_ = 0, peak_ = 0, needed_ = 0;
  std::uint64_t time_ = 0, drop_count_ = 0;
  Block* oldest_ = nullptr;
  Block* newest_ = nullptr;
};

}  // namespace abut
