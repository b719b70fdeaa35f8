// What commands ask of the values of options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace abut {

/// Unlike CLI11's own, it refuses what is not a number, and says what it wants in as many digits as it takes.
CLI::Validator make_range(const std::string& what, double low, double high);

/// A file name that is not empty.
CLI::Validator make_name_check();

}  // namespace abut
