#include "sim/holding.h"

#include <algorithm>
#include <cmath>

#include "base/sort_unique.h"

namespace abut {
namespace {

constexpr int kPushRounds = 8, kSlowingRounds = 4, kRounds = 40;
// What came to touch keeps this share of the gap it had,
constexpr double kKeptShare = 0.5;
// or all of it below this share of the largest coordinate: files of single precision would have none left.
constexpr double kLeastGap = 0x1p-20;

double inverse_mass(std::uint32_t p, std::span<const double> inverse_masses) {
  return p < inverse_masses.size() ? inverse_masses[p] : 0;
}

// Those of cloth that may move.
template <class Visit>
void visit_movable(const Particles& particles, const Impact& impact, std::span<const double> inverse_masses,
                   const Visit& visit) {
  for (const SurfaceFeature* feature : {&impact.a, &impact.b}) {
    for (const std::uint32_t p : particles.corners(*feature)) {
      if (inverse_mass(p, inverse_masses) > 0) visit(p);
    }
  }
}

bool is_among_cloth(const Particles& particles, const Impact& impact, std::span<const double> inverse_masses) {
  for (const SurfaceFeature* feature : {&impact.a, &impact.b}) {
    for (const std::uint32_t p : particles.corners(*feature)) {
      if (!(inverse_mass(p, inverse_masses) > 0)) return false;
    }
  }
  return true;
}

}  // namespace

Contact make_contact(const Particles& particles, const SurfaceFeature& a, const SurfaceFeature& b,
                     const Vec3& a_weights, const Vec3& b_weights, const Vec3& normal, std::span<const Vec3> start) {
  Contact contact;
  static_cast<Separation&>(contact) =
      make_separation(particles.corners(a), a_weights, particles.corners(b), b_weights, normal);
  if (measure_gap(contact, start) < 0) contact.normal = -normal;
  contact.friction = std::sqrt(particles.friction(a.body) * particles.friction(b.body));
  return contact;
}

double project(const Contact& contact, std::span<const double> inverse_masses, std::vector<Vec3>& positions) {
  return open_gap(
      contact, contact.target - measure_gap(contact, positions),
      [&](std::uint32_t p) { return inverse_mass(p, inverse_masses); }, positions);
}

Holding::Holding(const Particles& particles, CollisionFinder& finder, std::span<const Ground> grounds,
                 std::span<const Vec3> start)
    : particles_(particles), finder_(finder), grounds_(grounds) {
  for (const Vec3& p : start) least_gap_ = std::max(least_gap_, kLeastGap * p.cwiseAbs().maxCoeff());
}

double Holding::keep(double gap) const { return std::max(kKeptShare * gap, std::min(gap, least_gap_)); }

// What was above it before; what was not rises out of it by its contacts.
std::vector<std::uint32_t> Holding::list_below_ground(std::span<const Vec3> from, std::span<const Vec3> to,
                                                      std::span<const double> inverse_masses) const {
  std::vector<std::uint32_t> below;
  for (const Ground& ground : grounds_) {
    const auto is_above = [&](const Vec3& p) { return ground.normal.dot(p - ground.point) > 0; };
    for (std::uint32_t p = 0; p < inverse_masses.size(); ++p) {
      if (inverse_masses[p] > 0 && is_above(from[p]) && !is_above(to[p])) below.push_back(p);
    }
  }
  sort_unique(below);
  return below;
}

void Holding::push_up(std::span<const std::uint32_t> below, const std::vector<Vec3>& from,
                      std::vector<Vec3>& to) const {
  for (const Ground& ground : grounds_) {
    const Vec3 up = ground.normal.normalized();
    for (const std::uint32_t p : below) {
      const double height = up.dot(to[p] - ground.point), before = up.dot(from[p] - ground.point);
      if (before > 0 && !(height > 0)) to[p] += (keep(before) - height) * up;
    }
  }
}

Holding::Result Holding::hold(const std::vector<Vec3>& from, std::vector<Vec3>& to,
                              std::span<const double> inverse_masses, const MayPass& may_pass) {
  Result result;
  result.is_held = false;
  finder_.focus_on_all();
  for (int round = 0; round < kRounds; ++round) {
    const auto below = list_below_ground(from, to, inverse_masses);
    push_up(below, from, to);
    auto impacts = finder_.find_impacts(from, to);
    if (may_pass) std::erase_if(impacts, may_pass);
    if (round == 0) result.impacts = impacts.size();
    if (impacts.empty() && (below.empty() || round > 0)) {
      result.is_held = true;
      break;
    }
    std::vector<std::uint32_t> changed = below;
    const bool is_pushing = round < kPushRounds;
    for (const Impact& impact : impacts) {
      visit_movable(particles_, impact, inverse_masses, [&](std::uint32_t p) { changed.push_back(p); });
      if (!is_pushing && is_among_cloth(particles_, impact, inverse_masses)) continue;
      Contact contact = make_contact(particles_, impact.a, impact.b, impact.touch.a_weights, impact.touch.b_weights,
                                     impact.touch.normal, from);
      contact.target = keep(measure_gap(contact, from));
      const double moved = project(contact, inverse_masses, to);
      if (particles_.is_obstacle(impact.a.body) || particles_.is_obstacle(impact.b.body))
        result.off_obstacles.push_back({contact, moved});
    }
    if (changed.empty()) break;  // nothing that touches may move
    sort_unique(changed);
    if (!is_pushing) {
      const bool is_slowing = round < kPushRounds + kSlowingRounds;
      std::vector<std::uint32_t> stopped;
      for (const Impact& impact : impacts) {
        if (!is_among_cloth(particles_, impact, inverse_masses)) continue;
        visit_movable(particles_, impact, inverse_masses, [&](std::uint32_t p) { stopped.push_back(p); });
      }
      sort_unique(stopped);
      for (const std::uint32_t p : stopped) to[p] = is_slowing ? Vec3(0.5 * (from[p] + to[p])) : from[p];
      if (!is_slowing) result.held_back += stopped.size();
    }
    finder_.focus(changed);  // the ways of all others are as they were
  }
  finder_.focus_on_all();
  return result;
}

}  // namespace abut
