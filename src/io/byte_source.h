// Bytes that are read piece by piece, for files larger than memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "abut/base.h"

namespace abut {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  /// Throws Failure if it ends before `offset` + `count`, before anything is allocated. Safe from several threads.
  virtual std::string read(std::uint64_t offset, std::size_t count) const = 0;
};

/// A regular file; the error says what the path is if it is anything else.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::filesystem::path& path);

std::unique_ptr<ByteSource> make_byte_source(std::string bytes);

}  // namespace abut
