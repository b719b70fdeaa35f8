// First touches of rigid meshes: against convex solids of the same shape, against looking often at all triangles, and
// what goes through holes.
#include "abut/mesh_impact.h"

#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "support/rigid_motions.h"

namespace abut {
namespace {

using test::kUpright;
using test::Random;
constexpr double kPi = std::numbers::pi;

struct Triangles {
  std::vector<Vec3> positions;
  std::vector<std::array<VertexId, 3>> faces;

  RigidTree make_tree() const { return RigidTree(positions, faces); }
  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::size_t first = positions.size();
    positions.insert(positions.end(), {a, b, c});
    faces.push_back({VertexId(first), VertexId(first + 1), VertexId(first + 2)});
  }
};

Triangles make_surface_of(const Convex& solid) {
  Triangles list;
  for (std::size_t f = 0; f < solid.face_count(); ++f) {
    const auto face = solid.face(FaceId(f));
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      list.add(solid.vertices()[face[0]], solid.vertices()[face[i]], solid.vertices()[face[i + 1]]);
    }
  }
  return list;
}

/// A ring of four flat sides around the z axis: thin, open, not convex.
Triangles make_frame(double inside, double outside) {
  Triangles list;
  for (int i = 0; i < 4; ++i) {
    const auto corner = [&](int k, double r) { return Vec3(r * std::cos(kPi / 2 * k), r * std::sin(kPi / 2 * k), 0); };
    list.add(corner(i, inside), corner(i, outside), corner(i + 1, outside));
    list.add(corner(i, inside), corner(i + 1, outside), corner(i + 1, inside));
  }
  return list;
}

double measure_gap(const Triangles& a, const RigidMotion& motion_a, const Triangles& b, const RigidMotion& motion_b,
                   double time) {
  const auto place = [&](const Triangles& list, const RigidMotion& motion) {
    std::vector<TrianglePoints> placed;
    const Pose3 pose = motion.at(time);
    for (const auto& [i, j, k] : list.faces) {
      placed.push_back({pose.apply(list.positions[i]), pose.apply(list.positions[j]), pose.apply(list.positions[k])});
    }
    return placed;
  };
  double least = std::numeric_limits<double>::infinity();
  const auto placed_a = place(a, motion_a), placed_b = place(b, motion_b);
  for (const TrianglePoints& s : placed_a) {
    for (const TrianglePoints& t : placed_b) least = std::min(least, measure_triangle_triangle(s, t).distance);
  }
  return least;
}

TEST(MeshImpact, NothingIsMissedOrLate) {
  Random random(1);
  const Triangles shapes[] = {make_frame(0.6, 1),
                              make_surface_of(test::make_random_hull(random, 6, Vec3(0.6, 0.5, 0.3))),
                              make_surface_of(Convex::make_box(Vec3(0.002, 0.004, 1)))};
  std::vector<RigidTree> trees;
  for (const Triangles& shape : shapes) trees.push_back(shape.make_tree());
  int none = 0, impacts = 0, at_start = 0;
  for (int round = 0; round < 1500; ++round) {
    const auto i = static_cast<std::size_t>(random.integer(0, 2)), k = static_cast<std::size_t>(random.integer(0, 2));
    const MovingMesh a = {&trees[i], test::make_motion_anyhow(random, 2, random.uniform(0, 2))};
    const MovingMesh b = {&trees[k], test::make_motion_anyhow(random, 2, random.uniform(0, 2))};
    const RigidImpactSettings settings = {.separation = random.coin() ? 0 : 0.01, .tolerance = 1e-7};
    const MeshImpact found = find_rigid_impact(a, b, settings);
    const auto gap = [&](double time) { return measure_gap(shapes[i], a.motion, shapes[k], b.motion, time); };
    ASSERT_NE(found.impact.status, RigidImpactStatus::unknown);
    if (found.impact.status == RigidImpactStatus::touching_at_start) {
      ++at_start;
      EXPECT_LE(gap(0), settings.separation);
      continue;
    }
    const double end = found.impact.time;
    for (const double share : {0.0, 0.5, 0.9, 0.99, 0.999999}) EXPECT_GT(gap(share * end), settings.separation);
    for (int look = 0; look < 20; ++look) EXPECT_GT(gap(random.uniform(0, end)), settings.separation);
    if (found.impact.status == RigidImpactStatus::none) {
      ++none;
      continue;
    }
    ++impacts;
    EXPECT_NEAR(gap(end), settings.separation, settings.tolerance);
    EXPECT_NEAR(found.impact.distance, gap(end), 1e-11);
    const auto point = [&](const Triangles& list, const MovingMesh& mesh, std::uint32_t f, int corner) {
      return mesh.motion.at(end).apply(list.positions[list.faces[f][static_cast<std::size_t>(corner)]]);
    };
    const auto triangle = [&](const Triangles& list, const MovingMesh& mesh, std::uint32_t f) {
      return TrianglePoints{point(list, mesh, f, 0), point(list, mesh, f, 1), point(list, mesh, f, 2)};
    };
    EXPECT_NEAR(measure_triangle_triangle(triangle(shapes[i], a, found.a), triangle(shapes[k], b, found.b)).distance,
                found.impact.distance, 1e-11);
  }
  EXPECT_GT(none, 200);
  EXPECT_GT(impacts, 200);
  EXPECT_GT(at_start, 50);
}

// From outside, the first touch of solids is that of their surfaces.
TEST(MeshImpact, IsThatOfConvexSolids) {
  Random random(2);
  const Convex hull = test::make_fibonacci_hull(100, Vec3(0.6, 0.5, 0.4)),
               box = Convex::make_box(Vec3(0.5, 0.2, 0.3), 0.05);
  const RigidTree hull_tree = make_surface_of(hull).make_tree(), box_tree = make_surface_of(box).make_tree();
  int none = 0, impacts = 0;
  for (int round = 0; round < 1000; ++round) {
    const RigidMotion a = test::make_motion_anyhow(random, 3, 1), b = test::make_motion_anyhow(random, 3, 1);
    const RigidImpactSettings settings = {.tolerance = 1e-9};
    const RigidImpact solids = find_rigid_impact(MovingConvex{&hull, a}, MovingConvex{&box, b}, settings);
    if (solids.status == RigidImpactStatus::touching_at_start) continue;
    ++(solids.status == RigidImpactStatus::none ? none : impacts);
    const MeshImpact meshes = find_rigid_impact({&hull_tree, a}, {&box_tree, b, 0.05}, settings);
    const MeshImpact mixed = find_rigid_impact(MovingConvex{&hull, a}, {&box_tree, b, 0.05}, settings);
    for (const MeshImpact& found : {meshes, mixed}) {
      ASSERT_EQ(found.impact.status, solids.status);
      EXPECT_NEAR(found.impact.time, solids.time, 1e-6);
      EXPECT_NEAR(found.impact.distance, solids.distance, 1e-9);
    }
  }
  EXPECT_GT(none, 50);
  EXPECT_GT(impacts, 50);
}

// Capsules and spheres become triangles without area, with a radius.
TEST(MeshImpact, TrianglesWithoutAreaAreSegmentsAndPoints) {
  Random random(4);
  const Convex solids[] = {Convex::make_capsule(0.7, 0.2), Convex::make_sphere(0.4)};
  const RigidMesh meshes[] = {RigidMesh(solids[0]), RigidMesh(solids[1])};
  int none = 0, impacts = 0;
  for (int round = 0; round < 1000; ++round) {
    const auto i = static_cast<std::size_t>(random.integer(0, 1)), k = static_cast<std::size_t>(random.integer(0, 1));
    const RigidMotion a = test::make_motion_anyhow(random, 2, 1), b = test::make_motion_anyhow(random, 2, 1);
    const RigidImpact solid = find_rigid_impact(MovingConvex{&solids[i], a}, MovingConvex{&solids[k], b});
    const RigidImpact found =
        find_rigid_impact({&meshes[i].tree(), a, meshes[i].radius()}, {&meshes[k].tree(), b, meshes[k].radius()})
            .impact;
    ASSERT_EQ(found.status, solid.status);
    none += solid.status == RigidImpactStatus::none;
    if (solid.status != RigidImpactStatus::impact) continue;
    ++impacts;
    EXPECT_NEAR(found.distance, solid.distance, 1e-6);
    EXPECT_NEAR(found.time, solid.time, 1e-4);
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(impacts, 100);
}

TEST(MeshImpact, IsTheSameFarFromTheOrigin) {
  Random random(3);
  const RigidTree frame = make_frame(0.6, 1).make_tree();
  int impacts = 0;
  for (int round = 0; round < 300; ++round) {
    MovingMesh a = {&frame, test::make_motion_anyhow(random, 1.5, 1)},
               b = {&frame, test::make_motion_anyhow(random, 1.5, 1)};
    const RigidImpact near = find_rigid_impact(a, b).impact;
    for (MovingMesh* moving : {&a, &b}) moving->motion.start.translation += Vec3(0x1p24, -0x1p25, 0x1p24);
    const RigidImpact there = find_rigid_impact(a, b).impact;
    ASSERT_EQ(there.status, near.status);
    if (near.status != RigidImpactStatus::impact) continue;
    ++impacts;
    EXPECT_LE(there.distance, 1e-6);
    EXPECT_LE((there.on_a - there.on_b).norm(), 1.1e-6);
  }
  EXPECT_GT(impacts, 30);
  EXPECT_LT(impacts, 270);
}

TEST(MeshImpact, BulletsGoThroughHolesButNotThroughFoil) {
  const RigidTree frame = make_frame(0.6, 1).make_tree();
  const Convex bullet = Convex::make_sphere(0.01);
  const auto shoot = [&](const Vec3& place, double speed) {
    const MovingConvex moving = {
        &bullet, make_rigid_motion({kUpright, place + Vec3(0, 0, 0.4 * speed)}, Vec3(0, 0, -speed), Vec3::Zero(), 1)};
    return find_rigid_impact(moving, MovingMesh{&frame, {}}).impact;
  };
  for (const double speed : {10.0, 1e6}) {
    EXPECT_EQ(shoot(Vec3(0.1, 0.2, 0), speed).status, RigidImpactStatus::none);
    EXPECT_EQ(shoot(Vec3(1.1, 0.2, 0), speed).status, RigidImpactStatus::none);
    const RigidImpact hit = shoot(Vec3(0.5, 0.3, 0), speed);
    EXPECT_EQ(hit.status, RigidImpactStatus::impact);
    EXPECT_NEAR(hit.time, 0.4 - 0.01 / speed, 1e-6);
    EXPECT_NEAR(hit.normal.z(), 1, 1e-6);
  }
  EXPECT_EQ(find_rigid_impact(MovingConvex{&bullet, {}}, MovingMesh{&frame, {}}).impact.status,
            RigidImpactStatus::none);
  const RigidTree nothing({}, {});
  EXPECT_EQ(find_rigid_impact(MovingConvex{&bullet, {}}, MovingMesh{&nothing, {}}).impact.status,
            RigidImpactStatus::none);
}

}  // namespace
}  // namespace abut
