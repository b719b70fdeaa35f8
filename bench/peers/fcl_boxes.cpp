#include "bench/peers/broad_peers.h"

#ifdef ABUT_HAS_FCL
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_interval_tree.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/geometry/shape/box.h>

#include <memory>
#endif

namespace abut::bench {

std::string name_of(FclManager manager) {
  switch (manager) {
    case FclManager::dynamic_tree:
      return "fcl tree";
    case FclManager::dynamic_tree_array:
      return "fcl tree array";
    case FclManager::interval_tree:
      return "fcl intervals";
    case FclManager::spatial_hash:
      return "fcl hash";
    case FclManager::ssap:
      return "fcl ssap";
    default:
      return "fcl sap";
  }
}

#ifdef ABUT_HAS_FCL

namespace {

fcl::Vector3d as_vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

// Cells four times as large as the boxes are on average.
std::unique_ptr<fcl::BroadPhaseCollisionManagerd> make_hash(const Crowd& crowd) {
  fcl::AABBd room(as_vector(crowd.centers[0][0]));
  double length = 0;
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    room += as_vector(crowd.centers[0][i]);
    length += 2 * crowd.halves[i][0] / static_cast<double>(crowd.size());
  }
  return std::make_unique<fcl::SpatialHashingCollisionManager<double>>(4 * length, room.min_, room.max_,
                                                                       static_cast<unsigned>(crowd.size()));
}

std::unique_ptr<fcl::BroadPhaseCollisionManagerd> make_manager(const Crowd& crowd, FclManager manager) {
  switch (manager) {
    case FclManager::dynamic_tree:
      return std::make_unique<fcl::DynamicAABBTreeCollisionManager<double>>();
    case FclManager::dynamic_tree_array:
      return std::make_unique<fcl::DynamicAABBTreeCollisionManager_Array<double>>();
    case FclManager::interval_tree:
      return std::make_unique<fcl::IntervalTreeCollisionManager<double>>();
    case FclManager::spatial_hash:
      return make_hash(crowd);
    case FclManager::ssap:
      return std::make_unique<fcl::SSaPCollisionManager<double>>();
    default:
      return std::make_unique<fcl::SaPCollisionManager<double>>();
  }
}

bool count_overlap(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* count) {
  *static_cast<std::uint64_t*>(count) += a->getAABB().overlap(b->getAABB());
  return false;
}

}  // namespace

std::optional<CrowdRun> run_fcl_crowd(const Crowd& crowd, FclManager kind, double most_seconds) {
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
  const auto manager = make_manager(crowd, kind);
  manager->registerObjects(all);
  manager->setup();
  const auto move = [&](std::size_t frame) {
    place(frame);
    manager->update();
  };
  const auto find = [&] {
    std::uint64_t count = 0;
    manager->collide(&count, count_overlap);
    return count;
  };
  return run_crowd(crowd, most_seconds, move, find);
}

#else

std::optional<CrowdRun> run_fcl_crowd(const Crowd&, FclManager, double) { return std::nullopt; }

#endif

}  // namespace abut::bench
