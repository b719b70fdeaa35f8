#include "sim/yielding_step.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "base/sort_unique.h"

namespace abut {
namespace {

// Links give way so many times less than what they hold would if it were free.
constexpr double kFirmness = 1e4;

Eigen::Matrix3d make_cross(const Vec3& v) {
  Eigen::Matrix3d cross;
  cross << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return cross;
}

Eigen::Quaterniond make_turn(const Vec3& turn) {
  const double angle = turn.norm();
  return angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle)) : Eigen::Quaterniond::Identity();
}

}  // namespace

Eigen::Matrix3d find_turn_rate(const Vec3& turn) {
  const double angle = turn.norm();
  const Eigen::Matrix3d cross = make_cross(turn);
  if (angle < 1e-6) return Eigen::Matrix3d::Identity() + 0.5 * cross;
  return Eigen::Matrix3d::Identity() + (1 - std::cos(angle)) / (angle * angle) * cross +
         (angle - std::sin(angle)) / (angle * angle * angle) * cross * cross;
}

YieldingStep::YieldingStep(const SimulationScene& scene, const Particles& particles)
    : particles_(particles), first_obstacle_(scene.cloths.size()), body_of_obstacle_(scene.obstacles.size(), kNoBody) {}

YieldingStep::Matrix6 YieldingStep::find_mass(std::uint32_t body) const {
  Matrix6 mass = Matrix6::Zero();
  mass.diagonal().head<3>().setConstant(bodies_[body].mass);
  mass.bottomRightCorner<3, 3>() = bodies_[body].inertia;
  return mass;
}

// ---------------------------------------------------------------------------------------------------------------
// Which yield

void YieldingStep::begin(const Yielding* yielding, std::span<const Yield> from, double step, std::vector<Vec3>& to) {
  step_ = step;
  yielding_ = yielding;
  bodies_ = yielding ? std::span(yielding->bodies) : std::span<const YieldingBody>();
  std::fill(body_of_obstacle_.begin(), body_of_obstacle_.end(), kNoBody);
  active_.clear();
  links_.clear();
  given_links_.clear();
  has_links_ = is_touched_ = false;
  active_of_body_.assign(bodies_.size(), kNoBody);
  offsets_.assign(bodies_.size(), Vector6::Zero());
  aims_ = offsets_;
  yields_.assign(bodies_.size(), {});
  if (bodies_.empty()) return;
  placed_ = to;
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].obstacle != kNoBody) body_of_obstacle_[bodies_[i].obstacle] = i;
    if (from.empty()) continue;
    yields_[i] = from[i];
    offsets_[i] << from[i].shift + step * from[i].velocity, from[i].turn + step * from[i].turn_rate;
    aims_[i] = offsets_[i];
    if (!offsets_[i].isZero(0)) place(i, to);
  }
}

std::uint32_t YieldingStep::find_body(std::uint32_t particle) const {
  if (bodies_.empty() || particle < particles_.cloth_count()) return kNoBody;
  return body_of_obstacle_[particles_.body_of(particle) - first_obstacle_];
}

std::uint32_t YieldingStep::find(std::uint32_t particle) const {
  if (active_.empty()) return kNoBody;
  const std::uint32_t body = find_body(particle);
  return body == kNoBody ? kNoBody : active_of_body_[body];
}

std::vector<bool> YieldingStep::find_touched(std::span<const Contact> contacts) const {
  std::vector<bool> is_touched(bodies_.size());
  for (const Contact& contact : contacts) {
    for (int i = 0; i < contact.count; ++i) {
      const std::uint32_t body = find_body(contact.vertices[i]);
      if (body != kNoBody) is_touched[body] = true;
    }
  }
  return is_touched;
}

// What is linked to something that yields yields, too.
void YieldingStep::spread(std::vector<bool>& yields) const {
  const auto may_yield = [&](std::uint32_t body) { return body != kNoBody && !bodies_[body].is_asleep; };
  for (bool grows = true; grows;) {
    grows = false;
    for (const YieldingLink& link : given_links_) {
      if (!may_yield(link.a) || !may_yield(link.b) || yields[link.a] == yields[link.b]) continue;
      yields[link.a] = yields[link.b] = grows = true;
    }
  }
}

void YieldingStep::touch(std::span<const Contact> contacts) {
  if (bodies_.empty()) return;
  std::vector<bool> yields = find_touched(contacts);
  is_touched_ = std::find(yields.begin(), yields.end(), true) != yields.end();
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) yields[i] = yields[i] && !bodies_[i].is_asleep;
  if (std::find(yields.begin(), yields.end(), true) == yields.end()) return;
  if (!has_links_ && yielding_->list_links) given_links_ = yielding_->list_links();
  has_links_ = true;
  spread(yields);
  active_.clear();
  answers_.clear();
  std::fill(active_of_body_.begin(), active_of_body_.end(), kNoBody);
  const double share = step_ / yielding_->duration;
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (!yields[i]) continue;
    active_of_body_[i] = static_cast<std::uint32_t>(active_.size());
    active_.push_back(i);
    answers_.push_back(step_ * step_ * find_mass(i).inverse());
    const Yield& yield = yields_[i];
    aims_[i] << yield.shift + step_ * yield.velocity + share * bodies_[i].lead,
        yield.turn + step_ * yield.turn_rate + share * bodies_[i].turn_lead;
  }
  list_corners(contacts);
  load_links();
}

void YieldingStep::list_corners(std::span<const Contact> contacts) {
  corners_.assign(active_.size(), {});
  for (const Contact& contact : contacts) {
    for (int i = 0; i < contact.count; ++i) {
      const std::uint32_t active = find(contact.vertices[i]);
      if (active != kNoBody) corners_[active].push_back(contact.vertices[i]);
    }
  }
  for (auto& corners : corners_) sort_unique(corners);
}

void YieldingStep::load_links() {
  links_.clear();
  const auto active_of = [&](std::uint32_t body) { return body == kNoBody ? kNoBody : active_of_body_[body]; };
  for (const YieldingLink& given : given_links_) {
    Link link{active_of(given.a), active_of(given.b), &given};
    double mobility = 0;
    if (link.a != kNoBody) mobility += given.along_a.row(0).dot(answers(link.a) * given.along_a.row(0).transpose());
    if (link.b != kNoBody) mobility += given.along_b.row(0).dot(answers(link.b) * given.along_b.row(0).transpose());
    if (!(mobility > 0)) continue;
    link.stiffness = kFirmness / mobility;
    links_.push_back(link);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// How they move

YieldingStep::Modes YieldingStep::modes(std::uint32_t active, const Vec3& point) const {
  const std::uint32_t body = active_[active];
  const Vec3 arm = point - bodies_[body].center - offsets_[body].head<3>();
  Modes modes;
  modes.leftCols<3>().setIdentity();
  modes.rightCols<3>() = -make_cross(arm) * find_turn_rate(offsets_[body].tail<3>());
  return modes;
}

double YieldingStep::measure_way(std::uint32_t active, const Vec3& shift, const Vec3& turn) const {
  const YieldingBody& body = bodies_[active_[active]];
  return shift.norm() + turn.norm() * std::sqrt(body.inertia.trace() / body.mass);
}

Pose3 YieldingStep::find_offset(std::uint32_t body) const {
  const Eigen::Quaterniond turn = make_turn(offsets_[body].tail<3>());
  const Vec3& center = bodies_[body].center;
  return {turn, center + offsets_[body].head<3>() - turn * center};
}

void YieldingStep::place(std::uint32_t body, std::vector<Vec3>& positions) const {
  const std::uint32_t obstacle = bodies_[body].obstacle;
  if (obstacle == kNoBody) return;
  const Pose3 offset = find_offset(body);
  const BodyId id(first_obstacle_ + obstacle);
  const auto placed = particles_.of_body(id, placed_);
  const auto out = particles_.of_body(id, positions);
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = offset.apply(placed[v]);
}

void YieldingStep::place(std::vector<Vec3>& positions) const {
  for (const std::uint32_t body : active_) place(body, positions);
}

void YieldingStep::go(std::span<const Vec3> way, double length, std::vector<Vec3>& positions) {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const std::uint32_t body = active_[i];
    offsets_[body] = way_start_[body];
    offsets_[body].head<3>() += length * way[2 * i];
    offsets_[body].tail<3>() += length * way[2 * i + 1];
    const Pose3 offset = find_offset(body);
    for (const std::uint32_t p : corners_[i]) positions[p] = offset.apply(placed_[p]);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Energy

std::vector<YieldingStep::Vector6> YieldingStep::list_offsets() const {
  std::vector<Vector6> offsets;
  for (const std::uint32_t body : active_) offsets.push_back(offsets_[body]);
  return offsets;
}

Vec3 YieldingStep::measure_ways(const Link& link, std::span<const Vector6> of_active) const {
  Vec3 ways = Vec3::Zero();
  if (link.a != kNoBody) ways += link.given->along_a * of_active[link.a];
  if (link.b != kNoBody) ways += link.given->along_b * of_active[link.b];
  return ways;
}

double YieldingStep::measure_normal_force(const Link& link, double way) const {
  return std::max(0.0, link.given->force[0] - link.stiffness * (way + link.given->gap));
}

// How far friction is strained if it holds.
Vec3 YieldingStep::measure_strain(const Link& link, const Vec3& ways) const {
  Vec3 strain = ways + link.given->slide - link.given->force / link.stiffness;
  strain[0] = 0;
  return strain;
}

// Less what the forces that are there without cloth do: they have had their effect.
double YieldingStep::measure() const {
  double energy = 0;
  const std::vector<Vector6> offsets = list_offsets();
  for (std::uint32_t i = 0; i < active_.size(); ++i) {
    const Vector6 way = offsets[i] - aims_[active_[i]];
    energy += 0.5 / (step_ * step_) * way.dot(find_mass(active_[i]) * way);
  }
  for (const Link& link : links_) {
    const Vec3 ways = measure_ways(link, offsets);
    if (link.given->is_joint) {
      energy += 0.5 * link.stiffness * ways.squaredNorm();
      continue;
    }
    const double force = measure_normal_force(link, ways[0]), strain = measure_strain(link, ways).norm();
    const double farthest = link.most_friction / link.stiffness;
    energy +=
        0.5 * force * force / link.stiffness + link.given->force.dot(ways) +
        (strain > farthest ? link.most_friction * (strain - 0.5 * farthest) : 0.5 * link.stiffness * strain * strain);
  }
  return energy;
}

void YieldingStep::linearise(std::span<Vec3> gradient) {
  const std::vector<Vector6> offsets = list_offsets();
  const auto add = [&](std::uint32_t active, const Vector6& force) {
    gradient[2 * active] += force.head<3>();
    gradient[2 * active + 1] += force.tail<3>();
  };
  for (std::uint32_t i = 0; i < active_.size(); ++i)
    add(i, find_mass(active_[i]) * (offsets[i] - aims_[active_[i]]) / (step_ * step_));
  for (Link& link : links_) {
    const Vec3 ways = measure_ways(link, offsets);
    Vec3 slope = link.stiffness * ways;
    link.matrix = link.stiffness * Eigen::Matrix3d::Identity();
    if (!link.given->is_joint) {
      const double force = measure_normal_force(link, ways[0]);
      const Vec3 strain = measure_strain(link, ways);
      const double length = strain.norm();
      link.most_friction = link.given->friction * force;
      const bool slips = link.stiffness * length > link.most_friction;
      const double holds = slips ? link.most_friction / length : link.stiffness;
      link.matrix = holds * Eigen::Matrix3d::Identity();
      if (slips) link.matrix -= holds / (length * length) * strain * strain.transpose();
      link.matrix(0, 0) = force > 0 ? link.stiffness : 0;
      slope = holds * strain + link.given->force;
      slope[0] = link.given->force[0] - force;
    }
    if (link.a != kNoBody) add(link.a, link.given->along_a.transpose() * slope);
    if (link.b != kNoBody) add(link.b, link.given->along_b.transpose() * slope);
  }
}

void YieldingStep::multiply_add(std::span<const Vec3> in, std::span<Vec3> out) const {
  std::vector<Vector6> ways(active_.size()), forces(active_.size());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    ways[i] << in[2 * i], in[2 * i + 1];
    forces[i] = find_mass(active_[i]) * ways[i] / (step_ * step_);
  }
  for (const Link& link : links_) {
    const Vec3 force = link.matrix * measure_ways(link, ways);
    if (link.a != kNoBody) forces[link.a] += link.given->along_a.transpose() * force;
    if (link.b != kNoBody) forces[link.b] += link.given->along_b.transpose() * force;
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    out[2 * i] += forces[i].head<3>();
    out[2 * i + 1] += forces[i].tail<3>();
  }
}

std::vector<Vec3> YieldingStep::solve(std::span<const Matrix6> own, std::span<const Vec3> gradient) const {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](std::uint32_t row, std::uint32_t column, const Matrix6& block) {
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j)
        entries.emplace_back(static_cast<int>(6 * row) + i, static_cast<int>(6 * column) + j, block(i, j));
    }
  };
  visit_blocks(add);
  Eigen::VectorXd right(static_cast<Eigen::Index>(6 * active_.size()));
  for (std::uint32_t i = 0; i < active_.size(); ++i) {
    add(i, i, own[i]);
    right.segment<3>(6 * i) = -gradient[2 * i];
    right.segment<3>(6 * i + 3) = -gradient[2 * i + 1];
  }
  Eigen::SparseMatrix<double> matrix(right.size(), right.size());
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::VectorXd solution = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(matrix).solve(right);
  std::vector<Vec3> way;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    way.push_back(solution.segment<3>(static_cast<Eigen::Index>(3 * i)));
  return way;
}

// ---------------------------------------------------------------------------------------------------------------
// After a step

void YieldingStep::count_impulse(std::uint32_t body, const Vec3& impulse, const Vec3& point) {
  yields_[body].impulse += impulse;
  yields_[body].angular_impulse += (point - bodies_[body].center - offsets_[body].head<3>()).cross(impulse);
}

void YieldingStep::push(std::uint32_t body, const Vec3& impulse, const Vec3& point) {
  count_impulse(body, impulse, point);
  if (bodies_[body].is_asleep) return;
  const Vec3 arm = point - bodies_[body].center - offsets_[body].head<3>();
  yields_[body].velocity += impulse / bodies_[body].mass;
  yields_[body].turn_rate += bodies_[body].inertia.inverse() * arm.cross(impulse);
}

double YieldingStep::measure_mobility(std::uint32_t body, const Vec3& direction, const Vec3& point) const {
  const YieldingBody& b = bodies_[body];
  if (b.is_asleep) return 0;
  const Vec3 lever = (point - b.center - offsets_[body].head<3>()).cross(direction);
  return 1 / b.mass + lever.dot(b.inertia.inverse() * lever);
}

std::span<const Yield> YieldingStep::finish() {
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    Yield& yield = yields_[i];
    if (active_of_body_[i] != kNoBody) {
      const Vector6 way = offsets_[i] - aims_[i];
      yield.velocity += way.head<3>() / step_;
      yield.turn_rate += way.tail<3>() / step_;
    }
    yield.shift = offsets_[i].head<3>();
    yield.turn = offsets_[i].tail<3>();
  }
  return yields_;
}

}  // namespace abut
