// The least distance of two rigid bodies, by branch and bound: of the boxes that may hold something nearer than the
// best so far, the nearest are opened first; of the triangles in two leaves, the nearest are measured first.
#include <algorithm>
#include <cmath>

#include "detect/placed_leaf.h"
#include "detect/rigid_view.h"
#include "tree/float_rounding.h"

namespace abut {
namespace {

constexpr std::uint32_t kWidth = RigidTree::kWidth;

class DistanceSearch {
 public:
  DistanceSearch(const PlacedRigid& a, const PlacedRigid& b, double limit, RigidCounts& counts)
      : a_(a), b_(b), view_(a, b), counts_(counts) {
    lower_limit(limit);
  }

  /// Places of two triangles in their trees.
  void measure(std::uint32_t p, std::uint32_t q) { measure(p, q, place(a_, p), place(b_, q)); }

  void run() {
    open_.push_back({{}, -std::numeric_limits<float>::infinity()});
    while (!open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      if (!(pair.gap >= limit_seen_)) visit(pair);
    }
  }

  const std::optional<TrianglePair>& places() const { return places_; }
  std::optional<RigidDistance> finish() const {
    if (!places_) return std::nullopt;
    const TrianglePoints p = place(a_, places_->a), q = place(b_, places_->b);
    const auto find_point = [](const TrianglePoints& t, const Vec3& weights) -> Vec3 {
      return weights[0] * t[0] + weights[1] * t[1] + weights[2] * t[2];
    };
    return RigidDistance{best_.distance,
                         best_.normal,
                         find_point(p, best_.a_weights),
                         find_point(q, best_.b_weights),
                         {a_.tree->face(places_->a), b_.tree->face(places_->b)}};
  }

 private:
  struct Pair {
    std::array<RigidSlot, 2> slots;
    float gap;
  };
  struct Near {
    float gap;
    std::uint32_t i, j;
  };

  void lower_limit(double limit) {
    limit_ = limit;
    limit_seen_ = round_up(limit * view_.scale());
  }

  void visit(const Pair& pair) {
    const std::array<RigidTree::Child, 2> children = {view_.child(0, pair.slots[0]), view_.child(1, pair.slots[1])};
    if (children[0].is_leaf() && children[1].is_leaf()) {
      visit_leaves(a_.tree->leaves()[children[0].index()], b_.tree->leaves()[children[1].index()]);
    } else {
      open(pair, view_.choose_side(pair.slots));
    }
  }

  void open(const Pair& pair, int side) {
    const std::uint32_t number = view_.child(side, pair.slots[side]).index();
    const RigidTree::Node& node = view_.node(side, number);
    ++counts_.box_tests;
    const Float8 gaps = view_.find_gaps(side, node, view_.see(1 - side, pair.slots[1 - side]));
    const std::size_t first = open_.size();
    for (std::uint32_t lane = 0; lane < node.count; ++lane) {
      if (gaps[lane] >= limit_seen_) continue;
      Pair next{pair.slots, gaps[lane]};
      next.slots[side] = RigidSlot(number, lane);
      open_.push_back(next);
    }
    std::sort(open_.begin() + static_cast<std::ptrdiff_t>(first), open_.end(),
              [](const Pair& p, const Pair& q) { return p.gap > q.gap; });
  }

  void visit_leaves(const RigidTree::Leaf& p, const RigidTree::Leaf& q) {
    ++counts_.leaf_pairs;
    const RigidLeafPair leaves(view_, p, q);
    const Float8 rows = leaves.find_gaps();
    near_.clear();
    for (std::uint32_t i = 0; i < p.count; ++i) {
      if (rows[i] >= limit_seen_) continue;
      const Float8 gaps = leaves.find_gaps(i);
      for (std::uint32_t j = 0; j < q.count; ++j) {
        if (!(gaps[j] >= limit_seen_)) near_.push_back({gaps[j], i, j});
      }
    }
    std::sort(near_.begin(), near_.end(), [](const Near& m, const Near& n) { return m.gap < n.gap; });
    PlacedLeaf p_placed(a_, p), q_placed(b_, q);
    for (const auto& [gap, i, j] : near_) {
      if (gap >= limit_seen_) return;
      measure(p.first + i, q.first + j, p_placed.triangle(i), q_placed.triangle(j));
    }
  }

  void measure(std::uint32_t p, std::uint32_t q, const TrianglePoints& p_points, const TrianglePoints& q_points) {
    if ((!a_.has_flat && !test_area(p_points)) || (!b_.has_flat && !test_area(q_points))) return;
    ++counts_.triangle_tests;
    const Distance distance = measure_triangle_triangle(p_points, q_points);
    if (places_ ? distance.distance >= limit_ : distance.distance > limit_) return;
    best_ = distance;
    places_ = TrianglePair{p, q};
    lower_limit(distance.distance);
  }

  const PlacedRigid &a_, &b_;
  RigidView view_;
  RigidCounts& counts_;
  std::vector<Pair> open_;
  std::vector<Near> near_;
  Distance best_;
  std::optional<TrianglePair> places_;
  double limit_ = 0;
  float limit_seen_ = 0;  // in the view's unit
};

}  // namespace

std::optional<RigidDistance> measure_distance(const PlacedRigid& a, const PlacedRigid& b, double limit,
                                              RigidWitness* witness, RigidCounts* counts) {
  if (a.tree->is_empty() || b.tree->is_empty()) return std::nullopt;
  RigidCounts own_counts;
  RigidCounts& counted = counts != nullptr ? *counts : own_counts;
  DistanceSearch search(a, b, limit, counted);
  RigidWitness own;
  if (witness != nullptr) own = *witness;
  // Bodies that touch would have the search measure a lot before it comes by what does.
  const bool is_touching = test_touching(a, b, &own, &counted);
  if (own.last) search.measure(own.last->a, own.last->b);
  if (!is_touching) search.run();
  if (witness != nullptr) witness->last = search.places();
  return search.finish();
}

}  // namespace abut
