#include "rest_shapes.h"

#include <fmt/format.h>

#include "base/text.h"
#include "console.h"
#include "mesh_names.h"

namespace abut {
namespace {

// Where the name of NAME=FILE ends: there is a mesh of that name. A file's name may have a = too.
std::size_t find_name_end(const UntangleInputs& inputs, const std::string& argument) {
  const std::size_t end = argument.find('=');
  return end != argument.npos && find_mesh(inputs.meshes, argument.substr(0, end)) ? end : argument.npos;
}

// What is no file and has a = is meant to have a name in front of it.
Status check_file_name(const UntangleInputs& inputs, const std::string& argument) {
  const std::size_t end = argument.find('=');
  std::error_code ignored;
  if (end == argument.npos || std::filesystem::exists(argument, ignored)) return success();
  const auto mesh = find_mesh(inputs.meshes, argument.substr(0, end));
  return Error{fmt::format("--rest {}: {}", printable(argument), mesh.error().message)};
}

Status set_rest(UntangleInputs& inputs, BodyId mesh, const std::string& path) {
  const MeshInput& input = *inputs.meshes[mesh];
  MeshRole& role = inputs.roles[mesh];
  if (!role.rest.empty()) return Error{fmt::format("--rest is given twice for {}", printable(input.name))};
  // A single frame of an animation: who reads it finds out whether its polygons are the same.
  const auto shape = open_animation({path}, source_polygons(input));
  if (!shape) return shape.error();
  auto positions = shape->read_frame(0);
  if (!positions) return positions.error();
  if (const auto welded = weld_positions(input, *positions, printable(path)); !welded) return welded.error();
  role.rest = std::move(*positions);
  return success();
}

}  // namespace

std::string rest_file(const UntangleInputs& inputs, const std::string& argument) {
  const std::size_t end = find_name_end(inputs, argument);
  return end == argument.npos ? argument : argument.substr(end + 1);
}

Status set_rests(UntangleInputs& inputs, const std::vector<std::string>& rests) {
  std::size_t next = 0;
  for (const std::string& argument : rests) {
    const std::size_t end = find_name_end(inputs, argument);
    if (end == argument.npos && next == inputs.moving_count) {
      return Error{fmt::format("--rest {}: only {}", printable(argument), plural(next, "mesh moves", "meshes move"))};
    }
    if (end == argument.npos) {
      if (auto status = check_file_name(inputs, argument); !status) return status;
    }
    const BodyId mesh = end == argument.npos ? BodyId(next++) : *find_mesh(inputs.meshes, argument.substr(0, end));
    if (auto status = set_rest(inputs, mesh, rest_file(inputs, argument)); !status) return status;
  }
  return success();
}

}  // namespace abut
