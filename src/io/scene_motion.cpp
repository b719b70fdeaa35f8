#include "io/scene_motion.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

Eigen::Isometry3d turn_about(const Vec3& axis, double degrees) {
  return Eigen::Isometry3d(Eigen::AngleAxisd(degrees * kRadians, axis.normalized()));
}

// What the keyframes say of a time: linear between them.
SceneKeyframe blend(const SceneMotion& motion, double time) {
  const std::vector<SceneKeyframe>& keyframes = motion.keyframes;
  if (keyframes.empty()) return {};
  if (motion.period > 0) time = std::fmod(std::max(0.0, time - motion.start), motion.period);
  const auto next = std::upper_bound(keyframes.begin(), keyframes.end(), time,
                                     [](double t, const SceneKeyframe& keyframe) { return t < keyframe.time; });
  if (next == keyframes.begin()) return keyframes.front();
  if (next == keyframes.end()) return keyframes.back();
  const SceneKeyframe &a = *(next - 1), &b = *next;
  const double w = (time - a.time) / (b.time - a.time);
  return {time, (1 - w) * a.translate + w * b.translate, (1 - w) * a.degrees + w * b.degrees};
}

Eigen::Isometry3d find_pose(const SceneMotion& motion, double time) {
  const SceneKeyframe keyframe = blend(motion, time);
  const double end = motion.stop ? std::min(time, *motion.stop) : time, running = std::max(0.0, end - motion.start);
  const double degrees = keyframe.degrees + running * motion.degrees_per_second;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(keyframe.translate + running * motion.velocity);
  if (degrees == 0) return pose;
  return pose * Eigen::Translation3d(motion.point) * turn_about(motion.axis, degrees) *
         Eigen::Translation3d(-motion.point);
}

}  // namespace

Eigen::Isometry3d find_pose(const SceneTransform& transform) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translate(transform.translate);
  if (const auto* turn = std::get_if<AxisTurn>(&transform.rotate)) return pose * turn_about(turn->axis, turn->degrees);
  const Vec3& angles = std::get<Vec3>(transform.rotate);
  for (int k = 2; k >= 0; --k) {
    if (angles[k] != 0) pose = pose * turn_about(Vec3::Unit(k), angles[k]);
  }
  return pose;
}

Pose3 make_pose(const Eigen::Isometry3d& pose) {
  return {Eigen::Quaterniond(pose.linear()).normalized(), pose.translation()};
}

Eigen::Isometry3d find_pose(std::span<const SceneMotion> motions, double time) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  for (const SceneMotion& motion : motions) pose = find_pose(motion, time) * pose;
  return pose;
}

Placement make_placement(std::vector<SceneMotion> motions, std::vector<Vec3> start) {
  return [motions = std::move(motions), start = std::move(start)](double time, std::span<Vec3> points) {
    const Eigen::Isometry3d pose = find_pose(motions, time);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = pose * start[i];
  };
}

std::vector<Vec3> ObstaclePath::positions(double time) const {
  const double place = std::clamp((time - start) * fps, 0.0, static_cast<double>(frames.size() - 1));
  const auto before = static_cast<std::size_t>(place);
  const std::size_t after = std::min(before + 1, frames.size() - 1);
  const double w = place - static_cast<double>(before);
  const Eigen::Isometry3d whole = find_pose(motions, time) * pose;
  std::vector<Vec3> points = frames[before];
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (w > 0) points[i] = (1 - w) * points[i] + w * frames[after][i];
    points[i] = whole * points[i];
  }
  return points;
}

Placement make_placement(std::shared_ptr<const ObstaclePath> path) {
  return [path = std::move(path)](double time, std::span<Vec3> points) {
    const std::vector<Vec3> positions = path->positions(time);
    std::copy_n(positions.begin(), points.size(), points.begin());
  };
}

}  // namespace abut
