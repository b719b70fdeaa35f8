#include "bench/peers/solid_peers.h"

#ifdef ABUT_HAS_ODE
#include <ode/ode.h>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_ODE

namespace {

class OdeWorld {
 public:
  OdeWorld(const BoxScene& scene, int iterations) : friction_(static_cast<dReal>(scene.friction)) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, static_cast<dReal>(-9.81));
    dWorldSetQuickStepNumIterations(world_, iterations);
    dCreatePlane(space_, 0, 0, 1, 0);
    for (const BoxSolid& box : scene.boxes) add(box);
  }
  ~OdeWorld() {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  void step(double seconds) {
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<OdeWorld*>(self)->meet(a, b); });
    dWorldQuickStep(world_, static_cast<dReal>(seconds));
    dJointGroupEmpty(contacts_);
  }

  void read(std::vector<BoxSolid>& boxes) const {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      dQuaternion turn;
      const dReal* at = dGeomGetPosition(geoms_[i]);
      dGeomGetQuaternion(geoms_[i], turn);
      boxes[i].center = {at[0], at[1], at[2]};
      boxes[i].rotation = {turn[0], turn[1], turn[2], turn[3]};
    }
  }

 private:
  void add(const BoxSolid& box) {
    const auto size = [&](int k) { return static_cast<dReal>(2 * box.half[static_cast<std::size_t>(k)]); };
    const dGeomID geom = dCreateBox(space_, size(0), size(1), size(2));
    if (box.mass > 0) {
      const dBodyID body = dBodyCreate(world_);
      dMass mass;
      dMassSetBoxTotal(&mass, static_cast<dReal>(box.mass), size(0), size(1), size(2));
      dBodySetMass(body, &mass);
      dGeomSetBody(geom, body);
    }
    const dQuaternion turn = {static_cast<dReal>(box.rotation[0]), static_cast<dReal>(box.rotation[1]),
                              static_cast<dReal>(box.rotation[2]), static_cast<dReal>(box.rotation[3])};
    dGeomSetPosition(geom, static_cast<dReal>(box.center[0]), static_cast<dReal>(box.center[1]), static_cast<dReal>(box.center[2]));
    dGeomSetQuaternion(geom, turn);
    geoms_.push_back(geom);
  }

  void meet(dGeomID a, dGeomID b) {
    const dBodyID first = dGeomGetBody(a), second = dGeomGetBody(b);
    if (first == nullptr && second == nullptr) return;
    dContact found[8];
    const int count = dCollide(a, b, 8, &found[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      found[i].surface = {};
      found[i].surface.mode = dContactApprox1;
      found[i].surface.mu = friction_;
      dJointAttach(dJointCreateContact(world_, contacts_, &found[i]), first, second);
    }
  }

  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  dReal friction_;
  std::vector<dGeomID> geoms_;
};

}  // namespace

std::optional<BoxRun> run_ode_boxes(const BoxScene& scene, int iterations) {
  OdeWorld world(scene, iterations);
  return run_boxes(world, scene);
}

#else

std::optional<BoxRun> run_ode_boxes(const BoxScene&, int) { return std::nullopt; }

#endif

}  // namespace abut::bench
