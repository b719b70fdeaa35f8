#include "io/robot/element_end.h"

#include <algorithm>

namespace abut {
namespace {

std::size_t find_behind(std::string_view document, std::string_view what, std::size_t from) {
  const std::size_t at = document.find(what, from);
  return at == document.npos ? document.size() : at + what.size();
}

// Behind a tag; what is in quotation marks does not end it.
std::size_t find_tag_end(std::string_view document, std::size_t begin) {
  char mark = 0;
  for (std::size_t i = begin; i < document.size(); ++i) {
    const char c = document[i];
    if (mark != 0) {
      if (c == mark) mark = 0;
    } else if (c == '"' || c == '\'') {
      mark = c;
    } else if (c == '>') {
      return i + 1;
    }
  }
  return document.size();
}

}  // namespace

std::size_t find_element_end(std::string_view document, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t at = begin; (at = document.find('<', at)) != document.npos;) {
    const std::string_view rest = document.substr(at);
    if (rest.starts_with("<!--")) {
      at = find_behind(document, "-->", at);
    } else if (rest.starts_with("<![CDATA[")) {
      at = find_behind(document, "]]>", at);
    } else if (rest.starts_with("<?")) {
      at = find_behind(document, "?>", at);
    } else {
      const std::size_t end = find_tag_end(document, at);
      const bool is_end_tag = rest.starts_with("</"), is_empty = document[end - 1] == '>' && document[end - 2] == '/';
      if (is_end_tag)
        depth -= std::min<std::size_t>(depth, 1);
      else if (!is_empty)
        ++depth;
      at = end;
      if (depth == 0) return at;
    }
  }
  return document.size();
}

}  // namespace abut
