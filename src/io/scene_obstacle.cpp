// Obstacles of a scene, with all frames they need.
#include <cmath>

#include "base/text.h"
#include "io/failure.h"
#include "io/scene_loading.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// As many as take about a gigabyte.
constexpr std::size_t kMaxPoints = 50000000;

std::vector<fs::path> list_files(const SceneAnimation& animation, const ScenePlace& place) {
  if (!animation.folder.empty()) return require_value(place.at("folder"), list_frames(place.folder / animation.folder));
  std::vector<fs::path> files;
  for (const std::string& file : animation.files) files.push_back(place.folder / file);
  return files;
}

SourceMesh load_first(const fs::path& file, const ScenePlace& place) {
  SourceMesh source;
  source.file = require_value(place, read_mesh(file));
  source.mesh = source.file->mesh();
  return source;
}

Animation open_frames(const SceneAnimation& animation, const std::vector<fs::path>& files, const SourceMesh& source,
                      const ScenePlace& place) {
  if (animation.cache.empty()) return require_value(place, open_animation(files, source.file->mesh()));
  auto opened = require_value(place.at("cache"), open_animation(place.folder / animation.cache));
  const std::size_t vertices = source.file ? source.file->mesh().vertex_count() : source.mesh.vertex_count();
  if (opened.vertex_count() != vertices)
    fail_at(place.at("cache").path, "{} vertices found, expected {} as in the mesh", opened.vertex_count(), vertices);
  return opened;
}

// How many frames may be asked for up to the end.
std::size_t count_needed(const SceneAnimation& animation, const Animation& opened, double end) {
  const double last = std::ceil(std::max(0.0, end - animation.start) * animation.fps) + 1;
  const auto count = static_cast<double>(std::max<std::size_t>(1, opened.complete_frame_count()));
  return static_cast<std::size_t>(std::min(last + 1, count));
}

std::vector<std::vector<Vec3>> read_frames(const Animation& opened, std::size_t count, const SourceMesh& source,
                                           const ScenePlace& place) {
  if (count > kMaxPoints / std::max<std::size_t>(1, source.mesh.vertex_count()))
    fail_at(place.path, "{} frames of {} vertices found, expected no more than {} vertices in all", count,
            source.mesh.vertex_count(), kMaxPoints);
  std::vector<std::vector<Vec3>> frames;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<Vec3> positions = source.pick(require_value(place, opened.read_frame(i)));
    if (const auto parted = source.find_parted(positions))
      fail_at(place.path,
              "{}: vertices {} and {} part, which are in one place in the mesh; \"weld\": false keeps them "
              "apart",
              opened.frame_name(i), parted->first, parted->second);
    frames.push_back(source.weld(positions));
  }
  return frames;
}

}  // namespace

LoadedObstacle load_obstacle(const ObstacleDescription& description, UpAxis up, double end, const ScenePlace& place) {
  const auto& animation = description.animation;
  const ScenePlace frames_place = place.at("animation");
  std::vector<fs::path> files;
  if (animation && animation->cache.empty()) files = list_files(*animation, frames_place);
  SourceMesh source =
      files.empty() ? load_source(description.mesh, place.at("mesh")) : load_first(files[0], frames_place);
  prepare(source, description.transform, description.weld, up, place.at("transform"));

  auto path = std::make_shared<ObstaclePath>();
  path->pose = source.pose;
  path->motions = description.motion;
  path->frames = {source.weld(source.mesh.positions)};
  if (animation) {
    const Animation opened = open_frames(*animation, files, source, frames_place);
    path->fps = animation->fps;
    path->start = animation->start;
    path->frames = read_frames(opened, count_needed(*animation, opened, end), source, frames_place);
  }
  LoadedMesh mesh = describe_mesh(source, description.name, source.pose, place.at("transform"));
  mesh.mesh.positions = mesh.spread(path->positions(0));
  mesh.files.insert(mesh.files.end(), files.begin(), files.end());
  if (animation && !animation->cache.empty()) mesh.files.push_back(place.folder / animation->cache);
  return {std::move(mesh), std::move(path)};
}

}  // namespace abut
