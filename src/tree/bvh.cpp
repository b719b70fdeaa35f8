// Building the tree: binned surface area heuristic (Wald 2007) along the widest axis. The upper levels are cut by one
// thread; the pieces below are built in parallel into arrays of their own, which are then joined in order, so the
// tree depends on nothing but the boxes. (Tried: carrying the bounds of both sides through the bins, which saves two of
// four passes over the items. It was slower by a tenth of the whole search: small nodes pay for sixteen larger bins.)
#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/tree.h"
#include "base/parallel.h"
#include "tree/float_rounding.h"

namespace abut {
namespace {

constexpr int kBins = 16;
constexpr std::uint32_t kPieces = 64;  // how many pieces the upper levels are cut into, about

constexpr FloatBox kEmptyBox = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

// Half the surface.
float surface_of(const FloatBox& box) {
  const float x = box.upper[0] - box.lower[0], y = box.upper[1] - box.lower[1], z = box.upper[2] - box.lower[2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

void grow(FloatBox& box, const FloatBox& other) {
  for (int k = 0; k < 3; ++k) {
    box.lower[k] = std::min(box.lower[k], other.lower[k]);
    box.upper[k] = std::max(box.upper[k], other.upper[k]);
  }
}

// Twice the centre: one addition less.
float middle(const FloatBox& box, int axis) { return box.lower[axis] + box.upper[axis]; }

FloatBox box_of(std::span<const Bvh::Item> items) {
  FloatBox box = kEmptyBox;
  for (const Bvh::Item& item : items) grow(box, item.box);
  return box;
}

struct Binning {
  int axis = 0;
  float start = 0, scale = 0;
  int operator()(const FloatBox& box) const {
    const float place = (middle(box, axis) - start) * scale;
    return place > 0 ? static_cast<int>(std::min(place, kBins - 1.0f)) : 0;  // also if it is not a number
  }
};

// Along the axis where the middles spread widest; scale is 0 if they all coincide (or overflow).
Binning choose_binning(std::span<const Bvh::Item> items) {
  float lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (const Bvh::Item& item : items) {
    for (int k = 0; k < 3; ++k) {
      lower[k] = std::min(lower[k], middle(item.box, k));
      upper[k] = std::max(upper[k], middle(item.box, k));
    }
  }
  Binning binning;
  for (int k = 1; k < 3; ++k) {
    if (upper[k] - lower[k] > upper[binning.axis] - lower[binning.axis]) binning.axis = k;
  }
  const float spread = upper[binning.axis] - lower[binning.axis];
  binning.start = lower[binning.axis];
  binning.scale = spread > 0 ? kBins / spread : 0;
  if (!std::isfinite(binning.scale)) binning.scale = 0;
  return binning;
}

// The bin after which to cut, at the least expected cost; -1 if every cut leaves one side empty.
int choose_cut(std::span<const Bvh::Item> items, const Binning& binning) {
  FloatBox boxes[kBins];
  std::size_t counts[kBins] = {};
  std::fill(boxes, boxes + kBins, kEmptyBox);
  for (const Bvh::Item& item : items) {
    const int bin = binning(item.box);
    grow(boxes[bin], item.box);
    ++counts[bin];
  }
  float right_cost[kBins];
  FloatBox box = kEmptyBox;
  std::size_t count = 0;
  for (int bin = kBins - 1; bin > 0; --bin) {
    grow(box, boxes[bin]);
    count += counts[bin];
    right_cost[bin] = surface_of(box) * static_cast<float>(count);
  }
  int best = -1;
  float best_cost = INFINITY;
  box = kEmptyBox;
  count = 0;
  for (int bin = 0; bin + 1 < kBins; ++bin) {
    grow(box, boxes[bin]);
    count += counts[bin];
    const float cost = surface_of(box) * static_cast<float>(count) + right_cost[bin + 1];
    if (count > 0 && count < items.size() && cost < best_cost) {
      best = bin;
      best_cost = cost;
    }
  }
  return best;
}

// Reorders the items and returns how many go left. Equal boxes are halved by number.
std::size_t split(std::span<Bvh::Item> items) {
  const Binning binning = choose_binning(items);
  const int cut = binning.scale > 0 ? choose_cut(items, binning) : -1;
  if (cut < 0) return items.size() / 2;
  const auto middle_item =
      std::partition(items.begin(), items.end(), [&](const Bvh::Item& item) { return binning(item.box) <= cut; });
  return static_cast<std::size_t>(middle_item - items.begin());
}

// A run of items still to be built, and the node that will stand for it.
struct Piece {
  std::uint32_t node, first, count;
};

class Builder {
 public:
  Builder(std::span<Bvh::Item> all_items, std::vector<Bvh::Node>& nodes) : items_(all_items), nodes_(nodes) {}

  /// Builds below nodes_[root.node]; runs that are not larger than `stop_at` are set aside instead. No recursion: a
  /// tree over badly spread boxes may be as deep as it has items.
  void build(Piece root, std::uint32_t stop_at, std::vector<Piece>& set_aside) {
    std::vector<Piece> open = {root};
    while (!open.empty()) {
      const Piece piece = open.back();
      open.pop_back();
      if (piece.count <= stop_at) {
        set_aside.push_back(piece);
        continue;
      }
      const auto items = items_.subspan(piece.first, piece.count);
      nodes_[piece.node] = {box_of(items), piece.first, piece.count};
      if (piece.count <= Bvh::kLeafSize) continue;
      const auto left = static_cast<std::uint32_t>(split(items));
      const auto child = static_cast<std::uint32_t>(nodes_.size());
      nodes_[piece.node].first = child;
      nodes_[piece.node].count = 0;
      nodes_.resize(nodes_.size() + 2);
      open.push_back({child + 1, piece.first + left, piece.count - left});
      open.push_back({child, piece.first, left});
    }
  }

 private:
  std::span<Bvh::Item> items_;
  std::vector<Bvh::Node>& nodes_;
};

// Appends a subtree built on its own: its root takes the place of `at`, the rest goes to the end.
void graft(std::vector<Bvh::Node>& nodes, std::uint32_t at, std::span<const Bvh::Node> subtree) {
  const auto shift = static_cast<std::uint32_t>(nodes.size()) - 1;
  const auto moved = [&](Bvh::Node node) {
    if (!node.is_leaf()) node.first += shift;
    return node;
  };
  nodes[at] = moved(subtree[0]);
  for (const Bvh::Node& node : subtree.subspan(1)) nodes.push_back(moved(node));
}

}  // namespace

BoxFrame make_box_frame(const Box3& box) {
  const double size = box.size().maxCoeff();
  return {box.center(), size > 0 ? std::ldexp(1.0, std::min(1000, -std::ilogb(size))) : 1.0};
}

FloatBox make_float_box(std::span<const Vec3> points, const BoxFrame& frame) {
  const Box3 box = make_box(points);
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.lower[k] = round_down((box.lower[k] - frame.origin[k]) * frame.scale);
    result.upper[k] = round_up((box.upper[k] - frame.origin[k]) * frame.scale);
  }
  return result;
}

Bvh::Bvh(std::span<const FloatBox> boxes, const RunSettings& run) {
  if (boxes.empty()) return;
  items_.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) items_.push_back({boxes[i], static_cast<std::uint32_t>(i)});
  nodes_.resize(1);
  nodes_.reserve(boxes.size());

  const auto count = static_cast<std::uint32_t>(boxes.size());
  std::vector<Piece> pieces;
  Builder(items_, nodes_).build({0, 0, count}, std::max(count / kPieces, 1024u), pieces);

  std::vector<std::vector<Node>> subtrees(pieces.size());
  parallel_for(pieces.size(), run.threads, [&](std::size_t i) {
    std::vector<Piece> none;
    subtrees[i].resize(1);
    subtrees[i].reserve(pieces[i].count);
    Builder(items_, subtrees[i]).build({0, pieces[i].first, pieces[i].count}, 0, none);
  });
  for (std::size_t i = 0; i < pieces.size(); ++i) graft(nodes_, pieces[i].node, subtrees[i]);
}

}  // namespace abut
