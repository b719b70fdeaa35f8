#include "untangle/spreading.h"

#include <algorithm>
#include <cmath>

namespace abut {

Spreading::Spreading(const Assembly& assembly)
    : assembly_(assembly),
      displacements_(assembly.vertex_count(), Vec3::Zero()),
      weights_(assembly.vertex_count(), 0),
      is_moved_(assembly.vertex_count(), 0),
      ways_(assembly.vertex_count(), Vec3::Zero()),
      shares_(assembly.vertex_count(), 0),
      stamps_(assembly.vertex_count(), 0) {}

void Spreading::clear() {
  for (const std::uint32_t v : moved_) {
    displacements_[v].setZero();
    weights_[v] = 0;
    is_moved_[v] = 0;
  }
  moved_.clear();
}

void Spreading::add(std::uint32_t v, const Vec3& way, double weight) {
  if (!assembly_.is_movable(v)) return;
  if (!is_moved_[v]) moved_.push_back(v);
  is_moved_[v] = 1;
  displacements_[v] += way;
  weights_[v] += weight;
}

void Spreading::finish() {
  for (const std::uint32_t v : moved_) displacements_[v] /= std::max(1.0, weights_[v]);
  std::sort(moved_.begin(), moved_.end());
}

// The mean of what the piercings want of the vertices of one side.
void Spreading::seed_side(const Tangle& tangle, std::uint32_t contour, std::span<const Vec3> wishes, int side) {
  ++stamp_;
  reached_.clear();
  const auto seed = [&](std::uint32_t v, double weight, const Vec3& way) {
    if (stamps_[v] != stamp_) {
      stamps_[v] = stamp_;
      ways_[v].setZero();
      shares_[v] = 0;
      reached_.push_back(v);
    }
    ways_[v] += weight * way;
    shares_[v] += weight;
  };
  const auto of_contour = tangle.of_contour(contour);
  for (std::size_t j = 0; j < of_contour.size(); ++j) {
    const Piercing& piercing = tangle.found.piercings[of_contour[j]];
    if (piercing.side == side) {
      const auto& ends = assembly_.surface(piercing.edge_body).edge(piercing.edge);
      const double s = piercing.edge_parameter;
      seed(assembly_.number(piercing.edge_body, ends[0]), 1 - s + 0.01, wishes[j]);
      seed(assembly_.number(piercing.edge_body, ends[1]), s + 0.01, wishes[j]);
    } else {
      const auto& corners = assembly_.surface(piercing.face_body).face(piercing.face);
      for (int c = 0; c < 3; ++c) {
        seed(assembly_.number(piercing.face_body, corners[c]), piercing.face_weights[c] + 0.01, -wishes[j]);
      }
    }
  }
  for (const std::uint32_t v : reached_) {
    ways_[v] /= shares_[v];
    shares_[v] = 1;
  }
}

// Ring by ring: a vertex takes the mean of its neighbours in the ring before, and less and less of it.
void Spreading::spread(int rings) {
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

void Spreading::carry(const Tangle& tangle, std::uint32_t contour, std::span<const Vec3> wishes, int rings) {
  struct Moved {
    std::uint32_t vertex;
    double share;
    Vec3 way;
  };
  std::vector<Moved> of_side[2];
  double masses[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    seed_side(tangle, contour, wishes, side);
    spread(rings);
    for (const std::uint32_t v : reached_) {
      if (!assembly_.is_movable(v)) continue;
      of_side[side].push_back({v, shares_[v], ways_[v]});
      masses[side] += shares_[v] * assembly_.mass(v);
    }
  }
  for (int side = 0; side < 2; ++side) {
    const double share = masses[1 - side] > 0 ? masses[1 - side] / (masses[0] + masses[1]) : 1;
    for (const Moved& moved : of_side[side]) add(moved.vertex, share * moved.share * moved.way, moved.share);
  }
}

}  // namespace abut
