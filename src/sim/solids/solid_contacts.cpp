#include "sim/solids/solid_contacts.h"

#include <algorithm>
#include <cmath>

#include "abut/rigid_contacts.h"
#include "detect/body_pairs.h"

namespace abut {
namespace {

// Of the reach: points that have not moved farther than this in a body are the same ones.
constexpr double kSamePoint = 0.05;
// Boxes are wider by this share of a body's reach, so that what is near stays known and keeps its witness.
constexpr double kNear = 0.02;
// Of the least thickness of two meshes: the largest margin; and of that the smallest.
constexpr double kMeshMargin = 0.5, kLeastMeshMargin = 0.1;
// Cosine of the angle within which normals are the same.
constexpr double kSameNormal = 1 - 1e-6;

std::pair<std::uint32_t, std::uint32_t> in_order(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

// Of a part where it is.
Box3 find_box(const SolidPiece& piece, const Pose3& body) {
  if (piece.is_mesh() || piece.shape->half_size()) return find_placed_box(piece.box, body * piece.pose);
  const PlacedConvex placed = piece.place_convex(body);
  Box3 box;
  for (const Vec3& vertex : placed.shape->vertices()) box.add(placed.pose.apply(vertex));
  box.lower.array() -= placed.shape->radius();
  box.upper.array() += placed.shape->radius();
  return box;
}

std::uint64_t name_pair(const PartPair& pair) { return std::uint64_t{pair.i} << 32 | pair.k; }

bool is_before(const SolidMemory& x, const SolidMemory& y) {
  return std::pair(x.pair, x.region) < std::pair(y.pair, y.region);
}

}  // namespace

SolidContacts::SolidContacts(const SolidScene& scene) : scene_(scene), pieces_(make_pieces(scene)) {
  first_part_.assign(1, 0);
  for (const Solid& solid : scene.solids)
    first_part_.push_back(first_part_.back() + static_cast<std::uint32_t>(solid.parts.size()));
  smallest_ = least_thickness_ = std::numeric_limits<double>::infinity();
  for (const SolidPiece& piece : pieces_) {
    least_thickness_ = std::min(least_thickness_, piece.thickness);
    if (scene.solids[piece.body].role == SolidRole::moving) smallest_ = std::min(smallest_, piece.half_extent);
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
  part_boxes_.resize(pieces_.size());
  poses_.resize(scene_.solids.size());
  boxes_.assign(scene_.solids.size(), Box3{});
  const double fall = 0.5 * scene_.gravity.norm() * limits.time * limits.time;
  for (std::size_t i = 0; i < scene_.solids.size(); ++i) poses_[i] = find_pose(bodies[i]);
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    part_boxes_[k] = find_box(pieces_[k], poses_[pieces_[k].body]);
    boxes_[pieces_[k].body].add(part_boxes_[k]);
  }
  for (std::size_t i = 0; i < scene_.solids.size(); ++i) {
    if (boxes_[i].is_empty()) continue;
    const SolidBody& body = bodies[i];
    const Vec3 way = limits.time * body.motion.velocity;
    const double more = limits.margin + limits.time * body.motion.spin.norm() * body.reach + fall + kNear * body.reach;
    boxes_[i].lower += way.cwiseMin(0) - Vec3::Constant(more);
    boxes_[i].upper += way.cwiseMax(0) + Vec3::Constant(more);
  }
}

SolidMemory& SolidContacts::memory_of(std::uint64_t pair, std::uint32_t region) {
  SolidMemory wanted;
  wanted.pair = pair;
  wanted.region = region;
  const auto found = std::lower_bound(memories_.begin(), memories_.end(), wanted, is_before);
  const bool is_known = found != memories_.end() && found->pair == pair && found->region == region;
  next_memories_.push_back(is_known ? *found : wanted);
  return next_memories_.back();
}

// Each point takes over the impulse of the nearest one that was there before, in whatever region, once.
void SolidContacts::recall(SolidPatch& patch, const SolidBody& a) const {
  const auto first = std::lower_bound(memories_.begin(), memories_.end(), patch.pair,
                                      [](const SolidMemory& memory, std::uint64_t key) { return memory.pair < key; });
  const Pose3 back = poses_[patch.a].inverse();
  std::array<const Vec3*, 4> taken = {};
  for (int i = 0; i < patch.count; ++i) {
    const Vec3 at = back.apply(patch.points[i].on_a);
    double nearest = kSamePoint * a.reach * kSamePoint * a.reach;
    for (auto memory = first; memory != memories_.end() && memory->pair == patch.pair; ++memory) {
      for (int k = 0; k < memory->count; ++k) {
        const double distance = (memory->at[k] - at).squaredNorm();
        if (distance > nearest || std::find(taken.begin(), taken.end(), &memory->at[k]) != taken.end()) continue;
        nearest = distance;
        taken[i] = &memory->at[k];
        patch.points[i].impulse = memory->impulses[k];
      }
    }
  }
}

void SolidContacts::list_between(std::uint32_t a, std::uint32_t b, double margin, std::vector<PartPair>& pairs) const {
  for (std::uint32_t i = first_part_[a]; i < first_part_[a + 1]; ++i) {
    Box3 box = part_boxes_[i];
    box.lower.array() -= margin;
    box.upper.array() += margin;
    for (std::uint32_t k = first_part_[b]; k < first_part_[b + 1]; ++k) {
      if (test_overlap(box, part_boxes_[k])) pairs.push_back({a, b, i, k});
    }
  }
}

std::vector<PartPair> SolidContacts::list_pairs(std::span<const SolidBody> bodies, const Limits& limits) {
  std::vector<PartPair> pairs;
  place(bodies, limits);
  const auto rests = [&](std::uint32_t i) { return bodies[i].is_at_rest(); };
  for (const BodyPair& pair : find_body_pairs(boxes_)) {
    if (!bodies[pair.a].is_movable() && !bodies[pair.b].is_movable()) continue;
    if ((rests(pair.a) && rests(pair.b)) || !may_touch(pair.a, pair.b)) continue;
    list_between(pair.a, pair.b, find_margin(bodies[pair.a], bodies[pair.b], limits), pairs);
  }
  const auto world = static_cast<std::uint32_t>(bodies.size() - 1);
  for (std::uint32_t a = 0; a < world; ++a) {
    if (rests(a) || !bodies[a].is_movable() || !may_touch(a, kWorld)) continue;
    for (std::uint32_t i = first_part_[a]; i < first_part_[a + 1]; ++i) {
      for (std::uint32_t g = 0; g < scene_.grounds.size(); ++g) pairs.push_back({a, world, i, static_cast<std::uint32_t>(pieces_.size()) + g});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const PartPair& x, const PartPair& y) { return name_pair(x) < name_pair(y); });
  return pairs;
}

std::vector<PartPair> SolidContacts::list_pairs(std::span<const SolidBody> bodies, double time) {
  return list_pairs(bodies, {time, 0});
}

bool SolidContacts::is_mesh_pair(const PartPair& pair) const {
  return pieces_[pair.i].is_mesh() || (!is_ground(pair.k) && pieces_[pair.k].is_mesh());
}

namespace {

PartGap measure_gap_to_plane(std::span<const Vec3> points, const Pose3& pose, double radius, const Ground& ground) {
  double gap = std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) gap = std::min(gap, ground.normal.dot(pose.apply(p) - ground.point));
  return {std::max(0.0, gap - radius), ground.normal};
}

PartGap measure_gap_of_meshes(const PlacedMesh& a, const PlacedMesh& b) {
  const auto found = measure_distance(PlacedRigid{&a.mesh->tree(), a.pose, true}, PlacedRigid{&b.mesh->tree(), b.pose, true});
  if (!found) return {std::numeric_limits<double>::infinity(), Vec3::UnitZ()};
  const double gap = found->distance - a.mesh->radius() - b.mesh->radius();
  return gap > 0 ? PartGap{gap, found->normal} : PartGap{};
}

}  // namespace

PartGap SolidContacts::measure_gap(const PartPair& pair, const SolidBody& a, const SolidBody& b,
                                   ConvexWitness* witness) const {
  const SolidPiece& first = pieces_[pair.i];
  const Pose3 pose = find_pose(a);
  if (is_ground(pair.k)) {
    const Ground& plane = ground(pair.k).plane;
    if (first.is_mesh())
      return measure_gap_to_plane(first.mesh->positions(), pose * first.pose, first.radius, plane);
    return measure_gap_to_plane(first.shape->vertices(), pose * first.pose, first.radius, plane);
  }
  const SolidPiece& second = pieces_[pair.k];
  if (is_mesh_pair(pair)) return measure_gap_of_meshes(first.place_mesh(pose), second.place_mesh(find_pose(b)));
  const auto found = measure_distance(first.place_convex(pose), second.place_convex(find_pose(b)), witness);
  return {found.distance, found.normal};
}

SolidPatch SolidContacts::start_patch(const PartPair& pair) const {
  SolidPatch patch{.pair = name_pair(pair), .a = pair.a, .b = pair.b};
  patch.a_radius = pieces_[pair.i].radius;
  patch.b_radius = is_ground(pair.k) ? 0 : pieces_[pair.k].radius;
  const Solid& first = scene_.solids[pair.a];
  if (is_ground(pair.k)) {
    patch.friction = std::sqrt(first.friction * ground(pair.k).plane.friction);
    patch.restitution = std::max(first.restitution, ground(pair.k).restitution);
  } else {
    const Solid& second = scene_.solids[pair.b];
    patch.friction = std::sqrt(first.friction * second.friction);
    patch.restitution = std::max(first.restitution, second.restitution);
  }
  return patch;
}

// What says that two parts are apart is kept from step to step.
ContactPatch SolidContacts::find_convex_patch(const PartPair& pair, double margin) {
  const PlacedConvex first = pieces_[pair.i].place_convex(poses_[pair.a]);
  if (is_ground(pair.k)) {
    const Ground& plane = ground(pair.k).plane;
    return find_plane_patch(first, plane.point, plane.normal, margin);
  }
  ConvexWitness* const witness = keeps_memory_ ? &memory_of(name_pair(pair), 0).witness : nullptr;
  return find_contact_patch(first, pieces_[pair.k].place_convex(poses_[pair.b]), margin, witness);
}

// Where parts will touch is not known long before. What comes from farther away passes at most so far into the other
// that looking back finds it (passing.h). Meshes in each other by less than a margin are held by the features that face
// each other, so it is never 0, and less than what is thin.
double SolidContacts::limit_margin(const PartPair& pair, double margin) const {
  const SolidPiece& first = pieces_[pair.i];
  const bool is_mesh = is_mesh_pair(pair);
  const auto measure = [&](const SolidPiece& piece) {
    return is_mesh && piece.thickness > 0 ? kMeshMargin * piece.thickness : piece.half_extent;
  };
  const double most = is_ground(pair.k) ? measure(first) : std::min(measure(first), measure(pieces_[pair.k]));
  return is_mesh ? std::clamp(margin, kLeastMeshMargin * most, most) : std::min(margin, most);
}

std::vector<MeshContact> SolidContacts::find_mesh_patches(const PartPair& pair, double margin) const {
  const PlacedMesh first = pieces_[pair.i].place_mesh(poses_[pair.a]);
  if (!is_ground(pair.k))
    return find_mesh_contacts(first, pieces_[pair.k].place_mesh(poses_[pair.b]), margin);
  const Ground& plane = ground(pair.k).plane;
  return find_plane_contacts(first, plane.point, plane.normal, margin);
}

void SolidContacts::add(const PartPair& pair, const ContactPatch& found, std::span<const SolidBody> bodies,
                        std::vector<SolidPatch>& patches) {
  SolidPatch patch = start_patch(pair);
  patch.normal = found.normal;
  patch.count = found.count;
  for (int i = 0; i < found.count; ++i)
    patch.points[i] = {found.points[i].on_a, found.points[i].on_b, found.points[i].gap, Vec3::Zero()};
  if (keeps_memory_) {
    if (is_ground(pair.k)) memory_of(patch.pair, 0);
    recall(patch, bodies[pair.a]);
  }
  patches.push_back(patch);
}

// Points whose normals are the same make a patch.
void SolidContacts::add(const PartPair& pair, std::span<const MeshContact> found, std::span<const SolidBody> bodies,
                        std::vector<SolidPatch>& patches) {
  std::uint32_t region = 0;
  for (std::size_t first = 0; first < found.size();) {
    SolidPatch patch = start_patch(pair);
    patch.region = region++;
    patch.normal = found[first].normal;
    const auto is_alike = [&](const MeshContact& contact) { return contact.normal.dot(patch.normal) > kSameNormal; };
    for (; first < found.size() && patch.count < 4 && is_alike(found[first]); ++first)
      patch.points[patch.count++] = {found[first].on_a, found[first].on_b, found[first].gap, Vec3::Zero()};
    if (keeps_memory_) {
      memory_of(patch.pair, patch.region);
      recall(patch, bodies[pair.a]);
    }
    patches.push_back(patch);
  }
}

void SolidContacts::search(std::span<const SolidBody> bodies, const Limits& limits, std::vector<SolidPatch>& patches) {
  patches.clear();
  next_memories_.clear();
  for (const PartPair& pair : list_pairs(bodies, limits)) {
    const double margin = limit_margin(pair, find_margin(bodies[pair.a], bodies[pair.b], limits));
    if (is_mesh_pair(pair)) {
      add(pair, find_mesh_patches(pair, margin), bodies, patches);
    } else if (const ContactPatch found = find_convex_patch(pair, margin); !found.is_empty()) {
      add(pair, found, bodies, patches);
    }
  }
  if (keeps_memory_) memories_.swap(next_memories_);
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
    SolidMemory key;
    key.pair = patch.pair;
    key.region = patch.region;
    const auto found = std::lower_bound(memories_.begin(), memories_.end(), key, is_before);
    const Pose3 back = find_pose(bodies[patch.a]).inverse();
    found->count = patch.count;
    for (int i = 0; i < patch.count; ++i) {
      found->at[i] = back.apply(patch.points[i].on_a);
      found->impulses[i] = patch.points[i].impulse;
    }
  }
}

}  // namespace abut
