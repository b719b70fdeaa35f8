// Building lays the hierarchy out for the update: subtrees of about a thousand faces lie together, with their vertices
// numbered within the subtree, so that a frame is one pass over memory: fetch a block's vertices, bound its leaves,
// join its inner nodes, and go on to the next.
#include <algorithm>
#include <bit>
#include <cmath>

#include "abut/tree.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "tree/directions.h"
#include "tree/hierarchy.h"
#include "tree/node_bounds.h"
#include "tree/oriented_boxes.h"
#include "tree/rims.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr std::uint32_t kBlockFaces = 1024, kUsualLeafSize = SurfaceTreeSettings{}.leaf_size;
// Updating fewer faces takes less time than waking a thread.
constexpr std::size_t kFacesPerThread = 4096;

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

// Components of the axes (directions.h), axis after axis.
constexpr Float16 kAxisX = {1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1};
constexpr Float16 kAxisY = {0, 1, 0, 1, -1, 0, 0, 1, 1, 1, 1, -1, -1};
constexpr Float16 kAxisZ = {0, 0, 1, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1};

// Their lengths, rounded up.
constexpr Float16 kAxisLength = {1,         1,         1,         1.414214f, 1.414214f, 1.414214f, 1.414214f,
                                 1.414214f, 1.414214f, 1.732051f, 1.732051f, 1.732051f, 1.732051f};

// How far ahead memory is asked for, in vertices.
constexpr std::size_t kAhead = 32;

void store_node(SurfaceTree::Node& node, Float8 bounds, std::uint32_t directions, float children) {
  bounds[3] = std::bit_cast<float>(directions);
  bounds[7] = children;
  store(reinterpret_cast<char*>(&node), bounds);
}

using Corners = std::array<std::uint16_t, 3>;

Float8 find_bounds(const Float8* points, const Corners& corners) {
  return lanes_min(points[corners[0]], lanes_min(points[corners[1]], points[corners[2]]));
}

// The face's normal, twice its area long.
Float4 find_normal(const Float8* points, const Corners& corners) {
  const Float4 a = first_half(points[corners[0]]);
  return cross_xyz(first_half(points[corners[1]]) - a, first_half(points[corners[2]]) - a);
}

// Its products with the axes.
Float16 find_products(const Float4& normal) { return kAxisX * normal[0] + kAxisY * normal[1] + kAxisZ * normal[2]; }

// How far a computed product of a face's normal (of twice its area's length) with a direction may be off. `size` bounds
// the face's extent along each axis, `error` the error of a coordinate: two edges u and v are wrong by up to
// h = 2 error + size / 2^24 in each component, a component of u x v by 4 h size + 2 h^2 + 4 size^2 / 2^24, the sum of
// three of them by three times that and another 10 size^2 / 2^24 for the additions; rounded up generously.
float find_margin(float size, float error) {
  return 32 * error * size + 48 * 0x1p-24f * size * size + 80 * error * error + 1e-35f;
}

// A length no edge of the face exceeds; coordinates may be off by `error`.
float find_longest_edge(const Float8* points, const Corners& corners, float error) {
  const Float4 a = first_half(points[corners[0]]), b = first_half(points[corners[1]]),
               c = first_half(points[corners[2]]);
  const Float4 edges[] = {b - a, c - b, a - c};
  float longest = 0;
  for (const Float4& e : edges) longest = std::max(longest, e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  return 1.00001f * std::sqrt(longest) + 4 * error + 1e-18f;
}

// What the product of a face's normal with each axis must exceed for the face to be higher than the margin when seen
// along that axis: its height over its longest edge is twice its area by that edge's length.
Float16 find_least_products(const Float8* points, const Corners& corners, float margin, float error) {
  return kAxisLength * (margin * find_longest_edge(points, corners, error));
}

// The normals of a face that moves, at the start, on the way and at the end: at any time its normal is a mean of these,
// since edges change evenly and the normal is a quadratic in time.
std::array<Float4, 3> find_normals(const Float8* points, const Float8* end_points, const Corners& corners) {
  const Float4 a = first_half(points[corners[0]]), end_a = first_half(end_points[corners[0]]);
  const Float4 u = first_half(points[corners[1]]) - a, v = first_half(points[corners[2]]) - a,
               end_u = first_half(end_points[corners[1]]) - end_a, end_v = first_half(end_points[corners[2]]) - end_a;
  return {cross_xyz(u, v), 0.5f * (cross_xyz(u, end_v) + cross_xyz(end_u, v)), cross_xyz(end_u, end_v)};
}

float find_extent(const Float8& bounds) { return -min_xyz(first_half(bounds) + second_half(bounds)); }

// The bits of directions whose products are all larger than a margin; `signs` says which have been turned round.
std::uint32_t find_directions(const Float16& products, float margin, const Int16& signs) {
  const std::uint32_t sure = mask_greater(products, Float16{} + margin), negative = mask_signs(signs);
  return (sure & ~negative) | (sure & negative) << 16;
}

// Half the margin in the frame, rounded up.
float find_growth(double margin, double scale) {
  if (margin == 0) return 0;
  return static_cast<float>(std::clamp(0.50001 * margin * scale, 1e-30, 3e38));
}

}  // namespace

SurfaceTree::SurfaceTree(const Surface& surface, std::span<const Vec3> positions, const SurfaceTreeSettings& settings,
                         const RunSettings& run)
    : vertex_count_(surface.vertex_count()),
      rims_(std::make_unique<Rims>()),
      oriented_boxes_(std::make_unique<OrientedBoxes>()) {
  ABUT_ASSERT(positions.size() == vertex_count_);
  SurfaceTreeSettings limited = settings;
  limited.leaf_size = leaf_size_ = std::clamp(settings.leaf_size, 1u, kMaxLeafSize);
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
  point_corners_.resize(faces_.size());
  for (const Hierarchy::Node& node : hierarchy.nodes) {
    contents_.push_back({node.places, {}, {}});
    Node& n = nodes_.emplace_back();
    n.first_child = node.first_child;
    n.more_children = node.is_leaf() ? 0 : node.child_count - 2;
  }
  std::vector<std::uint32_t> numbers(vertex_count_, kNone);
  for (const auto& block : layout.blocks) add_block(surface, block, numbers);
  points_.resize(point_vertices_.size());
  normals_.resize(nodes_.size());
  top_.assign(layout.top.rbegin(), layout.top.rend());
  block_of_.assign(layout.top.size() + layout.blocks.size(), kNoBlock);
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) block_of_[blocks_[i].root] = i;
  fits_ = std::make_unique<std::atomic<Fit>[]>(blocks_.size());
  // Something to ask for beyond the end.
  point_vertices_.insert(point_vertices_.end(), kAhead, VertexId(std::size_t{0}));

  oriented_boxes_->resize(nodes_.size());

  layout.blocks.push_back(std::move(layout.top));
  *rims_ = Rims(surface, hierarchy, layout.blocks, run.threads);
}

// `numbers` is free for use: kNone everywhere before and after.
void SurfaceTree::add_block(const Surface& surface, std::span<const std::uint32_t> nodes,
                            std::vector<std::uint32_t>& numbers) {
  Block block;
  block.root = nodes[0];
  block.first_point = static_cast<std::uint32_t>(point_vertices_.size());
  block.first_leaf = static_cast<std::uint32_t>(leaves_.size());
  block.first_inner = static_cast<std::uint32_t>(inner_.size());
  for (const std::uint32_t node : nodes) (nodes_[node].is_leaf() ? leaves_ : inner_).push_back(node);
  std::sort(leaves_.begin() + block.first_leaf, leaves_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return places(a).begin < places(b).begin; });
  std::reverse(inner_.begin() + block.first_inner, inner_.end());
  number_points(surface, nodes, numbers);
  add_block_corners(block);
  block.end_point = static_cast<std::uint32_t>(point_vertices_.size());
  block.end_leaf = static_cast<std::uint32_t>(leaves_.size());
  block.end_inner = static_cast<std::uint32_t>(inner_.size());
  blocks_.push_back(block);
}

// Numbers the points of a block in the order in which its faces come to use them, and lists those of its nodes.
void SurfaceTree::number_points(const Surface& surface, std::span<const std::uint32_t> nodes,
                                std::vector<std::uint32_t>& numbers) {
  const auto first_point = static_cast<std::uint32_t>(point_vertices_.size());
  const Places all = places(nodes[0]);
  std::vector<std::uint32_t> first_own;  // of each place
  for (std::uint32_t place = all.begin; place < all.end; ++place) {
    first_own.push_back(static_cast<std::uint32_t>(point_vertices_.size()));
    for (int k = 0; k < 3; ++k) {
      const VertexId v = surface.face(faces_[place])[k];
      if (numbers[v] == kNone) {
        numbers[v] = static_cast<std::uint32_t>(point_vertices_.size());
        point_vertices_.push_back(v);
      }
      point_corners_[place][k] = numbers[v];
    }
  }
  first_own.push_back(static_cast<std::uint32_t>(point_vertices_.size()));
  for (std::size_t i = first_point; i < point_vertices_.size(); ++i) numbers[point_vertices_[i]] = kNone;

  std::vector<std::uint32_t> listed_by(point_vertices_.size() - first_point, kNone);
  for (const std::uint32_t node : nodes) {
    Content& content = contents_[node];
    content.own_points = {first_own[content.places.begin - all.begin], first_own[content.places.end - all.begin]};
    content.other_points.begin = static_cast<std::uint32_t>(other_points_.size());
    for (std::uint32_t place = content.places.begin; place < content.places.end; ++place) {
      if (content.places.size() > kMaxListedFaces) break;
      for (const std::uint32_t point : point_corners_[place]) {
        if (content.own_points.contains(point) || listed_by[point - first_point] == node) continue;
        listed_by[point - first_point] = node;
        other_points_.push_back(point);
      }
    }
    content.other_points.end = static_cast<std::uint32_t>(other_points_.size());
  }
}

void SurfaceTree::add_block_corners(const Block& block) {
  for (std::uint32_t i = block.first_leaf; i < leaves_.size(); ++i) {
    const Places leaf = places(leaves_[i]);
    for (std::uint32_t k = 0; k < leaf_size_; ++k) {
      const auto& points = point_corners_[std::min(leaf.begin + k, leaf.end - 1)];
      auto& corners = block_corners_.emplace_back();
      for (int c = 0; c < 3; ++c) corners[c] = static_cast<std::uint16_t>(points[c] - block.first_point);
    }
  }
}

inline void SurfaceTree::join_children(std::uint32_t number) const {
  Node& node = nodes_[number];
  const Node* child = &nodes_[node.first_child];
  Float8 bounds = lanes_min(load_bounds(child[0]), load_bounds(child[1]));
  std::uint32_t directions = child[0].directions & child[1].directions;
  for (std::uint32_t k = 2; k < 2u + node.more_children; ++k) {
    bounds = lanes_min(load_bounds(child[k]), bounds);
    directions &= child[k].directions;
  }
  store_node(node, bounds, directions, load_bounds(node)[7]);
}

inline void SurfaceTree::add_normals(std::uint32_t number) const {
  const Node& node = nodes_[number];
  Float4 sum = {};
  for (std::uint32_t i = node.first_child; i < node.end_child(); ++i) sum += load<Float4>(&normals_[i]);
  store(normals_[number].data(), sum);
}

void SurfaceTree::update(std::span<const Vec3> positions, const BoxFrame& frame, const RunSettings& run,
                         double margin) {
  ABUT_ASSERT(positions.size() == vertex_count_);
  positions_ = positions;
  end_positions_ = {};
  fit(frame, run, margin);
}

void SurfaceTree::sweep(std::span<const Vec3> start, std::span<const Vec3> end, const BoxFrame& frame,
                        const RunSettings& run, double margin) {
  ABUT_ASSERT(start.size() == vertex_count_ && end.size() == vertex_count_);
  positions_ = start;
  end_positions_ = end;
  end_points_.resize(points_.size());
  fit(frame, run, margin);
}

void SurfaceTree::fit(const BoxFrame& frame, const RunSettings& run, double margin) {
  ABUT_ASSERT(margin >= 0 && std::isfinite(margin));
  frame_ = frame;
  margin_ = margin;
  growth_ = find_growth(margin, frame.scale);
  oriented_boxes_->start_round();
  const auto threads =
      std::clamp<std::size_t>(faces_.size() / kFacesPerThread, 1, static_cast<std::size_t>(count_threads(run.threads)));
  // A few runs of blocks for each thread; more would only cost.
  const std::size_t parts = threads == 1 ? 1 : 4 * threads;
  parallel_for(parts, static_cast<int>(threads), [&](std::size_t part) {
    for (std::size_t i = blocks_.size() * part / parts; i < blocks_.size() * (part + 1) / parts; ++i) {
      // What was used last time will be used again.
      const bool is_used = fits_[i] == Fit::all_and_used;
      fit_block(static_cast<std::uint32_t>(i), {.root = true, .inner_nodes = is_used});
      fits_[i] = is_used ? Fit::all : Fit::root;
    }
  });
  for (const std::uint32_t node : top_) join_children(node);
}

void SurfaceTree::refine_block(std::uint32_t block) const {
  std::atomic<Fit>& fit = fits_[block];
  Fit state = fit.load(std::memory_order_acquire);
  if (state == Fit::all_and_used) return;
  if (state == Fit::root && fit.compare_exchange_strong(state, Fit::working)) {
    fit_block(block, {.root = false, .inner_nodes = true});  // the root is up to date, and others may be reading it
    fit.store(Fit::all_and_used, std::memory_order_release);
    fit.notify_all();
    return;
  }
  while (state == Fit::working) {
    fit.wait(Fit::working, std::memory_order_acquire);
    state = fit.load(std::memory_order_acquire);
  }
  fit.store(Fit::all_and_used, std::memory_order_release);
}

// The leaf size is known to the compiler where it is the usual one, and 0 otherwise.
void SurfaceTree::fit_block(std::uint32_t number, FitTask task) const {
  const Block& block = blocks_[number];
  const bool is_usual = leaf_size_ == kUsualLeafSize;
  if (is_swept()) {
    fit_moving_leaves(block, task);
  } else if (growth_ == 0) {
    is_usual ? fit_leaves<kUsualLeafSize, false>(block, task) : fit_leaves<0, false>(block, task);
  } else {
    is_usual ? fit_leaves<kUsualLeafSize, true>(block, task) : fit_leaves<0, true>(block, task);
  }
  if (!task.inner_nodes) return;
  for (std::uint32_t i = block.first_inner; i < block.end_inner; ++i) {
    if (inner_[i] != block.root) join_children(inner_[i]);
    add_normals(inner_[i]);
  }
}

template <std::uint32_t kLeafSize, bool kHasMargin>
void SurfaceTree::fit_leaves(const Block& block, FitTask task) const {
  alignas(64) Float8 points[3 * kBlockFaces];
  const float error = fetch_points(block, positions_, frame_, points) * 0x1.01p-24f;
  const bool is_sane = error < 0x1p16f;  // else products might overflow

  const std::uint32_t leaf_size = kLeafSize == 0 ? leaf_size_ : kLeafSize;
  Float8 root_bounds = Float8{} + INFINITY;
  std::uint32_t root_directions = kAllDirections;
  for (std::uint32_t i = block.first_leaf; i < block.end_leaf; ++i) {
    const auto* corner = &block_corners_[std::size_t{i} * leaf_size];
    // The first face's signs decide which of two opposite directions it can be.
    Float8 bounds = find_bounds(points, *corner);
    Float4 normal = find_normal(points, *corner);
    Float16 least = find_products(normal);
    const Int16 signs = reinterpret_cast<Int16>(least) & kSignBits;
    least = flip_signs(least, signs);
    if constexpr (kHasMargin) least -= find_least_products(points, *corner, 2 * growth_, error);
    for (std::uint32_t k = 1; k < leaf_size; ++k) {
      bounds = lanes_min(find_bounds(points, corner[k]), bounds);
      const Float4 face_normal = find_normal(points, corner[k]);
      normal += face_normal;
      Float16 products = flip_signs(find_products(face_normal), signs);
      if constexpr (kHasMargin) products -= find_least_products(points, corner[k], 2 * growth_, error);
      least = lanes_min(products, least);
    }
    const float margin = is_sane ? find_margin(find_extent(bounds), error) : INFINITY;
    const std::uint32_t directions = find_directions(least, margin, signs);
    if constexpr (kHasMargin) bounds = grow_bounds(bounds, growth_);
    root_bounds = lanes_min(bounds, root_bounds);
    root_directions &= directions;
    if (task.inner_nodes) {
      store(normals_[leaves_[i]].data(), normal);
      if (leaves_[i] != block.root) store_node(nodes_[leaves_[i]], bounds, directions, 0);
    }
  }
  if (test_points_stored(block, task)) store_points(block, points, points_);
  if (task.root) store_node(nodes_[block.root], root_bounds, root_directions, load_bounds(nodes_[block.root])[7]);
}

// The same for what moves.
void SurfaceTree::fit_moving_leaves(const Block& block, FitTask task) const {
  alignas(64) Float8 points[3 * kBlockFaces], end_points[3 * kBlockFaces];
  const BoxFrame end_frame{frame_.origin + frame_.drift, frame_.scale};
  const float error = 0x1.01p-24f * std::max(fetch_points(block, positions_, frame_, points),
                                             fetch_points(block, end_positions_, end_frame, end_points));
  const bool is_sane = error < 0x1p16f;  // else products might overflow

  Float8 root_bounds = Float8{} + INFINITY;
  std::uint32_t root_directions = kAllDirections;
  for (std::uint32_t i = block.first_leaf; i < block.end_leaf; ++i) {
    const auto* corner = &block_corners_[std::size_t{i} * leaf_size_];
    Float8 bounds = Float8{} + INFINITY, end_bounds = bounds;
    Float16 least = Float16{} + INFINITY;
    Float4 normal = {};
    const Int16 signs = reinterpret_cast<Int16>(find_products(find_normal(points, *corner))) & kSignBits;
    for (std::uint32_t k = 0; k < leaf_size_; ++k) {
      bounds = lanes_min(find_bounds(points, corner[k]), bounds);
      end_bounds = lanes_min(find_bounds(end_points, corner[k]), end_bounds);
      const auto normals = find_normals(points, end_points, corner[k]);
      normal += normals[0] + normals[2];
      Float16 products = flip_signs(find_products(normals[0]), signs);
      for (int n = 1; n < 3; ++n) products = lanes_min(flip_signs(find_products(normals[n]), signs), products);
      if (growth_ > 0) {
        products -= lanes_max(find_least_products(points, corner[k], 2 * growth_, error),
                              find_least_products(end_points, corner[k], 2 * growth_, error));
      }
      least = lanes_min(products, least);
    }
    const float extent = std::max(find_extent(bounds), find_extent(end_bounds));
    const std::uint32_t directions = find_directions(least, is_sane ? find_margin(extent, error) : INFINITY, signs);
    bounds = grow_bounds(lanes_min(bounds, end_bounds), growth_);
    root_bounds = lanes_min(bounds, root_bounds);
    root_directions &= directions;
    if (task.inner_nodes) {
      store(normals_[leaves_[i]].data(), normal);
      if (leaves_[i] != block.root) store_node(nodes_[leaves_[i]], bounds, directions, 0);
    }
  }
  if (test_points_stored(block, task)) {
    store_points(block, points, points_);
    store_points(block, end_points, end_points_);
  }
  if (task.root) store_node(nodes_[block.root], root_bounds, root_directions, load_bounds(nodes_[block.root])[7]);
}

// Where the root is a leaf, it may be read without being refined.
bool SurfaceTree::test_points_stored(const Block& block, FitTask task) {
  const bool is_leaf = block.first_inner == block.end_inner;
  return is_leaf ? task.root : task.inner_nodes;
}

// The block's vertices in the frame, each with its negative; returns the largest coordinate, regardless of sign.
float SurfaceTree::fetch_points(const Block& block, std::span<const Vec3> positions, const BoxFrame& frame,
                                Float8* points) const {
  const PointFetcher fetch(positions, frame);
  Float8 least = {};
  for (std::uint32_t i = block.first_point; i < block.end_point; ++i) {
    __builtin_prefetch(&positions[point_vertices_[i + kAhead]]);
    const Float8 both = point_bounds(fetch(point_vertices_[i]));
    points[i - block.first_point] = both;
    least = lanes_min(both, least);
  }
  return -min_xyz(lanes_min(first_half(least), second_half(least)));
}

void SurfaceTree::store_points(const Block& block, const Float8* from, std::vector<Point>& to) {
  for (std::uint32_t i = block.first_point; i < block.end_point; ++i) {
    store(to[i].data(), first_half(from[i - block.first_point]));
  }
}

SurfaceTree::Memory SurfaceTree::memory() const {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return {bytes(nodes_) + bytes(normals_) + bytes(contents_) + bytes(other_points_) + bytes(leaves_) + bytes(inner_) +
              bytes(top_) + bytes(blocks_),
          bytes(faces_) + bytes(point_corners_) + bytes(points_) + bytes(end_points_) + bytes(point_vertices_) +
              bytes(block_corners_),
          rims_->memory(), oriented_boxes_->memory()};
}

}  // namespace abut
