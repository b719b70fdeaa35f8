#include "untangle/plan.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

constexpr double kJitter = 1e-4;       // in edge lengths
constexpr double kSoftness = 0.5;      // g0
constexpr double kNullGradient = 0.7;  // below it the length of a contour does not say where to go
constexpr double kLongContour = 16;    // piercings
constexpr std::size_t kLargestRegion = 20000;
constexpr std::size_t kTinyLoop = 4;  // piercings of a contour that is a mere fold of a few faces

// A short contour cannot be deep.
double find_share(std::size_t piercings) { return std::clamp(static_cast<double>(piercings) / kLongContour, 0.5, 1.0); }

Vec3 normal_of(const TrianglePoints& t) { return (t[1] - t[0]).cross(t[2] - t[0]).normalized(); }

}  // namespace

Planner::Planner(const UntangleScene& scene, const Assembly& assembly, std::uint64_t seed)
    : displacements(assembly.vertex_count(), Vec3::Zero()),
      assembly_(assembly),
      seed_(seed),
      order_(scene, assembly),
      regions_(assembly),
      ways_(assembly.vertex_count(), Vec3::Zero()),
      shares_(assembly.vertex_count(), 0),
      stamps_(assembly.vertex_count(), 0),
      weights_(assembly.vertex_count(), 0) {}

double Planner::find_size(const Tangle& tangle, std::uint32_t k) const {
  double sum = 0;
  int count = 0;
  for (const std::uint32_t i : tangle.of_contour(k)) {
    const Piercing& piercing = tangle.found.piercings[i];
    for (const VertexId v : assembly_.surface(piercing.edge_body).edge(piercing.edge)) {
      sum += assembly_.sizes[assembly_.number(piercing.edge_body, v)];
      ++count;
    }
  }
  return sum / count;
}

bool Planner::wish_by_layers(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step) {
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    const auto side = order_.find_right_side(piercing.edge_body, piercing.edge, piercing.face_body, piercing.face);
    if (!side) continue;
    const Body body{&assembly_.surface(piercing.face_body), assembly_.of_body(piercing.face_body, positions)};
    wishes_[j] = {*side * step * normal_of(face_points(*body.surface, body.positions, piercing.face)), true};
  }
  return complete_wishes(tangle, k);
}

// An edge with one end in a part that is cut off goes back through the face it pierces.
bool Planner::wish_by_regions(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions, double step,
                              Patches& patches) {
  const auto cut_off = regions_.find(tangle, k, kLargestRegion);
  if (cut_off.empty()) return false;
  const auto is_cut_off = [&](std::uint32_t v) { return std::binary_search(cut_off.begin(), cut_off.end(), v); };
  const auto of_contour = tangle.of_contour(k);
  std::uint32_t side_of[2] = {0, 0};  // components of the two sides, to tag what is cut off
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    const auto& ends = assembly_.surface(piercing.edge_body).edge(piercing.edge);
    const std::uint32_t p = assembly_.number(piercing.edge_body, ends[0]);
    const std::uint32_t q = assembly_.number(piercing.edge_body, ends[1]);
    side_of[piercing.side] = assembly_.components[p];
    if (is_cut_off(p) == is_cut_off(q)) continue;
    const Vec3 wrong = positions[is_cut_off(p) ? p : q], right = positions[is_cut_off(p) ? q : p];
    const Body body{&assembly_.surface(piercing.face_body), assembly_.of_body(piercing.face_body, positions)};
    const Vec3 normal = normal_of(face_points(*body.surface, body.positions, piercing.face));
    wishes_[j] = {(right - wrong).dot(normal) > 0 ? Vec3(step * normal) : Vec3(-step * normal), true};
  }
  for (const std::uint32_t v : cut_off) {
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (assembly_.components[v] == side_of[side]) patches.add(v, k, side);
    }
  }
  return complete_wishes(tangle, k);
}

void Planner::wish_by_length(const Tangle& tangle, std::uint32_t k, double step, const Vec3& gradient) {
  const Vec3 way = limit_correction(gradient, step, kSoftness);
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    wishes_[j] = {tangle.found.piercings[of_contour[j]].side == 0 ? way : Vec3(-way), true};
  }
}

// The local scheme.
void Planner::wish_by_own_length(const Tangle& tangle, std::uint32_t k, std::span<const Body> bodies, double step) {
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const LengthGradient gradient = measure_length_gradient(bodies, tangle.found.piercings[of_contour[j]]);
    wishes_[j] = {limit_correction(gradient.relative(), step, kSoftness), true};
  }
}

// Piercings of which nothing is known go with the others. False if nothing is known of any.
bool Planner::complete_wishes(const Tangle& tangle, std::uint32_t k) {
  const auto of_contour = tangle.of_contour(k);
  Vec3 sum = Vec3::Zero();
  int count = 0;
  const auto sign = [&](std::size_t j) { return tangle.found.piercings[of_contour[j]].side == 0 ? 1.0 : -1.0; };
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    if (!wishes_[j].is_known) continue;
    sum += sign(j) * wishes_[j].way;
    ++count;
  }
  if (count == 0) return false;
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    if (!wishes_[j].is_known) wishes_[j] = {sign(j) * sum / count, true};
  }
  return true;
}

// The mean of what the piercings want of the vertices of one side.
void Planner::seed_side(const Tangle& tangle, std::uint32_t k, int side) {
  ++stamp_;
  reached_.clear();
  const auto add = [&](std::uint32_t v, double weight, const Vec3& way) {
    if (stamps_[v] != stamp_) {
      stamps_[v] = stamp_;
      ways_[v].setZero();
      shares_[v] = 0;
      reached_.push_back(v);
    }
    ways_[v] += weight * way;
    shares_[v] += weight;
  };
  const auto of_contour = tangle.of_contour(k);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    if (piercing.side == side) {
      const auto& ends = assembly_.surface(piercing.edge_body).edge(piercing.edge);
      const double s = piercing.edge_parameter;
      add(assembly_.number(piercing.edge_body, ends[0]), 1 - s + 0.01, wishes_[j].way);
      add(assembly_.number(piercing.edge_body, ends[1]), s + 0.01, wishes_[j].way);
    } else {
      const auto& corners = assembly_.surface(piercing.face_body).face(piercing.face);
      for (int c = 0; c < 3; ++c) {
        add(assembly_.number(piercing.face_body, corners[c]), piercing.face_weights[c] + 0.01, -wishes_[j].way);
      }
    }
  }
  for (const std::uint32_t v : reached_) {
    ways_[v] /= shares_[v];
    shares_[v] = 1;
  }
}

// Ring by ring: a vertex takes the mean of its neighbours in the ring before, and less and less of it.
void Planner::spread(int rings) {
  std::size_t begin = 0;
  for (int ring = 1; ring <= rings; ++ring) {
    const std::size_t end = reached_.size();
    const double share = std::pow(1 - ring / (rings + 1.0), 2);
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : assembly_.neighbours(reached_[i])) {
        if (stamps_[v] == stamp_) continue;
        stamps_[v] = stamp_;
        reached_.push_back(v);
        shares_[v] = share;
      }
    }
    for (std::size_t i = end; i < reached_.size(); ++i) {
      Vec3 sum = Vec3::Zero();
      int count = 0;
      for (const std::uint32_t v : assembly_.neighbours(reached_[i])) {
        if (stamps_[v] != stamp_ || shares_[v] <= share) continue;
        sum += ways_[v];
        ++count;
      }
      ways_[reached_[i]] = count > 0 ? Vec3(sum / count) : Vec3(Vec3::Zero());
    }
    begin = end;
  }
}

void Planner::carry(const Tangle& tangle, std::uint32_t k, int rings) {
  struct Carried {
    std::vector<std::uint32_t> vertices;
    std::vector<Vec3> ways;
    std::vector<double> shares;
    double mass = 0;
  };
  Carried sides[2];
  for (int side = 0; side < 2; ++side) {
    seed_side(tangle, k, side);
    spread(rings);
    for (const std::uint32_t v : reached_) {
      if (!assembly_.is_movable(v)) continue;
      sides[side].vertices.push_back(v);
      sides[side].ways.push_back(ways_[v]);
      sides[side].shares.push_back(shares_[v]);
      sides[side].mass += shares_[v] * assembly_.mass(v);
    }
  }
  const double mass = sides[0].mass + sides[1].mass;
  if (!(mass > 0)) return;
  for (int side = 0; side < 2; ++side) {
    const double share = sides[1 - side].mass > 0 ? sides[1 - side].mass / mass : 1;
    for (std::size_t i = 0; i < sides[side].vertices.size(); ++i) {
      const std::uint32_t v = sides[side].vertices[i];
      if (weights_[v] == 0) moved.push_back(v);
      displacements[v] += share * sides[side].shares[i] * sides[side].ways[i];
      weights_[v] += sides[side].shares[i];
    }
  }
}

// What lies around a loop vertex is bent too sharply: each vertex goes towards the middle of its neighbours.
void Planner::flatten(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions) {
  ++stamp_;
  reached_.clear();
  const auto add = [&](std::uint32_t v) {
    if (stamps_[v] == stamp_ || !assembly_.is_movable(v)) return;
    stamps_[v] = stamp_;
    reached_.push_back(v);
  };
  for (const LoopVertex& loop : tangle.loops_of(k)) {
    const std::uint32_t v = assembly_.number(loop.body, loop.vertex);
    add(v);
    for (const std::uint32_t other : assembly_.neighbours(v)) add(other);
  }
  for (const std::uint32_t v : reached_) {
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t other : assembly_.neighbours(v)) sum += positions[other];
    if (weights_[v] == 0) moved.push_back(v);
    displacements[v] += 0.7 * (sum / static_cast<double>(assembly_.neighbours(v).size()) - positions[v]);
    weights_[v] += 1;
  }
}

// Faces that touch, or lie in one plane, part along the normal of the first.
void Planner::add_touching(const Tangle& tangle, std::span<const Vec3> positions, double distance) {
  const auto add = [&](FaceRef face, const Vec3& way) {
    for (const VertexId c : assembly_.surface(face.body).face(face.face)) {
      const std::uint32_t v = assembly_.number(face.body, c);
      if (!assembly_.is_movable(v)) continue;
      if (weights_[v] == 0) moved.push_back(v);
      displacements[v] += way;
      weights_[v] += 1;
    }
  };
  for (const std::uint32_t i : tangle.touching) {
    const IntersectingPair& pair = tangle.pairs[i];
    const auto points =
        face_points(assembly_.surface(pair.a.body), assembly_.of_body(pair.a.body, positions), pair.a.face);
    const Vec3 way = distance * normal_of(points);
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
      if (!assembly_.is_movable(v)) continue;
      if (weights_[v] == 0) {
        moved.push_back(v);
        weights_[v] = 1;
      }
      displacements[v] += kJitter * assembly_.sizes[v] * draw_direction();
    }
  }
}

Strategy Planner::plan_contour(const Tangle& tangle, std::uint32_t k, std::span<const Vec3> positions,
                               const Effort& effort, const Vec3& gradient, Patches& patches) {
  const std::size_t piercings = tangle.of_contour(k).size();
  const double step = effort.step * find_share(piercings) * find_size(tangle, k);
  wishes_.assign(piercings, {});
  const auto choose = [&] {
    if (effort.scheme == Scheme::local) {
      wish_by_own_length(tangle, k, assembly_.place(positions), step);
      return Strategy::contour_length;
    }
    if (effort.scheme == Scheme::all) {
      if (effort.flattens && piercings <= kTinyLoop && tangle.has_loop(k)) return Strategy::flattening;
      if (wish_by_layers(tangle, k, positions, step)) return Strategy::layers;
      const bool is_region_wanted = gradient.norm() < kNullGradient || effort.prefer_regions;
      if (!effort.prefer_length && is_region_wanted && wish_by_regions(tangle, k, positions, step, patches)) {
        return Strategy::region;
      }
    }
    wish_by_length(tangle, k, step, gradient + effort.noise * draw_direction());
    return Strategy::contour_length;
  };
  const Strategy strategy = choose();
  strategy == Strategy::flattening ? flatten(tangle, k, positions) : carry(tangle, k, effort.rings);
  return strategy;
}

std::vector<Strategy> Planner::plan(const Tangle& tangle, std::span<const Vec3> positions, const Effort& effort,
                                    Patches& patches) {
  for (const std::uint32_t v : moved) {
    displacements[v].setZero();
    weights_[v] = 0;
  }
  moved.clear();
  const auto bodies = assembly_.place(positions);
  const auto gradients = sum_gradients(bodies, tangle.found, assembly_.masses_by_body);
  std::vector<Strategy> strategies(tangle.found.contour_count, Strategy::contour_length);
  for (std::uint32_t k = 0; k < tangle.found.contour_count; ++k) {
    strategies[k] = plan_contour(tangle, k, positions, effort, gradients[k], patches);
  }
  add_touching(tangle, positions, 0.01 * assembly_.mean_edge);
  for (const std::uint32_t v : moved) displacements[v] /= std::max(1.0, weights_[v]);
  jitter(tangle);
  std::sort(moved.begin(), moved.end());
  return strategies;
}

}  // namespace abut
