// Bodies whose frames are measured part by part: update and search apart.
#pragma once

#include <span>
#include <vector>

#include "abut/detect.h"

namespace abut::reproduce {

/// A mesh with its surface.
class Model {
 public:
  explicit Model(PolygonMesh mesh) : mesh_(std::move(mesh)), surface_(make_surface(mesh_)) {}
  const Surface& surface() const { return surface_; }
  std::size_t size() const { return surface_.face_count(); }
  std::span<const Vec3> positions() const { return mesh_.positions; }
  std::span<Vec3> positions() { return mesh_.positions; }
  Body body() const { return {&surface_, mesh_.positions}; }

 private:
  PolygonMesh mesh_;
  Surface surface_;
};

/// What a frame costs, when all vertices have moved.
struct FrameCost {
  double update_seconds = 0, search_seconds = 0;
  SearchCounts counts;
  std::size_t pairs = 0;
  std::size_t colliding_faces = 0;

  double seconds() const { return update_seconds + search_seconds; }
  double search_share() const { return search_seconds / seconds(); }
};

class Stage {
 public:
  /// Builds a tree for each body, on all cores.
  explicit Stage(std::span<const Body> bodies, const SurfaceTreeSettings& settings = {});
  explicit Stage(const Model& model, const SurfaceTreeSettings& settings = {});

  double build_seconds() const { return build_seconds_; }
  const SurfaceTree& tree(std::size_t body = 0) const { return detector_.tree(BodyId(body)); }

  /// Fits the trees to their bodies' positions as they are now, and searches.
  FrameCost run_frame(const IntersectionSettings& settings);
  /// The same a few times, after a first time that does not count; times are medians. All positions are read again each
  /// time, and the search meets caches as the update left them.
  FrameCost measure(const IntersectionSettings& settings);

 private:
  std::vector<Body> bodies_;
  Detector detector_;
  double build_seconds_ = 0;
};

/// On one thread, as in the papers, unless told otherwise.
inline IntersectionSettings make_settings(Culling culling = Culling::proving, int threads = 1) {
  return {.run = {threads, {}}, .culling = culling};
}

}  // namespace abut::reproduce
