// Sums that come out the same at any thread count: of blocks of a fixed length, joined in order.
#pragma once

#include <cstddef>
#include <vector>

#include "base/parallel.h"

namespace abut {

/// The sum of term(i) for all i in [0, count).
template <class Term>
double ordered_sum(std::size_t count, int threads, const Term& term) {
  constexpr std::size_t kBlockSize = 4096;
  std::vector<double> sums((count + kBlockSize - 1) / kBlockSize, 0);
  parallel_blocks(count, kBlockSize, threads, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += term(i);
    sums[begin / kBlockSize] = sum;
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace abut
