// OFF as Geomview defines it, as text: an optional header word, three counts, a line per vertex, a line per face.
// What follows the coordinates of a vertex (normal, colour, texture) or the indices of a face (colour) is left alone.
#include <array>
#include <vector>

#include "io/mesh_builder.h"
#include "io/number.h"
#include "io/off_header.h"
#include "io/readers.h"

namespace abut {
namespace {

class OffReader {
 public:
  explicit OffReader(MeshFile::Content& content)
      : text_(content.bytes), builder_(content), cursor_(text_, {.comments = true}, find_text_start(text_)) {}

  void read() {
    read_header();
    for (std::size_t v = 0; v < vertex_count_; ++v) {
      find_line("vertex", v, vertex_count_);
      builder_.add_vertex_from_line(cursor_);
      cursor_.skip_line();
    }
    for (std::size_t f = 0; f < face_count_; ++f) {
      find_line("face", f, face_count_);
      read_face();
      cursor_.skip_line();
    }
    check_rest();
    builder_.finish();
  }

 private:
  void read_header() {
    std::string_view word = cursor_.read_word_across_lines();
    if (is_off_header(word)) {
      require_plain_header(word);
      word = cursor_.read_word_across_lines();
      if (word == "BINARY") fail_at(line(), "binary OFF found, expected OFF as text");
    }
    vertex_count_ = parse_count(word, "the number of vertices");
    face_count_ = parse_count(cursor_.read_word_across_lines(), "the number of faces");
    cursor_.skip_line();  // the number of edges, which nobody keeps right
    require_room(vertex_count_, "vertices", "0 0 0\n");
    require_room(face_count_, "faces", "3 0 1 2\n");
    builder_.reserve(vertex_count_, face_count_);
  }

  void require_plain_header(std::string_view word) {
    if (word.find_first_of("4n") != std::string_view::npos)
      fail_at(line(), "{} found, expected three coordinates per vertex (OFF, COFF, NOFF, STOFF)", quote(word));
  }

  std::size_t parse_count(std::string_view word, std::string_view meaning) {
    const auto count = parse_integer(word);
    if (!count || *count < 0) fail_at(line(), "{} found, expected {}", quote(word), meaning);
    return static_cast<std::size_t>(*count);
  }

  // A count that even the shortest spelling cannot make true is refused before anything is allocated for it.
  void require_room(std::size_t count, std::string_view what, std::string_view shortest) {
    const std::size_t left = text_.size() - cursor_.offset() + 1;  // the last line may lack its line end
    if (count > left / shortest.size())
      fail_at(line(), "{} {} promised, but only {} bytes follow", count, what, left - 1);
  }

  // Goes to the next line that holds anything and stays at its start.
  void find_line(std::string_view what, std::size_t index, std::size_t count) {
    for (;; cursor_.skip_line()) {
      if (cursor_.at_end()) fail_at(line(), "end of file found, expected {} {} of {}", what, index + 1, count);
      TextCursor probe = cursor_;
      if (!probe.read_word().empty()) return;
    }
  }

  void read_face() {
    const std::size_t size = parse_count(cursor_.read_word(), "the number of vertices of a face");
    polygon_.clear();
    while (polygon_.size() < size) {
      const std::string_view word = cursor_.read_word();
      const auto index = parse_integer(word);
      if (word.empty()) fail_at(line(), "face with {} indices found, expected {}", polygon_.size(), size);
      if (!index || *index < 0 || static_cast<std::size_t>(*index) >= vertex_count_)
        fail_at(line(), "{} found, expected a vertex index below {}", quote(word), vertex_count_);
      polygon_.push_back(VertexId(static_cast<std::size_t>(*index)));
    }
    builder_.add_polygon(polygon_, vertex_count_, line());
  }

  void check_rest() {
    const std::string_view word = cursor_.read_word_across_lines();
    if (!is_padding(word)) fail_at(line(), "{} found, expected the end of the file after the last face", quote(word));
  }

  Place line() const { return line_place(cursor_.line()); }

  std::string_view text_;
  MeshBuilder builder_;
  TextCursor cursor_;
  std::size_t vertex_count_ = 0, face_count_ = 0;
  std::vector<VertexId> polygon_;
};

}  // namespace

bool is_off_header(std::string_view word) {
  constexpr std::array<std::string_view, 4> kPrefixes = {"ST", "C", "N", "4"};
  if (!word.ends_with("OFF")) return false;
  word.remove_suffix(3);
  for (const std::string_view prefix : kPrefixes)
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return word.empty() || word == "n";
}

void read_off(MeshFile::Content& content) { OffReader(content).read(); }

}  // namespace abut
