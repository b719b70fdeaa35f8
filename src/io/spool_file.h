// Bytes that wait on the disk until it is known what comes before them in a file, or until there is memory for them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "abut/base.h"
#include "io/file_access.h"

namespace abut {

/// First it is written, then it is read. It lies in the folder of the file it is for, where there is room for that one,
/// and has no name, so that nothing of it is left, however the program ends.
class SpoolFile {
 public:
  static Result<SpoolFile> create(const std::filesystem::path& target);

  Status append(std::string_view bytes);
  std::uint64_t size() const { return size_; }

  /// From here on it is read, from its beginning.
  Status start_reading();
  /// The next bytes.
  Status read(std::span<char> bytes);
  /// The bytes from this place on.
  Status read_at(std::uint64_t place, std::span<char> bytes);

 private:
  SpoolFile(std::filesystem::path target, FilePointer file) : target_(std::move(target)), file_(std::move(file)) {}

  std::filesystem::path target_;
  FilePointer file_;
  std::uint64_t size_ = 0;
};

}  // namespace abut
