#include "io/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace abut {
namespace {

// How many letters must be put in, taken out or replaced; names longer than this are compared by their beginning.
constexpr std::size_t kLongest = 40;

std::size_t measure_difference(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggest(std::string_view name, std::span<const std::string_view> names) {
  name = name.substr(0, kLongest);
  std::string_view best;
  std::size_t least = 1 + name.size() / 3;  // more letters than that are another word
  for (const std::string_view candidate : names) {
    const std::size_t difference = measure_difference(name, candidate);
    if (difference > least || (difference == least && !best.empty())) continue;
    best = candidate;
    least = difference;
  }
  return best.empty() ? "" : fmt::format(" (did you mean '{}'?)", best);
}

}  // namespace abut
