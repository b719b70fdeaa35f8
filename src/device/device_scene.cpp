#include "device/device_scene.h"

#include <fmt/format.h>

#include <map>

#include "base/assert.h"
#include "base/parallel.h"
#include "detect/body_pairs.h"
#include "detect/plain_bodies.h"
#include "device/frontier.h"

namespace abut {
namespace {

struct DeviceBody {
  std::uint32_t tree;
  Pose3 pose;
};

BodyHit make_hit(const BodyNumbers& bodies, std::span<const LeafPair> leaves, std::uint32_t depth) {
  BodyHit hit{BodyId(bodies.a), BodyId(bodies.b), {}, {}, 0};
  hit.spheres.reserve(leaves.size());
  for (const LeafPair& leaf : leaves) {
    hit.spheres.push_back({{{leaf.a[0], leaf.a[1], leaf.a[2]}, depth}, {{leaf.b[0], leaf.b[1], leaf.b[2]}, depth}});
  }
  return hit;
}

}  // namespace

struct DeviceSphereScene::Content {
  Content(std::unique_ptr<Launcher> launcher, const DeviceSphereSettings& settings)
      : launcher(std::move(launcher)), settings(settings), pool(*this->launcher), frontier(*this->launcher, pool) {}

  Status place();
  Status solve(std::span<const BodyNumbers> bodies, bool stop_at_first, SphereHits& found);
  Status attempt(std::span<const BodyNumbers> bodies, bool stop_at_first, SphereHits& found);
  bool make_room(bool had_branches);
  std::vector<std::uint32_t> find_trees(std::span<const BodyNumbers> bodies) const;
  void add_hits(std::span<const BodyNumbers> bodies, const LeafPairs& leaves, SphereHits& found) const;

  std::unique_ptr<Launcher> launcher;
  DeviceSphereSettings settings;
  TreePool pool;
  Frontier frontier;
  std::map<TriangleStore*, std::uint32_t> tree_of;
  std::vector<OctreeGrid> grids;  // of the trees
  std::vector<DeviceBody> bodies;
  std::vector<Box3> boxes;  // around the bodies as they are now
};

DeviceSphereScene make_device_scene(std::unique_ptr<Launcher> launcher, const DeviceSphereSettings& settings) {
  return DeviceSphereScene(std::make_unique<DeviceSphereScene::Content>(std::move(launcher), settings));
}

DeviceSphereScene::DeviceSphereScene(std::unique_ptr<Content> content) : content_(std::move(content)) {}
DeviceSphereScene::DeviceSphereScene(DeviceSphereScene&&) noexcept = default;
DeviceSphereScene& DeviceSphereScene::operator=(DeviceSphereScene&&) noexcept = default;
DeviceSphereScene::~DeviceSphereScene() = default;

Result<BodyId> DeviceSphereScene::add(TriangleStore& triangles, const Pose3& pose) {
  if (triangles.triangle_count() == 0) return Error{"there are no triangles to put spheres around"};
  if (triangles.triangle_count() > TreePool::kMostTriangles) {
    return Error{fmt::format("{} triangles are too many for a body on a graphics card: at most {} are possible",
                             triangles.triangle_count(), TreePool::kMostTriangles)};
  }
  auto known = content_->tree_of.find(&triangles);
  if (known == content_->tree_of.end()) {
    const Result<OctreeGrid> grid = OctreeGrid::make(triangles.box(), content_->settings.depth);
    if (!grid) return grid.error();
    known = content_->tree_of.emplace(&triangles, content_->pool.add(triangles, *grid)).first;
    content_->grids.push_back(*grid);
  }
  content_->bodies.push_back({known->second, pose});
  content_->boxes.push_back(find_placed_box(content_->grids[known->second].box(), pose));
  return BodyId(content_->bodies.size() - 1);
}

void DeviceSphereScene::move(BodyId body, const Pose3& pose) {
  ABUT_ASSERT(body < content_->bodies.size());
  DeviceBody& moved = content_->bodies[body];
  moved.pose = pose;
  content_->boxes[body] = find_placed_box(content_->grids[moved.tree].box(), pose);
}

Result<SphereHits> DeviceSphereScene::find_hits(const SphereSearchSettings& settings) {
  std::vector<BodyNumbers> pairs;
  for (const BodyPair& pair : find_body_pairs(content_->boxes)) pairs.push_back({pair.a, pair.b});
  SphereHits found;
  found.counts.body_pairs = pairs.size();
  if (pairs.empty()) return found;
  const std::uint64_t made = content_->pool.made_count(), opened = content_->frontier.opened_count();
  const Status status = content_->solve(pairs, settings.stop_at_first, found);
  if (!status) return status.error();
  found.counts.made = content_->pool.made_count() - made;
  found.counts.opened = content_->frontier.opened_count() - opened;
  return found;
}

// Where all bodies are now.
Status DeviceSphereScene::Content::place() {
  std::vector<PlacedTree> placed;
  for (const DeviceBody& body : bodies)
    placed.push_back({as_plain(body.pose), find_root_sphere(grids[body.tree]), body.tree});
  frontier.placed.upload(placed);
  return launcher->status();
}

// What there is no room for even after everything else has gone is done in halves.
Status DeviceSphereScene::Content::solve(std::span<const BodyNumbers> pairs, bool stop_at_first, SphereHits& found) {
  for (bool is_worth_it = true; is_worth_it;) {
    const bool had_branches = pool.has_branches();
    const Status status = attempt(pairs, stop_at_first, found);
    if (status) return status;
    const bool was_short = launcher->is_short();
    is_worth_it = make_room(had_branches);
    if (!was_short || (!is_worth_it && pairs.size() == 1)) return status;
  }
  const std::size_t half = pairs.size() / 2;
  const Status status = solve(pairs.first(half), stop_at_first, found);
  return status ? solve(pairs.subspan(half), stop_at_first, found) : status;
}

Status DeviceSphereScene::Content::attempt(std::span<const BodyNumbers> pairs, bool stop_at_first, SphereHits& found) {
  if (const Status status = pool.prepare(find_trees(pairs)); !status) return status;
  if (const Status status = place(); !status) return status;
  const auto leaves = frontier.search(pairs, {settings.depth, stop_at_first});
  if (!leaves) return leaves.error();
  add_hits(pairs, *leaves, found);
  return success();
}

// True if there was anything to drop but what the last attempt had brought.
bool DeviceSphereScene::Content::make_room(bool had_branches) {
  launcher->forget_shortage();
  frontier.release();
  pool.clear();
  return pool.drop_unneeded() || had_branches;
}

std::vector<std::uint32_t> DeviceSphereScene::Content::find_trees(std::span<const BodyNumbers> pairs) const {
  std::vector<bool> is_needed(grids.size());
  for (const BodyNumbers& pair : pairs) is_needed[bodies[pair.a].tree] = is_needed[bodies[pair.b].tree] = true;
  std::vector<std::uint32_t> trees;
  for (std::uint32_t i = 0; i < is_needed.size(); ++i) {
    if (is_needed[i]) trees.push_back(i);
  }
  return trees;
}

void DeviceSphereScene::Content::add_hits(std::span<const BodyNumbers> pairs, const LeafPairs& leaves,
                                          SphereHits& found) const {
  std::vector<std::uint32_t> touching;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    if (leaves.starts[i] < leaves.starts[i + 1]) touching.push_back(i);
  }
  const std::size_t before = found.hits.size();
  found.hits.resize(before + touching.size());
  const auto depth = static_cast<std::uint32_t>(settings.depth);
  parallel_for_if_long(touching.size(), settings.threads, [&](std::size_t i) {
    const std::uint32_t pair = touching[i], start = leaves.starts[pair];
    const auto own = leaves.leaves.subspan(start, leaves.starts[pair + 1] - start);
    BodyHit& hit = found.hits[before + i];
    hit = make_hit(pairs[pair], own, depth);
    const OctreeGrid &a = grids[bodies[hit.a].tree], &b = grids[bodies[hit.b].tree];
    hit.within = 2 * (a.radius(depth) + b.radius(depth));
  });
}

std::string DeviceSphereScene::device_name() const { return content_->launcher->name(); }
std::size_t DeviceSphereScene::byte_count() const { return content_->launcher->used(); }
std::size_t DeviceSphereScene::peak_byte_count() const { return content_->launcher->peak(); }
std::uint64_t DeviceSphereScene::branch_count() const { return content_->pool.branch_count(); }

}  // namespace abut
