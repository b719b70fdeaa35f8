// Step, check, and back to the moment of each impact (Kamat 1993, Fig. 1). Between impacts what rests on each other is
// held by forces that a complementarity problem gives; what is free flies along a parabola.
#include <algorithm>
#include <cmath>
#include <set>

#include "sim/solids/island_solver.h"

namespace abut {
namespace {

constexpr int kMostAdvances = 200;
// What is left of a step when it is over, as a share of it.
constexpr double kOver = 1e-12;
// Touching is being no farther apart than so many tolerances: flights end at one.
constexpr double kTouching = 4;
// Of the smallest solid's half extent: what is as near and goes away is not looked for on its way.
constexpr double kNear = 0.02;
// Of its thickness: what touches and turns is looked at again before a point of it may have gone so far.
constexpr double kTurned = 0.1;
// Where joints and contacts have to agree, each has its turn so many times.
constexpr int kTurns = 3;

class Events {
 public:
  Events(SolidSystem& system, double duration, SolidReport& report)
      : system_(system), bodies_(system.bodies), settings_(system.settings), report_(report), duration_(duration) {}

  void take() {
    double left = duration_;
    const double piece = duration_ / settings_.substeps;
    int passes = 0;
    while (left > kOver * duration_) {
      find_touching();
      meet();
      if (++passes > settings_.most_impacts + settings_.substeps || impacts_ > settings_.most_impacts) {
        ++report_.unresolved;
        return take_substeps(system_, left, report_);
      }
      const double time = std::min({left, piece, find_time_to_turn()});
      let_go(time);
      left -= fly(time);
    }
  }

 private:
  // What touches, and what is near and goes away.
  void find_touching() {
    system_.contacts.find_near(bodies_, kNear * system_.contacts.smallest_half_extent(), system_.patches);
    std::erase_if(system_.patches, [&](const SolidPatch& patch) {
      return measure_least_gap(patch) > kTouching * settings_.tolerance && measure_least_speed(patch) < 0;
    });
    touching_.clear();
    report_.contacts = 0;
    for (const SolidPatch& patch : system_.patches) {
      touching_.insert(patch.pair);
      report_.contacts += static_cast<std::size_t>(patch.count);
      report_.deepest = std::max(report_.deepest, -measure_least_gap(patch));
    }
  }

  // What parts so fast that it cannot come back within a time needs nothing to hold it.
  void let_go(double time) {
    const double fastest = 2 * system_.scene.gravity.norm() * time;
    std::erase_if(system_.patches, [&](const SolidPatch& patch) { return measure_least_speed(patch) > fastest; });
  }

  // Of what touches nobody looks where its other corners go on their way.
  double find_time_to_turn() const {
    double least = std::numeric_limits<double>::infinity();
    for (const SolidPatch& patch : system_.patches) {
      const auto i = static_cast<std::uint32_t>(patch.pair >> 32), k = static_cast<std::uint32_t>(patch.pair);
      const double thickness = std::max(find_thickness(i), find_thickness(k));
      const double speed = measure_turning(patch.a, patch.a_radius) + measure_turning(patch.b, patch.b_radius);
      if (thickness > 0 && speed > 0) least = std::min(least, kTurned * thickness / speed);
    }
    return least;
  }
  double find_thickness(std::uint32_t part) const {
    return system_.contacts.is_ground(part) ? 0 : system_.contacts.piece(part).thickness;
  }
  double measure_turning(std::uint32_t body, double radius) const {
    return bodies_[body].motion.spin.norm() * std::max(0.0, bodies_[body].reach - radius);
  }

  static double measure_least_gap(const SolidPatch& patch) {
    double least = patch.points[0].gap;
    for (int i = 1; i < patch.count; ++i) least = std::min(least, patch.points[i].gap);
    return least;
  }
  double measure_least_speed(const SolidPatch& patch) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(patch.count); ++i)
      least = std::min(least, measure_normal_speed(bodies_, patch, i));
    return least;
  }

  // ---- impacts ----

  bool is_touching(const SolidPatch& patch, std::uint32_t point) const {
    return patch.points[point].gap <= kTouching * settings_.tolerance;
  }

  double measure_approach(const SolidPatch& patch) const {
    double fastest = 0;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(patch.count); ++i) {
      if (is_touching(patch, i)) fastest = std::max(fastest, -measure_normal_speed(bodies_, patch, i));
    }
    return fastest;
  }

  // Until nothing that touches approaches faster than what may rest.
  void meet() {
    while (impacts_ <= settings_.most_impacts) {
      double fastest = settings_.rest_speed;
      std::uint32_t first = kWorld;
      for (std::uint32_t p = 0; p < system_.patches.size(); ++p) {
        const double approach = measure_approach(system_.patches[p]);
        if (approach > fastest) fastest = approach, first = p;
      }
      if (first == kWorld) return;
      ++impacts_;
      ++report_.impacts;
      collide(first);
    }
  }

  // A patch alone, or all that touches: first as if nothing bounced, with friction; then all is pushed apart by the
  // restitution times what stopped it (Poisson), but never with more energy than stopping took.
  void collide(std::uint32_t first) {
    std::vector<PointTarget> points;
    std::vector<double> pushes;
    for (std::uint32_t p = 0; p < system_.patches.size(); ++p) {
      if (settings_.order == ImpactOrder::in_turn && p != first) continue;
      const SolidPatch& patch = system_.patches[p];
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(patch.count); ++i) {
        if (!is_touching(patch, i)) continue;
        points.push_back({p, i, 0});
        pushes.push_back(-patch.points[i].impulse[0]);
      }
    }
    const double before = measure_energy();
    solve_points(system_, points, true);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const SolidPatch& patch = system_.patches[points[i].patch];
      pushes[i] = patch.restitution * (pushes[i] + patch.points[points[i].point].impulse[0]);
    }
    const double stopped = measure_energy();
    push(points, pushes, 1);
    const double added = measure_energy() - stopped, lost = std::max(0.0, before - stopped);
    if (added > lost) push(points, pushes, std::sqrt(lost / added) - 1);
  }

  double measure_energy() const {
    double energy = 0;
    for (const SolidBody& body : bodies_) energy += measure_kinetic_energy(body);
    return energy;
  }

  void push(std::span<const PointTarget> points, std::span<const double> impulses, double share) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      SolidPatch& patch = system_.patches[points[i].patch];
      SolidPatch::Point& point = patch.points[points[i].point];
      const Vec3 impulse = share * impulses[i] * patch.normal, at = 0.5 * (point.on_a + point.on_b);
      point.impulse[0] += share * impulses[i];
      for (const auto& [body, sign] : {std::pair(patch.a, 1.0), std::pair(patch.b, -1.0)}) {
        const RigidVelocity change = find_velocity_change(find_rigid_mass(bodies_[body]), sign * impulse, at);
        bodies_[body].motion.velocity += change.velocity;
        bodies_[body].motion.spin += change.spin;
      }
    }
    for (Articulation& linkage : system_.articulations) linkage.hold_velocities(bodies_);
  }

  // ---- flights ----

  double fly(double time) {
    std::vector<SolidMotion> start;
    for (const SolidBody& body : bodies_) start.push_back(body.motion);
    attempt(start, time);
    const double first = find_first_touch(start, time);
    if (first < time) {
      ++report_.backtracks;
      time = first;
      attempt(start, time);
    }
    return time;
  }

  void attempt(std::span<const SolidMotion> start, double time) {
    drifts_.assign(bodies_.size(), Vec3::Zero());
    held_.assign(bodies_.size(), false);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      bodies_[i].motion = start[i];
      if (!bodies_[i].is_movable()) continue;
      bodies_[i].motion.velocity += time * system_.scene.gravity;
      drifts_[i] = -0.5 * time * system_.scene.gravity;
    }
    if (time == 0) return;
    for (Articulation& linkage : system_.articulations) {
      if (linkage.is_driven()) linkage.hold_velocities(bodies_, time);
    }
    system_.solved_for = time;
    for (SolidPatch& patch : system_.patches) {
      for (SolidPatch::Point& point : patch.points) point.impulse.setZero();
    }
    const std::vector<PointTarget> targets = list_resting(time);
    const int turns = targets.empty() || system_.articulations.empty() ? 1 : kTurns;
    for (int turn = 0; turn < turns; ++turn) {
      solve_points(system_, targets, true);
      find_drifts(start);
      for (Articulation& linkage : system_.articulations) linkage.hold_positions(bodies_, drifts_, time);
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) abut::fly(bodies_[i], bodies_[i].motion.velocity + drifts_[i], time);
    for (Articulation& linkage : system_.articulations) linkage.hold_velocities(bodies_);
  }

  // Gaps close within the flight at most; overlaps open.
  std::vector<PointTarget> list_resting(double time) {
    std::vector<PointTarget> targets;
    for (std::uint32_t p = 0; p < system_.patches.size(); ++p) {
      const SolidPatch& patch = system_.patches[p];
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(patch.count); ++i)
        targets.push_back({p, i, std::min(-patch.points[i].gap / time, settings_.push_speed)});
    }
    return targets;
  }

  // What is held goes by its mean speed if that keeps it where it touches, else by its last.
  void find_drifts(std::span<const SolidMotion> start) {
    for (const SolidPatch& patch : system_.patches) {
      for (const std::uint32_t body : {patch.a, patch.b}) {
        if (!bodies_[body].is_movable()) continue;
        if (!held_[body]) drifts_[body] = 0.5 * (start[body].velocity - bodies_[body].motion.velocity);
        held_[body] = true;
      }
    }
    for (const SolidPatch& patch : system_.patches) {
      for (const std::uint32_t body : {patch.a, patch.b}) {
        if (std::abs(patch.normal.dot(drifts_[body])) > kAlong * drifts_[body].norm()) drifts_[body].setZero();
      }
    }
  }
  static constexpr double kAlong = 1e-9;

  // ---- the first touch ----

  // Where a body is on its way: what is free along its parabola, what is held straight to where the attempt has it.
  SolidBody find_on_way(std::uint32_t body, const SolidMotion& start, double part, double whole) const {
    SolidBody at = bodies_[body];
    at.motion = start;
    if (!at.is_movable() || !is_bound(body)) {
      const Vec3 fall = at.is_movable() ? system_.scene.gravity : Vec3::Zero().eval();
      abut::fly(at, start.velocity + 0.5 * part * fall, part);
      return at;
    }
    at.motion.center += part / whole * (bodies_[body].motion.center - start.center);
    at.motion.rotation = start.rotation.slerp(part / whole, bodies_[body].motion.rotation);
    return at;
  }
  bool is_bound(std::uint32_t body) const {
    if (held_[body]) return true;
    return std::any_of(system_.articulations.begin(), system_.articulations.end(), [&](const Articulation& linkage) {
      return std::binary_search(linkage.bodies().begin(), linkage.bodies().end(), body);
    });
  }

  /// A bound on how a body comes nearer along a direction: speed, and what is added to it in a second.
  struct Approach {
    double speed = 0, growth = 0;
  };
  Approach find_approach(std::uint32_t body, const SolidMotion& start, const Vec3& direction, double at, double whole) const {
    const SolidBody& now = bodies_[body];
    if (!now.is_movable()) return {direction.dot(start.velocity) + start.spin.norm() * now.reach, 0};
    if (is_bound(body)) {
      const double turn = now.motion.rotation.angularDistance(start.rotation) / whole;
      return {direction.dot(now.motion.center - start.center) / whole + turn * now.reach, 0};
    }
    // A spin that stays as it is moves no point faster along the direction than its part across it does.
    const double least = now.inertia.minCoeff(), most = now.inertia.maxCoeff();
    const double spin = least == most ? direction.cross(start.spin).norm() : start.spin.norm() * most / least;
    return {direction.dot(start.velocity + at * system_.scene.gravity) + spin * now.reach,
            direction.dot(system_.scene.gravity)};
  }

  // The same along any direction: of what is not convex, other points than the nearest may come near along others.
  Approach find_approach(std::uint32_t body, const SolidMotion& start, double at, double whole) const {
    const SolidBody& now = bodies_[body];
    if (!now.is_movable()) return {start.velocity.norm() + start.spin.norm() * now.reach, 0};
    if (is_bound(body)) {
      const double turn = now.motion.rotation.angularDistance(start.rotation) / whole;
      return {(now.motion.center - start.center).norm() / whole + turn * now.reach, 0};
    }
    const double spin = start.spin.norm() * now.inertia.maxCoeff() / now.inertia.minCoeff();
    return {(start.velocity + at * system_.scene.gravity).norm() + spin * now.reach, system_.scene.gravity.norm()};
  }

  // Goes on by as much as nothing can have closed the gap, until it is closed or the time is over.
  double find_touch(const PartPair& pair, std::span<const SolidMotion> start, double before, double whole) const {
    ConvexWitness witness;
    double at = 0;
    for (int i = 0; i < kMostAdvances; ++i) {
      const SolidBody a = find_on_way(pair.a, start[pair.a], at, whole);
      const SolidBody b = find_on_way(pair.b, start[pair.b], at, whole);
      const PartGap found = system_.contacts.measure_gap(pair, a, b, &witness);
      if (found.gap <= settings_.tolerance) return at;
      const bool is_any_way = system_.contacts.is_mesh_pair(pair);
      const Approach of_a = is_any_way ? find_approach(pair.a, start[pair.a], at, whole)
                                       : find_approach(pair.a, start[pair.a], -found.normal, at, whole);
      const Approach of_b = is_any_way ? find_approach(pair.b, start[pair.b], at, whole)
                                       : find_approach(pair.b, start[pair.b], found.normal, at, whole);
      const double speed = of_a.speed + of_b.speed, growth = of_a.growth + of_b.growth;
      at += find_earliest(found.gap - 0.5 * settings_.tolerance, speed, growth);
      if (at >= before) return before;
    }
    return at;
  }

  // The first time at which speed t + growth t^2 / 2 is as much as the gap.
  static double find_earliest(double gap, double speed, double growth) {
    const double root = speed * speed + 2 * growth * gap;
    if (root < 0 || (speed <= 0 && growth <= 0)) return std::numeric_limits<double>::infinity();
    const double below = speed + std::sqrt(root);
    return below > 0 ? 2 * gap / below : std::numeric_limits<double>::infinity();
  }

  double find_first_touch(std::span<const SolidMotion> start, double time) {
    std::vector<SolidMotion> end;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      end.push_back(bodies_[i].motion);
      bodies_[i].motion = start[i];
    }
    std::vector<PartPair> pairs = system_.contacts.list_pairs(bodies_, time);
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].motion = end[i];
    double first = time;
    for (const PartPair& pair : pairs) {
      if (touching_.contains(std::uint64_t{pair.i} << 32 | pair.k)) continue;
      first = std::min(first, find_touch(pair, start, first, time));
    }
    return first;
  }

  SolidSystem& system_;
  std::vector<SolidBody>& bodies_;
  const SolidSettings& settings_;
  SolidReport& report_;
  double duration_;
  int impacts_ = 0;
  std::set<std::uint64_t> touching_;  // pairs of parts
  std::vector<Vec3> drifts_;
  std::vector<bool> held_;
};

}  // namespace

void take_events(SolidSystem& system, double duration, SolidReport& report) { Events(system, duration, report).take(); }

}  // namespace abut
