// New OBJ, PLY, STL and OFF files. Text gets the shortest digits that read back bit-equal; PLY is binary with doubles;
// STL is binary with floats, its polygons cut into triangles.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>

#include "io/failure.h"
#include "io/mesh_file.h"
#include "io/number.h"
#include "io/writers.h"

namespace abut {
namespace {

void append_vertices(std::string& out, const PolygonMesh& mesh, std::string_view keyword) {
  for (const Vec3& position : mesh.positions) {
    out += keyword;
    for (int axis = 0; axis < 3; ++axis) {
      if (axis > 0) out += ' ';
      append_number(out, position[axis]);
    }
    out += '\n';
  }
}

void append_polygon(std::string& out, std::string head, std::span<const VertexId> polygon, std::uint32_t first_index) {
  out += head;
  for (const VertexId v : polygon) fmt::format_to(std::back_inserter(out), " {}", v.value + first_index);
  out += '\n';
}

// A name is the rest of its line: line ends and blanks around it would not come back.
std::string make_one_line(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < ' '; }, '_');
  return name;
}

Vec3 compute_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double length = normal.norm();
  const bool has_direction = length > 0 && length <= std::numeric_limits<double>::max();
  return has_direction ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

void append_float(std::string& out, double value) { append_scalar(out, value, Scalar::float32, ByteOrder::little); }

void append_facet(std::string& out, const PolygonMesh& mesh, const std::array<VertexId, 3>& corners) {
  const auto position = [&](int i) -> const Vec3& { return mesh.positions[corners[i]]; };
  for (const double x : compute_normal(position(0), position(1), position(2))) append_float(out, x);
  for (const VertexId v : corners)
    for (const double x : mesh.positions[v]) {
      require_fit(x, Scalar::float32, v);
      append_float(out, x);
    }
  out.append(2, '\0');
}

}  // namespace

std::string write_obj(const PolygonMesh& mesh) {
  std::string out;
  append_vertices(out, mesh, "v ");
  for (const Part& part : list_parts(mesh)) {
    if (!part.name.empty() || mesh.parts.size() > 1) out += "o " + make_one_line(part.name) + "\n";
    for (std::size_t p = part.first_polygon; p < part.first_polygon + part.polygon_count; ++p)
      append_polygon(out, "f", mesh.polygon(PolygonId(p)), 1);
  }
  return out;
}

std::string write_off(const PolygonMesh& mesh) {
  std::string out = fmt::format("OFF\n{} {} 0\n", mesh.vertex_count(), mesh.polygon_count());
  append_vertices(out, mesh, "");
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto polygon = mesh.polygon(PolygonId(p));
    append_polygon(out, std::to_string(polygon.size()), polygon, 0);
  }
  return out;
}

std::string write_ply(const PolygonMesh& mesh) {
  std::string out = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double "
      "z\n"
      "element face {}\nproperty list uint uint vertex_indices\nend_header\n",
      mesh.vertex_count(), mesh.polygon_count());
  const auto append_uint = [&](std::size_t value) {
    append_scalar(out, static_cast<double>(value), Scalar::uint32, ByteOrder::little);
  };
  for (const Vec3& position : mesh.positions)
    for (const double x : position) append_scalar(out, x, Scalar::float64, ByteOrder::little);
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    append_uint(mesh.polygon(PolygonId(p)).size());
    for (const VertexId v : mesh.polygon(PolygonId(p))) append_uint(v);
  }
  return out;
}

std::string write_stl(const PolygonMesh& mesh) {
  std::string out = "binary STL written by abut";
  out.resize(80, ' ');
  const std::size_t triangle_count = mesh.polygon_vertices.size() - 2 * mesh.polygon_count();
  append_scalar(out, static_cast<double>(triangle_count), Scalar::uint32, ByteOrder::little);
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    for (const auto& triangle : triangulate(mesh, PolygonId(p))) append_facet(out, mesh, triangle);
  return out;
}

}  // namespace abut
