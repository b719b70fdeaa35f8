#include "sim/solids/solid_contacts.h"

#include <algorithm>
#include <cmath>

#include "detect/body_pairs.h"

namespace abut {
namespace {

// Of the reach: points that have not moved farther than this in a body are the same ones.
constexpr double kSamePoint = 0.05;
// Boxes are wider by this share of a body's reach, so that what is near stays known and keeps its witness.
constexpr double kNear = 0.02;

std::pair<std::uint32_t, std::uint32_t> in_order(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

Box3 find_box(const PlacedConvex& placed) {
  const Convex& shape = *placed.shape;
  Box3 box;
  if (shape.half_size()) {
    const Vec3 half = placed.pose.rotation.toRotationMatrix().cwiseAbs() * *shape.half_size();
    box.lower = placed.pose.translation - half;
    box.upper = placed.pose.translation + half;
  } else {
    for (const Vec3& vertex : shape.vertices()) box.add(placed.pose.apply(vertex));
  }
  box.lower.array() -= shape.radius();
  box.upper.array() += shape.radius();
  return box;
}

Pose3 join(const Pose3& outer, const Pose3& inner) {
  return {outer.rotation * inner.rotation, outer.apply(inner.translation)};
}

double find_half_extent(const Convex& shape) {
  Box3 box;
  for (const Vec3& vertex : shape.vertices()) box.add(vertex);
  return 0.5 * box.size().minCoeff() + shape.radius();
}

}  // namespace

SolidContacts::SolidContacts(const SolidScene& scene) : scene_(scene) {
  first_part_.assign(1, 0);
  smallest_ = std::numeric_limits<double>::infinity();
  for (const Solid& solid : scene.solids) {
    first_part_.push_back(first_part_.back() + static_cast<std::uint32_t>(solid.parts.size()));
    if (solid.role != SolidRole::moving) continue;
    for (const SolidPart& part : solid.parts) smallest_ = std::min(smallest_, find_half_extent(*part.shape));
  }
  if (!std::isfinite(smallest_)) smallest_ = 0;
  for (const auto& [a, b] : scene.passing) passing_.push_back(in_order(a, b));
  for (const SolidJoint& joint : scene.joints) {
    if (!joint.may_touch) passing_.push_back(in_order(joint.joint.a, joint.joint.b));
  }
  std::sort(passing_.begin(), passing_.end());
}

bool SolidContacts::may_touch(std::uint32_t a, std::uint32_t b) const {
  return !std::binary_search(passing_.begin(), passing_.end(), in_order(a, b));
}

// How much nearer two bodies can come: by their speeds, their turning, and what gravity adds.
double SolidContacts::find_margin(const SolidBody& a, const SolidBody& b, const Limits& limits) const {
  const double speed = (a.motion.velocity - b.motion.velocity).norm() + a.motion.spin.norm() * a.reach +
                       b.motion.spin.norm() * b.reach;
  const double fall = 0.5 * scene_.gravity.norm() * limits.time * limits.time;
  return limits.margin + limits.time * speed + 2 * fall;
}

void SolidContacts::place(std::span<const SolidBody> bodies, const Limits& limits) {
  parts_.resize(first_part_.back());
  boxes_.assign(scene_.solids.size(), Box3{});
  const double fall = 0.5 * scene_.gravity.norm() * limits.time * limits.time;
  for (std::size_t i = 0; i < scene_.solids.size(); ++i) {
    const SolidBody& body = bodies[i];
    const Pose3 pose = find_pose(body);
    for (std::size_t k = 0; k < scene_.solids[i].parts.size(); ++k) {
      const SolidPart& part = scene_.solids[i].parts[k];
      PlacedPart& placed = parts_[first_part_[i] + k];
      placed.placed = {part.shape.get(), join(pose, part.pose)};
      placed.box = find_box(placed.placed);
      boxes_[i].add(placed.box);
    }
    if (boxes_[i].is_empty()) continue;
    const Vec3 way = limits.time * body.motion.velocity;
    const double more = limits.margin + limits.time * body.motion.spin.norm() * body.reach + fall + kNear * body.reach;
    boxes_[i].lower += way.cwiseMin(0) - Vec3::Constant(more);
    boxes_[i].upper += way.cwiseMax(0) + Vec3::Constant(more);
  }
}

SolidMemory& SolidContacts::memory_of(std::uint64_t pair) {
  const auto found = std::lower_bound(memories_.begin(), memories_.end(), pair,
                                      [](const SolidMemory& memory, std::uint64_t key) { return memory.pair < key; });
  if (found != memories_.end() && found->pair == pair) {
    next_memories_.push_back(*found);
  } else {
    next_memories_.push_back({});
    next_memories_.back().pair = pair;
  }
  return next_memories_.back();
}

// Each point takes over the impulse of the nearest one that was there before, once.
void SolidContacts::recall(SolidPatch& patch, const SolidMemory& memory, const SolidBody& a) const {
  const Pose3 pose = find_pose(a);
  std::array<bool, 4> is_taken = {};
  const double limit = kSamePoint * a.reach;
  for (int i = 0; i < patch.count; ++i) {
    const Vec3 at = pose.rotation.conjugate() * (patch.points[i].on_a - pose.translation);
    int best = -1;
    double nearest = limit * limit;
    for (int k = 0; k < memory.count; ++k) {
      const double distance = (memory.at[k] - at).squaredNorm();
      if (is_taken[k] || distance > nearest) continue;
      best = k;
      nearest = distance;
    }
    if (best < 0) continue;
    is_taken[best] = true;
    patch.points[i].impulse = memory.impulses[best];
  }
}

void SolidContacts::list_between(std::uint32_t a, std::uint32_t b, double margin, std::vector<PartPair>& pairs) const {
  for (std::uint32_t i = first_part_[a]; i < first_part_[a + 1]; ++i) {
    Box3 box = parts_[i].box;
    box.lower.array() -= margin;
    box.upper.array() += margin;
    for (std::uint32_t k = first_part_[b]; k < first_part_[b + 1]; ++k) {
      if (test_overlap(box, parts_[k].box)) pairs.push_back({a, b, i, k});
    }
  }
}

std::vector<PartPair> SolidContacts::list_pairs(std::span<const SolidBody> bodies, const Limits& limits) {
  std::vector<PartPair> pairs;
  place(bodies, limits);
  const auto rests = [&](std::uint32_t i) { return !bodies[i].is_movable() || bodies[i].is_asleep; };
  for (const BodyPair& pair : find_body_pairs(boxes_)) {
    if ((rests(pair.a) && rests(pair.b)) || !may_touch(pair.a, pair.b)) continue;
    list_between(pair.a, pair.b, find_margin(bodies[pair.a], bodies[pair.b], limits), pairs);
  }
  const auto world = static_cast<std::uint32_t>(bodies.size() - 1);
  for (std::uint32_t a = 0; a < world; ++a) {
    if (rests(a) || !may_touch(a, kWorld)) continue;
    for (std::uint32_t i = first_part_[a]; i < first_part_[a + 1]; ++i) {
      for (std::uint32_t g = 0; g < scene_.grounds.size(); ++g) pairs.push_back({a, world, i, first_part_.back() + g});
    }
  }
  return pairs;
}

std::vector<PartPair> SolidContacts::list_pairs(std::span<const SolidBody> bodies, double time) {
  return list_pairs(bodies, {time, 0});
}

PartGap SolidContacts::measure_gap(const PartPair& pair, const SolidBody& a, const SolidBody& b,
                                   ConvexWitness* witness) const {
  const SolidPart& first = part(pair.a, pair.i);
  const PlacedConvex placed{first.shape.get(), join(find_pose(a), first.pose)};
  if (!is_ground(pair.k)) {
    const SolidPart& second = part(pair.b, pair.k);
    const auto found = measure_distance(placed, {second.shape.get(), join(find_pose(b), second.pose)}, witness);
    return {found.distance, found.normal};
  }
  const Ground& ground = scene_.grounds[pair.k - first_part_.back()].plane;
  double gap = std::numeric_limits<double>::infinity();
  for (const Vec3& vertex : placed.shape->vertices())
    gap = std::min(gap, ground.normal.dot(placed.pose.apply(vertex) - ground.point));
  return {std::max(0.0, gap - placed.shape->radius()), ground.normal};
}

void SolidContacts::find_patch(std::span<const SolidBody> bodies, const PartPair& pair, const Limits& limits,
                               std::vector<SolidPatch>& patches) {
  const double margin = find_margin(bodies[pair.a], bodies[pair.b], limits);
  const Solid& first = scene_.solids[pair.a];
  SolidPatch patch{.pair = std::uint64_t{pair.i} << 32 | pair.k, .a = pair.a, .b = pair.b};
  ContactPatch found;
  SolidMemory* memory = nullptr;
  if (is_ground(pair.k)) {
    const SolidGround& ground = scene_.grounds[pair.k - first_part_.back()];
    found = find_plane_patch(parts_[pair.i].placed, ground.plane.point, ground.plane.normal, margin);
    if (found.is_empty()) return;
    patch.friction = std::sqrt(first.friction * ground.plane.friction);
    patch.restitution = std::max(first.restitution, ground.restitution);
    if (keeps_memory_) memory = &memory_of(patch.pair);
  } else {
    const Solid& second = scene_.solids[pair.b];
    if (keeps_memory_) memory = &memory_of(patch.pair);
    found = find_contact_patch(parts_[pair.i].placed, parts_[pair.k].placed, margin,
                               memory ? &memory->witness : nullptr);
    if (found.is_empty()) return;
    patch.friction = std::sqrt(first.friction * second.friction);
    patch.restitution = std::max(first.restitution, second.restitution);
  }
  patch.normal = found.normal;
  patch.count = found.count;
  for (int i = 0; i < found.count; ++i)
    patch.points[i] = {found.points[i].on_a, found.points[i].on_b, found.points[i].gap, Vec3::Zero()};
  if (memory) recall(patch, *memory, bodies[pair.a]);
  patches.push_back(patch);
}

void SolidContacts::search(std::span<const SolidBody> bodies, const Limits& limits, std::vector<SolidPatch>& patches) {
  patches.clear();
  next_memories_.clear();
  for (const PartPair& pair : list_pairs(bodies, limits)) find_patch(bodies, pair, limits, patches);
  if (!keeps_memory_) return;
  std::sort(next_memories_.begin(), next_memories_.end(), [](const auto& x, const auto& y) { return x.pair < y.pair; });
  memories_.swap(next_memories_);
}

void SolidContacts::find(std::span<const SolidBody> bodies, double time, std::vector<SolidPatch>& patches) {
  keeps_memory_ = true;
  search(bodies, {time, 0}, patches);
}

void SolidContacts::find_near(std::span<const SolidBody> bodies, double margin, std::vector<SolidPatch>& patches) {
  keeps_memory_ = false;
  search(bodies, {0, margin}, patches);
}

void SolidContacts::remember(std::span<const SolidPatch> patches, std::span<const SolidBody> bodies) {
  for (SolidMemory& memory : memories_) memory.count = 0;
  for (const SolidPatch& patch : patches) {
    const auto found = std::lower_bound(memories_.begin(), memories_.end(), patch.pair,
                                        [](const SolidMemory& memory, std::uint64_t key) { return memory.pair < key; });
    const Pose3 pose = find_pose(bodies[patch.a]);
    found->count = patch.count;
    for (int i = 0; i < patch.count; ++i) {
      found->at[i] = pose.rotation.conjugate() * (patch.points[i].on_a - pose.translation);
      found->impulses[i] = patch.points[i].impulse;
    }
  }
}

}  // namespace abut
