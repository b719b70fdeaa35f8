// The only place that touches the disk, but for byte_source.cpp. Files come in whole; they go out under a temporary
// name in the same folder and get their own name last, so that nobody ever sees half a file and a failure leaves
// nothing behind.
#include "io/file_access.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <random>
#include <system_error>

#include "abut/io.h"
#include "io/failure.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

Error describe_failure(const fs::path& path, std::string_view what) {
  return Error{fmt::format("{}: {}", printable(path.string()), what)};
}

Error describe_errno(const fs::path& path, std::string_view what) {
  return describe_failure(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

// In the same folder, so that renaming is possible; short, so that any legal name of the target leaves room for it.
fs::path make_temporary_path(const fs::path& path) {
  return path.parent_path() / fmt::format(".abut-{:08x}.tmp", std::random_device()());
}

// `mode` as for fopen. On failure errno tells why.
bool write_bytes(const fs::path& path, const char* mode, std::string_view bytes) {
  FilePointer file(std::fopen(path.c_str(), mode));
  if (!file) return false;
  const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int reason = errno;
  const bool is_closed = std::fclose(file.release()) == 0;
  if (!is_written) errno = reason;
  return is_written && is_closed;
}

// A file under a name of its own first, which then takes the place of the target, permissions included.
Status replace_file(const fs::path& target, const fs::file_status& old, std::string_view bytes) {
  const fs::path temporary = make_temporary_path(target);
  std::error_code error;
  if (!write_bytes(temporary, "wbx", bytes)) {  // x: never into a file that is there already
    const Error failure = describe_errno(target, "cannot be written");
    fs::remove(temporary, error);
    return failure;
  }
  if (fs::exists(old)) fs::permissions(temporary, old.permissions(), error);
  fs::rename(temporary, target, error);
  if (!error) return success();
  const Error failure = describe_failure(target, error.message());
  fs::remove(temporary, error);
  return failure;
}

}  // namespace

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
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file name");
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe or a device: nothing there to keep
    return write_bytes(path, "wb", bytes) ? success() : Status(describe_errno(path, "cannot be written"));
  }
  if (fs::exists(status) && !overwrite) return describe_failure(path, "exists already and was not to be overwritten");
  // A link stays one; what it leads to is replaced.
  error.clear();
  const fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;
  return error ? Status(describe_failure(path, error.message())) : replace_file(target, status, bytes);
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
