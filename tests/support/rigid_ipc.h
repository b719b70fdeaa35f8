// Scenes of the collection that were made for Rigid IPC (Ferguson et al. 2021), as scenes of solids.
#pragma once

#include <filesystem>
#include <string>

#include "abut/solids.h"

namespace abut::test {

struct RigidIpcScene {
  SolidScene scene;
  std::vector<Vec3> forces;  ///< on each solid, all the time, at its center of mass
};

/// `name` is a file below its folder of 3D fixtures. What is convex becomes so, all else stays a mesh; a body of which
/// only one motion is left is on a hinge or a sliding joint, one that may not turn has an inertia that nothing turns. Y
/// is up.
RigidIpcScene read_rigid_ipc(const std::string& name);

}  // namespace abut::test
