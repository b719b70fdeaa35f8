// Cloth and solids in one scene, and which solids are in each other.
#include "abut/coupling.h"

#include "abut/detect.h"
#include "abut/robot.h"
#include "abut/solid_overlaps.h"
#include "support/cloths.h"
#include "support/random.h"
#include "support/solids.h"

namespace abut::test {
namespace {

void expect_equal(const SolidState& a, const SolidState& b) {
  ASSERT_EQ(a.motions.size(), b.motions.size());
  EXPECT_EQ(a.time, b.time);
  for (std::size_t i = 0; i < a.motions.size(); ++i) {
    EXPECT_EQ(a.motions[i].center, b.motions[i].center);
    EXPECT_EQ(a.motions[i].rotation.coeffs(), b.motions[i].rotation.coeffs());
    EXPECT_EQ(a.motions[i].velocity, b.motions[i].velocity);
    EXPECT_EQ(a.motions[i].spin, b.motions[i].spin);
  }
  EXPECT_EQ(a.joint_angles, b.joint_angles);
  ASSERT_EQ(a.memories.size(), b.memories.size());
}

TEST(SolidOverlaps, are_those_that_a_search_of_all_pairs_finds) {
  Random random(5);
  std::size_t found = 0, apart = 0;
  for (int round = 0; round < 30; ++round) {
    SolidScene scene;
    for (int i = 0; i < 8; ++i) {
      const Vec3 half(random.uniform(0.2, 0.6), random.uniform(0.2, 0.6), random.uniform(0.2, 0.6));
      scene.solids.push_back(make_box_solid("", half, 1.5 * random.point()));
      scene.solids.back().pose.rotation = Eigen::AngleAxisd(random.uniform(0, 3), random.point().normalized());
    }
    scene.solids[0].role = scene.solids[1].role = SolidRole::fixed;
    scene.passing = {{2, 3}};
    std::vector<SolidOverlap> expected;
    for (std::uint32_t a = 0; a < 8; ++a) {
      for (std::uint32_t b = a + 1; b < 8; ++b) {
        const auto place = [&](std::uint32_t i) {
          return PlacedConvex{scene.solids[i].parts[0].shape.get(), scene.solids[i].pose};
        };
        const auto penetration = measure_penetration(place(a), place(b));
        if (!penetration || b == 1 || (a == 2 && b == 3)) {
          ++apart;
          continue;
        }
        expected.push_back({a, b, penetration->depth});
      }
    }
    const auto overlaps = find_solid_overlaps(scene);
    ASSERT_EQ(overlaps.size(), expected.size());
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
      EXPECT_EQ(overlaps[i].a, expected[i].a);
      EXPECT_EQ(overlaps[i].b, expected[i].b);
      EXPECT_NEAR(overlaps[i].depth, expected[i].depth, 1e-9);
      ++found;
    }
  }
  EXPECT_GT(found, 50u);
  EXPECT_GT(apart, 50u);
}

TEST(SolidOverlaps, know_grounds_and_motions) {
  SolidScene scene;
  scene.solids = {make_ball("a", 1, Vec3(0, 0, 0.75)), make_ball("b", 1, Vec3(5, 0, 1.5))};
  scene.grounds = {{}};
  auto overlaps = find_solid_overlaps(scene);
  ASSERT_EQ(overlaps.size(), 1u);
  EXPECT_EQ(overlaps[0].b, kWorld);
  EXPECT_NEAR(overlaps[0].depth, 0.25, 1e-12);
  std::vector<SolidMotion> motions(2);
  motions[0].center = Vec3(0, 0, 3);
  motions[1].center = Vec3(0, 0, 4.5);
  overlaps = find_solid_overlaps(scene, motions);
  ASSERT_EQ(overlaps.size(), 1u);
  EXPECT_EQ(overlaps[0].b, 1u);
  EXPECT_NEAR(overlaps[0].depth, 0.5, 1e-12);
}

TEST(SolidOverlaps, of_meshes_are_those_of_the_same_convex_solids) {
  Random random(8);
  std::size_t found = 0;
  for (int round = 0; round < 50; ++round) {
    const Vec3 half(0.4, 0.3, 0.2),
        at(random.uniform(-0.3, 0.3), random.uniform(-0.2, 0.2), 0.45 - random.uniform(0, 0.1));
    SolidScene convex, mesh;
    convex.solids = {make_box_solid("", Vec3(1, 1, 0.25), Vec3::Zero()), make_box_solid("", half, at)};
    mesh.solids = {make_mesh_solid("", make_box_mesh(Vec3(1, 1, 0.25)), Vec3::Zero()), make_box_solid("", half, at)};
    const auto expected = find_solid_overlaps(convex), overlaps = find_solid_overlaps(mesh);
    ASSERT_EQ(overlaps.size(), expected.size()) << round;
    if (overlaps.empty()) continue;
    EXPECT_NEAR(overlaps[0].depth, expected[0].depth, 1e-9) << round;
    ++found;
  }
  EXPECT_GT(found, 40u);
}

// A cloth that lies on two boxes, one of which is pulled away from under it by a driven one's motion.
class Coupling : public testing::Test {
 protected:
  Coupling() : patch_(make_patch()), box_(make_box_surface()) {}

  CoupledScene make_scene(bool with_cloth, bool with_solids) const {
    CoupledScene scene;
    if (with_cloth) scene.cloth.cloths = {make_cloth_above()};
    if (with_solids) {
      scene.solids.solids = {make_box_solid("falls", Vec3(0.1, 0.1, 0.1), Vec3(0, 0, 0)),
                             make_box_solid("driven", Vec3(0.1, 0.1, 0.1), Vec3(0.3, 0, 0))};
      scene.solids.solids[1].role = SolidRole::driven;
      scene.solids.solids[1].placement = [](double time) {
        return Pose3{Eigen::Quaterniond::Identity(), Vec3(0.3 + 0.1 * time, 0, 0)};
      };
      scene.solids.grounds = {{{Vec3(0, 0, -0.15)}}};
    }
    if (with_cloth && with_solids) {
      for (std::uint32_t i = 0; i < 2; ++i) scene.surfaces.push_back({i, &box_.surface, box_.positions});
    }
    return scene;
  }

  struct Mesh {
    Surface surface;
    std::vector<Vec3> positions;
  };
  static Mesh make_patch() {
    PolygonMesh mesh = make_sheet(10, 10, 0.5, 0.5);
    for (Vec3& position : mesh.positions) position += Vec3(-0.25, -0.25, 0.12);
    return {make_surface(mesh), mesh.positions};
  }
  static Mesh make_box_surface() {
    RobotShape shape;
    shape.geometry = RobotBox{Vec3(0.2, 0.2, 0.2)};
    const PolygonMesh mesh = *make_shape_mesh(shape);
    return {make_surface(mesh), mesh.positions};
  }
  Cloth make_cloth_above() const {
    Cloth cloth;
    cloth.name = "cloth";
    cloth.surface = &patch_.surface;
    cloth.positions = patch_.positions;
    cloth.rest = make_rest_shape(patch_.surface, patch_.positions);
    return cloth;
  }

  Mesh patch_, box_;
};

TEST_F(Coupling, alone_each_moves_as_it_would_by_itself) {
  auto cloth_alone = Simulation::make(make_scene(true, false).cloth);
  auto cloth = CoupledSimulation::make(make_scene(true, false));
  ASSERT_TRUE(cloth_alone && cloth);
  ASSERT_TRUE(cloth_alone->advance(0.1) && cloth->advance(0.1));
  EXPECT_EQ(cloth->solids(), nullptr);
  EXPECT_EQ(cloth->state().cloth.positions, cloth_alone->state().positions);
  auto solids_alone = SolidSimulation::make(make_scene(false, true).solids);
  auto solids = CoupledSimulation::make(make_scene(false, true));
  ASSERT_TRUE(solids_alone && solids);
  ASSERT_TRUE(solids_alone->advance(0.1) && solids->advance(0.1));
  EXPECT_EQ(solids->cloth(), nullptr);
  expect_equal(solids->state().solids, solids_alone->state());
}

TEST_F(Coupling, cloth_follows_solids_and_stays_out_of_them) {
  auto both = CoupledSimulation::make(make_scene(true, true));
  ASSERT_TRUE(both);
  for (int frame = 1; frame <= 30; ++frame) {
    const auto report = both->advance(frame / 30.0);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GE(report->solids.steps, 2);
    // Obstacles are where solids are.
    for (std::uint32_t i = 0; i < 2; ++i) {
      const auto points = both->cloth()->obstacle_positions(i);
      for (std::size_t v = 0; v < points.size(); ++v)
        EXPECT_LT((points[v] - both->solids()->pose(i).apply(box_.positions[v])).norm(), 1e-15);
    }
    const auto bodies = both->cloth()->bodies();
    for (const IntersectingPair& pair : find_intersections(bodies).pairs) EXPECT_TRUE(pair.a.body > 0) << frame;
  }
  EXPECT_NEAR(both->solids()->motion(0).center.z(), -0.05, 1e-3);
  EXPECT_NEAR(both->solids()->motion(1).center.x(), 0.4, 1e-12);
}

TEST_F(Coupling, goes_on_bit_by_bit) {
  auto whole = CoupledSimulation::make(make_scene(true, true)), again = CoupledSimulation::make(make_scene(true, true));
  ASSERT_TRUE(whole && again);
  ASSERT_TRUE(whole->advance(0.2));
  const CoupledState middle = whole->state();
  ASSERT_TRUE(whole->advance(0.4));
  ASSERT_TRUE(again->restore(middle));
  ASSERT_TRUE(again->advance(0.4));
  EXPECT_EQ(whole->state().cloth.positions, again->state().cloth.positions);
  EXPECT_EQ(whole->state().cloth.velocities, again->state().cloth.velocities);
  expect_equal(whole->state().solids, again->state().solids);
}

}  // namespace
}  // namespace abut::test
