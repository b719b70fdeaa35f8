// What must hold for any bytes whatever: the reader does not crash, and what it accepts is a valid mesh that can be
// written again, both into its own file and as a new one. One target per format includes this.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "abut/io.h"

namespace abut {

inline void require(bool condition, const char* claim) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

// Corner by corner, since formats differ in how they share vertices.
inline std::vector<Vec3> collect_fan_corners(const PolygonMesh& mesh, bool as_floats) {
  std::vector<Vec3> corners;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto polygon = mesh.polygon(PolygonId(p));
    for (std::size_t i = 2; i < polygon.size(); ++i)
      for (const VertexId v : {polygon[0], polygon[i - 1], polygon[i]})
        corners.push_back(as_floats ? Vec3(mesh.positions[v].cast<float>().cast<double>()) : mesh.positions[v]);
  }
  return corners;
}

inline void check_write_back(const MeshFile& file, const std::string& bytes) {
  const Result<std::string> again = format_positions(file, file.mesh().positions);
  require(again.has_value(), "unchanged positions can be written");
  require(*again == bytes, "unchanged positions give the same bytes");
}

inline void check_new_file(const PolygonMesh& mesh, MeshFormat format) {
  const Result<std::string> bytes = format_mesh(mesh, format);
  const bool holds_floats = format == MeshFormat::stl || format == MeshFormat::gltf || format == MeshFormat::glb;
  if (!bytes) return require(holds_floats, "only floats can be too small for a coordinate");
  const Result<MeshFile> again = parse_mesh(*bytes, format, "again");
  require(again.has_value(), "what was written can be read");
  require(collect_fan_corners(again->mesh(), holds_floats) == collect_fan_corners(mesh, holds_floats),
          "what was written is read back");
}

inline int check_bytes(const std::uint8_t* data, std::size_t size, MeshFormat format) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Result<MeshFile> file = parse_mesh(bytes, format, "input");
  if (!file) {
    require(file.error().message.starts_with("input:"), "an error names the file");
    return 0;
  }
  require(check_polygon_mesh(file->mesh()).has_value(), "what is accepted is a valid mesh");
  check_write_back(*file, bytes);
  check_new_file(file->mesh(), format);
  return 0;
}

}  // namespace abut
