// The scenario of Tab. 2: one model flies through three others for 14 seconds.
#pragma once

#include <array>
#include <memory>

#include "abut/sphere_scene.h"

namespace abut::reproduce {

inline constexpr int kPassingFps = 60, kPassingSeconds = 14;
inline constexpr int kPassingFrames = kPassingFps * kPassingSeconds;
inline constexpr int kPassingDepth = 5;

/// Dragon, bunny and cow of about 5,000 triangles, and the lamp.
inline constexpr std::size_t kPassingBodies = 4;
using PassingPoses = std::array<Pose3, kPassingBodies>;
PassingPoses find_passing_poses(double time);

class PassingScene {
 public:
  explicit PassingScene(const SphereSceneSettings& settings);
  Result<SphereHits> search(int frame, const SphereSearchSettings& settings = {});
  SphereScene& scene() { return scene_; }

 private:
  std::vector<std::unique_ptr<MemoryTriangles>> stores_;
  SphereScene scene_;
};

/// The models by their numbers in get_paper_models.
inline constexpr std::array<std::size_t, kPassingBodies> kPassingModels = {4, 5, 6, 3};

}  // namespace abut::reproduce
