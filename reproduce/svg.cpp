#include "reproduce/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace abut::reproduce {
namespace {

// Triangles are written in tenths of a pixel: whole numbers are short.
constexpr double kTriangleUnit = 0.1;
constexpr double kArrowHead = 9;

std::string escape(std::string_view words) {
  std::string out;
  for (const char c : words) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string style(const Stroke& stroke) {
  return fmt::format("stroke=\"{}\" stroke-width=\"{}\"{}", stroke.color, stroke.width,
                     stroke.is_dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string list_points(std::span<const Vec2> points) {
  std::string out;
  for (const Vec2& p : points) out += fmt::format("{:.1f},{:.1f} ", p.x(), p.y());
  return out;
}

// A minus sign separates as well as a space does.
std::string pack(long x, long y) { return fmt::format("{}{}{}", x, y < 0 ? "" : " ", y); }

}  // namespace

Svg::Svg(int width, int height) {
  body_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n"
      "<rect x=\".5\" y=\".5\" width=\"{2}\" height=\"{3}\" rx=\"8\" fill=\"#fbfbf9\" stroke=\"#c8c8c4\"/>\n",
      width, height, width - 1, height - 1);
}

void Svg::line(const Vec2& from, const Vec2& to, const Stroke& stroke) {
  body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", from.x(), from.y(),
                       to.x(), to.y(), style(stroke));
}

void Svg::polyline(std::span<const Vec2> points, const Stroke& stroke) {
  body_ += fmt::format("<polyline fill=\"none\" stroke-linejoin=\"round\" points=\"{}\" {}/>\n", list_points(points),
                       style(stroke));
}

void Svg::polygon(std::span<const Vec2> corners, std::string_view fill, const Stroke& stroke) {
  body_ += fmt::format("<polygon fill=\"{}\" stroke-linejoin=\"round\" points=\"{}\" {}/>\n", fill,
                       list_points(corners), style(stroke));
}

void Svg::arrow(const Vec2& from, const Vec2& to, const Stroke& stroke) {
  const Vec2 way = to - from;
  const double length = way.norm(), head = std::min(kArrowHead, 0.5 * length);
  if (length < 0.5) return;
  const Vec2 back = way * (head / length), across = 0.5 * Vec2(-back.y(), back.x());
  line(from, to, stroke);
  polyline(std::array{Vec2(to - back + across), to, Vec2(to - back - across)}, stroke);
}

void Svg::dot(const Vec2& center, double radius, std::string_view color) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", center.x(), center.y(), radius,
                       color);
}

void Svg::text(const Vec2& at, std::string_view words, const TextStyle& style) {
  constexpr std::string_view anchors[] = {"start", "middle", "end"};
  const std::string turn =
      style.is_upright ? "" : fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", at.x(), at.y());
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>\n",
                       at.x(), at.y(), style.size, style.color, anchors[static_cast<int>(style.anchor)], turn,
                       escape(words));
}

void Svg::begin_triangles() {
  body_ += fmt::format(
      "<g transform=\"scale({})\" fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"4\" "
      "stroke-linejoin=\"round\">\n",
      kTriangleUnit);
}

void Svg::triangle(const std::array<Vec2, 3>& corners, std::string_view color) {
  if (color_ != color) {
    close_path();
    color_ = color;
    body_ += fmt::format("<path color=\"{}\" d=\"", color);
  }
  std::array<std::array<long, 2>, 3> p;
  for (int i = 0; i < 3; ++i) {
    p[i] = {std::lround(corners[i].x() / kTriangleUnit), std::lround(corners[i].y() / kTriangleUnit)};
  }
  const auto step = [&](int from, int to) { return pack(p[to][0] - p[from][0], p[to][1] - p[from][1]); };
  const std::string second = step(1, 2);
  body_ += fmt::format("M{}l{}{}{}z", pack(p[0][0], p[0][1]), step(0, 1), second.starts_with('-') ? "" : " ", second);
}

void Svg::end_triangles() {
  close_path();
  body_ += "\n</g>\n";
}

void Svg::close_path() {
  if (!color_.empty()) body_ += "\"/>";
  color_.clear();
}

std::string make_color(double hue, double saturation, double lightness) {
  // The shortest formula for it: each channel is a trapezoid over the hue, shifted by a third of a turn.
  const auto channel = [&](double offset) {
    const double k = std::fmod(offset + 12 * (hue - std::floor(hue)), 12.0);
    const double swing = saturation * std::min(lightness, 1 - lightness);
    return std::lround(255 * (lightness - swing * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(8), channel(4));
}

}  // namespace abut::reproduce
