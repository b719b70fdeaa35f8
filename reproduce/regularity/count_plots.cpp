#include <fmt/format.h>

#include "reproduce/plot.h"
#include "reproduce/regularity/counts.h"

namespace abut::reproduce {
namespace {

template <class Value>
PlotLine make_line(std::string name, const char* color, const Counts& counts, const Value& value,
                   bool is_dashed = false) {
  PlotLine line{std::move(name), color, {}, is_dashed};
  for (const Count& c : counts) line.points.push_back({static_cast<double>(c.size), static_cast<double>(value(c))});
  return line;
}

// The four lines both plots have, and beside them what the paper says of a search without culling.
Plot make_plot(const char* shape, const Series& series) {
  using namespace colors;
  const Counts& counts = series.counts;
  const auto size = [](const Count& c) { return static_cast<double>(c.size); };
  Plot plot{fmt::format("{}: calls against size (tree: {})", shape, series.kind.name), "triangles", "calls", {}};
  plot.lines = {
      make_line("A without culling", blue, counts, [](const Count& c) { return c.plain.counts.calls; }),
      make_line("B without culling", orange, counts, [](const Count& c) { return c.plain.counts.face_tests; }),
      make_line("A", green, counts, [](const Count& c) { return c.culled.counts.calls; }),
      make_line("B", purple, counts, [](const Count& c) { return c.culled.counts.face_tests; }),
      make_line(
          "paper: A = 20 n without", blue, counts, [&](const Count& c) { return kPlainCallsPerFace * size(c); }, true),
      make_line(
          "paper: B = 6 n without", orange, counts, [&](const Count& c) { return kPlainTestsPerFace * size(c); },
          true)};
  return plot;
}

}  // namespace

std::string draw_sphere_counts(const Series& series) {
  Plot plot = make_plot("Sphere", series);
  plot.y_name = "calls (0 is drawn on the axis)";
  plot.least_y = 0.1;
  plot.lines.push_back(make_line(
      "paper: A = 300, B = 0", colors::green, series.counts, [](const Count&) { return kSphereCalls; }, true));
  return draw(plot);
}

std::string draw_loop_counts(const Series& series) {
  Plot plot = make_plot("Self-crossing loop", series);
  const auto colliding = [](const Count& c) { return static_cast<double>(c.culled.colliding_faces); };
  plot.lines.push_back(make_line(
      "paper: A = 20 per colliding", colors::green, series.counts,
      [&](const Count& c) { return kCallsPerColliding * colliding(c); }, true));
  plot.lines.push_back(make_line(
      "paper: B = 3 per colliding", colors::purple, series.counts,
      [&](const Count& c) { return kTestsPerColliding * colliding(c); }, true));
  return draw(plot);
}

}  // namespace abut::reproduce
