// Writes SVG: shapes in the order in which they are to be painted, on a light card that stays readable on any page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "abut/math.h"

namespace abut::reproduce {

/// A line's colour and width; dashed or not.
struct Stroke {
  std::string_view color = "#000000";
  double width = 1;
  bool is_dashed = false;
};

enum class Anchor { start, middle, end };

/// Where and how words stand.
struct TextStyle {
  double size = 13;
  std::string_view color = "#333333";
  Anchor anchor = Anchor::start;
  bool is_upright = true;  ///< else turned to read upwards
};

/// A picture of a given size in pixels; x goes right, y goes down.
class Svg {
 public:
  Svg(int width, int height);

  void line(const Vec2& from, const Vec2& to, const Stroke& stroke);
  void polyline(std::span<const Vec2> points, const Stroke& stroke);
  /// A closed line around an area of one colour.
  void polygon(std::span<const Vec2> corners, std::string_view fill, const Stroke& stroke);
  /// A line with a head at its end, which is smaller on short arrows; nothing if there is no way to show.
  void arrow(const Vec2& from, const Vec2& to, const Stroke& stroke);
  void dot(const Vec2& center, double radius, std::string_view color);
  void text(const Vec2& at, std::string_view words, const TextStyle& style = {});

  /// Many triangles, each in its colour. Corners are rounded to a tenth of a pixel, and edges painted over a little, so
  /// that no background shines through between neighbours.
  void begin_triangles();
  void triangle(const std::array<Vec2, 3>& corners, std::string_view color);
  void end_triangles();

  std::string str() const { return body_ + "</svg>\n"; }

 private:
  void close_path();

  std::string body_;
  std::string color_;  // of the path that is being written; empty if there is none
};

/// A colour from hue (in turns), saturation and lightness (0 to 1), as #rrggbb.
std::string make_color(double hue, double saturation, double lightness);

}  // namespace abut::reproduce
