// abut simulate as a user runs it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "abut/recording.h"
#include "apps/program_testing.h"
#include "scenes/collection.h"
#include "scenes/simulations.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::run;

class Simulate : public test::Program {
 protected:
  // A small cloth that falls on a ball.
  std::string scene(const std::string& members = "") const {
    return write("scene.json",
                 R"({"cloths": [{"name": "cloth", "mesh": {"grid": {"size": [0.6, 0.6], "cells": [12, 12]}},
                     "transform": {"translate": [0, 0, 0.26]}}],
                     "obstacles": [{"name": "ball", "mesh": {"sphere": {"radius": 0.2, "subdivisions": 2}}}],
                     "grounds": [{"point": [0, 0, -0.3]}], "fps": 30, "frames": 8)" +
                     members + "}");
  }
  std::string simulate(const std::string& output) const { return "simulate " + scene() + " -o " + path(output); }
  // A scene that cannot be simulated leaves nothing behind.
  void expect_trouble(const std::string& json_text, const std::string& message) const {
    const std::string file = write("bad.json", json_text);
    const auto outcome = run("simulate " + file + " -o " + path("bad.usda"));
    EXPECT_EQ(outcome.exit_code, 2) << json_text;
    EXPECT_TRUE(contains(outcome.out, message)) << outcome.out;
    EXPECT_FALSE(fs::exists(path("bad.usda.journal"))) << json_text;
  }
  // Begins a run and kills it as soon as this file is there.
  static void kill_when(const std::string& file, std::vector<std::string> arguments) {
    const pid_t child = fork();
    if (child == 0) {
      std::vector<char*> pointers = {const_cast<char*>(test::kProgram)};
      for (std::string& argument : arguments) pointers.push_back(argument.data());
      pointers.push_back(nullptr);
      execv(test::kProgram, pointers.data());
      _exit(127);
    }
    for (int i = 0; i < 20000 && !fs::exists(file); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it was faster than the kill";
  }
  static std::vector<std::string> list(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(Simulate, every_frame_is_written_and_clean) {
  const auto outcome = run(simulate("out/cloth.obj") + " -o " + path("cloth.usda") + " -o " + path("cloth.glb") +
                           " -o " + path("cloth.pc2") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "8 of 8 frames")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Cloth intersects nothing in any frame.")) << outcome.out;
  EXPECT_EQ(list(path("out")).size(), 9u);  // with the start, and no journal
  EXPECT_EQ(run("check --quiet " + path("out")).exit_code, 0);
  for (const char* file : {"cloth.usda", "cloth.glb", "cloth.pc2", "cloth.obj", "cloth.ball.obj"}) {
    EXPECT_TRUE(fs::exists(path(file))) << file;
  }
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["format"], "abut-simulate");
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["triangles"], 288);
  ASSERT_EQ(report["frames"].size(), 9u);
  EXPECT_EQ(report["frames"][8]["pairs"], 0);
  EXPECT_GT(report["frames"][8]["contacts"], 0);
}

TEST_F(Simulate, the_same_at_any_thread_count) {
  ASSERT_EQ(run(simulate("one.usda") + " --threads 1 --quiet").exit_code, 0);
  ASSERT_EQ(run(simulate("three.usda") + " --threads 3 --quiet").exit_code, 0);
  EXPECT_EQ(read(path("one.usda")), read(path("three.usda")));
}

TEST_F(Simulate, frames_and_rate_of_the_command_line_count) {
  ASSERT_EQ(run(simulate("out/c.obj") + " --frames 3 --fps 60 --json " + path("r.json") + " --quiet").exit_code, 0);
  EXPECT_EQ(list(path("out")).size(), 4u);
  EXPECT_DOUBLE_EQ(json::parse(read(path("r.json")))["frames"][3]["time"], 0.05);
}

TEST_F(Simulate, more_frames_go_on_from_the_journal_of_a_run_that_was_killed) {
  // So many frames that it is not done before it is killed.
  const std::string any = simulate("out/c.obj") + " -o " + path("c.usda") + " --quiet", command = any + " --frames 80";
  ASSERT_EQ(run(command).exit_code, 0);
  const std::string whole = read(path("c.usda")), last = read(path("out/c_0080.obj"));
  fs::remove_all(path("out"));
  fs::remove(path("c.usda"));

  const std::string journal = path("out/c.obj.journal");
  kill_when(path("out/c_0002.obj"), {"simulate", path("scene.json"), "-o", path("out/c.obj"), "-o", path("c.usda"),
                                     "--quiet", "--frames", "80"});
  EXPECT_TRUE(fs::exists(journal));
  EXPECT_TRUE(fs::exists(path("out/c_0002.obj")));
  EXPECT_FALSE(fs::exists(path("c.usda")));

  const auto refused = run(command);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.out, "--resume")) << refused.out;
  // Fewer frames than there are would lose some.
  const auto fewer = run(any + " --resume --frames 1");
  EXPECT_EQ(fewer.exit_code, 2) << fewer.out;
  EXPECT_TRUE(contains(fewer.out, "more than the 2 asked for")) << fewer.out;
  EXPECT_TRUE(fs::exists(journal));
  EXPECT_TRUE(fs::exists(path("out/c_0002.obj")));

  const auto resumed = run(command + " --resume --json " + path("r.json"));
  EXPECT_EQ(resumed.exit_code, 0) << resumed.out;
  EXPECT_EQ(read(path("c.usda")), whole);
  EXPECT_EQ(read(path("out/c_0080.obj")), last);
  EXPECT_FALSE(fs::exists(journal));
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["frames"][2]["resumed"], true);
  EXPECT_EQ(report["frames"][80]["resumed"], false);
}

TEST_F(Simulate, going_on_replaces_only_what_the_run_wrote_itself) {
  scene();
  kill_when(path("out/c_0002.obj"),
            {"simulate", path("scene.json"), "-o", path("out/c.obj"), "--quiet", "--frames", "80"});
  write("mine.usda", "mine");
  const std::string command = simulate("out/c.obj") + " --frames 80 --quiet --resume";
  const auto refused = run(command + " -o " + path("mine.usda"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.out, "mine.usda: exists already")) << refused.out;
  EXPECT_EQ(read(path("mine.usda")), "mine");
  EXPECT_EQ(run(command).exit_code, 0);
  // Once it is done there is nothing to go on with.
  const auto done = run(command);
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_TRUE(contains(done.out, "no journal of an unfinished run")) << done.out;
}

TEST_F(Simulate, two_runs_do_not_write_the_same_files) {
  scene();
  const pid_t child = fork();
  if (child == 0) {
    execl(test::kProgram, test::kProgram, "simulate", path("scene.json").c_str(), "-o", path("out/c.obj").c_str(),
          "--quiet", "--frames", "4000", static_cast<char*>(nullptr));
    _exit(127);
  }
  for (int i = 0; i < 20000 && !fs::exists(path("out/c_0002.obj")); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (const std::string option : {" --resume", " --force"}) {
    const auto outcome = run(simulate("out/c.obj") + " --frames 4000" + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.out, "another run is writing it")) << outcome.out;
  }
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
}

TEST_F(Simulate, a_journal_is_that_of_the_same_files) {
  write("wall.obj", "v -1 0.5 -1\nv 1 0.5 -1\nv 0 0.5 1\nf 1 2 3\n");
  const std::string file =
      write("wall.json", R"({"cloths": [{"mesh": {"grid": {"size": [0.6, 0.6], "cells": [20, 20]}}}],
      "obstacles": [{"mesh": {"file": "wall.obj"}}], "frames": 300})");
  kill_when(path("out/c_0002.obj"), {"simulate", file, "-o", path("out/c.obj"), "--quiet"});
  write("wall.obj", "v -1 0.4 -1\nv 1 0.4 -1\nv 0 0.4 1\nf 1 2 3\n");
  const auto outcome = run("simulate " + file + " -o " + path("out/c.obj") + " --resume");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "another scene, or of one that has been changed")) << outcome.out;
}

TEST_F(Simulate, a_journal_without_anything_is_none) {
  write("c.usda.journal", "");
  EXPECT_EQ(run(simulate("c.usda") + " --quiet --resume").exit_code, 0);
  EXPECT_FALSE(fs::exists(path("c.usda.journal")));
}

TEST_F(Simulate, what_the_scene_is_read_from_is_no_output) {
  write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  const std::string text = R"({"cloths": [{"mesh": {"file": "square.obj"}}], "frames": 1})";
  const std::string file = write("own.json", text);
  for (const std::string& option : {"--json " + file, "--record " + path("square.obj")}) {
    const auto outcome = run("simulate " + file + " --force " + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.out, "is what the scene is read from")) << outcome.out;
  }
  EXPECT_EQ(read(file), text);
}

TEST_F(Simulate, inputs_are_not_replaced_by_files_that_go_with_an_output) {
  const std::string mesh = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1 4/1\n";
  const std::string square = write("square.obj", mesh);
  const auto expect_refused = [&](const std::string& scene_text, const std::string& output, const std::string& kept) {
    const auto outcome = run("simulate " + write("own.json", scene_text) + " --force -o " + path(output));
    EXPECT_EQ(outcome.exit_code, 2) << output;
    EXPECT_TRUE(contains(outcome.out, "the scene ")) << outcome.out;
    EXPECT_EQ(read(path(kept)), mesh);
    EXPECT_FALSE(fs::exists(path(output) + ".journal"));
  };
  // A point cache has a mesh beside it.
  expect_refused(R"({"cloths": [{"mesh": {"file": "square.obj"}}], "frames": 1})", "square.pc2", "square.obj");
  // Frames of an animation, by their names and by their folder.
  fs::create_directory(path("walk"));
  for (int i = 0; i < 3; ++i) write("walk/ball_000" + std::to_string(i) + ".obj", mesh);
  const std::string walk = R"({"cloths": [{"mesh": {"grid": {}}}], "frames": 1, "obstacles": [{"animation": )";
  expect_refused(walk + R"({"folder": "walk"}}]})", "walk/ball.obj", "walk/ball_0002.obj");
  expect_refused(walk + R"({"folder": "walk"}}]})", "walk/cloth.glb", "walk/ball_0002.obj");
  expect_refused(walk + R"({"files": ["walk/ball_0001.obj", "walk/ball_0002.obj"]}}]})", "walk/ball.obj",
                 "walk/ball_0002.obj");
}

TEST_F(Simulate, a_scene_has_to_say_how_long_it_lasts) {
  const std::string file = write("endless.json", R"({"cloths": [{"mesh": {"grid": {}}}]})");
  const auto outcome = run("simulate " + file);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "says neither how long it lasts")) << outcome.out;
  EXPECT_EQ(run("simulate " + file + " --frames 2").exit_code, 0);
}

TEST_F(Simulate, outputs_of_the_scene_stay_where_the_command_line_says_nothing_of_their_kind) {
  const std::string members =
      R"(, "output": {"animation": ")" + path("a.usda") + R"(", "report": ")" + path("a.json") + "\"}";
  EXPECT_EQ(run("simulate " + scene(members) + " --quiet --frames 2 --json " + path("b.json")).exit_code, 0);
  EXPECT_TRUE(fs::exists(path("a.usda")));
  EXPECT_TRUE(fs::exists(path("b.json")));
  EXPECT_FALSE(fs::exists(path("a.json")));
}

TEST_F(Simulate, a_journal_of_another_scene_is_refused) {
  const std::string journal = path("c.usda.journal");
  write("c.usda.journal", "something else");
  auto outcome = run(simulate("c.usda"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "in the way")) << outcome.out;
  EXPECT_EQ(read(journal), "something else");
}

TEST_F(Simulate, nothing_is_replaced_that_was_not_to_be) {
  write("c.usda", "mine");
  EXPECT_EQ(run(simulate("c.usda") + " --resume").exit_code, 2);  // there is nothing to go on with
  const auto outcome = run(simulate("c.usda"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(read(path("c.usda")), "mine");
  EXPECT_FALSE(fs::exists(path("c.usda.journal")));
  EXPECT_EQ(run(simulate("c.usda") + " --force --quiet").exit_code, 0);
  EXPECT_NE(read(path("c.usda")), "mine");
}

TEST_F(Simulate, trouble_says_where_and_leaves_nothing) {
  const std::string grid = R"("name": "a", "mesh": {"grid": {}})";
  expect_trouble("{", "bad.json");
  expect_trouble(R"({"cloths": [{)" + grid + R"(, "material": {"density": -1}}], "frames": 1})",
                 "cloths[0].material.density");
  expect_trouble(R"({"cloths": [{)" + grid + R"(, "materal": "silk"}], "frames": 1})", "material");
  expect_trouble(R"({"cloths": [{"name": "a", "mesh": {"file": "none.obj"}}], "frames": 1})", "none.obj");
  write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n");
  expect_trouble(R"({"cloths": [{"name": "a", "mesh": {"file": "flat.obj"}}], "frames": 1})", "no area at rest");
  write("twice.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 2 3 1\n");
  expect_trouble(R"({"cloths": [{"name": "a", "mesh": {"file": "twice.obj"}}], "frames": 1})", "same corners");
  EXPECT_EQ(run("simulate scene:nothing").exit_code, 2);
  EXPECT_EQ(run("simulate " + scene() + " -o " + path("c.avi")).exit_code, 2);
  EXPECT_EQ(run("simulate").exit_code, 2);
}

TEST_F(Simulate, what_crosses_in_the_last_frame_is_told) {
  const std::string file = write("cross.json",
                                 R"({"cloths": [{"name": "a", "mesh": {"grid": {"size": [1, 1], "cells": [6, 6]}}},
                     {"name": "b", "mesh": {"grid": {"size": [0.4, 0.4], "cells": [3, 3]}},
                      "transform": {"rotate": [90, 0, 0]}}],
          "gravity": [0, 0, 0], "frames": 2, "settings": {"recovery": {"scheme": "none"}}})");
  const auto outcome = run("simulate " + file);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "intersecting pairs")) << outcome.out;
}

TEST_F(Simulate, it_is_recorded) {
  ASSERT_EQ(run("simulate " + scene() + " --quiet --record " + path("c.abut")).exit_code, 0);
  const auto recording = RecordingFile::open(path("c.abut"));
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->frame_count(), 9u);
}

// A row of boxes that a ball knocks over.
constexpr const char* kDominoes = R"({"solids": [
  {"name": "domino", "mesh": {"box": {"size": [0.1, 0.4, 0.8]}}, "transform": {"translate": [0, 0, 0.4]},
   "array": {"count": [6, 1, 1], "step": [0.5, 0, 0]}},
  {"name": "ball", "mesh": {"sphere": {"radius": 0.15, "subdivisions": 1}}, "transform": {"translate": [-0.5, 0, 0.6]},
   "density": 4000, "velocity": [3, 0, 0]},
  {"name": "wall", "mesh": {"box": {"size": [0.2, 2, 1]}}, "transform": {"translate": [4, 0, 0.5]}, "role": "fixed"}],
  "grounds": [{}], "fps": 30, "frames": 20)";

TEST_F(Simulate, solids_move_and_are_written) {
  const std::string file = write("dominoes.json", std::string(kDominoes) + "}");
  const auto outcome =
      run("simulate " + file + " -o " + path("out/d.obj") + " -o " + path("d.usda") + " -o " + path("d.glb") + " -o " +
          path("d.pc2") + " --record " + path("d.abut") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "20 of 20 frames")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "8 solids; ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "times real time")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "Cloth")) << outcome.out;
  EXPECT_EQ(list(path("out")).size(), 21u);
  EXPECT_TRUE(fs::exists(path("d.domino_1.pc2")) || fs::exists(path("d.domino 1.pc2")));
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["solids"], 8);
  const json& last = report["frames"][20]["solids"];
  EXPECT_GT(last["contacts"], 0);
  EXPECT_EQ(last["deep_overlaps"], 0);
  EXPECT_LT(last["gravity_energy"], report["frames"][0]["solids"]["gravity_energy"]);
  EXPECT_FALSE(report["frames"][20].contains("pairs"));
  const auto recording = RecordingFile::open(path("d.abut"));
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->frame_count(), 21u);
}

TEST_F(Simulate, solids_go_on_bit_by_bit) {
  // Many frames, so that it is not done before it is killed.
  const std::string file = write("dominoes.json", std::string(kDominoes) + "}");
  const std::string command =
      "simulate " + file + " -o " + path("out/d.ply") + " -o " + path("d.usda") + " --quiet --frames 300";
  ASSERT_EQ(run(command).exit_code, 0);
  const std::string whole = read(path("d.usda")), last = read(path("out/d_0300.ply"));
  fs::remove_all(path("out"));
  fs::remove(path("d.usda"));
  kill_when(path("out/d_0012.ply"),
            {"simulate", file, "-o", path("out/d.ply"), "-o", path("d.usda"), "--quiet", "--frames", "300"});
  EXPECT_TRUE(fs::exists(path("out/d.ply.journal")));
  EXPECT_EQ(run(command + " --resume").exit_code, 0);
  EXPECT_EQ(read(path("d.usda")), whole);
  EXPECT_EQ(read(path("out/d_0300.ply")), last);
}

TEST_F(Simulate, robots_are_read_from_their_documents) {
  const std::string file = (test::source_folder() / "examples/robot/dogs.json").string();
  const auto outcome = run("simulate " + file + " --frames 60 -o " + path("dogs.usda") + " --record " + path("d.abut"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "19 solids, 16 joints")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Note: robot 'hung': joint 'front_left_knee' starts at -17.19 degrees"))
      << outcome.out;
  // What the scene is read from is no output.
  const std::string urdf = (test::source_folder() / "examples/robot/dog.urdf").string();
  EXPECT_EQ(run("simulate " + file + " --frames 1 --force --json " + urdf).exit_code, 2);
}

TEST_F(Simulate, solids_too_deep_in_each_other_are_told) {
  const std::string file = write("deep.json", R"({"solids": [{"name": "a", "mesh": {"box": {}}, "role": "fixed"},
      {"name": "b", "mesh": {"box": {}}, "transform": {"translate": [0, 0, 0.7]}}],
      "gravity": [0, 0, 0], "solid_settings": {"start": "allow", "push_speed": 0}, "frames": 2})");
  const auto outcome = run("simulate " + file + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "overlaps by up to 0.3 m ('a' and 'b'), 1 of them deeper than 10 %"))
      << outcome.out;
  EXPECT_EQ(json::parse(read(path("r.json")))["frames"][2]["solids"]["deep_overlaps"], 1);
}

TEST_F(Simulate, cloth_and_solids_in_one_scene) {
  const std::string file =
      write("both.json", R"({"cloths": [{"name": "cloth", "mesh": {"grid": {"size": [0.6, 0.6], "cells": [12, 12]}},
      "transform": {"translate": [0, 0, 0.35]}}],
      "solids": [{"name": "ball", "mesh": {"sphere": {"radius": 0.2, "subdivisions": 2}}, "transform": {"translate": [0, 0, 0.05]}}],
      "grounds": [{"point": [0, 0, -0.3]}], "fps": 30, "frames": 8})");
  const auto outcome = run("simulate " + file + " -o " + path("out/b.obj") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "Note:")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Cloth intersects nothing in any frame.")) << outcome.out;
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["frames"][8]["pairs"], 0);
  EXPECT_EQ(report["frames"][8]["solids"]["steps"], 2);
}

// The built-in scene, until its solids are on their way up again; on the ground they would have 4.2 J.
TEST_F(Simulate, a_sheet_catches_solids) {
  const auto outcome = run("simulate scene:trampoline --frames 24 -o " + path("t.usda") + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Cloth intersects nothing in any frame.")) << outcome.out;
  const json report = json::parse(read(path("r.json")));
  const auto height_energy = [&](std::size_t i) { return report["frames"][i]["solids"]["gravity_energy"].get<double>(); };
  for (std::size_t i = 0; i <= 24; ++i) EXPECT_GT(height_energy(i), 5) << i;
  EXPECT_LT(height_energy(18), 0.2 * height_energy(0));
  EXPECT_GT(height_energy(24), 1.2 * height_energy(18));
}

TEST_F(Simulate, trouble_of_solids_says_where_and_leaves_nothing) {
  expect_trouble(
      R"({"frames": 1, "solids": [{"name": "a", "mesh": {"box": {}}}, {"name": "b", "mesh": {"box": {}}, "transform": {"translate": [0, 0.75, 0]}}]})",
      R"(bad.json: solids[0]: solid 'a' and solid 'b' overlap at the start, 0.25 m deep; "solid_settings": {"start": "push_apart"} moves them apart first)");
  expect_trouble(R"({"frames": 1, "solids": [{"mesh": {"grid": {}}}]})", "solids[0].mesh: ");
  expect_trouble(
      R"({"frames": 1, "solids": [{"name": "a", "mesh": {"box": {}}}], "joints": [{"name": "j", "kind": "ball", "a": "a"},
      {"name": "k", "kind": "ball", "a": "a", "anchor": [3, 0, 0], "anchor_b": [4, 0, 0]}]})",
      "joints[");
  expect_trouble(R"({"frames": 1, "robots": [{"file": "none.urdf"}]})", "robots[0].file: ");
}

// The files of examples/ by name; all can at least begin.
TEST_F(Simulate, scenes_by_name_begin) {
  EXPECT_GE(list_simulations().size(), 6u);
  for (const SimulationInfo& info : list_simulations()) {
    if (!info.can_be_simulated) continue;
    const auto outcome =
        run("simulate scene:" + std::string(info.name) + " --frames 1 --json " + path("r.json") + " --force");
    EXPECT_NE(outcome.exit_code, 2) << info.name << outcome.out;
  }
}

TEST_F(Simulate, help_answers) {
  const auto outcome = run("simulate --help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* word : {"scene:sphere", "--resume", "--frames", "Exit code"})
    EXPECT_TRUE(contains(outcome.out, word)) << word;
}

}  // namespace
}  // namespace abut
