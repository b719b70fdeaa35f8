#include "io/obj_texture.h"

#include "io/failure.h"
#include "io/mesh_builder.h"
#include "io/number.h"
#include "io/text_cursor.h"

namespace abut {
namespace {

class ObjTexture {
 public:
  explicit ObjTexture(std::string_view bytes)
      : cursor_(bytes, {.comments = true, .continuations = true}, find_text_start(bytes)) {}

  std::vector<Vec2> read() {
    while (!cursor_.at_end()) {
      const std::size_t line = cursor_.line();
      const std::string_view keyword = cursor_.read_word();
      if (keyword == "vt") read_point(line);
      if (keyword == "f" || keyword == "fo") read_face(line);
      cursor_.skip_line();
    }
    return find_corners();
  }

 private:
  struct Corner {
    std::int64_t index;  ///< from 0
    std::size_t line;
  };

  void read_point(std::size_t line) {
    const double u = parse_coordinate(cursor_.read_word(), line_place(line));
    const std::string_view second = cursor_.read_word();  // a texture may have a single coordinate
    points_.emplace_back(u, second.empty() ? 0 : parse_coordinate(second, line_place(line)));
  }

  void read_face(std::size_t line) {
    for (std::string_view word = cursor_.read_word(); !word.empty(); word = cursor_.read_word())
      corners_.push_back({read_index(word, line), line});
  }

  // What stands between the first slash and the second.
  std::int64_t read_index(std::string_view word, std::size_t line) {
    const std::size_t slash = word.find('/');
    const std::string_view rest = slash == word.npos ? "" : word.substr(slash + 1);
    const auto index = parse_integer(rest.substr(0, rest.find('/')));
    if (!index || *index == 0)
      fail_at(line_place(line), "{} found, expected texture coordinates, as in 7/1 or 7/1/2", quote(word));
    return *index < 0 ? static_cast<std::int64_t>(points_.size()) + *index : *index - 1;
  }

  // Points may follow the faces that name them, so indices are looked up at the end.
  std::vector<Vec2> find_corners() const {
    std::vector<Vec2> found;
    for (const Corner& corner : corners_) {
      if (corner.index < 0 || corner.index >= static_cast<std::int64_t>(points_.size()))
        fail_at(line_place(corner.line), "texture coordinate {} is asked for, but there are {}", corner.index + 1,
                points_.size());
      found.push_back(points_[static_cast<std::size_t>(corner.index)]);
    }
    return found;
  }

  TextCursor cursor_;
  std::vector<Vec2> points_;
  std::vector<Corner> corners_;
};

}  // namespace

std::vector<Vec2> read_obj_texture(std::string_view bytes) { return ObjTexture(bytes).read(); }

}  // namespace abut
