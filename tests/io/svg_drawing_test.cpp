// SVG: what is drawn, where transforms put it, what is a hole, and what is refused.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/drawing/svg_path.h"
#include "io/drawing_testing.h"
#include "io/failure.h"

namespace abut {
namespace {

using test::count_pieces;
using test::has_note;

Drawing read(const std::string& inside, const std::string& root = "", const DrawingSettings& settings = {}) {
  return test::parse_good(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" {}>{}</svg>", root, inside),
                          DrawingFormat::svg, settings);
}

std::string error_of(const std::string& inside, const DrawingSettings& settings = {}) {
  return test::find_error("<svg>\n" + inside + "</svg>", DrawingFormat::svg, settings);
}

constexpr double kPi = std::numbers::pi;

TEST(SvgPath, all_commands_draw_what_they_say) {
  // A square of 10, once by each way to draw lines, absolute and relative.
  for (const char* d : {"M0 0L10 0L10 10L0 10Z", "m0,0 10,0 0,10 -10,0z", "M0 0H10V10H0Z", "M0 0h10v10h-10z",
                        "M 0 0 10 0 10 10 0 10 z", "M0 0L10 0 10 10 0 10 0 0Z"}) {
    const auto paths = parse_svg_path(d);
    ASSERT_EQ(paths.size(), 1u) << d;
    EXPECT_TRUE(paths[0].is_closed);
    EXPECT_DOUBLE_EQ(measure_area(Loop{paths[0].pieces}), 100) << d;
  }
}

TEST(SvgPath, numbers_need_no_blanks_between_them) {
  const auto paths = parse_svg_path("M.5.5L10-5l1e1,+2E-1c1 2 3 4 5 6-7-8-9-10-11-12a5 5 0 0120 0z");
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(paths[0].pieces[0].curve.points[0], Vec2(0.5, 0.5));
  EXPECT_EQ(paths[0].pieces[0].curve.points[3], Vec2(10, -5));
  EXPECT_EQ(paths[0].pieces[1].curve.points[3], Vec2(20, -4.8));
  EXPECT_EQ(paths[0].pieces[3].curve.points[3], Vec2(14, -10.8));
}

TEST(SvgPath, smooth_curves_mirror_the_handle_before) {
  const auto cubic = parse_svg_path("M0 0C0 1 1 2 2 2S4 1 4 0");
  EXPECT_EQ(cubic[0].pieces[1].curve.points[1], Vec2(3, 2));
  const auto fresh = parse_svg_path("M0 0L2 2S4 1 4 0");  // no curve before: the handle is where it begins
  EXPECT_EQ(fresh[0].pieces[1].curve.points[1], Vec2(2, 2));
  const auto quadratic = parse_svg_path("M0 0Q1 2 2 0T4 0");
  const auto same = parse_svg_path("M0 0Q1 2 2 0Q3 -2 4 0");
  for (double t = 0; t <= 1; t += 0.25) {
    EXPECT_NEAR((quadratic[0].pieces[1].curve.at(t) - same[0].pieces[1].curve.at(t)).norm(), 0, 1e-14);
  }
}

TEST(SvgPath, after_closing_the_next_begins_where_the_last_did) {
  const auto paths = parse_svg_path("M5 5h1v1zl-2 0 0 -2z");
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[1].pieces[0].curve.points[0], Vec2(5, 5));
  EXPECT_EQ(paths[1].pieces[0].curve.points[3], Vec2(3, 5));
}

TEST(SvgPath, arcs_are_the_ones_of_the_flags) {
  struct Case {
    const char* flags;
    double area;  // between the arc and its chord, from (0, 0) to (2, 0), with a radius of sqrt(2); y goes down
  };
  const double small = 0.5 * kPi - 1, large = 2 * kPi - small;
  for (const Case& c : {Case{"0 1", small}, Case{"0 0", -small}, Case{"1 1", large}, Case{"1 0", -large}}) {
    const auto paths = parse_svg_path(fmt::format("M0 0A1.4142135623730951 1.4142135623730951 0 {} 2 0z", c.flags));
    EXPECT_NEAR(measure_area(Loop{paths[0].pieces}), c.area, 2e-6) << c.flags;
    EXPECT_EQ(paths[0].pieces.front().kind, PieceKind::arc);
  }
}

TEST(SvgPath, arcs_that_are_too_small_grow_and_degenerate_ones_are_lines) {
  EXPECT_NEAR(measure_area(Loop{parse_svg_path("M0 0A1 1 0 0 1 10 0z")[0].pieces}), 12.5 * kPi, 1e-4);
  EXPECT_EQ(parse_svg_path("M0 0A0 5 0 0 1 10 0")[0].pieces[0].kind, PieceKind::line);
  EXPECT_EQ(parse_svg_path("M0 0A1e90 1e-90 0 0 1 10 0")[0].pieces.back().curve.points[3], Vec2(10, 0));
  EXPECT_TRUE(parse_svg_path("M0 0A5 5 0 0 1 0 0").empty());  // nowhere to go
}

TEST(SvgPath, turned_ellipses_lie_as_they_should) {
  const auto paths = parse_svg_path("M-3 -4A10 5 53.13010235415598 0 1 3 4A10 5 53.13010235415598 0 1 -3 -4z");
  // Twice as long as wide, along (3, 4).
  for (const OutlinePiece& piece : paths[0].pieces) {
    const Vec2 p = piece.curve.at(0.3) - piece.arc.center;
    if (piece.kind != PieceKind::arc) continue;
    const double u = p.dot(Vec2(0.6, 0.8)) / 10, v = p.dot(Vec2(-0.8, 0.6)) / 5;
    EXPECT_NEAR(u * u + v * v, 1, 1e-6);
  }
}

TEST(SvgPath, errors_name_the_character) {
  const auto message = [](const char* d) {
    try {
      parse_svg_path(d);
    } catch (const Failure& failure) {
      return failure.text;
    }
    return std::string("none");
  };
  EXPECT_EQ(message("M0 0L10 x"), ": path data, character 9: 'x' found, expected a number");
  EXPECT_EQ(message("L10 0"), ": path data, character 1: 'L' found, expected M, which says where the path begins");
  EXPECT_EQ(message("M0 0A1 1 0 2 1 5 5"), ": path data, character 12: '2' found, expected 0 or 1");
  EXPECT_EQ(message("M0 0L10"), ": path data, character 8: the end found, expected a number");
  EXPECT_NE(message("M0 0Lnan 0"), "none");
  EXPECT_NE(message("M0 0L1e400 0"), "none");
  EXPECT_NE(message("M0 0B1 2"), "none");
  EXPECT_EQ(message(""), "none");
}

TEST(SvgDrawing, basic_shapes_have_their_areas) {
  EXPECT_DOUBLE_EQ(test::measure_area(read("<rect width='3' height='4'/>")), 12);
  EXPECT_NEAR(test::measure_area(read("<circle cx='5' r='2'/>")), 4 * kPi, 5e-6);
  EXPECT_NEAR(test::measure_area(read("<ellipse rx='3' ry='2'/>")), 6 * kPi, 5e-6);
  EXPECT_NEAR(test::measure_area(read("<rect width='10' height='8' rx='2'/>")), 80 - 16 + 4 * kPi, 5e-6);
  EXPECT_NEAR(test::measure_area(read("<rect width='10' height='8' rx='9' ry='1'/>")), 80 - 4 * 5 + 5 * kPi, 5e-6);
  EXPECT_DOUBLE_EQ(test::measure_area(read("<polygon points='0,0 4,0 0,3'/>")), 6);
  EXPECT_DOUBLE_EQ(test::measure_area(read("<polyline points='0 0 4 0 0 3'/>")), 6);
}

TEST(SvgDrawing, transforms_nest_the_outer_one_last) {
  const Drawing drawing = read(
      "<g transform='translate(100,0)'><g transform='rotate(90) scale(2)'><path transform='translate(1 1)' d='M0 "
      "0h1v1h-1z'/>"
      "</g></g>");
  const Box2 box = find_box(drawing.outlines[0]);
  EXPECT_EQ(box.lower, Vec2(96, 2));  // exactly: quarter turns round nothing
  EXPECT_EQ(box.upper, Vec2(98, 4));
}

TEST(SvgDrawing, every_kind_of_transform_is_known) {
  const auto at = [](const char* transform) {
    const Drawing drawing = read(fmt::format("<path transform='{}' d='M1 2h1v1z'/>", transform));
    return drawing.outlines[0].loops[0].pieces[0].curve.points[0];
  };
  EXPECT_EQ(at("matrix(1 2 3 4 5 6)"), Vec2(1 + 6 + 5, 2 + 8 + 6));
  EXPECT_EQ(at("translate(5)"), Vec2(6, 2));
  EXPECT_EQ(at("scale(3)"), Vec2(3, 6));
  EXPECT_EQ(at("scale(3,-1), translate(1 1)"), Vec2(6, -3));
  EXPECT_EQ(at("rotate(180 1 2)"), Vec2(1, 2));
  EXPECT_NEAR((at("skewX(45)") - Vec2(3, 2)).norm(), 0, 1e-14);
  EXPECT_NEAR((at("skewY(45)") - Vec2(1, 3)).norm(), 0, 1e-14);
}

TEST(SvgDrawing, arcs_stay_arcs_under_any_transform) {
  const Drawing drawing = read("<circle r='1' transform='matrix(2 1 0 3 4 5)'/>");
  EXPECT_EQ(count_pieces(drawing, PieceKind::arc), drawing.outlines[0].loops[0].pieces.size());
  EXPECT_NEAR(test::measure_area(drawing), 6 * kPi, 1e-5);
  for (const OutlinePiece& piece : drawing.outlines[0].loops[0].pieces) {
    EXPECT_NEAR((piece.curve.at(0.5) - piece.arc.at(0.5)).norm(), 0, 1e-6);
  }
}

TEST(SvgDrawing, fill_rules_make_holes) {
  // Both squares go the same way around: with 'nonzero' the inner one is no border.
  const std::string same = "<path d='M0 0h10v10h-10zM2 2h6v6h-6z' {}/>";
  const std::string against = "<path d='M0 0h10v10h-10zM2 2v6h6v-6z' {}/>";
  EXPECT_DOUBLE_EQ(test::measure_area(read(fmt::format(fmt::runtime(same), ""))), 100);
  EXPECT_TRUE(has_note(read(fmt::format(fmt::runtime(same), "")), "filled on both sides"));
  EXPECT_DOUBLE_EQ(test::measure_area(read(fmt::format(fmt::runtime(same), "fill-rule='evenodd'"))), 64);
  EXPECT_DOUBLE_EQ(test::measure_area(read(fmt::format(fmt::runtime(same), "style='fill:none; fill-rule : evenodd'"))),
                   64);
  EXPECT_DOUBLE_EQ(test::measure_area(read(fmt::format(fmt::runtime(against), ""))), 64);
  EXPECT_DOUBLE_EQ(test::measure_area(read("<g fill-rule='evenodd'>" + fmt::format(fmt::runtime(same), "") + "</g>")),
                   64);
}

TEST(SvgDrawing, nested_outlines_are_parts_unless_asked) {
  const std::string text = "<rect width='10' height='10'/><rect x='2' y='2' width='6' height='6'/>";
  EXPECT_EQ(read(text).outlines.size(), 2u);
  const Drawing holes = read(text, "", {.nested_are_holes = true});
  ASSERT_EQ(holes.outlines.size(), 1u);
  EXPECT_DOUBLE_EQ(test::measure_area(holes), 64);
}

TEST(SvgDrawing, units_come_from_size_and_view_box) {
  const std::string shape = "<rect width='1' height='1'/>";
  EXPECT_DOUBLE_EQ(*read(shape, "width='210mm' height='297mm' viewBox='0 0 210 297'").units.millimetres, 1);
  EXPECT_DOUBLE_EQ(*read(shape, "width='1in' viewBox='0 0 72 72'").units.millimetres, 25.4 / 72);
  EXPECT_DOUBLE_EQ(*read(shape, "width='10cm'").units.millimetres, 25.4 / 96);
  EXPECT_FALSE(read(shape, "width='100' height='100' viewBox='0 0 10 10'").units.millimetres);
  EXPECT_FALSE(read(shape).units.millimetres);
  EXPECT_TRUE(read(shape).units.is_y_down);
  // Stretched: as much along y as the sizes say.
  const Drawing stretched = read(shape, "width='10mm' height='20mm' viewBox='0 0 10 10' preserveAspectRatio='none'");
  EXPECT_EQ(find_box(stretched.outlines[0]).size(), Vec2(1, 2));
}

TEST(SvgDrawing, lengths_may_have_units_and_shares) {
  EXPECT_NEAR(test::measure_area(read("<rect width='1in' height='25.4mm'/>")), 96 * 96, 1e-9);
  EXPECT_DOUBLE_EQ(test::measure_area(read("<rect width='50%' height='100%'/>", "viewBox='0 0 20 10'")), 100);
  EXPECT_NE(error_of("<rect width='3em' height='1'/>").find("'em'"), std::string::npos);
}

TEST(SvgDrawing, uses_draw_what_is_defined_elsewhere) {
  const Drawing drawing = read(
      "<defs><g id='part'><rect width='2' height='2'/></g></defs>"
      "<use href='#part' x='10'/><use xlink:href='#part' transform='translate(0 5)'/>");
  ASSERT_EQ(drawing.outlines.size(), 2u);
  EXPECT_EQ(find_box(drawing.outlines[0]).lower, Vec2(10, 0));
  EXPECT_EQ(find_box(drawing.outlines[1]).lower, Vec2(0, 5));
  EXPECT_EQ(drawing.outlines[0].name, "part 1");
  const Drawing symbol = read(
      "<symbol id='s' viewBox='0 0 10 10'><rect width='10' height='10'/></symbol><use href='#s' width='5' height='5' "
      "x='1'/>");
  EXPECT_EQ(find_box(symbol.outlines[0]).upper, Vec2(6, 5));
}

TEST(SvgDrawing, uses_that_go_round_or_explode_are_refused) {
  EXPECT_NE(error_of("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>").find("deep"), std::string::npos);
  std::string bomb = "<g id='l0'><rect width='1' height='1'/></g>";
  for (int i = 1; i < 30; ++i)
    bomb += fmt::format("<g id='l{}'><use href='#l{}'/><use href='#l{}'/></g>", i, i - 1, i - 1);
  EXPECT_NE(error_of("<defs>" + bomb + "</defs><use href='#l29'/>").find("more than"), std::string::npos);
  EXPECT_NE(error_of("<use href='#gone'/>").find("which is not there"), std::string::npos);
}

TEST(SvgDrawing, what_is_not_read_is_counted) {
  const Drawing drawing = read(
      "<rect width='1' height='1'/><text>a</text><text>b</text><image/><g display='none'><rect width='9' "
      "height='9'/></g>"
      "<style>.a{fill-rule:evenodd}</style><rect clip-path='url(#c)' width='1' height='1' x='5'/>");
  EXPECT_EQ(drawing.outlines.size(), 2u);
  EXPECT_TRUE(has_note(drawing, "2 <text>"));
  EXPECT_TRUE(has_note(drawing, "1 <image>"));
  EXPECT_TRUE(has_note(drawing, "1 hidden elements"));
  EXPECT_TRUE(has_note(drawing, "1 clip-path"));
  EXPECT_TRUE(has_note(drawing, "style sheet that has 'fill-rule'"));
}

TEST(SvgDrawing, open_paths_are_joined_then_closed_or_refused) {
  const std::string apart = "<path d='M0 0h10v10'/>";
  const Drawing closed = read(apart);
  EXPECT_DOUBLE_EQ(test::measure_area(closed), 50);
  EXPECT_TRUE(has_note(closed, "1 open curve was closed by a straight line"));
  EXPECT_NE(error_of(apart, {.refuses_open = true}).find("open curve 'path 1' found, from (0, 0) to (10, 10)"),
            std::string::npos);
  // Four lines, in any order and direction, with small gaps.
  const Drawing joined = read(
      "<line x2='10'/><line x1='10' x2='10' y1='10.00001'/><line y2='10' x1='0.00001'/><line x1='10' y1='10' y2='10'/>",
      "", {.refuses_open = true});
  ASSERT_EQ(joined.outlines.size(), 1u);
  EXPECT_NEAR(test::measure_area(joined), 100, 1e-3);
  EXPECT_TRUE(joined.notes.empty());
  EXPECT_EQ(read("<path d='M0 0h10v10l-10 -9.9'/>", "", {.join_gap = 0.2, .refuses_open = true}).outlines.size(), 1u);
}

TEST(SvgDrawing, pieces_of_no_length_and_curves_without_area_are_left_out) {
  const Drawing drawing = read("<path d='M0 0L0 0L5 0L5 0L5 5C5 5 5 5 5 5Z'/><path d='M0 9L9 9Z'/><line x2='3'/>");
  ASSERT_EQ(drawing.outlines.size(), 1u);
  EXPECT_EQ(drawing.outlines[0].loops[0].pieces.size(), 3u);
  EXPECT_TRUE(has_note(drawing, "3 pieces of no length"));
  EXPECT_TRUE(has_note(drawing, "2 curves that enclose nothing"));
  const Drawing points = read("<rect width='1' height='1'/><path d='M5 5zM6 6Z'/><polygon points='7 7'/>");
  EXPECT_TRUE(has_note(points, "3 pieces of no length"));
}

TEST(SvgDrawing, errors_name_the_line_and_the_element) {
  EXPECT_EQ(error_of("<g>\n<path id='x' d='M0 0L1'/></g>"),
            "d:3: <path> 'x': path data, character 7: the end found, expected a number");
  EXPECT_NE(error_of("<g transform='turn(3)'/>").find("d:2: <g>"), std::string::npos);
  EXPECT_NE(error_of("<g transform='rotate(1'/>").find("transform"), std::string::npos);
  EXPECT_NE(error_of("<rect width='-1' height='1'/>").find("negative"), std::string::npos);
  EXPECT_NE(error_of("<polygon points='1 2 3'/>").find("3 coordinates"), std::string::npos);
  EXPECT_NE(error_of("<g scale='1'").find("no valid XML"), std::string::npos);
  EXPECT_NE(error_of("<text/>").find("no closed curve found; not read: 1 <text>"), std::string::npos);
  EXPECT_NE(error_of("<path d='M0 0h1e99v1e99z' transform='scale(1e9)'/>").find("beyond"), std::string::npos);
  EXPECT_NE(test::find_error("<html/>", DrawingFormat::svg).find("expected <svg>"), std::string::npos);
}

TEST(SvgDrawing, deep_nesting_is_refused_and_does_not_crash) {
  std::string deep;
  for (int i = 0; i < 20000; ++i) deep += "<g>";
  for (int i = 0; i < 20000; ++i) deep += "</g>";
  EXPECT_NE(error_of(deep).find("deep"), std::string::npos);
}

TEST(SvgDrawing, roughness_and_sheet_are_read_from_their_attributes) {
  const Drawing drawing = read(
      "<rect data-abut='sheet' width='50' height='50'/><g data-roughness='0.25'><rect width='1' height='1'/></g>"
      "<rect width='2' height='2'/>",
      "", {.roughness = 0.5});
  ASSERT_TRUE(drawing.sheet);
  ASSERT_EQ(drawing.outlines.size(), 2u);
  EXPECT_EQ(drawing.outlines[0].loops[0].pieces[0].roughness, 0.25);
  EXPECT_EQ(drawing.outlines[1].loops[0].pieces[0].roughness, 0.5);
  EXPECT_NE(error_of("<rect width='1' height='1' data-roughness='-1'/>").find("data-roughness"), std::string::npos);
}

TEST(SvgDrawing, arcs_too_small_for_doubles_are_no_trouble) {
  for (const char* shape : {"<circle r='1e-170'/>", "<path d='M0 0A1e-170 1e-170 0 0 1 1e-170 0Z'/>"}) {
    const auto drawing =
        parse_drawing(fmt::format("<svg>{}<rect width='1' height='1'/></svg>", shape), DrawingFormat::svg, "d");
    EXPECT_TRUE(drawing) << drawing.error().message;
  }
}

}  // namespace
}  // namespace abut
