// What gets spheres: the links of a robot, or a mesh as if it were one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/robot.h"
#include "mesh_input.h"
#include "spheres_set_options.h"

namespace abut {

struct SphereSetBody {
  std::string name;                 ///< of the link
  std::shared_ptr<MeshInput> mesh;  ///< all that is to be covered; none if there are only spheres
  std::vector<Sphere> kept;         ///< that the document has as collision shapes already
  std::vector<Sphere> added;        ///< that it has as visual shapes
  Pose3 place = {};                 ///< to look at it
};

struct SphereSetBodies {
  std::string name;            ///< of the robot
  std::optional<Robot> robot;  ///< without the shapes that were skipped
  std::vector<SphereSetBody> bodies;
  std::vector<std::string> notes, skipped;
  std::vector<std::string> files;  ///< all that were read
};

Result<SphereSetBodies> load_mesh_bodies(const SphereSetOptions& options);
Result<SphereSetBodies> load_robot_bodies(const SphereSetOptions& options);

}  // namespace abut
