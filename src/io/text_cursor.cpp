// The inner loop of every text reader: finding the ends of words.
#include "io/text_cursor.h"

namespace abut {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

}  // namespace

TextCursor::TextCursor(std::string_view text, TextRules rules, std::size_t start, std::size_t line)
    : begin_(text.data()), end_(begin_ + text.size()), here_(begin_ + start), line_(line), rules_(rules) {}

std::string_view TextCursor::read_word() {
  skip_blanks();
  const char* first = here_;
  while (here_ != end_ && !is_blank(*here_) && !is_line_end(*here_)) ++here_;
  const bool is_continued = rules_.continuations && here_ != first && here_ != end_ && here_[-1] == '\\';
  if (is_continued && is_line_end(*here_)) --here_;  // "3\" at the line end: the word is "3"
  return {first, static_cast<std::size_t>(here_ - first)};
}

std::string_view TextCursor::read_word_across_lines() {
  for (;;) {
    const std::string_view word = read_word();
    if (!word.empty() || at_end()) return word;
    skip_line_end();
  }
}

std::string_view TextCursor::read_rest_of_line() {
  while (here_ != end_ && is_blank(*here_)) ++here_;
  const char* first = here_;
  while (here_ != end_ && !is_line_end(*here_)) ++here_;
  const char* last = here_;
  while (last != first && is_blank(last[-1])) --last;
  return {first, static_cast<std::size_t>(last - first)};
}

void TextCursor::skip_line() {
  while (!read_word().empty()) {
  }
  skip_line_end();
}

void TextCursor::skip_blanks() {
  for (;;) {
    while (here_ != end_ && is_blank(*here_)) ++here_;
    if (here_ == end_ || is_line_end(*here_)) return;
    if (rules_.comments && *here_ == '#') {
      while (here_ != end_ && !is_line_end(*here_)) ++here_;
      return;
    }
    if (!rules_.continuations || *here_ != '\\' || here_ + 1 == end_ || !is_line_end(here_[1])) return;
    ++here_;
    skip_line_end();
  }
}

void TextCursor::skip_line_end() {
  if (here_ == end_) return;
  const bool is_pair = *here_ == '\r' && here_ + 1 != end_ && here_[1] == '\n';
  here_ += is_pair ? 2 : 1;
  ++line_;
}

std::size_t find_text_start(std::string_view bytes) {
  return bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

bool is_padding(std::string_view bytes) {
  return bytes.find_first_not_of(std::string_view(" \t\v\f\r\n\0", 7)) == std::string_view::npos;
}

}  // namespace abut
