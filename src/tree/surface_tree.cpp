// Building lays the hierarchy out for the update: subtrees of about a thousand faces lie together, with their vertices
// numbered within the subtree, so that a frame is one pass over memory: fetch a block's vertices, bound its leaves,
// join its inner nodes, and go on to the next.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "abut/tree.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "math/simd.h"
#include "tree/directions.h"
#include "tree/hierarchy.h"
#include "tree/rims.h"

namespace abut {
namespace {

constexpr std::uint32_t kBlockFaces = 1024, kMaxLeafSize = 64;
// Updating fewer faces takes less time than waking a thread.
constexpr std::size_t kFacesPerThread = 32768;

// The hierarchy's nodes in the order of the tree: those above the blocks, then block after block.
struct Layout {
  std::vector<std::uint32_t> top;                  // in the new order, like all below
  std::vector<std::vector<std::uint32_t>> blocks;  // root first, parents before children
};

Layout reorder(Hierarchy& hierarchy) {
  std::vector<std::uint32_t> order = {0}, block_roots;  // order[i]: old number of the new node i
  const auto add_children = [&](std::uint32_t old) {
    const Hierarchy::Node& node = hierarchy.nodes[old];
    for (std::uint32_t k = 0; k < node.child_count; ++k) order.push_back(node.first_child + k);
  };
  Layout layout;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const bool is_block = hierarchy.nodes[order[i]].places.size() <= kBlockFaces;
    (is_block ? block_roots : layout.top).push_back(i);
    if (!is_block) add_children(order[i]);
  }
  std::sort(block_roots.begin(), block_roots.end(), [&](std::uint32_t a, std::uint32_t b) {
    return hierarchy.nodes[order[a]].places.begin < hierarchy.nodes[order[b]].places.begin;
  });
  for (const std::uint32_t root : block_roots) {
    auto& block = layout.blocks.emplace_back(std::vector{root});
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto before = static_cast<std::uint32_t>(order.size());
      add_children(order[block[i]]);
      for (std::uint32_t k = before; k < order.size(); ++k) block.push_back(k);
    }
  }
  std::vector<std::uint32_t> renamed(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) renamed[order[i]] = i;
  std::vector<Hierarchy::Node> nodes;
  for (const std::uint32_t old : order) {
    nodes.push_back(hierarchy.nodes[old]);
    if (!nodes.back().is_leaf()) nodes.back().first_child = renamed[nodes.back().first_child];
  }
  hierarchy.nodes = std::move(nodes);
  return layout;
}

// Components of the axes, axis after axis, in lanes.
Float16 axis_lanes(int component) {
  Float16 lanes = {};
  for (int k = 0; k < static_cast<int>(kAxes.size()); ++k) lanes[k] = static_cast<float>(kAxes[k][component]);
  return lanes;
}

// How far a computed product of a face's normal (of twice its area's length) with a direction may be off. `size` bounds
// the face's extent along each axis, `error` the error of a coordinate: two edges u and v are wrong by up to
// h = 2 error + size / 2^24 in each component, a component of u x v by 4 h size + 2 h^2 + 4 size^2 / 2^24, the sum of
// three of them by three times that and another 10 size^2 / 2^24 for the additions; rounded up generously.
float find_margin(float size, float error) {
  return 32 * error * size + 48 * 0x1p-24f * size * size + 80 * error * error + 1e-35f;
}

}  // namespace

SurfaceTree::SurfaceTree(const Surface& surface, std::span<const Vec3> positions, const SurfaceTreeSettings& settings,
                         const RunSettings& run)
    : vertex_count_(surface.vertex_count()), rims_(std::make_unique<Rims>()) {
  ABUT_ASSERT(positions.size() == vertex_count_);
  SurfaceTreeSettings limited = settings;
  limited.leaf_size = std::clamp(settings.leaf_size, 1u, kMaxLeafSize);
  Hierarchy hierarchy = make_hierarchy(surface, positions, limited, run.threads);
  if (hierarchy.nodes.empty()) return;
  lay_out(surface, hierarchy, run);
  update(positions, make_box_frame(make_box(positions)), run);
}

SurfaceTree::SurfaceTree(SurfaceTree&&) noexcept = default;
SurfaceTree& SurfaceTree::operator=(SurfaceTree&&) noexcept = default;
SurfaceTree::~SurfaceTree() = default;

void SurfaceTree::lay_out(const Surface& surface, Hierarchy& hierarchy, const RunSettings& run) {
  Layout layout = reorder(hierarchy);
  faces_ = hierarchy.faces;
  for (const FaceId f : faces_) corners_.push_back(surface.face(f));
  for (const Hierarchy::Node& node : hierarchy.nodes) {
    places_.push_back(node.places);
    Node& n = nodes_.emplace_back();
    n.first_child = node.first_child;
    n.more_children = node.is_leaf() ? 0 : node.child_count - 2;
  }
  block_corners_.resize(faces_.size());
  std::vector<std::uint32_t> local(vertex_count_, ~0u);
  for (const auto& block : layout.blocks) add_block(block, local);
  top_.assign(layout.top.rbegin(), layout.top.rend());

  layout.blocks.push_back(std::move(layout.top));
  *rims_ = Rims(surface, hierarchy, layout.blocks, run.threads);
}

// `local` is free for use: ~0 everywhere before and after.
void SurfaceTree::add_block(std::span<const std::uint32_t> nodes, std::vector<std::uint32_t>& local) {
  Block block{static_cast<std::uint32_t>(block_vertices_.size()), 0, static_cast<std::uint32_t>(leaves_.size()), 0,
              static_cast<std::uint32_t>(inner_.size()),          0};
  const Places places = places_[nodes[0]];
  for (std::uint32_t place = places.begin; place < places.end; ++place) {
    for (int k = 0; k < 3; ++k) {
      const VertexId v = corners_[place][k];
      if (local[v] == ~0u) {
        local[v] = static_cast<std::uint32_t>(block_vertices_.size()) - block.first_vertex;
        block_vertices_.push_back(v);
      }
      block_corners_[place][k] = static_cast<std::uint16_t>(local[v]);
    }
  }
  block.end_vertex = static_cast<std::uint32_t>(block_vertices_.size());
  for (std::uint32_t i = block.first_vertex; i < block.end_vertex; ++i) local[block_vertices_[i]] = ~0u;

  for (const std::uint32_t node : nodes) (nodes_[node].is_leaf() ? leaves_ : inner_).push_back(node);
  std::sort(leaves_.begin() + block.first_leaf, leaves_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return places_[a].begin < places_[b].begin; });
  std::reverse(inner_.begin() + block.first_inner, inner_.end());
  block.end_leaf = static_cast<std::uint32_t>(leaves_.size());
  block.end_inner = static_cast<std::uint32_t>(inner_.size());
  blocks_.push_back(block);
}

void SurfaceTree::update(std::span<const Vec3> positions, const BoxFrame& frame, const RunSettings& run) {
  ABUT_ASSERT(positions.size() == vertex_count_);
  frame_ = frame;
  const auto threads =
      std::clamp<std::size_t>(faces_.size() / kFacesPerThread, 1, static_cast<std::size_t>(count_threads(run.threads)));
  // A few runs of blocks for each thread; more would only cost.
  const std::size_t parts = threads == 1 ? 1 : 4 * threads;
  parallel_for(parts, static_cast<int>(threads), [&](std::size_t part) {
    for (std::size_t i = blocks_.size() * part / parts; i < blocks_.size() * (part + 1) / parts; ++i) {
      update_block(blocks_[i], positions.data());
    }
  });
  for (const std::uint32_t node : top_) join_children(node);
}

void SurfaceTree::update_block(const Block& block, const Vec3* positions) {
  static const Float16 axis_x = axis_lanes(0), axis_y = axis_lanes(1), axis_z = axis_lanes(2);
  alignas(64) Float4 points[3 * kBlockFaces];
  Float4 reach = {};
  const Float4 zero = {};
  for (std::uint32_t i = block.first_vertex; i < block.end_vertex; ++i) {
    const Vec3& p = positions[block_vertices_[i]];
    const Float4 q = {static_cast<float>((p.x() - frame_.origin.x()) * frame_.scale),
                      static_cast<float>((p.y() - frame_.origin.y()) * frame_.scale),
                      static_cast<float>((p.z() - frame_.origin.z()) * frame_.scale), 0};
    points[i - block.first_vertex] = q;
    reach = lanes_max(lanes_max(q, zero - q), reach);
  }
  const float error = max_xyz(reach) * 0x1.01p-24f;
  const bool is_sane = error < 0x1p16f;  // else products might overflow

  for (std::uint32_t i = block.first_leaf; i < block.end_leaf; ++i) {
    const Places places = places_[leaves_[i]];
    Float4 lower = Float4{} + INFINITY, upper = Float4{} - INFINITY;
    Float16 least = Float16{} + INFINITY, most = Float16{} - INFINITY;
    for (std::uint32_t place = places.begin; place < places.end; ++place) {
      const auto& corner = block_corners_[place];
      const Float4 a = points[corner[0]], b = points[corner[1]], c = points[corner[2]];
      lower = lanes_min(lanes_min(a, b), lanes_min(c, lower));
      upper = lanes_max(lanes_max(a, b), lanes_max(c, upper));
      const Float4 normal = cross_xyz(b - a, c - a);
      const Float16 products = axis_x * normal[0] + axis_y * normal[1] + axis_z * normal[2];
      least = lanes_min(products, least);
      most = lanes_max(products, most);
    }
    const Float16 margin = Float16{} + (is_sane ? find_margin(max_xyz(upper - lower), error) : INFINITY);
    Node& node = nodes_[leaves_[i]];
    store(reinterpret_cast<char*>(&node), lower);
    std::memcpy(&node.box.upper, &upper, sizeof(node.box.upper));
    node.directions = mask_greater(least, margin) | mask_greater(-margin, most) << 16;
  }
  for (std::uint32_t i = block.first_inner; i < block.end_inner; ++i) join_children(inner_[i]);
}

void SurfaceTree::join_children(std::uint32_t number) {
  Node& node = nodes_[number];
  const Node* child = &nodes_[node.first_child];
  Float4 lower = load<Float4>(reinterpret_cast<const char*>(child));
  Float4 upper = load<Float4>(reinterpret_cast<const char*>(child) + sizeof(child->box.lower));
  std::uint32_t directions = child->directions;
  for (const Node* end = child + 2 + node.more_children; ++child < end;) {
    lower = lanes_min(load<Float4>(reinterpret_cast<const char*>(child)), lower);
    upper = lanes_max(load<Float4>(reinterpret_cast<const char*>(child) + sizeof(child->box.lower)), upper);
    directions &= child->directions;
  }
  store(reinterpret_cast<char*>(&node), lower);
  std::memcpy(&node.box.upper, &upper, sizeof(node.box.upper));
  node.directions = directions;
}

SurfaceTree::Memory SurfaceTree::memory() const {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return {bytes(nodes_) + bytes(places_) + bytes(leaves_) + bytes(inner_) + bytes(top_) + bytes(blocks_),
          bytes(faces_) + bytes(corners_) + bytes(block_vertices_) + bytes(block_corners_), rims_->memory()};
}

}  // namespace abut
