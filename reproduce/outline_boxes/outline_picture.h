// Pictures of outlines and their boxes.
#pragma once

#include "abut/outlines.h"
#include "reproduce/plane_picture.h"

namespace abut::reproduce {

class OutlinePicture : public PlanePicture {
 public:
  using PlanePicture::PlanePicture;

  void region(const PlacedOutline& outline, std::string_view fill, const Stroke& stroke);
  void curve(const Cubic2& curve, const Stroke& stroke);
  void box(const OrientedBox2& box, const Stroke& stroke, const Pose2& pose = {});
  void ellipse(const EllipseArc& ellipse, const Stroke& stroke);
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
