// Numbers in text, the same on every machine and in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace abut {

/// Reads all of `word` as a number; a leading '+' is allowed. As with strtod, what is too small becomes zero and what
/// is too large becomes infinite.
std::optional<double> parse_number(std::string_view word);

/// Reads all of `word` as an integer; a leading '+' is allowed.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// Appends the fewest digits that read back as the very same double.
void append_number(std::string& out, double value);

/// The same for a float, whether it is read as one or, as many programs do, as a double that is rounded then.
void append_number(std::string& out, float value);

}  // namespace abut
