#include "io/drawing/svg_values.h"

#include <cmath>
#include <numbers>

#include "io/failure.h"
#include "io/number.h"

namespace abut {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

double require_number(std::string_view word) {
  const auto number = parse_number(word);
  if (!number || !(std::abs(*number) <= kMaxCoordinate)) fail("{} found, expected a number", quote(word));
  return *number;
}

// How much of a text may be a number: "1.5e-3" of "1.5e-3mm", but "2" of "2em".
std::size_t measure_number(std::string_view text) {
  std::size_t end = 0;
  const auto skip_digits = [&] {
    while (end < text.size() && (text[end] == '.' || (text[end] >= '0' && text[end] <= '9'))) ++end;
  };
  if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  skip_digits();
  std::size_t power = end;
  if (power < text.size() && (text[power] == 'e' || text[power] == 'E')) {
    ++power;
    if (power < text.size() && (text[power] == '+' || text[power] == '-')) ++power;
    if (power < text.size() && text[power] >= '0' && text[power] <= '9') {
      end = power;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    }
  }
  return end;
}

Affine2 make_function(std::string_view name, const std::vector<double>& n) {
  const auto tangent = [](double degrees) { return std::tan(degrees * std::numbers::pi / 180); };
  const std::size_t count = n.size();
  if (name == "matrix" && count == 6) return {Vec2(n[0], n[1]), Vec2(n[2], n[3]), Vec2(n[4], n[5])};
  if (name == "translate" && (count == 1 || count == 2)) return Affine2::make_shift(Vec2(n[0], count == 2 ? n[1] : 0));
  if (name == "scale" && (count == 1 || count == 2)) return Affine2::make_scale(Vec2(n[0], n[count - 1]));
  if (name == "rotate" && count == 1) return make_turn_by_degrees(n[0]);
  if (name == "rotate" && count == 3) {
    const Vec2 center(n[1], n[2]);
    return Affine2::make_shift(center) * make_turn_by_degrees(n[0]) * Affine2::make_shift(-center);
  }
  if (name == "skewX" && count == 1) return {Vec2::UnitX(), Vec2(tangent(n[0]), 1)};
  if (name == "skewY" && count == 1) return {Vec2(1, tangent(n[0])), Vec2::UnitY()};
  fail("{} with {} numbers found, expected matrix, translate, scale, rotate, skewX or skewY", quote(name), count);
}

}  // namespace

SvgLength parse_svg_length(std::string_view text) {
  text = trim(text);
  const std::size_t end = measure_number(text);
  return {require_number(text.substr(0, end)), trim(text.substr(end))};
}

std::optional<double> find_millimetres(std::string_view unit) {
  if (unit == "mm") return 1;
  if (unit == "cm") return 10;
  if (unit == "in") return 25.4;
  if (unit == "pt") return 25.4 / 72;
  if (unit == "pc") return 25.4 / 6;
  if (unit == "Q" || unit == "q") return 0.25;
  return std::nullopt;
}

double to_user_units(const SvgLength& length, double whole) {
  if (length.unit.empty() || length.unit == "px") return length.value;
  if (length.unit == "%") return 0.01 * length.value * whole;
  if (const auto millimetres = find_millimetres(length.unit)) return length.value * *millimetres * 96 / 25.4;
  fail("a length in {} found, expected one in mm, cm, in, pt, pc, Q, px, % or none", quote(length.unit));
}

std::vector<double> parse_svg_numbers(std::string_view text) {
  std::vector<double> numbers;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    if (!numbers.empty() && text.front() == ',') text = trim(text.substr(1));
    const std::size_t end = measure_number(text);
    // What has two points is two numbers: 1.5.5
    const std::size_t point = text.substr(0, end).find('.');
    const std::size_t second = point == text.npos ? text.npos : text.substr(0, end).find('.', point + 1);
    const std::size_t length = std::min(end, second);
    numbers.push_back(require_number(length == 0 ? text.substr(0, 8) : text.substr(0, length)));
    text.remove_prefix(length);
  }
  return numbers;
}

Affine2 parse_svg_transform(std::string_view text) {
  Affine2 all;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    if (text.front() == ',') text = trim(text.substr(1));
    const std::size_t open = text.find('('), close = text.find(')');
    if (open == text.npos || close == text.npos || close < open) {
      fail("transform {} found, expected NAME(NUMBERS)", quote(text));
    }
    all = all * make_function(trim(text.substr(0, open)), parse_svg_numbers(text.substr(open + 1, close - open - 1)));
    if (!all.is_finite()) fail("a transform beyond all numbers found");
    text.remove_prefix(close + 1);
  }
  return all;
}

std::string_view find_style(std::string_view style, std::string_view property) {
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view rule = style.substr(0, end);
    const std::size_t colon = rule.find(':');
    if (colon != rule.npos && trim(rule.substr(0, colon)) == property) return trim(rule.substr(colon + 1));
    style.remove_prefix(std::min(end + 1, style.size()));
  }
  return {};
}

}  // namespace abut
