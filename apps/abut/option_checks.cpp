#include "option_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/number.h"

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

CLI::Validator make_byte_size() {
  return CLI::Validator(
      [](std::string& text) {
        constexpr std::pair<std::string_view, double> kUnits[] = {{"", 1},       {"B", 1},         {"kB", 1e3},
                                                                  {"KB", 1e3},   {"MB", 1e6},      {"GB", 1e9},
                                                                  {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}};
        const std::size_t end = std::min(text.find_first_not_of("0123456789.+-eE"), text.size());
        const auto number = parse_number(std::string_view(text).substr(0, end));
        for (const auto& [unit, bytes] : kUnits) {
          if (std::string_view(text).substr(end) != unit || !number || !(*number >= 0 && *number * bytes < 0x1p60))
            continue;
          text = fmt::format("{}", static_cast<std::uint64_t>(*number * bytes));
          return std::string();
        }
        return fmt::format("{} found, expected a size such as 64MB or 1.5GiB", text);
      },
      "");
}

CLI::Validator make_name_check() {
  return CLI::Validator([](const std::string& name) { return name.empty() ? "a file name is missing" : ""; }, "");
}

}  // namespace abut
