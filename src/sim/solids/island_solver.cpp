#include "sim/solids/island_solver.h"

#include <algorithm>
#include <map>

#include "base/union_find.h"
#include "response/friction.h"

namespace abut {
namespace {

// More rows than that are solved by sweeps: exactly they would take longer than they are worth.
constexpr std::size_t kMostExact = 240;

RigidContact make_contact(const SolidPatch& patch, std::uint32_t point) {
  const SolidPatch::Point& p = patch.points[point];
  return {.a = patch.a, .b = patch.b, .position = 0.5 * (p.on_a + p.on_b), .normal = patch.normal, .friction = patch.friction};
}

/// Bodies that touch each other, with the joints between them.
struct Island {
  std::vector<std::uint32_t> bodies;  // ascending
  std::vector<PointTarget> targets;
  std::vector<const Articulation*> linkages;
};

class IslandSolver {
 public:
  IslandSolver(SolidSystem& system, const Island& island, bool has_friction)
      : system_(system), island_(island), has_friction_(has_friction) {
    for (const std::uint32_t body : island.bodies) masses_.push_back(find_rigid_mass(system.bodies[body]));
    for (const PointTarget& target : island.targets) add(target);
  }

  void solve() {
    if (!island_.linkages.empty()) {
      solve_linked();
    } else if (rows_.size() <= kMostExact) {
      solve_exactly();
    } else {
      solve_by_sweeps();
    }
  }

 private:
  std::uint32_t place_of(std::uint32_t body) const {
    const auto& bodies = island_.bodies;
    return static_cast<std::uint32_t>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
  }

  void add(const PointTarget& target) {
    RigidContact contact = make_contact(system_.patches[target.patch], target.point);
    contact.a = place_of(contact.a);
    contact.b = place_of(contact.b);
    const std::size_t first = rows_.size();
    append_contact_rows(masses_, contact, target.least_speed, rows_);
    if (!has_friction_ || contact.friction == 0) rows_.resize(first + 1);
    first_rows_.push_back(first);
  }

  void set_velocities(std::span<const RigidVelocity> velocities) {
    for (std::size_t i = 0; i < island_.bodies.size(); ++i) {
      SolidBody& body = system_.bodies[island_.bodies[i]];
      if (!body.is_movable()) continue;
      body.motion.velocity = velocities[i].velocity;
      body.motion.spin = velocities[i].spin;
    }
  }

  template <class Impulse>
  void keep_impulses(const Impulse& impulse) {
    for (std::size_t i = 0; i < island_.targets.size(); ++i) {
      const std::size_t end = i + 1 < first_rows_.size() ? first_rows_[i + 1] : rows_.size();
      Vec3& kept = system_.patches[island_.targets[i].patch].points[island_.targets[i].point].impulse;
      for (std::size_t k = first_rows_[i]; k < end; ++k) kept[static_cast<Eigen::Index>(k - first_rows_[i])] += impulse(k);
    }
  }

  void solve_exactly() {
    const Eigen::MatrixXd mobility = assemble_mobility(masses_, rows_);
    Eigen::VectorXd q(mobility.rows());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      q[static_cast<Eigen::Index>(i)] = measure_row_speed(masses_, rows_[i]) - rows_[i].target;
    const auto limit = [&](const Eigen::VectorXd& impulses) { return find_row_bounds(rows_, impulses); };
    const auto solve = [&](const LcpBounds& bounds, const Eigen::VectorXd&) {
      return solve_lcp_dantzig(mobility, q, bounds, {});
    };
    const FrictionSolution found = solve_in_rounds(q.size(), limit, solve, {});
    for (std::size_t i = 0; i < rows_.size(); ++i) apply_row(rows_[i], found.impulses[static_cast<Eigen::Index>(i)], masses_);
    std::vector<RigidVelocity> velocities;
    for (const RigidMass& mass : masses_) velocities.push_back({mass.velocity, mass.spin});
    set_velocities(velocities);
    keep_impulses([&](std::size_t i) { return found.impulses[static_cast<Eigen::Index>(i)]; });
  }

  void solve_by_sweeps() {
    RowSolver solver;
    solver.begin(masses_);
    for (const ConstraintRow& row : rows_) solver.add(row);
    solver.solve({.iterations = 1000, .tolerance = 1e-10});
    set_velocities(solver.velocities());
    keep_impulses([&](std::size_t i) { return solver.impulse(static_cast<std::uint32_t>(i)); });
  }

  void solve_linked() {
    std::vector<PlacedJoint> joints;
    for (const Articulation* linkage : island_.linkages) {
      for (const std::uint32_t j : linkage->joints()) {
        joints.push_back(place_solid_joint(system_.scene, system_.joint_angles, j, system_.bodies));
        joints.back().a = place_of(joints.back().a);
        joints.back().b = place_of(joints.back().b);
      }
    }
    for (const PlacedJoint& joint : joints) append_limit_rows(masses_, joint, 2 * Articulation::kLimitSlack, 0, rows_);
    Linkage linkage;
    if (!linkage.factorise(masses_, joints)) return;
    const LinkageSolution found = linkage.solve(rows_);
    set_velocities(found.velocities);
    rows_.resize(first_rows_.empty() ? 0 : first_rows_.back() + count_rows_of_last());
    keep_impulses([&](std::size_t i) { return found.row_impulses[i]; });
  }

  // Of the last point: limits came after.
  std::size_t count_rows_of_last() const {
    std::size_t count = 1;
    while (first_rows_.back() + count < rows_.size() && rows_[first_rows_.back() + count].friction_of == first_rows_.back()) ++count;
    return count;
  }

  SolidSystem& system_;
  const Island& island_;
  bool has_friction_;
  std::vector<RigidMass> masses_;
  std::vector<ConstraintRow> rows_;
  std::vector<std::size_t> first_rows_;  // of each target
};

std::vector<Island> find_islands(const SolidSystem& system, std::span<const PointTarget> targets) {
  UnionFind groups(system.bodies.size());
  const auto is_movable = [&](std::uint32_t body) { return system.bodies[body].is_movable(); };
  for (const Articulation& linkage : system.articulations) {
    std::uint32_t first = kWorld;
    for (const std::uint32_t body : linkage.bodies()) {
      if (!is_movable(body)) continue;
      if (first == kWorld) first = body;
      groups.unite(first, body);
    }
  }
  for (const PointTarget& target : targets) {
    const SolidPatch& patch = system.patches[target.patch];
    if (is_movable(patch.a) && is_movable(patch.b)) groups.unite(patch.a, patch.b);
  }
  std::map<std::uint32_t, Island> found;
  for (const PointTarget& target : targets) {
    const SolidPatch& patch = system.patches[target.patch];
    Island& island = found[groups.find(is_movable(patch.a) ? patch.a : patch.b)];
    island.targets.push_back(target);
    island.bodies.insert(island.bodies.end(), {patch.a, patch.b});
  }
  for (const Articulation& linkage : system.articulations) {
    const auto first = std::find_if(linkage.bodies().begin(), linkage.bodies().end(), is_movable);
    const auto island = found.find(groups.find(*first));
    if (island == found.end()) continue;
    island->second.linkages.push_back(&linkage);
    island->second.bodies.insert(island->second.bodies.end(), linkage.bodies().begin(), linkage.bodies().end());
  }
  std::vector<Island> islands;
  for (auto& [root, island] : found) {
    std::sort(island.bodies.begin(), island.bodies.end());
    island.bodies.erase(std::unique(island.bodies.begin(), island.bodies.end()), island.bodies.end());
    islands.push_back(std::move(island));
  }
  return islands;
}

}  // namespace

double measure_normal_speed(std::span<const SolidBody> bodies, const SolidPatch& patch, std::uint32_t point) {
  const Vec3 at = 0.5 * (patch.points[point].on_a + patch.points[point].on_b);
  const SolidMotion &a = bodies[patch.a].motion, &b = bodies[patch.b].motion;
  return patch.normal.dot(a.velocity + a.spin.cross(at - a.center) - b.velocity - b.spin.cross(at - b.center));
}

void solve_points(SolidSystem& system, std::span<const PointTarget> targets, bool has_friction) {
  for (const Island& island : find_islands(system, targets)) IslandSolver(system, island, has_friction).solve();
}

}  // namespace abut
