#include "mesh_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace abut {
namespace {

constexpr std::size_t kMaxNames = 20;

template <class Names>
std::string join_names(const Names& names) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == kMaxNames) return text + ", ...";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

std::string list_part_names(const MeshInputs& meshes) {
  std::set<std::string> names;
  for (const auto& mesh : meshes) {
    for (const Part& part : mesh->surface.parts()) {
      if (!part.name.empty()) names.insert(printable(part.name));
    }
  }
  return join_names(names);
}

// A part of an OBJ file may be named by its object, its group, or both: shirt/collar.
bool test_part_name(std::string_view part, std::string_view name) {
  if (part == name) return true;
  const std::size_t slash = part.find('/');
  return slash != part.npos && (part.substr(0, slash) == name || part.substr(slash + 1) == name);
}

std::vector<NamedMesh> find_parts(const MeshInputs& meshes, std::string_view name) {
  std::vector<NamedMesh> found;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const auto parts = meshes[m]->surface.parts();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (test_part_name(parts[p].name, name)) found.push_back({BodyId(m), PartId(p)});
    }
  }
  return found;
}

}  // namespace

bool test_mesh_name(const MeshInput& mesh, std::string_view name) {
  return mesh.name == name || std::filesystem::path(mesh.name).filename() == name;
}

std::optional<BodyId> find_by_stem(const MeshInputs& meshes, std::string_view stem) {
  std::optional<BodyId> found;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (std::filesystem::path(meshes[m]->name).stem() != stem) continue;
    if (found) return {};
    found = BodyId(m);
  }
  return found;
}

std::string short_name(const MeshInputs& meshes, BodyId mesh) {
  const std::string& name = meshes[mesh]->name;
  const std::string last = std::filesystem::path(name).filename().string();
  const auto has_it = [&](const auto& other) { return test_mesh_name(*other, last); };
  const bool is_unique = std::count_if(meshes.begin(), meshes.end(), has_it) == 1;
  return printable(is_unique && !last.empty() ? last : name);
}

std::string list_mesh_names(const MeshInputs& meshes) {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < meshes.size(); ++m) names.push_back(short_name(meshes, BodyId(m)));
  return join_names(names);
}

Result<std::vector<NamedMesh>> find_named(const MeshInputs& meshes, std::string_view name, std::string_view option) {
  std::vector<NamedMesh> found;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (test_mesh_name(*meshes[m], name)) found.push_back({BodyId(m), {}});
  }
  if (found.empty() && !name.empty()) found = find_parts(meshes, name);
  if (const auto mesh = find_by_stem(meshes, name); mesh && found.empty()) found.push_back({*mesh, {}});
  if (!found.empty()) return found;
  const std::string parts = list_part_names(meshes);
  return Error{fmt::format("{} {}: there is no such mesh or group; the meshes are {}; {}", option, printable(name),
                           list_mesh_names(meshes), parts.empty() ? "there are no groups" : "the groups are " + parts)};
}

Result<BodyId> find_mesh(const MeshInputs& meshes, std::string_view name) {
  std::optional<BodyId> found;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (!test_mesh_name(*meshes[m], name)) continue;
    if (found) return Error{fmt::format("two meshes are named {}; give the whole path", printable(name))};
    found = BodyId(m);
  }
  if (!found) found = find_by_stem(meshes, name);
  if (found) return *found;
  return Error{fmt::format("there is no mesh {}; the meshes are {}", quote(name), list_mesh_names(meshes))};
}

}  // namespace abut
