// Who gives way when memory is short: what was used least recently, and what cannot be without it.
#include "abut/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>
#include <random>
#include <vector>

namespace abut {
namespace {

// Lends blocks by number, and writes down which had to give way.
class Lender {
 public:
  explicit Lender(std::size_t limit) : memory_(limit) {}
  ~Lender() {
    for (auto& [number, block] : blocks_) memory_.give_back(block);
  }

  bool lend(int number, std::size_t bytes) {
    const auto [place, is_new] = blocks_.try_emplace(number, *this, number);
    EXPECT_TRUE(is_new);
    if (memory_.lend(place->second, bytes)) return true;
    blocks_.erase(place);
    return false;
  }
  void touch(int number) { memory_.touch(blocks_.at(number)); }
  void pin(int number) { memory_.pin(blocks_.at(number)); }
  void unpin(int number) { memory_.unpin(blocks_.at(number)); }
  bool has(int number) const { return blocks_.contains(number); }
  std::vector<int> take_gone() { return std::exchange(gone_, {}); }
  MemoryBudget& memory() { return memory_; }

 private:
  class Item final : public MemoryBudget::Block {
   public:
    Item(Lender& lender, int number) : lender_(lender), number_(number) {}
    ~Item() override = default;

   private:
    void drop() override {
      lender_.memory_.give_back(*this);
      lender_.gone_.push_back(number_);
      lender_.blocks_.erase(number_);  // and this with it
    }
    Lender& lender_;
    int number_;
  };

  MemoryBudget memory_;
  std::map<int, Item> blocks_;
  std::vector<int> gone_;
};

using Numbers = std::vector<int>;

TEST(MemoryBudget, what_was_used_least_recently_gives_way_first) {
  Lender lender(30);
  for (const int number : {1, 2, 3}) ASSERT_TRUE(lender.lend(number, 10));
  lender.touch(1);
  ASSERT_TRUE(lender.lend(4, 10));
  EXPECT_EQ(lender.take_gone(), (Numbers{2}));
  lender.touch(3);
  lender.touch(1);
  ASSERT_TRUE(lender.lend(5, 20));
  EXPECT_EQ(lender.take_gone(), (Numbers{4, 3}));
  EXPECT_TRUE(lender.has(1));
  EXPECT_EQ(lender.memory().used(), 30u);
  EXPECT_EQ(lender.memory().drop_count(), 3u);
}

TEST(MemoryBudget, what_is_pinned_stays_and_the_next_goes) {
  Lender lender(30);
  for (const int number : {1, 2, 3}) ASSERT_TRUE(lender.lend(number, 10));
  lender.pin(1);
  ASSERT_TRUE(lender.lend(4, 10));
  EXPECT_EQ(lender.take_gone(), (Numbers{2}));
  EXPECT_FALSE(lender.lend(5, 25)) << "what is pinned leaves no room";
  EXPECT_EQ(lender.memory().needed(), 35u);
  for (const int number : {1, 3, 4}) EXPECT_TRUE(lender.has(number)) << "what would not help did not have to go";
  lender.unpin(1);
  EXPECT_TRUE(lender.lend(6, 25));
  EXPECT_EQ(lender.memory().used(), 25u);
}

// Against a list with the newest at its end.
TEST(MemoryBudget, the_order_is_that_of_a_list) {
  constexpr std::size_t kLimit = 100;
  std::mt19937 random(5);
  Lender lender(kLimit);
  std::list<std::pair<int, std::size_t>> used;  // number and bytes
  std::size_t drops = 0, touches = 0;
  for (int number = 0; number < 3000; ++number) {
    for (int i = 0; i < 3 && !used.empty(); ++i) {
      auto any = used.begin();
      std::advance(any, random() % used.size());
      lender.touch(any->first);
      used.splice(used.end(), used, any);
      ++touches;
    }
    const std::size_t bytes = 1 + random() % 30;
    std::size_t sum = bytes;
    for (const auto& [other, size] : used) sum += size;
    Numbers expected;
    while (sum > kLimit) {
      sum -= used.front().second;
      expected.push_back(used.front().first);
      used.pop_front();
    }
    ASSERT_TRUE(lender.lend(number, bytes));
    used.emplace_back(number, bytes);
    ASSERT_EQ(lender.take_gone(), expected) << number;
    ASSERT_EQ(lender.memory().used(), sum);
    drops += expected.size();
  }
  EXPECT_GT(drops, 1000u);
  EXPECT_GT(touches, 1000u);
  EXPECT_LE(lender.memory().peak(), kLimit);
}

TEST(MemoryBudget, time_takes_what_was_not_used) {
  Lender lender(1000);
  for (const int number : {1, 2, 3}) ASSERT_TRUE(lender.lend(number, 10));
  lender.pin(3);
  lender.memory().advance(1);
  lender.touch(2);
  lender.memory().advance(1);
  EXPECT_EQ(lender.take_gone(), (Numbers{1}));
  lender.memory().advance(1);
  EXPECT_EQ(lender.take_gone(), (Numbers{2}));
  EXPECT_TRUE(lender.has(3)) << "pinned";
  lender.unpin(3);
  EXPECT_EQ(lender.memory().drop_count(), 0u) << "none had to go for want of memory";
}

}  // namespace
}  // namespace abut
