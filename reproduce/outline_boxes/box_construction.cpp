// Fig. 2 to 5: how boxes are made.
#include <algorithm>

#include "base/chance.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/outline_picture.h"
#include "reproduce/outline_boxes/wavy_outline.h"
#include "reproduce/plot.h"

namespace abut::reproduce {
namespace {

constexpr int kSamples = 5;  // as in the paper
const Stroke kCurve{"#222222", 2}, kFine{"#222222", 1.4}, kBox{colors::blue, 1.6}, kAxis{colors::orange, 1.4},
    kCoarse{colors::orange, 2}, kLimit{colors::grey, 1, true};

const OutlineTree::Node& find_node(const OutlineTree& tree, std::uint32_t first, std::uint32_t count) {
  return *std::find_if(tree.nodes().begin(), tree.nodes().end(),
                       [&](const OutlineTree::Node& node) { return node.first == first && node.count == count; });
}

Box2 find_frame_of(const OutlineTree::Node& node) { return find_frame(std::span(&node.box, 1)); }

// Nearly normal: of so many draws the sum.
double draw_normal(std::uint64_t number) {
  double sum = -6;
  for (std::uint64_t i = 0; i < 12; ++i) sum += abut::draw(number, i);
  return sum;
}

void draw_axes(OutlinePicture& picture, const Vec2& center, const OrientedBox2& box) {
  const double length = std::max(0.5 * box.half.x(), 0.9 * box.half.y());
  picture.arrow(center, center + length * box.axis, kAxis);
  picture.arrow(center, center + std::min(length, 0.9 * box.half.y()) * box.across(), kAxis);
}

// Where a piece is sampled, and the mean of the samples, from which axes go out.
Vec2 draw_samples(OutlinePicture& picture, const Cubic2& curve, std::string_view color) {
  Vec2 mean = Vec2::Zero();
  for (int i = 0; i < kSamples; ++i) {
    const Vec2 sample = curve.at(i / (kSamples - 1.0));
    picture.dot(sample, 4, color);
    mean += sample / kSamples;
  }
  return mean;
}

Report::Figure draw_rough_piece() {
  constexpr double kRoughness = 5;
  constexpr int kPoints = 120;
  const OutlineTree tree(make_wavy_outline({.pieces = 12, .waves = 3, .roughness = kRoughness}, 4));
  const OutlineTree::Node& node = find_node(tree, 1, 1);
  const Cubic2& curve = tree.piece(1).curve;
  std::vector<Vec2> border, inner, outer;
  for (int i = 0; i <= kPoints; ++i) {
    const double t = i / double(kPoints);
    const Vec2 at = curve.at(t), normal = measure_normal(curve, t);
    const double detail = std::clamp(0.5 * draw_normal(static_cast<std::uint64_t>(i)), -1.0, 1.0);
    border.push_back(at + detail * kRoughness * normal);
    inner.push_back(at - kRoughness * normal);
    outer.push_back(at + kRoughness * normal);
  }
  OutlinePicture picture(find_frame_of(node), "a piece (orange), its border, its tolerance, its box", 400, 330);
  picture.box(node.box, kBox);
  picture.polyline(inner, kLimit);
  picture.polyline(outer, kLimit);
  picture.polyline(border, {"#222222", 1});
  picture.curve(curve, kCoarse);
  return {"outline_roughness", "A piece with its roughness in its box", picture.str()};
}

Report::Figure draw_tree() {
  const OutlineTree tree(make_wavy_outline({.pieces = 16, .waves = 4}, 1));
  const OutlineTree::Node& top = find_node(tree, 4, 4);
  OutlinePicture picture(find_frame_of(top), "boxes of one, two and four pieces", 400, 330);
  for (const OutlineTree::Node& node : tree.nodes()) {
    if (node.first < top.first || node.first + node.count > top.first + top.count) continue;
    const char* color = node.count == 1 ? colors::green : node.count == 2 ? colors::blue : colors::purple;
    picture.box(node.box, {color, node.count == 1 ? 1.2 : 1.8});
  }
  for (std::uint32_t i = 4; i < 8; ++i) picture.curve(tree.piece(i).curve, kCurve);
  for (std::uint32_t i = 4; i < 9; ++i) picture.dot(tree.piece(i).curve.points[0], 3, "#222222");
  return {"outline_tree", "A part of a tree", picture.str()};
}

Report::Figure draw_elementary(const char* name, const char* words, const Cubic2& curve) {
  const Loop loop{{{curve}, {make_line(curve.points[3], curve.points[0]), PieceKind::line}}};
  const OutlineTree tree({"", {loop}});
  const OutlineTree::Node& node = find_node(tree, 0, 1);
  OutlinePicture picture(find_frame_of(node), words, 260, 250);
  picture.box(node.box, kBox);
  picture.curve(curve, kCurve);
  const Vec2 mean = draw_samples(picture, curve, "#222222");
  draw_axes(picture, mean, node.box);
  return {std::string("outline_elementary_") + name, words, picture.str()};
}

void report_elementary(Report& report) {
  report.figures({draw_elementary("arch", "an arch", {{Vec2(0, 0), Vec2(1, 5), Vec2(7, 6), Vec2(9, 1)}}),
                  draw_elementary("wave", "a wave", {{Vec2(0, 0), Vec2(5, 7), Vec2(4, -4), Vec2(9, 3)}}),
                  draw_elementary("hook", "a hook", {{Vec2(0, 1), Vec2(6, 5), Vec2(13, 3), Vec2(7, 0)}})});
}

// Pieces 2 i and 2 i + 1, and piece i of the same curve with less detail.
void report_super_box(Report& report) {
  constexpr std::uint32_t kPiece = 1;
  const Outline outline = make_wavy_outline({.pieces = 8, .waves = 3}, 6);
  const OutlineTree tree(outline, {.super_boxes = SuperBoxes::multiresolution});
  const Cubic2 coarse = make_spline(analyse(outline.loops[0].control_points).coarse).pieces[kPiece].curve;
  const OutlineTree::Node& node = find_node(tree, 2 * kPiece, 2);
  Box2 frame = find_frame_of(node);
  for (const Vec2& corner : {find_box(coarse).lower, find_box(coarse).upper}) frame.add(corner);
  const auto draw_part = [&](bool is_adjusted) {
    const char* words = is_adjusted ? "(b) adjustment" : "(a) adaptation";
    OutlinePicture picture(frame, words, 400, 330);
    for (std::uint32_t i = 2 * kPiece; i < 2 * kPiece + 2; ++i) {
      picture.box(find_node(tree, i, 1).box, {colors::green, 1.2});
      picture.curve(tree.piece(i).curve, kFine);
    }
    picture.curve(coarse, {colors::orange, is_adjusted ? 1.0 : 2.0, is_adjusted});
    if (is_adjusted) {
      picture.box(node.box, kBox);
    } else {
      const Vec2 mean = draw_samples(picture, coarse, colors::orange);
      draw_axes(picture, mean, node.box);
    }
    return Report::Figure{is_adjusted ? "outline_adjustment" : "outline_adaptation", words, picture.str()};
  };
  report.figures({draw_part(false), draw_part(true)});
}

}  // namespace

void report_boxes(Report& report) {
  report.heading(3, "How boxes are made (Fig. 2 to 5)");
  report.paragraph(
      "Fig. 2 and 3: a piece of a B-spline (orange) whose border is somewhere within the dashed lines, here drawn "
      "from a normal distribution that is cut off there, in a box that has all of that in it; and boxes of single "
      "pieces (green) in super boxes.");
  report.figures({draw_rough_piece(), draw_tree()});
  report.paragraph(
      "Fig. 4: boxes of single pieces. Their direction is that in which five samples spread most (adaptation; orange "
      "axes start in the mean of the samples); their sides are where the curve itself ends, not its samples "
      "(adjustment).");
  report_elementary(report);
  report.paragraph(
      "Fig. 5: a super box by multiresolution. The same curve with half as many control points has one piece "
      "(orange) where it had two. Samples of that piece give the direction; the boxes of both pieces (green) give "
      "the size.");
  report_super_box(report);
}

}  // namespace abut::reproduce
