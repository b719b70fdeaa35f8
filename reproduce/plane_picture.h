// A picture of a part of the plane; y goes up. What is drawn later lies above.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/outline.h"
#include "reproduce/svg.h"

namespace abut::reproduce {

class PlanePicture {
 public:
  /// As large as the card allows.
  explicit PlanePicture(const Box2& frame, std::string_view title, int width = 400, int height = 420);

  void line(const Vec2& from, const Vec2& to, const Stroke& stroke);
  void polyline(std::span<const Vec2> points, const Stroke& stroke);
  /// A closed line around an area of one colour.
  void polygon(std::span<const Vec2> corners, std::string_view fill, const Stroke& stroke);
  void circle(const Vec2& center, double radius, std::string_view fill, const Stroke& stroke);
  void arrow(const Vec2& from, const Vec2& to, const Stroke& stroke);
  /// With its radius in pixels.
  void dot(const Vec2& at, double radius, std::string_view color);
  /// Moved by so many pixels, right and down.
  void text(const Vec2& at, std::string_view words, const TextStyle& style = {}, const Vec2& shift = Vec2::Zero());

  std::string str() const { return svg_.str(); }

 protected:
  /// The frame fills an area of the card, in pixels, at a scale of its own along each axis.
  PlanePicture(Svg svg, const Box2& frame, const Box2& area);

 private:
  Vec2 place(const Vec2& p) const;
  std::vector<Vec2> place(std::span<const Vec2> points) const;

  Svg svg_;
  Vec2 scale_, center_, middle_;
};

}  // namespace abut::reproduce
