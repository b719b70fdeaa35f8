#include "reproduce/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/svg.h"

namespace abut::reproduce {
namespace {

constexpr int kWidth = 840, kHeight = 460;
constexpr double kLeft = 78, kRight = 600, kTop = 52, kBottom = 400;  // of the area lines are drawn in
constexpr double kLabelHeight = 17;
constexpr std::size_t kMostDots = 30;  // on one line; more would run into each other

// An axis from one power of ten to another, or in even steps from 0 on.
struct Axis {
  int first = 0, last = 1;    // exponents, or numbers of steps
  double begin = 0, end = 0;  // where they are in the picture
  double step = 0;            // of an even axis; else 0
  double place(double value) const {
    const double steps = step > 0 ? value / step : value > 0 ? std::max(std::log10(value), double(first)) : first;
    return begin + (end - begin) * (steps - first) / (last - first);
  }
  double mark(int i) const { return step > 0 ? i * step : std::pow(10.0, i); }
};

Axis make_axis(const Plot& plot, int k, double least, double begin, double end) {
  double lower = least > 0 ? least : 1e300, upper = 0;
  for (const PlotLine& line : plot.lines) {
    for (const Vec2& p : line.points) {
      if (p[k] > 0 && least == 0) lower = std::min(lower, p[k]);
      upper = std::max(upper, p[k]);
    }
  }
  const int first = static_cast<int>(std::floor(std::log10(lower) + 1e-9));
  return {first, std::max(first + 1, static_cast<int>(std::ceil(std::log10(upper) - 0.02))), begin, end};
}

// Four to ten steps of 1, 2 or 5 times a power of ten.
Axis make_even_axis(const Plot& plot, double begin, double end) {
  double upper = 1;
  for (const PlotLine& line : plot.lines) {
    for (const Vec2& p : line.points) upper = std::max(upper, p.x());
  }
  double step = std::pow(10.0, std::floor(std::log10(upper)) - 1);
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (upper / step > 10) step *= factor;
  }
  return {0, static_cast<int>(std::ceil(upper / step - 1e-9)), begin, end, step};
}

std::string name_power(int exponent) {
  if (exponent < -3) return fmt::format("1e{}", exponent);
  if (exponent < 0) return fmt::format("{:.{}f}", std::pow(10.0, exponent), -exponent);
  if (exponent < 3) return fmt::format("{:.0f}", std::pow(10.0, exponent));
  constexpr const char* units[] = {"k", "M", "G", "T"};
  return fmt::format("{:.0f}{}", std::pow(10.0, exponent % 3), units[std::min(exponent / 3, 4) - 1]);
}

std::string name_mark(const Axis& axis, int i) {
  return axis.step > 0 ? fmt::format("{:.6g}", axis.mark(i)) : name_power(i);
}

void draw_grid(Svg& svg, const Axis& x, const Axis& y) {
  const Stroke grid{"#e2e2de", 1};
  for (int i = x.first; i <= x.last; ++i) {
    const double at = x.place(x.mark(i));
    svg.line({at, kTop}, {at, kBottom}, grid);
    svg.text({at, kBottom + 19}, name_mark(x, i), {.anchor = Anchor::middle});
  }
  for (int i = y.first; i <= y.last; ++i) {
    const double at = y.place(y.mark(i));
    svg.line({kLeft, at}, {kRight, at}, grid);
    svg.text({kLeft - 8, at + 4}, name_mark(y, i), {.anchor = Anchor::end});
  }
  svg.line({kLeft, kBottom}, {kRight, kBottom}, {"#555555", 1.2});
  svg.line({kLeft, kTop}, {kLeft, kBottom}, {"#555555", 1.2});
}

void draw_line(Svg& svg, const PlotLine& line, const Axis& x, const Axis& y) {
  std::vector<Vec2> points;
  for (const Vec2& p : line.points) points.push_back({x.place(p.x()), y.place(p.y())});
  svg.polyline(points, {line.color, line.is_dashed ? 1.4 : 2.2, line.is_dashed});
  if (line.is_dashed || points.size() > kMostDots) return;
  for (const Vec2& p : points) svg.dot(p, 3.6, line.color);
}

// Names stand at the height of their line's end, or as near to it as the others leave room.
void draw_names(Svg& svg, const Plot& plot, const Axis& y) {
  std::vector<std::pair<double, const PlotLine*>> names;
  for (const PlotLine& line : plot.lines) names.push_back({y.place(line.points.back().y()), &line});
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < names.size(); ++i) {
    names[i].first = std::max(names[i].first, names[i - 1].first + kLabelHeight);
  }
  double limit = kBottom;
  for (std::size_t i = names.size(); i-- > 0; limit = names[i].first - kLabelHeight) {
    names[i].first = std::min(names[i].first, limit);
    svg.text({kRight + 12, names[i].first + 4}, names[i].second->name, {.color = names[i].second->color});
  }
}

}  // namespace

std::string draw(const Plot& plot) {
  Svg svg(kWidth, kHeight);
  const Axis x = plot.has_even_x ? make_even_axis(plot, kLeft, kRight) : make_axis(plot, 0, 0, kLeft, kRight),
             y = make_axis(plot, 1, plot.least_y, kBottom, kTop);
  svg.text({kLeft - 50, 30}, plot.title, {.size = 16, .color = "#111111"});
  draw_grid(svg, x, y);
  svg.text({0.5 * (kLeft + kRight), kBottom + 44}, plot.x_name, {.anchor = Anchor::middle});
  svg.text({26, 0.5 * (kTop + kBottom)}, plot.y_name, {.anchor = Anchor::middle, .is_upright = false});
  for (const PlotLine& line : plot.lines) draw_line(svg, line, x, y);
  draw_names(svg, plot, y);
  return svg.str();
}

}  // namespace abut::reproduce
