// A file is read with pread, which knows no current place that threads could fight over.
#include "io/byte_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "io/failure.h"
#include "io/file_access.h"

namespace abut {
namespace {

void require_range(std::uint64_t offset, std::size_t count, std::uint64_t size) {
  if (offset > size || count > size - offset)
    fail_at(byte_place(offset), "end of file at byte {} found, expected {} more bytes", size, count);
}

class FileSource final : public ByteSource {
 public:
  explicit FileSource(FilePointer file) : file_(std::move(file)) {}

  // Asked every time: the file may shrink or grow while it is in use.
  std::uint64_t size() const override {
    struct stat status;
    if (::fstat(::fileno(file_.get()), &status) != 0) fail("cannot be read: {}", std::strerror(errno));
    return static_cast<std::uint64_t>(status.st_size);
  }

  std::string read(std::uint64_t offset, std::size_t count) const override {
    require_range(offset, count, size());
    std::string bytes(count, '\0');
    for (std::size_t done = 0; done < count;) done += read_some(bytes.data() + done, count - done, offset + done);
    return bytes;
  }

 private:
  std::size_t read_some(char* out, std::size_t count, std::uint64_t offset) const {
    for (;;) {
      const ssize_t read = ::pread(::fileno(file_.get()), out, count, static_cast<off_t>(offset));
      if (read > 0) return static_cast<std::size_t>(read);
      if (read == 0) fail_at(byte_place(offset), "end of file found, expected {} more bytes", count);
      if (errno != EINTR) fail("cannot be read: {}", std::strerror(errno));
    }
  }

  FilePointer file_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

  std::uint64_t size() const override { return bytes_.size(); }

  std::string read(std::uint64_t offset, std::size_t count) const override {
    require_range(offset, count, size());
    return bytes_.substr(offset, count);
  }

 private:
  std::string bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_byte_source(const std::filesystem::path& path) {
  Result<FilePointer> file = open_regular_file(path);
  if (!file) return file.error();
  return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(*std::move(file)));
}

std::unique_ptr<ByteSource> make_byte_source(std::string bytes) {
  return std::make_unique<MemorySource>(std::move(bytes));
}

}  // namespace abut
