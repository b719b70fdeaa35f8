#include "option_checks.h"

#include <fmt/format.h>

namespace abut {

CLI::Validator make_range(const std::string& what, double low, double high) {
  return CLI::Validator(
      [=](const std::string& text) {
        double number = 0;
        const bool is_good = CLI::detail::lexical_cast(text, number) && number >= low && number <= high;
        return is_good ? std::string() : fmt::format("{} found, expected {} from {} to {}", text, what, low, high);
      },
      "");
}

CLI::Validator make_name_check() {
  return CLI::Validator([](const std::string& name) { return name.empty() ? "a file name is missing" : ""; }, "");
}

}  // namespace abut
