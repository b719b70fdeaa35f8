// What the pictures of this chapter share: models that stand upright, and what spheres are painted in.
#pragma once

#include "abut/pose.h"
#include "reproduce/mesh_picture.h"
#include "reproduce/sphere_trees/models.h"
#include "reproduce/stage.h"

namespace abut::reproduce {

inline constexpr Tint kSphereTint{0.07, 0.75};

/// In the models y is up, in pictures z.
inline Vec3 stand_up(const Vec3& p) { return {p.x(), -p.z(), p.y()}; }

/// The model, where a pose has it, standing upright.
PolygonMesh make_standing_mesh(const PaperModel& model, const Pose3& pose = {});

}  // namespace abut::reproduce
