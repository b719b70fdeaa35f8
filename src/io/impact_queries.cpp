// Queries of continuous collision as text (docs/ccd_queries.md): eight rows each, a point a row, its coordinates as
// quotients of integers.
#include <algorithm>
#include <array>
#include <optional>

#include "abut/io.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/mesh_builder.h"
#include "io/quotient.h"
#include "io/text_cursor.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRowsPerQuery = 8;
constexpr std::size_t kCoordinateColumns = 6, kAllColumns = 7;
// Far more than any double needs; longer ones would take ages to divide.
constexpr std::size_t kMaxDigits = 10'000;

struct Cells {
  std::array<std::string_view, kAllColumns> words;
  std::size_t count = 0;  // may be more than there are words
};

Cells split(std::string_view row) {
  Cells cells;
  for (;;) {
    const std::size_t comma = row.find(',');
    if (cells.count < kAllColumns) cells.words[cells.count] = row.substr(0, comma);
    ++cells.count;
    if (comma == std::string_view::npos) return cells;
    row.remove_prefix(comma + 1);
  }
}

bool is_zero(std::string_view integer) { return integer.find_first_of("123456789") == std::string_view::npos; }

class ImpactQueryReader {
 public:
  ImpactQueryReader(std::string_view text, bool is_edge_edge) : cursor_(text, {}, find_text_start(text)) {
    queries_.is_edge_edge = is_edge_edge;
  }

  ImpactQueries read() {
    for (; !cursor_.at_end(); cursor_.skip_line()) {
      const std::string_view row = cursor_.read_rest_of_line();
      if (!row.empty()) read_row(split(row));
    }
    if (row_count_ == 0) fail("no queries found, expected {} rows for each", kRowsPerQuery);
    if (row_in_query() != 0)
      fail_at(line(), "end of file found after row {} of query {}, expected {} rows", row_in_query(),
              queries_.motions.size() + 1, kRowsPerQuery);
    return std::move(queries_);
  }

 private:
  void read_row(const Cells& cells) {
    require_columns(cells.count);
    const std::size_t row = row_in_query(), corner = row % 4;
    Vec3& point = row < 4 ? motion_.start[corner] : motion_.end[corner];
    for (std::size_t axis = 0; axis < 3; ++axis)
      point[static_cast<int>(axis)] = read_coordinate(cells.words[2 * axis], cells.words[2 * axis + 1]);
    if (column_count_ == kAllColumns) read_truth(cells.words.back());
    ++row_count_;
    if (row_in_query() == 0) queries_.motions.push_back(motion_);
  }

  void require_columns(std::size_t count) {
    if (row_count_ == 0) {
      if (count != kCoordinateColumns && count != kAllColumns)
        fail_at(line(), "row with {} columns found, expected {}, or {} with the truth", count, kCoordinateColumns,
                kAllColumns);
      column_count_ = count;
    }
    if (count != column_count_)
      fail_at(line(), "row with {} columns found, expected {} as in the first row", count, column_count_);
  }

  double read_coordinate(std::string_view numerator, std::string_view denominator) {
    require_integer(numerator);
    require_integer(denominator);
    if (is_zero(denominator)) fail_at(line(), "denominator {} found, expected another than zero", quote(denominator));
    const Quotient quotient = divide_integers(numerator, denominator);
    require_coordinate(quotient.value, line());
    if (!quotient.is_exact) ++queries_.rounded_count;
    return quotient.value;
  }

  void require_integer(std::string_view word) {
    if (!is_integer(word)) fail_at(line(), "{} found, expected an integer", quote(word));
    if (word.size() > kMaxDigits)
      fail_at(line(), "integer of {} digits found, expected at most {}", word.size(), kMaxDigits);
  }

  void read_truth(std::string_view word) {
    if (word != "0" && word != "1") fail_at(line(), "{} found, expected the truth, 0 or 1", quote(word));
    const bool truth = word == "1";
    if (row_in_query() == 0) queries_.truths.push_back(truth);
    if (truth != queries_.truths.back())
      fail_at(line(), "truth {} found, expected {} as in the first row of query {}", word, truth ? 0 : 1,
              queries_.truths.size());
  }

  std::size_t row_in_query() const { return row_count_ % kRowsPerQuery; }
  Place line() const { return line_place(cursor_.line()); }

  TextCursor cursor_;
  std::size_t column_count_ = 0, row_count_ = 0;
  Motion<4> motion_;
  ImpactQueries queries_;
};

// What a path says about the kind: nothing, one of the two, or both.
struct KindSigns {
  bool edge_edge = false, vertex_face = false;
};

// Of the words in the names of file and folders, those nearest to the file count: a folder further up may be called
// after something else.
KindSigns find_kind_words(const fs::path& path) {
  for (fs::path part = path; part.has_relative_path(); part = part.parent_path()) {
    const std::string name = part.filename().string();
    const KindSigns words{name.find("edge-edge") != name.npos, name.find("vertex-face") != name.npos};
    if (words.edge_edge || words.vertex_face) return words;
  }
  return {};
}

// Words and ending must agree: tree.csv in a folder of vertex-face queries is better not guessed at.
std::optional<bool> find_is_edge_edge(const fs::path& path) {
  KindSigns signs = find_kind_words(path);
  const std::string name = path.filename().string();
  signs.edge_edge |= name.ends_with("ee.csv");
  signs.vertex_face |= name.ends_with("vf.csv");
  return signs.edge_edge != signs.vertex_face ? std::optional(signs.edge_edge) : std::nullopt;
}

}  // namespace

Result<ImpactQueries> parse_impact_queries(std::string_view bytes, bool is_edge_edge, std::string_view name) {
  return catch_failure(printable(name), [&] { return ImpactQueryReader(bytes, is_edge_edge).read(); });
}

Result<ImpactQueries> read_impact_queries(const fs::path& path, std::optional<bool> is_edge_edge) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  std::error_code error;
  if (!is_edge_edge) is_edge_edge = find_is_edge_edge(fs::absolute(path, error).lexically_normal());
  if (!is_edge_edge)
    return Error{
        fmt::format("{}: name that does not tell the kind of queries found, expected edge-edge or vertex-face "
                    "in the name of file or folder, or ee.csv or vf.csv at its end: rename it or say the kind",
                    printable(path.string()))};
  return parse_impact_queries(*bytes, *is_edge_edge, path.string());
}

}  // namespace abut
