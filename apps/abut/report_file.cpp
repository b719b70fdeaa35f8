#include "report_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "abut/io.h"
#include "base/text.h"
#include "io/file_access.h"

namespace abut {

namespace fs = std::filesystem;

bool test_same_file(const std::string& a, const std::string& b) {
  return !a.empty() && !b.empty() && is_same_file(a, b);
}

Status check_different(std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (test_same_file(names[i], names[j]))
        return Error{
            fmt::format("{}: two things would be written there; give them different names", printable(names[i]))};
    }
  }
  return success();
}

Status check_report_target(const std::string& path, std::span<const std::string_view> starts, bool force) {
  if (path.empty() || path == "-") return success();
  if (auto status = check_writable(path); !status) return status;
  std::error_code ignored;
  if (force || !fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) == 0) return success();
  std::string found(64, '\0');
  std::ifstream(path, std::ios::binary).read(found.data(), static_cast<std::streamsize>(found.size()));
  for (const std::string_view start : starts) {
    if (found.starts_with(start)) return success();
  }
  return Error{
      fmt::format("{}: exists and is not an earlier result of this kind; choose another name, or --force to replace it",
                  printable(path))};
}

Status write_report(const std::string& path, const std::string& text) {
  if (path != "-") return write_file(path, text, true);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    return Error{"standard output: cannot be written"};
  }
  return success();
}

}  // namespace abut
