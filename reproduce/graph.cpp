#include "reproduce/graph.h"

#include <fmt/format.h>

#include <cmath>

namespace abut::reproduce {
namespace {

constexpr double kLeft = 64, kRight = 24, kTop = 48, kBottom = 56;  // of the card, around the area
constexpr int kMostSteps = 8;
constexpr Stroke kGrid{"#e2e2de", 1}, kZero{"#555555", 1.2};

// 1, 2 or 5 times a power of ten.
double choose_step(double range) {
  double step = std::pow(10.0, std::floor(std::log10(range)) - 1);
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0}) {
    if (range / step > kMostSteps) step *= factor;
  }
  return step;
}

template <class Draw>
void for_each_mark(double lower, double upper, const Draw& draw) {
  const double step = choose_step(upper - lower);
  for (double i = std::ceil(lower / step - 1e-9); i <= upper / step + 1e-9; ++i) {
    draw(i * step, fmt::format("{:.6g}", i == 0 ? 0.0 : i * step), i == 0 ? kZero : kGrid);
  }
}

}  // namespace

Graph::Graph(const Box2& frame, const GraphNames& names, int width, int height)
    : PlanePicture(Svg(width, height), frame, {Vec2(kLeft, kTop), Vec2(width - kRight, height - kBottom)}) {
  const Vec2 corner(frame.lower.x(), frame.upper.y()), middle = frame.center();
  text(corner, names.title, {.size = 14, .color = "#111111"}, Vec2(16 - kLeft, 28 - kTop));
  for_each_mark(frame.lower.x(), frame.upper.x(), [&](double x, const std::string& name, const Stroke& stroke) {
    line({x, frame.lower.y()}, {x, frame.upper.y()}, stroke);
    text({x, frame.lower.y()}, name, {.anchor = Anchor::middle}, Vec2(0, 18));
  });
  for_each_mark(frame.lower.y(), frame.upper.y(), [&](double y, const std::string& name, const Stroke& stroke) {
    line({frame.lower.x(), y}, {frame.upper.x(), y}, stroke);
    text({frame.lower.x(), y}, name, {.anchor = Anchor::end}, Vec2(-8, 4));
  });
  text({middle.x(), frame.lower.y()}, names.x, {.anchor = Anchor::middle}, Vec2(0, 42));
  text({frame.lower.x(), middle.y()}, names.y, {.anchor = Anchor::middle, .is_upright = false}, Vec2(-44, 0));
}

}  // namespace abut::reproduce
