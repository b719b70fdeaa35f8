// Nesting instances as the solvers jagua-rs and sparrow have them, and sewing patterns of GarmentCode: parts that are
// to be placed, and what to cut them from.
#include <cmath>

#include "io/drawing/drawing_builder.h"
#include "io/drawing/drawing_readers.h"
#include "io/drawing/svg_path.h"
#include "io/failure.h"
#include "io/json_view.h"
#include "shape/strokes.h"

namespace abut {
namespace {

Vec2 read_point(const JsonView& view) {
  if (view.size() != 2) fail_at(view.path(), "{} numbers found, expected x and y", view.size());
  const Vec2 point(view.at(0).to_number(), view.at(1).to_number());
  if (!(point.cwiseAbs().maxCoeff() <= kMaxCoordinate))
    fail_at(view.path(), "a coordinate beyond {} found", kMaxCoordinate);
  return point;
}

// The last corner may be the first again.
std::vector<OutlinePiece> read_polygon(const JsonView& view) {
  std::vector<Vec2> corners;
  for (std::size_t i = 0; i < view.size(); ++i) corners.push_back(read_point(view.at(i)));
  while (corners.size() > 1 && corners.back() == corners.front()) corners.pop_back();
  if (corners.size() < 3) fail_at(view.path(), "{} corners found, expected 3 at least", corners.size());
  return make_polygon(corners).pieces;
}

std::vector<OutlinePiece> read_rectangle(const JsonView& view) {
  const Vec2 corner(view.at("x_min").to_number(), view.at("y_min").to_number());
  const Vec2 size(view.at("width").to_number(), view.at("height").to_number());
  if (!(size.minCoeff() > 0)) fail_at(view.path(), "a rectangle without a size found");
  const std::array<Vec2, 4> corners = {corner, corner + Vec2(size.x(), 0), corner + size, corner + Vec2(0, size.y())};
  return make_polygon(corners).pieces;
}

// An outer loop and holes.
void add_shape(DrawingBuilder& builder, const JsonView& shape) {
  const std::string& type = shape.at("type").to_string();
  const JsonView data = shape.at("data");
  if (type == "rectangle") return builder.add_closed(read_rectangle(data));
  if (type == "simple_polygon") return builder.add_closed(read_polygon(data));
  if (type != "polygon") {
    fail_at(shape.path(), "a shape of type {} found, expected rectangle, simple_polygon or polygon", quote(type));
  }
  builder.add_closed(read_polygon(data.at("outer")));
  const auto inner = data.find("inner");
  for (std::size_t i = 0; inner && i < inner->size(); ++i) builder.add_closed(read_polygon(inner->at(i)));
}

NestingPart read_part(const JsonView& item) {
  NestingPart part;
  part.demand = static_cast<std::uint32_t>(std::min<std::size_t>(size_or(item, "demand", 1), 1'000'000));
  const auto turns = item.find("allowed_orientations");
  if (!turns || turns->value().is_null()) return part;
  part.rotations.emplace();
  for (std::size_t i = 0; i < turns->size(); ++i) part.rotations->push_back(turns->at(i).to_number());
  if (part.rotations->empty()) fail_at(turns->path(), "no orientation found");
  return part;
}

Outline read_bin(const JsonView& bin, const DrawingSettings& settings, std::vector<std::string>& notes) {
  DrawingBuilder builder(settings);
  builder.begin_owner({.name = "sheet", .is_sheet = true});
  add_shape(builder, bin.at("shape"));
  const auto zones = bin.find("zones");
  if (zones && zones->size() > 0)
    notes.push_back(fmt::format("not read: {} quality zones of the sheet", zones->size()));
  auto sheet = builder.finish(DrawingBuilder::Grouping::by_owner, {}).sheet;
  if (!sheet) fail_at(bin.path(), "a sheet without area found");
  return *std::move(sheet);
}

Drawing read_instance(const JsonView& root, const DrawingSettings& settings) {
  DrawingBuilder builder(settings);
  const JsonView items = root.at("items");
  std::vector<NestingPart> parts;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const JsonView item = items.at(i);
    const auto id = item.find("id");
    names.push_back(fmt::format("item {}", id ? printable(id->value().dump()) : std::to_string(i)));
    builder.begin_owner({names.back()});
    add_shape(builder, item.at("shape"));
    parts.push_back(read_part(item));
  }
  Drawing drawing = builder.finish(DrawingBuilder::Grouping::by_owner, {});
  if (drawing.outlines.size() != parts.size()) {
    std::size_t i = 0;
    while (i < drawing.outlines.size() && drawing.outlines[i].name == names[i]) ++i;
    fail_at(items.at(i).path(), "an item without area found");
  }
  drawing.is_placed = false;
  drawing.parts = std::move(parts);
  if (const auto height = root.find("strip_height")) {
    drawing.strip_height = height->to_number();
    if (!(*drawing.strip_height > 0))
      fail_at(height->path(), "{} found, expected a height above 0", height->to_number());
  }
  if (const auto bins = root.find("bins"); bins && bins->size() > 0) {
    if (bins->size() > 1) drawing.notes.push_back(fmt::format("not read: {} more sheets", bins->size() - 1));
    drawing.sheet = read_bin(bins->at(0), settings, drawing.notes);
  }
  return drawing;
}

// Control points are given along the edge and to its left, both by its length.
std::vector<OutlinePiece> read_edge(const JsonView& edge, std::span<const Vec2> vertices) {
  const JsonView ends = edge.at("endpoints");
  const auto vertex = [&](std::size_t i) {
    const std::size_t number = ends.at(i).to_size();
    if (number >= vertices.size()) fail_at(ends.path(), "vertex {} found, but there are {}", number, vertices.size());
    return vertices[number];
  };
  const Vec2 from = vertex(0), to = vertex(1), along = to - from, left(-along.y(), along.x());
  const auto curvature = edge.find("curvature");
  if (!curvature || curvature->value().is_null()) return {{make_line(from, to), PieceKind::line}};
  const std::string& type = curvature->at("type").to_string();
  const JsonView values = curvature->at("params");
  const auto control = [&](std::size_t i) {
    const Vec2 p = read_point(values.at(i));
    return Vec2(from + p.x() * along + p.y() * left);
  };
  if (type == "quadratic") {
    const Vec2 middle = control(0);
    return {{Cubic2{{from, from + 2.0 / 3 * (middle - from), to + 2.0 / 3 * (middle - to), to}}}};
  }
  if (type == "cubic") return {{Cubic2{{from, control(0), control(1), to}}}};
  if (type != "circle") fail_at(curvature->path(), "type {} found, expected quadratic, cubic or circle", quote(type));
  const double radius = values.at(0).to_number();
  const auto arc =
      make_arc_between(from, to, Vec2(radius, radius), 0, values.at(1).to_number() != 0, values.at(2).to_number() != 0);
  if (!arc) return {{make_line(from, to), PieceKind::line}};
  return make_arc(*arc, from, to);
}

std::vector<Vec2> read_vertices(const JsonView& view) {
  std::vector<Vec2> vertices;
  for (std::size_t i = 0; i < view.size(); ++i) vertices.push_back(read_point(view.at(i)));
  return vertices;
}

Drawing read_pattern(const JsonView& root, const DrawingSettings& settings) {
  DrawingBuilder builder(settings);
  const JsonView panels = root.at("pattern").at("panels");
  if (!panels.value().is_object()) fail_at(panels.path(), "no panels found");
  for (const auto& [name, value] : panels.value().items()) {
    const JsonView panel = panels.at(name);
    builder.begin_owner({printable(name), name});
    const auto vertices = read_vertices(panel.at("vertices"));
    const JsonView edges = panel.at("edges");
    for (std::size_t i = 0; i < edges.size(); ++i) builder.add_stroke(read_edge(edges.at(i), vertices));
  }
  DrawingUnits units;
  if (const auto properties = root.find("properties")) {
    if (const auto per_metre = properties->find("units_in_meter"); per_metre && per_metre->to_number() > 0) {
      units.millimetres = 1000 / per_metre->to_number();
    }
  }
  Drawing drawing = builder.finish(DrawingBuilder::Grouping::by_owner, units);
  drawing.is_placed = false;
  drawing.parts.assign(drawing.outlines.size(), {1, std::vector<double>{0, 180}});  // cloth has a grain
  return drawing;
}

}  // namespace

Drawing read_nesting_json(std::string_view bytes, const DrawingSettings& settings) {
  const Json json = parse_json(bytes, JsonPlaces::lines);
  const JsonView root(json);
  // Parts have no places yet: what lies inside another has nothing to do with it.
  DrawingSettings own = settings;
  own.nested_are_holes.reset();
  if (root.find("items")) return read_instance(root, own);
  if (root.find("pattern")) return read_pattern(root, own);
  fail("neither 'items' (a nesting instance) nor 'pattern' (a sewing pattern) found");
}

}  // namespace abut
