#include "io/number.h"

#include <cmath>

#include "io/io_testing.h"

namespace abut {

TEST(Number, a_leading_plus_is_allowed_but_not_a_second_sign) {
  EXPECT_EQ(parse_number("+1.5"), 1.5);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_FALSE(parse_number("+-1"));
  EXPECT_FALSE(parse_number("++1"));
  EXPECT_FALSE(parse_integer("+-1"));
  EXPECT_FALSE(parse_number("+"));
}

TEST(Number, all_of_the_word_must_be_a_number) {
  for (const char* word : {"", "1,5", "1.0f", "0x10", "1e", "--1", "abc", "1 "})
    EXPECT_FALSE(parse_number(word)) << word;
  for (const char* word : {"", "1.0", "1e3", "99999999999999999999"}) EXPECT_FALSE(parse_integer(word)) << word;
}

TEST(Number, what_is_too_small_becomes_zero_and_what_is_too_large_infinite) {
  for (const char* word :
       {"1e-400", "0.1e-99999999999999999999", "123456e-999", "0.00001e-330", "0.1e-9223372036854775807"})
    EXPECT_EQ(parse_number(word), 0.0) << word;
  for (const char* word : {"1e400", "1e+99999999999999999999", "0.00001e400", "+12345e999", "1e9223372036854775807",
                           "10e9223372036854775807"})
    EXPECT_EQ(parse_number(word), INFINITY) << word;
  EXPECT_EQ(parse_number("-1e400"), -INFINITY);
  EXPECT_TRUE(std::signbit(*parse_number("-1e-400")));
  EXPECT_EQ(parse_number("0." + std::string(500, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("1" + std::string(500, '0')), INFINITY);
  EXPECT_EQ(parse_number("1" + std::string(500, '0') + "e-500"), 1.0);
}

TEST(Number, written_digits_read_back_bit_equal) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const double value = random_coordinate(random, kMaxCoordinate);
    std::string text;
    append_number(text, value);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*parse_number(text)), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

TEST(Number, digits_of_floats_read_back_bit_equal_as_floats_and_as_doubles) {
  std::mt19937_64 random(1);
  const auto write = [](float value) {
    std::string text;
    append_number(text, value);
    return text;
  };
  for (int i = 0; i < 100000; ++i) {
    const auto value = static_cast<float>(random_coordinate(random, std::numeric_limits<float>::max()));
    const std::string text = write(value);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(*parse_number(text))),
              std::bit_cast<std::uint32_t>(value))
        << text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)), std::bit_cast<std::uint32_t>(value))
        << text;
  }
  EXPECT_EQ(write(0.1f), "0.1");
  // The shortest digits, 7.038531e-26, are another float once they have been a double.
  EXPECT_EQ(write(7.038531e-26f), "7.038530691851209e-26");
}

}  // namespace abut
