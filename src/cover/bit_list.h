// A list of bits whose runs are counted 64 at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut {

class BitList {
 public:
  explicit BitList(std::size_t size) : words_((size + 63) / 64) {}

  bool test(std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }

  std::size_t count(std::size_t begin, std::size_t end) const {
    std::size_t count = 0;
    visit_words(begin, end, [&](std::size_t word, std::uint64_t mask) {
      count += static_cast<std::size_t>(std::popcount(words_[word] & mask));
    });
    return count;
  }
  void set(std::size_t begin, std::size_t end) {
    visit_words(begin, end, [&](std::size_t word, std::uint64_t mask) { words_[word] |= mask; });
  }

 private:
  template <class Visit>
  static void visit_words(std::size_t begin, std::size_t end, const Visit& visit) {
    while (begin < end) {
      const std::size_t word = begin / 64, stop = word * 64 + 64 < end ? word * 64 + 64 : end;
      const std::uint64_t all = ~std::uint64_t{0};
      visit(word, (all << (begin % 64)) & (all >> (63 - (stop - 1) % 64)));
      begin = stop;
    }
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace abut
