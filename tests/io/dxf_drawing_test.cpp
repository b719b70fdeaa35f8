// DXF: entities as curves, blocks, layers, and what is not read.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "io/drawing/dxf_shapes.h"
#include "io/drawing/dxf_spline.h"
#include "io/drawing_testing.h"

namespace abut {
namespace {

using test::count_pieces;
using test::has_note;

constexpr double kPi = std::numbers::pi;

// "LINE 10 0 20 0" and so on, blanks for line ends.
std::string lines(std::string text) {
  if (text.empty()) return text;
  if (text.back() == ' ') text.pop_back();
  for (char& c : text) c = c == ' ' ? '\n' : c;
  return text + "\n";
}

std::string make_file(const std::string& entities, const std::string& before = "") {
  return lines(before) + lines("0 SECTION 2 ENTITIES") + lines(entities) + lines("0 ENDSEC 0 EOF");
}

Drawing read(const std::string& entities, const std::string& before = "", const DrawingSettings& settings = {}) {
  return test::parse_good(make_file(entities, before), DrawingFormat::dxf, settings);
}

std::string error_of(const std::string& entities, const std::string& before = "",
                     const DrawingSettings& settings = {}) {
  return test::find_error(make_file(entities, before), DrawingFormat::dxf, settings);
}

const std::string kSquare = "0 LWPOLYLINE 8 0 90 4 70 1 10 0 20 0 10 10 20 0 10 10 20 10 10 0 20 10";

TEST(DxfDrawing, lines_in_any_order_are_joined) {
  const Drawing drawing = read(
      "0 LINE 8 CUT 10 0 20 0 11 10 21 0 0 LINE 8 CUT 10 10 20 10 11 10 21 0 0 LINE 8 CUT 10 10 20 10 11 0 21 10 "
      "0 LINE 8 CUT 10 0 20 0 11 0 21 10",
      "", {.refuses_open = true});
  ASSERT_EQ(drawing.outlines.size(), 1u);
  EXPECT_EQ(drawing.outlines[0].name, "CUT");
  EXPECT_DOUBLE_EQ(test::measure_area(drawing), 100);
}

TEST(DxfDrawing, files_cut_short_between_two_entities_are_told) {
  const std::string whole = make_file(kSquare + " 0 CIRCLE 10 50 20 50 40 3");
  const auto error_at = [&](std::size_t size) { return test::find_error(whole.substr(0, size), DrawingFormat::dxf); };
  EXPECT_EQ(error_at(whole.find("0\nCIRCLE")), "d: the file ends within the section 'ENTITIES'; it was cut short");
  EXPECT_EQ(error_at(whole.size()), "none");
  // Nothing is lost with the last two lines, or with the end of the section alone.
  EXPECT_EQ(error_at(whole.find("0\nEOF")), "none");
  std::string without_section_end = whole;
  without_section_end.erase(whole.find("0\nENDSEC"), std::string("0\nENDSEC\n").size());
  EXPECT_EQ(test::parse_good(without_section_end, DrawingFormat::dxf).outlines.size(), 2u);
}

TEST(DxfDrawing, circles_ellipses_and_arcs_have_their_areas) {
  EXPECT_NEAR(test::measure_area(read("0 CIRCLE 10 1 20 2 40 3")), 9 * kPi, 1e-5);
  EXPECT_NEAR(test::measure_area(read("0 ELLIPSE 10 0 20 0 11 3 21 4 40 0.5 41 0 42 6.283185307179586")), 12.5 * kPi,
              1e-5);
  // Half of a circle, closed by a line; angles may pass through 0.
  EXPECT_NEAR(test::measure_area(read("0 ARC 10 0 20 0 40 2 50 270 51 90")), 2 * kPi, 1e-6);
  EXPECT_NEAR(
      test::measure_area(read("0 ELLIPSE 10 0 20 0 11 2 21 0 40 0.5 41 1.5707963267948966 42 4.71238898038469")), kPi,
      1e-6);
}

TEST(DxfDrawing, bulges_are_arcs_to_the_left_or_right) {
  const auto area = [](double bulge) { return measure_area(Loop{make_bulge(Vec2(0, 0), Vec2(2, 0), bulge)}); };
  EXPECT_NEAR(area(1), 0.5 * kPi, 1e-6);  // half a circle, counter-clockwise
  EXPECT_NEAR(area(-1), -0.5 * kPi, 1e-6);
  const double quarter = std::tan(kPi / 8), radius2 = 2;
  EXPECT_NEAR(area(quarter), 0.25 * kPi * radius2 - 1, 1e-6);
  EXPECT_EQ(make_bulge(Vec2(0, 0), Vec2(2, 0), 0)[0].kind, PieceKind::line);
  EXPECT_EQ(make_bulge(Vec2(0, 0), Vec2(2, 0), 1e-300)[0].kind, PieceKind::line);
  // A polyline with rounded ends.
  const Drawing slot = read("0 LWPOLYLINE 90 4 70 1 10 0 20 0 10 10 20 0 42 1 10 10 20 4 10 0 20 4 42 1");
  EXPECT_NEAR(test::measure_area(slot), 40 + 4 * kPi, 1e-5);
  const Drawing old = read(
      "0 POLYLINE 66 1 70 1 0 VERTEX 10 0 20 0 0 VERTEX 10 10 20 0 42 1 0 VERTEX 10 10 20 4 0 VERTEX 10 0 20 4 42 1 0 "
      "SEQEND");
  EXPECT_NEAR(test::measure_area(old), 40 + 4 * kPi, 1e-5);
}

TEST(DxfDrawing, planes_upside_down_are_mirrored) {
  const Drawing drawing = read("0 CIRCLE 10 5 20 2 40 1 230 -1");
  EXPECT_NEAR(find_box(drawing.outlines[0]).center().x(), -5, 1e-12);
  const Drawing ellipse = read("0 ELLIPSE 10 5 20 0 11 2 21 0 40 0.5 41 0 42 3.141592653589793 230 -1");
  EXPECT_NEAR(find_box(ellipse.outlines[0]).lower.y(), -1, 1e-6);  // goes the other way around
  EXPECT_TRUE(has_note(read(kSquare + " 0 CIRCLE 10 5 20 2 40 1 210 1 230 0"), "1 CIRCLE in another plane"));
}

TEST(DxfSpline, splines_up_to_cubic_are_the_very_curve) {
  DxfSpline spline{.degree = 3, .knots = {0, 0, 0, 0, 1, 2.5, 3, 3, 3, 3}, .weights = {}, .points = {}};
  for (const Vec2& p : {Vec2(0, 0), Vec2(1, 3), Vec2(4, 4), Vec2(6, 1), Vec2(8, 2), Vec2(9, 0)})
    spline.points.push_back(p);
  ASSERT_EQ(find_fault(spline), "");
  const auto pieces = make_pieces(spline);
  ASSERT_EQ(pieces.size(), 3u);
  // By the definition (Cox and de Boor).
  const std::function<double(int, int, double)> basis = [&](int i, int k, double t) -> double {
    if (k == 0) return spline.knots[i] <= t && t < spline.knots[i + 1];
    const auto part = [](double num, double den) { return den == 0 ? 0 : num / den; };
    return part(t - spline.knots[i], spline.knots[i + k] - spline.knots[i]) * basis(i, k - 1, t) +
           part(spline.knots[i + k + 1] - t, spline.knots[i + k + 1] - spline.knots[i + 1]) * basis(i + 1, k - 1, t);
  };
  const double starts[] = {0, 1, 2.5, 3};
  for (int s = 0; s < 3; ++s) {
    for (const double share : {0.0, 0.2, 0.5, 0.9}) {
      const double t = starts[s] + share * (starts[s + 1] - starts[s]);
      Vec2 expected = Vec2::Zero();
      for (int i = 0; i < 6; ++i) expected += basis(i, 3, t) * spline.points[i];
      EXPECT_NEAR((pieces[s].curve.at(share) - expected).norm(), 0, 1e-13);
    }
  }
}

TEST(DxfSpline, rational_ones_keep_to_the_tolerance) {
  // A full circle by nine points.
  const double w = std::sqrt(0.5);
  DxfSpline circle{
      .degree = 2, .knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}, .weights = {1, w, 1, w, 1, w, 1, w, 1}, .points = {}};
  for (const Vec2& p : {Vec2(1, 0), Vec2(1, 1), Vec2(0, 1), Vec2(-1, 1), Vec2(-1, 0), Vec2(-1, -1), Vec2(0, -1),
                        Vec2(1, -1), Vec2(1, 0)}) {
    circle.points.push_back(p);
  }
  const auto pieces = make_pieces(circle);
  EXPECT_GT(pieces.size(), 4u);
  for (const OutlinePiece& piece : pieces) {
    for (double t = 0; t <= 1; t += 0.05) EXPECT_NEAR(piece.curve.at(t).norm(), 1, 3e-7);
  }
  EXPECT_NEAR(measure_area(Loop{pieces}), kPi, 1e-6);
}

TEST(DxfSpline, higher_degrees_and_constant_weights_work) {
  DxfSpline line{
      .degree = 1, .knots = {0, 0, 1, 2, 2}, .weights = {2, 2, 2}, .points = {Vec2(0, 0), Vec2(1, 0), Vec2(1, 1)}};
  const auto pieces = make_pieces(line);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].kind, PieceKind::line);
  EXPECT_EQ(pieces[1].curve.points[3], Vec2(1, 1));
  DxfSpline quintic{.degree = 5, .knots = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, .weights = {}, .points = {}};
  for (int i = 0; i < 6; ++i) quintic.points.emplace_back(i, i % 2 == 0 ? 0 : 3);
  for (const OutlinePiece& piece : make_pieces(quintic)) EXPECT_LE(piece.curve.points[0].y(), 3);
  EXPECT_NEAR((make_pieces(quintic).back().curve.points[3] - Vec2(5, 3)).norm(), 0, 1e-14);
}

TEST(DxfSpline, faults_are_named) {
  const auto fault = [](const std::string& groups) { return error_of("0 SPLINE " + groups); };
  EXPECT_NE(fault("71 3 40 0 40 1 10 0 20 0").find("SPLINE with 1 control points for a degree of 3"),
            std::string::npos);
  EXPECT_NE(fault("71 1 40 0 40 0 40 1 10 0 20 0 10 1 20 1").find("3 knots for 2 control points"), std::string::npos);
  EXPECT_NE(fault("71 1 40 1 40 1 40 0 40 0 10 0 20 0 10 1 20 1").find("knots that go down"), std::string::npos);
  EXPECT_NE(fault("71 99 10 0 20 0").find("a degree of 99"), std::string::npos);
  EXPECT_NE(fault("71 1 40 0 40 0 40 1 40 1 41 1 41 -1 10 0 20 0 10 1 20 1").find("weight"), std::string::npos);
}

TEST(DxfDrawing, outlines_inside_others_are_holes_and_what_is_in_these_is_not) {
  const auto square = [](double from, double size) {
    return fmt::format(" 0 LWPOLYLINE 70 1 10 {0} 20 {0} 10 {1} 20 {0} 10 {1} 20 {1} 10 {0} 20 {1}", from, from + size);
  };
  const std::string text = "0 POINT" + square(0, 30) + square(5, 20) + square(10, 10) + square(100, 1);
  const Drawing drawing = read(text);
  ASSERT_EQ(drawing.outlines.size(), 3u);
  EXPECT_DOUBLE_EQ(test::measure_area(drawing), 900 - 400 + 100 + 1);
  EXPECT_EQ(read(text, "", {.nested_are_holes = false}).outlines.size(), 4u);
}

TEST(DxfDrawing, blocks_are_drawn_where_they_are_inserted) {
  const std::string blocks =
      "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 1 20 1 0 LWPOLYLINE 8 0 70 1 10 1 20 1 10 2 20 1 10 2 20 2 0 ENDBLK 0 ENDSEC ";
  const Drawing drawing = read("0 INSERT 2 B 8 L 10 100 20 0 41 2 42 3 50 90 70 2 71 2 44 50 45 70", blocks);
  ASSERT_EQ(drawing.outlines.size(), 4u);
  EXPECT_DOUBLE_EQ(test::measure_area(drawing), 4 * 3);
  EXPECT_EQ(drawing.outlines[0].name, "L 1");
  const Box2 box = find_box(drawing.outlines[0]);
  EXPECT_EQ(box.lower, Vec2(97, 0));  // turned by 90 degrees after it was stretched
  EXPECT_EQ(box.upper, Vec2(100, 2));
  EXPECT_NE(error_of("0 INSERT 2 C", blocks).find("block 'C' is inserted, which is not there"), std::string::npos);
  const std::string round = "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 INSERT 2 B 0 ENDBLK 0 ENDSEC ";
  EXPECT_NE(error_of("0 INSERT 2 B", round).find("deep"), std::string::npos);
  EXPECT_NE(error_of("0 INSERT 2 B 70 30000 71 30000", blocks).find("more than"), std::string::npos);
}

TEST(DxfDrawing, what_is_not_read_is_listed_by_name_and_count) {
  const Drawing drawing = read(
      kSquare + " 0 TEXT 1 hi 0 TEXT 1 ho 0 HATCH 0 SPLINE 71 3 11 0 21 0 0 LINE 67 1 10 0 20 0 0 LINE 8 OFF 10 0 20 0",
      "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 OFF 70 0 62 -7 0 ENDTAB 0 ENDSEC ");
  EXPECT_TRUE(has_note(drawing, "2 TEXT"));
  EXPECT_TRUE(has_note(drawing, "1 HATCH"));
  EXPECT_TRUE(has_note(drawing, "1 SPLINE"));
  EXPECT_TRUE(has_note(drawing, "1 LINE in paper space"));
  EXPECT_TRUE(has_note(drawing, "1 LINE on hidden layers"));
}

TEST(DxfDrawing, units_are_those_of_the_header) {
  const auto unit = [](int number) {
    return read(kSquare, fmt::format("0 SECTION 2 HEADER 9 $INSUNITS 70 {} 0 ENDSEC ", number));
  };
  EXPECT_DOUBLE_EQ(*unit(4).units.millimetres, 1);
  EXPECT_DOUBLE_EQ(*unit(1).units.millimetres, 25.4);
  EXPECT_FALSE(unit(0).units.millimetres);
  EXPECT_TRUE(unit(0).notes.empty());
  EXPECT_TRUE(has_note(unit(19), "unknown unit ($INSUNITS 19)"));
  EXPECT_FALSE(read(kSquare).units.is_y_down);
}

TEST(DxfDrawing, errors_name_the_line) {
  EXPECT_NE(error_of("0 CIRCLE 10 nan 20 0 40 1").find("d:8: 'nan' found, expected a number (group 10)"),
            std::string::npos);
  EXPECT_NE(error_of("0 CIRCLE 10 0 20 0 40 -1").find("d:6: CIRCLE with a radius of -1 found"), std::string::npos);
  EXPECT_NE(error_of("x y").find("'x' found, expected a group code"), std::string::npos);
  EXPECT_NE(test::find_error("0\nSECTION\n2\n", DrawingFormat::dxf).find("cut short"), std::string::npos);
  EXPECT_NE(test::find_error("0\nEOF\n", DrawingFormat::dxf).find("no section ENTITIES"), std::string::npos);
  EXPECT_NE(test::find_error("AutoCAD Binary DXF\r\n\x1a", DrawingFormat::dxf).find("binary DXF"), std::string::npos);
  EXPECT_NE(error_of("0 TEXT").find("no closed curve found; not read: 1 TEXT"), std::string::npos);
}

TEST(DxfDrawing, line_ends_of_all_kinds_are_read) {
  std::string text = make_file(kSquare);
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_DOUBLE_EQ(test::measure_area(test::parse_good(crlf, DrawingFormat::dxf)), 100);
  EXPECT_DOUBLE_EQ(test::measure_area(test::parse_good("999\ncomment\n" + text, DrawingFormat::dxf)), 100);
}

TEST(DxfDrawing, ends_in_columns_find_their_own) {
  // A hundred squares above each other, each of four lines whose ends are off by a little.
  std::string text;
  std::uint32_t chance = 1;
  const auto noise = [&] { return 1e-8 * ((chance = chance * 1664525u + 1013904223u) * 0x1p-31 - 1); };
  for (int i = 0; i < 100; ++i) {
    const double y = 3.0 * i;
    const double corners[5][2] = {{0, y}, {10, y}, {10, y + 2}, {0, y + 2}, {0, y}};
    for (int k = 0; k < 4; ++k) {
      text += fmt::format("{}0 LINE 10 {} 20 {} 11 {} 21 {}", text.empty() ? "" : " ", corners[k][0] + noise(),
                          corners[k][1] + noise(), corners[k + 1][0] + noise(), corners[k + 1][1] + noise());
    }
  }
  EXPECT_EQ(read(text, "", {.refuses_open = true}).outlines.size(), 100u);
}

TEST(DxfDrawing, columns_of_many_take_no_time) {
  const std::string blocks = "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 CIRCLE 40 1 0 ENDBLK 0 ENDSEC ";
  EXPECT_EQ(read("0 INSERT 2 B 70 1 71 20000 45 3", blocks).outlines.size(), 20000u);
}

TEST(DxfDrawing, odd_numbers_are_taken_as_they_are_meant) {
  // A full turn in six digits; a polyline that leaves the plane; a block of another file.
  EXPECT_NEAR(test::measure_area(read("0 ELLIPSE 10 0 20 0 11 10 21 0 40 0.5 41 0 42 6.28319")), 50 * kPi, 1e-4);
  EXPECT_TRUE(has_note(
      read(kSquare +
           " 0 POLYLINE 70 9 0 VERTEX 10 0 20 0 30 0 0 VERTEX 10 1 20 0 30 50 0 VERTEX 10 1 20 1 30 0 0 SEQEND"),
      "1 POLYLINE"));
  EXPECT_TRUE(has_note(read(kSquare + " 0 INSERT 2 X", "0 SECTION 2 BLOCKS 0 BLOCK 2 X 70 4 0 ENDBLK 0 ENDSEC "),
                       "1 INSERT of other files"));
  EXPECT_TRUE(has_note(read(kSquare, "0 SECTION 2 HEADER 9 $INSUNITS 70 1e99 0 ENDSEC "), "unknown unit"));
}

}  // namespace
}  // namespace abut
