// What substeps compute with. It is kept from step to step, so that its memory is.
#pragma once

#include <vector>

#include "sim/solids/articulation.h"
#include "sim/solids/contact_sweeps.h"

namespace abut {

struct SubstepRoom {
  struct Place {
    Vec3 center;
    Eigen::Matrix3d rotation;
  };
  ContactSweeps sweeps;
  std::vector<SweptBody> swept;
  std::vector<SweptFrame> frames;
  std::vector<Place> starts;  // where bodies were when contacts were found
  std::vector<Vec3> drifts;
  std::vector<Articulation*> linkages;  // of what is awake
  std::vector<SolidMotion> motions;     // at the start of a step that may have to be taken again
  std::vector<SolidMemory> memories;
  std::vector<double> joint_angles;
};

}  // namespace abut
