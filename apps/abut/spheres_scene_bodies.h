// The bodies of a scene, each with its triangles and its tree, at their places in any frame.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abut/device.h"
#include "abut/paged_triangles.h"
#include "abut/scene_file.h"
#include "abut/sphere_scene.h"
#include "overlap_choice.h"
#include "spheres_scene_options.h"

namespace abut {

class SceneBodies {
 public:
  /// Meshes are read one after the other. Tells on a status line what is going on.
  static Result<SceneBodies> load(const SpheresSceneOptions& options);

  const RigidBodyScene& description() const { return description_; }
  std::size_t frame_count() const { return description_.frames + 1; }
  double time(std::size_t frame) const { return static_cast<double>(frame) / description_.fps; }
  const std::vector<std::string>& notes() const { return description_.notes; }
  const OverlapChoice& overlap() const { return overlap_; }
  /// Files that were read, the scene among them.
  const std::vector<std::string>& inputs() const { return inputs_; }

  Result<SphereHits> find_hits(const SphereSearchSettings& settings);
  const SphereTree& tree(std::size_t body) const { return scene_->tree(BodyId(body)); }
  const MemoryBudget& memory() const { return *memory_; }
  /// By trees, and by pages of triangles that are kept on the disk; on the card, if they are there.
  std::size_t bytes_in_use() const { return on_card_ ? on_card_->byte_count() : memory_->used(); }
  std::size_t peak_bytes() const { return on_card_ ? on_card_->peak_byte_count() : memory_->peak(); }
  /// Only there if the result is to be looked at.
  const LoadedRigidMesh& mesh(std::size_t body) const { return meshes_[description_.bodies[body].mesh]; }
  /// Pages of triangles that were read from the disk, and how many bytes lie there.
  std::uint64_t count_page_reads() const;
  std::uint64_t count_page_bytes() const;

  void move_to(std::size_t frame);

 private:
  Status load_meshes(const SpheresSceneOptions& options, const SceneDescription& scene);
  Status add_store(const SpheresSceneOptions& options, const LoadedRigidMesh& mesh);
  Status add_bodies(const SpheresSceneOptions& options);
  Status add_bodies_on_card(const SpheresSceneOptions& options);

  RigidBodyScene description_;
  std::vector<std::string> inputs_;
  std::unique_ptr<MemoryBudget> memory_;
  std::vector<std::unique_ptr<TriangleStore>> stores_;
  std::vector<PagedTriangles*> paged_;
  std::vector<LoadedRigidMesh> meshes_;
  OverlapChoice overlap_;
  std::unique_ptr<SphereScene> scene_;
  std::unique_ptr<DeviceSphereScene> on_card_;  // searches instead, where it can
};

}  // namespace abut
