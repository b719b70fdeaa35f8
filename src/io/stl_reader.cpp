// STL, binary and text. Nothing but the size of the file tells the two apart for sure: binary files whose 80-byte
// header begins with "solid" are common.
#include "io/stl_reader.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "io/mesh_builder.h"
#include "io/readers.h"

namespace abut {
namespace {

constexpr std::size_t kHeaderSize = 84;  // 80 bytes of anything, then the number of facets
constexpr std::size_t kFacetSize = 50;   // normal and three points as floats, then two bytes of attributes
constexpr std::size_t kNormalSize = 12;
constexpr std::size_t kPointSize = 12;

std::size_t binary_facet_count(std::string_view bytes) {
  return static_cast<std::size_t>(load_scalar(bytes.data() + 80, Scalar::uint32, ByteOrder::little));
}

void require_binary_size(std::string_view bytes) {
  if (bytes.size() < kHeaderSize)
    fail("{} bytes found, expected text that begins with 'solid' or a binary STL of at least {}", bytes.size(),
         kHeaderSize);
  const std::size_t count = binary_facet_count(bytes);
  const std::size_t size = kHeaderSize + kFacetSize * count;
  if (bytes.size() < size || !is_padding(bytes.substr(size)))
    fail_at(byte_place(80), "{} facets promised, which makes {} bytes, but the file has {}", count, size, bytes.size());
}

void add_facet(MeshBuilder& builder, Place place) {
  const std::size_t end = builder.vertex_count();
  builder.add_polygon(std::array{VertexId(end - 3), VertexId(end - 2), VertexId(end - 1)}, end, place);
}

void read_binary(MeshFile::Content& content) {
  const std::string& bytes = content.bytes;
  require_binary_size(bytes);
  content.encodings.fill({.is_text = false, .type = Scalar::float32, .order = ByteOrder::little});
  MeshBuilder builder(content);
  const std::size_t count = binary_facet_count(bytes);
  builder.reserve(3 * count, count);
  for (std::size_t facet = 0; facet < count; ++facet) {
    const std::size_t start = kHeaderSize + facet * kFacetSize;
    for (std::size_t point = start + kNormalSize; point < start + kNormalSize + 3 * kPointSize; point += kPointSize) {
      const CoordinateOffsets offsets = {point, point + 4, point + 8};
      Vec3 position;
      for (int axis = 0; axis < 3; ++axis) {
        position[axis] = load_scalar(bytes.data() + offsets[axis], Scalar::float32, ByteOrder::little);
        require_coordinate(position[axis], byte_place(offsets[axis]));
      }
      builder.add_vertex(position, offsets, byte_place(point));
    }
    add_facet(builder, byte_place(start));
  }
  builder.finish();
}

bool is_keyword(std::string_view word, std::string_view keyword) {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

class TextStlReader {
 public:
  explicit TextStlReader(MeshFile::Content& content)
      : builder_(content), cursor_(content.bytes, {}, find_text_start(content.bytes)) {}

  void read() {
    for (std::string_view word = next(); !is_padding(word); word = next()) {
      if (!is_keyword(word, "solid")) fail_unexpected(word, "solid");
      builder_.begin_part(cursor_.read_rest_of_line());
      read_solid();
    }
    builder_.finish();
  }

 private:
  void read_solid() {
    for (;;) {
      const std::string_view word = next();
      if (is_keyword(word, "endsolid")) break;
      if (!is_keyword(word, "facet")) fail_unexpected(word, "facet' or 'endsolid");
      cursor_.skip_line();  // the normal: a duty of the points, and wrong in many files
      read_loop();
      add_facet(builder_, line_place(cursor_.line()));
      expect("endfacet");
    }
    cursor_.skip_line();
  }

  void read_loop() {
    expect("outer");
    expect("loop");
    for (int corner = 0; corner < 3; ++corner) {
      expect("vertex");
      builder_.add_vertex_from_line(cursor_);
    }
    expect("endloop");
  }

  std::string_view next() { return cursor_.read_word_across_lines(); }

  void expect(std::string_view keyword) {
    const std::string_view word = next();
    if (!is_keyword(word, keyword)) fail_unexpected(word, keyword);
  }

  [[noreturn]] void fail_unexpected(std::string_view word, std::string_view expected) {
    fail_at(line_place(cursor_.line()), "{} found, expected '{}'", word.empty() ? "end of file" : quote(word),
            expected);
  }

  MeshBuilder builder_;
  TextCursor cursor_;
};

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= kHeaderSize && bytes.size() == kHeaderSize + kFacetSize * binary_facet_count(bytes);
}

bool is_text_stl(std::string_view bytes) {
  TextCursor cursor(bytes, {}, find_text_start(bytes));
  // A binary file has a NUL in its number of facets, unless it holds sixteen million of them.
  return is_keyword(cursor.read_word_across_lines(), "solid") &&
         bytes.substr(0, kHeaderSize).find('\0') == std::string_view::npos;
}

void read_stl(MeshFile::Content& content) {
  if (!is_binary_stl(content.bytes) && is_text_stl(content.bytes)) return TextStlReader(content).read();
  read_binary(content);
}

}  // namespace abut
