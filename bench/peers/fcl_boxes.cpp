#include "bench/peers/broad_peers.h"

#ifdef ABUT_HAS_FCL
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/geometry/shape/box.h>

#include <memory>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_FCL

namespace {

fcl::Vector3d as_vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

bool count_overlap(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* count) {
  *static_cast<std::uint64_t*>(count) += a->getAABB().overlap(b->getAABB());
  return false;
}

template <class Manager>
CrowdRun run_manager(const Crowd& crowd, double most_seconds) {
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> all;
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    const auto shape = std::make_shared<fcl::Boxd>(2 * as_vector(crowd.halves[i]));
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(shape));
    all.push_back(objects.back().get());
  }
  const auto place = [&](std::size_t frame) {
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      all[i]->setTranslation(as_vector(crowd.centers[frame][i]));
      all[i]->computeAABB();
    }
  };
  place(0);
  Manager manager;
  manager.registerObjects(all);
  manager.setup();
  const auto move = [&](std::size_t frame) {
    place(frame);
    manager.update();
  };
  const auto find = [&] {
    std::uint64_t count = 0;
    manager.collide(&count, count_overlap);
    return count;
  };
  return run_crowd(crowd, most_seconds, move, find);
}

}  // namespace

std::optional<CrowdRun> run_fcl_tree_crowd(const Crowd& crowd, double most_seconds) {
  return run_manager<fcl::DynamicAABBTreeCollisionManager<double>>(crowd, most_seconds);
}

std::optional<CrowdRun> run_fcl_array_crowd(const Crowd& crowd, double most_seconds) {
  return run_manager<fcl::DynamicAABBTreeCollisionManager_Array<double>>(crowd, most_seconds);
}

#else

std::optional<CrowdRun> run_fcl_tree_crowd(const Crowd&, double) { return std::nullopt; }
std::optional<CrowdRun> run_fcl_array_crowd(const Crowd&, double) { return std::nullopt; }

#endif

}  // namespace abut::bench
