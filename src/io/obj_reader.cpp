// Wavefront OBJ: `v`, `f`, `o` and `g`. All other lines stay in the bytes of the file and come out again as they were;
// those that draw something (lines, points, curves) or that nobody knows are counted in a note.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/mesh_builder.h"
#include "io/number.h"
#include "io/readers.h"

namespace abut {
namespace {

constexpr std::array<std::string_view, 5> kDrawn = {"l", "p", "curv", "curv2", "surf"};
constexpr std::array<std::string_view, 34> kSilent = {
    "vt",     "vn",         "s",         "usemtl",   "mtllib", "vp",  "cstype", "deg",   "bmat",
    "step",   "parm",       "trim",      "hole",     "scrv",   "sp",  "end",    "con",   "mg",
    "bevel",  "lod",        "c_interp",  "d_interp", "call",   "csh", "ctech",  "stech", "usemap",
    "maplib", "shadow_obj", "trace_obj", "bsp",      "bzp",    "cdc", "cdp"};

class ObjReader {
 public:
  explicit ObjReader(MeshFile::Content& content)
      : content_(content),
        builder_(content),
        cursor_(content.bytes, {.comments = true, .continuations = true}, find_text_start(content.bytes)) {}

  void read() {
    while (!cursor_.at_end()) {
      const std::size_t line = cursor_.line();
      const std::string_view keyword = cursor_.read_word();
      if (!keyword.empty()) read_statement(keyword, line);
      cursor_.skip_line();
    }
    check_forward_references();
    add_notes();
    if (builder_.polygon_count() == 0 && unknown_count_ > 0)
      fail_at(line_place(unknown_line_), "{} found, expected OBJ statements; the file has no faces", unknown_word_);
    builder_.finish();
  }

 private:
  void read_statement(std::string_view keyword, std::size_t line) {
    if (keyword == "v") return builder_.add_vertex_from_line(cursor_);
    if (keyword == "f" || keyword == "fo") return read_face(line);  // "fo" is what the oldest files say
    if (keyword == "o" || keyword == "g") return read_name(keyword == "o" ? object_ : group_);
    if (std::find(kSilent.begin(), kSilent.end(), keyword) != kSilent.end()) return;
    const bool is_drawn = std::find(kDrawn.begin(), kDrawn.end(), keyword) != kDrawn.end();
    if (is_drawn) ++drawn_count_;
    if (!is_drawn && unknown_count_++ == 0) {
      unknown_line_ = line;
      unknown_word_ = quote(keyword);
    }
  }

  void read_face(std::size_t line) {
    if (name_changed_) begin_part();
    polygon_.clear();
    for (std::string_view word = cursor_.read_word(); !word.empty(); word = cursor_.read_word())
      polygon_.push_back(read_corner(word, line));
    builder_.add_polygon(polygon_, kMaxElements, line_place(line));
  }

  // v, v/vt, v//vn or v/vt/vn: only v matters here, but the rest must look like indices.
  VertexId read_corner(std::string_view word, std::size_t line) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    const auto index = parse_integer(word.substr(0, slash));
    if (!index || word.find_first_not_of("/-0123456789", slash) != std::string_view::npos)
      fail_at(line_place(line), "{} found, expected a vertex index such as 7, 7/1 or 7/1/2", quote(word));
    const auto count = static_cast<std::int64_t>(builder_.vertex_count());
    const std::int64_t resolved = *index < 0 ? count + *index : *index - 1;
    if (*index == 0) fail_at(line_place(line), "vertex index 0 found, but OBJ counts from 1");
    if (resolved < 0 || resolved >= static_cast<std::int64_t>(kMaxElements))
      fail_at(line_place(line), "vertex index {} found, but {} vertices stand before it", quote(word), count);
    if (resolved > last_index_) {
      last_index_ = resolved;
      last_index_line_ = line;
    }
    return VertexId(static_cast<std::size_t>(resolved));
  }

  // A face may name a vertex that follows it, so the upper bound is known at the end only.
  void check_forward_references() {
    if (last_index_ >= static_cast<std::int64_t>(builder_.vertex_count()))
      fail_at(line_place(last_index_line_), "vertex index {} found, but the file has {} vertices", last_index_ + 1,
              builder_.vertex_count());
  }

  void read_name(std::string& name) {
    name = cursor_.read_rest_of_line();
    name_changed_ = true;
  }

  void begin_part() {
    name_changed_ = false;
    std::string name = object_ + (object_.empty() || group_.empty() ? "" : "/") + group_;
    if (name == part_name_) return;
    part_name_ = std::move(name);
    builder_.begin_part(part_name_);
  }

  void add_notes() {
    if (!content_.bytes.ends_with('\n') && !content_.bytes.ends_with('\r'))
      content_.notes.push_back(
          fmt::format("line {} is the last and has no end; was the file cut off?", cursor_.line()));
    if (drawn_count_ > 0) content_.notes.push_back(fmt::format("lines, points or curves ignored: {}", drawn_count_));
    if (unknown_count_ > 0)
      content_.notes.push_back(fmt::format("unknown statements ignored: {}, the first is {} in line {}", unknown_count_,
                                           unknown_word_, unknown_line_));
  }

  MeshFile::Content& content_;
  MeshBuilder builder_;
  TextCursor cursor_;
  std::vector<VertexId> polygon_;
  std::string object_, group_, part_name_;
  bool name_changed_ = false;
  std::int64_t last_index_ = -1;
  std::size_t last_index_line_ = 0;
  std::size_t drawn_count_ = 0, unknown_count_ = 0, unknown_line_ = 0;
  std::string unknown_word_;
};

}  // namespace

void read_obj(MeshFile::Content& content) { ObjReader(content).read(); }

}  // namespace abut
