// abut untangle of one scene after the other: animations, and files one by one.
#include <fmt/format.h>
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
// Animations

class UntangleAnimation : public Untangle {
 protected:
  UntangleAnimation() {
    fs::create_directory(path("frames"));
    for (int i = 8; i <= 10; ++i) write(fmt::format("frames/cloth{}.obj", i), make_cross(4, 1 + 0.01 * i));
  }
};

TEST_F(UntangleAnimation, goes_frame_by_frame_into_a_folder) {
  const auto outcome = run("untangle " + path("frames") + " -o " + path("out") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1/3  cloth8.obj: clean")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "3/3  cloth10.obj: clean")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "3 of 3 frames untangled")) << outcome.out;
  EXPECT_EQ(run("check --quiet " + path("out")).exit_code, 0);
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["format"], "abut-untangle-animation");
  EXPECT_EQ(report["complete"], true);
  ASSERT_EQ(report["frames"].size(), 3u);
  EXPECT_EQ(report["frames"][0]["name"], "cloth8.obj");
  EXPECT_GT(report["frames"][0]["before"]["pairs"], 0);
  EXPECT_EQ(report["frames"][0]["intersecting_pairs"], 0);
}

// Frames that are the same are moved the same way: the second starts from the result of the first.
TEST_F(UntangleAnimation, what_moved_a_frame_moves_the_next) {
  for (int i = 8; i <= 10; ++i) write(fmt::format("frames/cloth{}.obj", i), make_cross(4));
  ASSERT_EQ(run("untangle --quiet " + path("frames") + " -o " + path("out") + " --json " + path("r.json")).exit_code,
            0);
  const json report = json::parse(read(path("r.json")));
  EXPECT_GT(report["frames"][0]["iterations"], 0);
  EXPECT_LE(report["frames"][1]["iterations"], report["frames"][0]["iterations"]);
  EXPECT_GT(report["frames"][1]["before"]["pairs"], 0);
}

TEST_F(UntangleAnimation, obstacles_move_along_or_stand_still) {
  const std::string floor = write("floor.obj", "v -9 -9 -0.1\nv 9 -9 -0.1\nv 0 9 -0.1\nf 1 2 3\n");
  EXPECT_EQ(run("untangle --quiet " + path("frames") + " --obstacle " + floor + " -o " + path("out")).exit_code, 0);
  EXPECT_EQ(run("check --quiet " + path("out/cloth9.obj") + " " + floor).exit_code, 0);
  fs::create_directory(path("floors"));
  for (int i = 1; i <= 3; ++i) write(fmt::format("floors/f{}.obj", i), read(floor));
  EXPECT_EQ(
      run("untangle --quiet " + path("frames") + " --obstacle " + path("floors") + " -o " + path("out2")).exit_code, 0);
  fs::remove(path("floors/f3.obj"));
  expect_refused(path("frames") + " --obstacle " + path("floors") + " -o " + path("out3"),
                 "2 frames found, expected 3");
  expect_refused(floor + " --obstacle " + path("frames") + " -o " + path("out3"), "a single mesh, while others are");
}

TEST_F(UntangleAnimation, finished_frames_stay_and_are_not_done_again) {
  write("frames/cloth10.obj", "v 0 0 nan\n");
  const std::string command = "untangle " + path("frames") + " -o " + path("out");
  const auto broken = run(command + " --json " + path("r.json"));
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(contains(broken.out, "2 of 3 frames were untangled and are written")) << broken.out;
  EXPECT_EQ(json::parse(read(path("r.json")))["complete"], false);
  write("frames/cloth10.obj", make_cross(4));
  expect_refused(path("frames") + " -o " + path("out"), "--resume to keep it");
  const std::string kept = read(path("out/cloth8.obj"));
  write("out/cloth9.obj", make_cross(4));  // as if it had been interrupted
  const auto resumed = run(command + " --resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.out;
  EXPECT_TRUE(contains(resumed.out, "1/3  cloth8.obj: clean (was there already)")) << resumed.out;
  EXPECT_FALSE(contains(resumed.out, "cloth9.obj: clean (was there already)")) << resumed.out;
  EXPECT_TRUE(contains(resumed.out, "3 frames: 2 untangled now, 1 were there already")) << resumed.out;
  EXPECT_EQ(read(path("out/cloth8.obj")), kept);
  EXPECT_EQ(run("check --quiet " + path("out")).exit_code, 0);
  write("out/cloth9.obj", clean_);
  EXPECT_TRUE(contains(run(command + " --resume").out, "does not belong to this animation"));
  EXPECT_EQ(read(path("out/cloth9.obj")), clean_);
}

TEST_F(UntangleAnimation, kept_frames_are_reported_as_if_they_had_been_done_now) {
  const std::string command = "untangle --quiet " + path("frames") + " -o " + path("out") + " --json " + path("r.json");
  ASSERT_EQ(run(command).exit_code, 0);
  const json first = json::parse(read(path("r.json")));
  ASSERT_EQ(run(command + " --resume").exit_code, 0);
  const json second = json::parse(read(path("r.json")));
  for (std::size_t i = 0; i < 3; ++i) {
    const json &done = first["frames"][i], &kept = second["frames"][i];
    EXPECT_EQ(done["resumed"], false);
    EXPECT_EQ(kept["resumed"], true);
    for (const char* member : {"before", "deformation", "separation", "thickness"}) {
      EXPECT_EQ(done[member], kept[member]) << member;
    }
  }
}

TEST_F(UntangleAnimation, frames_of_another_input_are_done_again) {
  fs::create_directory(path("floors"));
  for (int i = 1; i <= 3; ++i) {
    write(fmt::format("floors/f{}.obj", i), "v -9 -9 -3\nv 9 -9 -3\nv 0 9 -3\nf 1 2 3\n");
  }
  const std::string pins = write("pins.txt", "0\n");
  const std::string command = "untangle " + path("frames") + " -o " + path("out") + " --obstacle " + path("floors") +
                              " --rest " + write("rest.obj", make_cross(4)) + " --pin " + pins;
  ASSERT_EQ(run(command).exit_code, 0);
  const auto expect_kept = [&](int count, const std::string& more = "") {
    const auto outcome = run(command + more + " --resume");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    const std::string sentence = fmt::format("{} untangled now, {} were there already", 3 - count, count);
    EXPECT_TRUE(contains(outcome.out, count == 0 ? "3 of 3 frames untangled" : sentence)) << outcome.out;
  };
  expect_kept(3);
  write("frames/cloth9.obj", make_cross(4, 1, {50, 0, 0}));
  expect_kept(2);
  EXPECT_GT(mesh_of(path("out/cloth9.obj")).positions[0].x(), 40);
  write("floors/f1.obj", read(path("floors/f1.obj")));
  expect_kept(2);
  write("rest.obj", make_cross(4));
  expect_kept(0);
  write("pins.txt", "0\n");
  expect_kept(0);
  expect_kept(0, " --pin upper");
}

TEST_F(UntangleAnimation, coarse_frames_that_keep_a_thickness_are_kept) {
  fs::create_directory(path("coarse"));
  for (int i = 1; i <= 3; ++i) {
    const std::string obj = write("cross.obj", make_cross(4, 1 + 0.01 * i, {30, 20, 10}));
    ASSERT_TRUE(write_mesh(mesh_of(obj), path(fmt::format("coarse/c{}.glb", i))));
  }
  const std::string command = "untangle " + path("coarse") + " -o " + path("out") + " --thickness 0.002";
  ASSERT_EQ(run(command).exit_code, 0);
  const auto outcome = run(command + " --resume");
  EXPECT_TRUE(contains(outcome.out, "3 were there already")) << outcome.out;
}

TEST_F(UntangleAnimation, resuming_replaces_nothing_but_frames) {
  const std::string mesh = write_cross(), other = write("other.obj", "precious");
  expect_refused(mesh + " -o " + other + " --resume", "--resume keeps frames of an animation");
  EXPECT_EQ(read(other), "precious");
  fs::create_directory(path("more"));
  for (int i = 1; i <= 3; ++i) write(fmt::format("more/m{}.obj", i), make_cross(3, 1, {9, 0, 0}));
  fs::create_directory(path("out"));
  for (const std::string& foreign : {std::string("precious"), clean_}) {
    write("out/m1.obj", foreign);  // the other file of this frame is not there
    const auto outcome = run("untangle " + path("frames") + " " + path("more") + " -o " + path("out") + " --resume");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.out, "does not belong to this animation")) << outcome.out;
    EXPECT_EQ(read(path("out/m1.obj")), foreign);
  }
}

TEST_F(UntangleAnimation, says_which_frames_to_look_at) {
  write("frames/cloth9.obj", read(path("frames/cloth8.obj")));
  fs::create_directory(path("floors"));
  for (int i = 9; i <= 11; ++i) {
    write(fmt::format("floors/f2_{}.obj", i), "v -9 -9 -3\nv 9 -9 -3\nv 0 9 -3\nf 1 2 3\n");
  }
  const auto outcome = run("untangle " + path("frames") + " --obstacle " + path("floors") + " -o " + path("out"));
  EXPECT_TRUE(contains(outcome.out, "though their numbers differ: cloth8.obj with f2_9.obj")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, " apart; stretch up to 1.")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "edges in the mean\n2/3  cloth9.obj: clean (")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "0 iterations")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "carried over from the frame before in")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Least separation: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Largest stretch: 1.")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Largest displacement: 0.")) << outcome.out;
}

TEST_F(UntangleAnimation, point_caches_are_refused) {
  const float frame[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1};
  std::string cache = "F32SEQ 1 4\n";
  cache.append(reinterpret_cast<const char*>(frame), sizeof(frame));
  expect_refused(write("clean.obj", clean_) + " " + write("walk.f32seq", cache) + " -o " + path("out.obj"),
                 "point cache, which cannot be untangled yet");
}

TEST_F(UntangleAnimation, numbered_files_can_be_one_scene) {
  const std::string files = path("frames/cloth8.obj") + " " + path("frames/cloth9.obj");
  EXPECT_TRUE(contains(run("untangle " + files + " -o " + path("out")).out, "2 of 2 frames"));
  EXPECT_TRUE(contains(run("untangle " + files + " --together --max-iterations 3 -o " + path("out2")).out, "Before: "));
}

// ---------------------------------------------------------------------------------------------------------------
// Files one by one

TEST_F(Untangle, each_file_can_be_a_scene_of_its_own) {
  const std::string a = write("a1.obj", make_cross(4)), b = write("a2.obj", make_cross(4)),
                    floor = write("floor.obj", "v -9 -9 -0.1\nv 9 -9 -0.1\nv 0 9 -0.1\nf 1 2 3\n");
  const std::string files = a + " " + b + " " + floor + " --each --pin lower --obstacle " + floor + " -o ";
  const auto outcome = run("untangle " + files + path("out") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_FALSE(fs::exists(path("out/floor.obj")));
  EXPECT_EQ(run("check --quiet " + path("out/a2.obj") + " " + floor).exit_code, 0);
  EXPECT_EQ(mesh_of(path("out/a2.obj")).positions[0], mesh_of(b).positions[0]);
  const auto free = run("untangle " + a + " " + b + " --each -o " + path("free") + " --json " + path("r.json"));
  EXPECT_EQ(free.exit_code, 0) << free.out;
  EXPECT_TRUE(contains(free.out, "1/2  a1.obj: clean (")) << free.out;
  EXPECT_TRUE(contains(free.out, "2 of 2 files untangled")) << free.out;
  EXPECT_EQ(read(path("free/a1.obj")), read(path("free/a2.obj")));
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["format"], "abut-untangle-batch");
  ASSERT_EQ(report["files"].size(), 2u);
  EXPECT_GT(report["files"][1]["iterations"], 0);
  const auto again = run("untangle " + a + " " + b + " --each --resume -o " + path("free"));
  EXPECT_TRUE(contains(again.out, "2 files: 0 untangled now, 2 were there already")) << again.out;
}

TEST_F(Untangle, scenes_of_their_own_are_files) {
  const std::string a = write_cross("a.obj"), b = write_cross("b.obj");
  fs::create_directory(path("frames"));
  const std::string start = a + " " + b + " --each -o " + path("out");
  expect_refused(start + " --together", "--each");
  expect_refused(start + " --rest " + a, "--rest is the shape of a single mesh");
  expect_refused(start + " --record " + path("way.abut"), "a recording shows one");
  expect_refused(start + " --obstacle " + a + " --obstacle " + b, "nothing may move");
  expect_refused(path("frames") + " --each -o " + path("out"), "expected a mesh file");
  expect_refused("scene:skirts --each -o " + path("out"), "expected a mesh file");
  expect_refused(a + " " + a + " --each -o " + path("out"), "two meshes would be written there");
  expect_refused(a + " --each -o " + path("."), "inputs are never written");
  EXPECT_FALSE(fs::exists(path("out")));
}

}  // namespace
}  // namespace abut
