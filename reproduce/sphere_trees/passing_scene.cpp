#include "reproduce/sphere_trees/passing_scene.h"

#include "base/assert.h"
#include "reproduce/sphere_trees/models.h"

namespace abut::reproduce {

// The paper gives no coordinates. By its numbers the flight is alone for three seconds, then among two of the others
// for eight, and among the last from the thirteenth second on.
PassingPoses find_passing_poses(double time) {
  const auto turned = [](double angle, const Vec3& axis, const Vec3& at) {
    return Pose3{Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized())), at};
  };
  return {turned(0.5 * time, Vec3(1, 2, 3), Vec3(0.4 * time - 2.2, 0.12, 0.05)),
          turned(0.4, Vec3(0, 1, 0), Vec3(0, 0, 0)), turned(1.2, Vec3(1, 0, 0), Vec3(1.15, 0.2, 0.1)),
          turned(0.3, Vec3(0, 0, 1), Vec3(3.2, 0, 0))};
}

PassingScene::PassingScene(const SphereSceneSettings& settings) : scene_(settings) {
  for (const std::size_t model : kPassingModels) {
    stores_.push_back(std::make_unique<MemoryTriangles>(get_paper_models()[model].list()));
    const auto body = scene_.add(*stores_.back());
    ABUT_ASSERT(body.has_value());
  }
}

Result<SphereHits> PassingScene::search(int frame, const SphereSearchSettings& settings) {
  const PassingPoses poses = find_passing_poses(static_cast<double>(frame) / kPassingFps);
  for (std::size_t i = 0; i < kPassingBodies; ++i) scene_.move(BodyId(i), poses[i]);
  return scene_.find_hits(settings);
}

}  // namespace abut::reproduce
