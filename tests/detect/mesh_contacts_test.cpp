#include "abut/mesh_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "abut/io.h"
#include "abut/rigid_contacts.h"
#include "scenes/scenes.h"
#include "support/convexes.h"
#include "support/data.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::make_box_mesh;
using test::make_turn_anyhow;
using test::Random;

constexpr double kMargin = 0.01;

PolygonMesh turn_inside_out(PolygonMesh mesh) {
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    std::reverse(mesh.polygon_vertices.begin() + mesh.polygon_starts[p],
                 mesh.polygon_vertices.begin() + mesh.polygon_starts[p + 1]);
  }
  return mesh;
}

// The lower half of a ball's surface, seen from above.
PolygonMesh make_bowl(std::size_t triangles) {
  const PolygonMesh sphere = turn_inside_out(make_sphere(triangles));
  PolygonMesh bowl;
  bowl.positions = sphere.positions;
  for (std::size_t p = 0; p < sphere.polygon_count(); ++p) {
    const auto polygon = sphere.polygon(PolygonId(p));
    if (std::all_of(polygon.begin(), polygon.end(), [&](VertexId v) { return sphere.positions[v].z() < 0.3; })) {
      bowl.add_polygon(polygon);
    }
  }
  return bowl;
}

// All contacts' points are opposite to each other, and no region has more than four.
void check_contacts(const std::vector<MeshContact>& contacts, double margin) {
  std::map<std::uint32_t, int> counts;
  for (const MeshContact& c : contacts) {
    EXPECT_NEAR(c.normal.norm(), 1, 1e-12);
    EXPECT_NEAR((c.on_a - c.on_b - c.gap * c.normal).norm(), 0, 1e-9);
    EXPECT_LE(c.gap, margin + 1e-12);
    EXPECT_LE(++counts[c.region], 4);
  }
  for (std::size_t i = 1; i < contacts.size(); ++i) {
    EXPECT_GE(contacts[i].region, contacts[i - 1].region);
    EXPECT_LE(contacts[i].region, contacts[i - 1].region + 1);
  }
}

double find_deepest(const std::vector<MeshContact>& contacts) {
  double gap = std::numeric_limits<double>::infinity();
  for (const MeshContact& c : contacts) gap = std::min(gap, c.gap);
  return gap;
}

// What is put on a table touches it with its four corners, wherever the table is, however near, and even if it is far
// deeper in it than the margin.
TEST(MeshContacts, a_box_that_rests_has_its_four_corners) {
  Random random(1);
  const RigidMesh small(make_box_mesh(Vec3(0.5, 0.4, 0.3))), table(make_box_mesh(Vec3(2, 2, 0.5)));
  int deep = 0;
  for (const double gap : {0.0, 0.004, -0.004, 1e-9, -1e-9, -0.03, -0.1}) {
    for (int round = 0; round < 10; ++round) {
      const Pose3 world{make_turn_anyhow(random), round * random.point()};
      const Eigen::Quaterniond turn(Eigen::AngleAxisd(random.uniform(0, 6), Vec3::UnitZ()));
      const Vec3 at = Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.8 + gap);
      const PlacedMesh a{&small, {world.rotation * turn, world.apply(at)}}, b{&table, world};
      const auto contacts = find_mesh_contacts(a, b, kMargin);
      check_contacts(contacts, kMargin);
      ASSERT_EQ(contacts.size(), 4u) << gap;
      std::set<std::pair<bool, bool>> corners;
      for (const MeshContact& c : contacts) {
        EXPECT_NEAR(c.normal.dot(world.rotation * Vec3::UnitZ()), 1, 1e-9);
        EXPECT_NEAR(c.gap, gap, 1e-9);
        EXPECT_EQ(c.is_deep, gap < -kMargin);
        deep += c.is_deep;
        const Vec3 own = a.pose.rotation.conjugate() * (c.on_a - a.pose.translation);
        EXPECT_NEAR(std::abs(own.x()), 0.5, 1e-9);
        EXPECT_NEAR(std::abs(own.y()), 0.4, 1e-9);
        corners.insert({own.x() > 0, own.y() > 0});
      }
      EXPECT_EQ(corners.size(), 4u);
    }
  }
  EXPECT_GT(deep, 0);
}

// Sides in one plane: only rounding says where they cross.
TEST(MeshContacts, stacks_of_equal_boxes_have_their_four_corners) {
  Random random(7);
  const RigidMesh box(make_box_mesh(Vec3(0.5, 0.5, 0.5)));
  int deep = 0;
  for (const double gap : {0.0, 0.004, -0.004, -0.05}) {
    for (int round = 0; round < 20; ++round) {
      const Pose3 world{round == 0 ? test::kUpright : make_turn_anyhow(random), Vec3::Zero()};
      const PlacedMesh a{&box, {world.rotation, world.apply(Vec3(0, 0, 1 + gap))}}, b{&box, world};
      const auto contacts = find_mesh_contacts(a, b, kMargin);
      check_contacts(contacts, kMargin);
      ASSERT_FALSE(contacts.empty());
      if (gap < -kMargin && round > 0) {  // then the border may have holes, but the way is still about upwards
        for (const MeshContact& c : contacts) {
          if (c.is_deep) {
            EXPECT_GT(c.normal.dot(world.rotation * Vec3::UnitZ()), 0.99);
          }
        }
        deep += contacts[0].is_deep;
        continue;
      }
      EXPECT_NEAR(find_deepest(contacts), gap, 1e-9);
      std::set<std::pair<bool, bool>> corners;
      for (const MeshContact& c : contacts) {
        const Vec3 normal = world.rotation.conjugate() * c.normal, own = world.rotation.conjugate() * c.on_a;
        if (std::abs(c.gap - gap) < 1e-9) {
          EXPECT_NEAR(normal.z(), 1, 1e-9);
        }
        if (normal.z() > 0.999 && std::min(std::abs(own.x()), std::abs(own.y())) > 0.47) {
          corners.insert({own.x() > 0, own.y() > 0});
        }
      }
      EXPECT_EQ(corners.size(), 4u) << gap << " " << round;
    }
  }
  EXPECT_GT(deep, 10);
}

// The edges inside a flat region are no edges: nothing that slides over them is ever pushed aside.
TEST(MeshContacts, inner_edges_of_flat_regions_push_nothing_aside) {
  Random random(2);
  const RigidMesh sheet(test::make_flat_sheet(12));
  const RigidMesh box(make_box_mesh(Vec3(0.9, 0.7, 0.3))), ball(make_sphere(500));
  const RigidMesh round(Convex::make_sphere(0.4)), capsule(Convex::make_capsule(0.8, 0.3));
  const Eigen::Quaterniond lying(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  int counts[4] = {};
  for (int step = 0; step < 200; ++step) {
    const double height = random.uniform(-0.8, 0.8) * kMargin;
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.03 * step, Vec3::UnitZ()));
    const auto look_at = [&](const RigidMesh& mesh, const Eigen::Quaterniond& own, double half) {
      const Vec3 at(3 + 0.0291 * step, 4 + 0.0177 * step, half + height);
      const auto contacts = find_mesh_contacts({&mesh, {turn * own, at}}, {&sheet, {}}, kMargin);
      check_contacts(contacts, kMargin);
      EXPECT_FALSE(contacts.empty());
      for (const MeshContact& c : contacts) {
        EXPECT_GT(c.normal.z(), 0.9999);
        EXPECT_NEAR(c.on_b.z(), 0, 1e-4);
      }
      EXPECT_NEAR(find_deepest(contacts), height, 1e-6);
      return static_cast<int>(contacts.size());
    };
    counts[0] += look_at(box, test::kUpright, 0.3) == 4;
    counts[1] += look_at(ball, test::kUpright, 1);
    counts[2] += look_at(round, test::kUpright, 0.4);
    counts[3] += look_at(capsule, lying, 0.3) >= 2;
  }
  EXPECT_EQ(counts[0], 200);
  EXPECT_GE(counts[1], 200);
  EXPECT_GE(counts[2], 200);
  EXPECT_EQ(counts[3], 200);
}

// Edges across each other: one direction, that across both.
TEST(MeshContacts, edges_that_cross_have_the_normal_across_them) {
  const RigidMesh box(make_box_mesh(Vec3(0.5, 0.5, 0.5)));
  const Eigen::Quaterniond x(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  const Eigen::Quaterniond y(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()));
  for (const double gap : {0.005, -0.005, -0.05}) {
    const PlacedMesh a{&box, {x, Vec3(0, 0, 2 * std::sqrt(0.5) + gap)}}, b{&box, {y, Vec3::Zero()}};
    const auto contacts = find_mesh_contacts(a, b, kMargin);
    check_contacts(contacts, kMargin);
    ASSERT_FALSE(contacts.empty()) << gap;
    EXPECT_NEAR(contacts[0].normal.z(), 1, 1e-9);
    EXPECT_NEAR(contacts[0].gap, gap, 1e-9);
    for (const MeshContact& c : contacts) EXPECT_NEAR(c.normal.z(), 1, 1e-9);
  }
}

// A capsule across the edge of a box, and two capsules across each other: edges that belong to no face.
TEST(MeshContacts, capsules_lie_across_edges) {
  const RigidMesh box(make_box_mesh(Vec3(0.5, 0.5, 0.5))), capsule(Convex::make_capsule(1, 0.2));
  const Eigen::Quaterniond x(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  const Eigen::Quaterniond along_x(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  const Eigen::Quaterniond along_y(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  for (const double gap : {0.006, -0.006, -0.1}) {
    const PlacedMesh lying{&capsule, {along_y, Vec3(0, 0, std::sqrt(0.5) + 0.2 + gap)}};
    const auto on_edge = find_mesh_contacts(lying, {&box, {x, Vec3::Zero()}}, kMargin);
    check_contacts(on_edge, kMargin);
    ASSERT_EQ(on_edge.size(), 1u) << gap;
    EXPECT_NEAR(on_edge[0].normal.z(), 1, 1e-9);
    EXPECT_NEAR(on_edge[0].gap, gap, 1e-9);
    const auto crossed =
        find_mesh_contacts({&capsule, {along_y, Vec3(0, 0, 0.4 + gap)}}, {&capsule, {along_x, Vec3::Zero()}}, kMargin);
    ASSERT_EQ(crossed.size(), 1u) << gap;
    EXPECT_NEAR(crossed[0].normal.z(), 1, 1e-9);
    EXPECT_NEAR(crossed[0].gap, gap, 1e-9);
  }
}

// Each contact pushes towards the bowl's middle, and the deepest is where the ball is lowest.
TEST(MeshContacts, a_ball_in_a_bowl_is_held_from_all_sides) {
  const RigidMesh bowl(make_bowl(4000)), ball(make_sphere(3000));
  for (const double lower : {0.0, 0.004, 0.05}) {
    const double size = 0.985;  // of the ball, in a bowl of radius 1
    PolygonMesh smaller = make_sphere(3000);
    for (Vec3& p : smaller.positions) p *= size;
    const RigidMesh small(smaller);
    const auto contacts = find_mesh_contacts({&small, {test::kUpright, Vec3(0, 0, -0.015 - lower)}}, {&bowl, {}}, 0.02);
    check_contacts(contacts, 0.02);
    ASSERT_FALSE(contacts.empty());
    EXPECT_LT(contacts.size(), 120u);
    double least_tilt = 1;
    for (const MeshContact& c : contacts) {
      if (c.is_deep) {
        EXPECT_GT(c.normal.z(), 0.999);  // what both share is a lens at the bottom
      } else {
        EXPECT_LT(c.normal.dot(c.on_b.normalized()), -0.97);
      }
      least_tilt = std::min(least_tilt, c.normal.z());
    }
    EXPECT_NEAR(find_deepest(contacts), -lower, 0.006);
    if (lower < 0.02) {
      EXPECT_LT(least_tilt, 0.95) << "from all sides";
    }
  }
}

struct ConvexCase {
  Convex shape;
  RigidMesh mesh;
  explicit ConvexCase(Convex c) : shape(std::move(c)), mesh(shape) {}
};

// Convex solids have been answered before: where they are near or a little in each other, the nearest is as far; where
// they are deep in each other, going so far along the normal takes them apart.
TEST(MeshContacts, convex_meshes_have_the_contacts_of_convex_solids) {
  Random random(3);
  int near = 0, deep = 0, apart = 0;
  for (int round = 0; round < 400; ++round) {
    const ConvexCase a(test::make_random_hull(random, 12, Vec3(1, 1, 1))),
        b(test::make_random_hull(random, 12, Vec3(1, 1, 1)));
    const Pose3 b_pose{make_turn_anyhow(random), Vec3::Zero()};
    Pose3 a_pose{make_turn_anyhow(random), 3 * random.point().normalized()};
    // Up to the other, and then a little on.
    const ConvexDistance way = measure_distance(PlacedConvex{&a.shape, a_pose}, PlacedConvex{&b.shape, b_pose});
    const double gap = random.pick(std::array{0.5, 0.006, 0.001, -0.001, -0.006, -0.05, -0.2});
    a_pose.translation -= (way.distance - gap) * way.normal;
    const PlacedConvex p{&a.shape, a_pose}, q{&b.shape, b_pose};
    const auto contacts = find_mesh_contacts({&a.mesh, a_pose}, {&b.mesh, b_pose}, kMargin);
    check_contacts(contacts, kMargin);
    if (gap > kMargin) {
      EXPECT_TRUE(contacts.empty());
      ++apart;
      continue;
    }
    ASSERT_FALSE(contacts.empty()) << round << " " << gap;
    if (gap > 0) {
      const ConvexDistance exact = measure_distance(p, q);
      EXPECT_NEAR(find_deepest(contacts), exact.distance, 1e-9) << round;
      ++near;
      continue;
    }
    const auto before = measure_penetration(p, q);
    if (!before) continue;
    const MeshContact& first =
        *std::min_element(contacts.begin(), contacts.end(), [](const auto& c, const auto& d) { return c.gap < d.gap; });
    EXPECT_GE(-first.gap, 0.4 * before->depth - 1e-9) << round << " " << gap;
    Pose3 moved = a_pose;
    moved.translation -= first.gap * first.normal;
    const auto after = measure_penetration({&a.shape, moved}, q);
    EXPECT_LT(after ? after->depth : 0.0, 0.6 * before->depth + 1e-9) << round << " " << gap << " " << first.is_deep;
    (first.is_deep ? deep : near) += 1;
  }
  EXPECT_GT(apart, 30);
  EXPECT_GT(near, 100);
  EXPECT_GT(deep, 50);
}

TEST(MeshContacts, boxes_have_the_depth_of_convex_boxes) {
  Random random(4);
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  const RigidMesh mesh(box);
  for (int round = 0; round < 50; ++round) {
    const double angle = random.uniform(0, 0.02), depth = random.uniform(0.002, 0.05);
    const Pose3 a{Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.point().normalized())), Vec3(0.1, 0.2, 1 - depth)};
    const auto contacts = find_mesh_contacts({&mesh, a}, {&mesh, {}}, kMargin);
    const ContactPatch patch = find_contact_patch({&box, a}, {&box, {}}, kMargin);
    ASSERT_FALSE(contacts.empty() || patch.is_empty());
    double deepest = 0;
    for (int i = 0; i < patch.count; ++i) deepest = std::min(deepest, patch.points[i].gap);
    EXPECT_NEAR(find_deepest(contacts), deepest, 0.3 * depth + 2e-3) << depth;
    EXPECT_GT(contacts[0].normal.dot(patch.normal), 0.998);
  }
}

TEST(MeshContacts, a_leg_through_a_plate_is_deep_in_it) {
  const RigidMesh leg(make_box_mesh(Vec3(0.1, 0.1, 1))), plate(make_box_mesh(Vec3(1, 1, 0.1)));
  const auto contacts = find_mesh_contacts({&leg, {test::kUpright, Vec3(0.3, 0, 0.2)}}, {&plate, {}}, kMargin);
  check_contacts(contacts, kMargin);
  ASSERT_FALSE(contacts.empty());
  EXPECT_TRUE(contacts[0].is_deep);
}

// A long edge a little way in a face: what both share is long and thin. The way out is the face's all the same.
TEST(MeshContacts, an_edge_in_a_face_goes_out_as_it_came_in) {
  Random random(9);
  const RigidMesh table(make_box_mesh(Vec3(3, 3, 0.5)));
  int deep = 0;
  for (const double depth : {1e-5, 1e-4, 1e-3, 5e-3, 2e-2}) {
    for (int round = 0; round < 20; ++round) {
      // Leans to one side, and its middle is far from above the table's.
      std::vector<Vec3> corners;
      const double left = random.uniform(-0.3, 0.1), right = random.uniform(0.3, 1);
      for (const double y : {-1.0, 1.0}) {
        for (const Vec3& p : {Vec3(0, y, 0), Vec3(left, y, 1), Vec3(right, y, 0.3)}) corners.push_back(p);
      }
      const RigidMesh wedge(*Convex::make_hull(corners));
      const Pose3 world{make_turn_anyhow(random), random.point()};
      const Vec3 at(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), 0.5 - depth);
      const auto contacts = find_mesh_contacts({&wedge, {world.rotation, world.apply(at)}}, {&table, world}, 2e-3);
      check_contacts(contacts, 2e-3);
      ASSERT_FALSE(contacts.empty());
      EXPECT_NEAR(find_deepest(contacts), -depth, 1e-9);
      EXPECT_GT(contacts[0].normal.dot(world.rotation * Vec3::UnitZ()), 1 - 1e-9) << depth;
      deep += contacts[0].is_deep;
    }
  }
  EXPECT_GT(deep, 20);
}

// A block with a notch down to the origin, along z.
PolygonMesh make_notched_block() {
  const std::vector<Vec3> outline = {Vec3(-1, -1, 0),   Vec3(0, -1, 0), Vec3(1, -1, 0),     Vec3(1, 0.5, 0),
                                     Vec3(0.5, 0.5, 0), Vec3(0, 0, 0),  Vec3(-0.5, 0.5, 0), Vec3(-1, 0.5, 0)};
  std::vector<Vec3> corners;
  for (const double z : {-1.0, 1.0}) {
    for (const Vec3& p : outline) corners.push_back(p + z * Vec3::UnitZ());
  }
  return test::make_mesh(std::move(corners), {{8, 9, 13, 14, 15},
                                              {9, 10, 11, 12, 13},
                                              {7, 6, 5, 1, 0},
                                              {5, 4, 3, 2, 1},
                                              {0, 1, 9, 8},
                                              {1, 2, 10, 9},
                                              {2, 3, 11, 10},
                                              {3, 4, 12, 11},
                                              {4, 5, 13, 12},
                                              {5, 6, 14, 13},
                                              {6, 7, 15, 14},
                                              {7, 0, 8, 15}});
}

// The way out of one side of a notch is not one through all of the other.
TEST(MeshContacts, a_tip_at_the_bottom_of_a_notch_is_as_deep_as_it_looks) {
  Random random(10);
  const RigidMesh block(make_notched_block());
  const RigidMesh spike(
      *Convex::make_hull(std::vector<Vec3>{Vec3(0, 0, 0), Vec3(0.3, 2, 0.3), Vec3(-0.3, 2, 0.3), Vec3(0, 2, -0.4)}));
  int deep = 0;
  for (int round = 0; round < 200; ++round) {
    const Vec3 tip(random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 0), 0);
    const Pose3 world{make_turn_anyhow(random), random.point()};
    const auto contacts = find_mesh_contacts({&spike, {world.rotation, world.apply(tip)}}, {&block, world}, 1e-4);
    check_contacts(contacts, 1e-4);
    ASSERT_FALSE(contacts.empty());
    EXPECT_GT(find_deepest(contacts), -2e-3) << tip.transpose();
    EXPECT_LE(find_deepest(contacts), 1e-9) << tip.transpose();
    deep += contacts[0].is_deep;
  }
  EXPECT_GT(deep, 100);
}

TEST(MeshContacts, planes_hold_what_lies_on_them) {
  Random random(5);
  const RigidMesh box(make_box_mesh(Vec3(0.5, 0.4, 0.3))), ball(Convex::make_sphere(0.4)), torso(make_torso(3000));
  for (int round = 0; round < 50; ++round) {
    const Eigen::Quaterniond world = make_turn_anyhow(random);
    const Vec3 normal = world * Vec3::UnitZ(), point = 5 * random.point();
    const double gap = random.uniform(-3, 0.9) * kMargin;
    const auto four = find_plane_contacts({&box, {world, point + (0.3 + gap) * normal}}, point, normal, kMargin);
    check_contacts(four, kMargin);
    ASSERT_EQ(four.size(), 4u);
    for (const MeshContact& c : four) {
      EXPECT_NEAR(c.gap, gap, 1e-12);
      EXPECT_EQ(c.normal, normal);
      EXPECT_EQ(c.is_deep, c.gap < -kMargin);
    }
    const auto one = find_plane_contacts({&ball, {world, point + (0.4 + gap) * normal}}, point, normal, kMargin);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_NEAR(one[0].gap, gap, 1e-12);
    EXPECT_NEAR((one[0].on_b - point).norm(), 0, 1e-12);

    // Lowest vertex of all.
    const Pose3 pose{make_turn_anyhow(random), point + random.uniform(0, 2) * normal};
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& p : torso.positions()) lowest = std::min(lowest, normal.dot(pose.apply(p) - point));
    const auto some = find_plane_contacts({&torso, pose}, point, normal, kMargin);
    check_contacts(some, kMargin);
    EXPECT_EQ(some.empty(), lowest > kMargin);
    if (!some.empty()) {
      EXPECT_EQ(some[0].gap, lowest);
    }
  }
}

// Contacts of a with b are those of b with a, turned round.
TEST(MeshContacts, sides_may_be_swapped) {
  Random random(6);
  const RigidMesh torso(make_torso(1500)), ball(make_sphere(800));
  int touching = 0, deep = 0;
  for (int round = 0; round < 40; ++round) {
    const PlacedMesh a{&torso, {make_turn_anyhow(random), random.point()}};
    const PlacedMesh b{&ball, {make_turn_anyhow(random), 0.8 * random.point()}};
    const auto there = find_mesh_contacts(a, b, 0.03), back = find_mesh_contacts(b, a, 0.03);
    EXPECT_EQ(there.empty(), back.empty());
    if (there.empty()) continue;
    ++touching;
    deep += there[0].is_deep;
    EXPECT_NEAR(find_deepest(there), find_deepest(back), 1e-9);
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(deep, 5);
}

// Gears and other real models, pushed into each other: what is found takes them apart step by step, each step moving by
// no more than what the contacts ask for.
TEST(MeshContacts, real_models_are_pushed_apart) {
  ABUT_NEED_DATA();
  Random random(8);
  const auto folder = test::data_folder() / "rigid/rigid-ipc/meshes";
  int starts = 0, parted = 0;
  for (const char* name : {"gears/gear-solid.obj", "screw-and-nut/nut-big.obj", "torus.obj", "wing-nut.obj", "spot.obj",
                           "bunny-lowpoly.obj"}) {
    const auto file = read_mesh(folder / name);
    if (!file) continue;
    PolygonMesh mesh = file->mesh();
    const Box3 box = make_box(mesh.positions);
    for (Vec3& p : mesh.positions) p = (p - box.center()) / box.size().maxCoeff();
    const RigidMesh body(mesh);
    for (int round = 0; round < 8; ++round) {
      Pose3 pose{make_turn_anyhow(random), 0.6 * random.point()};
      const Pose3 still{make_turn_anyhow(random), Vec3::Zero()};
      if (!test_touching({&body.tree(), pose}, {&body.tree(), still})) continue;
      ++starts;
      for (int step = 0; step < 60; ++step) {
        const auto contacts = find_mesh_contacts({&body, pose}, {&body, still}, kMargin);
        check_contacts(contacts, kMargin);
        Vec3 way = Vec3::Zero();
        for (const MeshContact& c : contacts) way += std::max(0.0, 1e-3 - c.gap - way.dot(c.normal)) * c.normal;
        if (way == Vec3::Zero()) break;
        pose.translation += way.norm() > 0.1 ? Vec3(0.1 * way.normalized()) : way;
      }
      parted += !test_touching({&body.tree(), pose}, {&body.tree(), still});
    }
  }
  EXPECT_GT(starts, 15);
  EXPECT_GE(parted, 0.8 * starts) << parted << " of " << starts;
}

}  // namespace
}  // namespace abut
