#include "io/spool_file.h"

#include <fmt/format.h>

#include <random>
#include <system_error>

namespace abut {

namespace fs = std::filesystem;

Result<SpoolFile> SpoolFile::create(const fs::path& target) {
  const fs::path name = target.parent_path() / fmt::format(".abut-{:08x}.spool", std::random_device()());
  FilePointer file(std::fopen(name.c_str(), "w+bx"));  // x: never into a file that is there already
  if (!file) return describe_errno(target, "cannot be written");
  std::error_code error;
  fs::remove(name, error);  // the file lives on without a name until it is closed
  if (error) return describe_failure(target, error.message());
  return SpoolFile(target, std::move(file));
}

Status SpoolFile::append(std::string_view bytes) {
  size_ += bytes.size();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) return success();
  return describe_errno(target_, "cannot be written");
}

Status SpoolFile::start_reading() {
  if (std::fflush(file_.get()) == 0 && std::fseek(file_.get(), 0, SEEK_SET) == 0) return success();
  return describe_errno(target_, "cannot be written");
}

Status SpoolFile::read(std::span<char> bytes) {
  if (std::fread(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) return success();
  return describe_errno(target_, "cannot be written: what was kept for it cannot be read");
}

Status SpoolFile::read_at(std::uint64_t place, std::span<char> bytes) {
  if (::fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) != 0)
    return describe_errno(target_, "what was kept there cannot be read");
  return read(bytes);
}

}  // namespace abut
