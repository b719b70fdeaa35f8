#include "untangle/guard.h"

#include <algorithm>

namespace abut {
namespace {

// First the features are pushed apart, so that motion is handed on; then their motion is halved; then they stay, and
// more and more of what is around them.
constexpr int kPushRounds = 4, kHalvingRounds = 2, kRounds = 14;

void push_apart(const Assembly& assembly, const Impact& impact, std::span<const Vec3> from, std::span<Vec3> to,
                const Relaxation& relaxation) {
  ContactConstraint contact = make_contact(assembly, impact.a, impact.b, impact.touch.a_weights, impact.touch.b_weights,
                                           impact.touch.normal, 0);
  const double gap = measure_gap(contact, from);
  if (gap < 0) contact.normal = -contact.normal;
  contact.distance = 0.5 * std::abs(gap);
  relaxation.project(contact, to);
}

}  // namespace

void Guard::hold(std::span<const Vec3> from, std::span<Vec3> to, const Patches& patches, const Relaxation& relaxation) {
  for (int round = 0; round < kRounds; ++round) {
    auto impacts = finder_.find_impacts(from, to);
    std::erase_if(impacts, [&](const Impact& impact) { return patches.may_pass(impact.a, impact.b); });
    if (impacts.empty()) return;
    if (round < kPushRounds) {
      for (const Impact& impact : impacts) push_apart(assembly_, impact, from, to, relaxation);
      continue;
    }
    std::vector<std::uint32_t> held;
    for (const Impact& impact : impacts) {
      for (const std::uint32_t v : assembly_.corners(impact.a)) held.push_back(v);
      for (const std::uint32_t v : assembly_.corners(impact.b)) held.push_back(v);
    }
    for (int ring = kPushRounds + kHalvingRounds; ring < round; ++ring) {
      for (std::size_t i = 0, count = held.size(); i < count; ++i) {
        for (const std::uint32_t v : assembly_.neighbours(held[i])) held.push_back(v);
      }
      std::sort(held.begin(), held.end());
      held.erase(std::unique(held.begin(), held.end()), held.end());
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    const double kept = round < kPushRounds + kHalvingRounds ? 0.5 : 0.0;
    for (const std::uint32_t v : held) to[v] = from[v] + kept * (to[v] - from[v]);
  }
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace abut
