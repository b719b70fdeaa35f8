// Contacts: the fields that push, friction, and their derivatives.
#include "sim/contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/holding.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;
using Vectors = std::vector<Vec3>;

constexpr double kStep = 1.0 / 60, kTarget = 0.01, kStiffness = 500, kMass = 1;
constexpr PenaltyField kFields[] = {PenaltyField::inverse, PenaltyField::thin};

Contact make_contact_of_target(PenaltyField field = PenaltyField::thin) {
  Contact contact;
  contact.field = field;
  contact.target = kTarget;
  contact.stiffness = kStiffness;
  return contact;
}

TEST(Push, force_and_stiffness_are_the_derivatives_of_the_energy) {
  for (const PenaltyField field : kFields) {
    const Contact contact = make_contact_of_target(field);
    // From deep behind the surface up to the rim of the field.
    for (double gap = -1.5 * kTarget; gap < 0.999 * kTarget; gap += 0.0123 * kTarget) {
      const double d = 1e-7 * kTarget;
      const Push push = push_at(gap, contact);
      const Push left = push_at(gap - d, contact), right = push_at(gap + d, contact);
      EXPECT_NEAR(push.force, -(right.energy - left.energy) / (2 * d), 1e-5 * push.force + 1e-6) << gap;
      EXPECT_NEAR(push.stiffness, -(right.force - left.force) / (2 * d), 1e-5 * push.stiffness) << gap;
      EXPECT_GT(push.force, 0);
      EXPECT_GT(push.stiffness, 0);
    }
  }
}

TEST(Push, begins_at_the_target_from_nothing) {
  for (const PenaltyField field : kFields) {
    const Contact contact = make_contact_of_target(field);
    for (const double gap : {kTarget, 1.0000001 * kTarget, 5 * kTarget}) {
      const Push push = push_at(gap, contact);
      EXPECT_EQ(push.force, 0);
      EXPECT_EQ(push.stiffness, 0);
      EXPECT_EQ(push.energy, 0);
    }
    const Push push = push_at(kTarget * (1 - 1e-9), contact);
    EXPECT_NEAR(push.force, 0, 1e-7 * kStiffness * kTarget);
    EXPECT_NEAR(push.stiffness, kStiffness, 1e-6 * kStiffness);
    EXPECT_NEAR(push.energy, 0, 1e-12);
  }
}

TEST(Push, the_nearer_the_more) {
  for (const PenaltyField field : kFields) {
    const Contact contact = make_contact_of_target(field);
    double before = 1e300;
    for (double gap = -kTarget; gap < kTarget; gap += 0.01 * kTarget) {
      const double force = push_at(gap, contact).force;
      EXPECT_LT(force, before);
      EXPECT_TRUE(std::isfinite(force));
      before = force;
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Many of them

// Six particles of cloth and three of an obstacle. A vertex over a face, two edges, one over the obstacle and one over
// ground; all of them pressed, as far as the positions below are near these.
struct Trial {
  static constexpr std::size_t kClothCount = 6;
  Vectors start = {Vec3(0.3, 0.3, 0.004), Vec3(0, 0, 0),          Vec3(1, 0, 0),
                   Vec3(0, 1, 0),         Vec3(0.5, -0.5, 0.005), Vec3(0.5, 0.5, 0.005),
                   Vec3(0, 0, -0.0045),   Vec3(1, 0, -0.0045),    Vec3(0, 1, -0.0045)};
  std::vector<Contact> contacts;
  std::vector<double> inverse_masses = std::vector<double>(kClothCount, 1 / kMass);
  Contacts all{kClothCount, 1};

  explicit Trial(double friction, PenaltyField field) {
    add({0, 1, 2, 3}, {1, -0.4, -0.3, -0.3}, 4, 0);    // a vertex and a face
    add({4, 5, 1, 2}, {0.5, 0.5, -0.5, -0.5}, 4, 0);   // two edges
    add({1, 6, 7, 8}, {1, -0.5, -0.25, -0.25}, 4, 0);  // over the obstacle
    add({3}, {1}, 1, -0.003);                          // over ground
    for (Contact& contact : contacts) contact.friction = friction;
    for (Contact& contact : contacts) contact.field = field;
    all.set(contacts, start, kStep, inverse_masses);
  }
  void add(std::array<std::uint32_t, 4> particles, std::array<double, 4> weights, int count, double offset) {
    Contact contact = make_contact_of_target();
    contact.vertices = particles;
    contact.weights = weights;
    contact.count = count;
    contact.normal = Vec3(0.01, -0.02, 1).normalized();
    contact.offset = offset;
    contacts.push_back(contact);
  }
  // Only cloth moves.
  Vectors moved(Random& random, double size) const {
    Vectors positions = start;
    for (std::size_t p = 0; p < kClothCount; ++p) positions[p] += size * random.point();
    return positions;
  }
};

Vectors linearise(Contacts& contacts, const Vectors& positions) {
  Vectors gradient(Trial::kClothCount, Vec3::Zero());
  contacts.linearise(positions, gradient);
  return gradient;
}

double dot(const Vectors& a, const Vectors& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

TEST(Contacts, the_gradient_is_that_of_the_energy) {
  Random random(1);
  for (const PenaltyField field : kFields) {
    for (const double friction : {0.0, 0.4}) {
      Trial trial(friction, field);
      const Vectors positions = trial.moved(random, 5e-4);
      const Vectors gradient = linearise(trial.all, positions);
      EXPECT_GT(trial.all.measure(positions), 0);
      for (std::size_t p = 0; p < Trial::kClothCount; ++p) {
        for (int axis = 0; axis < 3; ++axis) {
          constexpr double kDifference = 1e-8;
          Vectors left = positions, right = positions;
          left[p][axis] -= kDifference;
          right[p][axis] += kDifference;
          const double difference = (trial.all.measure(right) - trial.all.measure(left)) / (2 * kDifference);
          EXPECT_NEAR(gradient[p][axis], difference, 1e-5 * std::sqrt(dot(gradient, gradient))) << p;
        }
      }
    }
  }
}

TEST(Contacts, without_friction_the_matrix_is_the_second_derivative) {
  Random random(2);
  for (const PenaltyField field : kFields) {
    Trial trial(0, field);
    const Vectors positions = trial.moved(random, 5e-4);
    linearise(trial.all, positions);
    Vectors way(Trial::kClothCount), product(Trial::kClothCount, Vec3::Zero());
    for (Vec3& v : way) v = random.point();
    trial.all.multiply_add(way, product);
    constexpr double kDifference = 1e-8;
    Vectors left = positions, right = positions;
    for (std::size_t p = 0; p < way.size(); ++p) left[p] -= kDifference * way[p], right[p] += kDifference * way[p];
    const Vectors before = linearise(trial.all, left), after = linearise(trial.all, right);
    for (std::size_t p = 0; p < way.size(); ++p) {
      EXPECT_LT((product[p] - (after[p] - before[p]) / (2 * kDifference)).norm(),
                1e-5 * std::sqrt(dot(product, product)));
    }
  }
}

TEST(Contacts, the_matrix_is_symmetric_never_negative_and_has_this_diagonal) {
  Random random(3);
  for (const PenaltyField field : kFields) {
    Trial trial(0.4, field);
    linearise(trial.all, trial.moved(random, 5e-4));
    for (int n = 0; n < 100; ++n) {
      Vectors a(Trial::kClothCount), b(Trial::kClothCount);
      for (Vec3& v : a) v = random.point();
      for (Vec3& v : b) v = random.point();
      Vectors product_a(a.size(), Vec3::Zero()), product_b(a.size(), Vec3::Zero());
      trial.all.multiply_add(a, product_a);
      trial.all.multiply_add(b, product_b);
      EXPECT_NEAR(dot(a, product_b), dot(b, product_a), 1e-11 * kStiffness * 100);
      EXPECT_GE(dot(a, product_a), 0);
    }
    std::vector<Eigen::Matrix3d> diagonal(Trial::kClothCount, Eigen::Matrix3d::Zero());
    trial.all.add_diagonal(diagonal);
    for (std::size_t p = 0; p < diagonal.size(); ++p) {
      for (int axis = 0; axis < 3; ++axis) {
        Vectors unit(Trial::kClothCount, Vec3::Zero()), column(Trial::kClothCount, Vec3::Zero());
        unit[p][axis] = 1;
        trial.all.multiply_add(unit, column);
        EXPECT_LT((column[p] - diagonal[p].col(axis)).norm(), 1e-10 * kStiffness);
      }
    }
  }
}

TEST(Contacts, of_cloth_with_cloth_keep_momentum) {
  Random random(4);
  Trial trial(0.4, PenaltyField::inverse);
  trial.contacts.resize(2);  // those among cloth
  trial.all.set(trial.contacts, trial.start, kStep, trial.inverse_masses);
  const Vectors positions = trial.moved(random, 5e-4);
  const Vectors gradient = linearise(trial.all, positions);
  Vec3 sum = Vec3::Zero();
  for (const Vec3& g : gradient) sum += g;
  EXPECT_GT(std::sqrt(dot(gradient, gradient)), 0.1);
  EXPECT_LT(sum.norm(), 1e-12 * std::sqrt(dot(gradient, gradient)));
}

// ---------------------------------------------------------------------------------------------------------------
// Friction

// A particle that was pressed by 0.3 of the target onto ground and has gone this way along it.
struct Pressed {
  Pressed(const Vec3& way, double friction, double mass) : inverse_masses{1 / mass} {
    Contact contact = make_contact_of_target();
    contact.vertices = {0};
    contact.weights = {1};
    contact.count = 1;
    contact.normal = Vec3::UnitZ();
    contact.friction = friction;
    const Vectors start = {Vec3(0, 0, 0.7 * kTarget)}, positions = {start[0] + way};
    contacts.set({contact}, start, kStep, inverse_masses);
    Vectors gradient = {Vec3::Zero()};
    contacts.linearise(positions, gradient);
    force = -gradient[0];
  }

  std::vector<double> inverse_masses;
  Contacts contacts{1, 1};
  Vec3 force;
};

Vec3 find_force(const Vec3& way, double friction) { return Pressed(way, friction, kMass).force; }

// Newton's method asks for the matrix: along the way there is none while it slips on, or sliding would come to an end
// too soon; but what is so light that friction would throw it back must not be told to go farther than back.
TEST(Friction, slows_what_is_heavy_and_stops_what_is_light) {
  const Vec3 way(0.004, 0, 0);
  const auto stiffness_along = [&](double mass) { return Pressed(way, 0.5, mass).contacts.stiffness(0)(0, 0); };
  EXPECT_NEAR(stiffness_along(1), 0, 1e-12);
  const Pressed light(way, 0.5, 1e-5);
  EXPECT_NEAR(light.force.x() / stiffness_along(1e-5), -way.x(), 1e-12);
}

// What slips on has no stiffness along its way, which misleads where two contacts press against each other by far more
// than what they hold weighs: Newton's way leads farther than the line search looks back.
TEST(Friction, held_it_has_a_stiffness_everywhere_and_the_same_force) {
  const Vec3 way(0.004, 0, 0);
  Pressed pressed(way, 0.5, 1);
  EXPECT_NEAR(pressed.contacts.stiffness(0)(0, 0), 0, 1e-12);
  EXPECT_TRUE(pressed.contacts.hold_friction());
  EXPECT_FALSE(pressed.contacts.hold_friction());
  const Vectors positions = {Vec3(0, 0, 0.7 * kTarget) + way};
  Vectors gradient = {Vec3::Zero()};
  pressed.contacts.linearise(positions, gradient);
  EXPECT_EQ(-gradient[0], pressed.force);
  EXPECT_NEAR(pressed.contacts.stiffness(0)(0, 0), -pressed.force.x() / way.x(), 1e-9);
}

TEST(Friction, is_never_more_than_its_share_of_the_pressure_and_opposes_the_way) {
  Random random(5);
  int sticking = 0, slipping = 0;
  for (int n = 0; n < 200; ++n) {
    const double friction = random.uniform(0, 1.5);
    Vec3 way = std::pow(10.0, random.uniform(-7, -2)) * random.point();
    way.z() = 0;
    const Vec3 force = find_force(way, friction);
    const double pressure = force.z(), drag = std::hypot(force.x(), force.y());
    EXPECT_NEAR(pressure, 0.3 * kStiffness * kTarget, 1e-12);
    EXPECT_LE(drag, friction * pressure * (1 + 1e-12));
    EXPECT_NEAR(way.dot(force), -drag * way.norm(), 1e-12);
    // At any speed worth the name it is all of that share.
    const bool slips = way.norm() / kStep > 0.005;
    EXPECT_NEAR(drag, slips ? friction * pressure : drag, 1e-9);
    ++(slips ? slipping : sticking);
  }
  EXPECT_GT(sticking, 30);
  EXPECT_GT(slipping, 30);
}

TEST(Friction, is_nothing_without_pressure) {
  EXPECT_TRUE(find_force(Vec3(0.01, 0.02, kTarget), 0.8).isZero());
  EXPECT_TRUE(find_force(Vec3(0, 0, kTarget), 0.8).isZero());
}

// ---------------------------------------------------------------------------------------------------------------
// Pushing apart at once

TEST(Project, reaches_the_gap_and_keeps_the_centre_of_mass) {
  Trial trial(0, PenaltyField::thin);
  const std::vector<double> inverse_masses = {1, 2, 0.5, 1, 3, 1};
  for (const Contact& contact : {trial.contacts[0], trial.contacts[1]}) {
    Vectors positions = trial.start;
    ASSERT_LT(measure_gap(contact, positions), kTarget);
    project(contact, inverse_masses, positions);
    EXPECT_NEAR(measure_gap(contact, positions), kTarget, 1e-15);
    Vec3 way = Vec3::Zero();
    for (std::size_t p = 0; p < inverse_masses.size(); ++p) way += (positions[p] - trial.start[p]) / inverse_masses[p];
    EXPECT_LT(way.norm(), 1e-15);
  }
}

TEST(Project, leaves_alone_what_is_far_enough_or_may_not_move) {
  Trial trial(0, PenaltyField::thin);
  Vectors positions = trial.start;
  project(trial.contacts[0], std::vector<double>(6, 0.0), positions);
  EXPECT_EQ(positions, trial.start);
  positions[0].z() += 1;
  const Vectors far = positions;
  project(trial.contacts[0], std::vector<double>(6, 1.0), positions);
  EXPECT_EQ(positions, far);
}

}  // namespace
}  // namespace abut
