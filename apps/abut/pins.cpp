#include "pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/sort_unique.h"
#include "base/text.h"
#include "contour_text.h"
#include "io/number.h"
#include "mesh_names.h"

namespace abut {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// The numbers of "1,2,3"; nothing if that is not what it is.
std::vector<double> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  if (text.find(',') == text.npos) return numbers;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = text.find(',');
    is_last = comma == text.npos;
    const auto number = parse_number(trim(text.substr(0, comma)));
    if (!number) return {};
    numbers.push_back(*number);
    text.remove_prefix(is_last ? text.size() : comma + 1);
  }
  return numbers;
}

// x0,y0,z0,x1,y1,z1.
Result<Box3> make_pin_box(std::span<const double> numbers) {
  if (numbers.size() != 6) {
    return Error{fmt::format("{} numbers found, expected 6 for a box: x0,y0,z0,x1,y1,z1", numbers.size())};
  }
  for (const double number : numbers) {
    if (!std::isfinite(number)) return Error{fmt::format("{} found, expected a coordinate", number)};
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (numbers[axis] <= numbers[axis + 3]) continue;
    return Error{fmt::format("{} from {} to {} found, expected the lower corner of the box first: x0,y0,z0,x1,y1,z1",
                             "xyz"[axis], numbers[axis], numbers[axis + 3])};
  }
  return Box3{{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
}

// Those of the first frame, if there are several.
Status pin_box(UntangleInputs& inputs, const Box3& box) {
  std::size_t count = 0;
  Box3 all;
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    const MeshInput& mesh = *inputs.meshes[m];
    for (const Vec3& p : mesh.positions) all.add(p);
    for (std::size_t v = 0; v < mesh.vertices_in_file; ++v) {
      const Vec3& p = mesh.positions[mesh.welded(v)];
      if ((p.array() < box.lower.array()).any() || (p.array() > box.upper.array()).any()) continue;
      inputs.roles[m].pins.push_back(VertexId(v));
      ++count;
    }
  }
  if (count > 0) return success();
  return Error{fmt::format("no vertex of a mesh that may move is in the box; they are in {}", describe_box(all))};
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
    if (is_pinned[mesh.welded(v)]) inputs.roles[named.mesh].pins.push_back(VertexId(v));
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
  if (listed->empty()) return Error{fmt::format("{}: no vertex found, expected one a line", printable(path))};
  for (const ListedVertex& vertex : *listed) {
    const std::string place = fmt::format("{}:{}", printable(path), vertex.line);
    if (auto status = pin_listed(inputs, vertex, place); !status) return status;
  }
  return success();
}

Status set_pin(UntangleInputs& inputs, const std::string& argument) {
  if (const auto numbers = parse_numbers(argument); !numbers.empty()) {
    const auto box = make_pin_box(numbers);
    const Status status = box ? pin_box(inputs, *box) : Status(box.error());
    return status ? status : Error{fmt::format("--pin {}: {}", printable(argument), status.error().message)};
  }
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
