// Nothing is believed of a header before it was held against the size of the file.
#include "io/point_cache.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "io/animation.h"
#include "io/failure.h"
#include "io/number.h"
#include "io/scalar.h"
#include "io/text_cursor.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

constexpr std::size_t kHeadSize = 64;  // a PC2 header has 32 bytes, a line of F32SEQ at most 50 or so

/// Where the frames stand in the file.
struct Layout {
  std::uint64_t data_start = 0;
  std::uint64_t frame_count = 0;
  std::uint64_t vertex_count = 0;

  std::uint64_t frame_size() const { return vertex_count * kVertexSize; }
  std::uint64_t frame_start(std::uint64_t frame) const { return data_start + frame * frame_size(); }
  std::uint64_t file_size() const { return frame_start(frame_count); }
  std::uint64_t count_complete_frames(std::uint64_t size) const {
    return std::min(frame_count, (size - std::min(size, data_start)) / frame_size());
  }
};

std::uint64_t require_count(std::int64_t count, std::string_view what, std::size_t most, Place place) {
  if (count < 1 || static_cast<std::uint64_t>(count) > most)
    fail_at(place, "{} {} found, expected 1 to {}", count, what, most);
  return static_cast<std::uint64_t>(count);
}

std::uint64_t require_frames(std::int64_t count, Place place) {
  return require_count(count, "frames", kMaxFrames, place);
}

std::uint64_t require_vertices(std::int64_t count, Place place) {
  return require_count(count, "vertices", kMaxElements, place);
}

std::int64_t load_integer(std::string_view head, std::size_t offset) {
  return static_cast<std::int64_t>(load_scalar(head.data() + offset, Scalar::int32, ByteOrder::little));
}

Layout read_pc2_header(std::string_view head) {
  if (head.size() < kPc2HeaderSize) fail("{} bytes found, expected a PC2 header of {}", head.size(), kPc2HeaderSize);
  const std::int64_t version = load_integer(head, 12);
  if (version != 1) fail_at(byte_place(12), "version {} found, expected 1", version);
  return {.data_start = kPc2HeaderSize,
          .frame_count = require_frames(load_integer(head, 28), byte_place(28)),
          .vertex_count = require_vertices(load_integer(head, 16), byte_place(16))};
}

std::int64_t read_integer(TextCursor& cursor, std::string_view meaning) {
  const std::string_view word = cursor.read_word();
  const auto value = parse_integer(word);
  if (!value) fail_at(line_place(1), "{} found, expected {}", word.empty() ? "end of line" : quote(word), meaning);
  return *value;
}

Layout read_f32seq_header(std::string_view head) {
  const std::size_t end = head.find('\n');
  if (end == std::string_view::npos)
    fail_at(line_place(1), "no line end in the first {} bytes found, expected 'F32SEQ FRAMES VERTICES'", head.size());
  std::string_view line = head.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  TextCursor cursor(line, {}, kF32seqMark.size());
  const std::uint64_t frames = require_frames(read_integer(cursor, "the number of frames"), line_place(1));
  const std::uint64_t vertices = require_vertices(read_integer(cursor, "the number of vertices"), line_place(1));
  const std::string_view rest = line.substr(cursor.offset());
  if (!is_padding(rest)) fail_at(line_place(1), "{} found, expected the end of the line", quote(rest));
  return {.data_start = end + 1, .frame_count = frames, .vertex_count = vertices};
}

Layout read_header(std::string_view head) {
  if (head.empty()) fail("is empty, expected a point cache, PC2 or F32SEQ");
  if (head.starts_with(kPc2Mark)) return read_pc2_header(head);
  if (head.starts_with(kF32seqMark)) return read_f32seq_header(head);
  fail("{} found, expected a point cache that begins with POINTCACHE2 or F32SEQ", quote(head.substr(0, 12)));
}

std::string describe_promise(const Layout& layout) {
  return fmt::format("{} frames of {} vertices promised", layout.frame_count, layout.vertex_count);
}

// Also keeps all products of counts and sizes from here on within 64 bits.
void require_plausible(const Layout& layout, std::uint64_t size) {
  constexpr auto kLargestFile = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (layout.frame_count > (kLargestFile - layout.data_start) / layout.frame_size())
    fail("{}, which is more than any file can hold", describe_promise(layout));
  const std::uint64_t expected = layout.file_size();
  if (size > expected)
    fail("{}, which makes {} bytes, but the file has {}: {} too many", describe_promise(layout), expected, size,
         size - expected);
  if (layout.count_complete_frames(size) == 0)
    fail("{}, which makes {} bytes, but the file has {}: not one whole frame", describe_promise(layout), expected,
         size);
}

Layout read_layout(const ByteSource& source) {
  const Layout layout = read_header(read_head(source));
  require_plausible(layout, source.size());
  return layout;
}

std::vector<Vec3> decode_frame(std::string_view bytes) {
  std::vector<Vec3> positions(bytes.size() / kVertexSize);
  const char* next = bytes.data();
  for (Vec3& position : positions)
    for (double& x : position) {
      x = load_scalar(next, Scalar::float32, ByteOrder::little);
      next += sizeof(float);
    }
  if (const Status status = check_positions(positions); !status) fail("{}", status.error().message);
  return positions;
}

class PointCache final : public Animation::Content {
 public:
  PointCache(std::unique_ptr<ByteSource> source, FileName name)
      : source_(std::move(source)),
        name_(std::move(name)),
        layout_(read_layout(*source_)),
        complete_frame_count_(layout_.count_complete_frames(source_->size())) {}

  std::size_t frame_count() const override { return layout_.frame_count; }
  std::size_t complete_frame_count() const override { return complete_frame_count_; }
  std::size_t vertex_count() const override { return layout_.vertex_count; }
  std::string frame_name(std::size_t frame) const override { return fmt::format("{} frame {}", name_.last, frame); }

  Result<std::vector<Vec3>> read_frame(std::size_t frame) const override {
    return catch_failure(fmt::format("{}: frame {}", name_.whole, frame), [&] {
      require_frame(frame);
      return decode_frame(source_->read(layout_.frame_start(frame), layout_.frame_size()));
    });
  }

 private:
  void require_frame(std::size_t frame) const {
    const std::uint64_t size = source_->size(), start = layout_.frame_start(frame);
    const std::uint64_t found = size - std::min(size, start);
    if (found < layout_.frame_size())
      fail("{} bytes found, expected {}: the file is {} bytes shorter than its header says", found,
           layout_.frame_size(), layout_.file_size() - size);
  }

  std::unique_ptr<ByteSource> source_;
  FileName name_;
  Layout layout_;
  std::size_t complete_frame_count_;
};

}  // namespace

std::string read_head(const ByteSource& source) {
  return source.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), kHeadSize)));
}

bool has_point_cache_mark(std::string_view head) { return head.starts_with(kPc2Mark) || head.starts_with(kF32seqMark); }

std::unique_ptr<Animation::Content> make_point_cache(std::unique_ptr<ByteSource> source, FileName name) {
  return std::make_unique<PointCache>(std::move(source), std::move(name));
}

}  // namespace abut
