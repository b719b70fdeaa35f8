// Pictures of a run: cloths in colours of their own, obstacles in grey, and the contours they intersect along.
#pragma once

#include "reproduce/mesh_picture.h"
#include "reproduce/simulation/scene_run.h"

namespace abut::reproduce {

/// The bodies of a frame that was kept.
MeshPicture picture_bodies(const SceneRun& run, std::size_t frame, const Vec3& from, std::string title);
/// With contours.
MeshPicture picture_frame(const SceneRun& run, std::size_t frame, const Vec3& from, std::string title);

/// All points of all frames that were kept: for pictures at one scale.
std::vector<Vec3> list_kept_points(const SceneRun& run);

}  // namespace abut::reproduce
