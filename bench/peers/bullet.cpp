#include "bench/peers/convex_peers.h"

#ifdef ABUT_HAS_BULLET
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_BULLET

namespace {

btScalar to_scalar(double x) { return static_cast<btScalar>(x); }
btVector3 to_vector(const std::array<double, 3>& v) { return {to_scalar(v[0]), to_scalar(v[1]), to_scalar(v[2])}; }

std::unique_ptr<btCollisionShape> make_shape(const Solid& solid) {
  switch (solid.kind) {
    case SolidKind::box:
      return std::make_unique<btBoxShape>(to_vector(solid.half_size));
    case SolidKind::hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const auto& v : solid.vertices) hull->addPoint(to_vector(v), false);
      hull->recalcLocalAabb();
      hull->setMargin(0);
      return hull;
    }
    case SolidKind::capsule:
      return std::make_unique<btCapsuleShapeZ>(to_scalar(solid.radius), to_scalar(2 * solid.half_length));
    default:
      return std::make_unique<btSphereShape>(to_scalar(solid.radius));
  }
}

btTransform to_transform(const PlainPose& pose) {
  return btTransform(btQuaternion(to_scalar(pose.x), to_scalar(pose.y), to_scalar(pose.z), to_scalar(pose.w)),
                     to_vector(pose.at));
}

/// Two objects of one shape and how Bullet collides them.
class BulletPair {
 public:
  explicit BulletPair(const Solid& solid) : shape_(make_shape(solid)), dispatcher_(&configuration_) {
    a_.setCollisionShape(shape_.get());
    b_.setCollisionShape(shape_.get());
    const Wrapped wrapped(*this);
    algorithm_ = dispatcher_.findAlgorithm(&wrapped.a, &wrapped.b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  }
  ~BulletPair() {
    algorithm_->~btCollisionAlgorithm();
    dispatcher_.freeCollisionAlgorithm(algorithm_);
  }

  bool test(const PlainPose& a, const PlainPose& b) {
    a_.setWorldTransform(to_transform(a));
    b_.setWorldTransform(to_transform(b));
    const Wrapped wrapped(*this);
    btPersistentManifold* manifold = find_manifold();
    if (manifold != nullptr) manifold->clearManifold();
    btManifoldResult result(&wrapped.a, &wrapped.b);
    algorithm_->processCollision(&wrapped.a, &wrapped.b, information_, &result);
    manifold = find_manifold();
    for (int i = 0; manifold != nullptr && i < manifold->getNumContacts(); ++i) {
      if (manifold->getContactPoint(i).getDistance() <= 0) return true;
    }
    return false;
  }

 private:
  struct Wrapped {
    explicit Wrapped(const BulletPair& pair)
        : a(nullptr, pair.shape_.get(), &pair.a_, pair.a_.getWorldTransform(), -1, -1),
          b(nullptr, pair.shape_.get(), &pair.b_, pair.b_.getWorldTransform(), -1, -1) {}
    btCollisionObjectWrapper a, b;
  };

  // Some algorithms make theirs at once, some when they first need it.
  btPersistentManifold* find_manifold() {
    manifolds_.resize(0);
    algorithm_->getAllContactManifolds(manifolds_);
    return manifolds_.size() > 0 ? manifolds_[0] : nullptr;
  }

  std::unique_ptr<btCollisionShape> shape_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo information_;
  btCollisionObject a_, b_;
  btManifoldArray manifolds_;
  btCollisionAlgorithm* algorithm_ = nullptr;
};

}  // namespace

std::optional<Measurement> measure_bullet_solids(const SolidPairs& pairs) {
  BulletPair pair(pairs.solid);
  return measure([&] {
    std::uint64_t count = 0;
    for (const auto& [a, b] : pairs.places) count += pair.test(a, b);
    return count;
  });
}

std::optional<SweepTimes> measure_bullet_sweeps(const SolidSweeps& sweeps) {
  const auto shape = make_shape(sweeps.solid);
  const auto* convex = static_cast<const btConvexShape*>(shape.get());
  return measure_sweeps(sweeps, [&](const auto& ways) -> double {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision cast(convex, convex, &simplex, &depth);
    btConvexCast::CastResult result;
    const bool touches = cast.calcTimeOfImpact(to_transform(ways[0][0]), to_transform(ways[0][1]),
                                               to_transform(ways[1][0]), to_transform(ways[1][1]), result);
    return touches ? static_cast<double>(result.m_fraction) : 2;
  });
}

#else

std::optional<Measurement> measure_bullet_solids(const SolidPairs&) { return std::nullopt; }
std::optional<SweepTimes> measure_bullet_sweeps(const SolidSweeps&) { return std::nullopt; }

#endif

}  // namespace abut::bench
