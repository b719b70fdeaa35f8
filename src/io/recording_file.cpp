// Recordings, as far as it takes to hand them on: where their pieces are, and whether they are whole.
#include <fmt/format.h>

#include "abut/recording.h"
#include "base/text.h"
#include "io/byte_source.h"
#include "io/failure.h"
#include "io/recording_chunk.h"

namespace abut {
namespace {

using Piece = RecordingFile::Piece;

void check_start(const ByteSource& source) {
  const std::string start = source.read(0, std::min<std::uint64_t>(source.size(), kRecordingStartSize));
  const std::string_view mark = std::string_view(start).substr(0, kRecordingMark.size());
  if (start.empty()) fail("is empty, expected a recording of abut");
  if (!kRecordingMark.starts_with(mark)) fail("is not a recording of abut: it does not begin like one");
  if (start.size() < kRecordingStartSize) fail("is a recording that was cut short after {} bytes", start.size());
  const auto found = load_number<std::uint32_t>(start, kRecordingMark.size());
  if (found != kRecordingVersion) {
    fail("is a recording of version {}, and this program reads version {}; use an abut of its time", found,
         kRecordingVersion);
  }
}

struct ChunkHeader {
  std::string kind;
  std::uint64_t json_size = 0, size = 0;
};

ChunkHeader read_header(const ByteSource& source, std::uint64_t offset) {
  const std::string bytes = source.read(offset, kChunkHeaderSize);
  return {bytes.substr(0, 4), load_number<std::uint32_t>(bytes, 4), load_number<std::uint64_t>(bytes, 8)};
}

// Walks along the chunks as far as they are whole.
struct Scan {
  std::vector<Piece> pieces;
  std::size_t heads = 0, frames = 0;
  bool has_index = false, has_end = false;

  explicit Scan(const ByteSource& source) {
    const std::uint64_t size = source.size();
    std::uint64_t offset = kRecordingStartSize;
    pieces.push_back({0, offset});
    while (!has_index && offset + kChunkHeaderSize <= size) {
      const ChunkHeader header = read_header(source, offset);
      const std::uint64_t room = size - offset - kChunkHeaderSize;
      if (header.size > room || header.json_size > header.size || align_piece(header.size) > room) break;
      heads += header.kind == kHeadChunk;
      frames += header.kind == kFrameChunk;
      has_index = header.kind == kIndexChunk;
      pieces.push_back({offset, kChunkHeaderSize + align_piece(header.size)});
      offset += pieces.back().size;
    }
    has_end = has_index && test_end(source, offset);
    if (has_end) pieces.push_back({offset, kRecordingEndSize});
  }

 private:
  bool test_end(const ByteSource& source, std::uint64_t offset) const {
    if (source.size() != offset + kRecordingEndSize) return false;
    const std::string end = source.read(offset, kRecordingEndSize);
    return load_number<std::uint64_t>(end, 0) == pieces.back().offset &&
           std::string_view(end).substr(8) == kRecordingEnd;
  }
};

std::string describe_trouble(const Scan& scan) {
  if (scan.has_end) return {};
  if (scan.frames == 0 || scan.heads != 1) fail("is a recording that was cut short before its first frame");
  return fmt::format("is a recording that was cut short after its frame {}; what there is can be seen", scan.frames);
}

}  // namespace

struct RecordingFile::Content {
  std::unique_ptr<ByteSource> source;
  std::vector<Piece> pieces = {};
  std::size_t frames = 0;
  std::string trouble = {};
};

RecordingFile::RecordingFile(std::unique_ptr<Content> content) : content_(std::move(content)) {}
RecordingFile::RecordingFile(RecordingFile&&) noexcept = default;
RecordingFile& RecordingFile::operator=(RecordingFile&&) noexcept = default;
RecordingFile::~RecordingFile() = default;

Result<RecordingFile> RecordingFile::open(const std::filesystem::path& path) {
  auto source = open_byte_source(path);
  if (!source) return source.error();
  const std::string name = printable(path.string());
  auto content = std::make_unique<Content>(Content{std::move(*source)});
  const auto status = catch_failure(name, [&] {
    check_start(*content->source);
    const Scan scan(*content->source);
    const std::string trouble = describe_trouble(scan);
    if (!trouble.empty()) content->trouble = fmt::format("{}: {}", name, trouble);
    content->frames = scan.frames;
    content->pieces = scan.pieces;
    return std::monostate{};
  });
  if (!status) return status.error();
  return RecordingFile(std::move(content));
}

std::uint64_t RecordingFile::size() const { return content_->source->size(); }
std::size_t RecordingFile::frame_count() const { return content_->frames; }
std::span<const Piece> RecordingFile::pieces() const { return content_->pieces; }
const std::string& RecordingFile::trouble() const { return content_->trouble; }

Result<std::string> RecordingFile::read(std::uint64_t offset, std::size_t count) const {
  if (offset >= size()) return std::string();
  const std::uint64_t left = size() - offset;
  return catch_failure("recording",
                       [&] { return content_->source->read(offset, std::min<std::uint64_t>(count, left)); });
}

}  // namespace abut
