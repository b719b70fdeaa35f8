// Short integers are doubles themselves, and the processor rounds their quotient right. All others are divided as
// integers of any size (Boost.Multiprecision).
#include "io/quotient.h"

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace abut {
namespace {

using Integer = boost::multiprecision::cpp_int;

constexpr int kMantissaBits = 53;
constexpr int kSmallestExponent = -1074;  // of the last bit of a double

bool has_sign(std::string_view word) { return word.starts_with('-') || word.starts_with('+'); }
bool is_negative(std::string_view word) { return word.starts_with('-'); }
std::string_view digits_of(std::string_view word) { return word.substr(has_sign(word) ? 1 : 0); }

std::uint64_t parse_digits(std::string_view digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// The integer as a double if it is one, and short enough to tell without big integers.
std::optional<double> find_double(std::string_view digits) {
  constexpr std::size_t kSafeDigits = 19;
  if (digits.size() > kSafeDigits) return std::nullopt;
  const std::uint64_t value = parse_digits(digits);
  const bool is_double = value == 0 || std::bit_width(value >> std::countr_zero(value)) <= kMantissaBits;
  return is_double ? std::optional(static_cast<double>(value)) : std::nullopt;
}

// Boost's own reader of text takes a leading zero for the mark of an octal number.
Integer make_integer(std::string_view digits) {
  constexpr std::size_t kBlock = 18;
  constexpr std::uint64_t kBlockEnd = 1'000'000'000'000'000'000;
  const std::size_t first = digits.size() % kBlock;
  Integer value = parse_digits(digits.substr(0, first));
  for (std::size_t i = first; i < digits.size(); i += kBlock) {
    value *= kBlockEnd;
    value += parse_digits(digits.substr(i, kBlock));
  }
  return value;
}

// The largest e with 2^e <= n / d.
int find_exponent(const Integer& n, const Integer& d) {
  const int e = static_cast<int>(msb(n)) - static_cast<int>(msb(d));
  const bool is_above = e >= 0 ? n >= (d << e) : (n << -e) >= d;
  return is_above ? e : e - 1;
}

// Neither may be negative or zero. The quotient is counted in units of the last bit that a double of its size has.
Quotient divide(Integer n, Integer d) {
  const int unit = std::max(find_exponent(n, d) - (kMantissaBits - 1), kSmallestExponent);
  (unit > 0 ? d : n) <<= std::abs(unit);
  Integer count, rest;
  divide_qr(n, d, count, rest);
  const Integer twice = 2 * rest;
  if (twice > d || (twice == d && bit_test(count, 0))) ++count;
  return {std::ldexp(static_cast<double>(count), unit), rest == 0};
}

Quotient divide_magnitudes(std::string_view numerator, std::string_view denominator) {
  const std::optional<double> n = find_double(numerator), d = find_double(denominator);
  if (n && d) {
    const double value = *n / *d;
    return {value, std::fma(value, *d, -*n) == 0};
  }
  Integer big_n = make_integer(numerator);
  if (big_n.is_zero()) return {};
  return divide(std::move(big_n), make_integer(denominator));
}

}  // namespace

bool is_integer(std::string_view word) {
  const std::string_view digits = digits_of(word);
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Quotient divide_integers(std::string_view numerator, std::string_view denominator) {
  Quotient quotient = divide_magnitudes(digits_of(numerator), digits_of(denominator));
  if (is_negative(numerator) != is_negative(denominator)) quotient.value = -quotient.value;
  return quotient;
}

}  // namespace abut
