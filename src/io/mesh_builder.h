// Puts together the mesh of a MeshFile and refuses, with the place in the file, what no mesh may hold.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "io/failure.h"
#include "io/mesh_file.h"
#include "io/text_cursor.h"

namespace abut {

class MeshBuilder {
 public:
  explicit MeshBuilder(MeshFile::Content& content) : content_(content) {}

  std::size_t vertex_count() const { return content_.mesh.positions.size(); }
  std::size_t polygon_count() const { return content_.mesh.polygon_count(); }

  /// Makes room for what a header promises. Call only after the promise was held against the size of the file.
  void reserve(std::size_t vertices, std::size_t polygons);

  void add_vertex(const Vec3& position, const CoordinateOffsets& offsets, Place place);
  /// Indices must be below `vertex_limit`; vertices may still follow their polygons.
  void add_polygon(std::span<const VertexId> polygon, std::size_t vertex_limit, Place place);
  /// The polygons from here on belong to a new part. One that gets no polygon leaves no trace.
  void begin_part(std::string_view name);
  /// Refuses a mesh without polygons.
  void finish();

  /// Reads the three coordinates of a vertex from the current line.
  void add_vertex_from_line(TextCursor& cursor);

 private:
  MeshFile::Content& content_;
};

/// Reads a word as a coordinate: a number, finite and within kMaxCoordinate.
double parse_coordinate(std::string_view word, Place place);

/// Refuses a number that is not finite or beyond kMaxCoordinate.
void require_coordinate(double value, Place place);

}  // namespace abut
