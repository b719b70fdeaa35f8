// Vertices named in a text, one a line: 12, or shirt.obj:12.
#include <limits>

#include "abut/io.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/number.h"
#include "io/text_cursor.h"

namespace abut {
namespace {

// A name may hold blanks and colons; the number is what follows the last colon.
ListedVertex parse_line(std::string_view text, std::size_t line) {
  const std::size_t colon = text.rfind(':');
  const std::string_view number = colon == text.npos ? text : text.substr(colon + 1);
  const auto vertex = parse_integer(number);
  if (!vertex || *vertex < 0 || *vertex > std::numeric_limits<std::uint32_t>::max()) {
    fail_at(line_place(line), "{} found, expected the number of a vertex, as in 12 or shirt.obj:12", quote(text));
  }
  return {std::string(text.substr(0, colon == text.npos ? 0 : colon)), static_cast<std::uint32_t>(*vertex), line};
}

std::string_view without_comment(std::string_view text) {
  text = text.substr(0, text.find('#'));
  const std::size_t last = text.find_last_not_of(" \t");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

std::vector<ListedVertex> read_vertices(std::string_view bytes) {
  std::vector<ListedVertex> vertices;
  for (TextCursor cursor(bytes, {}, find_text_start(bytes)); !cursor.at_end(); cursor.skip_line()) {
    const std::size_t line = cursor.line();
    const std::string_view text = without_comment(cursor.read_rest_of_line());
    if (!text.empty()) vertices.push_back(parse_line(text, line));
  }
  return vertices;
}

}  // namespace

Result<std::vector<ListedVertex>> parse_vertex_list(std::string_view bytes, std::string_view name) {
  return catch_failure(printable(name), [&] { return read_vertices(bytes); });
}

Result<std::vector<ListedVertex>> read_vertex_list(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  return bytes ? parse_vertex_list(*bytes, path.string()) : bytes.error();
}

}  // namespace abut
