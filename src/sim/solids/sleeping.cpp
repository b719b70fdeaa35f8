#include "sim/solids/sleeping.h"

#include <algorithm>

#include "base/union_find.h"

namespace abut {
namespace {

double measure_fastest_point(const SolidBody& body) {
  return body.motion.velocity.norm() + body.motion.spin.norm() * body.reach;
}

// Whether they touch, or will within a time at the speeds they have.
bool is_met(const SolidSystem& system, const SolidPatch& patch, double duration) {
  const double way = duration * (measure_fastest_point(system.bodies[patch.a]) + measure_fastest_point(system.bodies[patch.b]));
  for (int i = 0; i < patch.count; ++i) {
    if (patch.points[i].gap <= system.allowance() + way) return true;
  }
  return false;
}

}  // namespace

void wake(SolidSystem& system, std::uint32_t body) {
  const std::uint32_t group = system.bodies[body].motion.sleeps_with;
  system.bodies[body].motion.still_for = 0;
  if (group == kAwake) return;
  for (SolidBody& other : system.bodies) {
    if (other.motion.sleeps_with != group) continue;
    other.motion.sleeps_with = kAwake;
    other.motion.still_for = 0;
  }
}

bool wake_touched(SolidSystem& system, double duration) {
  bool has_woken = false;
  for (const SolidPatch& patch : system.patches) {
    for (const std::uint32_t body : {patch.a, patch.b}) {
      if (!system.bodies[body].motion.is_asleep() || !is_met(system, patch, duration)) continue;
      wake(system, body);
      has_woken = true;
    }
  }
  return has_woken;
}

void update_sleep(SolidSystem& system, double duration) {
  if (system.settings.sleep_after == 0) return;
  UnionFind groups(system.bodies.size());
  const auto is_moving = [&](std::uint32_t i) { return !system.bodies[i].is_at_rest(); };
  std::vector<bool> is_kept_awake(system.bodies.size());
  for (std::uint32_t i = 0; i < system.bodies.size(); ++i) {
    SolidMotion& motion = system.bodies[i].motion;
    const bool rests = measure_fastest_point(system.bodies[i]) <= system.settings.sleep_speed;
    motion.still_for = rests ? motion.still_for + duration : 0;
  }
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    const bool a_moves = system.bodies[a].is_movable(), b_moves = system.bodies[b].is_movable();
    if (a_moves && b_moves) groups.unite(a, b);
    if (a_moves && !b_moves && is_moving(b)) is_kept_awake[a] = true;
    if (b_moves && !a_moves && is_moving(a)) is_kept_awake[b] = true;
  };
  for (const SolidPatch& patch : system.patches) {
    if (is_met(system, patch, duration)) join(patch.a, patch.b);
  }
  for (const Articulation& linkage : system.articulations) {
    const auto first = std::find_if(linkage.bodies().begin(), linkage.bodies().end(),
                                    [&](std::uint32_t body) { return system.bodies[body].is_movable(); });
    for (const std::uint32_t body : linkage.bodies()) join(*first, body);
  }
  std::vector<bool> is_restless(system.bodies.size());
  for (std::uint32_t i = 0; i < system.bodies.size(); ++i) {
    const bool is_tired = system.bodies[i].motion.still_for >= system.settings.sleep_after;
    if (!is_tired || is_kept_awake[i]) is_restless[groups.find(i)] = true;
  }
  for (std::uint32_t i = 0; i < system.bodies.size(); ++i) {
    SolidBody& body = system.bodies[i];
    if (!body.is_movable() || body.motion.is_asleep() || is_restless[groups.find(i)]) continue;
    body.motion.sleeps_with = groups.find(i);
    body.motion.velocity = body.motion.spin = Vec3::Zero();
  }
}

}  // namespace abut
