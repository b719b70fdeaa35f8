// Quotients, held against exact fractions.
#include "io/quotient.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "io/io_testing.h"

namespace abut {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Fraction = boost::multiprecision::cpp_rational;

Quotient divide(const Integer& n, const Integer& d) { return divide_integers(n.str(), d.str()); }

bool is_even(double x) { return std::bit_cast<std::uint64_t>(x) % 2 == 0; }

// No neighbour of a rounded value may be nearer, and one as near must be odd.
void expect_nearest(const Integer& n, const Integer& d) {
  const Quotient quotient = divide(n, d);
  const Fraction exact(n, d), error = abs(Fraction(quotient.value) - exact);
  EXPECT_EQ(quotient.is_exact, error == 0) << n << "/" << d;
  for (const double end : {-INFINITY, INFINITY}) {
    const Fraction other = abs(Fraction(std::nextafter(quotient.value, end)) - exact);
    EXPECT_TRUE(error < other || (error == other && is_even(quotient.value))) << n << "/" << d;
  }
}

Integer random_integer(std::mt19937_64& random, std::size_t bits) {
  Integer value = 1;
  while (msb(value) < bits) value = (value << 64) + random();
  return value >> (msb(value) - bits);
}

}  // namespace

TEST(Quotient, integers_are_digits_after_an_optional_sign) {
  for (const char* word : {"0", "-0", "+7", "007", "-123456789012345678901234567890"})
    EXPECT_TRUE(is_integer(word)) << word;
  for (const char* word : {"", "-", "+", "+-1", "1.0", "1e3", "0x1", "1 ", " 1", "a"})
    EXPECT_FALSE(is_integer(word)) << word;
}

TEST(Quotient, signs_and_leading_zeros) {
  EXPECT_EQ(divide_integers("-6", "8").value, -0.75);
  EXPECT_EQ(divide_integers("6", "-8").value, -0.75);
  EXPECT_EQ(divide_integers("-6", "-8").value, 0.75);
  EXPECT_EQ(divide_integers("+010", "0000000000000000000000000000010").value, 1);
  EXPECT_EQ(divide_integers("0", "3").value, 0);
  EXPECT_EQ(divide_integers("000000000000000000000000000000", "3").value, 0);
}

TEST(Quotient, every_double_comes_back) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = random_coordinate(random, kMaxCoordinate);
    const Fraction exact(value);
    const Quotient quotient = divide(numerator(exact), denominator(exact));
    EXPECT_TRUE(quotient.is_exact) << value;
    EXPECT_EQ(quotient.value, value);
  }
}

TEST(Quotient, others_are_rounded_to_the_nearest) {
  std::mt19937_64 random(2);
  std::size_t rounded = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t most = i % 2 == 0 ? 64 : 900;  // short ones are divided as doubles
    const Integer n = random_integer(random, random() % most), d = random_integer(random, random() % most);
    expect_nearest(n, d);
    rounded += divide(n, d).is_exact ? 0 : 1;
  }
  EXPECT_GT(rounded, 1000u);
  EXPECT_LT(rounded, 20000u);
}

TEST(Quotient, halfway_between_two_doubles_the_even_one_is_taken) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Integer odd = 2 * random_integer(random, 52) + 1;  // 54 bits
    const Integer factor = random_integer(random, random() % 200);
    for (const int nudge : {-1, 0, 1}) {
      expect_nearest(odd * factor + nudge, factor << (i % 300));
      expect_nearest(odd * factor + nudge, factor << 1120);  // below the smallest normal double
    }
  }
}

TEST(Quotient, what_is_too_small_becomes_zero_and_what_is_too_large_infinite) {
  const Integer one = 1;
  EXPECT_EQ(divide(1, one << 1074).value, 5e-324);
  EXPECT_TRUE(divide(1, one << 1074).is_exact);
  EXPECT_EQ(divide(1, one << 1075).value, 0);  // halfway: zero is even
  EXPECT_EQ(divide(3, one << 1076).value, 5e-324);
  EXPECT_FALSE(divide(1, one << 5000).is_exact);
  EXPECT_EQ(divide(-(one << 1024), 1).value, -INFINITY);
}

}  // namespace abut
