// Solids, joints and robots of scene files: what is loaded, and what is refused.
#include <cmath>
#include <numbers>

#include "abut/coupling.h"
#include "io/scene_testing.h"
#include "support/data.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

// A scene with these solids, as JSON, and these members beside them.
std::string solids_text(const std::string& solids, const std::string& scene = "") {
  return R"({"solids": [)" + solids + "]" + (scene.empty() ? "" : ", " + scene) + "}";
}
std::string find_simulation_error(const std::string& text) {
  const LoadedScene loaded = load_good(text);
  const auto simulation = SolidSimulation::make(loaded.solid_scene, loaded.solid_settings);
  return simulation ? "simulated without complaint" : simulation.error().message;
}

TEST(SceneSolids, masses_come_from_meshes) {
  const LoadedScene scene = load_good(solids_text(
      R"({"name": "brick", "mesh": {"box": {"size": [1, 2, 3]}}, "density": 2},
         {"name": "ball", "mesh": {"sphere": {"radius": 2, "subdivisions": 0}}, "mass": 5},
         {"name": "pill", "mesh": {"capsule": {"radius": 1, "length": 3}}, "density": 1},
         {"name": "stretched", "mesh": {"sphere": {"radius": 1, "subdivisions": 5}}, "density": 1,
          "transform": {"scale": [1, 2, 3]}},
         {"name": "weighted", "mesh": {"box": {}}, "mass": 3, "center": [0, 0, -0.4],
          "inertia": [1, 2, 2.5, 0.1, 0.2, 0.3]})"));
  const auto& solids = scene.solid_scene.solids;
  ASSERT_EQ(solids.size(), 5u);
  EXPECT_NEAR(solids[0].mass.mass, 12, 1e-12);
  EXPECT_NEAR(solids[0].mass.inertia(0, 0), 12 * (4 + 9) / 12.0, 1e-11);
  // A ball is round, however coarse the mesh is that shows it.
  EXPECT_EQ(solids[1].parts[0].shape->radius(), 2);
  EXPECT_NEAR(solids[1].mass.mass, 5, 1e-12);
  EXPECT_NEAR(solids[1].mass.inertia(2, 2), 0.4 * 5 * 4, 1e-11);
  EXPECT_NEAR(solids[2].mass.mass, kPi * (3 + 4.0 / 3), 1e-11);
  EXPECT_GT(solids[3].parts[0].shape->vertices().size(), 1000u);
  EXPECT_NEAR(solids[3].mass.mass, 6 * 4.0 / 3 * kPi, 0.1);
  EXPECT_EQ(solids[4].mass.center, Vec3(0, 0, -0.4));
  EXPECT_EQ(solids[4].mass.inertia(1, 2), 0.3);
  EXPECT_EQ(solids[4].mass.inertia(2, 1), 0.3);
}

TEST(SceneSolids, components_can_be_pieces) {
  const test::TemporaryFolder folder;
  // Two tetrahedra apart.
  put_file(folder / "two.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 3 0 0
v 4 0 0
v 3 1 0
v 3 0 1
f 1 3 2
f 1 2 4
f 2 3 4
f 1 4 3
f 5 7 6
f 5 6 8
f 6 7 8
f 5 8 7
)");
  const LoadedScene scene = load_good(solids_text(R"({"mesh": {"file": "two.obj"}, "as": "parts", "density": 6},
      {"mesh": {"file": "two.obj"}, "transform": {"translate": [0, 5, 0]}, "density": 6})"),
                                      folder / "");
  const auto& solids = scene.solid_scene.solids;
  ASSERT_EQ(solids[0].parts.size(), 2u);
  EXPECT_EQ(solids[0].parts[1].shape->vertices().size(), 4u);
  ASSERT_EQ(solids[1].parts.size(), 1u);
  // What weighs is what the mesh encloses, not its hull.
  for (const Solid& solid : solids) {
    EXPECT_NEAR(solid.mass.mass, 2, 1e-12);
    EXPECT_NEAR(solid.mass.center.x(), 1.75, 1e-12);
  }
  EXPECT_EQ(scene.solids[0].mesh.files.size(), 1u);
  EXPECT_EQ(scene.solids[1].place, "solids[1]");
}

TEST(SceneSolids, meshes_keep_their_hollows) {
  for (const bool is_mesh : {false, true}) {
    const LoadedScene scene = load_good(solids_text(
        std::string(
            R"({"name": "bowl", "mesh": {"dish": {"radius": 0.3, "depth": 0.15, "thickness": 0.03}}, "role": "fixed", "as": )") +
        (is_mesh ? R"("mesh"})" : R"("hull"})") +
        R"(, {"name": "ball", "mesh": {"sphere": {"radius": 0.08}}, "transform": {"translate": [0.02, 0, 0.3]}})"));
    EXPECT_EQ(scene.solid_scene.solids[0].parts[0].mesh != nullptr, is_mesh);
    auto simulation = SolidSimulation::make(scene.solid_scene);
    ASSERT_TRUE(simulation) << simulation.error().message;
    ASSERT_TRUE(simulation->advance(2));
    EXPECT_NEAR(simulation->motion(1).center.z(), is_mesh ? 0.08 : 0.23, 0.01);
  }
  const LoadedScene ring =
      load_good(solids_text(R"({"mesh": {"dish": {"radius": 0.3, "depth": 0.15, "thickness": 0.03}}, "as": "mesh"})"));
  EXPECT_LT(ring.solid_scene.solids[0].mass.mass, 15);  // the hull would weigh more than 20 kg
  EXPECT_EQ(find_load_error(solids_text(R"({"mesh": {"box": {}}, "transform": {"scale": [-1, 1, 1]}})")),
            "scene.json: solids[0].transform.scale: a mirror image found, whose faces would look inwards");
}

TEST(SceneSolids, arrays_and_pyramids_have_their_places) {
  const LoadedScene scene = load_good(solids_text(
      R"({"name": "brick", "mesh": {"box": {}}, "transform": {"translate": [1, 0, 0.5]},
          "array": {"count": [4, 1, 4], "step": [1.5, 9, 1], "pyramid": true}},
         {"name": "cube", "mesh": {"box": {}}, "transform": {"translate": [0, 50, 0]},
          "array": {"count": [2, 3, 1], "step": [2, 2, 2]}, "copies": {"count": 2, "spread": [0.1, 0, 0], "turn": 5}})"));
  const auto& solids = scene.solid_scene.solids;
  ASSERT_EQ(solids.size(), 4u + 3 + 2 + 1 + 12);
  EXPECT_EQ(solids[0].name, "brick 1");
  EXPECT_EQ(solids[9].name, "brick 10");
  expect_near(solids[3].pose.translation, Vec3(5.5, 0, 0.5));
  expect_near(solids[4].pose.translation, Vec3(1.75, 0, 1.5));
  expect_near(solids[9].pose.translation, Vec3(3.25, 0, 3.5));
  EXPECT_EQ(solids[10].name, "cube 1");
  EXPECT_LT((solids[21].pose.translation - Vec3(2, 54, 0)).norm(), 0.2);
  EXPECT_NE(solids[20].pose.translation, solids[21].pose.translation);
  // What is shown is where the solid is.
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const auto placed = scene.solids[i].positions(solids[i].pose);
    for (std::size_t v = 0; v < placed.size(); ++v) expect_near(placed[v], scene.solids[i].mesh.mesh.positions[v]);
  }
  EXPECT_EQ(load_good(R"({"up": "y", "solids": [{"mesh": {"box": {}},
      "array": {"count": [3, 2, 3], "step": [2, 1, 2], "pyramid": true}}]})")
                .solids.size(),
            9u + 4);
}

TEST(SceneSolids, driven_ones_go_where_they_are_told) {
  const LoadedScene scene = load_good(solids_text(
      R"({"name": "belt", "mesh": {"box": {}}, "transform": {"translate": [1, 0, 0]}, "role": "driven",
          "motion": {"degrees_per_second": 90, "velocity": [0, 0, 1]}},
         {"name": "ball", "mesh": {"sphere": {}}, "transform": {"translate": [0, 0, 9]}, "velocity": [1, 2, 3],
          "spin": [0, 180, 0], "friction": 0.7, "restitution": 0.2})",
      R"("grounds": [{"normal": [0, 0, 3], "point": [0, 0, -5], "restitution": 0.5}], "fps": 50, "substeps": 4)"));
  const auto& solids = scene.solid_scene.solids;
  const Pose3 pose = solids[0].placement(1);
  expect_near(pose.translation, Vec3(0, 1, 1));
  expect_near(pose.apply(Vec3(1, 0, 0)), Vec3(0, 2, 1));
  expect_near(solids[1].spin, Vec3(0, kPi, 0));
  EXPECT_EQ(solids[1].velocity, Vec3(1, 2, 3));
  EXPECT_EQ(scene.solid_scene.grounds[0].plane.normal, Vec3(0, 0, 1));
  EXPECT_EQ(scene.solid_scene.grounds[0].restitution, 0.5);
  EXPECT_DOUBLE_EQ(scene.solid_settings.step, 0.005);
  EXPECT_EQ(scene.solid_scene.gravity, Vec3(0, 0, -9.81));
}

TEST(SceneSolids, joints_hold_what_they_name) {
  const LoadedScene scene = load_good(solids_text(
      R"({"name": "link", "mesh": {"box": {"size": [0.8, 0.2, 0.2]}}, "array": {"count": [4, 1, 1], "step": [1, 0, 0]}})",
      R"("joints": [{"kind": "hinge", "a": "link 1", "anchor": [-0.5, 0, 0], "axis": [0, 2, 0]},
          {"name": "bolt", "kind": "hinge", "a": "link 2", "b": "link 1", "anchor": [0.5, 0, 0], "axis": [0, 1, 0],
           "lower": -90, "upper": 45, "damping": 0.5, "motor_speed": 180, "motor_limit": 3, "may_touch": true,
           "array": {"count": 3, "step": [1, 0, 0]}}], "passing": [["link", "link 4"]])"));
  const auto& joints = scene.solid_scene.joints;
  ASSERT_EQ(joints.size(), 4u);
  EXPECT_EQ(joints[0].joint.b, kWorld);
  EXPECT_EQ(joints[0].name, "link 1 and world");
  EXPECT_EQ(joints[3].name, "bolt 3");
  EXPECT_EQ(joints[3].joint.a, 3u);
  EXPECT_EQ(joints[3].joint.b, 2u);
  EXPECT_DOUBLE_EQ(joints[3].joint.lower, -67.5 / 180 * kPi);  // from their middle
  EXPECT_DOUBLE_EQ(joints[3].joint.upper, 67.5 / 180 * kPi);
  EXPECT_DOUBLE_EQ(joints[3].motor_speed, kPi);
  EXPECT_EQ(joints[3].motor_limit, 3);
  EXPECT_TRUE(joints[3].may_touch);
  expect_near(joints[3].joint.in_a.anchor, Vec3(-0.5, 0, 0));
  expect_near(joints[3].joint.in_b.anchor, Vec3(0.5, 0, 0));
  EXPECT_EQ(scene.solid_scene.passing, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 3}, {1, 3}, {2, 3}}));
  auto simulation = SolidSimulation::make(scene.solid_scene);
  ASSERT_TRUE(simulation) << simulation.error().message;
}

TEST(SceneSolids, a_limit_is_reached_on_its_side) {
  const auto swing = [](const std::string& limits) {
    const LoadedScene scene = load_good(solids_text(
        R"({"name": "rod", "mesh": {"box": {"size": [1, 0.1, 0.1]}}, "transform": {"translate": [0.5, 0, 0]}})",
        R"("joints": [{"kind": "hinge", "a": "rod", "axis": [0, 1, 0], "damping": 20)" + limits + "}]"));
    auto simulation = SolidSimulation::make(scene.solid_scene);
    EXPECT_TRUE(simulation);
    EXPECT_TRUE(simulation->advance(10));
    const Vec3 along = simulation->pose(0).rotation * Vec3::UnitX();
    return std::atan2(-along.z(), along.x()) * 180 / kPi;
  };
  EXPECT_NEAR(swing(""), 90, 0.5);
  EXPECT_NEAR(swing(R"(, "lower": -10, "upper": 30)"), 30, 1e-3);
  EXPECT_NEAR(swing(R"(, "lower": -30, "upper": 320)"), 90, 0.5);
  EXPECT_NEAR(swing(R"(, "lower": -5, "upper": 0)"), 0, 1e-3);
  // Beyond half a turn, where angles jump.
  EXPECT_NEAR(swing(R"(, "lower": -200, "upper": 0, "motor_speed": -60, "motor_limit": 200)"), 160, 1e-3);
  // Beyond whole turns, which are counted: on the second and on the third time around.
  EXPECT_NEAR(swing(R"(, "lower": -90, "upper": 380, "motor_speed": 90, "motor_limit": 2000)"), 20, 1e-3);
  EXPECT_NEAR(swing(R"(, "lower": -780, "upper": 10, "motor_speed": -90, "motor_limit": 2000)"), -60, 1e-3);
}

// A concave model stands as its triangles do and as the convex parts that a decomposition made of it.
TEST(SceneSolidsReal, concave_models_stand_as_meshes_and_as_convex_parts) {
  ABUT_NEED_DATA();
  const auto file = [](const char* name) {
    return R"("mesh": {"file": ")" + (test::data_folder() / "rigid/convex" / name).string() + R"("})";
  };
  const std::string upright = R"("transform": {"rotate": [90, 0, 0]})";
  const LoadedScene scene = load_good(solids_text(
      "{" + file("duck.obj") + R"(, "as": "mesh", "mass": 10, )" + upright + "}, {" + file("duck_vhacd.obj") +
          R"(, "as": "parts", "mass": 10, "transform": {"rotate": [90, 0, 0], "translate": [4, 0, 0]}}, {)" +
          file("lego/lego_vhacd.obj") + R"(, "as": "parts", "transform": {"translate": [8, 0, 1]}}, {)" +
          file("stone.obj") + R"(, "transform": {"translate": [12, 0, 1]}})",
      R"("grounds": [{}])"));
  EXPECT_GT(scene.solid_scene.solids[1].parts.size(), 4u);
  auto simulation = SolidSimulation::make(scene.solid_scene, scene.solid_settings);
  ASSERT_TRUE(simulation) << simulation.error().message;
  ASSERT_TRUE(simulation->advance(6));
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_LT(simulation->motion(i).velocity.norm(), 5e-3) << i;
    double lowest = 1;
    for (const Vec3& p : scene.solids[i].positions(simulation->pose(i))) lowest = std::min(lowest, p.z());
    EXPECT_NEAR(lowest, 0, 5e-3) << i;
  }
  const SolidMotion &as_mesh = simulation->motion(0), &as_parts = simulation->motion(1);
  EXPECT_NEAR(as_mesh.center.z(), as_parts.center.z(), 0.03);
  EXPECT_LT(as_mesh.rotation.angularDistance(as_parts.rotation), 0.1);
}

TEST(SceneSolids, what_cannot_be_is_named_with_its_place) {
  const std::string box = R"("mesh": {"box": {}})";
  const auto solid = [&](const std::string& members) { return solids_text("{" + box + ", " + members + "}"); };
  const std::pair<std::string, std::string> cases[] = {
      {solid(R"("density": 0)"), "scene.json: solids[0].density: 0 found, expected a number above 0"},
      {solid(R"("mass": -1)"), "scene.json: solids[0].mass: -1 found, expected a number above 0"},
      {solid(R"("mass": 1e13)"),
       "scene.json: solids[0].mass: 10000000000000.0 found, expected a number within 1000000000000"},
      {solid(R"("mass": 1, "density": 2)"),
       "scene.json: solids[0].mass: found beside 'density', expected only one of them"},
      {solid(R"("as": "hul")"),
       "scene.json: solids[0].as: 'hul' found, expected one of hull, parts, mesh (did you mean 'hull'?)"},
      {solid(R"("role": "driven")"), "scene.json: solids[0].role: 'driven' found without 'motion'"},
      {solid(R"("motion": {})"),
       "scene.json: solids[0].motion: found of a solid that is not driven; \"role\": \"driven\" makes it one"},
      {solid(R"("role": "fixed", "velocity": [1, 0, 0])"),
       "scene.json: solids[0].velocity: found of a solid that forces do not move, which has none"},
      {solid(R"("inertia": [1, 1, 1, 0, 0, 0])"), "scene.json: solids[0].inertia: found without 'mass'"},
      {solid(R"("name": "world")"), "scene.json: solids[0].name: 'world' found, which is what stands still"},
      {solid(R"("restitution": 2)"), "scene.json: solids[0].restitution: 2 found, expected a number from 0 to 1"},
      {"{}", "scene.json: cloths: no cloth, obstacle, solid or robot found"},
      {solids_text("{" + box + "}", R"("passing": [["a"]])"), "scene.json: passing[0]: 1 elements found, expected 2"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "hing", "a": "x"}])"),
       "scene.json: joints[0].kind: 'hing' found, expected one of ball, hinge, sliding, fixed (did you mean 'hinge'?)"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "hinge", "a": "x", "lower": 10, "upper": 20}])"),
       "scene.json: joints[0].lower: 10 found, expected 0 or less"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "hinge", "a": "x", "upper": 90}])"),
       "scene.json: joints[0].upper: found alone, expected both limits of an angle or none"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "fixed", "a": "x", "upper": 1}])"),
       "scene.json: joints[0].upper: found of a fixed joint, which has none"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "ball", "a": "x", "motor_limit": 1}])"),
       "scene.json: joints[0].motor_limit: found of a joint that is neither a hinge nor sliding, which has none"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "hinge", "a": "x", "motor_speed": 1}])"),
       "scene.json: joints[0].motor_speed: found without 'motor_limit', which says how strong the motor is"},
      {solids_text("{" + box + "}", R"("joints": [{"kind": "hinge", "a": "x", "b": "x"}])"),
       "scene.json: joints[0].b: 'x' found, which is joined with itself"},
      {solids_text("{" + box + "}", R"("substeps": 2, "solid_settings": {"step": 0.01})"),
       "scene.json: substeps: found beside 'solid_settings.step', expected only one of them"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(find_scene_error(text), message) << text;
  const std::string impossible = find_scene_error(solid(R"("mass": 1, "inertia": [1, 1, 5, 0, 0, 0])"));
  EXPECT_TRUE(impossible.starts_with("scene.json: solids[0].inertia: ")) << impossible;
}

TEST(SceneSolids, what_cannot_be_loaded_is_named_with_its_place) {
  const auto expect = [](const std::string& text, const std::string& start) {
    const std::string error = find_load_error(text);
    EXPECT_TRUE(error.starts_with(start)) << error;
  };
  expect(solids_text(R"({"mesh": {"tube": {}}})"), "scene.json: solids[0].mesh: ");
  EXPECT_NE(find_load_error(solids_text(R"({"mesh": {"tube": {}}})")).find("with 'mass', 'center' and 'inertia'"),
            std::string::npos);
  expect(solids_text(R"({"mesh": {"grid": {}}, "role": "fixed"})"), "scene.json: solids[0].mesh: ");
  expect(solids_text(R"({"mesh": {"box": {}}, "array": {"count": [1000, 1000, 1000]}})"),
         "scene.json: solids[0]: 1000000000 copies found, expected no more than 100000");
  const std::string two = R"({"name": "left", "mesh": {"box": {}}, "array": {"count": [2, 1, 1], "step": [2, 0, 0]}})";
  expect(solids_text(two, R"("joints": [{"kind": "ball", "a": "lift 1"}])"),
         "scene.json: joints[0].a: 'lift 1' found, expected the name of a solid (did you mean 'left 1'?)");
  expect(solids_text(two, R"("joints": [{"kind": "ball", "a": "left"}])"),
         "scene.json: joints[0].a: 'left' found, which are 2 solids, expected one of them, such as 'left 1'");
  expect(solids_text(two, R"("passing": [["left", "right"]])"),
         "scene.json: passing[0][1]: 'right' found, expected the name of a solid");
  // Open meshes are fine for what needs no mass, and for what has one.
  EXPECT_EQ(load_good(solids_text(R"({"mesh": {"tube": {}}, "role": "fixed"},
      {"mesh": {"tube": {}}, "mass": 1, "center": [0, 0, 0], "inertia": [1, 1, 1, 0, 0, 0]})"))
                .solids.size(),
            2u);
}

TEST(SceneSolids, what_cannot_begin_is_told_by_the_simulation) {
  EXPECT_EQ(
      find_simulation_error(solids_text(
          R"({"name": "a", "mesh": {"box": {}}}, {"name": "b", "mesh": {"box": {}}, "transform": {"translate": [0.9, 0, 0]}})")),
      "solid 'a' and solid 'b' overlap at the start, 0.1 m deep");
  // Pushed apart, they can begin.
  EXPECT_EQ(
      find_simulation_error(solids_text(
          R"({"name": "a", "mesh": {"box": {}}}, {"name": "b", "mesh": {"box": {}}, "transform": {"translate": [0.9, 0, 0]}})",
          R"("solid_settings": {"start": "push_apart"})")),
      "simulated without complaint");
  // Two bars of length 1 that stand like a roof: their ends are moved apart, up to 2.
  const std::string bars = R"({"name": "left", "mesh": {"box": {"size": [0.9, 0.1, 0.1]}},
      "transform": {"rotate": [0, -45, 0], "translate": [0.35355339, 0, 0.35355339]}},
      {"name": "right", "mesh": {"box": {"size": [0.9, 0.1, 0.1]}},
      "transform": {"rotate": [0, 45, 0], "translate": [1.06066017, 0, 0.35355339]}})";
  const std::string loop = R"("joints": [{"kind": "hinge", "a": "left", "axis": [0, 1, 0]},
      {"kind": "hinge", "a": "right", "b": "left", "anchor": [0.70710678, 0, 0.70710678], "axis": [0, 1, 0]},
      {"name": "foot", "kind": "ball", "a": "right", "anchor": [1.41421356, 0, 0], "anchor_b": )";
  EXPECT_EQ(find_simulation_error(solids_text(bars, loop + "[1.7, 0, 0]}]")), "simulated without complaint");
  const std::string error = find_simulation_error(solids_text(bars, loop + "[2.5, 0, 0]}]"));
  EXPECT_NE(error.find("cannot be closed"), std::string::npos) << error;
}

// ---------------------------------------------------------------------------------------------------------------
// Robots

constexpr const char* kArm = R"(<robot name="arm">
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.5"/><mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.5"/><geometry><capsule radius="0.05" length="0.8"/></geometry></collision>
  </link>
  <link name="plate"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>
  <link name="slider"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.2" rpy="0 0 1.5707963267948966"/>
    <axis xyz="0 2 0"/><limit lower="0.5" upper="1" effort="1" velocity="1"/><dynamics damping="0.25"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="upper"/><child link="plate"/><origin xyz="0 0 1"/></joint>
  <joint name="rail" type="prismatic">
    <parent link="plate"/><child link="slider"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/>
  </joint>
</robot>)";

class SceneRobots : public testing::Test {
 protected:
  std::string text(const std::string& members = R"("density": 1000)") const {
    return R"({"robots": [{"name": "r", "file": "arm.urdf")" + (members.empty() ? "" : ", " + members) + "}]}";
  }
  void put(const std::string& urdf) const { put_file(folder_ / "arm.urdf", urdf); }
  test::TemporaryFolder folder_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_F(SceneRobots, links_become_solids_and_joints_stay) {
  put(kArm);
  const LoadedScene scene = load_good(text(R"("density": 1000, "transform": {"translate": [5, 0, 0]})"), folder_ / "");
  const auto& solids = scene.solid_scene.solids;
  ASSERT_EQ(solids.size(), 3u);
  EXPECT_EQ(solids[0].name, "r/base");
  EXPECT_EQ(solids[0].role, SolidRole::fixed);
  EXPECT_EQ(solids[1].name, "r/upper");
  EXPECT_NEAR(solids[1].mass.mass, 3, 1e-12);  // with the plate
  EXPECT_NEAR(solids[1].mass.center.z(), (2 * 0.5 + 1 * 1) / 3, 1e-12);
  EXPECT_NEAR(solids[2].mass.mass, 1000 * 4.0 / 3 * kPi * 1e-3, 1e-9);
  ASSERT_EQ(scene.solid_scene.joints.size(), 2u);
  const SolidJoint& shoulder = scene.solid_scene.joints[0];
  EXPECT_EQ(shoulder.name, "r/shoulder");
  EXPECT_EQ(shoulder.joint.kind, JointKind::hinge);
  EXPECT_NEAR(shoulder.joint.lower, -0.25, 1e-12);  // from their middle
  EXPECT_EQ(shoulder.damping, 0.25);
  EXPECT_EQ(scene.solid_scene.joints[1].joint.kind, JointKind::sliding);
  // 0 is beyond a limit: it starts at the limit, and says so. The axis is y of a frame that is turned by 90 degrees.
  auto simulation = SolidSimulation::make(scene.solid_scene, scene.solid_settings);
  ASSERT_TRUE(simulation) << simulation.error().message;
  EXPECT_NEAR(simulation->joint_position(0), 0.5 - 0.75, 1e-9);
  EXPECT_NEAR(simulation->joint_position(1), 0, 1e-9);
  expect_near(simulation->pose(1).apply(Vec3(0, 0, 1)), Vec3(5, std::sin(0.5), 0.2 + std::cos(0.5)), 1e-9);
  ASSERT_FALSE(scene.notes.empty());
  EXPECT_NE(scene.notes[0].find("joint 'shoulder' starts at 28.65 degrees, since 0 is beyond its limits"),
            std::string::npos)
      << scene.notes[0];
  // The capsule starts in the box of the base, but both are neighbours.
  EXPECT_TRUE(scene.solid_scene.passing.empty());
}

TEST_F(SceneRobots, positions_at_the_start_can_be_given) {
  put(kArm);
  const LoadedScene scene = load_good(
      text(
          R"("density": 1000, "base": "free", "positions": [{"joint": "shoulder", "value": 45}, {"joint": "rail", "value": -0.5}])"),
      folder_ / "");
  EXPECT_EQ(scene.solid_scene.solids[0].role, SolidRole::moving);
  auto simulation = SolidSimulation::make(scene.solid_scene, scene.solid_settings);
  ASSERT_TRUE(simulation) << simulation.error().message;
  EXPECT_NEAR(simulation->joint_position(0), kPi / 4 - 0.75, 1e-9);
  EXPECT_NEAR(simulation->joint_position(1), -0.5, 1e-9);
}

TEST_F(SceneRobots, what_overlaps_by_construction_passes) {
  // The slider is where the base is, and they are no neighbours.
  put(replaced(kArm, R"(<origin xyz="0 0 0.5"/><axis)", R"(<origin xyz="0 0 -1.2"/><axis)"));
  const LoadedScene scene =
      load_good(text(R"("density": 1000, "positions": [{"joint": "shoulder", "value": 30}])"), folder_ / "");
  ASSERT_EQ(scene.solid_scene.passing.size(), 1u);
  EXPECT_EQ(scene.solid_scene.passing[0], (std::pair<std::uint32_t, std::uint32_t>(0, 2)));
  ASSERT_EQ(scene.notes.size(), 1u);
  EXPECT_EQ(scene.notes[0],
            "robot 'r': links that overlap where they start pass through each other: 'r/base' and 'r/slider'");
}

TEST_F(SceneRobots, what_is_wrong_is_named) {
  const auto expect = [&](const std::string& urdf, const std::string& members, const std::string& message) {
    put(urdf);
    const std::string error = find_load_error(text(members), folder_ / "");
    EXPECT_TRUE(error.starts_with("scene.json: robots[0]")) << error;
    EXPECT_NE(error.find(message), std::string::npos) << error;
  };
  expect(kArm, "", "link 'slider': it moves, but no <inertial> with a mass above 0 found; 'density' gives one");
  expect(replaced(kArm, "prismatic", "planar"), "",
         "arm.urdf:14: joint 'rail': type 'planar' found, expected revolute, continuous, prismatic, fixed, floating or "
         "spherical; planar joints cannot be simulated");
  expect(replaced(kArm, "prismatic", "screw"), "", "joint 'rail': type 'screw' found");
  expect(replaced(kArm, R"(ixx="0.2")", R"(ixx="9")"), "", "link 'upper': ");
  expect(replaced(kArm, R"(<mass value="2"/>)", R"(<mass value="-2"/>)"), "", "link 'upper': <mass>: value '-2' found");
  expect(replaced(kArm, R"(xyz="0 2 0")", R"(xyz="0 0 0")"), "", "a direction of length 0 found");
  expect(replaced(kArm, R"(<child link="slider"/>)", R"(<child link="base"/>)"), "", "it hangs on itself");
  expect(replaced(kArm, R"(<sphere radius="0.1"/>)", R"(<mesh filename="package://gone/x.stl"/>)"), "",
         "; member 'packages' says where package 'gone' is");
  expect(kArm, R"("positions": [{"joint": "sholder", "value": 1}])",
         "robots[0].positions[0].joint: 'sholder' found, expected the name of a joint of the robot (did you mean "
         "'shoulder'?)");
  expect(kArm, R"("positions": [{"joint": "shoulder", "value": 90}])",
         "robots[0].positions[0].value: 90 found, expected 28.6479 to 57.2958");
  EXPECT_EQ(find_scene_error(text(R"("transform": {"scale": [2, 2, 2]})")),
            "scene.json: robots[0].transform.scale: found of a robot, whose masses go with its size");
}

// Two hinges across each other, with nothing between them.
TEST_F(SceneRobots, links_that_weigh_nothing_between_joints_have_a_little_of_what_hangs_on_them) {
  const std::string cross = R"(<robot name="cross"><link name="base"/><link name="none"/>
    <link name="bob"><inertial><origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.3"/></inertial></link>
    <joint name="first" type="continuous"><parent link="base"/><child link="none"/><axis xyz="1 0 0"/></joint>
    <joint name="second" type="continuous"><parent link="none"/><child link="bob"/><axis xyz="0 1 0"/></joint></robot>)";
  put(cross);
  const LoadedScene scene = load_good(
      text(R"("positions": [{"joint": "first", "value": 5}, {"joint": "second", "value": 5}])"), folder_ / "");
  ASSERT_EQ(scene.solid_scene.solids.size(), 3u);
  EXPECT_NEAR(scene.solid_scene.solids[1].mass.mass, 0.02, 1e-12);
  EXPECT_NEAR(scene.solid_scene.solids[1].mass.inertia(0, 0), 0.002, 1e-12);
  ASSERT_EQ(scene.notes.size(), 1u);
  EXPECT_EQ(scene.notes[0], "robot 'r': links that weigh nothing have a hundredth of what hangs on them: none");
  // It swings about both axes, each in the time of its own moment.
  auto simulation = SolidSimulation::make(scene.solid_scene, scene.solid_settings);
  ASSERT_TRUE(simulation) << simulation.error().message;
  for (const auto& [joint, moment] : {std::pair(0u, 2 + 0.1), std::pair(1u, 2 + 0.2)}) {
    const double quarter = 0.5 * kPi * std::sqrt(moment / (2 * 9.81));
    ASSERT_TRUE(simulation->advance(quarter));
    EXPECT_NEAR(simulation->joint_position(joint), 0, 0.1 * 5 * kPi / 180) << joint;
  }
  put(replaced(cross, R"(<mass value="2"/>)", R"(<mass value="0"/>)"));
  const std::string error = find_load_error(text(""), folder_ / "");
  EXPECT_NE(error.find("link 'bob': it moves, but no <inertial> with a mass above 0 found"), std::string::npos)
      << error;
}

// The robots of the collection that can be simulated, for a little while; joints hold.
TEST(SceneRobotsReal, move_with_joints_that_hold) {
  ABUT_NEED_DATA();
  std::size_t simulated = 0, joints = 0;
  for (const char* file :
       {"examples/pybullet/gym/pybullet_data/franka_panda/panda.urdf", "data/kuka_iiwa/model.urdf",
        "data/cartpole.urdf", "ur_description/urdf/ur5_robot.urdf",
        "double_pendulum_description/urdf/double_pendulum_simple.urdf",
        "simple_humanoid_description/urdf/simple_humanoid.urdf", "quadruped_description/urdf/quadruped.urdf",
        "data/humanoid.urdf", "data/block.urdf", "double_pendulum_description/urdf/double_pendulum.urdf",
        "double_pendulum_description/urdf/double_pendulum_continuous.urdf"}) {
    const auto path = test::data_folder() / "rigid/urdf" / file;
    SceneDescription description;
    RobotDescription robot;
    robot.name = "robot";
    robot.file = path.string();
    robot.density = 1000;
    description.robots.push_back(robot);
    const auto loaded = load_scene(description, "");
    if (!loaded) {
      ADD_FAILURE() << loaded.error().message;
      continue;
    }
    auto simulation = SolidSimulation::make(loaded->solid_scene, loaded->solid_settings);
    ASSERT_TRUE(simulation) << file << simulation.error().message;
    const double energy = simulation->measure_energy().total();
    const auto report = simulation->advance(2);
    ASSERT_TRUE(report) << file << ": " << report.error().message;
    EXPECT_LT(report->largest_joint_gap, 1e-6) << file;
    EXPECT_LE(simulation->measure_energy().total(), energy + 1e-6 * std::abs(energy)) << file;
    ++simulated;
    joints += loaded->solid_scene.joints.size();
  }
  EXPECT_EQ(simulated, 11u);
  EXPECT_GT(joints, 60u);
}

}  // namespace
}  // namespace abut
