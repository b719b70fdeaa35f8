#include "untangle/settling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/sort_unique.h"

namespace abut {
namespace {

// Lengths in edge lengths.
constexpr int kHomeRounds = 40, kPartingRounds = 200, kPatience = 30;
constexpr int kRings = 2;  // that move along with what has moved
constexpr double kHomeStep = 0.2, kPartingStep = 0.05;
constexpr double kSnap = 0.01;                    // what is as near to home as this goes there
constexpr double kStill = 0.01;                   // what moves less than this has come to rest
constexpr double kPull = 0.3, kLeastPull = 0.05;  // the share of the way home of one round
constexpr double kFading = 0.93;                  // of the pull, from round to round
constexpr double kToleratedStrain = 0.05;
constexpr double kBendStiffness = 0.3;  // enough to keep what is pressed together from crumpling
constexpr double kYielding = 0.9;       // of the shape, from round to round, while things are parted
constexpr double kExcess = 1.05;        // of distances aimed at while things are parted
constexpr int kSweeps = 6, kRoundsPerSnap = 8;

// What a pair may come nearer in one round.
constexpr double kShareOfGap = 0.8;

// Vertices on either side of a plane between two features that are nearest to each other there cannot meet while they
// stay on their sides ("divide and truncate", 2026). Cuts ways short accordingly.
class Truncation {
 public:
  Truncation(const Assembly& assembly, std::span<const Vec3> from, std::span<const Vec3> to)
      : assembly_(assembly), from_(from), to_(to), shares_(from.size(), 1) {}

  void add(const Proximity& near) {
    const Vec3& normal = near.distance.normal;
    const auto a = assembly_.corners(near.a), b = assembly_.corners(near.b);
    double of_a = 0, of_b = 0;
    for (const std::uint32_t v : a) of_a = std::max(of_a, -normal.dot(to_[v] - from_[v]));
    for (const std::uint32_t v : b) of_b = std::max(of_b, normal.dot(to_[v] - from_[v]));
    const double allowed = kShareOfGap * near.distance.distance;
    if (!(of_a + of_b > allowed)) return;
    const double share = allowed / (of_a + of_b);
    for (const std::uint32_t v : a) cut(v, -normal.dot(to_[v] - from_[v]), share * of_a);
    for (const std::uint32_t v : b) cut(v, normal.dot(to_[v] - from_[v]), share * of_b);
  }
  double share(std::uint32_t v) const { return shares_[v]; }

 private:
  void cut(std::uint32_t v, double way, double allowed) {
    if (way > allowed) shares_[v] = std::min(shares_[v], allowed / way);
  }

  const Assembly& assembly_;
  std::span<const Vec3> from_, to_;
  std::vector<double> shares_;
};

}  // namespace

Settling::Settling(const Assembly& assembly, TangleFinder& finder, Relaxation& relaxation, DistanceTargets targets)
    : assembly_(assembly),
      finder_(finder),
      relaxation_(relaxation),
      guard_(assembly, finder),
      nothing_(assembly),
      targets_(std::move(targets)),
      is_soft_(assembly.vertex_count(), 0),
      is_held_(assembly.vertex_count(), 0) {}

// What has moved, a little more around it, and, if asked for, all that is too near.
void Settling::activate(std::span<const Vec3> positions, bool everywhere) {
  std::vector<std::uint32_t> moved;
  const auto add = [&](std::uint32_t v) {
    if (assembly_.is_movable(v)) moved.push_back(v);
  };
  for (std::uint32_t v = 0; v < assembly_.vertex_count(); ++v) {
    if (positions[v] != assembly_.input[v]) add(v);
  }
  if (everywhere) {
    finder_.focus_on_all();
    for (const Proximity& near : finder_.find_near(targets_.thickness())) {
      for (const std::uint32_t v : assembly_.corners(near.a)) add(v);
      for (const std::uint32_t v : assembly_.corners(near.b)) add(v);
    }
  }
  sort_unique(moved);
  std::vector<std::uint32_t> active = assembly_.grow(moved, kRings);
  std::erase_if(active, [&](std::uint32_t v) { return is_held_[v] != 0; });
  relaxation_.set_active(active);
  finder_.focus(active);
}

// What is almost at home goes there, so that nothing moves but what has to.
void Settling::snap(std::vector<Vec3>& positions, double distance) {
  std::vector<Vec3> next = positions;
  for (const std::uint32_t v : relaxation_.active()) {
    if ((positions[v] - assembly_.input[v]).norm() <= distance * assembly_.sizes[v]) next[v] = assembly_.input[v];
  }
  guard_.hold(positions, next, nothing_, relaxation_);
  positions.swap(next);
  finder_.move(positions);
}

double Settling::find_strain(std::span<const Vec3> positions, std::uint32_t v) const {
  double strain = 0;
  for (const std::uint32_t edge : assembly_.edges_at(v)) {
    const Link& link = assembly_.links[edge];
    if (!(link.length > 0)) continue;
    strain = std::max(strain, std::abs((positions[link.a] - positions[link.b]).norm() / link.length - 1));
  }
  return strain;
}

double Settling::move(std::vector<Vec3>& positions, std::vector<Vec3>& next, double largest_step, double excess,
                      double reach) {
  const auto near = finder_.find_near(reach * largest_step * assembly_.mean_edge + targets_.thickness());
  std::vector<ContactConstraint> contacts;
  for (const Proximity& pair : near) {
    const Distance& d = pair.distance;
    contacts.push_back(
        make_contact(assembly_, pair.a, pair.b, d.a_weights, d.b_weights, d.normal, excess * targets_.find(pair)));
  }
  std::reverse(contacts.begin(), contacts.end());  // the nearest have the last word
  relaxation_.relax(next, contacts, kSweeps, is_soft_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const ContactConstraint& contact : contacts) relaxation_.project(contact, next);
  }
  for (const std::uint32_t v : relaxation_.active()) {
    const Vec3 way = next[v] - positions[v];
    const double length = way.norm(), limit = largest_step * assembly_.sizes[v];
    if (length > limit) next[v] = positions[v] + way * (limit / length);
    if (!std::isfinite(length)) next[v] = positions[v];
  }
  Truncation truncation(assembly_, positions, next);
  for (const Proximity& pair : near) truncation.add(pair);
  for (const std::uint32_t v : relaxation_.active()) {
    if (truncation.share(v) < 1) next[v] = positions[v] + truncation.share(v) * (next[v] - positions[v]);
  }
  guard_.hold(positions, next, nothing_, relaxation_);
  double furthest = 0;
  for (const std::uint32_t v : relaxation_.active()) {
    furthest = std::max(furthest, (next[v] - positions[v]).norm() / assembly_.sizes[v]);
  }
  positions.swap(next);
  finder_.move(positions);
  return furthest;
}

// The pull homewards fades, so that the shape has its say.
void Settling::go_home(std::vector<Vec3>& positions, const std::function<bool()>& is_over) {
  relaxation_.bend_stiffness = kBendStiffness;
  double pull = kPull;
  for (int round = 0; round < kHomeRounds && !is_over(); ++round) {
    if (round % kRoundsPerSnap == 0) {
      snap(positions, kSnap);
      activate(positions, false);
    }
    std::vector<Vec3> next = positions;
    double furthest_home = 0;
    for (const std::uint32_t v : relaxation_.active()) {
      // What is strained already would be torn.
      const double calm = std::clamp(2 - find_strain(positions, v) / kToleratedStrain, 0.0, 1.0);
      const Vec3 way = pull * calm * (assembly_.input[v] - positions[v]);
      furthest_home = std::max(furthest_home, way.norm() / assembly_.sizes[v]);
      next[v] += way;
    }
    pull = std::max(kLeastPull, kFading * pull);
    const double step =
        std::min(kHomeStep, std::max(1.5 * furthest_home, 3 * targets_.thickness() / assembly_.mean_edge));
    const double furthest = move(positions, next, step, 1, 0.5);
    if (furthest < kStill) break;
  }
  snap(positions, kSnap);
}

bool Settling::part(std::vector<Vec3>& positions, const std::function<bool()>& is_over) {
  double best = 0;
  relaxation_.edge_stiffness = 1;
  for (int round = 0, since = 0; round < kPartingRounds && since < kPatience && !is_over(); ++round, ++since) {
    double least = 1;  // of the distance, by what it is to be
    for (const Proximity& near : finder_.find_near(targets_.thickness())) {
      least = std::min(least, near.distance.distance / targets_.find(near));
    }
    if (least >= 1) return true;
    if (least > 1.01 * best) {
      best = least;
      since = 0;
    }
    std::vector<Vec3> next = positions;
    move(positions, next, kPartingStep, kExcess, 2);
    relaxation_.edge_stiffness *= kYielding;
    relaxation_.bend_stiffness *= kYielding;
  }
  return false;
}

void Settling::go_home_around(std::vector<std::uint8_t> held, std::vector<Vec3>& positions,
                              const std::function<bool()>& is_over) {
  is_held_ = std::move(held);
  activate(positions, false);
  go_home(positions, is_over);
}

bool Settling::settle(std::vector<Vec3>& positions, const std::function<bool()>& is_over) {
  activate(positions, false);
  go_home(positions, is_over);
  activate(positions, targets_.is_everywhere());
  return part(positions, is_over);
}

}  // namespace abut
