// Pictures of outlines and their boxes.
#pragma once

#include "abut/outlines.h"
#include "reproduce/svg.h"

namespace abut::reproduce {

/// A picture of a part of the plane, as large as the card allows; y goes up.
class OutlinePicture {
 public:
  explicit OutlinePicture(const Box2& frame, std::string_view title, int width = 400, int height = 420);

  void region(const PlacedOutline& outline, std::string_view fill, const Stroke& stroke);
  void curve(const Cubic2& curve, const Stroke& stroke);
  void polyline(std::span<const Vec2> points, const Stroke& stroke);
  void box(const OrientedBox2& box, const Stroke& stroke, const Pose2& pose = {});
  void ellipse(const EllipseArc& ellipse, const Stroke& stroke);
  void arrow(const Vec2& from, const Vec2& to, const Stroke& stroke);
  void dot(const Vec2& at, double radius, std::string_view color);

  std::string str() const { return svg_.str(); }

 private:
  Vec2 place(const Vec2& p) const;
  std::vector<Vec2> place(std::span<const Vec2> points) const;

  Svg svg_;
  double scale_ = 1;
  Vec2 center_, middle_;
};

/// What has all of these in it.
Box2 find_frame(std::span<const PlacedOutline> outlines);
Box2 find_frame(std::span<const OrientedBox2> boxes);

/// Colours of things that are in several pictures.
namespace outline_colors {
inline constexpr const char* fills[] = {"#f2e3c6", "#e0d9ee", "#d3e8dd"};
inline constexpr Stroke border{"#444444", 1};
inline constexpr const char* meeting = "#d01010";
}  // namespace outline_colors

}  // namespace abut::reproduce
