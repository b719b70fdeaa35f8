// Room 6, sim, another face: cloth and solids in one scene. See docs/simulate_json.md.
#pragma once

#include <memory>
#include <vector>

#include "abut/sim.h"
#include "abut/solids.h"
#include "abut/yielding.h"

namespace abut {

/// What cloth meets of a solid.
struct SolidSurface {
  std::uint32_t solid = 0;
  const Surface* surface = nullptr;  ///< kept alive by the caller
  std::vector<Vec3> positions;       ///< in the solid's own axes
};

/// Either may have nothing in it, but not both.
struct CoupledScene {
  SimulationScene cloth;
  SolidScene solids;
  std::vector<SolidSurface> surfaces = {};
};

struct CoupledSettings {
  SimulationSettings cloth = {};
  SolidSettings solids = {};
};

struct CoupledReport {
  SimulationReport cloth;
  SolidReport solids;
};

struct CoupledState {
  SimulationState cloth;
  SolidState solids;
};

/// What pushes a solid, on average over a step.
struct SolidPush {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  ///< N, and N m about the center of mass
};

/// Steps both together, as long as the shorter of both settings says: solids first, as if there were no cloth; then
/// cloth and what it touches of them, in one system in which both give way. See docs/coupling.md.
class CoupledSimulation {
 public:
  /// The error is that of Simulation::make or SolidSimulation::make.
  static Result<CoupledSimulation> make(CoupledScene scene, const CoupledSettings& settings = {});
  CoupledSimulation(CoupledSimulation&&) noexcept;
  CoupledSimulation& operator=(CoupledSimulation&&) noexcept;
  ~CoupledSimulation();

  double time() const;
  double step() const;  ///< the longest
  Result<CoupledReport> advance(double time);

  /// How cloth pushed a solid in the last step; nothing on what is fixed or driven.
  SolidPush push(std::uint32_t solid) const;

  /// Null if there is none. Obstacles of the cloth are those of the scene, then the surfaces of solids.
  const Simulation* cloth() const;
  const SolidSimulation* solids() const;

  CoupledState state() const;
  /// Goes back to a state of the same scene; from there on all is, bit by bit, as it was then.
  Status restore(const CoupledState& state);

 private:
  struct Content;
  explicit CoupledSimulation(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

/// Where a solid's own axes are while it moves so.
Pose3 find_solid_pose(const Solid& solid, const SolidMotion& motion);

}  // namespace abut
