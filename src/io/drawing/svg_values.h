// Attributes of SVG elements: lengths with units, transforms, lists of numbers, styles.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "shape/affine2.h"

namespace abut {

/// A length, or a share of something.
struct SvgLength {
  double value = 0;
  std::string_view unit;  ///< "" for user units; "%" for shares
};

// All throw Failure on what is none.

SvgLength parse_svg_length(std::string_view text);
/// How many millimetres a unit is; none for user units, px, shares, and what depends on letters.
std::optional<double> find_millimetres(std::string_view unit);
/// A length in user units, of which 96 are an inch; `whole` is what shares are of.
double to_user_units(const SvgLength& length, double whole);

std::vector<double> parse_svg_numbers(std::string_view text);
/// translate(...) rotate(...) and so on, one after the other; the first is done last.
Affine2 parse_svg_transform(std::string_view text);

/// What "fill-rule:evenodd; display:none" says of a property; empty: nothing.
std::string_view find_style(std::string_view style, std::string_view property);

}  // namespace abut
