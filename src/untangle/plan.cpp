#include "base/chance.h"
#include "untangle/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/sort_unique.h"

namespace abut {
namespace {

// Lengths in edge lengths.
constexpr double kJitter = 1e-4;
constexpr double kParting = 0.01;      // of what touches
constexpr double kFlattening = 0.7;    // of the way to the middle of its neighbours
constexpr double kSoftness = 0.5;      // g0
constexpr double kNullGradient = 0.7;  // below it the length of a contour does not say where to go
constexpr double kLongContour = 16;    // piercings
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kShallow = 0.5;                    // what is no deeper goes straight back, whatever the length says
constexpr double kExcess = 1.3, kLeastWay = 0.002;  // how far to go, by what it takes, and at least
constexpr std::size_t kTinyLoop = 4;                // piercings of a contour that is a mere fold of a few faces

// A short contour cannot be deep.
double find_share(std::size_t piercings) { return std::clamp(static_cast<double>(piercings) / kLongContour, 0.5, 1.0); }

}  // namespace

Planner::Planner(const UntangleScene& scene, const Assembly& assembly, std::uint64_t seed)
    : assembly_(assembly), seed_(seed), order_(scene, assembly), regions_(assembly), spreading_(assembly) {}

double Planner::enough(double length) const { return kExcess * length + kLeastWay * size_; }

bool Planner::wish_by_layers(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step) {
  const auto of_contour = tangle.of_contour(k);
  double depth = 0;
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    const auto side = order_.find_right_side(piercing.edge_body, piercing.edge, piercing.face_body, piercing.face);
    if (!side) continue;
    const Body body{&assembly_.surface(piercing.face_body), assembly_.of_body(piercing.face_body, positions)};
    const Vec3 outwards = *side * unit_normal(face_points(*body.surface, body.positions, piercing.face));
    wish(j, outwards);
    for (const VertexId v : assembly_.surface(piercing.edge_body).edge(piercing.edge)) {
      depth = std::max(depth, outwards.dot(piercing.position - positions[assembly_.number(piercing.edge_body, v)]));
    }
  }
  if (!complete_wishes(tangle, k)) return false;
  for (Vec3& way : wishes_) way *= std::min(step, enough(depth));
  return true;
}

// An edge with one end in a part that is cut off goes back through the face it pierces. False if nothing is cut off, or
// if the tangle is deeper than it may be.
bool Planner::wish_by_regions(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step,
                              double deepest, Patches& patches) {
  const auto cut_off = regions_.find(tangle, k);
  if (cut_off.empty()) return false;
  const auto sides = find_sides(assembly_, tangle, k);
  const double depth = sides[0] == sides[1] ? kInfinite : measure_depth(assembly_, tangle, k, positions, cut_off);
  if (depth > deepest) return false;
  const double way = std::min(step, enough(depth));
  const auto is_cut_off = [&](std::uint32_t v) { return std::binary_search(cut_off.begin(), cut_off.end(), v); };
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    const auto& ends = assembly_.surface(piercing.edge_body).edge(piercing.edge);
    const std::uint32_t p = assembly_.number(piercing.edge_body, ends[0]);
    const std::uint32_t q = assembly_.number(piercing.edge_body, ends[1]);
    if (is_cut_off(p) == is_cut_off(q)) continue;
    const Vec3 back = is_cut_off(p) ? positions[q] - positions[p] : positions[p] - positions[q];
    const Body body{&assembly_.surface(piercing.face_body), assembly_.of_body(piercing.face_body, positions)};
    const Vec3 normal = unit_normal(face_points(*body.surface, body.positions, piercing.face));
    wish(j, std::copysign(way, back.dot(normal)) * normal);
  }
  for (const std::uint32_t v : cut_off) {
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (assembly_.components[v] == sides[side]) patches.add(v, k, side);
    }
  }
  return complete_wishes(tangle, k);
}

void Planner::wish_by_length(const Tangle& tangle, std::uint32_t k, double step, const Vec3& gradient) {
  const auto sides = find_sides(assembly_, tangle, k);
  const double most = sides[0] == sides[1] ? step : std::min(step, enough(measure_extent(tangle, k)));
  const Vec3 way = limit_correction(gradient, most, kSoftness);
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    wish(j, tangle.found.piercings[of_contour[j]].side == 0 ? way : Vec3(-way));
  }
}

// The local scheme.
void Planner::wish_by_own_length(const Tangle& tangle, std::uint32_t k, std::span<const Body> bodies, double step) {
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    const Vec3 gradient = measure_movable_gradient(bodies, piercing, assembly_.masses_by_body);
    wish(j, limit_correction(gradient, step, kSoftness));
  }
}

// Piercings of which nothing is known go with the others. False if nothing is known of any.
bool Planner::complete_wishes(const Tangle& tangle, std::uint32_t k) {
  const auto of_contour = tangle.of_contour(k);
  Vec3 sum = Vec3::Zero();
  int count = 0;
  const auto sign = [&](std::size_t j) { return tangle.found.piercings[of_contour[j]].side == 0 ? 1.0 : -1.0; };
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    if (!is_known_[j]) continue;
    sum += sign(j) * wishes_[j];
    ++count;
  }
  if (count == 0) return false;
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    if (!is_known_[j]) wish(j, sign(j) * sum / count);
  }
  return true;
}

// What lies around a loop vertex is bent too sharply: each vertex goes towards the middle of its neighbours.
void Planner::flatten(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions) {
  std::vector<std::uint32_t> folded;
  for (const LoopVertex& loop : tangle.loops_of(k)) {
    const std::uint32_t v = assembly_.number(loop.body, loop.vertex);
    folded.push_back(v);
    folded.insert(folded.end(), assembly_.neighbours(v).begin(), assembly_.neighbours(v).end());
  }
  sort_unique(folded);
  for (const std::uint32_t v : folded) {
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t other : assembly_.neighbours(v)) sum += positions[other];
    const Vec3 middle = sum / static_cast<double>(assembly_.neighbours(v).size());
    spreading_.add(v, kFlattening * (middle - positions[v]), 1);
  }
}

// Faces that touch, or lie in one plane, part along the normal of the first.
void Planner::part_touching(const Tangle& tangle, std::span<const Vec3> positions) {
  const auto add = [&](FaceRef face, const Vec3& way) {
    for (const VertexId c : assembly_.surface(face.body).face(face.face)) {
      spreading_.add(assembly_.number(face.body, c), way, 1);
    }
  };
  for (const std::uint32_t i : tangle.touching) {
    const IntersectingPair& pair = tangle.pairs[i];
    const auto points =
        face_points(assembly_.surface(pair.a.body), assembly_.of_body(pair.a.body, positions), pair.a.face);
    const Vec3 way = kParting * assembly_.mean_edge * unit_normal(points);
    add(pair.a, -way);
    add(pair.b, way);
  }
}

Vec3 Planner::draw_direction() {
  const Vec3 inside_cube(2 * draw(seed_, draws_) - 1, 2 * draw(seed_, draws_ + 1) - 1, 2 * draw(seed_, draws_ + 2) - 1);
  draws_ += 3;
  return inside_cube.normalized();
}

// Where a vertex lies in a face or edges meet, contours break; a little motion puts it right.
void Planner::jitter(const Tangle& tangle) {
  for (const SurfaceFeature& feature : tangle.found.not_general) {
    for (const std::uint32_t v : assembly_.corners(feature)) {
      spreading_.add(v, kJitter * assembly_.sizes[v] * draw_direction(), 0);
    }
  }
}

Strategy Planner::plan_contour(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions,
                               const Effort& effort, const Vec3& gradient, Patches& patches) {
  const std::size_t piercings = tangle.of_contour(k).size();
  size_ = measure_cut_edges(assembly_, tangle, k);
  wishes_.assign(piercings, Vec3::Zero());
  is_known_.assign(piercings, 0);
  const double step = effort.step * find_share(piercings) * size_;
  if (effort.scheme == Scheme::local) {
    wish_by_own_length(tangle, k, assembly_.place(positions), step);
    return Strategy::contour_length;
  }
  if (effort.scheme == Scheme::all) {
    if (effort.flattens && piercings <= kTinyLoop && tangle.has_loop(k)) return Strategy::flattening;
    if (wish_by_layers(tangle, k, positions, step)) return Strategy::layers;
    const bool is_length_blind = gradient.norm() < kNullGradient || tangle.is_open_fold[k];
    const double deepest = is_length_blind || effort.prefer_regions ? kInfinite : kShallow * size_;
    if (!effort.prefer_length && wish_by_regions(tangle, k, positions, step, deepest, patches)) return Strategy::region;
  }
  wish_by_length(tangle, k, step, gradient + effort.noise * draw_direction());
  return Strategy::contour_length;
}

std::vector<Strategy> Planner::plan(const Tangle& tangle, std::span<const Vec3> positions, const Effort& effort,
                                    Patches& patches) {
  spreading_.clear();
  const auto bodies = assembly_.place(positions);
  const auto gradients = sum_gradients(bodies, tangle.found, assembly_.masses_by_body);
  std::vector<Strategy> strategies(tangle.found.contour_count, Strategy::contour_length);
  for (std::uint32_t k = 0; k < tangle.found.contour_count; ++k) {
    strategies[k] = plan_contour(tangle, k, positions, effort, gradients[k], patches);
    if (strategies[k] == Strategy::flattening) {
      flatten(tangle, k, positions);
    } else {
      spreading_.carry(tangle, k, wishes_, effort.rings);
    }
  }
  part_touching(tangle, positions);
  jitter(tangle);
  spreading_.finish();
  return strategies;
}

}  // namespace abut
