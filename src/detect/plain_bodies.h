// Where bodies are, in plain numbers.
#pragma once

#include "abut/pose.h"
#include "abut/sphere_tree.h"
#include "detect/sphere_view.h"

namespace abut {

inline PlainPose as_plain(const Pose3& pose) {
  const auto& q = pose.rotation;
  const Vec3& at = pose.translation;
  return {{q.x(), q.y(), q.z()}, q.w(), {at.x(), at.y(), at.z()}};
}

/// Around a tree's root.
inline PlainSphere find_root_sphere(const OctreeGrid& grid) {
  const Vec3 center = grid.center({});
  return {{center.x(), center.y(), center.z()}, grid.radius(0)};
}

}  // namespace abut
