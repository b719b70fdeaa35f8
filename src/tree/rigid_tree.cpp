// Building the hierarchy of a rigid tree. Runs of triangles are cut in two where a binned surface area heuristic says (Wald 2007), at
// multiples of eight triangles, so that all leaves but one are full; a node takes a run and cuts the largest piece
// again and again until there are eight.
#include "abut/rigid_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "tree/box_fitting.h"
#include "tree/rigid_hierarchy.h"

namespace abut {
namespace {

constexpr std::uint32_t kWidth = RigidTree::kWidth;
constexpr int kBins = 16;

double find_surface(const Box3& box) {
  const Vec3 size = box.size();
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

struct Run {
  std::uint32_t first = 0, count = 0;
  double surface = 0;
};

struct Cut {
  int axis = 0;
  std::uint32_t count = 0;  // triangles before it
  double cost = std::numeric_limits<double>::infinity();
};

// How much has to be looked into on one side.
double find_cost(const Box3& box, std::uint32_t count) {
  return find_surface(box) * static_cast<double>((count + kWidth - 1) / kWidth);
}

class HierarchyBuilder {
 public:
  explicit HierarchyBuilder(std::span<const TrianglePoints> triangles)
      : triangles_(triangles), order_(triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    boxes_.reserve(triangles.size());
    places_.reserve(triangles.size());
    for (const TrianglePoints& t : triangles) {
      boxes_.push_back(make_box(std::span<const Vec3>(t)));
      places_.push_back(t[0] + t[1] + t[2]);
    }
  }

  RigidTree::Hierarchy build() {
    if (order_.empty()) return {};
    const Run all = make_run(0, static_cast<std::uint32_t>(order_.size()));
    built_.nodes.resize(1);
    built_.leaves.reserve((order_.size() + kWidth - 1) / kWidth);
    add_children(0, {&all, 1});
    built_.order = std::move(order_);
    return std::move(built_);
  }

 private:
  Run make_run(std::uint32_t first, std::uint32_t count) const {
    Box3 box;
    for (std::uint32_t i = first; i < first + count; ++i) box.add(boxes_[order_[i]]);
    return {first, count, find_surface(box)};
  }

  Cut find_cut(const Run& run, int axis) const {
    const std::span order = std::span(order_).subspan(run.first, run.count);
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    for (const std::uint32_t i : order) {
      lower = std::min(lower, places_[i][axis]);
      upper = std::max(upper, places_[i][axis]);
    }
    Cut best{axis, 0};
    if (!(lower < upper)) return best;
    std::array<Box3, kBins> boxes, boxes_after;
    std::array<std::uint32_t, kBins> counts = {};
    for (const std::uint32_t i : order) {
      const double place = (places_[i][axis] - lower) / (upper - lower) * kBins;
      const int bin = std::min(static_cast<int>(place), kBins - 1);
      boxes[bin].add(boxes_[i]);
      ++counts[bin];
    }
    boxes_after[kBins - 1] = boxes[kBins - 1];
    for (int bin = kBins - 2; bin > 0; --bin) (boxes_after[bin] = boxes[bin]).add(boxes_after[bin + 1]);
    Box3 before;
    std::uint32_t count = 0;
    for (int bin = 0; bin + 1 < kBins; ++bin) {
      before.add(boxes[bin]);
      count += counts[bin];
      const double cost = find_cost(before, count) + find_cost(boxes_after[bin + 1], run.count - count);
      if (count > 0 && count < run.count && cost < best.cost) best = {axis, count, cost};
    }
    return best;
  }

  std::array<Run, 2> split(const Run& run) {
    Cut best;
    for (int axis = 0; axis < 3; ++axis) {
      const Cut cut = find_cut(run, axis);
      if (cut.cost < best.cost) best = cut;
    }
    if (best.count == 0) best.count = run.count / 2;
    const std::uint32_t full = (best.count + kWidth / 2) / kWidth * kWidth, most = (run.count - 1) / kWidth * kWidth;
    const std::uint32_t count = std::clamp(full, kWidth, most);
    const auto begin = order_.begin() + run.first;
    std::nth_element(begin, begin + count, begin + run.count, [&](std::uint32_t i, std::uint32_t j) {
      const double p = places_[i][best.axis], q = places_[j][best.axis];
      return p != q ? p < q : i < j;
    });
    return {make_run(run.first, count), make_run(run.first + count, run.count - count)};
  }

  std::vector<Run> find_pieces(const Run& run) {
    std::vector<Run> pieces = {run};
    while (pieces.size() < kWidth) {
      const auto largest = std::max_element(pieces.begin(), pieces.end(), [](const Run& a, const Run& b) {
        return (a.count > kWidth ? a.surface : -1) < (b.count > kWidth ? b.surface : -1);
      });
      if (largest->count <= kWidth) break;
      const auto [first, second] = split(*largest);
      *largest = first;
      pieces.push_back(second);
    }
    return pieces;
  }

  void add_children(std::uint32_t node, std::span<const Run> runs) {
    built_.nodes[node].count = static_cast<std::uint32_t>(runs.size());
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
      fill_box(node, lane, lane < runs.size() ? fit(runs[lane]) : fit(runs[0]));
    }
    for (std::uint32_t lane = 0; lane < runs.size(); ++lane) {
      const RigidTree::Child child = add_child(runs[lane]);
      built_.nodes[node].children[lane] = child;
    }
  }

  RigidTree::Child add_child(const Run& run) {
    if (run.count <= kWidth) return add_leaf(run);
    const auto node = static_cast<std::uint32_t>(built_.nodes.size());
    built_.nodes.emplace_back();
    add_children(node, find_pieces(run));
    return {node, false};
  }

  RigidTree::Child add_leaf(const Run& run) {
    RigidTree::Leaf& leaf = built_.leaves.emplace_back();
    leaf.first = run.first;
    leaf.count = run.count;
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
      const TrianglePoints& t = triangles_[order_[run.first + (lane < run.count ? lane : 0)]];
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) leaf.corners[i][k][lane] = static_cast<float>(t[i][k]);
      }
    }
    return {static_cast<std::uint32_t>(built_.leaves.size() - 1), true};
  }

  FittedBox fit(const Run& run) {
    taken_.clear();
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) taken_.push_back(triangles_[order_[i]]);
    return fit_box(taken_);
  }

  void fill_box(std::uint32_t node, std::uint32_t lane, const FittedBox& box) {
    RigidTree::Boxes& boxes = built_.nodes[node].boxes;
    for (int i = 0; i < 3; ++i) {
      boxes.center[i][lane] = box.center[i];
      boxes.half[i][lane] = box.half[i];
      for (int k = 0; k < 3; ++k) boxes.axes[i][k][lane] = box.axes[i][k];
    }
  }

  std::span<const TrianglePoints> triangles_;
  std::vector<Box3> boxes_;
  std::vector<Vec3> places_;  // three times the middles
  std::vector<std::uint32_t> order_;
  std::vector<TrianglePoints> taken_;
  RigidTree::Hierarchy built_;
};

}  // namespace

RigidTree::Hierarchy build_hierarchy(std::span<const TrianglePoints> triangles) {
  return HierarchyBuilder(triangles).build();
}

RigidTree::RigidTree(std::span<const Vec3> positions, std::span<const std::array<VertexId, 3>> faces)
    : positions_(positions.begin(), positions.end()), corners_(faces.begin(), faces.end()) {
  ABUT_ASSERT(faces.size() < (1u << 31));
  Box3 box;
  for (const auto& face : faces) {
    for (const VertexId v : face) {
      ABUT_ASSERT(v < positions.size());
      box.add(positions_[v]);
    }
  }
  if (is_empty()) return;
  frame_ = make_box_frame(box);
  for (const auto& face : faces) {
    for (const VertexId v : face) reach_ = std::max(reach_, (positions_[v] - frame_.origin).norm());
  }
  std::vector<TrianglePoints> triangles;
  triangles.reserve(faces.size());
  for (std::uint32_t i = 0; i < faces.size(); ++i) {
    TrianglePoints& t = triangles.emplace_back(triangle(i));
    for (Vec3& p : t) p = (p - frame_.origin) * frame_.scale;
  }
  hierarchy_ = build_hierarchy(triangles);
  for (std::uint32_t i = 0; i < faces.size(); ++i) corners_[i] = faces[face(i)];
}

std::size_t RigidTree::memory() const {
  return positions_.size() * sizeof(Vec3) + corners_.size() * sizeof(corners_[0]) + hierarchy_.memory();
}

}  // namespace abut
