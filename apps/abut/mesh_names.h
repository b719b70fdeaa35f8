// Meshes and their objects or groups by the names people give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh_input.h"

namespace abut {

/// A whole mesh, or a part of it.
struct NamedMesh {
  BodyId mesh;
  std::optional<PartId> part;
};

/// Whether this is the mesh's name, or that of its file without its folder.
bool test_mesh_name(const MeshInput& mesh, std::string_view name);

/// The only mesh whose file has that name but for its extension.
std::optional<BodyId> find_by_stem(const MeshInputs& meshes, std::string_view stem);

/// The meshes of that name, or if there are none, all objects and groups of that name, or the mesh whose file has it
/// but for its extension. The error lists the names there
/// are; `option` is what the name was given to.
Result<std::vector<NamedMesh>> find_named(const MeshInputs& meshes, std::string_view name, std::string_view option);

/// The one mesh of that name, with its extension or without.
Result<BodyId> find_mesh(const MeshInputs& meshes, std::string_view name);

/// What sentences call the mesh, fit for a terminal: its name without its folder, if no other mesh has that.
std::string short_name(const MeshInputs& meshes, BodyId mesh);

/// "shirt.obj, trousers.obj": the names of all meshes.
std::string list_mesh_names(const MeshInputs& meshes);

}  // namespace abut
