// Meshes that scene files describe by a few numbers.
#pragma once

#include "abut/scene_file.h"

namespace abut {

PolygonMesh make_shape(const GridShape& grid);
PolygonMesh make_shape(const DiskShape& disk);
PolygonMesh make_shape(const TubeShape& tube);
PolygonMesh make_shape(const SphereShape& sphere);
PolygonMesh make_shape(const CapsuleShape& capsule);
PolygonMesh make_shape(const BoxShape& box);
PolygonMesh make_shape(const DishShape& dish);
PolygonMesh make_shape(const RibbonShape& ribbon);

/// The one that is given. There must be one.
PolygonMesh make_shape(const MeshSource& source);

}  // namespace abut
