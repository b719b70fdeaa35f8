// Contact patches: as many points as the contact has, where they belong, and still there after a small motion.
#include <gtest/gtest.h>

#include "abut/convex_pair.h"
#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

Eigen::Quaterniond make_turn(double angle, const Vec3& axis) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

// Every gap is that of its points along the normal, within the margin; the deepest is as deep as the solids are.
void check_patch(const ContactPatch& patch, const PlacedConvex& a, const PlacedConvex& b, double margin) {
  EXPECT_NEAR(patch.normal.norm(), 1, 1e-13);
  EXPECT_LE(patch.count, 4);
  double deepest = margin;
  for (int i = 0; i < patch.count; ++i) {
    const ContactPoint& p = patch.points[i];
    EXPECT_NEAR((p.on_a - p.on_b - p.gap * patch.normal).norm(), 0, 1e-9);
    EXPECT_LE(p.gap, margin + 1e-12);
    deepest = std::min(deepest, p.gap);
  }
  // Faces are preferred to edges, for at most so much.
  if (const auto deep = measure_penetration(a, b)) {
    EXPECT_NEAR(deepest, -deep->depth, 0.05 * deep->depth + 1e-3 * (a.shape->reach() + b.shape->reach()));
  }
}

TEST(ContactPatch, BoxOnBoxHasFourPoints) {
  const Convex small = Convex::make_box(Vec3(0.5, 0.5, 0.5)), large = Convex::make_box(Vec3(2, 2, 0.5));
  for (const double gap : {0.0, -0.01, 0.005}) {
    const PlacedConvex a{&small, {make_turn(0.3, Vec3::UnitZ()), Vec3(0.2, 0.1, 1 + gap)}}, b{&large, {}};
    const ContactPatch patch = find_contact_patch(a, b, 0.01);
    ASSERT_EQ(patch.count, 4);
    check_patch(patch, a, b, 0.01);
    EXPECT_NEAR(patch.normal.z(), 1, 1e-12);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(patch.points[i].gap, gap, 1e-12);
      EXPECT_NEAR(patch.points[i].on_b.z(), 0.5, 1e-12);
    }
  }
}

// Stacks stay stacks: the same four corners after the least of motions.
TEST(ContactPatch, SmallMotionKeepsThePoints) {
  Random random(1);
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  for (int round = 0; round < 200; ++round) {
    const double angle = std::pow(10.0, -random.integer(3, 12));
    const PlacedConvex a{&box, {make_turn(angle, random.point()), Vec3(0, 0, 0.995) + 1e-4 * random.point()}},
        b{&box, {}};
    const ContactPatch patch = find_contact_patch(a, b, 0.01);
    ASSERT_EQ(patch.count, 4);
    check_patch(patch, a, b, 0.01);
    EXPECT_GT(patch.normal.z(), 0.99999);
    double x = 0, y = 0;
    for (int i = 0; i < 4; ++i) {
      x += patch.points[i].on_a.x() > 0 ? 1 : -1;
      y += patch.points[i].on_a.y() > 0 ? 1 : -1;
      EXPECT_NEAR(std::abs(patch.points[i].on_a.x()), 0.5, 2e-3);
      EXPECT_NEAR(std::abs(patch.points[i].on_a.y()), 0.5, 2e-3);
    }
    EXPECT_EQ(x, 0);
    EXPECT_EQ(y, 0);
  }
}

// The least deep way may be across two edges then, but faces lie on each other all the same.
TEST(ContactPatch, TurnedBoxesThatHardlyTiltHaveMany) {
  Random random(4);
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  for (int round = 0; round < 2000; ++round) {
    const double tilt = random.uniform(0.001, 0.01);
    const Eigen::Quaterniond turn = make_turn(tilt, random.point()) * make_turn(random.uniform(0.1, 1.4), Vec3::UnitZ());
    const Vec3 at(random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), 0.999);
    const PlacedConvex a{&box, {turn, at}}, b{&box, {}};
    for (const double margin : {0.0, 0.02}) {
      const ContactPatch patch = find_contact_patch(a, b, margin);
      if (patch.is_empty()) continue;
      EXPECT_GT(patch.count, margin > 0 ? 2 : 0) << round;
      if (tilt < 0.002) {
        EXPECT_GT(patch.count, 1) << round;
      }
    }
  }
}

TEST(ContactPatch, EdgesThatCrossHaveOne) {
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  const double half = std::sqrt(0.5);
  const PlacedConvex a{&box, {make_turn(std::numbers::pi / 4, Vec3::UnitX()), Vec3(0, 0, 2 * half - 0.02)}};
  const PlacedConvex b{&box, {make_turn(std::numbers::pi / 4, Vec3::UnitY()), Vec3::Zero()}};
  const ContactPatch patch = find_contact_patch(a, b);
  ASSERT_EQ(patch.count, 1);
  check_patch(patch, a, b, 0);
  EXPECT_NEAR(patch.normal.z(), 1, 1e-12);
  EXPECT_NEAR(patch.points[0].gap, -0.02, 1e-12);
  EXPECT_NEAR(patch.points[0].on_b.head<2>().norm(), 0, 1e-12);
  EXPECT_NEAR(patch.points[0].on_b.z(), half, 1e-12);
}

TEST(ContactPatch, CornerOnFaceHasOneAndEdgeOnFaceTwo) {
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5)), ground = Convex::make_box(Vec3(5, 5, 1));
  const PlacedConvex b{&ground, {test::kUpright, Vec3(0, 0, -1)}};
  const Eigen::Quaterniond on_corner = make_turn(std::acos(-std::sqrt(1.0 / 3)), Vec3(1, -1, 0));
  const PlacedConvex corner{&box, {on_corner, Vec3(0.1, 0.2, std::sqrt(0.75) - 0.001)}};
  EXPECT_EQ(find_contact_patch(corner, b).count, 1);
  const PlacedConvex edge{&box, {make_turn(std::numbers::pi / 4, Vec3::UnitX()), Vec3(0, 0, std::sqrt(0.5) - 0.001)}};
  const ContactPatch patch = find_contact_patch(edge, b);
  check_patch(patch, edge, b, 0);
  int deep = 0;
  for (int i = 0; i < patch.count; ++i) deep += patch.points[i].gap < -0.0009;
  EXPECT_EQ(deep, 2);
}

TEST(ContactPatch, RoundSolidsHaveOneOrTwo) {
  const Convex sphere = Convex::make_sphere(0.5), capsule = Convex::make_capsule(1, 0.25);
  const Convex ground = Convex::make_box(Vec3(5, 5, 1)), rounded = Convex::make_box(Vec3(0.5, 0.5, 0.25), 0.25);
  const PlacedConvex b{&ground, {test::kUpright, Vec3(0, 0, -1)}};
  const Eigen::Quaterniond lying = make_turn(std::numbers::pi / 2, Vec3::UnitX());

  const PlacedConvex ball{&sphere, {test::kUpright, Vec3(1, 1, 0.49)}};
  ASSERT_EQ(find_contact_patch(ball, b).count, 1);
  EXPECT_NEAR(find_contact_patch(ball, b).points[0].gap, -0.01, 1e-12);
  EXPECT_NEAR((find_contact_patch(ball, b).points[0].on_a - Vec3(1, 1, -0.01)).norm(), 0, 1e-12);
  EXPECT_EQ(find_contact_patch({&capsule, {lying, Vec3(0, 0, 0.24)}}, b).count, 2);
  EXPECT_EQ(find_contact_patch(b, {&capsule, {lying, Vec3(0, 0, 0.24)}}).count, 2);
  EXPECT_EQ(find_contact_patch({&capsule, {test::kUpright, Vec3(0, 0, 1.24)}}, b).count, 1);
  EXPECT_EQ(find_contact_patch({&capsule, {}}, {&capsule, {test::kUpright, Vec3(0.4, 0, 0.5)}}).count, 2);
  EXPECT_EQ(find_contact_patch({&capsule, {}}, {&capsule, {lying, Vec3(0.4, 0, 0.5)}}).count, 1);
  const ContactPatch patch = find_contact_patch({&rounded, {test::kUpright, Vec3(0, 0, 0.495)}}, b);
  ASSERT_EQ(patch.count, 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(patch.points[i].gap, -0.005, 1e-12);
}

TEST(ContactPatch, EmptyBeyondTheMarginOnly) {
  Random random(2);
  int empty = 0, full = 0;
  const Convex shapes[] = {Convex::make_box(Vec3(0.5, 0.5, 0.5)), test::make_fibonacci_hull(32, Vec3(0.6, 0.48, 0.42)),
                           Convex::make_capsule(0.3, 0.3), Convex::make_sphere(0.5),
                           Convex::make_box(Vec3(0.3, 0.3, 0.3), 0.1)};
  for (int round = 0; round < 2000; ++round) {
    const PlacedConvex a{&random.pick(shapes), {test::make_turn_anyhow(random), Vec3::Zero()}};
    const PlacedConvex b{&random.pick(shapes), {test::make_turn_anyhow(random), random.point(-1.1, 1.1)}};
    const double margin = round % 2 ? 0.1 : 0;
    const ContactPatch patch = find_contact_patch(a, b, margin);
    EXPECT_EQ(patch.is_empty(), measure_distance(a, b).distance > margin);
    (patch.is_empty() ? empty : full) += 1;
    check_patch(patch, a, b, margin);
  }
  EXPECT_GT(empty, 300);
  EXPECT_GT(full, 300);
}

// Where a face is as good as a way out can be, no edge is better.
TEST(ContactPatch, BoxesThatHardlyTouchAreHardlyDeep) {
  test::Random random(20261119);
  const Convex wall = Convex::make_box(Vec3(0.5, 6, 10));
  int touching = 0;
  for (int round = 0; round < 5000; ++round) {
    const Convex box = Convex::make_box(Vec3(random.uniform(0.2, 0.4), random.uniform(0.2, 0.4), random.uniform(0.2, 0.4)));
    const PlacedConvex a{&wall, {}};
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(random.uniform(0, 3), random.point().normalized()));
    PlacedConvex b{&box, {turn, Vec3(random.uniform(1.5, 2), random.uniform(-5, 5), random.uniform(-9, 9))}};
    const auto apart = measure_distance(a, b);
    ASSERT_GT(apart.distance, 0);
    b.pose.translation += (apart.distance + std::pow(10, random.uniform(-9, -5))) * apart.normal;
    const ContactPatch patch = find_contact_patch(a, b, 0);
    touching += !patch.is_empty();
    for (int i = 0; i < patch.count; ++i) ASSERT_GT(patch.points[i].gap, -1e-4) << round;
  }
  EXPECT_GT(touching, 4900);
}

}  // namespace
}  // namespace abut
