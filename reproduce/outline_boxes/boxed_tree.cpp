#include "reproduce/outline_boxes/boxed_tree.h"

#include <Eigen/Eigenvalues>
#include <bit>

#include "reproduce/outline_boxes/smallest_box.h"

namespace abut::reproduce {
namespace {

constexpr std::uint32_t kSamples = 5;    // as the paper has of a coarse piece
constexpr std::size_t kLeastPoints = 4;  // of a coarse curve
using Samples = std::array<Vec2, kSamples>;

// In which points spread most.
Vec2 find_direction(const Samples& samples) {
  Vec2 mean = Vec2::Zero();
  for (const Vec2& p : samples) mean += p / kSamples;
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  for (const Vec2& p : samples) covariance += (p - mean) * (p - mean).transpose();
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(covariance).eigenvectors().col(1);
}

Samples sample(const Cubic2& curve) {
  Samples samples;
  for (std::uint32_t i = 0; i < kSamples; ++i) samples[i] = curve.at(i / (kSamples - 1.0));
  return samples;
}

// Evenly by pieces.
Samples sample(const OutlineTree& tree, const OutlineTree::Node& node) {
  Samples samples;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    const double at = node.count * (i / (kSamples - 1.0));
    const std::uint32_t piece = std::min(static_cast<std::uint32_t>(at), node.count - 1);
    samples[i] = tree.piece(node.first + piece).curve.at(at - piece);
  }
  return samples;
}

// The coarse piece that stands for a node's pieces; null if there is none.
const Cubic2* find_coarse_piece(std::span<const Loop> coarse, const OutlineTree::Node& node) {
  const auto level = static_cast<std::size_t>(std::countr_zero(node.count));
  if (!std::has_single_bit(node.count) || level >= coarse.size()) return nullptr;
  return &coarse[level].pieces[node.first / node.count].curve;
}

}  // namespace

std::vector<Vec2> halve_shortly(std::span<const Vec2> points) {
  const std::size_t half = points.size() / 2;
  const auto odd = [&](std::size_t i) { return points[2 * (i % half) + 1]; };
  std::vector<Vec2> coarse, details, updated;
  for (std::size_t i = 0; i < half; ++i) coarse.push_back(2 * points[2 * i] - 0.5 * (odd(i + half - 1) + odd(i)));
  for (std::size_t i = 0; i < half; ++i) details.push_back(odd(i) - 0.5 * (coarse[i] + coarse[(i + 1) % half]));
  for (std::size_t i = 0; i < half; ++i) {
    updated.push_back(coarse[i] + 0.375 * (details[(i + half - 1) % half] + details[i]));
  }
  return updated;
}

std::vector<Loop> make_coarse_loops(const Loop& loop, Adaptation adaptation) {
  std::vector<Loop> loops;
  std::vector<Vec2> points = loop.control_points;
  while (points.size() >= kLeastPoints) {
    loops.push_back(make_spline(points));
    if (points.size() % 2 != 0 || points.size() < 2 * kLeastPoints) break;
    points = adaptation == Adaptation::short_filters ? halve_shortly(points) : analyse(points).coarse;
  }
  return loops;
}

BoxedTree make_boxed_tree(const Outline& outline, Adaptation adaptation) {
  const bool is_coarse = adaptation == Adaptation::multiresolution;
  BoxedTree boxed{OutlineTree(outline, {is_coarse ? SuperBoxes::multiresolution : SuperBoxes::elementary}), {}};
  const std::vector<Vec2> corners = list_corners(boxed.tree);
  const std::vector<Loop> coarse = make_coarse_loops(outline.loops[0], adaptation);
  for (const OutlineTree::Node& node : boxed.tree.nodes()) {
    const auto own = std::span(corners).subspan(4 * node.first, 4 * node.count);
    const Cubic2* piece = find_coarse_piece(coarse, node);
    if (node.is_leaf()) {
      boxed.boxes.push_back(node.box);
    } else if (adaptation == Adaptation::smallest) {
      boxed.boxes.push_back(find_smallest_box(own));
    } else if (adaptation == Adaptation::five_points && piece) {
      boxed.boxes.push_back(make_box_along(find_direction(sample(boxed.tree, node)), own));
    } else if (adaptation == Adaptation::short_filters && piece) {
      boxed.boxes.push_back(make_box_along(find_direction(sample(*piece)), own));
    } else {
      boxed.boxes.push_back(node.box);
    }
  }
  return boxed;
}

}  // namespace abut::reproduce
