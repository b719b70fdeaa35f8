#include "bench/peers/broad_peers.h"

#ifdef ABUT_HAS_BULLET
#include <btBulletCollisionCommon.h>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_BULLET

namespace {

btVector3 add(const std::array<double, 3>& center, const std::array<double, 3>& half, double sign) {
  return {static_cast<btScalar>(center[0] + sign * half[0]), static_cast<btScalar>(center[1] + sign * half[1]),
          static_cast<btScalar>(center[2] + sign * half[2])};
}

}  // namespace

std::optional<CrowdRun> run_bullet_crowd(const Crowd& crowd, double most_seconds) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broad_phase;
  broad_phase.m_deferedcollide = true;  // all at once, in calculateOverlappingPairs: faster where all boxes move
  std::vector<btBroadphaseProxy*> proxies;
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    const auto &center = crowd.centers[0][i], &half = crowd.halves[i];
    proxies.push_back(broad_phase.createProxy(add(center, half, -1), add(center, half, 1), BOX_SHAPE_PROXYTYPE, nullptr,
                                              1, 1, &dispatcher));
  }
  const auto move = [&](std::size_t frame) {
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const auto &center = crowd.centers[frame][i], &half = crowd.halves[i];
      broad_phase.setAabb(proxies[i], add(center, half, -1), add(center, half, 1), &dispatcher);
    }
  };
  const auto find = [&] {
    broad_phase.calculateOverlappingPairs(&dispatcher);
    std::uint64_t count = 0;
    const btBroadphasePairArray& pairs = broad_phase.getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
      const btBroadphaseProxy &a = *pairs[i].m_pProxy0, &b = *pairs[i].m_pProxy1;
      count += TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax);
    }
    return count;
  };
  const CrowdRun run = run_crowd(crowd, most_seconds, move, find);
  // While there are pairs, all of them are looked at for each box that goes.
  btOverlappingPairCache& cache = *broad_phase.getOverlappingPairCache();
  while (cache.getNumOverlappingPairs() > 0) {
    const btBroadphasePair& pair = cache.getOverlappingPairArray()[cache.getNumOverlappingPairs() - 1];
    cache.removeOverlappingPair(pair.m_pProxy0, pair.m_pProxy1, &dispatcher);
  }
  for (btBroadphaseProxy* proxy : proxies) broad_phase.destroyProxy(proxy, &dispatcher);
  return run;
}

#else

std::optional<CrowdRun> run_bullet_crowd(const Crowd&, double) { return std::nullopt; }

#endif

}  // namespace abut::bench
