// What commands ask of the values of options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace abut {

/// Unlike CLI11's own, it refuses what is not a number, and says what it wants in as many digits as it takes.
CLI::Validator make_range(const std::string& what, double low, double high);

/// Bytes, such as 64MB or 1.5GiB; changes the text to their number.
CLI::Validator make_byte_size();

/// A file name that is not empty.
CLI::Validator make_name_check();

}  // namespace abut
