#include "abut/robot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "abut/io.h"
#include "abut/sphere_set_file.h"
#include "io/robot/element_end.h"
#include "support/data.h"
#include "support/random.h"
#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using test::Random;
using test::TemporaryFolder;

const std::string kRobot = R"(<?xml version="1.0"?>
<!-- a comment with <collision> in it -->
<robot name="two &amp; more">
  <link name="base">
    <inertial><mass value = '1.50'/></inertial>
    <collision
       name="a > b">
      <origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>
      <geometry><box size="2 4 6"/></geometry>
    </collision>
    <collision>
      <geometry><!-- </collision> --><sphere radius=".5"/></geometry>
    </collision>
    <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
  </link>
  <link name="tip">
	<visual><geometry><mesh filename="package://arm/tip.stl" scale="1 1 -2"/></geometry></visual>
  </link>
  <joint name="j" type="fixed"><parent link="base"/><child link="tip"/></joint>
</robot>
)";

std::string find_error(const std::string& document) {
  const auto robot = parse_robot(document, "r.urdf");
  EXPECT_FALSE(robot) << document;
  return robot ? "" : robot.error().message;
}

std::string in_link(const std::string& inside) {
  return "<robot name='r'>\n<link name='l'>" + inside + "</link></robot>";
}

TEST(Robot, links_and_shapes_are_read) {
  const auto robot = parse_robot(kRobot, "r");
  ASSERT_TRUE(robot);
  EXPECT_EQ(robot->name, "two & more");
  ASSERT_EQ(robot->links.size(), 2u);
  const auto& shapes = robot->links[0].collision;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(std::get<RobotBox>(shapes[0].geometry).size, Vec3(2, 4, 6));
  EXPECT_EQ(shapes[0].line, 6u);
  EXPECT_LT((shapes[0].apply(Vec3(1, 0, 0)) - Vec3(1, 3, 3)).norm(), 1e-15);
  EXPECT_TRUE(shapes[1].is_ball());
  EXPECT_EQ(std::get<RobotCylinder>(shapes[2].geometry).length, 2);
  const auto& mesh = std::get<RobotMesh>(robot->links[1].visual.at(0).geometry);
  EXPECT_EQ(mesh.file, "package://arm/tip.stl");
  EXPECT_EQ(mesh.scale, Vec3(1, 1, -2));
  for (const RobotShape& shape : shapes) {
    const std::string text = kRobot.substr(shape.first_byte, shape.end_byte - shape.first_byte);
    EXPECT_TRUE(text.starts_with("<collision")) << text;
    EXPECT_TRUE(text.ends_with("</collision>")) << text;
  }
}

TEST(Robot, angles_turn_around_fixed_axes_in_order) {
  const auto robot = parse_robot(
      in_link("<collision><origin rpy='0.1 0.2 0.3'/><geometry><sphere radius='1'/></geometry></collision>"), "r");
  ASSERT_TRUE(robot);
  const auto around = [](double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); };
  const Eigen::Matrix3d expected = around(0.3, Vec3::UnitZ()) * around(0.2, Vec3::UnitY()) * around(0.1, Vec3::UnitX());
  EXPECT_LT((robot->links[0].collision[0].rotation - expected).norm(), 1e-14);
}

TEST(Robot, links_are_placed_by_their_joints) {
  const std::string joints = R"(<robot><link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/>
    <joint><parent link="b"/><child link="c"/><origin xyz="1 0 0"/></joint>
    <joint><parent link="a"/><child link="b"/><origin xyz="0 0 2" rpy="0 0 1.5707963267948966"/></joint>
    <joint><parent link="d"/><child link="e"/><origin xyz="1 0 0"/></joint>
    <joint><parent link="e"/><child link="d"/><origin xyz="1 0 0"/></joint>
    <joint><parent link="none"/><child link="a"/></joint></robot>)";
  const auto robot = parse_robot(joints, "r");
  ASSERT_TRUE(robot);
  const auto places = place_links(*robot);
  ASSERT_EQ(places.size(), 5u);
  EXPECT_LT((places[2].apply(Vec3(1, 0, 0)) - Vec3(0, 2, 2)).norm(), 1e-14);
  EXPECT_EQ(places[3].translation, Vec3(0, 0, 0));  // in a circle
}

TEST(Robot, what_is_wrong_is_said_with_its_line) {
  const auto expect = [](const std::string& document, const std::string& part) {
    const std::string error = find_error(document);
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_TRUE(error.starts_with("r.urdf")) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  expect("", "no valid XML");
  expect("garbage", "no valid XML");
  expect(kRobot.substr(0, kRobot.size() / 2), "no valid XML");
  expect("<html/>", "expected <robot>");
  expect("<robot/>", "no link found");
  expect("<robot><link/></robot>", "no name");
  expect("<robot><link name='a'/>\n<link name='a'/></robot>", ":2: <link>: another link is named 'a'");
  expect(in_link("<collision/>"), "link 'l': <collision>: no <geometry>");
  expect(in_link("<collision><geometry/></collision>"), "nothing found, expected <mesh>");
  expect(in_link("<collision><geometry><cone/></geometry></collision>"), "<cone> found");
  expect(in_link("<collision><geometry><mesh/></geometry></collision>"), "no filename");
  expect(in_link("<collision><geometry><box size='1 2'/></geometry></collision>"), "size '1 2' found");
  expect(in_link("<collision><geometry><box size='1 2 -1'/></geometry></collision>"), "none below 0");
  expect(in_link("<collision><geometry><sphere radius='nan'/></geometry></collision>"), "radius 'nan' found");
  expect(in_link("<collision><geometry><sphere radius='-1'/></geometry></collision>"), "expected a number from 0 on");
  expect(in_link("<collision><geometry><cylinder radius='1'/></geometry></collision>"), "length '' found");
  expect(in_link("<collision><origin xyz='1 2 x'/><geometry/></collision>"), "xyz 'x' found");
  expect(in_link("<collision><geometry><sphere radius='${r}'/></geometry></collision>"), "'${r}'");
  expect("<robot xmlns:xacro='x'><xacro:macro name='m'/></robot>", "xacro FILE");
}

TEST(Robot, bombs_and_depths_are_harmless) {
  std::string deep = "<robot><link name='l'/>";
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  for (int i = 0; i < 200'000; ++i) deep += "</a>";
  EXPECT_TRUE(parse_robot(deep + "</robot>", "r"));
  std::string bomb = "<!DOCTYPE lolz [<!ENTITY a 'lol'>";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += fmt::format("<!ENTITY {} '&{};&{};&{};&{};'>", c, char(c - 1), char(c - 1), char(c - 1), char(c - 1));
  EXPECT_TRUE(parse_robot(bomb + "]><robot name='&y;'><link name='&y;'/></robot>", "r"));
}

TEST(Robot, element_ends_are_found) {
  const std::string text = "<a b='/>'><a/><!-- </a> --><![CDATA[</a>]]><?x </a>?><c>1</c></a>rest";
  EXPECT_EQ(text.substr(find_element_end(text, 0)), "rest");
  EXPECT_EQ(find_element_end("<a>", 0), 3u);
  EXPECT_EQ(find_element_end("<a", 0), 2u);
}

TEST(Robot, all_but_collision_shapes_stays) {
  const auto robot = parse_robot(kRobot, "r");
  ASSERT_TRUE(robot);
  const std::vector<LinkSpheres> links = {{"base", {{Vec3(1, 2, 3), 4}, {Vec3(-0.5, 0, 1e-9), 0.25}}},
                                          {"tip", {{Vec3(0, 0, 0), 1}}}};
  const auto text = replace_collision_shapes(*robot, links);
  ASSERT_TRUE(text);
  const auto again = parse_robot(*text, "again");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->links[0].collision.size(), 3u);
  for (const char* kept : {"<!-- a comment with <collision> in it -->", "<mass value = '1.50'/>", "</collision> -->",
                           "<joint name=\"j\" type=\"fixed\">", "scale=\"1 1 -2\"", "two &amp; more"})
    EXPECT_NE(text->find(kept), std::string::npos) << kept;
  for (const char* gone : {"<box", "<cylinder", "a > b"}) EXPECT_EQ(text->find(gone), std::string::npos) << gone;
  EXPECT_NE(text->find("<origin xyz=\"-0.5 0 1e-09\" rpy=\"0 0 0\"/>"), std::string::npos) << *text;
  EXPECT_FALSE(replace_collision_shapes(*robot, std::vector<LinkSpheres>{{"none", {}}}));
  const auto read_back = parse_sphere_set(*text, SphereSetFormat::urdf, "again");
  ASSERT_TRUE(read_back);
  EXPECT_EQ((*read_back)[0].spheres[0].center, Vec3(1, 2, 3));
  EXPECT_EQ((*read_back)[0].spheres[2].radius, 0.5);  // that was there before
  EXPECT_EQ((*read_back)[1].spheres.size(), 1u);
}

TEST(Robot, nothing_replaced_is_nothing_changed) {
  const auto robot = parse_robot(kRobot, "r");
  ASSERT_TRUE(robot);
  EXPECT_EQ(*replace_collision_shapes(*robot, {}), kRobot);
}

TEST(Robot, round_shapes_get_meshes_that_hold_them) {
  Random random(2);
  for (const auto& geometry :
       {decltype(RobotShape::geometry)(RobotBox{Vec3(1, 2, 3)}), decltype(RobotShape::geometry)(RobotCylinder{0.5, 3}),
        decltype(RobotShape::geometry)(RobotCapsule{0.5, 2})}) {
    RobotShape shape;
    shape.geometry = geometry;
    shape.position = Vec3(1, -1, 2);
    shape.rotation = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const auto mesh = make_shape_mesh(shape);
    ASSERT_TRUE(mesh);
    ASSERT_TRUE(check_polygon_mesh(*mesh));
    const Surface surface = make_surface(*mesh);
    EXPECT_TRUE(surface.is_closed());
    EXPECT_EQ(surface.misoriented_edge_count(), 0u);
    for (int i = 0; i < 2000; ++i) {
      Vec3 p = 0.5 * Vec3(1, 2, 3).cwiseProduct(random.point());
      const double angle = random.uniform(0, 2 * std::numbers::pi);
      if (std::holds_alternative<RobotCylinder>(geometry))
        p = Vec3(0.5 * std::cos(angle), 0.5 * std::sin(angle), random.uniform(-1.5, 1.5));
      if (std::holds_alternative<RobotCapsule>(geometry)) {
        p = 0.5 * random.point().normalized();
        p.z() += p.z() > 0 ? 1 : -1;
      }
      const Vec3 point = shape.apply(p);
      for (std::uint32_t f = 0; f < surface.face_count(); ++f) {  // convex: behind all faces
        const TrianglePoints t = face_points(surface, mesh->positions, FaceId(f));
        ASSERT_LT(unit_normal(t).dot(point - t[0]), 1e-12);
      }
    }
  }
}

TEST(Robot, files_are_found_by_packages_and_folders) {
  const TemporaryFolder folder;
  const auto touch = [&](const std::string& name) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << "x";
  };
  touch("ws/arm/meshes/link.stl");
  touch("ws/arm/urdf/near.stl");
  touch("ws/other/meshes/deep/hand.stl");
  const fs::path document = folder / "ws/arm/urdf/arm.urdf";
  const auto find = [&](const std::string& reference, const RobotPackages& packages = {}) {
    const auto found = find_robot_file(document, reference, packages);
    return found ? fs::relative(found->path, folder / "ws").lexically_normal().string() : "";
  };
  EXPECT_EQ(find("near.stl"), "arm/urdf/near.stl");
  EXPECT_EQ(find("../meshes/link.stl"), "arm/meshes/link.stl");
  EXPECT_EQ(find("package://arm/meshes/link.stl"), "arm/meshes/link.stl");
  EXPECT_EQ(find("package://other/meshes/deep/hand.stl"), "other/meshes/deep/hand.stl");
  EXPECT_EQ(find("file://" + (folder / "ws/arm/meshes/link.stl").string()), "arm/meshes/link.stl");
  EXPECT_EQ(find("package://x/deep/hand.stl", {{"x", folder / "ws/other/meshes"}}), "other/meshes/deep/hand.stl");
  EXPECT_EQ(find("package://gone/robots/arm/meshes/link.stl"), "arm/meshes/link.stl");
  const auto assumed = find_robot_file(document, "package://gone/robots/arm/meshes/link.stl", {});
  EXPECT_NE(assumed->note.find("'gone'"), std::string::npos);
  for (const char* wrong : {"package://", "package://arm", "package:///x", "none.stl", "package://arm/none.stl", ""})
    EXPECT_FALSE(find_robot_file(document, wrong, {})) << wrong;
}

TEST(SphereSetFile, all_formats_read_back_bit_equal) {
  Random random(3);
  std::vector<LinkSpheres> links = {{"arm \"1\": ü", {}}, {"empty", {}}, {"true", {}}};
  for (int i = 0; i < 20; ++i) {
    links[0].spheres.push_back({random.point() * 1e-9, random.uniform(0, 1e-9)});
    links[2].spheres.push_back({random.point() * 1e9, random.uniform(0, 1e9)});
  }
  for (const auto format : {SphereSetFormat::json, SphereSetFormat::yaml, SphereSetFormat::urdf}) {
    const std::string text = format_sphere_set("robot <1>", links, format);
    EXPECT_TRUE(text.starts_with(sphere_set_start(format)));
    const auto read = parse_sphere_set(text, format, "file");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), links.size());
    for (std::size_t l = 0; l < links.size(); ++l) {
      EXPECT_EQ((*read)[l].name, links[l].name);
      ASSERT_EQ((*read)[l].spheres.size(), links[l].spheres.size());
      for (std::size_t s = 0; s < links[l].spheres.size(); ++s) {
        EXPECT_EQ((*read)[l].spheres[s].center, links[l].spheres[s].center);
        EXPECT_EQ((*read)[l].spheres[s].radius, links[l].spheres[s].radius);
      }
    }
  }
}

TEST(SphereSetFile, what_is_wrong_is_said) {
  for (const char* text : {"", "{", "{}", "{\"links\": 1}", "{\"links\": [{\"name\": 1, \"spheres\": []}]}",
                           "{\"links\": [{\"name\": \"a\", \"spheres\": [{\"center\": [1, 2], \"radius\": 1}]}]}",
                           "{\"links\": [{\"name\": \"a\", \"spheres\": [{\"center\": [1, 2, 3], \"radius\": -1}]}]}"})
    EXPECT_FALSE(parse_sphere_set(text, SphereSetFormat::json, "f")) << text;
  for (const char* text : {"x", "    - center: [1, 2, 3]", "  \"a\":\n      radius: 1", "  a:\n"})
    EXPECT_FALSE(parse_sphere_set(text, SphereSetFormat::yaml, "f")) << text;
}

TEST(Robot, masses_and_joints_are_read) {
  const auto robot = read_robot(test::source_folder() / "tests/corpus/urdf/joints.urdf");
  ASSERT_TRUE(robot) << robot.error().message;
  ASSERT_EQ(robot->joints.size(), 5u);  // one leads nowhere
  EXPECT_FALSE(robot->links[0].mass);
  EXPECT_FALSE(robot->links[2].mass);  // 0 says nothing
  ASSERT_TRUE(robot->links[1].mass);
  const MassProperties& mass = *robot->links[1].mass;
  EXPECT_EQ(mass.mass, 2);
  EXPECT_EQ(mass.center, Vec3(0, 0, 1));
  // Turned by 1 about z: the trace and the moment about z stay.
  EXPECT_NEAR(mass.inertia.trace(), 5.5, 1e-12);
  EXPECT_NEAR(mass.inertia(2, 2), 2.5, 1e-12);
  const double c = std::cos(1.0), s = std::sin(1.0);
  EXPECT_NEAR(mass.inertia(0, 0), c * c * 1 - 2 * c * s * 0.1 + s * s * 2, 1e-12);
  const RobotJoint& ab = robot->joints[0];
  EXPECT_EQ(ab.name, "ab");
  EXPECT_EQ(ab.type, "revolute");
  EXPECT_EQ(ab.axis, Vec3(0, 0, -1));
  EXPECT_EQ(ab.lower, -1);
  EXPECT_EQ(ab.upper, 2);
  EXPECT_EQ(ab.damping, 0.5);
  EXPECT_EQ(robot->joints[1].mimicked, "ab");
  EXPECT_FALSE(std::isfinite(robot->joints[1].upper));
  EXPECT_EQ(robot->joints[2].lower, 0);
  EXPECT_EQ(robot->joints[4].line, 10u);
  const std::vector<double> values = {0.5, 0.25, 0.3, 0, 0};
  const auto places = place_links(*robot, values);
  EXPECT_LT((places[3].translation - places[2].apply(Vec3(0.3, 0, 0))).norm(), 1e-12);
  EXPECT_NEAR(places[1].rotation.angularDistance(Eigen::Quaterniond::Identity()), 0.5, 1e-12);
  const auto bad = read_robot(test::source_folder() / "tests/corpus/urdf/heavy.urdf");
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find(":2: link 'a': <mass>: value 'much' found, expected"), std::string::npos)
      << bad.error().message;
}

TEST(Robot, corpus_and_real_documents_are_read_or_refused) {
  for (const auto& entry : fs::directory_iterator(test::source_folder() / "tests/corpus/urdf")) {
    const auto robot = read_robot(entry.path());
    if (robot) {
      EXPECT_EQ(*replace_collision_shapes(*robot, {}), robot->document);
    } else {
      EXPECT_TRUE(robot.error().message.starts_with(entry.path().string())) << robot.error().message;
    }
  }
  ABUT_NEED_DATA();
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(test::data_folder() / "rigid/urdf")) {
    if (entry.path().extension() != ".urdf") continue;
    const auto robot = read_robot(entry.path());
    ASSERT_TRUE(robot) << robot.error().message;
    count += robot->links.size();
    std::vector<LinkSpheres> links;
    for (const RobotLink& link : robot->links) links.push_back({link.name, {{Vec3::Zero(), 1}}});
    const auto text = replace_collision_shapes(*robot, links);
    ASSERT_TRUE(text);
    const auto again = parse_robot(*text, "again");
    ASSERT_TRUE(again) << again.error().message;
    for (const RobotLink& link : again->links) {
      for (const RobotShape& shape : link.collision) EXPECT_TRUE(shape.is_ball()) << entry.path() << link.name;
    }
  }
  EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace abut
