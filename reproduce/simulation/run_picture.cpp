#include "reproduce/simulation/run_picture.h"

#include "abut/detect.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

constexpr double kSaturation = 0.4;

Tint choose_cloth_tint(std::size_t number) {
  return {choose_tint(static_cast<std::uint32_t>(number)).hue, kSaturation};
}

}  // namespace

MeshPicture picture_bodies(const SceneRun& run, std::size_t frame, const Vec3& from, std::string title) {
  MeshPicture picture{.from = from, .title = std::move(title)};
  const std::vector<Body> bodies = run.place(frame);
  const std::size_t cloth_count = run.scene.cloths.size();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    picture.bodies.push_back({bodies[i], i < cloth_count ? choose_cloth_tint(i) : Tint{}});
  }
  return picture;
}

MeshPicture picture_frame(const SceneRun& run, std::size_t frame, const Vec3& from, std::string title) {
  MeshPicture picture = picture_bodies(run, frame, from, std::move(title));
  const std::vector<Body> bodies = run.place(frame);
  add_contours(picture, find_contours(bodies, find_cloth_pairs(bodies, run.scene.cloths.size())));
  return picture;
}

std::vector<Vec3> list_kept_points(const SceneRun& run) {
  std::vector<Vec3> points;
  for (const auto& [frame, positions] : run.kept) {
    for (const auto& of_body : positions) points.insert(points.end(), of_body.begin(), of_body.end());
  }
  return points;
}

}  // namespace abut::reproduce
