// The public functions about drawings: which reader or writer does the work.
#include "abut/drawing.h"

#include <algorithm>
#include <array>

#include "abut/io.h"
#include "io/drawing/drawing_readers.h"
#include "io/drawing/drawing_writers.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/format_detection.h"
#include "io/text_cursor.h"
#include "shape/affine2.h"

namespace abut {
namespace {

constexpr std::string_view kKnownFormats = "SVG, DXF or JSON";

std::optional<DrawingFormat> find_by_content(std::string_view bytes) {
  const std::string_view text = bytes.substr(find_text_start(bytes), 100'000);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return std::nullopt;
  if (text[first] == '{') return DrawingFormat::json;
  if (text[first] == '<' && (text.find("<svg") != text.npos || text.find(":svg") != text.npos))
    return DrawingFormat::svg;
  if (text.starts_with("AutoCAD Binary DXF") || text.find("SECTION") != text.npos) return DrawingFormat::dxf;
  return std::nullopt;
}

Drawing read_as(std::string_view bytes, DrawingFormat format, const DrawingSettings& settings) {
  if (bytes.empty()) fail("is empty, expected {}", kKnownFormats);
  const std::string_view foreign = describe_foreign_content(bytes);
  if (!foreign.empty() && format != DrawingFormat::svg) {  // as XML, SVG is foreign to meshes
    fail("{} found, expected {}", foreign, kKnownFormats);
  }
  Drawing drawing = format == DrawingFormat::svg   ? read_svg(bytes, settings)
                    : format == DrawingFormat::dxf ? read_dxf(bytes, settings)
                                                   : read_nesting_json(bytes, settings);
  if (!drawing.outlines.empty() || drawing.sheet) return drawing;
  std::string why;
  for (const std::string& note : drawing.notes) why += "; " + note;
  fail("no closed curve found{}", why);
}

}  // namespace

std::string_view format_name(DrawingFormat format) {
  constexpr std::array<std::string_view, 3> kNames = {"SVG", "DXF", "JSON"};
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<DrawingFormat> find_drawing_format(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (extension == ".svg") return DrawingFormat::svg;
  if (extension == ".dxf") return DrawingFormat::dxf;
  if (extension == ".json") return DrawingFormat::json;
  return std::nullopt;
}

Result<Drawing> parse_drawing(std::string_view bytes, DrawingFormat format, std::string_view name,
                              const DrawingSettings& settings) {
  return catch_failure(printable(name), [&] { return read_as(bytes, format, settings); });
}

Result<Drawing> read_drawing(const std::filesystem::path& path, const DrawingSettings& settings) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const auto by_content = find_by_content(*bytes), by_name = find_drawing_format(path);
  const auto format = by_content ? by_content : by_name;
  if (!format)
    return describe_failure(path, fmt::format("neither its content nor its extension is that of {}", kKnownFormats));
  auto drawing = parse_drawing(*bytes, *format, path.string(), settings);
  if (drawing && by_name != format) {
    drawing->notes.push_back(fmt::format("read as {}, which is what the content is", format_name(*format)));
  }
  return drawing;
}

namespace {

void apply(const Affine2& map, double scale, Outline& outline) {
  for (Loop& loop : outline.loops) {
    for (OutlinePiece& piece : loop.pieces) {
      piece = map.apply(piece);
      piece.roughness *= scale;
    }
    for (Vec2& point : loop.control_points) point = map.apply(point);
  }
}

}  // namespace

Drawing convert_units(Drawing drawing, const DrawingUnits& units) {
  const bool is_known = drawing.units.millimetres && units.millimetres;
  const double scale = is_known ? *drawing.units.millimetres / *units.millimetres : 1;
  const double flip = drawing.units.is_y_down == units.is_y_down ? 1 : -1;
  drawing.units = units;
  if (scale == 1 && flip == 1) return drawing;
  const Affine2 map = Affine2::make_scale(Vec2(scale, flip * scale));
  for (Outline& outline : drawing.outlines) apply(map, scale, outline);
  if (drawing.sheet) apply(map, scale, *drawing.sheet);
  if (drawing.strip_height) *drawing.strip_height *= scale;
  return drawing;
}

Result<std::string> format_drawing(const DrawnLayout& layout, DrawingFormat format) {
  if (format == DrawingFormat::json) return Error{"outlines can be written as SVG or DXF, not as JSON"};
  return catch_failure(format_name(format),
                       [&] { return format == DrawingFormat::svg ? write_svg(layout) : write_dxf(layout); });
}

Status write_drawing(const DrawnLayout& layout, const std::filesystem::path& path, bool overwrite) {
  const auto format = find_drawing_format(path);
  if (!format || *format == DrawingFormat::json) {
    return describe_failure(path,
                            fmt::format("extension {} found, expected .svg or .dxf", quote(path.extension().string())));
  }
  const Result<std::string> bytes = format_drawing(layout, *format);
  return bytes ? write_file(path, *bytes, overwrite) : Status(bytes.error());
}

}  // namespace abut
