// Contours and the objects they are between, for people.
#pragma once

#include <string>

#include "abut/detect.h"
#include "mesh_input.h"

namespace abut {

/// As many digits as tell the corners of the box apart, wherever it lies.
std::string describe_box(const Box3& box);

/// Shape, number of pairs, length or area, ends.
std::string describe_contour(const Contour& contour);

/// The object's name, with that of its mesh if there are several.
std::string part_name(const MeshInputs& meshes, BodyId body, PartId part);

/// ", X and Y": which objects two faces belong to; empty if there is only one object anyway.
std::string describe_objects(const MeshInputs& meshes, const IntersectingPair& pair);

}  // namespace abut
