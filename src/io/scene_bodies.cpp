// Obstacles of a scene as bodies that move as rigid wholes.
#include <map>
#include <tuple>

#include "io/failure.h"
#include "io/scene_checks.h"
#include "io/scene_loading.h"

namespace abut {
namespace {

std::string place_of(std::size_t obstacle) { return fmt::format("obstacles[{}]", obstacle); }

// What has the same mesh, scaled the same way, has the same text. Where it is plays no part.
std::string describe_mesh_alone(const ObstacleDescription& obstacle) {
  SceneDescription alone;
  alone.obstacles.push_back({.mesh = obstacle.mesh, .transform = {.scale = obstacle.transform.scale}});
  return format_scene(alone);
}

// Where a mesh's own pose is, which does not depend on what is in it.
Eigen::Isometry3d find_start(const ObstacleDescription& obstacle, UpAxis up) {
  const Eigen::Isometry3d pose = find_pose(obstacle.transform);
  return obstacle.mesh.file.empty() ? pose * turn_up(up) : pose;
}

RigidBodyScene find_bodies(const SceneDescription& scene) {
  RigidBodyScene found;
  found.fps = scene.fps;
  found.frames = count_frames(scene);
  if (scene.obstacles.empty()) fail_at("obstacles", "none found, expected bodies");
  if (!scene.cloths.empty())
    found.notes.push_back("cloths are left out: only obstacles move as rigid wholes");
  if (!scene.solids.empty() || !scene.robots.empty())
    found.notes.push_back("solids and robots are left out: only obstacles move as they are told");
  if (!scene.grounds.empty()) found.notes.push_back("grounds are left out: they have no surface");
  std::map<std::string, std::size_t> meshes;
  SceneNames names;
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    const ObstacleDescription& obstacle = scene.obstacles[i];
    if (obstacle.animation)
      fail_at(place_of(i) + ".animation", "found, expected a body that moves as a rigid whole");
    const auto [mesh, is_new] = meshes.emplace(describe_mesh_alone(obstacle), meshes.size());
    if (is_new) found.mesh_sources.push_back(i);
    const Eigen::Isometry3d start = find_start(obstacle, scene.up);
    found.bodies.push_back({names.find(obstacle.name, "obstacle", i), mesh->second,
                            [start, motion = obstacle.motion](double time) {
                              return make_pose(find_pose(motion, time) * start);
                            }});
  }
  return found;
}

LoadedRigidMesh load_mesh(const ObstacleDescription& obstacle, UpAxis up, const ScenePlace& place) {
  SourceMesh source = load_source(obstacle.mesh, place.at("mesh"));
  prepare(source, obstacle.transform, false, up, place.at("transform"));
  LoadedRigidMesh mesh{std::move(source.mesh.positions), source.surface};
  if (source.file) {
    mesh.files = source.file->files();
    mesh.notes = source.file->notes();
  }
  return mesh;
}

}  // namespace

Result<RigidBodyScene> find_rigid_bodies(const SceneDescription& scene) {
  return catch_failure(scene.source, [&] { return find_bodies(scene); });
}

Result<LoadedRigidMesh> load_rigid_mesh(const SceneDescription& scene, const RigidBodyScene& bodies, std::size_t mesh,
                                  const std::filesystem::path& folder) {
  const std::size_t obstacle = bodies.mesh_sources[mesh];
  return catch_failure(scene.source,
                       [&] { return load_mesh(scene.obstacles[obstacle], scene.up, {folder, place_of(obstacle)}); });
}

}  // namespace abut
