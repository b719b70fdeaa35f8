// Contacts of rigid meshes: features that face each other where the surfaces are near, what both share where they are
// deep in each other; of what hangs together a few.
#include "abut/mesh_contacts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/assert.h"
#include "base/sort_unique.h"
#include "base/union_find.h"
#include "detect/contact_choice.h"
#include "detect/overlap_regions.h"
#include "math/simd.h"

namespace abut {
namespace {

// Which near pairs of faces hang together, by a face that they share.
class PairGroups {
 public:
  explicit PairGroups(std::span<const NearFacePair> pairs) : groups_(0) {
    for (const NearFacePair& pair : pairs) {
      faces_[0].push_back(pair.a);
      faces_[1].push_back(pair.b);
    }
    for (auto& faces : faces_) sort_unique(faces);
    groups_ = UnionFind(faces_[0].size() + faces_[1].size());
    for (const NearFacePair& pair : pairs) groups_.unite(find_place(0, pair.a), find_place(1, pair.b));
  }
  std::uint32_t find(const NearFacePair& pair) { return groups_.find(find_place(0, pair.a)); }

 private:
  std::uint32_t find_place(int side, FaceId f) const {
    const auto at = std::lower_bound(faces_[side].begin(), faces_[side].end(), f) - faces_[side].begin();
    return static_cast<std::uint32_t>(at) + (side == 0 ? 0 : static_cast<std::uint32_t>(faces_[0].size()));
  }

  std::array<std::vector<FaceId>, 2> faces_;
  UnionFind groups_;
};

bool test_part_of(const OverlapRegion& region, const FacingFeatures& features) {
  return std::binary_search(region.faces[0].begin(), region.faces[0].end(), features.faces.a) &&
         std::binary_search(region.faces[1].begin(), region.faces[1].end(), features.faces.b);
}

// Surfaces around the core: what has a radius reaches out towards the other.
MeshContact make_contact(const Vec3& on_a, const Vec3& on_b, const Vec3& normal, double gap, const PlacedMesh& a,
                         double b_radius) {
  const double a_radius = a.mesh->radius();
  MeshContact contact;
  contact.on_a = on_a - a_radius * normal;
  contact.on_b = on_b + b_radius * normal;
  contact.normal = normal;
  contact.gap = gap - a_radius - b_radius;
  return contact;
}

// Takes features that it is about out of the list; nothing if they say all there is to say.
std::vector<MeshContact> find_deep_contacts(const OverlapRegion& region, const PlacedMesh& a, const PlacedMesh& b,
                                            double margin, std::vector<FacingFeatures>& features) {
  const auto is_part = [&](const FacingFeatures& f) { return test_part_of(region, f); };
  if (region.depth <= margin && std::any_of(features.begin(), features.end(), is_part)) return {};
  std::erase_if(features, is_part);
  std::vector<MeshContact> contacts;
  for (const OverlapPoint& p : region.points) {
    contacts.push_back(make_contact(p.on_a, p.on_b, region.normal, -p.depth, a, b.mesh->radius()));
    contacts.back().is_deep = region.depth > margin;
  }
  return contacts;
}

}  // namespace

std::vector<MeshContact> find_mesh_contacts(const PlacedMesh& a, const PlacedMesh& b, double margin) {
  ABUT_ASSERT(margin > 0);
  const PlacedSurface a_surface(a), b_surface(b);
  const double reach = margin + a.mesh->radius() + b.mesh->radius();
  const auto pairs = find_near_face_pairs(a_surface, b_surface, reach);
  auto features = find_facing_features(a_surface, b_surface, pairs, margin, reach);
  std::vector<MeshContact> chosen;
  for (const OverlapRegion& region : find_overlap_regions(a_surface, b_surface, pairs)) {
    choose_contacts(find_deep_contacts(region, a, b, margin, features), chosen, kSteepBetween);
  }
  PairGroups groups(pairs);
  std::map<std::uint32_t, std::vector<MeshContact>> by_group;
  for (const FacingFeatures& f : features) {
    by_group[groups.find(f.faces)].push_back(make_contact(f.on_a, f.on_b, f.normal, f.gap, a, b.mesh->radius()));
  }
  for (auto& [group, contacts] : by_group) choose_contacts(std::move(contacts), chosen, kSteepBetween);
  return chosen;
}

namespace {

// How far floats may be off where coordinates are within 1, and in the plane's distance, as a share of it.
constexpr float kOff = 0x1p-18f;

// Bit i: box i reaches down to the plane, both in the tree's frame.
unsigned find_low_boxes(const RigidTree::Node& node, const std::array<float, 3>& normal, float height) {
  const auto lanes = [](const RigidTree::Lanes& l) { return load<Float8>(l.data()); };
  Float8 lowest = {};
  for (int k = 0; k < 3; ++k) lowest += normal[k] * lanes(node.boxes.center[k]);
  for (int i = 0; i < 3; ++i) {
    Float8 along = {};
    for (int k = 0; k < 3; ++k) along += normal[k] * lanes(node.boxes.axes[i][k]);
    lowest -= lanes_abs(along) * lanes(node.boxes.half[i]);
  }
  return mask_signs(lowest <= Float8{} + (height + kOff * (4 + std::abs(height)))) & ((1u << node.count) - 1);
}

// Vertices of triangles that may be no higher than this.
std::vector<VertexId> find_low_vertices(const PlacedMesh& a, const Vec3& point, const Vec3& normal, double reach) {
  const RigidTree& tree = a.mesh->tree();
  const Vec3 own_normal = a.pose.rotation.conjugate() * normal;
  std::array<float, 3> rounded;
  for (int k = 0; k < 3; ++k) rounded[k] = static_cast<float>(own_normal[k]);
  const double height = normal.dot(point - a.pose.apply(tree.frame().origin)) + reach;
  std::vector<VertexId> found;
  std::vector<std::uint32_t> open;
  if (!tree.is_empty()) open.push_back(0);
  while (!open.empty()) {
    const RigidTree::Node& node = tree.nodes()[open.back()];
    open.pop_back();
    const unsigned low = find_low_boxes(node, rounded, static_cast<float>(height * tree.frame().scale));
    for (std::uint32_t lane = 0; lane < node.count; ++lane) {
      if ((low >> lane & 1) == 0) continue;
      const RigidTree::Child child = node.children[lane];
      if (!child.is_leaf()) {
        open.push_back(child.index());
        continue;
      }
      const RigidTree::Leaf& leaf = tree.leaves()[child.index()];
      for (std::uint32_t place = leaf.first; place < leaf.first + leaf.count; ++place) {
        found.insert(found.end(), tree.corners(place).begin(), tree.corners(place).end());
      }
    }
  }
  sort_unique(found);
  return found;
}

}  // namespace

std::vector<MeshContact> find_plane_contacts(const PlacedMesh& a, const Vec3& plane_point, const Vec3& plane_normal,
                                             double margin) {
  ABUT_ASSERT(margin > 0);
  const double reach = margin + a.mesh->radius();
  std::vector<MeshContact> candidates, chosen;
  for (const VertexId v : find_low_vertices(a, plane_point, plane_normal, reach)) {
    const Vec3 p = a.pose.apply(a.mesh->positions()[v]);
    const double gap = plane_normal.dot(p - plane_point);
    if (gap > reach) continue;
    candidates.push_back(make_contact(p, p - gap * plane_normal, plane_normal, gap, a, 0));
    candidates.back().is_deep = candidates.back().gap < -margin;
  }
  const double steep = find_steepness_on_plane(candidates.size());
  choose_contacts(std::move(candidates), chosen, steep);
  return chosen;
}

}  // namespace abut
