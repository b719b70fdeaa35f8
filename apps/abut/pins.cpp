#include "pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/sort_unique.h"
#include "base/text.h"
#include "io/number.h"
#include "mesh_names.h"

namespace abut {
namespace {

// "x0,y0,z0,x1,y1,z1", whichever corner comes first.
std::optional<Box3> parse_box(std::string_view text) {
  std::vector<double> numbers;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = text.find(',');
    is_last = comma == text.npos;
    const auto number = parse_number(text.substr(0, comma));
    if (!number) return {};
    numbers.push_back(*number);
    text.remove_prefix(is_last ? text.size() : comma + 1);
  }
  if (numbers.size() != 6) return {};
  Box3 box;
  box.add({numbers[0], numbers[1], numbers[2]});
  box.add({numbers[3], numbers[4], numbers[5]});
  return box;
}

VertexId find_welded(const MeshInput& mesh, std::size_t file_vertex) {
  return mesh.vertex_of.empty() ? VertexId(file_vertex) : mesh.vertex_of[file_vertex];
}

// Those of the first frame, if there are several.
Status pin_box(UntangleInputs& inputs, const Box3& box, const std::string& argument) {
  std::size_t count = 0;
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    const MeshInput& mesh = *inputs.meshes[m];
    for (std::size_t v = 0; v < mesh.vertices_in_file; ++v) {
      const Vec3& p = mesh.positions[find_welded(mesh, v)];
      if ((p.array() < box.lower.array()).any() || (p.array() > box.upper.array()).any()) continue;
      inputs.roles[m].pins.push_back(VertexId(v));
      ++count;
    }
  }
  return count > 0 ? success()
                   : Status(Error{fmt::format("--pin {}: no vertex of a mesh that may move is in the box", argument)});
}

// What is welded to a vertex of the group belongs to it.
void pin_named(UntangleInputs& inputs, const NamedMesh& named) {
  const MeshInput& mesh = *inputs.meshes[named.mesh];
  const Surface& surface = mesh.surface;
  std::vector<std::uint8_t> is_pinned(surface.vertex_count(), !named.part);
  for (std::uint32_t f = 0; f < surface.face_count() && named.part; ++f) {
    if (surface.part(FaceId(f)) != *named.part) continue;
    for (const VertexId v : surface.face(FaceId(f))) is_pinned[v] = 1;
  }
  for (std::size_t v = 0; v < mesh.vertices_in_file; ++v) {
    if (is_pinned[find_welded(mesh, v)]) inputs.roles[named.mesh].pins.push_back(VertexId(v));
  }
}

Status pin_listed(UntangleInputs& inputs, const ListedVertex& listed, const std::string& place) {
  if (listed.mesh.empty() && inputs.moving_count > 1) {
    return Error{fmt::format("{}: which mesh? With several, a line is NAME:VERTEX; the meshes are {}", place,
                             list_mesh_names(inputs.meshes))};
  }
  const Result<BodyId> mesh = listed.mesh.empty() ? BodyId(0) : find_mesh(inputs.meshes, listed.mesh);
  if (!mesh) return Error{fmt::format("{}: {}", place, mesh.error().message)};
  const MeshInput& input = *inputs.meshes[*mesh];
  if (listed.vertex >= input.vertices_in_file) {
    return Error{fmt::format("{}: vertex {} found, expected less than {}, the number of vertices of {}", place,
                             listed.vertex, input.vertices_in_file, printable(input.name))};
  }
  inputs.roles[*mesh].pins.push_back(VertexId(listed.vertex));
  return success();
}

Status pin_list(UntangleInputs& inputs, const std::string& path) {
  const auto listed = read_vertex_list(path);
  if (!listed) return listed.error();
  for (const ListedVertex& vertex : *listed) {
    const std::string place = fmt::format("{}:{}", printable(path), vertex.line);
    if (auto status = pin_listed(inputs, vertex, place); !status) return status;
  }
  return success();
}

Status set_pin(UntangleInputs& inputs, const std::string& argument) {
  if (const auto box = parse_box(argument)) return pin_box(inputs, *box, argument);
  const auto named = find_named(inputs.meshes, argument, "--pin");
  std::error_code ignored;
  if (!named && std::filesystem::exists(argument, ignored)) return pin_list(inputs, argument);
  if (!named) return Error{fmt::format("{}; and there is no file of that name", named.error().message)};
  for (const NamedMesh& mesh : *named) pin_named(inputs, mesh);
  return success();
}

}  // namespace

Status set_pins(UntangleInputs& inputs, const std::vector<std::string>& pins) {
  for (const std::string& argument : pins) {
    if (auto status = set_pin(inputs, argument); !status) return status;
  }
  for (MeshRole& role : inputs.roles) sort_unique(role.pins);
  return success();
}

}  // namespace abut
