// A file that grows under a temporary name in its folder and gets its own name last, so that nobody ever sees half a
// file, and a failure leaves nothing behind.
#pragma once

#include <filesystem>
#include <string_view>

#include "abut/base.h"
#include "io/file_access.h"

namespace abut {

class StagedFile {
 public:
  /// A link keeps leading where it leads; pipes and devices are written to directly. Refuses to replace an existing
  /// file unless `overwrite`.
  static Result<StagedFile> create(const std::filesystem::path& path, bool overwrite);
  StagedFile(StagedFile&&) noexcept = default;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  Status append(std::string_view bytes);
  /// Replaces as many bytes at the beginning, for headers with counts that are known last. Pipes cannot do this.
  Status rewrite_start(std::string_view bytes);
  /// The end: the file takes its place, and the permissions of what was there.
  Status commit();

 private:
  StagedFile(std::filesystem::path path, std::filesystem::path target, std::filesystem::path temporary,
             FilePointer file);

  std::filesystem::path path_;       // as it was asked for
  std::filesystem::path target_;     // where that leads
  std::filesystem::path temporary_;  // empty: a pipe or a device
  FilePointer file_;
};

}  // namespace abut
