// The meshes named on a command line: files, or built-in scenes written as scene:NAME or scene:NAME:TRIANGLES.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abut/io.h"

namespace abut {

/// A mesh ready for use. Its address must stay: the body refers into it.
struct MeshInput {
  std::string name;
  std::string kind;  ///< "OBJ", "PLY", ..., "scene"
  std::vector<std::string> notes;
  std::size_t vertices_in_file = 0;
  std::vector<Vec3> positions;  ///< of the surface's vertices, welded if asked for
  Surface surface;

  Body body() const { return {&surface, positions}; }
};

using MeshInputs = std::vector<std::unique_ptr<MeshInput>>;

/// Reads one argument; a scene may give several meshes.
Result<MeshInputs> load_input(const std::string& argument, bool weld_vertices);

}  // namespace abut
