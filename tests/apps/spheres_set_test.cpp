// abut spheres with a mesh or a robot, as a user meets it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "abut/io.h"
#include "abut/recording.h"
#include "abut/sphere_set_file.h"
#include "apps/program_testing.h"
#include "scenes/scenes.h"
#include "support/data.h"
#include "support/sphere_sets.h"

namespace abut {
namespace {

using nlohmann::json;
using test::contains;
using test::Program;
using test::run;

class SpheresSet : public Program {
 protected:
  std::string mesh(const std::string& name = "ball.obj") const {
    EXPECT_TRUE(write_mesh(make_torso(400), path(name), true));
    return path(name);
  }
  std::string robot() const {
    EXPECT_TRUE(write_mesh(make_torso(400), path("arm.stl"), true));
    return write("robot.urdf", R"(<robot name="r">
  <!-- kept -->
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="arm">
    <collision><origin xyz="1 0 0" rpy="0 1.5 0"/><geometry><mesh filename="package://r/arm.stl" scale="0.1 0.1 0.1"/></geometry></collision>
    <collision><geometry><sphere radius="0.125"/></geometry></collision>
  </link>
  <link name="eye"><visual><geometry><cylinder radius="0.1" length="0.1"/></geometry></visual></link>
  <link name="frame"/>
</robot>
)");
  }
  std::string packages() const { return " --package r=" + std::filesystem::path(path("x")).parent_path().string(); }
  std::vector<LinkSpheres> spheres(const std::string& name) const {
    const auto links = parse_sphere_set(read(path(name)), *find_sphere_set_format(name), name);
    EXPECT_TRUE(links) << read(path(name));
    return links ? *links : std::vector<LinkSpheres>();
  }
  void expect_trouble(const std::string& arguments, const std::string& part) const {
    const auto outcome = run("spheres " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, part)) << arguments << "\n" << outcome.out;
  }
};

TEST_F(SpheresSet, a_mesh_gets_spheres_that_hold_it) {
  for (const std::string name : {"s.json", "s.yaml", "s.yml", "s.urdf"}) {
    const auto outcome = run("spheres " + mesh() + " --max-spheres 12 -o " + path(name));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "proved")) << outcome.out;
    const auto links = spheres(name);
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].name, "ball");
    EXPECT_LE(links[0].spheres.size(), 12u);
    const PolygonMesh polygons = make_torso(400);
    const Surface surface = make_surface(polygons);
    EXPECT_LE(test::find_farthest_outside({polygons.positions, surface.faces()}, links[0].spheres, 20, 1), 0);
  }
}

TEST_F(SpheresSet, the_report_has_what_was_found) {
  ASSERT_EQ(run("spheres " + mesh() + " --tolerance 0.1 --quiet --json " + path("r.json") + " -o " + path("s.json"))
                .exit_code,
            0);
  const json report = json::parse(read(path("r.json")), nullptr, false);
  EXPECT_EQ(report["format"], "abut-spheres-report");
  EXPECT_EQ(report["spheres"], spheres("s.json")[0].spheres.size());
  const json& link = report["links"][0];
  EXPECT_EQ(link["fill"], "solid");
  EXPECT_TRUE(link["tolerance_met"]);
  EXPECT_LE(link["protrusion"], 0.1);
  EXPECT_GT(link["protrusion"], link["mean_protrusion"]);
  EXPECT_GT(link["union_volume"], link["solid_volume"]);
  EXPECT_GE(link["octree"]["spheres"], link["spheres"]);
}

TEST_F(SpheresSet, octrees_and_scenes_by_name_work) {
  EXPECT_EQ(run("spheres " + mesh() + " --depth 3 --quiet -o " + path("o.json")).exit_code, 0);
  EXPECT_GT(spheres("o.json")[0].spheres.size(), 60u);
  EXPECT_EQ(run("spheres scene:alpha:500 --quiet -o " + path("a.json")).exit_code, 0);
  EXPECT_EQ(run("spheres scene:sphere:500 --quiet -o " + path("b.json")).exit_code, 0);
  EXPECT_EQ(spheres("b.json")[0].spheres.size(), 1u);
}

TEST_F(SpheresSet, results_do_not_depend_on_threads) {
  const std::string arguments = "spheres " + mesh() + " --max-spheres 20 --quiet --force -o " + path("s.json");
  ASSERT_EQ(run(arguments + " --threads 1").exit_code, 0);
  const std::string one = read(path("s.json"));
  ASSERT_EQ(run(arguments + " --threads 3").exit_code, 0);
  EXPECT_EQ(read(path("s.json")), one);
}

TEST_F(SpheresSet, a_robot_keeps_all_but_its_collision_shapes) {
  const auto outcome = run("spheres " + robot() + packages() + " --max-spheres 8 --from visual -o " + path("out.urdf"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "'eye' has no collision shape")) << outcome.out;
  const auto links = spheres("out.urdf");
  ASSERT_EQ(links.size(), 4u);
  EXPECT_LE(links[0].spheres.size(), 8u);
  EXPECT_LE(links[1].spheres.size(), 8u) << "with the one that it had";
  EXPECT_EQ(links[1].spheres.back().radius, 0.125);
  EXPECT_FALSE(links[2].spheres.empty());
  EXPECT_TRUE(links[3].spheres.empty());
  const std::string text = read(path("out.urdf"));
  EXPECT_TRUE(contains(text, "  <!-- kept -->\n  <link name=\"base\"><collision>"));
  EXPECT_TRUE(contains(text, "<cylinder radius=\"0.1\" length=\"0.1\"/>"));
  EXPECT_FALSE(contains(text, "arm.stl"));
  ASSERT_EQ(run("spheres " + robot() + packages() + " --quiet -o " + path("out.json")).exit_code, 0);
  EXPECT_EQ(spheres("out.json").size(), 2u);
}

TEST_F(SpheresSet, files_of_a_robot_that_cannot_be_read) {
  const std::string wrong = write("wrong.urdf", R"(<robot name="r"><link name="a">
    <collision><geometry><box size="1 1 1"/></geometry></collision>
    <collision><geometry><mesh filename="shape.dae"/></geometry></collision></link></robot>)");
  expect_trouble(wrong + " -o " + path("w.urdf"), "wrong.urdf:3: link 'a': shape.dae: there is no such file");
  write("shape.dae", "<COLLADA/>");
  expect_trouble(wrong + " -o " + path("w.urdf"), "shape.dae");
  EXPECT_FALSE(std::filesystem::exists(path("w.urdf")));
  const auto outcome = run("spheres " + wrong + " --skip-unreadable -o " + path("w.urdf"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "skipped: ")) << outcome.out;
  EXPECT_TRUE(contains(read(path("w.urdf")), "shape.dae"));
}

TEST_F(SpheresSet, bad_input_is_refused_and_nothing_written) {
  const std::string out = " -o " + path("x.json");
  expect_trouble(mesh(), "give one, as in -o");
  expect_trouble(mesh() + " -o " + path("x.txt"), "expected .json, .yaml or .urdf");
  expect_trouble(mesh() + " --memory 1MB" + out, "--memory is for scenes");
  expect_trouble(mesh() + " --from visual" + out, "--from is for robots");
  expect_trouble(mesh() + " --depth 3 --max-spheres 5" + out, "--max-spheres does not go with --depth");
  expect_trouble(mesh() + " --depth 99" + out, "--depth");
  expect_trouble(mesh() + " --max-spheres 0" + out, "--max-spheres");
  expect_trouble(mesh() + " --tolerance -1" + out, "--tolerance");
  expect_trouble(mesh() + " --tolerance nan" + out, "--tolerance");
  expect_trouble(mesh() + " --tolerance 1e-9" + out, "the least that is possible");
  expect_trouble(path("none.obj") + out, "none.obj");
  expect_trouble(write("empty.obj", "") + out, "empty.obj");
  expect_trouble(write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n") + out, "points.obj");
  expect_trouble(write("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n") + out, "nan.obj");
  expect_trouble(write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\nf 1 2 3\n") + " --fill solid" + out,
                 "bounds no solid");
  expect_trouble(write("bad.urdf", "<robot>") + out, "bad.urdf");
  expect_trouble(write("bare.urdf", "<robot><link name='l'/></robot>") + out, "no link with a collision shape");
  expect_trouble(robot() + out, "--package NAME=FOLDER says where package 'r' is");
  expect_trouble(robot() + out + " --package x", "expected NAME=FOLDER");
  expect_trouble(robot() + packages() + out + " --max-spheres 1",
                 "link 'arm' has 1 sphere already, and other shapes, so --max-spheres must be at least 2");
  expect_trouble("scene:nothing" + out, "nothing");
  expect_trouble("scene:passing --tolerance 1", "--tolerance is for meshes and robots");
  EXPECT_FALSE(std::filesystem::exists(path("x.json")));
}

TEST_F(SpheresSet, files_that_are_there_are_not_replaced_by_accident) {
  const std::string ball = mesh(), before = read(ball);
  expect_trouble(ball + " --force --json " + ball + " -o " + path("s.json"), "is read and to be written");
  write("s.json", "something else");
  expect_trouble(ball + " -o " + path("s.json"), "is not an earlier result");
  EXPECT_EQ(read(path("s.json")), "something else");
  EXPECT_EQ(run("spheres " + ball + " --quiet --force -o " + path("s.json")).exit_code, 0);
  EXPECT_EQ(run("spheres " + ball + " --quiet -o " + path("s.json")).exit_code, 0);
  expect_trouble(ball + " --json " + path("s.json") + " -o " + path("s.json"), "two things");
  const std::string urdf = robot();
  expect_trouble(urdf + packages() + " --force -o " + urdf, "is read and to be written");
  EXPECT_EQ(read(ball), before);
}

TEST_F(SpheresSet, triangles_without_area_are_covered_too) {
  const std::string flat = write("flat.obj", "v 0 0 0\nv 1 0 0\nv 3 0 0\nf 1 2 3\n");
  ASSERT_EQ(run("spheres " + flat + " --quiet --max-spheres 3 -o " + path("f.json")).exit_code, 0);
  const auto links = spheres("f.json");
  for (int i = 0; i <= 300; ++i) EXPECT_LE(test::measure_outside(Vec3(0.01 * i, 0, 0), links[0].spheres), 0) << i;
}

TEST_F(SpheresSet, it_is_recorded) {
  ASSERT_EQ(run("spheres " + mesh() + " --quiet -o " + path("s.json") + " --record " + path("s.abut")).exit_code, 0);
  const auto recording = RecordingFile::open(path("s.abut"));
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->frame_count(), 1u);
}

TEST_F(SpheresSet, real_robots) {
  ABUT_NEED_DATA();
  const auto folder = test::data_folder() / "rigid/urdf";
  for (const char* name : {"ur_description/urdf/ur5_robot.urdf", "quadruped_description/urdf/quadruped.urdf"}) {
    const auto outcome =
        run(fmt::format("spheres {} --max-spheres 6 --force -o {}", (folder / name).string(), path("out.urdf")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
    const auto again = read_robot(path("out.urdf"));
    ASSERT_TRUE(again);
    std::size_t count = 0;
    for (const RobotLink& link : again->links) {
      EXPECT_LE(link.collision.size(), 6u);
      for (const RobotShape& shape : link.collision) count += shape.is_ball();
    }
    EXPECT_GT(count, 20u);
  }
}

}  // namespace
}  // namespace abut
