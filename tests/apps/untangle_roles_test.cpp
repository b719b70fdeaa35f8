// abut untangle: what may not move, what lies on what, and the shape to keep.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "abut/io.h"
#include "apps/untangle_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::run;
using Untangle = test::UntangleProgram;

// ---------------------------------------------------------------------------------------------------------------
// What may not move

class UntanglePins : public Untangle {
 protected:
  // Which vertices are where they were.
  static std::vector<std::uint8_t> find_still(const std::string& before, const std::string& after) {
    const PolygonMesh a = mesh_of(before), b = mesh_of(after);
    std::vector<std::uint8_t> is_still;
    for (std::size_t v = 0; v < a.vertex_count(); ++v) is_still.push_back(a.positions[v] == b.positions[v]);
    return is_still;
  }
  const std::string mesh_ = write_cross(), out_ = path("out.obj");
};

TEST_F(UntanglePins, by_group) {
  const auto outcome = run("untangle --pin lower --pin lower " + mesh_ + " -o " + out_ + " --json -", "/dev/null");
  EXPECT_EQ(outcome.exit_code, 0);
  const auto still = find_still(mesh_, out_);
  EXPECT_EQ(std::count(still.begin(), still.begin() + 49, 1), 49);
  EXPECT_LT(std::count(still.begin() + 49, still.end(), 1), 49);
  const auto text = run("untangle --force --pin lower " + mesh_ + " -o " + out_);
  EXPECT_TRUE(contains(text.out, "Pinned: 49 of 98 vertices")) << text.out;
  EXPECT_EQ(json::parse(outcome.out)["meshes"][0]["pins"], 49);
}

TEST_F(UntanglePins, by_list) {
  const std::string list = write("pins.txt", "# corners\n0\n 6 # the second\n\n42\r\ncross.obj:48\n");
  EXPECT_EQ(run("untangle --quiet " + mesh_ + " --pin " + list + " -o " + out_).exit_code, 0);
  const auto still = find_still(mesh_, out_);
  for (const int v : {0, 6, 42, 48}) EXPECT_TRUE(still[v]) << v;
  EXPECT_LT(std::count(still.begin(), still.end(), 1), 98);
}

TEST_F(UntanglePins, by_box) {
  EXPECT_EQ(run("untangle --quiet " + mesh_ + " --pin -1,-1,-1,-0.3,1,1 --pin 0.8,-1,-1,2,1,1 -o " + out_).exit_code,
            0);
  const PolygonMesh before = mesh_of(mesh_);
  const auto still = find_still(mesh_, out_);
  for (std::size_t v = 0; v < still.size(); ++v) {
    const bool is_pinned = before.positions[v].x() <= -0.3 || before.positions[v].x() >= 0.8;
    EXPECT_TRUE(still[v] || !is_pinned) << v;
  }
}

TEST_F(UntanglePins, of_everything_are_refused) {
  const auto outcome = run("untangle --quiet " + mesh_ + " --pin lower --pin upper -o " + out_);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "nothing may move")) << outcome.out;
  EXPECT_FALSE(fs::exists(out_));
}

TEST_F(UntanglePins, of_several_meshes_are_named) {
  const std::string torso = write_torso(), garment = write_garment();
  const std::string list = write("pins.txt", "garment.obj:3\n" + torso + ":5\n");
  EXPECT_EQ(run("untangle --quiet " + torso + " " + garment + " --pin " + list + " -o " + path("out")).exit_code, 0);
  EXPECT_TRUE(find_still(garment, path("out/garment.obj"))[3]);
  EXPECT_TRUE(find_still(torso, path("out/torso.obj"))[5]);
  const std::string two = torso + " " + garment + " -o " + path("out2") + " --pin ";
  expect_refused(two + write("a.txt", "3\n"), "a.txt:1: which mesh?");
  expect_refused(two + write("b.txt", "\nshirt.obj:3\n"), "b.txt:2: there is no mesh 'shirt.obj'; the meshes are");
}

TEST_F(UntanglePins, that_do_not_exist_are_refused_with_the_names_there_are) {
  const std::string start = mesh_ + " -o " + out_;
  expect_refused(start + " --pin collar", "the groups are lower, upper");
  expect_refused(start + " --pin 5,5,5,6,6,6", "in the box; they are in (-0.5 -0.5 -0.25) to (0.9 0.5 0.35)");
  expect_refused(start + " --pin 0,0,0,1,1", "5 numbers found, expected 6");
  expect_refused(start + " --pin ' 1,1,1, 0,2,2'", "x from 1 to 0 found, expected the lower corner");
  expect_refused(start + " --pin nan,0,0,1,1,1", "nan found, expected a coordinate");
  expect_refused(start + " --pin 0,0,0,1,1,inf", "inf found, expected a coordinate");
  expect_refused(start + " --pin " + write("empty.txt", "# none\n"), "empty.txt: no vertex found");
  expect_refused(start + " --pin " + write("far.txt", "1\n98\n"), "far.txt:2: vertex 98 found, expected less than 98");
  expect_refused(start + " --pin " + write("bad.txt", "one\n"), "bad.txt:1: 'one' found");
  expect_refused(start + " --pin " + write("minus.txt", "-1\n"), "'-1' found");
  expect_refused(start + " --layers lower,collar", "--layers collar: there is no such mesh or group");
  expect_refused(start + " --layers lower,lower", "is in a layer already");
  expect_refused(start + " --layers lower", "a single layer has no order");
  expect_refused(start + " --obstacle body.obj", "no such mesh among");
  expect_refused(start + " --obstacle lower", "a group is kept in place by --pin");
  expect_refused(start + " --obstacle cross.obj", "nothing may move");
  EXPECT_FALSE(fs::exists(out_));
}

// ---------------------------------------------------------------------------------------------------------------
// Layers and shapes at rest

TEST_F(Untangle, layers_are_meshes_or_groups) {
  const std::string mesh = write_cross();
  EXPECT_EQ(run("untangle --quiet --layers lower,upper " + mesh + " -o " + path("out.obj")).exit_code, 0);
  const std::string torso = write_torso(), garment = write_garment();
  EXPECT_EQ(run("untangle --quiet " + torso + " " + garment + " --layers torso.obj," + garment + " -o " + path("out"))
                .exit_code,
            0);
  EXPECT_EQ(run("check --quiet " + path("out/torso.obj") + " " + path("out/garment.obj")).exit_code, 0);
}

TEST_F(Untangle, a_shape_at_rest_has_the_same_polygons) {
  const std::string mesh = write_cross(), larger = write("larger.obj", make_cross(6, 1.02));
  const std::string start = mesh + " -o " + path("out.obj") + " --rest ";
  EXPECT_EQ(run("untangle --quiet " + start + larger).exit_code, 0);
  EXPECT_EQ(run("untangle --quiet --force " + start + "cross.obj=" + larger).exit_code, 0);
  const std::string again = mesh + " -o " + path("out2.obj") + " --rest ";
  expect_refused(again + write("other.obj", clean_), "4 vertices found, expected 98");
  expect_refused(again + path("nowhere.obj"), "nowhere.obj");
  expect_refused(again + larger + " --rest " + larger, "only 1 mesh moves");
  expect_refused(again + larger + " --rest cross.obj=" + larger, "is given twice");
  expect_refused(again + "shirt=" + larger, "there is no mesh 'shirt'; the meshes are");
  EXPECT_EQ(run("untangle --quiet " + again + "cross=" + larger).exit_code, 0);
}

// Where it is clear which one is meant.
TEST_F(Untangle, meshes_need_no_extension) {
  const std::string torso = write_torso(), garment = write_garment();
  const std::string both = torso + " " + garment;
  const auto outcome = run("untangle " + both + " --obstacle torso --layers torso,garment -o " + path("out/") +
                               " --pin " + write("pins.txt", "garment:3\n") + " --json -",
                           "/dev/null");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["meshes"][0]["pins"], 1);
  EXPECT_EQ(report["meshes"][1]["obstacle"], true);
  write("torso.ply", "");
  ASSERT_TRUE(write_mesh(mesh_of(torso), path("torso.ply"), true));
  expect_refused(both + " " + path("torso.ply") + " --obstacle torso -o " + path("out2"), "no such mesh among");
}

}  // namespace
}  // namespace abut
