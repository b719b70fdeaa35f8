#include "io/staged_file.h"

#include <fmt/format.h>

#include <random>
#include <system_error>

#include "io/failure.h"

namespace abut {

namespace fs = std::filesystem;

namespace {

// In the same folder, so that renaming is possible; short, so that any legal name of the target leaves room for it.
fs::path make_temporary_path(const fs::path& path) {
  return path.parent_path() / fmt::format(".abut-{:08x}.tmp", std::random_device()());
}

}  // namespace

StagedFile::StagedFile(fs::path path, fs::path target, fs::path temporary, FilePointer file)
    : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)), file_(std::move(file)) {}

StagedFile::~StagedFile() {
  if (!file_ || temporary_.empty()) return;
  file_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

Result<StagedFile> StagedFile::create(const fs::path& path, bool overwrite) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return describe_failure(path, "is a folder, expected a file name");
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe or a device: nothing there to keep
    FilePointer file(std::fopen(path.c_str(), "wb"));
    if (!file) return describe_errno(path, "cannot be written");
    return StagedFile(path, path, {}, std::move(file));
  }
  if (fs::exists(status) && !overwrite) return describe_failure(path, "exists already and was not to be overwritten");
  // A link stays one; what it leads to is replaced, or made.
  error.clear();
  fs::path target = fs::exists(status) ? fs::canonical(path, error) : path;
  if (error) return describe_failure(path, error.message());
  if (fs::is_symlink(fs::symlink_status(target, error)))
    target = target.parent_path() / fs::read_symlink(target, error);
  fs::path temporary = make_temporary_path(target);
  FilePointer file(std::fopen(temporary.c_str(), "wbx"));  // x: never into a file that is there already
  if (!file) return describe_errno(path, "cannot be written");
  if (fs::exists(status)) fs::permissions(temporary, status.permissions(), error);
  return StagedFile(path, std::move(target), std::move(temporary), std::move(file));
}

Status StagedFile::append(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) return success();
  return describe_errno(path_, "cannot be written");
}

Status StagedFile::rewrite_start(std::string_view bytes) {
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return describe_errno(path_, "cannot be written");
  if (Status status = append(bytes); !status) return status;
  if (std::fseek(file_.get(), 0, SEEK_END) == 0) return success();
  return describe_errno(path_, "cannot be written");
}

Status StagedFile::commit() {
  const bool is_closed = std::fclose(file_.release()) == 0;
  if (temporary_.empty()) return is_closed ? success() : Status(describe_errno(path_, "cannot be written"));
  Status status = is_closed ? success() : Status(describe_errno(path_, "cannot be written"));
  std::error_code error;
  if (status) {
    fs::rename(temporary_, target_, error);
    if (error) status = describe_failure(path_, error.message());
  }
  if (!status) fs::remove(temporary_, error);
  return status;
}

}  // namespace abut
