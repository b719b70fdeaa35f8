// DXF is a list of groups, a number that says what follows and then that, each on a line of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "abut/math.h"

namespace abut {

struct DxfGroup {
  int code = 0;
  std::string_view value;
  std::size_t line = 0;  ///< of the value
};

/// All groups but comments. Throws Failure.
std::vector<DxfGroup> parse_dxf_groups(std::string_view bytes);

/// An entity, a block's head, a row of a table: its type and the groups that follow.
struct DxfEntity {
  std::string_view type;
  std::size_t line = 0;
  std::span<const DxfGroup> groups;

  std::string_view text(int code, std::string_view fallback = {}) const;
  double number(int code, double fallback = 0) const;
  std::optional<double> find_number(int code) const;
  int integer(int code, int fallback = 0) const;
  /// x has this code, y ten more.
  Vec2 point(int code) const { return Vec2(number(code), number(code + 10)); }
  std::vector<double> numbers(int code) const;
};

/// Finite and not too large; throws Failure.
double parse_dxf_number(const DxfGroup& group);

/// The entities one after the other, from groups that begin with one.
std::vector<DxfEntity> list_dxf_entities(std::span<const DxfGroup> groups);

}  // namespace abut
