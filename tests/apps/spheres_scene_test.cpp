// abut spheres with a scene, as a user meets it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "abut/io.h"
#include "abut/recording.h"
#include "apps/program_testing.h"
#include "scenes/scenes.h"
#include "scenes/simulations.h"

namespace abut {
namespace {

using nlohmann::json;
using test::contains;
using test::Program;
using test::run;

class SpheresScene : public Program {
 protected:
  // A ball that flies by two others; it meets the first of them.
  std::string scene(const std::string& more = "") const {
    return write("scene.json", R"({"obstacles": [
      {"name": "flyer", "mesh": {"sphere": {"radius": 0.2}}, "motion": {"velocity": [1, 0, 0]}},
      {"name": "met", "mesh": {"sphere": {"radius": 0.2}}, "transform": {"translate": [0.8, 0.1, 0]}},
      {"name": "passed", "mesh": {"sphere": {"radius": 0.2}}, "transform": {"translate": [0.8, -1, 0]}}],
      "fps": 10, "duration": 2)" + more +
                                   "}");
  }
  json report(const std::string& arguments) const {
    const auto outcome = run("spheres " + arguments + " --force --quiet --json " + path("report.json"));
    EXPECT_NE(outcome.exit_code, 2) << outcome.out;
    return json::parse(read(path("report.json")), nullptr, false);
  }
};

// Balls of 0.2 touch as long as their centers are within 0.4, but for what their faces lie inside of the balls.
TEST_F(SpheresScene, what_touches_is_found_in_its_frames) {
  const json found = report(scene());
  ASSERT_EQ(found["frames"].size(), 21u);
  std::size_t touching = 0;
  for (const json& frame : found["frames"]) {
    const double x = frame["time"], distance = std::hypot(x - 0.8, 0.1);
    if (distance < 0.38) {
      ASSERT_EQ(frame["touching"].size(), distance < 0.01 ? 0u : 1u) << x;
      EXPECT_EQ(frame["touching"][0]["a"], 0);
      EXPECT_EQ(frame["touching"][0]["b"], 1);
    }
    if (distance > 0.4) {
      EXPECT_TRUE(frame["touching"].empty()) << x;
    }
    touching += !frame["touching"].empty();
  }
  EXPECT_GE(touching, 7u);
  EXPECT_LE(touching, 8u);
  EXPECT_EQ(found["bodies"][2]["branches_made"], 0);
}

TEST_F(SpheresScene, exit_codes_tell_clean_found_and_trouble) {
  EXPECT_EQ(run("spheres " + scene() + " --quiet").exit_code, 1);
  EXPECT_EQ(run("spheres " + scene() + " --frames 2 --quiet").exit_code, 0);
  EXPECT_EQ(run("spheres " + path("missing.json")).exit_code, 2);
  EXPECT_EQ(run("spheres").exit_code, 2);
  EXPECT_EQ(run("spheres scene:nothing").exit_code, 2);
}

TEST_F(SpheresScene, answers_are_the_same_with_little_memory_and_from_the_disk) {
  const std::string pairs = path("pairs.csv");
  const auto find = [&](const std::string& more) {
    EXPECT_EQ(run("spheres " + scene() + more + " --quiet --force --pairs " + pairs).exit_code, 1) << more;
    return read(pairs);
  };
  const std::string expected = find("");
  EXPECT_GT(expected.size(), 1000u);
  EXPECT_EQ(find(" --memory 24kB"), expected);
  EXPECT_EQ(find(" --out-of-core --memory 100kB"), expected);
  EXPECT_EQ(find(" --depth 7"), expected);
  EXPECT_EQ(find(" --keep 0"), expected);
  const json little = report(scene() + " --memory 24kB");
  EXPECT_GT(little["memory"]["given_way"], 0);
  EXPECT_LE(little["memory"]["peak"], 24'000);
  const json paged = report(scene() + " --out-of-core --memory 100kB");
  EXPECT_GT(paged["disk"]["page_reads"], 0);
  EXPECT_EQ(paged["digest"], little["digest"]);
}

TEST_F(SpheresScene, spheres_alone_report_more_and_say_how_far) {
  const json spheres = report(scene() + " --spheres-only --depth 3"), exact = report(scene());
  EXPECT_FALSE(spheres["exact"]);
  EXPECT_GT(spheres["within"], 0);
  std::size_t more = 0;
  for (std::size_t f = 0; f < exact["frames"].size(); ++f) {
    const std::size_t rough = spheres["frames"][f]["touching"].size(), sure = exact["frames"][f]["touching"].size();
    EXPECT_GE(rough, sure) << f;
    more += rough > sure;
  }
  EXPECT_GT(more, 0u);
}

TEST_F(SpheresScene, too_little_memory_is_said_with_what_it_takes) {
  const auto outcome = run("spheres " + scene() + " --memory 100B");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "frame 4: 100 bytes of memory are too few")) << outcome.out;
}

TEST_F(SpheresScene, depth_beyond_the_coordinates_is_refused) {
  const std::string far = write("far.json", R"({"obstacles": [
      {"name": "far", "mesh": {"sphere": {"radius": 1e-4}}, "transform": {"translate": [1e9, 0, 0]}}], "frames": 1})");
  EXPECT_EQ(run("spheres " + far + " --depth 20").exit_code, 0);  // where a body is plays no part in its tree
  EXPECT_EQ(run("spheres " + scene() + " --depth 25").exit_code, 2);
  EXPECT_EQ(run("spheres " + scene() + " --depth -1").exit_code, 2);
}

TEST_F(SpheresScene, what_a_scene_gets_wrong_is_said) {
  const auto expect = [&](const std::string& text, const std::string& part) {
    const auto outcome = run("spheres " + write("wrong.json", text));
    EXPECT_EQ(outcome.exit_code, 2) << text;
    EXPECT_TRUE(contains(outcome.out, part)) << outcome.out;
  };
  expect("{}", "no cloth, obstacle, solid or robot found");
  expect(R"({"cloths": [{"mesh": {"grid": {}}}], "frames": 1})", "obstacles: none found");
  expect(R"({"obstacles": [{"mesh": {"file": "none.obj"}}], "frames": 1})", "none.obj");
  expect(R"({"obstacles": [{"mesh": {"sphere": {}}, "animation": {"cache": "walk.pc2"}}], "frames": 1})", "rigid");
}

TEST_F(SpheresScene, inputs_are_not_replaced) {
  const std::string ball = path("ball.obj");
  ASSERT_TRUE(write_mesh(make_sphere(80), ball));
  const std::string given = write("ball.json", R"({"obstacles": [{"mesh": {"file": "ball.obj"}}], "frames": 1})");
  const std::string before = read(ball);
  EXPECT_EQ(run("spheres " + given + " --force --json " + ball).exit_code, 2);
  EXPECT_EQ(run("spheres " + given + " --force --pairs " + given).exit_code, 2);
  EXPECT_EQ(run("spheres " + given + " --json " + path("a") + " --pairs " + path("a")).exit_code, 2);
  EXPECT_EQ(read(ball), before);
}

TEST_F(SpheresScene, it_is_recorded_with_spheres) {
  ASSERT_EQ(run("spheres " + scene() + " --quiet --record " + path("s.abut")).exit_code, 1);
  const auto recording = RecordingFile::open(path("s.abut"));
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->frame_count(), 21u);
}

TEST_F(SpheresScene, scenes_by_name_run_and_help_answers) {
  for (const SimulationInfo& info : list_simulations()) {
    if (info.can_be_simulated) continue;
    const auto outcome = run(fmt::format("spheres scene:{}", info.name));
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "touch")) << outcome.out;
  }
  const auto help = run("spheres --help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* word : {"scene:passing", "--memory", "--out-of-core", "Exit code"})
    EXPECT_TRUE(contains(help.out, word)) << word;
}

TEST_F(SpheresScene, a_folder_for_temporary_files_that_is_not_there_is_said) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  const std::string given = scene();
  setenv("TMPDIR", "/nowhere", 1);
  const auto outcome = run("spheres " + given + " --out-of-core");
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "set TMPDIR to one, or give --scratch")) << outcome.out;
}

TEST_F(SpheresScene, sizes_of_memory_are_read_with_their_units) {
  for (const char* good : {"1.5MB", "400kB", "1GiB", "2000000"})
    EXPECT_EQ(run("spheres " + scene() + " --quiet --memory " + good).exit_code, 1) << good;
  for (const char* bad : {"-5", "5XB", "MB", "nan", "1e30GB"}) {
    const auto outcome = run("spheres " + scene() + " --memory=" + bad);
    EXPECT_EQ(outcome.exit_code, 2) << bad;
    EXPECT_TRUE(contains(outcome.out, "expected a size such as 64MB")) << outcome.out;
  }
  EXPECT_TRUE(contains(run("spheres " + scene() + " --scratch /tmp").out, "--out-of-core, which is not given"));
}

}  // namespace
}  // namespace abut
