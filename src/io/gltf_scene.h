// The nodes of a glTF scene that show a mesh, each with its transform to the world.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "io/json_view.h"

namespace abut {

struct GltfMeshNode {
  std::size_t node = 0;
  std::size_t mesh = 0;
  bool is_skinned = false;
  Eigen::Matrix4d to_world = Eigen::Matrix4d::Identity();
};

/// In the order of the file: parents before children, children in their order. The default scene, or all nodes if
/// there is none. Throws Failure if the nodes do not form trees.
std::vector<GltfMeshNode> find_mesh_nodes(const JsonView& root);

}  // namespace abut
