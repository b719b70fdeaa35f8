// Obstacles that yield as unknowns of cloth's implicit step: a shift and a turn of each, with the inertia of a rigid
// body, held by links to others.
#pragma once

#include <span>
#include <vector>

#include "abut/pose.h"
#include "abut/yielding.h"
#include "sim/contacts.h"

namespace abut {

/// How the axis-angle of a turn changes with what is turned after it: spin = find_turn_rate(turn) * rate of turn.
Eigen::Matrix3d find_turn_rate(const Vec3& turn);

class YieldingStep {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  /// How a point that is fixed to a body moves with its shift and turn.
  using Modes = Eigen::Matrix<double, 3, 6>;

  YieldingStep(const SimulationScene& scene, const Particles& particles);

  /// A step from what bodies have yielded so far. Moves their vertices in `to`, where they are as placed, on by the
  /// speed they have got.
  void begin(const Yielding* yielding, std::span<const Yield> from, double step, std::vector<Vec3>& to);
  /// From now on those yield that these contacts touch, and what links hold them to.
  void touch(std::span<const Contact> contacts);

  /// Whether cloth touches any, asleep or not.
  bool is_touched() const { return is_touched_; }
  /// Those that yield; each has two vectors among the unknowns, its shift and its turn.
  std::size_t count() const { return active_.size(); }
  /// Which of those that yield a particle belongs to, or kNoBody.
  std::uint32_t find(std::uint32_t particle) const;
  /// Of a point of one of those, where it is now.
  Modes modes(std::uint32_t active, const Vec3& point) const;
  /// How a force on it changes where it is after the step, if it is alone.
  const Matrix6& answers(std::uint32_t active) const { return answers_[active]; }
  /// About how far such a change moves its farther parts.
  double measure_way(std::uint32_t active, const Vec3& shift, const Vec3& turn) const;

  double measure() const;
  /// Adds forces; links then go by friction as it is here. `gradient`: two vectors of each.
  void linearise(std::span<Vec3> gradient);
  void multiply_add(std::span<const Vec3> in, std::span<Vec3> out) const;
  /// Blocks of the matrix, of rows and columns of those that yield: visit(row, column, block).
  template <class Visit>
  void visit_blocks(const Visit& visit) const;

  /// The way of all that yield down a gradient, with this besides in each one's own block; links and inertia are as
  /// they were linearised.
  std::vector<Vec3> solve(std::span<const Matrix6> own, std::span<const Vec3> gradient) const;

  /// Ways start from here.
  void start_way() { way_start_ = offsets_; }
  /// Of their vertices only those that contacts know go along: all others wait for place().
  void go(std::span<const Vec3> way, double length, std::vector<Vec3>& positions);
  void place(std::vector<Vec3>& positions) const;

  /// The body of an obstacle's particle, whether it yields or not, or kNoBody.
  std::uint32_t find_body(std::uint32_t particle) const;
  /// Adds to the impulses that it has got of cloth.
  void count_impulse(std::uint32_t body, const Vec3& impulse, const Vec3& point);
  /// An impulse at a point that changes speeds and no places; nothing to what is asleep.
  void push(std::uint32_t body, const Vec3& impulse, const Vec3& point);
  /// How much speed an impulse of 1 gives the point along its direction.
  double measure_mobility(std::uint32_t body, const Vec3& direction, const Vec3& point) const;
  /// After the way that it went in the step.
  std::span<const Yield> finish();

 private:
  struct Link {
    std::uint32_t a, b;  // of those that yield
    const YieldingLink* given;
    double stiffness = 0, most_friction = 0;
    Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();  // as it was linearised
  };
  Matrix6 find_mass(std::uint32_t body) const;
  std::vector<bool> find_touched(std::span<const Contact> contacts) const;
  void spread(std::vector<bool>& yields) const;
  void list_corners(std::span<const Contact> contacts);
  void load_links();
  Vec3 measure_ways(const Link& link, std::span<const Vector6> of_active) const;
  std::vector<Vector6> list_offsets() const;
  double measure_normal_force(const Link& link, double way) const;
  Vec3 measure_strain(const Link& link, const Vec3& ways) const;
  Pose3 find_offset(std::uint32_t body) const;
  void place(std::uint32_t body, std::vector<Vec3>& positions) const;

  const Particles& particles_;
  std::size_t first_obstacle_;
  double step_ = 0;
  const Yielding* yielding_ = nullptr;
  std::span<const YieldingBody> bodies_;
  std::vector<std::uint32_t> body_of_obstacle_, active_of_body_, active_;
  std::vector<std::vector<std::uint32_t>> corners_;  // particles of those that yield that contacts know
  std::vector<Matrix6> answers_;                     // of those that yield
  std::vector<Vector6> offsets_, aims_, way_start_;  // of bodies: shift and turn off their placement
  std::vector<Yield> yields_;
  std::vector<Vec3> placed_;  // all particles, as placed
  bool has_links_ = false, is_touched_ = false;
  std::vector<YieldingLink> given_links_;
  std::vector<Link> links_;
};

template <class Visit>
void YieldingStep::visit_blocks(const Visit& visit) const {
  for (std::uint32_t i = 0; i < active_.size(); ++i) {
    visit(i, i, Matrix6(find_mass(active_[i]) / (step_ * step_)));
  }
  for (const Link& link : links_) {
    const auto &a = link.given->along_a, &b = link.given->along_b;
    if (link.a != kNoBody) visit(link.a, link.a, Matrix6(a.transpose() * link.matrix * a));
    if (link.b != kNoBody) visit(link.b, link.b, Matrix6(b.transpose() * link.matrix * b));
    if (link.a == kNoBody || link.b == kNoBody) continue;
    visit(link.a, link.b, Matrix6(a.transpose() * link.matrix * b));
    visit(link.b, link.a, Matrix6(b.transpose() * link.matrix * a));
  }
}

}  // namespace abut
