#include "reproduce/plane_picture.h"

#include <cmath>
#include <numbers>

namespace abut::reproduce {
namespace {

constexpr double kMargin = 16, kTitleHeight = 30;
constexpr int kPointsPerCircle = 72;

Svg make_card(std::string_view title, int width, int height) {
  Svg svg(width, height);
  svg.text({kMargin, 28}, title, {.size = 14, .color = "#111111"});
  return svg;
}

}  // namespace

PlanePicture::PlanePicture(const Box2& frame, std::string_view title, int width, int height)
    : svg_(make_card(title, width, height)), center_(frame.center()) {
  const Vec2 room(width - 2 * kMargin, height - kTitleHeight - 2 * kMargin);
  scale_ = Vec2::Constant((room.array() / frame.size().array()).minCoeff());
  middle_ = Vec2(0.5 * width, 0.5 * (height + kTitleHeight));
}

PlanePicture::PlanePicture(Svg svg, const Box2& frame, const Box2& area)
    : svg_(std::move(svg)),
      scale_(area.size().cwiseQuotient(frame.size())),
      center_(frame.center()),
      middle_(area.center()) {}

Vec2 PlanePicture::place(const Vec2& p) const {
  const Vec2 way = scale_.cwiseProduct(p - center_);
  return middle_ + Vec2(way.x(), -way.y());
}

std::vector<Vec2> PlanePicture::place(std::span<const Vec2> points) const {
  std::vector<Vec2> placed;
  for (const Vec2& p : points) placed.push_back(place(p));
  return placed;
}

void PlanePicture::line(const Vec2& from, const Vec2& to, const Stroke& stroke) {
  svg_.line(place(from), place(to), stroke);
}

void PlanePicture::polyline(std::span<const Vec2> points, const Stroke& stroke) {
  svg_.polyline(place(points), stroke);
}

void PlanePicture::polygon(std::span<const Vec2> corners, std::string_view fill, const Stroke& stroke) {
  svg_.polygon(place(corners), fill, stroke);
}

void PlanePicture::circle(const Vec2& center, double radius, std::string_view fill, const Stroke& stroke) {
  std::vector<Vec2> points;
  for (int i = 0; i < kPointsPerCircle; ++i) {
    const double angle = 2 * std::numbers::pi * i / kPointsPerCircle;
    points.push_back(center + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  polygon(points, fill, stroke);
}

void PlanePicture::arrow(const Vec2& from, const Vec2& to, const Stroke& stroke) {
  svg_.arrow(place(from), place(to), stroke);
}

void PlanePicture::dot(const Vec2& at, double radius, std::string_view color) { svg_.dot(place(at), radius, color); }

void PlanePicture::text(const Vec2& at, std::string_view words, const TextStyle& style, const Vec2& shift) {
  svg_.text(place(at) + shift, words, style);
}

}  // namespace abut::reproduce
