// What abut untangle is given: the meshes that are to move, obstacles, and what may not move.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "abut/untangle.h"
#include "mesh_input.h"
#include "untangle_options.h"

namespace abut {

/// What a mesh is in the scene. Vertices are those of the file, so that it holds for each frame, and however vertices
/// are welded.
struct MeshRole {
  std::vector<VertexId> pins;  ///< never move
  std::vector<int> layers;     ///< of each part, as UntangleBody has them
  std::vector<Vec3> rest;      ///< the shape to relax to; empty: that of the input
  std::vector<Vec3> start;     ///< where to start from, as UntangleBody has it; empty: the input
};

/// Meshes that move come first, then obstacles.
struct UntangleInputs {
  MeshInputs meshes;
  std::vector<MeshRole> roles;  ///< of each mesh
  std::size_t moving_count = 0;

  bool is_obstacle(BodyId mesh) const { return mesh >= moving_count; }
};

/// Reads everything and finds out what is what.
Result<UntangleInputs> load_untangle_inputs(const UntangleOptions& options);

/// The files that a frame comes from; of those that move, only its own.
std::vector<std::filesystem::path> list_sources(const UntangleOptions& options, const UntangleInputs& inputs,
                                                std::size_t frame);

/// A scene for untangle(), and what it refers to.
struct PlacedScene {
  UntangleScene scene;
  std::vector<std::vector<Vec3>> rests, starts;
};

/// The meshes, which may be others of the same polygons, in the roles of the inputs.
PlacedScene place_scene(const UntangleInputs& inputs, const MeshInputs& meshes);

/// What reports say of the meshes, in the order of the inputs; `files` is where those that move were written.
std::vector<UntangledMesh> list_untangled(const UntangleInputs& inputs, const MeshInputs& meshes,
                                          std::span<const std::filesystem::path> files);

}  // namespace abut
