// Sorting numbers by some of their bits, in passes of up to eleven bits. Keeps the order of those that are equal there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace abut {

/// By bits [first_bit, end_bit). `other` is working memory. Cost: a pass over the list for each eleven bits, and one
/// more.
inline void radix_sort(std::vector<std::uint64_t>& list, int first_bit, int end_bit,
                       std::vector<std::uint64_t>& other) {
  constexpr int kDigitBits = 11, kMostPasses = 6;
  constexpr std::uint64_t kDigits = 1u << kDigitBits;
  const int passes = (end_bit - first_bit + kDigitBits - 1) / kDigitBits;
  std::array<std::array<std::uint32_t, kDigits>, kMostPasses> starts;
  for (int p = 0; p < passes; ++p) starts[p].fill(0);
  const std::uint64_t bits = end_bit == 64 ? ~0ull : (1ull << end_bit) - 1;
  const auto digit = [&](std::uint64_t x, int pass) {
    return (x & bits) >> (first_bit + pass * kDigitBits) & (kDigits - 1);
  };
  for (const std::uint64_t x : list) {
    for (int p = 0; p < passes; ++p) ++starts[p][digit(x, p)];
  }
  other.resize(list.size());
  for (int p = 0; p < passes; ++p) {
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts[p]) {
      const std::uint32_t count = start;
      start = sum;
      sum += count;
    }
    for (const std::uint64_t x : list) other[starts[p][digit(x, p)]++] = x;
    list.swap(other);
  }
}

}  // namespace abut
