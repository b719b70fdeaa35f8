// The checks every format shares, so that each of them is made in one place and worded in one way.
#include "io/mesh_builder.h"

#include <cmath>

#include "io/number.h"
#include "shape/polygon_mesh.h"

namespace abut {

void MeshBuilder::reserve(std::size_t vertices, std::size_t polygons) {
  content_.mesh.positions.reserve(vertices);
  content_.offsets.reserve(vertices);
  content_.mesh.polygon_starts.reserve(polygons + 1);
  content_.mesh.polygon_vertices.reserve(3 * polygons);
}

void MeshBuilder::add_vertex(const Vec3& position, const CoordinateOffsets& offsets, Place place) {
  if (vertex_count() >= kMaxElements) fail_at(place, "more than {} vertices found", kMaxElements);
  content_.mesh.positions.push_back(position);
  content_.offsets.push_back(offsets);
}

void MeshBuilder::add_polygon(std::span<const VertexId> polygon, std::size_t vertex_limit, Place place) {
  const std::string fault = find_polygon_fault(polygon, vertex_limit);
  if (!fault.empty()) fail_at(place, "{}", fault);
  if (content_.mesh.polygon_vertices.size() + polygon.size() > kMaxElements)
    fail_at(place, "polygons with more than {} vertices in all found", kMaxElements);
  if (content_.mesh.parts.empty()) begin_part("");
  content_.mesh.add_polygon(polygon);
  ++content_.mesh.parts.back().polygon_count;
}

void MeshBuilder::begin_part(std::string_view name) {
  auto& parts = content_.mesh.parts;
  if (parts.empty() || parts.back().polygon_count > 0)
    parts.push_back({.name = {}, .first_polygon = static_cast<std::uint32_t>(polygon_count()), .polygon_count = 0});
  parts.back().name = name;
}

void MeshBuilder::finish() {
  auto& parts = content_.mesh.parts;
  if (polygon_count() == 0) fail("no faces found, expected at least one");
  if (parts.back().polygon_count == 0) parts.pop_back();
}

void MeshBuilder::add_vertex_from_line(TextCursor& cursor) {
  const Place place = line_place(cursor.line());
  Vec3 position;
  CoordinateOffsets offsets;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string_view word = cursor.read_word();
    if (word.empty()) fail_at(place, "vertex with {} coordinates found, expected 3", axis);
    position[axis] = parse_coordinate(word, place);
    offsets[axis] = cursor.offset_of(word);
  }
  add_vertex(position, offsets, place);
}

double parse_coordinate(std::string_view word, Place place) {
  const std::optional<double> value = parse_number(word);
  if (!value) fail_at(place, "{} found, expected a coordinate", quote(word));
  if (!(std::abs(*value) <= kMaxCoordinate))
    fail_at(place, "coordinate {} found, expected a number within {}", quote(word), kMaxCoordinate);
  return *value;
}

void require_coordinate(double value, Place place) {
  if (!(std::abs(value) <= kMaxCoordinate))
    fail_at(place, "coordinate {} found, expected a number within {}", value, kMaxCoordinate);
}

}  // namespace abut
