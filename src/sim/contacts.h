// Contacts of a step: two points of surfaces, or one and the ground, that are to keep a distance along a direction that
// stays as it is through the step. They push, and, pressed against each other, they rub.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abut/sim.h"
#include "sim/particles.h"

namespace abut {

struct Contact : Separation {
  double offset = 0;  ///< where the ground is along the normal, for a single point over it
  double target = 0;  ///< the gap to keep
  double stiffness = 0;
  double friction = 0;
  PenaltyField field = PenaltyField::thin;  ///< how its force grows
};

double measure_gap(const Contact& contact, std::span<const Vec3> positions);

/// Force that pushes at a gap, how fast it grows as the gap closes, and the energy it took.
struct Push {
  double force = 0, stiffness = 0, energy = 0;
};
Push push_at(double gap, const Contact& contact);

class YieldingStep;

/// All contacts of a step as a term of the energy that a step minimises.
class Contacts {
 public:
  Contacts(std::size_t cloth_count, int threads) : cloth_count_(cloth_count), threads_(threads) {}

  /// From now on these. `start`: positions at the start of the step; `inverse_masses` of cloth must stay, and
  /// `yielding`, obstacles whose shifts and turns are unknowns after the particles of cloth.
  void set(std::vector<Contact> contacts, std::vector<Vec3> start, double step, std::span<const double> inverse_masses,
           const YieldingStep* yielding = nullptr);
  std::size_t size() const { return contacts_.size(); }
  std::span<const Contact> list() const { return contacts_; }

  /// From now on no friction is taken for one that stays as it is: slower, but safe. False if that is so already.
  bool hold_friction() { return !std::exchange(holds_friction_, true); }

  /// Adds to the gradient, which has all else in it by then: what slips on depends on it. Forces of friction follow the
  /// pressure at these positions; multiply, diagonal and measure take it as one that stays.
  void linearise(std::span<const Vec3> positions, std::span<Vec3> gradient);
  double measure(std::span<const Vec3> positions) const;
  /// Of those of obstacles that yield: from now on friction follows the pressure here, or there is none.
  void renew_friction(std::span<const Vec3> positions, bool has_friction);
  /// Adds to what is there.
  void multiply_add(std::span<const Vec3> in, std::span<Vec3> out) const;
  /// Whether something has begun or ceased to slip since forces were linearised: they are then not those it has here.
  bool test_slip_changed(std::span<const Vec3> positions) const;
  /// How a contact's force changes with the difference of its points.
  Eigen::Matrix3d stiffness(std::size_t contact) const;
  /// The force on the first of its points, how it changes with the way of that, and its share of what measure() says:
  /// all with friction as it was linearised last.
  struct Answer {
    Vec3 force = Vec3::Zero();
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero().eval();
    double energy = 0;
  };
  Answer answer(std::size_t contact, std::span<const Vec3> positions) const;
  void add_diagonal(std::span<Eigen::Matrix3d> diagonal) const;

  /// A contact's point of an obstacle that yields: how the way between its points changes with that one's shift and
  /// turn.
  struct YieldingCorner {
    std::uint32_t contact = 0, body = 0;
    Eigen::Matrix<double, 3, 6> modes;
  };
  /// As they were linearised last, in the order of the contacts.
  std::span<const YieldingCorner> yielding_corners() const { return yielding_corners_; }
  /// That of a contact, or null.
  const YieldingCorner* find_yielding(std::size_t contact) const;
  /// Its modes here.
  Eigen::Matrix<double, 3, 6> find_modes(std::size_t contact, std::span<const Vec3> positions) const;

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  struct Tangent {
    double normal = 0, tangential = 0;  // stiffnesses
    double friction = 0;                // the largest force of it
    bool slips = false;
    Vec3 slip = Vec3::Zero();  // the direction along which friction stays as it is; 0: none
  };
  struct Corner {
    std::uint32_t contact = 0;
    double weight = 0;
  };
  void list_corners();
  void list_yielding_corners(std::span<const Vec3> positions);
  Vector6 stacked(std::span<const Vec3> values, std::uint32_t body) const;
  double measure(std::size_t contact, std::span<const Vec3> positions) const;
  Vec3 slip(const Contact& contact, std::span<const Vec3> positions) const;
  double longest_stick() const;
  // How far all other forces would make a contact slip.
  Vec3 free_slip(std::size_t contact, const Vec3& slip, std::span<const Vec3> gradient) const;
  // How far a force on a contact would carry its points in a step if nothing else held them.
  double free_way(std::size_t contact, double force) const;
  void push(std::span<const Vec3> positions, std::span<Vec3> gradient);
  void rub(std::span<const Vec3> positions, std::span<Vec3> gradient);
  Vec3 multiply(std::size_t contact, const Vec3& way) const;
  // Adds the sum of each particle's forces.
  void gather(std::span<Vec3> out) const;

  std::size_t cloth_count_;
  std::span<const double> inverse_masses_;
  int threads_;
  double step_ = 0;
  bool holds_friction_ = false;
  std::vector<Contact> contacts_;
  std::vector<Vec3> start_;
  std::vector<Tangent> tangents_;
  std::vector<std::uint32_t> starts_, touched_;  // corners of each particle that has any
  std::vector<Corner> corners_;
  const YieldingStep* yielding_ = nullptr;
  std::vector<YieldingCorner> yielding_corners_;
  std::vector<std::uint32_t> yielding_of_;  // the corner of each contact, or kNoBody
  mutable std::vector<Vec3> forces_;        // of each contact
};

}  // namespace abut
