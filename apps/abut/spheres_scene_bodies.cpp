#include "spheres_scene_bodies.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

std::uint64_t count_idle_frames(const SpheresSceneOptions& options, double fps) {
  if (!options.keep) return SphereSceneSettings().most_idle;
  return static_cast<std::uint64_t>(std::ceil(*options.keep * fps));
}

Result<std::filesystem::path> find_scratch(const SpheresSceneOptions& options) {
  if (!options.scratch.empty()) return std::filesystem::path(options.scratch);
  std::error_code error;
  auto folder = std::filesystem::temp_directory_path(error);
  if (!error) return folder;
  return Error{
      fmt::format("no folder for temporary files found ({}); set TMPDIR to one, or give --scratch", error.message())};
}

}  // namespace

Result<SceneBodies> SceneBodies::load(const SpheresSceneOptions& options) {
  auto scene = read_chosen_scene(options.scene);
  if (!scene) return scene.error();
  options.times.apply(*scene);
  auto found = find_rigid_bodies(*scene);
  if (!found) return found.error();
  SceneBodies bodies;
  bodies.description_ = *std::move(found);
  bodies.inputs_ = {options.scene};
  bodies.memory_ = std::make_unique<MemoryBudget>(options.memory);
  auto overlap = choose_overlap_test(options.backend);
  if (!overlap) return overlap.error();
  bodies.overlap_ = *std::move(overlap);
  auto& notes = bodies.description_.notes;
  notes.insert(notes.end(), bodies.overlap_.notes.begin(), bodies.overlap_.notes.end());
  if (const Status status = bodies.load_meshes(options, *scene); !status) return status.error();
  if (const Status status = bodies.add_bodies(options); !status) return status.error();
  return bodies;
}

Status SceneBodies::load_meshes(const SpheresSceneOptions& options, const SceneDescription& scene) {
  const auto folder = std::filesystem::path(options.scene).parent_path();
  StatusLine status_line(options.quiet);
  for (std::size_t m = 0; m < description_.mesh_sources.size(); ++m) {
    status_line.show(fmt::format("reading mesh {} of {} ...", m + 1, description_.mesh_sources.size()));
    auto mesh = load_rigid_mesh(scene, description_, m, folder);
    if (!mesh) return mesh.error();
    for (const auto& file : mesh->files) inputs_.push_back(file.string());
    for (const std::string& note : mesh->notes)
      description_.notes.push_back(
          fmt::format("{}: {}", quote(description_.bodies[description_.mesh_sources[m]].name), note));
    if (const Status status = add_store(options, *mesh); !status) return status;
    if (options.view.is_wanted()) meshes_.push_back(*std::move(mesh));
  }
  return success();
}

Status SceneBodies::add_store(const SpheresSceneOptions& options, const LoadedRigidMesh& mesh) {
  const auto order = sort_in_space(mesh.positions, mesh.surface->faces());
  const TriangleList list{mesh.positions, mesh.surface->faces(), order};
  if (!options.out_of_core) {
    stores_.push_back(std::make_unique<MemoryTriangles>(list));
    return success();
  }
  const auto folder = find_scratch(options);
  if (!folder) return folder.error();
  auto paged = PagedTriangles::make(list, *folder, *memory_);
  if (!paged) return paged.error();
  paged_.push_back(paged->get());
  stores_.push_back(*std::move(paged));
  return success();
}

Status SceneBodies::add_bodies(const SpheresSceneOptions& options) {
  scene_ = std::make_unique<SphereScene>(SphereSceneSettings{.depth = options.depth,
                                                             .memory = memory_.get(),
                                                             .most_idle = count_idle_frames(options, description_.fps),
                                                             .exact = !options.spheres_only,
                                                             .overlap = overlap_.test.get()});
  for (const RigidBody& body : description_.bodies) {
    const auto id = scene_->add(*stores_[body.mesh], body.pose(0));
    if (!id) return Error{fmt::format("{}: {}", quote(body.name), id.error().message)};
  }
  // A card is best at whole searches. It keeps its trees to itself, and knows spheres only.
  const bool can_be_on_card = overlap_.backend == "cuda" && options.spheres_only && !options.view.is_wanted();
  return can_be_on_card ? add_bodies_on_card(options) : success();
}

Status SceneBodies::add_bodies_on_card(const SpheresSceneOptions& options) {
  auto made = make_cuda_sphere_scene({.depth = options.depth, .memory_limit = options.memory});
  if (!made) return made.error();
  on_card_ = std::make_unique<DeviceSphereScene>(*std::move(made));
  for (const RigidBody& body : description_.bodies) {
    const auto id = on_card_->add(*stores_[body.mesh], body.pose(0));
    if (!id) return Error{fmt::format("{}: {}", quote(body.name), id.error().message)};
  }
  return success();
}

Result<SphereHits> SceneBodies::find_hits(const SphereSearchSettings& settings) {
  return on_card_ ? on_card_->find_hits(settings) : scene_->find_hits(settings);
}

std::uint64_t SceneBodies::count_page_reads() const {
  std::uint64_t count = 0;
  for (const PagedTriangles* paged : paged_) count += paged->read_count();
  return count;
}

std::uint64_t SceneBodies::count_page_bytes() const {
  std::uint64_t count = 0;
  for (const PagedTriangles* paged : paged_) count += paged->file_size();
  return count;
}

void SceneBodies::move_to(std::size_t frame) {
  for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
    const Pose3 pose = description_.bodies[i].pose(time(frame));
    scene_->move(BodyId(i), pose);
    if (on_card_) on_card_->move(BodyId(i), pose);
  }
}

}  // namespace abut
