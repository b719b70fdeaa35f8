#include "abut/sphere_scene.h"

#include "base/assert.h"
#include "detect/body_pairs.h"
#include "detect/sphere_pair.h"

namespace abut {
namespace {

Box3 find_box(const SphereBody& body) { return find_placed_box(body.tree.grid().box(), body.pose); }

// Two bodies that touched when one pair was enough.
struct Remembered {
  BodyPair bodies;
  SphereWitness witness;
};

}  // namespace

struct SphereScene::Content {
  explicit Content(const SphereSceneSettings& given) : settings(given), search(given.exact) {
    if (!settings.memory) settings.memory = &own_memory;
  }

  // Of an offset that is so many widths of a cell along each axis, in diameters of its sphere.
  double excess() const { return settings.overlap ? settings.overlap->excess() : 0; }

  SphereSceneSettings settings;
  MemoryBudget own_memory;
  std::vector<SphereBody> bodies;
  std::vector<Box3> boxes;  // around the bodies as they are now
  SpherePairSearch search;
  std::vector<Remembered> remembered;  // of the last such frame, sorted by bodies
};

SphereScene::SphereScene(const SphereSceneSettings& settings) : content_(std::make_unique<Content>(settings)) {}
SphereScene::SphereScene(SphereScene&&) noexcept = default;
SphereScene& SphereScene::operator=(SphereScene&&) noexcept = default;
SphereScene::~SphereScene() = default;

Result<BodyId> SphereScene::add(TriangleStore& triangles, const Pose3& pose) {
  const SphereSceneSettings& settings = content_->settings;
  auto tree = SphereTree::make(triangles, {.depth = settings.depth,
                                           .keep_leaf_triangles = settings.exact,
                                           .overlap = settings.overlap,
                                           .memory = content_->settings.memory});
  if (!tree) return tree.error();
  content_->bodies.push_back({std::move(*tree), pose});
  content_->boxes.push_back(find_box(content_->bodies.back()));
  return BodyId(content_->bodies.size() - 1);
}

void SphereScene::move(BodyId body, const Pose3& pose) {
  ABUT_ASSERT(body < content_->bodies.size());
  content_->bodies[body].pose = pose;
  content_->boxes[body] = find_box(content_->bodies[body]);
}

Result<SphereHits> SphereScene::find_hits(const SphereSearchSettings& settings) {
  SphereHits found;
  SpherePairSearch& search = content_->search;
  const std::vector<BodyPair> pairs = find_body_pairs(content_->boxes);
  found.counts.body_pairs = pairs.size();
  const auto count_made = [&] {
    std::uint64_t made = 0;
    for (const SphereBody& body : content_->bodies) made += body.tree.made_count();
    return made;
  };
  const std::uint64_t made = count_made();
  std::vector<Remembered> touching;
  auto last = content_->remembered.cbegin();
  for (const BodyPair& pair : pairs) {
    while (last != content_->remembered.cend() && last->bodies < pair) ++last;
    const bool is_remembered = last != content_->remembered.cend() && last->bodies == pair;
    SphereBody &a = content_->bodies[pair.a], &b = content_->bodies[pair.b];
    BodyHit hit{BodyId(pair.a), BodyId(pair.b), {}, {}, 0};
    if (const Status status = search.run(a, b, settings.stop_at_first, is_remembered ? &last->witness : nullptr, hit,
                                         found.counts);
        !status)
      return status.error();
    if (hit.spheres.empty() && hit.triangles.empty()) continue;
    if (settings.stop_at_first) touching.push_back({pair, search.witness()});
    const auto depth = static_cast<std::uint32_t>(content_->settings.depth);
    if (!content_->settings.exact)
      hit.within = 2 * (1 + content_->excess()) * (a.tree.grid().radius(depth) + b.tree.grid().radius(depth));
    found.hits.push_back(std::move(hit));
  }
  if (settings.stop_at_first) content_->remembered = std::move(touching);
  found.counts.made = count_made() - made;
  content_->settings.memory->advance(content_->settings.most_idle);
  return found;
}

const SphereTree& SphereScene::tree(BodyId body) const { return content_->bodies[body].tree; }
const MemoryBudget& SphereScene::memory() const { return *content_->settings.memory; }

}  // namespace abut
