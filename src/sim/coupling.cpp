#include "abut/coupling.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "abut/rigid_motion.h"
#include "base/assert.h"
#include "sim/solid_yielding.h"

namespace abut {
namespace {

// Where a solid goes in a step, which cloth asks for at any time within it.
struct SolidWay {
  Pose3 start, end;
  double start_time = 0, end_time = 0;
  RigidMotion motion = {};

  void stay(const Pose3& pose, double time) {
    start = end = pose;
    start_time = end_time = time;
  }
  void go(const Pose3& from, double from_time, const Pose3& to, double to_time) {
    start = from, end = to;
    start_time = from_time, end_time = to_time;
    motion = make_rigid_motion(from, to);
  }
  // At both ends exactly.
  Pose3 at(double time) const {
    if (time <= start_time) return start;
    if (time >= end_time) return end;
    return motion.at((time - start_time) / (end_time - start_time));
  }
};

Placement make_placement(std::shared_ptr<const SolidWay> way, std::vector<Vec3> local) {
  return [way = std::move(way), local = std::move(local)](double time, std::span<Vec3> points) {
    const Pose3 pose = way->at(time);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = pose.apply(local[i]);
  };
}

}  // namespace

Pose3 find_solid_pose(const Solid& solid, const SolidMotion& motion) {
  const Vec3 center = solid.role == SolidRole::moving ? solid.mass.center : Vec3(Vec3::Zero());
  return {motion.rotation, motion.center - motion.rotation * center};
}

struct CoupledSimulation::Content {
  double step = 0;
  std::optional<Simulation> cloth = {};
  std::optional<SolidSimulation> solids = {};
  struct Followed {
    std::uint32_t solid;
    std::shared_ptr<SolidWay> way;
  };
  std::vector<Followed> followed = {};
  std::vector<std::uint32_t> obstacles = {};  // of each solid, or kNoBody
  std::vector<std::uint32_t> moving = {};     // solids, which are the bodies that yield
  std::vector<SolidPush> pushes = {};         // of each solid
  double sleep_speed = 0;

  void stay() {
    for (const Followed& f : followed) f.way->stay(solids->pose(f.solid), solids->time());
  }

  // Both as they were, obstacles where solids are.
  void go_back(const CoupledState& before) {
    ABUT_ASSERT(solids->restore(before.solids).has_value());
    stay();
    ABUT_ASSERT(cloth->restore(before.cloth).has_value());
  }

  // What sleeps does not yield. If cloth pushes it awake, the step is taken again with it.
  Status take_step(double time, CoupledReport& report) {
    const CoupledState before{cloth->state(), solids->state()};
    for (;;) {
      CoupledReport taken;
      Yielding yielding;
      std::vector<Yield> yields;
      if (const Status status = take_together(before, time, taken, yielding, yields); !status) {
        go_back(before);
        return status;
      }
      const auto woken = list_woken(yielding, yields);
      if (!woken.empty()) {
        go_back(before);
        for (const std::uint32_t solid : woken) solids->set_velocity(solid, Vec3::Zero(), Vec3::Zero());
        continue;
      }
      settle(yielding, yields);
      report.solids += taken.solids;
      report.cloth += taken.cloth;
      return success();
    }
  }

  Status take_together(const CoupledState& before, double time, CoupledReport& report, Yielding& yielding,
                       std::vector<Yield>& yields) {
    const double start = solids->time();
    std::vector<Pose3> from;
    for (const Followed& f : followed) from.push_back(solids->pose(f.solid));
    auto moved = solids->advance(time);
    if (!moved) return moved.error();
    for (std::size_t i = 0; i < followed.size(); ++i)
      followed[i].way->go(from[i], start, solids->pose(followed[i].solid), time);
    yielding = list_yielding(*solids, before.solids.motions, obstacles, time - start);
    auto draped = cloth->advance(time, yielding, yields);
    if (!draped) return draped.error();
    report = {*draped, *moved};
    return success();
  }

  // Whether a push would make something faster, within a step, than what rests may be.
  bool is_firm(const YieldingBody& body, const Yield& yield) const {
    return yield.impulse.norm() > body.mass * sleep_speed;
  }

  std::vector<std::uint32_t> list_woken(const Yielding& yielding, std::span<const Yield> yields) const {
    std::vector<std::uint32_t> woken;
    for (std::size_t i = 0; i < yields.size(); ++i) {
      if (yielding.bodies[i].is_asleep && is_firm(yielding.bodies[i], yields[i])) woken.push_back(moving[i]);
    }
    return woken;
  }

  // Solids go where they have yielded to.
  void settle(const Yielding& yielding, std::span<const Yield> yields) {
    std::fill(pushes.begin(), pushes.end(), SolidPush());
    for (std::size_t i = 0; i < yields.size(); ++i) {
      const YieldingBody& body = yielding.bodies[i];
      pushes[moving[i]] = {yields[i].impulse / yielding.duration, yields[i].angular_impulse / yielding.duration};
      if (body.is_asleep) continue;
      SolidMotion motion = find_yielded(solids->motion(moving[i]), body, yields[i]);
      if (is_firm(body, yields[i])) motion.still_for = 0;
      solids->set_motion(moving[i], motion);
    }
    stay();
    cloth->place_obstacles();
  }
};

CoupledSimulation::CoupledSimulation(std::unique_ptr<Content> content) : content_(std::move(content)) {}
CoupledSimulation::CoupledSimulation(CoupledSimulation&&) noexcept = default;
CoupledSimulation& CoupledSimulation::operator=(CoupledSimulation&&) noexcept = default;
CoupledSimulation::~CoupledSimulation() = default;

Result<CoupledSimulation> CoupledSimulation::make(CoupledScene scene, const CoupledSettings& settings) {
  ABUT_ASSERT(!scene.cloth.cloths.empty() || !scene.solids.solids.empty());
  auto content = std::make_unique<Content>();
  const bool has_cloth = !scene.cloth.cloths.empty();
  content->step = has_cloth ? settings.cloth.step : settings.solids.step;
  if (!scene.solids.solids.empty()) {
    auto solids = SolidSimulation::make(std::move(scene.solids), settings.solids);
    if (!solids) return solids.error();
    content->solids.emplace(std::move(*solids));
    content->step = std::min(content->step, settings.solids.step);
    content->obstacles.assign(content->solids->solid_count(), kNoBody);
    content->moving = list_yielding_solids(content->solids->scene());
    content->pushes.resize(content->solids->solid_count());
    content->sleep_speed = settings.solids.sleep_speed;
  }
  if (!has_cloth) return CoupledSimulation(std::move(content));
  for (SolidSurface& surface : scene.surfaces) {
    const Solid& solid = content->solids->scene().solids[surface.solid];
    const Pose3 pose = content->solids->pose(surface.solid);
    Obstacle obstacle{solid.name, surface.surface, {}, {}, solid.friction};
    for (const Vec3& point : surface.positions) obstacle.positions.push_back(pose.apply(point));
    if (solid.role != SolidRole::fixed) {
      const auto way = std::make_shared<SolidWay>();
      content->followed.push_back({surface.solid, way});
      obstacle.placement = make_placement(way, std::move(surface.positions));
    }
    content->obstacles[surface.solid] = static_cast<std::uint32_t>(scene.cloth.obstacles.size());
    scene.cloth.obstacles.push_back(std::move(obstacle));
  }
  content->stay();
  auto cloth = Simulation::make(std::move(scene.cloth), settings.cloth);
  if (!cloth) return cloth.error();
  content->cloth.emplace(std::move(*cloth));
  return CoupledSimulation(std::move(content));
}

double CoupledSimulation::time() const { return content_->cloth ? content_->cloth->time() : content_->solids->time(); }
double CoupledSimulation::step() const { return content_->step; }
const Simulation* CoupledSimulation::cloth() const { return content_->cloth ? &*content_->cloth : nullptr; }
const SolidSimulation* CoupledSimulation::solids() const { return content_->solids ? &*content_->solids : nullptr; }

Result<CoupledReport> CoupledSimulation::advance(double time) {
  CoupledReport report;
  if (!content_->solids) {
    const auto draped = content_->cloth->advance(time);
    if (!draped) return draped.error();
    report.cloth = *draped;
    return report;
  }
  if (!content_->cloth) {
    const auto moved = content_->solids->advance(time);
    if (!moved) return moved.error();
    report.solids = *moved;
    return report;
  }
  const double start = this->time();
  const double count = std::ceil((time - start) / content_->step - 1e-6);
  for (double i = 1; i <= count; ++i) {
    const double next = i == count ? time : start + (time - start) * i / count;
    if (const Status status = content_->take_step(next, report); !status) return status.error();
  }
  return report;
}

SolidPush CoupledSimulation::push(std::uint32_t solid) const { return content_->pushes[solid]; }

CoupledState CoupledSimulation::state() const {
  CoupledState state;
  if (content_->cloth) state.cloth = content_->cloth->state();
  if (content_->solids) state.solids = content_->solids->state();
  return state;
}

Status CoupledSimulation::restore(const CoupledState& state) {
  if (content_->solids) {
    if (const Status status = content_->solids->restore(state.solids); !status) return status;
    content_->stay();
  }
  return content_->cloth ? content_->cloth->restore(state.cloth) : success();
}

}  // namespace abut
