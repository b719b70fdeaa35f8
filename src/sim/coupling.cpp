#include "abut/coupling.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "abut/rigid_motion.h"
#include "base/assert.h"

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

  void stay() {
    for (const Followed& f : followed) f.way->stay(solids->pose(f.solid), solids->time());
  }

  Status take_step(double time, CoupledReport& report) {
    const SolidState before = solids->state();
    std::vector<Pose3> from;
    for (const Followed& f : followed) from.push_back(solids->pose(f.solid));
    const double start = solids->time();
    const auto moved = solids->advance(time);
    if (!moved) return moved.error();
    for (std::size_t i = 0; i < followed.size(); ++i)
      followed[i].way->go(from[i], start, solids->pose(followed[i].solid), time);
    const auto draped = cloth->advance(time);
    if (!draped) {
      ABUT_ASSERT(solids->restore(before).has_value());
      stay();
      return draped.error();
    }
    report.solids += *moved;
    report.cloth += *draped;
    return success();
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
