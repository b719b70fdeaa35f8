// The middle of a few numbers.
#pragma once

#include <algorithm>
#include <vector>

namespace abut::reproduce {

/// The upper one of two; 0 of none.
template <class Number>
Number find_median(std::vector<Number> values) {
  if (values.empty()) return Number(0);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace abut::reproduce
