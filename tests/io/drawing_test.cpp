// Drawings as a whole: what is written reads back as the same curves, units convert, JSON instances and patterns.
#include "io/drawing_testing.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "fuzz/fuzz_drawing.h"
#include "scenes/collection.h"
#include "support/data.h"
#include "support/outlines.h"
#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using test::has_note;

// Lines, arcs of circles and ellipses, whole ones, cubics, a hole.
const std::string kMixed =
    "<svg width='100mm' height='100mm' viewBox='0 0 100 100'>"
    "<path id='a' fill-rule='evenodd' d='M10 10H50A10 10 0 0 1 60 20V40C60 60 40 50 30 60A20 10 30 0 1 10 40Z"
    "M20 20h10v10h-10z'/>"
    "<circle id='b' cx='80' cy='80' r='5'/><ellipse id='c' cx='80' cy='20' rx='10' ry='5' transform='rotate(20 80 "
    "20)'/>"
    "<path id='d' d='M5 90C10 70 20 110 30 90S45 75 40 95L5 97Z' data-roughness='0.5'/></svg>";

// Points along all loops, for comparison.
std::vector<Vec2> sample(const Outline& outline) {
  std::vector<Vec2> points;
  for (const Loop& loop : outline.loops) {
    const auto own = test::sample(loop, 7);
    points.insert(points.end(), own.begin(), own.end());
  }
  return points;
}

void expect_same_curves(const Drawing& a, const Drawing& b, double tolerance) {
  ASSERT_EQ(a.outlines.size(), b.outlines.size());
  for (std::size_t i = 0; i < a.outlines.size(); ++i) {
    EXPECT_NEAR(abut::measure_area(a.outlines[i]), abut::measure_area(b.outlines[i]), tolerance * 1e3);
    EXPECT_NEAR(measure_length(a.outlines[i]), measure_length(b.outlines[i]), tolerance * 1e3);
    for (const Vec2& p : sample(a.outlines[i])) EXPECT_EQ(locate(b.outlines[i], p, tolerance), Side::border);
  }
}

std::string format(const Drawing& drawing, DrawingFormat as) {
  const auto text = format_drawing({drawing.outlines, drawing.units, drawing.sheet ? &*drawing.sheet : nullptr}, as);
  EXPECT_TRUE(text) << text.error().message;
  return text ? *text : "";
}

TEST(Drawing, svg_reads_back_the_same_curves_with_their_kinds) {
  const Drawing drawing = test::parse_good(kMixed, DrawingFormat::svg);
  const std::string text = format(drawing, DrawingFormat::svg);
  const Drawing again = test::parse_good(text, DrawingFormat::svg);
  expect_same_curves(drawing, again, 1e-9);
  for (const PieceKind kind : {PieceKind::line, PieceKind::cubic}) {
    EXPECT_EQ(test::count_pieces(drawing, kind), test::count_pieces(again, kind));
  }
  EXPECT_GT(test::count_pieces(again, PieceKind::arc), 0u);
  EXPECT_EQ(again.outlines[0].name, "a");
  EXPECT_EQ(again.outlines[3].loops[0].pieces[0].roughness, 0.5);
  EXPECT_EQ(again.units, drawing.units);
  EXPECT_TRUE(again.notes.empty());
  EXPECT_EQ(format(again, DrawingFormat::svg), text);  // nothing drifts
}

TEST(Drawing, dxf_reads_back_the_same_curves_with_their_kinds) {
  const Drawing drawing = test::parse_good(kMixed, DrawingFormat::svg);
  const std::string text = format(drawing, DrawingFormat::dxf);
  for (const char* type : {"LWPOLYLINE", "SPLINE", "ELLIPSE", "CIRCLE"}) {
    EXPECT_NE(text.find(fmt::format("\n{}\n", type)), std::string::npos) << type;
  }
  Drawing again = test::parse_good(text, DrawingFormat::dxf, {.refuses_open = true});
  EXPECT_DOUBLE_EQ(*again.units.millimetres, 1);
  EXPECT_FALSE(again.units.is_y_down);
  ASSERT_EQ(again.outlines.size(), 4u);
  // Upside down in its box, as DXF has y up.
  EXPECT_NEAR(test::measure_area(drawing), test::measure_area(again), 1e-6);
  const Drawing back = test::parse_good(format(again, DrawingFormat::svg), DrawingFormat::svg);
  expect_same_curves(drawing, back, 1e-6);
}

TEST(Drawing, ellipses_of_any_kind_survive_dxf) {
  for (const char* transform : {"", "scale(-1 1)", "matrix(2 1 0 3 4 5)", "matrix(-2 1 0.5 1 4 5)", "rotate(77)"}) {
    for (const char* flags : {"0 1", "0 0", "1 1", "1 0"}) {
      const std::string svg =
          fmt::format("<svg><path transform='{}' d='M0 0A20 10 30 {} 15 8L3 -4Z'/></svg>", transform, flags);
      const Drawing drawing = test::parse_good(svg, DrawingFormat::svg);
      const Drawing there =
          test::parse_good(format(drawing, DrawingFormat::dxf), DrawingFormat::dxf, {.refuses_open = true});
      const Drawing back = test::parse_good(format(there, DrawingFormat::svg), DrawingFormat::svg);
      expect_same_curves(drawing, back, 1e-5);
    }
  }
}

TEST(Drawing, units_convert_and_turn_over) {
  Drawing drawing = test::parse_good(kMixed, DrawingFormat::svg);
  const double area = test::measure_area(drawing);
  const Drawing inches = convert_units(drawing, {.millimetres = 25.4, .is_y_down = false});
  EXPECT_NEAR(test::measure_area(inches), area / (25.4 * 25.4), 1e-9);
  EXPECT_LT(find_box(inches.outlines[0]).upper.y(), 0);
  EXPECT_DOUBLE_EQ(inches.outlines[3].loops[0].pieces[0].roughness, 0.5 / 25.4);
  drawing.units.millimetres.reset();
  EXPECT_NEAR(test::measure_area(convert_units(drawing, {.millimetres = 25.4, .is_y_down = true})), area, 1e-9);
}

TEST(Drawing, files_are_known_by_their_content) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "wrong.dxf") << kMixed;
  const auto drawing = read_drawing(folder / "wrong.dxf");
  ASSERT_TRUE(drawing) << drawing.error().message;
  EXPECT_TRUE(has_note(*drawing, "read as SVG"));
  std::ofstream(folder / "what.xyz") << "what";
  EXPECT_FALSE(read_drawing(folder / "what.xyz"));
  std::ofstream(folder / "empty.svg") << "";
  EXPECT_NE(read_drawing(folder / "empty.svg").error().message.find("is empty"), std::string::npos);
  EXPECT_FALSE(read_drawing(folder / "missing.svg"));
}

TEST(Drawing, existing_files_are_not_replaced_unasked) {
  const test::TemporaryFolder folder;
  const Drawing drawing = test::parse_good(kMixed, DrawingFormat::svg);
  const DrawnLayout layout{drawing.outlines, drawing.units};
  EXPECT_TRUE(write_drawing(layout, folder / "a.svg"));
  EXPECT_FALSE(write_drawing(layout, folder / "a.svg"));
  EXPECT_TRUE(write_drawing(layout, folder / "a.svg", true));
  EXPECT_FALSE(write_drawing(layout, folder / "a.png"));
  EXPECT_FALSE(write_drawing(layout, folder / "a.json"));
}

TEST(Drawing, the_sheet_is_kept_apart) {
  for (const DrawingFormat as : {DrawingFormat::svg, DrawingFormat::dxf}) {
    Drawing drawing = test::parse_good(
        "<svg><rect data-abut='sheet' width='9' height='9'/><circle cx='4' cy='4' r='2'/></svg>", DrawingFormat::svg);
    ASSERT_TRUE(drawing.sheet);
    const Drawing again = test::parse_good(format(drawing, as), as);
    ASSERT_TRUE(again.sheet);
    EXPECT_DOUBLE_EQ(abut::measure_area(*again.sheet), 81);
    EXPECT_EQ(again.outlines.size(), 1u);
  }
}

TEST(NestingJson, parts_demands_turns_and_strip_are_read) {
  const Drawing drawing = test::parse_good(
      R"({"name": "x", "strip_height": 7.5, "items": [
          {"id": 3, "demand": 4, "allowed_orientations": [0.0, 90.0], "shape": {"type": "simple_polygon", "data": [[0,0],[2,0],[2,1],[0,0]]}},
          {"id": 5, "demand": 1, "shape": {"type": "polygon", "data": {"outer": [[0,0],[9,0],[9,9],[0,9]], "inner": [[[1,1],[1,2],[2,2]]]}}},
          {"id": 6, "shape": {"type": "rectangle", "data": {"x_min": 1, "y_min": 2, "width": 3, "height": 4}}}]})",
      DrawingFormat::json);
  ASSERT_EQ(drawing.parts.size(), 3u);
  EXPECT_EQ(drawing.parts[0].demand, 4u);
  EXPECT_EQ(*drawing.parts[0].rotations, (std::vector<double>{0, 90}));
  EXPECT_FALSE(drawing.parts[1].rotations);
  EXPECT_EQ(drawing.outlines[0].name, "item 3");
  EXPECT_DOUBLE_EQ(abut::measure_area(drawing.outlines[0]), 1);
  EXPECT_DOUBLE_EQ(abut::measure_area(drawing.outlines[1]), 80.5);
  EXPECT_DOUBLE_EQ(abut::measure_area(drawing.outlines[2]), 12);
  EXPECT_EQ(*drawing.strip_height, 7.5);
  EXPECT_FALSE(drawing.is_placed);
}

TEST(NestingJson, errors_name_the_place) {
  const auto error = [](const std::string& text) { return test::find_error(text, DrawingFormat::json); };
  EXPECT_NE(error("{}").find("neither 'items'"), std::string::npos);
  EXPECT_NE(
      error(R"({"items": [{"shape": {"type": "blob", "data": []}}]})").find("items[0].shape: a shape of type 'blob'"),
      std::string::npos);
  EXPECT_NE(error(R"({"items": [{"shape": {"type": "simple_polygon", "data": [[0,0],[1,1]]}}]})").find("2 corners"),
            std::string::npos);
  EXPECT_NE(error(R"({"items": [{"shape": {"type": "simple_polygon", "data": [[0,0],[1,1],[2]]}}]})")
                .find("expected x and y"),
            std::string::npos);
  EXPECT_NE(
      error(R"({"items": [{"shape": {"type": "simple_polygon", "data": [[0,0],[1,1],[2,2]]}}]})").find("without area"),
      std::string::npos);
  EXPECT_NE(error(R"({"items": [], "strip_height": 3})").find("no closed curve"), std::string::npos);
}

TEST(NestingJson, sewing_patterns_keep_their_curves) {
  const Drawing drawing = test::parse_good(
      R"({"pattern": {"panels": {"front": {"vertices": [[0,0],[4,0],[4,3]], "edges": [
           {"endpoints": [0,1], "curvature": {"type": "quadratic", "params": [[0.5, -0.5]]}},
           {"endpoints": [1,2], "curvature": {"type": "circle", "params": [1.5, 0, 1]}}, {"endpoints": [2,0]}]}}},
          "properties": {"units_in_meter": 100}})",
      DrawingFormat::json);
  ASSERT_EQ(drawing.outlines.size(), 1u);
  // A triangle, a parabola below it, and half a circle beside it.
  EXPECT_NEAR(abut::measure_area(drawing.outlines[0]), 6 + 2.0 / 3 * 4 * 1 + 0.5 * std::numbers::pi * 2.25, 1e-5);
  EXPECT_DOUBLE_EQ(*drawing.units.millimetres, 10);
}

TEST(DrawingCorpus, the_claims_of_the_fuzz_targets_hold) {
  std::size_t count = 0;
  for (const auto& [folder, format] : {std::pair("svg", DrawingFormat::svg), std::pair("dxf", DrawingFormat::dxf),
                                       std::pair("nesting", DrawingFormat::json)}) {
    for (const auto& entry : fs::directory_iterator(abut::test::source_folder() / "tests/corpus" / folder)) {
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path(), std::ios::binary);
      std::stringstream text;
      text << file.rdbuf();
      const std::string bytes = text.str();
      check_drawing(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), format);
      // Cut short anywhere, it is refused or read, and nothing worse.
      for (std::size_t size = 0; size < bytes.size(); size += 7) {
        check_drawing(reinterpret_cast<const std::uint8_t*>(bytes.data()), size, format);
      }
      ++count;
    }
  }
  EXPECT_GE(count, 11u);
}

TEST(DrawingData, every_real_file_is_read_and_written_without_loss) {
  ABUT_NEED_DATA();
  const fs::path folder = test::data_folder() / "2d/dxf-svg";
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!find_drawing_format(entry.path())) continue;
    const auto drawing = read_drawing(entry.path());
    if (entry.path().filename() == "lato-hai-webfont.svg") {  // a font, which draws nothing
      EXPECT_FALSE(drawing);
      continue;
    }
    ASSERT_TRUE(drawing) << drawing.error().message;
    ++count;
    const Drawing again = test::parse_good(format(*drawing, DrawingFormat::svg), DrawingFormat::svg);
    const double area = test::measure_area(*drawing);
    EXPECT_NEAR(test::measure_area(again), area, 1e-9 * area) << entry.path();
  }
  EXPECT_GE(count, 18u);
}

TEST(DrawingData, instances_have_the_parts_they_say) {
  ABUT_NEED_DATA();
  const fs::path folder = test::data_folder() / "2d/nesting/input";
  const auto albano = read_drawing(folder / "albano.json");
  ASSERT_TRUE(albano) << albano.error().message;
  EXPECT_EQ(albano->outlines.size(), 8u);
  EXPECT_EQ(*albano->strip_height, 4900);
}

}  // namespace
}  // namespace abut
