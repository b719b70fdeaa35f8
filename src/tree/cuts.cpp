// Cutting a surface from above. A patch's rim is what proving costs, so a good cut is a short one: straight through
// space where the patch is spread out flat, between two far faces along the surface where it is folded.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "tree/hierarchy.h"

namespace abut {
namespace {

struct Keyed {
  float key;
  FaceId face;
  friend bool operator<(const Keyed& a, const Keyed& b) { return a.key < b.key || (a.key == b.key && a.face < b.face); }
};

int find_longest_axis(const FaceGraph& graph, std::span<const FaceId> faces) {
  Eigen::AlignedBox3f box;
  for (const FaceId f : faces) box.extend(graph.center(f));
  int axis = 0;
  box.sizes().maxCoeff(&axis);
  return axis;
}

// One patch being cut. `owner` says for every face of the surface which patch it is in at the moment.
class Cut {
 public:
  Cut(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t name, std::vector<std::uint32_t>& owner,
      std::vector<std::uint8_t>& side, std::vector<std::uint32_t>& distance)
      : graph_(graph), faces_(faces), name_(name), owner_(owner), side_(side), distance_(distance) {}

  /// Puts the faces of one half before those of the other.
  void run() {
    const int axis = find_longest_axis(graph_, faces_);
    try_keys([&](std::size_t i) { return graph_.center(faces_[i])[axis]; });
    try_distances(best_.empty() ? faces_[0] : std::min_element(best_.begin(), best_.end())->face);
    for (std::size_t i = 0; i < best_.size(); ++i) faces_[i] = best_[i].face;
  }

 private:
  // The lower half by key(number of the face) against the upper half.
  template <class Key>
  void try_keys(const Key& key) {
    keyed_.clear();
    for (std::size_t i = 0; i < faces_.size(); ++i) keyed_.push_back({key(i), faces_[i]});
    const auto middle = keyed_.begin() + static_cast<std::ptrdiff_t>(keyed_.size() / 2);
    std::nth_element(keyed_.begin(), middle, keyed_.end());
    for (auto k = keyed_.begin(); k != keyed_.end(); ++k) side_[k->face] = k >= middle;
    const std::size_t length = count_cut_edges();
    if (length >= best_length_) return;
    best_length_ = length;
    best_.swap(keyed_);
  }

  std::size_t count_cut_edges() const {
    std::size_t count = 0;
    for (const FaceId f : faces_) {
      if (side_[f] != 0) continue;
      for (const std::uint32_t g : graph_.neighbors(f)) count += test_member(g) && side_[g] != 0;
    }
    return count;
  }

  bool test_member(std::uint32_t f) const { return f != FaceGraph::kNone && owner_[f] == name_; }

  // The faces nearer, along the surface, to one of two far faces than to the other.
  void try_distances(FaceId first) {
    const FaceId second = find_distances(first);
    std::vector<float> nearness;
    nearness.reserve(faces_.size());
    for (const FaceId f : faces_) nearness.push_back(static_cast<float>(distance_[f]));
    find_distances(second);
    try_keys([&](std::size_t i) { return nearness[i] - static_cast<float>(distance_[faces_[i]]); });
  }

  // Distances in steps from face to face; what hangs together otherwise comes after, one part after another. Returns
  // the last face reached.
  FaceId find_distances(FaceId start) {
    constexpr std::uint32_t unknown = ~0u;
    for (const FaceId f : faces_) distance_[f] = unknown;
    queue_.clear();
    std::size_t next_start = 0;
    std::uint32_t level = 0;
    for (FaceId root = start; queue_.size() < faces_.size();) {
      distance_[root] = level;
      std::size_t head = queue_.size();
      queue_.push_back(root);
      for (; head < queue_.size(); ++head) {
        const FaceId f = queue_[head];
        for (const std::uint32_t g : graph_.neighbors(f)) {
          if (!test_member(g) || distance_[g] != unknown) continue;
          distance_[g] = distance_[f] + 1;
          queue_.push_back(FaceId(g));
        }
      }
      level = distance_[queue_.back()] + 1;
      while (next_start < faces_.size() && distance_[faces_[next_start]] != unknown) ++next_start;
      if (next_start < faces_.size()) root = faces_[next_start];
    }
    return queue_.back();
  }

  const FaceGraph& graph_;
  std::span<FaceId> faces_;
  std::uint32_t name_;
  std::vector<std::uint32_t>& owner_;
  std::vector<std::uint8_t>& side_;
  std::vector<std::uint32_t>& distance_;
  std::vector<Keyed> keyed_, best_;
  std::vector<FaceId> queue_;
  std::size_t best_length_ = ~std::size_t{0};
};

}  // namespace

std::vector<Hierarchy::Node> cut_faces(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t piece_size,
                                       int threads) {
  std::vector<Hierarchy::Node> nodes = {{{0, static_cast<std::uint32_t>(faces.size())}}};
  const std::size_t count = graph.size();
  std::vector<std::uint32_t> owner(count, ~0u), distance(count);
  std::vector<std::uint8_t> side(count);
  for (const FaceId f : faces) owner[f] = 0;
  // Level by level: pieces of one level are cut at the same time, each touching only its own faces' entries.
  for (std::size_t begin = 0; begin < nodes.size();) {
    const std::size_t end = nodes.size();
    std::vector<std::uint32_t> open;
    for (std::size_t i = begin; i < end; ++i) {
      if (nodes[i].places.size() > piece_size) open.push_back(static_cast<std::uint32_t>(i));
    }
    parallel_for(open.size(), threads, [&](std::size_t i) {
      const SurfaceTree::Places places = nodes[open[i]].places;
      Cut(graph, faces.subspan(places.begin, places.size()), open[i], owner, side, distance).run();
    });
    for (const std::uint32_t i : open) {
      const SurfaceTree::Places places = nodes[i].places;
      const std::uint32_t middle = places.begin + places.size() / 2;
      nodes[i].first_child = static_cast<std::uint32_t>(nodes.size());
      nodes[i].child_count = 2;
      nodes.push_back({{places.begin, middle}});
      nodes.push_back({{middle, places.end}});
      for (std::uint32_t k = places.begin; k < places.end; ++k) {
        owner[faces[k]] = static_cast<std::uint32_t>(nodes.size() - (k < middle ? 2 : 1));
      }
    }
    begin = end;
  }
  return nodes;
}

}  // namespace abut
