#include "abut/outline_tree.h"

#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "shape/ray.h"
#include "tree/float_rounding.h"

namespace abut {
namespace {

// What rounding may take off a box, by the largest coordinate.
constexpr double kRounding = 0x1p-49;

// The direction in which points spread most, by their covariance; weights may be empty.
Vec2 find_direction(std::span<const Vec2> points, std::span<const double> weights) {
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  double total = 0;
  Vec2 mean = Vec2::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    total += weight(i);
    mean += weight(i) * points[i];
  }
  if (!(total > 0)) return Vec2::UnitX();
  mean /= total;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 p = points[i] - mean;
    xx += weight(i) * p.x() * p.x();
    xy += weight(i) * p.x() * p.y();
    yy += weight(i) * p.y() * p.y();
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  return Vec2(std::cos(angle), std::sin(angle));
}

Vec2 find_direction(const Cubic2& curve, int samples) {
  std::vector<Vec2> points;
  for (int i = 0; i < samples; ++i) points.push_back(curve.at(i / (samples - 1.0)));
  return find_direction(points, {});
}

OrientedBox2 make_box(const Vec2& axis, const std::array<double, 2>& along, const std::array<double, 2>& across,
                      double slack) {
  OrientedBox2 box;
  box.axis = axis;
  box.center = 0.5 * (along[0] + along[1]) * axis + 0.5 * (across[0] + across[1]) * box.across();
  box.half = Vec2(0.5 * (along[1] - along[0]) + slack, 0.5 * (across[1] - across[0]) + slack);
  return box;
}

double find_largest(const OrientedBox2& box) { return box.center.cwiseAbs().maxCoeff() + box.half.sum(); }

BoxFrame2 make_frame(const OrientedBox2& box) {
  return {box.center, std::exp2(std::ceil(std::log2(std::max(box.half.norm(), 1e-300))))};
}

// Into one of the two places. Axes are rounded, too, which moves corners by less than a box is large.
void write_box(const OrientedBox2& box, const BoxFrame2& frame, std::size_t place, SiblingBoxes2& siblings) {
  constexpr double kSingle = 0x1p-22;
  const Vec2 center = (box.center - frame.origin) / frame.scale, half = box.half / frame.scale;
  const double slack = kSingle * (center.lpNorm<1>() + half.sum()) + kRounding * find_largest(box) / frame.scale;
  for (std::size_t k = 0; k < 2; ++k) {
    siblings.center[2 * k + place] = static_cast<float>(center[k]);
    siblings.axis[2 * k + place] = static_cast<float>(box.axis[k]);
    siblings.half[2 * k + place] = round_up(half[k] + slack);
  }
}

double find_largest(std::span<const Vec2> points) {
  double largest = 0;
  for (const Vec2& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace

OutlineTree::OutlineTree(Outline outline, const OutlineTreeSettings& settings)
    : outline_(std::move(outline)), settings_(settings) {
  ABUT_ASSERT(settings.samples >= 2);
  for (const Loop& loop : outline_.loops) {
    starts_.push_back(static_cast<std::uint32_t>(elementary_.size()));
    for (const OutlinePiece& piece : loop.pieces) add_elementary(piece);
  }
  ABUT_ASSERT(!elementary_.empty());
  nodes_.reserve(2 * elementary_.size());
  add_loops(0, starts_.size());
  frame_ = make_frame(nodes_[0].box);
  siblings_.reserve(elementary_.size() + starts_.size());
  add_siblings(0, 0);
}

std::size_t OutlineTree::loop_of(std::uint32_t piece) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), piece) - starts_.begin()) - 1;
}

const OutlinePiece& OutlineTree::piece(std::uint32_t number) const {
  const std::size_t loop = loop_of(number);
  return outline_.loops[loop].pieces[number - starts_[loop]];
}

std::vector<std::uint32_t> OutlineTree::list_level(int depth) const {
  std::vector<std::uint32_t> level = {0};
  for (int i = 0; i < depth; ++i) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t n : level) {
      if (!nodes_[n].is_leaf()) next.insert(next.end(), {n + 1, nodes_[n].right});
    }
    level = std::move(next);
  }
  return level;
}

// Adaptation, adjustment and increment (section 3 of the paper), but for the curve itself, not its samples.
void OutlineTree::add_elementary(const OutlinePiece& piece) {
  const Vec2 axis = find_direction(piece.curve, settings_.samples), across(-axis.y(), axis.x());
  const double slack = piece.roughness + kRounding * find_largest(piece.curve.points);
  curves_.push_back({piece.curve});
  elementary_.push_back(make_box(axis, find_extent(piece.curve, axis), find_extent(piece.curve, across), slack));
  lengths_.push_back(measure_length(piece.curve));
  roughest_ = std::max(roughest_, piece.roughness);
}

// Around all elementary boxes in it.
void OutlineTree::fit(Node& node, const Vec2& axis) const {
  const Vec2 across(-axis.y(), axis.x());
  std::array<double, 2> along_range = {INFINITY, -INFINITY}, across_range = along_range;
  double largest = 0;
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    const auto corners = elementary_[i].corners();
    largest = std::max(largest, find_largest(corners));
    for (const Vec2& corner : corners) {
      along_range = {std::min(along_range[0], corner.dot(axis)), std::max(along_range[1], corner.dot(axis))};
      across_range = {std::min(across_range[0], corner.dot(across)), std::max(across_range[1], corner.dot(across))};
    }
  }
  node.box = make_box(axis, along_range, across_range, kRounding * largest);
}

Vec2 OutlineTree::find_axis(Range range) const {
  std::vector<Vec2> centers;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) centers.push_back(elementary_[i].center);
  return find_direction(centers, std::span(lengths_).subspan(range.first, range.count));
}

// A loop with less and less detail, itself the first; none if it is no spline, or not wanted.
std::vector<Loop> OutlineTree::make_coarse_loops(const Loop& loop) const {
  std::vector<Loop> coarse;
  if (settings_.super_boxes == SuperBoxes::elementary || loop.control_points.size() != loop.pieces.size())
    return coarse;
  for (const auto& points : make_levels(loop.control_points)) coarse.push_back(make_spline(points));
  return coarse;
}

// In halves of a power of two, so that as many pieces as there are in a node are one piece of the curve with less
// detail.
std::uint32_t OutlineTree::add_range(Range range, std::uint32_t loop_start, std::span<const Loop> coarse) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, range.first, range.count, 0});
  if (range.count == 1) {
    nodes_[number].box = elementary_[range.first];
    return number;
  }
  const std::uint32_t left = std::bit_ceil(range.count) / 2;
  add_range({range.first, left}, loop_start, coarse);
  nodes_[number].right = add_range({range.first + left, range.count - left}, loop_start, coarse);
  const auto level = static_cast<std::size_t>(std::countr_zero(range.count));
  const bool is_piece = std::has_single_bit(range.count) && level < coarse.size();
  fit(nodes_[number],
      is_piece ? find_direction(coarse[level].pieces[(range.first - loop_start) / range.count].curve, settings_.samples)
               : find_axis(range));
  return number;
}

std::uint32_t OutlineTree::add_loops(std::size_t begin, std::size_t end) {
  if (end - begin == 1) {
    const Loop& loop = outline_.loops[begin];
    return add_range({starts_[begin], static_cast<std::uint32_t>(loop.pieces.size())}, starts_[begin],
                     make_coarse_loops(loop));
  }
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({});
  const std::size_t middle = begin + (end - begin) / 2;
  add_loops(begin, middle);
  const std::uint32_t right = add_loops(middle, end);
  Node& node = nodes_[number];
  node.right = right;
  node.first = nodes_[number + 1].first;
  node.count = nodes_[number + 1].count + nodes_[right].count;
  fit(node, find_axis({node.first, node.count}));
  return number;
}

std::uint32_t OutlineTree::add_siblings(std::uint32_t first, std::uint32_t second) {
  const auto number = static_cast<std::uint32_t>(siblings_.size());
  siblings_.emplace_back();
  const std::array<std::uint32_t, 2> pair = {first, second};
  for (std::size_t i = 0; i < 2; ++i) {
    const Node& node = nodes_[pair[i]];
    write_box(node.box, frame_, i, siblings_[number]);
    const bool is_same = i == 1 && first == second;
    const std::uint32_t below = is_same          ? siblings_[number].below[0]
                                : node.is_leaf() ? SiblingBoxes2::kLeaf | node.first
                                                 : add_siblings(pair[i] + 1, node.right);
    siblings_[number].below[i] = below;
  }
  return number;
}

// A way along a border and its chord are in one box, so that the ray crosses both equally often if the point is not in
// it. Boxes of more than one loop have whole loops in them.
Side locate(const OutlineTree& tree, const Vec2& point, double tolerance) {
  Ray ray(point, tolerance);
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    const OutlineTree::Node& node = tree.nodes()[number];
    const Vec2 way = point - node.box.center;
    const double slack = tolerance + kRounding * (way.lpNorm<1>() + node.box.center.lpNorm<1>());
    const bool is_outside = std::abs(way.dot(node.box.axis)) > node.box.half.x() + slack ||
                            std::abs(way.dot(node.box.across())) > node.box.half.y() + slack;
    if (is_outside) {
      const std::uint32_t last = node.first + node.count - 1;
      if (tree.loop_of(node.first) == tree.loop_of(last)) {
        ray.cross(tree.piece(node.first).curve.points[0], tree.piece(last).curve.points[3]);
      }
    } else if (node.is_leaf()) {
      ray.add(tree.piece(node.first));
    } else {
      open.insert(open.end(), {number + 1, node.right});
    }
  }
  return ray.side();
}

}  // namespace abut
