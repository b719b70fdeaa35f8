// Stretch and shear of a single face: derivatives against differences, and stress against the material's numbers.
#include "sim/membrane.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "support/random.h"

namespace abut {
namespace {

using test::Random;
using Vector9 = Eigen::Matrix<double, 9, 1>;
using Matrix9 = Eigen::Matrix<double, 9, 9>;

// A face, what it is made of and what it was like when the step began.
struct Trial {
  MembraneLaw law;
  MembraneElement element;
  Vec3 start = Vec3::Zero();
  double rate = 0;

  MembraneResponse respond_at(const TrianglePoints& points) const {
    return respond(law, measure_strain(element, points).strain, start, rate);
  }
  double energy(const TrianglePoints& points) const { return element.area * respond_at(points).energy; }
  Vector9 gradient(const TrianglePoints& points) const {
    const MembraneStrain strain = measure_strain(element, points);
    const Vec3 stress = respond_at(points).stress;
    Vector9 g;
    for (int i = 0; i < 3; ++i) {
      g.segment<3>(3 * i) = element.area * corner_gradient(element.gradients[i], strain, stress);
    }
    return g;
  }
  Matrix9 hessian(const TrianglePoints& points) const {
    const MembraneStrain strain = measure_strain(element, points);
    const MembraneResponse response = respond_at(points);
    Matrix9 h;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        h.block<3, 3>(3 * i, 3 * j) =
            element.area * corner_hessian(element.gradients[i], element.gradients[j], strain, response);
      }
    }
    return h;
  }
};

ClothMaterial make_material() {
  ClothMaterial material;
  material.warp_stiffness = 900;
  material.weft_stiffness = 400;
  material.shear_stiffness = 70;
  material.poisson_ratio = 0.3;
  return material;
}

std::array<Vec2, 3> make_rest(Random& random) {
  while (true) {
    std::array<Vec2, 3> rest;
    for (Vec2& p : rest) p = Vec2(random.uniform(0, 1), random.uniform(0, 1));
    const Vec2 u = rest[1] - rest[0], v = rest[2] - rest[0];
    if (std::abs(u.x() * v.y() - u.y() * v.x()) > 0.1) return rest;
  }
}

Eigen::Matrix3d make_rotation(Random& random) {
  return Eigen::AngleAxisd(random.uniform(0, 6), random.point().normalized()).toRotationMatrix();
}

// Where the corners are if the plane is stretched like this, then turned and moved.
TrianglePoints deform(const std::array<Vec2, 3>& rest, const Eigen::Matrix2d& stretch, const Eigen::Matrix3d& turn,
                      const Vec3& way) {
  TrianglePoints points;
  for (int i = 0; i < 3; ++i) {
    const Vec2 p = stretch * rest[i];
    points[i] = turn * Vec3(p.x(), p.y(), 0) + way;
  }
  return points;
}

Eigen::Matrix2d make_stretch(Random& random, double least, double most, double shear) {
  Eigen::Matrix2d m;
  m << random.uniform(least, most), random.uniform(-shear, shear), random.uniform(-shear, shear),
      random.uniform(least, most);
  return m;
}

double& coordinate(TrianglePoints& points, int i) { return points[i / 3][i % 3]; }

TEST(Membrane, forces_are_the_gradient_of_the_energy) {
  Random random(1);
  int beyond_limit = 0, compressed = 0;
  for (int n = 0; n < 300; ++n) {
    ClothMaterial material = make_material();
    if (n % 3 == 2) material.strain_limit = 0.05;
    const auto rest = make_rest(random);
    Trial trial{make_membrane_law(material), *make_membrane_element({0, 1, 2}, rest, 0)};
    if (n % 2 == 1) trial.rate = 0.7, trial.start = 0.2 * random.point();
    const TrianglePoints points =
        deform(rest, make_stretch(random, 0.7, 1.3, 0.3), make_rotation(random), random.point());
    const Vec3 strain = measure_strain(trial.element, points).strain;
    beyond_limit += trial.law.limit > 0 && strain.x() > trial.law.limit;
    compressed += strain.x() < 0;
    const Vector9 gradient = trial.gradient(points);
    for (int i = 0; i < 9; ++i) {
      constexpr double kStep = 1e-6;
      TrianglePoints left = points, right = points;
      coordinate(left, i) -= kStep;
      coordinate(right, i) += kStep;
      const double difference = (trial.energy(right) - trial.energy(left)) / (2 * kStep);
      EXPECT_NEAR(gradient[i], difference, 1e-5 * (1 + gradient.norm()));
    }
  }
  EXPECT_GT(beyond_limit, 20);
  EXPECT_GT(compressed, 20);
}

TEST(Membrane, the_matrix_is_the_second_derivative_where_nothing_is_pushed) {
  Random random(2);
  for (int n = 0; n < 100; ++n) {
    ClothMaterial material = make_material();
    if (n % 3 == 2) material.strain_limit = 0.01;
    const auto rest = make_rest(random);
    Trial trial{make_membrane_law(material), *make_membrane_element({0, 1, 2}, rest, 0)};
    if (n % 2 == 1) trial.rate = 0.7;
    const TrianglePoints points =
        deform(rest, make_stretch(random, 1.1, 1.3, 0.05), make_rotation(random), random.point());
    const MembraneResponse response = trial.respond_at(points);
    const Vec3 strain = measure_strain(trial.element, points).strain;
    ASSERT_EQ(response.tension, Vec3(response.stress.x() / (1 + strain.x()), response.stress.y() / (1 + strain.y()),
                                     response.stress.z()));  // all of it pulls
    const Matrix9 hessian = trial.hessian(points);
    for (int i = 0; i < 9; ++i) {
      constexpr double kStep = 1e-6;
      TrianglePoints left = points, right = points;
      coordinate(left, i) -= kStep;
      coordinate(right, i) += kStep;
      const Vector9 difference = (trial.gradient(right) - trial.gradient(left)) / (2 * kStep);
      EXPECT_LT((hessian.col(i) - difference).norm(), 1e-6 * hessian.norm());
    }
  }
}

TEST(Membrane, the_matrix_is_symmetric_and_never_negative) {
  Random random(3);
  int pushed = 0, half_pushed = 0;
  for (int n = 0; n < 1000; ++n) {
    ClothMaterial material = make_material();
    if (n % 3 == 2) material.strain_limit = 0.05;
    const auto rest = make_rest(random);
    Trial trial{make_membrane_law(material), *make_membrane_element({0, 1, 2}, rest, 0)};
    if (n % 2 == 1) trial.rate = 3, trial.start = 0.3 * random.point();
    const TrianglePoints points =
        deform(rest, make_stretch(random, 0.2, 1.4, 0.5), make_rotation(random), random.point());
    const MembraneResponse response = trial.respond_at(points);
    pushed += response.stress.x() < 0 && response.stress.y() < 0;
    half_pushed += response.stress.x() * response.stress.y() < 0;
    const Matrix9 hessian = trial.hessian(points);
    EXPECT_LT((hessian - hessian.transpose()).norm(), 1e-12 * hessian.norm());
    const Eigen::SelfAdjointEigenSolver<Matrix9> solved(hessian);
    EXPECT_GT(solved.eigenvalues().minCoeff(), -1e-10 * solved.eigenvalues().maxCoeff());
  }
  EXPECT_GT(pushed, 50);
  EXPECT_GT(half_pushed, 50);
}

TEST(Membrane, what_is_moved_and_turned_as_a_whole_is_not_strained) {
  Random random(4);
  for (int n = 0; n < 100; ++n) {
    const auto rest = make_rest(random);
    const Trial trial{make_membrane_law(make_material()), *make_membrane_element({0, 1, 2}, rest, 0)};
    const TrianglePoints points = deform(rest, Eigen::Matrix2d::Identity(), make_rotation(random), 3 * random.point());
    EXPECT_LT(trial.gradient(points).norm(), 1e-11);
    EXPECT_LT(trial.energy(points), 1e-24);
  }
}

TEST(Membrane, forces_and_their_torques_add_up_to_nothing) {
  Random random(5);
  const auto rest = make_rest(random);
  const Trial trial{make_membrane_law(make_material()), *make_membrane_element({0, 1, 2}, rest, 0),
                    0.1 * random.point(), 2};
  const TrianglePoints points =
      deform(rest, make_stretch(random, 0.7, 1.3, 0.3), make_rotation(random), random.point());
  const Vector9 gradient = trial.gradient(points);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    force += gradient.segment<3>(3 * i);
    torque += points[i].cross(Vec3(gradient.segment<3>(3 * i)));
  }
  EXPECT_LT(force.norm(), 1e-12 * gradient.norm());
  EXPECT_LT(torque.norm(), 1e-12 * gradient.norm());
}

TEST(Membrane, a_face_wound_the_other_way_at_rest_has_the_same_energy) {
  Random random(6);
  const auto rest = make_rest(random);
  const auto there = make_membrane_element({0, 1, 2}, rest, 0);
  const auto back = make_membrane_element({0, 2, 1}, {rest[0], rest[2], rest[1]}, 0);
  const TrianglePoints points =
      deform(rest, make_stretch(random, 0.7, 1.3, 0.3), make_rotation(random), random.point());
  EXPECT_DOUBLE_EQ(there->area, back->area);
  const Vec3 a = measure_strain(*there, points).strain;
  const Vec3 b = measure_strain(*back, {points[0], points[2], points[1]}).strain;
  EXPECT_LT((a - b).norm(), 1e-13);
  EXPECT_FALSE(make_membrane_element({0, 1, 2}, {Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)}, 0));
}

// The strain that a pull of 1 N/m along a direction makes, by the compliances of an orthotropic sheet, which engineers
// write down as numbers of their own: 1/E along and across, -nu/E between, 1/G in shear.
Vec3 strain_by_compliance(const ClothMaterial& m, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const Vec3 pull(c * c, s * s, c * s);
  const double between = -m.poisson_ratio / std::sqrt(m.warp_stiffness * m.weft_stiffness);
  return Vec3(pull.x() / m.warp_stiffness + between * pull.y(), pull.y() / m.weft_stiffness + between * pull.x(),
              pull.z() / m.shear_stiffness);
}

TEST(Membrane, a_pull_along_warp_weft_or_between_stretches_as_the_material_says) {
  const ClothMaterial material = make_material();
  const MembraneLaw law = make_membrane_law(material);
  for (const double degrees : {0.0, 90.0, 45.0, 20.0}) {
    const double angle = degrees * M_PI / 180;
    const Vec3 strain = 1e-3 * strain_by_compliance(material, angle);
    const Vec3 stress = respond(law, strain, strain, 0).stress;
    const double c = std::cos(angle), s = std::sin(angle);
    EXPECT_LT((stress - 1e-3 * Vec3(c * c, s * s, c * s)).norm(), 1e-15) << degrees;
  }
}

TEST(Membrane, a_stretched_square_pulls_back_by_the_stiffness_along_its_threads) {
  ClothMaterial material = make_material();
  material.poisson_ratio = 0;
  constexpr double kStretch = 1e-4;
  for (const int axis : {0, 1}) {
    const std::array<Vec2, 3> rest = {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)};
    const Trial trial{make_membrane_law(material), *make_membrane_element({0, 1, 2}, rest, 0)};
    Eigen::Matrix2d stretch = Eigen::Matrix2d::Identity();
    stretch(axis, axis) += kStretch;
    const Vector9 gradient = trial.gradient(deform(rest, stretch, Eigen::Matrix3d::Identity(), Vec3::Zero()));
    // Half of a unit square: its corner takes half of the force on a side of length 1.
    const double stiffness = axis == 0 ? material.warp_stiffness : material.weft_stiffness;
    EXPECT_NEAR(gradient[axis == 0 ? 3 : 7], 0.5 * stiffness * kStretch, 2e-4 * stiffness * kStretch) << axis;
  }
}

// By the square of its length a face has nothing to set against being pressed flat, and four times as much as a spring
// when it is twice as long.
TEST(Membrane, pushes_and_pulls_like_a_spring_however_far_it_is_strained) {
  ClothMaterial material = make_material();
  material.poisson_ratio = 0;
  const std::array<Vec2, 3> rest = {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)};
  const Trial trial{make_membrane_law(material), *make_membrane_element({0, 1, 2}, rest, 0)};
  for (const double length : {0.001, 0.3, 1.0, 2.0, 6.0}) {
    const Eigen::Matrix2d stretch = Vec2(length, 1).asDiagonal();
    const TrianglePoints points = deform(rest, stretch, Eigen::Matrix3d::Identity(), Vec3::Zero());
    EXPECT_NEAR(trial.gradient(points)[3], 0.5 * material.warp_stiffness * (length - 1), 1e-9) << length;
    EXPECT_NEAR(trial.hessian(points)(3, 3), 0.5 * material.warp_stiffness, 40) << length;  // and a little shear
  }
}

TEST(Membrane, beyond_the_limit_it_is_many_times_stiffer) {
  ClothMaterial material = make_material();
  material.poisson_ratio = 0;
  material.strain_limit = 0.1;
  const MembraneLaw law = make_membrane_law(material);
  const auto stress_at = [&](double stretch) {
    return respond(law, Vec3(stretch - 1, 0, 0), Vec3::Zero(), 0).stress.x();
  };
  const double before = (stress_at(1.1) - stress_at(1.09)) / 0.01, after = (stress_at(1.11) - stress_at(1.1)) / 0.01;
  EXPECT_NEAR(before, material.warp_stiffness, 1e-6 * material.warp_stiffness);
  EXPECT_GT(after, 20 * before);
}

}  // namespace
}  // namespace abut
