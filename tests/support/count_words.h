// How often a word occurs in a text.
#pragma once

#include <string_view>

namespace abut::test {

inline std::size_t count_words(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

}  // namespace abut::test
