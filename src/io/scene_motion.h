// Where things are that a scene file moves.
#pragma once

#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "abut/scene_file.h"

namespace abut {

/// In a degree.
inline constexpr double kRadians = std::numbers::pi / 180;

/// What takes a mesh, already scaled, to its place.
Eigen::Isometry3d find_pose(const SceneTransform& transform);

/// The same as a turn and a shift; there is no scale in it.
Pose3 make_pose(const Eigen::Isometry3d& pose);

/// What motions, one after the other, have done by then.
Eigen::Isometry3d find_pose(std::span<const SceneMotion> motions, double time);

/// Points that are moved from where they start.
Placement make_placement(std::vector<SceneMotion> motions, std::vector<Vec3> start);

/// An obstacle's vertices at any time: frames, put in place, and then moved.
struct ObstaclePath {
  std::vector<std::vector<Vec3>> frames;  ///< one, if it is not animated
  double fps = 30, start = 0;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  std::vector<SceneMotion> motions = {};

  bool is_still() const { return frames.size() == 1 && motions.empty(); }
  std::vector<Vec3> positions(double time) const;
};

Placement make_placement(std::shared_ptr<const ObstaclePath> path);

/// Points that keep their place at an obstacle's faces, each at the one that is nearest at the start.
Placement make_placement(std::shared_ptr<const ObstaclePath> path, std::shared_ptr<const Surface> surface,
                         std::span<const Vec3> start);

}  // namespace abut
