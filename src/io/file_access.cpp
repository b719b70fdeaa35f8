// The only place that touches the disk. Files come in whole; they go out under a temporary name in the same folder
// and get their own name last, so that nobody ever sees half a file and a failure leaves nothing behind.
#include "io/file_access.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <random>
#include <system_error>

#include "abut/io.h"
#include "io/failure.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

Error describe_failure(const fs::path& path, std::string_view what) {
  return Error{fmt::format("{}: {}", printable(path.string()), what)};
}

Error describe_errno(const fs::path& path, std::string_view what) {
  return describe_failure(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

fs::path make_temporary_path(const fs::path& path) {
  fs::path temporary = path;
  temporary += fmt::format(".{:08x}.tmp", std::random_device()());
  return temporary;
}

// On failure errno tells why, and the file is gone again.
bool write_new_file(const fs::path& path, std::string_view bytes) {
  FilePointer file(std::fopen(path.c_str(), "wbx"));  // x: never into a file that is there already
  if (!file) return false;
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  if (std::fclose(file.release()) == 0 && is_written) return true;
  const int reason = errno;
  std::error_code ignored;
  fs::remove(path, ignored);
  errno = reason;
  return false;
}

}  // namespace

Result<std::string> read_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return describe_failure(path, "is no regular file");
  FilePointer file(std::fopen(path.c_str(), "rb"));
  if (!file) return describe_errno(path, "cannot be opened");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return describe_failure(path, error.message());
  std::string bytes;
  try {
    bytes.resize(size);
  } catch (const std::exception&) {  // a length that no string has, or that this machine has no memory for
    return describe_failure(path, fmt::format("{} bytes found, too many for the memory", size));
  }
  if (std::fread(bytes.data(), 1, size, file.get()) != size) return describe_errno(path, "cannot be read");
  return bytes;
}

Status write_file(const fs::path& path, std::string_view bytes, bool overwrite) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file name");
  if (fs::exists(status) && !overwrite) return describe_failure(path, "exists already and was not to be overwritten");
  const fs::path temporary = make_temporary_path(path);
  if (!write_new_file(temporary, bytes)) return describe_errno(path, "cannot be written");
  fs::rename(temporary, path, error);
  if (!error) return success();
  const Error failure = describe_failure(path, error.message());
  fs::remove(temporary, error);
  return failure;
}

}  // namespace abut
