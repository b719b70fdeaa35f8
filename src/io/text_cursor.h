// Walks through a text file word by word without copying anything. Lines end with LF, CRLF or CR.
#pragma once

#include <cstddef>
#include <string_view>

namespace abut {

/// What the language of the file allows besides words and line ends.
struct TextRules {
  bool comments = false;       ///< a word that begins with '#' hides the rest of its line
  bool continuations = false;  ///< a backslash before the line end joins the next line on
};

class TextCursor {
 public:
  /// Starts at byte `start` of `text`, which is on line `line`.
  TextCursor(std::string_view text, TextRules rules, std::size_t start = 0, std::size_t line = 1);

  bool at_end() const { return here_ == end_; }
  std::size_t line() const { return line_; }
  std::size_t offset() const { return static_cast<std::size_t>(here_ - begin_); }
  std::size_t offset_of(std::string_view word) const { return static_cast<std::size_t>(word.data() - begin_); }

  /// The next word of this line; empty at its end.
  std::string_view read_word();
  /// The next word on this line or a later one; empty at the end of the text.
  std::string_view read_word_across_lines();
  /// What is left of this line without the blanks around it. Comments count as text here: '#' may be part of a name.
  std::string_view read_rest_of_line();
  /// Goes to the start of the next line, continuations included.
  void skip_line();

 private:
  void skip_blanks();
  void skip_line_end();

  const char* begin_;
  const char* end_;
  const char* here_;
  std::size_t line_;
  TextRules rules_;
};

/// Skips the mark some editors put in front of UTF-8 text.
std::size_t find_text_start(std::string_view bytes);

/// True if nothing but blanks, line ends and NULs are left: padding after the data, which is harmless.
bool is_padding(std::string_view bytes);

}  // namespace abut
