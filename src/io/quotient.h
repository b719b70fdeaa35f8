// Quotients of integers in text, of any number of digits.
#pragma once

#include <string_view>

namespace abut {

/// The double nearest to a quotient; of two that are equally near, the even one.
struct Quotient {
  double value = 0;
  bool is_exact = true;
};

/// True for digits, at least one, after an optional sign.
bool is_integer(std::string_view word);

/// Both words must be integers, and the denominator not zero. Needs time in proportion to the square of their lengths.
Quotient divide_integers(std::string_view numerator, std::string_view denominator);

}  // namespace abut
