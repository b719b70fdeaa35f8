// Fig. 1: circle, ellipse, box along the axes and oriented box around a segment of a contour.
#include <fmt/format.h>

#include "reproduce/outline_boxes/envelopes.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/outline_picture.h"
#include "reproduce/outline_boxes/wavy_outline.h"
#include "reproduce/plot.h"

namespace abut::reproduce {
namespace {

constexpr int kLevel = 3;  // segments are those of this level's boxes
constexpr int kPointsPerPiece = 5;
constexpr std::uint64_t kCurves = 20;
constexpr std::size_t kShown = 2;  // a bent segment
const Stroke kCurveStroke{"#222222", 2};

// A segment and all that is around it.
struct Segment {
  std::vector<Vec2> points;
  EllipseArc circle, ellipse;
  Box2 along_axes;
  OrientedBox2 oriented;

  Segment(const OutlineTree& tree, const OutlineTree::Node& node) : oriented(node.box) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      for (int k = 0; k < kPointsPerPiece; ++k) points.push_back(tree.piece(i).curve.at(k / (kPointsPerPiece - 1.0)));
    }
    for (const Vec2& p : points) along_axes.add(p);
    circle = find_smallest_circle(points);
    ellipse = find_smallest_ellipse(points);
  }
  std::array<double, 4> areas() const {
    return {measure_area(circle), measure_area(ellipse), along_axes.size().prod(), oriented.area()};
  }
  OrientedBox2 box_along_axes() const { return {along_axes.center(), Vec2::UnitX(), 0.5 * along_axes.size()}; }
};

std::vector<Segment> list_segments(int waves, std::uint64_t seed) {
  const OutlineTree tree(make_wavy_outline({.waves = waves}, seed));
  std::vector<Segment> segments;
  for (const std::uint32_t node : tree.list_level(kLevel)) segments.emplace_back(tree, tree.nodes()[node]);
  return segments;
}

void report_pictures(Report& report, const Segment& segment) {
  Box2 frame;
  for (int i = 0; i < 64; ++i) frame.add(segment.circle.at(i / 64.0));
  for (int i = 0; i < 64; ++i) frame.add(segment.ellipse.at(i / 64.0));
  const auto areas = segment.areas();
  const char* const names[] = {"circle", "ellipse", "box along the axes", "oriented box"};
  std::vector<Report::Figure> figures;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string title = fmt::format("{}: area {:.0f}", names[i], areas[i]);
    OutlinePicture picture(frame, title, 240, 270);
    const Stroke stroke{colors::blue, 1.6};
    if (i < 2) picture.ellipse(i == 0 ? segment.circle : segment.ellipse, stroke);
    if (i >= 2) picture.box(i == 2 ? segment.box_along_axes() : segment.oriented, stroke);
    picture.polyline(segment.points, kCurveStroke);
    figures.push_back({fmt::format("outline_envelope_{}", i + 1), title, picture.str()});
  }
  report.figures(std::move(figures));
}

// Mean areas, in units of the oriented box, and how often that is the least.
struct EnvelopeSums {
  std::array<double, 4> areas = {};
  std::size_t count = 0, least = 0;

  void add(const Segment& segment) {
    const auto of_segment = segment.areas();
    for (std::size_t i = 0; i < 4; ++i) areas[i] += of_segment[i];
    least += of_segment[3] < of_segment[0] && of_segment[3] < of_segment[1];
    ++count;
  }
  std::string format(std::size_t i) const { return format_number(areas[i] / areas[3]); }
};

}  // namespace

void report_envelopes(Report& report, Expectations& expectations) {
  report.heading(3, "Envelopes (Fig. 1)");
  report.paragraph(fmt::format(
      "A segment of a contour (one of the 8 of level {} of its tree) in its smallest circle, its smallest ellipse, "
      "its box along the axes, and the tree's box, which is not the smallest: it is around the boxes of single "
      "pieces. The table has the areas of all segments of {} contours together, in units of the tree's boxes.",
      kLevel, kCurves));
  report_pictures(report, list_segments(kContourKinds[0].waves, 0)[kShown]);
  Table table{{"contours", "segments", "circle", "ellipse", "box along the axes", "oriented box",
               "oriented box smaller than circle and ellipse"}};
  for (const ContourKind& kind : kContourKinds) {
    EnvelopeSums sums;
    for (std::uint64_t seed = 0; seed < kCurves; ++seed) {
      for (const Segment& segment : list_segments(kind.waves, seed)) sums.add(segment);
    }
    const double share = static_cast<double>(sums.least) / static_cast<double>(sums.count);
    table.rows.push_back({kind.name, format_count(sums.count), sums.format(0), sums.format(1), sums.format(2), "1",
                          format_share(share)});
    expectations.push_back({fmt::format("envelopes, {} contours", kind.name),
                            "an oriented box is tighter than circle and ellipse (most are, and all together)",
                            format_share(share), share > 0.5 && sums.areas[3] < sums.areas[1]});
  }
  report.table(table);
}

}  // namespace abut::reproduce
