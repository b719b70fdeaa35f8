#include "untangle/guard.h"

#include <algorithm>

#include "base/sort_unique.h"

namespace abut {
namespace {

// First the features are pushed apart, so that motion is handed on; then their motion is halved; then they stay, and
// more and more of what is around them.
constexpr int kPushRounds = 4, kHalvingRounds = 2, kRounds = 60;
constexpr int kRoundsPerRing = 4;

void push_apart(const Assembly& assembly, const Impact& impact, std::span<const Vec3> from, std::span<Vec3> to,
                const Relaxation& relaxation) {
  ContactConstraint contact = make_contact(assembly, impact.a, impact.b, impact.touch.a_weights, impact.touch.b_weights,
                                           impact.touch.normal, 0);
  const double gap = measure_gap(contact, from);
  if (gap < 0) contact.normal = -contact.normal;
  contact.distance = 0.5 * std::abs(gap);
  relaxation.project(contact, to);
}

// The vertices of the impacts that may move.
std::vector<std::uint32_t> list_vertices(const Assembly& assembly, std::span<const Impact> impacts) {
  std::vector<std::uint32_t> vertices;
  for (const Impact& impact : impacts) {
    for (const SurfaceFeature* feature : {&impact.a, &impact.b}) {
      for (const std::uint32_t v : assembly.corners(*feature)) {
        if (assembly.is_movable(v)) vertices.push_back(v);
      }
    }
  }
  sort_unique(vertices);
  return vertices;
}

}  // namespace

void Guard::hold(std::span<const Vec3> from, std::span<Vec3> to, const Patches& patches, const Relaxation& relaxation) {
  if (!try_to_hold(from, to, patches, relaxation)) std::copy(from.begin(), from.end(), to.begin());
  finder_.focus(relaxation.active());
}

bool Guard::try_to_hold(std::span<const Vec3> from, std::span<Vec3> to, const Patches& patches,
                        const Relaxation& relaxation) {
  for (int round = 0; round < kRounds; ++round) {
    auto impacts = finder_.find_impacts(from, to);
    std::erase_if(impacts, [&](const Impact& impact) { return patches.may_pass(impact.a, impact.b); });
    if (impacts.empty()) return true;
    std::vector<std::uint32_t> changed = list_vertices(assembly_, impacts);
    if (round < kPushRounds) {
      for (const Impact& impact : impacts) push_apart(assembly_, impact, from, to, relaxation);
    } else {
      const bool is_halving = round < kPushRounds + kHalvingRounds;
      const int rings = std::max(0, round - kPushRounds - kHalvingRounds) / kRoundsPerRing;
      if (rings > 0) changed = assembly_.grow(changed, rings);
      for (const std::uint32_t v : changed) to[v] = is_halving ? Vec3(0.5 * (from[v] + to[v])) : from[v];
    }
    finder_.focus(changed);  // the ways of all others are as they were
  }
  return false;
}

}  // namespace abut
