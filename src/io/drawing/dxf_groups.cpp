#include "io/drawing/dxf_groups.h"

#include <cmath>

#include "io/failure.h"
#include "io/number.h"
#include "io/text_cursor.h"

namespace abut {
std::vector<DxfGroup> parse_dxf_groups(std::string_view bytes) {
  std::vector<DxfGroup> groups;
  TextCursor cursor(bytes, {}, find_text_start(bytes));
  const auto read_line = [&] {
    const std::string_view line = cursor.read_rest_of_line();
    cursor.skip_line();
    return line;
  };
  while (!cursor.at_end()) {
    const std::size_t line = cursor.line();
    const std::string_view word = read_line();
    if (word.empty() && is_padding(bytes.substr(cursor.offset()))) break;
    const auto code = parse_integer(word);
    if (!code || *code < -5 || *code > 1071) {
      fail_at(line_place(line), "{} found, expected a group code, which is a number from -5 to 1071", quote(word));
    }
    if (cursor.at_end()) fail_at(line_place(line), "the file ends after a group code; it was cut short");
    const std::size_t value_line = cursor.line();
    const std::string_view value = read_line();
    if (*code == 999) continue;  // a comment
    groups.push_back({static_cast<int>(*code), value, value_line});
    if (*code == 0 && groups.back().value == "EOF") break;
  }
  return groups;
}

double parse_dxf_number(const DxfGroup& group) {
  const auto number = parse_number(group.value);
  if (!number || !(std::abs(*number) <= kMaxCoordinate)) {
    fail_at(line_place(group.line), "{} found, expected a number (group {})", quote(group.value), group.code);
  }
  return *number;
}

std::string_view DxfEntity::text(int code, std::string_view fallback) const {
  for (const DxfGroup& group : groups) {
    if (group.code == code) return group.value;
  }
  return fallback;
}

std::optional<double> DxfEntity::find_number(int code) const {
  for (const DxfGroup& group : groups) {
    if (group.code == code) return parse_dxf_number(group);
  }
  return std::nullopt;
}

double DxfEntity::number(int code, double fallback) const { return find_number(code).value_or(fallback); }

int DxfEntity::integer(int code, int fallback) const {
  const double value = number(code, fallback);
  return std::abs(value) <= 1e9 ? static_cast<int>(value) : fallback;
}

std::vector<double> DxfEntity::numbers(int code) const {
  std::vector<double> all;
  for (const DxfGroup& group : groups) {
    if (group.code == code) all.push_back(parse_dxf_number(group));
  }
  return all;
}

std::vector<DxfEntity> list_dxf_entities(std::span<const DxfGroup> groups) {
  std::vector<DxfEntity> entities;
  for (std::size_t i = 0; i < groups.size();) {
    std::size_t end = i + 1;
    while (end < groups.size() && groups[end].code != 0) ++end;
    if (groups[i].code == 0) {
      entities.push_back({groups[i].value, groups[i].line, groups.subspan(i + 1, end - i - 1)});
    }
    i = end;
  }
  return entities;
}

}  // namespace abut
