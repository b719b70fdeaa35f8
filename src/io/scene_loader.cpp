// From a scene's description to a scene that can be simulated.
#include <cmath>

#include "io/failure.h"
#include "io/scene_checks.h"
#include "io/scene_solids.h"

namespace abut {
namespace {

class SceneLoader {
 public:
  SceneLoader(const SceneDescription& description, const std::filesystem::path& folder)
      : description_(description), root_{folder, ""} {}

  LoadedScene load() {
    if (description_.cloths.empty() && description_.solids.empty() && description_.robots.empty())
      fail_at("cloths", "no cloth, solid or robot found (abut spheres looks at obstacles alone)");
    load_times();
    load_surroundings();
    for (std::size_t i = 0; i < description_.obstacles.size(); ++i) add_obstacle(i);
    for (std::size_t i = 0; i < description_.cloths.size(); ++i) add_cloth(i);
    add_solids();
    return std::move(loaded_);
  }

 private:
  ScenePlace place_of(const char* list, std::size_t i) const { return {root_.folder, fmt::format("{}[{}]", list, i)}; }

  void load_times() {
    const SceneDescription& scene = description_;
    loaded_.fps = scene.fps;
    loaded_.frames = count_frames(scene);
    loaded_.settings = scene.settings;
    loaded_.solid_settings = scene.solid_settings;
    if (scene.substeps) loaded_.settings.step = loaded_.solid_settings.step = 1 / (scene.fps * *scene.substeps);
    loaded_.output = scene.output;
  }

  void load_surroundings() {
    const Vec3 up = Vec3::Unit(static_cast<int>(description_.up));
    loaded_.scene.gravity = description_.gravity.value_or(-9.81 * up);
    loaded_.scene.wind = description_.wind;
    loaded_.solid_scene.gravity = loaded_.scene.gravity;
    for (const GroundDescription& ground : description_.grounds) {
      loaded_.scene.grounds.push_back({ground.point, ground.normal.value_or(up), ground.friction});
      loaded_.solid_scene.grounds.push_back({loaded_.scene.grounds.back(), ground.restitution});
      loaded_.solid_scene.grounds.back().plane.normal.normalize();
    }
  }

  double end() const { return static_cast<double>(loaded_.frames) / loaded_.fps; }

  void add_obstacle(std::size_t i) {
    const ObstacleDescription& given = description_.obstacles[i];
    LoadedObstacle obstacle = load_obstacle(given, description_.up, end(), place_of("obstacles", i));
    obstacle.mesh.name = names_.find(given.name, "obstacle", i);
    loaded_.scene.obstacles.push_back({obstacle.mesh.name, obstacle.mesh.surface.get(), obstacle.path->positions(0),
                                       obstacle.path->is_still() ? Placement() : make_placement(obstacle.path),
                                       given.friction});
    loaded_.obstacles.push_back(std::move(obstacle.mesh));
    paths_.push_back(std::move(obstacle.path));
  }

  void add_cloth(std::size_t i) {
    const ClothDescription& given = description_.cloths[i];
    const ScenePlace place = place_of("cloths", i);
    SourceMesh source = load_source(given.mesh, place.at("mesh"));
    prepare(source, given.transform, given.weld, description_.up, place.at("transform"));
    const auto copies = static_cast<std::size_t>(given.copies.count);
    if (copies > 1 && copies * source.surface->face_count() > kMaxCopiedFaces)
      fail_at(place.at("copies").path, "{} copies of {} faces found, expected no more than {} faces in all", copies,
              source.surface->face_count(), kMaxCopiedFaces);
    const RestShape rest = load_rest(given.rest, source, place.at("rest"));
    const Vec3 middle = source.pose * make_box(source.mesh.positions).center();
    const auto poses = find_copies(given.copies, middle);
    for (std::size_t k = 0; k < copies; ++k)
      add_copy(given, source, rest, poses[k] * source.pose, find_copy_name(given, i, k), place);
  }

  std::string find_copy_name(const ClothDescription& given, std::size_t i, std::size_t copy) {
    if (given.copies.count == 1) return names_.find(given.name, "cloth", i);
    const std::string base = given.name.empty() ? fmt::format("cloth {}", i + 1) : given.name;
    return names_.find(fmt::format("{} {}", base, copy + 1), "cloth", i);
  }

  void add_copy(const ClothDescription& given, const SourceMesh& source, const RestShape& rest,
                const Eigen::Isometry3d& pose, const std::string& name, const ScenePlace& place) {
    LoadedMesh mesh = describe_mesh(source, name, pose, place.at("transform"));
    if (!given.rest.file.empty()) mesh.files.push_back(place.folder / given.rest.file);
    Cloth cloth;
    cloth.name = name;
    cloth.surface = mesh.surface.get();
    cloth.positions = source.weld(mesh.mesh.positions);
    if (given.velocity != Vec3::Zero()) cloth.velocities.assign(cloth.positions.size(), given.velocity);
    cloth.rest = rest;
    cloth.material = resolve_material(given.material);
    for (std::size_t k = 0; k < given.attachments.size(); ++k)
      cloth.attachments.push_back(
          make_attachment(given.attachments[k], source, cloth.positions, place.at("attachments").at(k)));
    loaded_.scene.cloths.push_back(std::move(cloth));
    loaded_.cloths.push_back(std::move(mesh));
  }

  Attachment make_attachment(const AttachmentDescription& given, const SourceMesh& source,
                             std::span<const Vec3> positions, const ScenePlace& place) const {
    Attachment attachment;
    attachment.vertices = select_vertices(given.where, source, positions, place.at("where"));
    attachment.release_time = given.release_time.value_or(-1);
    std::vector<Vec3> start;
    for (const VertexId v : attachment.vertices) start.push_back(positions[v]);
    if (!given.motion.empty()) attachment.placement = make_placement(given.motion, std::move(start));
    if (!given.follow.empty()) attachment.placement = make_following(given.follow, start, place.at("follow"));
    return attachment;
  }

  Placement make_following(const std::string& name, std::span<const Vec3> start, const ScenePlace& place) const {
    for (std::size_t i = 0; i < description_.obstacles.size(); ++i) {
      if (description_.obstacles[i].name == name) return make_placement(paths_[i], loaded_.obstacles[i].surface, start);
    }
    fail_at(place.path, "{} found, expected the name of an obstacle", quote(name));
  }

  void add_solids() {
    for (std::size_t i = 0; i < description_.solids.size(); ++i) {
      const SolidDescription& given = description_.solids[i];
      const ScenePlace place = place_of("solids", i);
      const std::size_t count = count_copies(given, description_.up, place);
      std::vector<std::string> names;
      const std::string base = given.name.empty() ? fmt::format("solid {}", i + 1) : given.name;
      for (std::size_t k = 0; k < count; ++k)
        names.push_back(names_.find(count > 1 ? fmt::format("{} {}", base, k + 1) : base, "solid", i));
      load_solid(given, description_.up, place, names, index_, loaded_);
    }
    for (std::size_t i = 0; i < description_.robots.size(); ++i) {
      const RobotDescription& given = description_.robots[i];
      load_robot(given, names_.find(given.name, "robot", i), description_.up, place_of("robots", i), index_, loaded_);
    }
    for (std::size_t i = 0; i < description_.joints.size(); ++i)
      load_joint(description_.joints[i], place_of("joints", i), index_, loaded_);
    for (std::size_t i = 0; i < description_.passing.size(); ++i)
      load_passing(description_.passing[i], place_of("passing", i), index_, loaded_);
    if (!description_.obstacles.empty() && !loaded_.solids.empty())
      loaded_.notes.push_back(
          "obstacles are met by cloth alone; solids with the role 'fixed' or 'driven' are met by all");
  }

  const SceneDescription& description_;
  ScenePlace root_;
  LoadedScene loaded_;
  std::vector<std::shared_ptr<const ObstaclePath>> paths_;
  SceneNames names_;
  SolidIndex index_;
};

}  // namespace

// A duration of 0.1 s has 3 frames at 30 a second, whatever the last digits of the product are.
std::size_t count_frames(const SceneDescription& scene) {
  if (scene.frames) return static_cast<std::size_t>(*scene.frames);
  return scene.duration ? static_cast<std::size_t>(std::ceil(*scene.duration * scene.fps - 1e-6)) : 0;
}

std::string SceneNames::find(const std::string& given, const char* kind, std::size_t i) {
  const std::string wanted = given.empty() ? fmt::format("{} {}", kind, i + 1) : given;
  std::string name = wanted;
  for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{} ({})", wanted, k);
  return name;
}

Result<LoadedScene> load_scene(const SceneDescription& scene, const std::filesystem::path& folder) {
  // A description that was made by a program is held to what a file is.
  if (const auto read = parse_scene(format_scene(scene), scene.source); !read) return read.error();
  return catch_failure(scene.source, [&] { return SceneLoader(scene, folder).load(); });
}

}  // namespace abut
