// Scene files that are wrong: the message says where, what was found and what was expected.
#include <filesystem>
#include <limits>
#include <random>

#include "fuzz/fuzz_scene.h"
#include "io/file_access.h"
#include "io/scene_testing.h"
#include "scenes/collection.h"

namespace abut {
namespace {

struct BadScene {
  std::string text, message;
};

void expect_errors(const std::vector<BadScene>& scenes) {
  for (const BadScene& scene : scenes) EXPECT_EQ(find_scene_error(scene.text), scene.message);
}

TEST(SceneErrors, numbers_out_of_range_are_named) {
  expect_errors({
      {scene_text(R"("material": {"density": -1})"),
       "scene.json: cloths[0].material.density: -1 found, expected a number above 0"},
      {scene_text(R"("material": {"density": 0})"),
       "scene.json: cloths[0].material.density: 0 found, expected a number above 0"},
      {scene_text(R"("material": {"warp_stiffness": -5})"),
       "scene.json: cloths[0].material.warp_stiffness: -5 found, expected a number above 0"},
      {scene_text(R"("material": {"friction": -0.1})"),
       "scene.json: cloths[0].material.friction: -0.1 found, expected a number that is not negative"},
      {scene_text(R"("material": {"poisson_ratio": 1})"),
       "scene.json: cloths[0].material.poisson_ratio: 1 found, expected a number below 1"},
      {scene_text("", R"("wind": {"gust_period": 0})"),
       "scene.json: wind.gust_period: 0 found, expected a number above 0"},
      {scene_text("", R"("settings": {"contact": {"ignored_share": 2}})"),
       "scene.json: settings.contact.ignored_share: 2 found, expected a number from 0 to 1"},
      {scene_text("", R"("gravity": [0, 0, 1e13])"),
       "scene.json: gravity[2]: 10000000000000.0 found, expected a number within 1000000000000"},
      {scene_text("", R"("fps": 0)"), "scene.json: fps: 0 found, expected a number from 0.001 to 100000"},
  });
}

TEST(SceneErrors, absurd_sizes_are_refused_with_the_limit) {
  expect_errors({
      {R"({"cloths": [{"mesh": {"grid": {"cells": [1e9, 1e9]}}}]})",
       "scene.json: cloths[0].mesh.grid.cells[0]: 1000000000.0 found, expected a whole number from 1 to 100000"},
      {R"({"cloths": [{"mesh": {"grid": {"cells": [100000, 100000]}}}]})",
       "scene.json: cloths[0].mesh.grid.cells: cells for 20000000000 faces found, expected no more than 4000000"},
      {R"({"cloths": [{"mesh": {"sphere": {"subdivisions": 30}}}]})",
       "scene.json: cloths[0].mesh.sphere.subdivisions: 30 found, expected a whole number from 0 to 8"},
      {scene_text(R"("copies": {"count": 1000000000})"),
       "scene.json: cloths[0].copies.count: 1000000000 found, expected a whole number from 1 to 10000"},
      {scene_text("", R"("duration": 1e6, "fps": 1e5)"),
       "scene.json: duration: 100000000000 frames found, expected no more than 10000000"},
  });
  EXPECT_EQ(find_load_error(R"({"cloths": [{"mesh": {"grid": {"cells": [200, 200]}}, "copies": {"count": 10000}}]})"),
            "scene.json: cloths[0].copies: 10000 copies of 80000 faces found, expected no more than 20000000 faces in "
            "all");
}

TEST(SceneErrors, wrong_types_are_named) {
  expect_errors({
      {"[]", "scene.json: top level: array found, expected an object"},
      {"3", "scene.json: top level: number found, expected an object"},
      {"null", "scene.json: top level: null found, expected an object"},
      {R"({"cloths": {}})", "scene.json: cloths: object found, expected an array"},
      {R"({"cloths": [3]})", "scene.json: cloths[0]: number found, expected an object"},
      {scene_text(R"("velocity": "fast")"), "scene.json: cloths[0].velocity: string found, expected an array"},
      {scene_text(R"("velocity": [1, 2])"), "scene.json: cloths[0].velocity: 2 elements found, expected 3"},
      {scene_text(R"("velocity": [1, 2, "NaN"])"),
       "scene.json: cloths[0].velocity[2]: string found, expected a number"},
      {scene_text(R"("velocity": [1, 2, null])"), "scene.json: cloths[0].velocity[2]: null found, expected a number"},
      {scene_text(R"("weld": 1)"), "scene.json: cloths[0].weld: number found, expected true or false"},
      {scene_text(R"("name": 7)"), "scene.json: cloths[0].name: number found, expected a string"},
      {scene_text(R"("name": "")"), "scene.json: cloths[0].name: an empty string found"},
      {scene_text("", R"("frames": 2.5)"), "scene.json: frames: 2.5 found, expected a whole number"},
      {scene_text("", R"("settings": {"seed": -1})"),
       "scene.json: settings.seed: -1 found, expected a whole number that is not negative"},
  });
}

TEST(SceneErrors, unknown_members_get_a_suggestion) {
  expect_errors({
      {scene_text("", R"("gravitiy": [0, 0, 0])"),
       "scene.json: gravitiy: unknown member found (did you mean 'gravity'?)"},
      {scene_text(R"("material": {"densty": 1})"),
       "scene.json: cloths[0].material.densty: unknown member found (did you mean 'density'?)"},
      {scene_text(R"("atachments": [])"),
       "scene.json: cloths[0].atachments: unknown member found (did you mean 'attachments'?)"},
      {scene_text(R"("xyzzy": 0)"), "scene.json: cloths[0].xyzzy: unknown member found"},
      {scene_text(R"("material": "cottn")"),
       "scene.json: cloths[0].material: 'cottn' found, expected one of cotton, silk, denim, leather, polyester, wool "
       "(did you mean 'cotton'?)"},
      {scene_text(R"("material": {"preset": "steel"})"),
       "scene.json: cloths[0].material.preset: 'steel' found, expected one of cotton, silk, denim, leather, "
       "polyester, "
       "wool"},
      {scene_text("", R"("settings": {"recovery": {"scheme": "globel"}})"),
       "scene.json: settings.recovery.scheme: 'globel' found, expected one of none, local, global (did you mean "
       "'global'?)"},
      {scene_text("", R"("up": "w")"), "scene.json: up: 'w' found, expected one of x, y, z (did you mean 'x'?)"},
  });
}

TEST(SceneErrors, what_excludes_each_other_is_named) {
  expect_errors({
      {"{}", "scene.json: cloths: no cloth, obstacle, solid or robot found"},
      {R"({"cloths": []})", "scene.json: cloths: no cloth, obstacle, solid or robot found"},
      {R"({"cloths": [{}]})", "scene.json: cloths[0]: no member 'mesh' found"},
      {R"({"cloths": [{"mesh": {}}]})",
       "scene.json: cloths[0].mesh: nothing found, expected one of file, grid, disk, tube, sphere, capsule, box, dish, "
       "ribbon"},
      {R"({"cloths": [{"mesh": {"grid": {}, "disk": {}}}]})",
       "scene.json: cloths[0].mesh: 'grid' and 'disk' found, expected only one of file, grid, disk, tube, sphere, "
       "capsule, box, dish, ribbon"},
      {R"({"cloths": [{"mesh": {"grid": {}, "part": "a"}}]})", "scene.json: cloths[0].mesh.part: found without 'file'"},
      {scene_text(R"("rest": {"uv": true})"),
       "scene.json: cloths[0].rest.uv: found without a file as mesh, which alone has texture coordinates"},
      {scene_text(R"("attachments": [{}])"), "scene.json: cloths[0].attachments[0]: no member 'where' found"},
      {scene_text(R"("attachments": [{"where": {}}])"),
       "scene.json: cloths[0].attachments[0].where: nothing found, expected one of vertices, box, nearest, side, "
       "boundary"},
      {scene_text(R"("attachments": [{"where": {"side": "left"}}])"),
       "scene.json: cloths[0].attachments[0].where.side: 'left' found, expected one of x_min, x_max, y_min, y_max, "
       "z_min, z_max"},
      {scene_text(R"("attachments": [{"where": {"boundary": true}, "follow": "b", "motion": {}}])"),
       "scene.json: cloths[0].attachments[0].follow: found beside 'motion', expected only one of them"},
      {scene_text("", R"("duration": 1, "frames": 3)"),
       "scene.json: frames: found beside 'duration', expected only one of them"},
      {scene_text("", R"("substeps": 1, "settings": {"step": 0.01})"),
       "scene.json: substeps: found beside 'settings.step', expected only one of them"},
      {scene_text("", R"("obstacles": [{"animation": {}}])"),
       "scene.json: obstacles[0].animation: nothing found, expected one of folder, files, cache"},
  });
}

TEST(SceneErrors, names_lead_somewhere_and_come_once) {
  expect_errors({
      {R"({"cloths": [{"name": "a", "mesh": {"grid": {}}}, {"name": "a", "mesh": {"grid": {}}}]})",
       "scene.json: cloths[1].name: 'a' found twice, expected a name of its own"},
      {scene_text(R"("name": "a")", R"("obstacles": [{"name": "a", "mesh": {"box": {}}}])"),
       "scene.json: obstacles[0].name: 'a' found twice, expected a name of its own"},
      {scene_text(R"("attachments": [{"where": {"boundary": true}, "follow": "boddy"}])",
                  R"("obstacles": [{"name": "body", "mesh": {"box": {}}}])"),
       "scene.json: cloths[0].attachments[0].follow: 'boddy' found, expected the name of an obstacle (did you mean "
       "'body'?)"},
  });
}

TEST(SceneErrors, directions_and_orders_make_sense) {
  const auto with_motion = [](const std::string& motion) {
    return scene_text("", R"("obstacles": [{"mesh": {"box": {}}, "motion": )" + motion + "}]");
  };
  expect_errors({
      {with_motion(R"({"axis": [0, 0, 0]})"), "scene.json: obstacles[0].motion.axis: a direction of length 0 found"},
      {with_motion(R"({"start": 2, "stop": 1})"),
       "scene.json: obstacles[0].motion.stop: 1 found, expected no less than the start, 2"},
      {with_motion(R"([{}, {"axis": [0, 0, 0]}])"),
       "scene.json: obstacles[0].motion[1].axis: a direction of length 0 found"},
      {with_motion(R"({"keyframes": [{"time": 1}, {"time": 2}], "period": 1.5})"),
       "scene.json: obstacles[0].motion.period: 1.5 found, expected no less than the time of the last keyframe, 2"},
      {with_motion(R"({"keyframes": [{"time": 1}, {"time": 1}]})"),
       "scene.json: obstacles[0].motion.keyframes[1].time: 1 found after 1, expected times that grow"},
      {scene_text("", R"("grounds": [{"normal": [0, 0, 0]}])"),
       "scene.json: grounds[0].normal: a direction of length 0 found"},
      {scene_text(R"("transform": {"scale": [1, 0, 1]})"),
       "scene.json: cloths[0].transform.scale: 0 found, expected other numbers"},
      {scene_text(R"("attachments": [{"where": {"box": {"lower": [0, 1, 0], "upper": [1, 0, 1]}}}])"),
       "scene.json: cloths[0].attachments[0].where.box.upper[1]: 0 found, expected no less than 1"},
      {R"({"cloths": [{"mesh": {"dish": {"radius": 1, "depth": 2}}}]})",
       "scene.json: cloths[0].mesh.dish.depth: 2 found, expected no more than the radius, 1"},
  });
}

TEST(SceneErrors, text_that_is_no_json_is_named_by_line_and_column) {
  EXPECT_TRUE(find_scene_error("{\n  \"fps\": ,\n}").starts_with("scene.json:2:10: no valid JSON: "))
      << find_scene_error("{\n  \"fps\": ,\n}");
  EXPECT_TRUE(find_scene_error("").starts_with("scene.json:1:1: no valid JSON: ")) << find_scene_error("");
  for (const char* text : {"{\"fps\": NaN}", "{\"fps\": Infinity}", "{\"fps\": 1e400}", "{\"fps\": -1e400}",
                           "{\"fps\": 1,}", "{'fps': 1}", "\xff\xfe", "{\"fps\": 0x10}"}) {
    const std::string error = find_scene_error(text);
    EXPECT_NE(error.find("no valid JSON"), std::string::npos) << text << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

TEST(SceneErrors, members_come_once) {
  expect_errors({
      {scene_text("", R"("fps": 1, "fps": 2)"), "scene.json: member 'fps' found twice in one object"},
      {scene_text(R"("weld": true, "weld": true)"), "scene.json: member 'weld' found twice in one object"},
  });
  parse_good(R"({"cloths": [{"mesh": {"grid": {}}}, {"mesh": {"grid": {}}}]})");
}

TEST(SceneErrors, deep_nesting_and_long_lists_do_no_harm) {
  EXPECT_NE(find_scene_error(std::string(100000, '[')).find("nested"), std::string::npos);
  std::string brackets = "{\"a\":";
  brackets.append(100000, '[');
  EXPECT_NE(find_scene_error(brackets).find("nested"), std::string::npos);
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"cloths\":";
  EXPECT_NE(find_scene_error(objects).find("nested"), std::string::npos);
}

TEST(SceneErrors, any_bytes_are_refused_or_mean_something) {
  const auto check = [](const std::string& bytes) {
    check_scene(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  };
  std::mt19937 random(5);
  const std::string_view letters = "0123456789-+.eE[]{},:\"\\ntfu\x80";
  for (const auto& entry :
       std::filesystem::directory_iterator(abut::test::source_folder() / "tests/corpus/scene")) {
    const std::string bytes = *read_file(entry.path());
    check(bytes);
    for (std::size_t i = 0; i < bytes.size(); i += 7) {
      check(bytes.substr(0, i));
      std::string changed = bytes;
      changed[random() % bytes.size()] = letters[random() % letters.size()];
      check(changed);
    }
  }
}

TEST(SceneErrors, names_from_the_file_are_made_fit_for_a_terminal) {
  const std::string error = find_scene_error(scene_text("", "\"\\u001b[31mred\": 1"));
  EXPECT_EQ(error.find('\x1b'), std::string::npos) << error;
  EXPECT_NE(error.find("unknown member"), std::string::npos) << error;
}

TEST(SceneErrors, files_that_are_missing_are_named_with_the_member) {
  const test::TemporaryFolder folder;
  const std::string text = R"({"cloths": [{"mesh": {"file": "skirt.obj"}}]})";
  const std::string error = find_load_error(text, folder / "");
  EXPECT_TRUE(error.starts_with("scene.json: cloths[0].mesh.file: ")) << error;
  EXPECT_NE(error.find("skirt.obj"), std::string::npos) << error;
  EXPECT_NE(find_load_error(scene_text("", R"("obstacles": [{"animation": {"folder": "frames"}}])"), folder / "")
                .find("obstacles[0].animation.folder: "),
            std::string::npos);
  const auto missing = read_scene(folder / "nothing.json");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("nothing.json"), std::string::npos);
}

TEST(SceneErrors, a_description_made_by_a_program_is_checked_too) {
  SceneDescription scene = parse_good(scene_text());
  scene.cloths[0].velocity.x() = std::numeric_limits<double>::quiet_NaN();
  const auto loaded = load_scene(scene, ".");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message, "scene.json: cloths[0].velocity[0]: null found, expected a number");
  scene = parse_good(scene_text());
  scene.cloths[0].mesh = {};
  EXPECT_FALSE(load_scene(scene, "."));
}

}  // namespace
}  // namespace abut
