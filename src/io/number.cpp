// std::from_chars and std::to_chars, with the leading '+' and the out-of-range cases they leave to the caller.
#include "io/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace abut {
namespace {

// False if a '+' is followed by another sign, which from_chars would then accept.
bool drop_plus(std::string_view& word) {
  if (word.empty() || word[0] != '+') return true;
  word.remove_prefix(1);
  return !word.empty() && word[0] != '-';
}

std::int64_t saturated_exponent(std::string_view word) {
  const std::size_t mark = word.find_first_of("eE");
  if (mark == std::string_view::npos) return 0;
  std::string_view digits = word.substr(mark + 1);
  drop_plus(digits);
  std::int64_t exponent = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;
  if (read.ec == std::errc()) return std::clamp(exponent, -kHuge, kHuge);
  return digits[0] == '-' ? -kHuge : kHuge;
}

// from_chars says "out of range" for 1e400 and 1e-400 alike. The power of ten of the first digit that is not zero
// tells them apart.
double resolve_out_of_range(std::string_view word) {
  const std::string_view mantissa = word.substr(0, word.find_first_of("eE"));
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first_digit = mantissa.find_first_of("123456789");
  const auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first_digit);
  const double magnitude = power + saturated_exponent(word) > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return word[0] == '-' ? -magnitude : magnitude;
}

}  // namespace

std::optional<double> parse_number(std::string_view word) {
  if (!drop_plus(word)) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ptr != word.data() + word.size() || read.ec == std::errc::invalid_argument) return std::nullopt;
  return read.ec == std::errc() ? value : resolve_out_of_range(word);
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  if (!drop_plus(word)) return std::nullopt;
  std::int64_t value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ptr != word.data() + word.size() || read.ec != std::errc()) return std::nullopt;
  return value;
}

void append_number(std::string& out, double value) {
  std::array<char, 32> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_number(std::string& out, float value) {
  std::array<char, 32> digits;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  double reread = 0;
  std::from_chars(digits.data(), end, reread);
  if (static_cast<float>(reread) != value) return append_number(out, static_cast<double>(value));
  out.append(digits.data(), end);
}

}  // namespace abut
