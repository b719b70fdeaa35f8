// The document that is being written: Markdown, and the figures it shows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"

namespace abut::reproduce {

/// Rows of cells below a heading; the first `text_columns` are words, the others numbers, set to the right.
struct Table {
  std::vector<std::string> heading;
  std::size_t text_columns = 1;
  std::vector<std::vector<std::string>> rows = {};
};

class Report {
 public:
  void heading(int level, std::string_view words);
  void paragraph(std::string_view words);
  void table(const Table& table);
  /// Writes figures/NAME.svg; figures given together stand side by side.
  struct Figure {
    std::string name, caption, svg;
  };
  void figure(Figure figure) { figures({std::move(figure)}); }
  void figures(std::vector<Figure> figures);

  /// A picture that is there already: figures/NAME, which make screenshots writes.
  void picture(std::string_view name, std::string_view caption);

  /// Goes on with this page: what was written so far becomes a chapter of it, in place of the one with the same heading
  /// (of level 2), or its last.
  void insert_into(std::string_view page);

  const std::string& text() const { return text_; }
  /// reproduction.md and figures/ in this folder.
  Status write(const std::filesystem::path& folder) const;

 private:
  std::string text_;
  std::vector<Figure> figures_;
};

std::string format_count(std::uint64_t count);  ///< 1,234,567
std::string format_time(double seconds);        ///< 12.3 ms: three digits and a unit
std::string format_share(double share);         ///< 12.3 %
std::string format_number(double number);       ///< three digits

}  // namespace abut::reproduce
