// Files come in whole, but for byte_source.cpp and recording_file.cpp, and go out through StagedFile.
#include "io/file_access.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>

#include "abut/io.h"
#include "io/failure.h"
#include "io/staged_file.h"

namespace abut {

namespace fs = std::filesystem;

Error describe_failure(const fs::path& path, std::string_view what) {
  return Error{fmt::format("{}: {}", printable(path.string()), what)};
}

Error describe_errno(const fs::path& path, std::string_view what) {
  return describe_failure(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return a == b || fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
         fs::equivalent(a, b, ignored);
}

Result<FilePointer> open_regular_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return describe_failure(path, "is no regular file");
  FilePointer file(std::fopen(path.c_str(), "rb"));
  if (!file) return describe_errno(path, "cannot be opened");
  return file;
}

Result<std::string> read_file(const fs::path& path) {
  const Result<FilePointer> file = open_regular_file(path);
  if (!file) return file.error();
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return describe_failure(path, error.message());
  std::string bytes;
  try {
    bytes.resize(size);
  } catch (const std::exception&) {  // a length that no string has, or that this machine has no memory for
    return describe_failure(path, fmt::format("{} bytes found, too many for the memory", size));
  }
  if (std::fread(bytes.data(), 1, size, file->get()) != size) return describe_errno(path, "cannot be read");
  return bytes;
}

Result<std::vector<fs::path>> list_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;  // a link that leads nowhere is no folder: whoever opens it will say so
    if (!entry->is_directory(unknown)) files.push_back(entry->path());
  }
  if (error) return describe_failure(folder, fmt::format("cannot be listed: {}", error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

Status write_file(const fs::path& path, std::string_view bytes, bool overwrite) {
  auto file = StagedFile::create(path, overwrite);
  if (!file) return file.error();
  if (auto status = file->append(bytes); !status) return status;
  return file->commit();
}

Status check_writable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file name");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!fs::is_directory(folder, error)) return describe_failure(path, "cannot be written: its folder does not exist");
  const bool goes_through_folder = !fs::exists(status) || fs::is_regular_file(status);
  if (::access(goes_through_folder ? folder.c_str() : path.c_str(), W_OK) != 0)
    return describe_errno(path, "cannot be written");
  return success();
}

}  // namespace abut
