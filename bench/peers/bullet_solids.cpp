#include <memory>

#include "bench/peers/solid_peers.h"

#ifdef ABUT_HAS_BULLET
#include <btBulletDynamicsCommon.h>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_BULLET

namespace {

btVector3 to_bullet(const std::array<double, 3>& v) {
  return {static_cast<btScalar>(v[0]), static_cast<btScalar>(v[1]), static_cast<btScalar>(v[2])};
}

btTransform find_transform(const BoxSolid& box) {
  const auto& [w, x, y, z] = box.rotation;
  const btQuaternion turn(static_cast<btScalar>(x), static_cast<btScalar>(y), static_cast<btScalar>(z), static_cast<btScalar>(w));
  return btTransform(turn, to_bullet(box.center));
}

class BulletWorld {
 public:
  BulletWorld(const BoxScene& scene, int iterations) : friction_(static_cast<btScalar>(scene.friction)) {
    world_.setGravity({0, 0, static_cast<btScalar>(-9.81)});
    world_.getSolverInfo().m_numIterations = iterations;
    add(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0)), 0, btTransform::getIdentity());
    for (const BoxSolid& box : scene.boxes)
      add(std::make_unique<btBoxShape>(to_bullet(box.half)), static_cast<btScalar>(box.mass), find_transform(box));
  }
  ~BulletWorld() {
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step(double seconds) { world_.stepSimulation(static_cast<btScalar>(seconds), 0); }

  void read(std::vector<BoxSolid>& boxes) const {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const btTransform& at = bodies_[i + 1]->getWorldTransform();
      const btQuaternion turn = at.getRotation();
      boxes[i].center = {at.getOrigin().x(), at.getOrigin().y(), at.getOrigin().z()};
      boxes[i].rotation = {turn.w(), turn.x(), turn.y(), turn.z()};
    }
  }

 private:
  void add(std::unique_ptr<btCollisionShape> shape, btScalar mass, const btTransform& at) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = at;
    // Bullet multiplies frictions.
    info.m_friction = btSqrt(friction_);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
    shapes_.push_back(std::move(shape));
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  btScalar friction_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace

std::optional<BoxRun> run_bullet_boxes(const BoxScene& scene, int iterations) {
  BulletWorld world(scene, iterations);
  return run_boxes(world, scene);
}

#else

std::optional<BoxRun> run_bullet_boxes(const BoxScene&, int) { return std::nullopt; }

#endif

}  // namespace abut::bench
