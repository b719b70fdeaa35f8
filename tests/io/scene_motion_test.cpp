// Scenes that were loaded: what is attached to what, what moves and how, and where copies are.
#include <cmath>

#include "abut/io.h"
#include "io/scene_testing.h"

namespace abut {
namespace {

using test::TemporaryFolder;

// ---------------------------------------------------------------------------------------------------------------
// Attachments

std::vector<VertexId> find_attached(const std::string& where, const std::string& transform = "{}") {
  const LoadedScene scene = load_good(R"({"cloths": [{"mesh": {"grid": {"size": [2, 2], "cells": [2, 2]}},
      "transform": )" + transform + R"(, "attachments": [{"where": )" +
                                      where + "}]}]}");
  EXPECT_FALSE(scene.scene.cloths[0].attachments[0].placement);
  EXPECT_EQ(scene.scene.cloths[0].attachments[0].release_time, -1);
  return scene.scene.cloths[0].attachments[0].vertices;
}

TEST(SceneAttachments, can_be_named_in_many_ways) {
  const auto ids = [](std::initializer_list<std::size_t> numbers) {
    std::vector<VertexId> list;
    for (const std::size_t n : numbers) list.push_back(VertexId(n));
    return list;
  };
  EXPECT_EQ(find_attached(R"({"vertices": [8, 0, 8]})"), ids({0, 8}));
  EXPECT_EQ(find_attached(R"({"box": {"lower": [0.5, -2, -1], "upper": [2, 0, 1]}})"), ids({2, 5}));
  EXPECT_EQ(find_attached(R"({"nearest": [[-3, -3, 0], [0.1, 0, 0]]})"), ids({0, 4}));
  EXPECT_EQ(find_attached(R"({"side": "x_min"})"), ids({0, 3, 6}));
  EXPECT_EQ(find_attached(R"({"side": "y_max"})"), ids({6, 7, 8}));
  EXPECT_EQ(find_attached(R"({"boundary": true})"), ids({0, 1, 2, 3, 5, 6, 7, 8}));
  // A side is one of the mesh, a box one of the world.
  const std::string turned = R"({"rotate": [0, 0, 180]})";
  EXPECT_EQ(find_attached(R"({"side": "x_min"})", turned), ids({0, 3, 6}));
  EXPECT_EQ(find_attached(R"({"box": {"lower": [0.5, -2, -1], "upper": [2, 2, 1]}})", turned), ids({0, 3, 6}));
}

TEST(SceneAttachments, that_hold_nothing_are_named) {
  EXPECT_EQ(
      find_load_error(scene_text(R"("attachments": [{"where": {"box": {"lower": [5, 5, 5], "upper": [6, 6, 6]}}}])")),
      "scene.json: cloths[0].attachments[0].where: no vertex found there");
  EXPECT_EQ(find_load_error(scene_text(R"("attachments": [{"where": {"vertices": [3, 9]}}])")),
            "scene.json: cloths[0].attachments[0].where.vertices[1]: 9 found, but the mesh has 9 vertices");
}

TEST(SceneAttachments, follow_keyframes_and_speeds) {
  const LoadedScene scene = load_good(scene_text(R"("attachments": [
    {"where": {"nearest": [[0.5, 0, 0]]}, "release_time": 3,
     "motion": {"keyframes": [{"time": 1}, {"time": 2, "translate": [0, 0, 4], "degrees": 90}]}},
    {"where": {"nearest": [[-0.5, 0, 0]]},
     "motion": {"point": [0.5, 0, 0], "axis": [0, 0, 2], "degrees_per_second": 90, "velocity": [0, 0, 1],
                "start": 1, "stop": 3}}])"));
  const Attachment& first = scene.scene.cloths[0].attachments[0];
  EXPECT_EQ(first.release_time, 3);
  expect_near(place_at(first.placement, 0, 1)[0], Vec3(0.5, 0, 0));
  expect_near(place_at(first.placement, 1.5, 1)[0], Vec3(0.5 * std::sqrt(0.5), 0.5 * std::sqrt(0.5), 2));
  expect_near(place_at(first.placement, 9, 1)[0], Vec3(0, 0.5, 4));
  const Placement& second = scene.scene.cloths[0].attachments[1].placement;
  expect_near(place_at(second, 0.5, 1)[0], Vec3(-0.5, 0, 0));
  expect_near(place_at(second, 2, 1)[0], Vec3(0.5, -1, 1));
  expect_near(place_at(second, 3, 1)[0], Vec3(1.5, 0, 2));
  expect_near(place_at(second, 7, 1)[0], Vec3(1.5, 0, 2));
}

TEST(SceneAttachments, follow_motions_one_after_the_other) {
  const LoadedScene scene = load_good(scene_text(R"("attachments": [{"where": {"nearest": [[0.5, 0, 0]]}, "motion": [
    {"axis": [0, 0, 1], "keyframes": [{"time": 0}, {"time": 1, "degrees": 90}], "period": 2},
    {"axis": [1, 0, 0], "degrees_per_second": 90, "start": 1},
    {"keyframes": [{"time": 0}, {"time": 1, "translate": [7, 0, 0]}], "period": 2, "start": 4}]}])"));
  const Placement& placement = scene.scene.cloths[0].attachments[0].placement;
  expect_near(place_at(placement, 1, 1)[0], Vec3(0, 0.5, 0));
  expect_near(place_at(placement, 2, 1)[0], Vec3(0.5, 0, 0));
  expect_near(place_at(placement, 3, 1)[0], Vec3(0, -0.5, 0));
  expect_near(place_at(placement, 5, 1)[0], Vec3(7, 0.5, 0));
  expect_near(place_at(placement, 6, 1)[0], Vec3(0.5, 0, 0));
}

TEST(SceneAttachments, follow_an_obstacle) {
  const LoadedScene scene = load_good(
      R"({"cloths": [{"mesh": {"grid": {"cells": [2, 2]}}, "transform": {"translate": [0, 0, 0.6]},
           "attachments": [{"where": {"nearest": [[0, 0, 0.6]]}, "follow": "box"}]}],
          "obstacles": [{"name": "other", "mesh": {"sphere": {}}},
            {"name": "box", "mesh": {"box": {"cells": [2, 2, 2]}},
             "motion": {"axis": [1, 0, 0], "degrees_per_second": 90, "velocity": [1, 0, 0]}}]})");
  const Placement& placement = scene.scene.cloths[0].attachments[0].placement;
  expect_near(place_at(placement, 0, 1)[0], Vec3(0, 0, 0.6));
  expect_near(place_at(placement, 1, 1)[0], Vec3(1, -0.6, 0));
  expect_near(place_at(placement, 2, 1)[0], Vec3(2, 0, -0.6));
  expect_near(place_at(placement, 1, 1)[0], Vec3(1, -0.6, 0));  // in whatever order it is asked
}

// ---------------------------------------------------------------------------------------------------------------
// Obstacles

TEST(SceneObstacles, stay_unless_they_move) {
  const LoadedScene scene = load_good(scene_text("", R"("obstacles": [
    {"mesh": {"box": {}}, "transform": {"translate": [0, 0, 5]}, "friction": 0.7},
    {"mesh": {"box": {}}, "motion": {"velocity": [0, 1, 0]}}])"));
  EXPECT_FALSE(scene.scene.obstacles[0].placement);
  EXPECT_EQ(scene.scene.obstacles[0].friction, 0.7);
  EXPECT_EQ(scene.scene.obstacles[0].name, "obstacle 1");
  expect_near(make_box(scene.scene.obstacles[0].positions).center(), Vec3(0, 0, 5));
  ASSERT_TRUE(scene.scene.obstacles[1].placement);
  expect_near(make_box(place_at(scene.scene.obstacles[1].placement, 2, 8)).center(), Vec3(0, 2, 0));
}

void write_frames(const TemporaryFolder& folder) {
  std::filesystem::create_directories(folder / "frames");
  for (int i = 0; i < 4; ++i) {
    const std::string z = std::to_string(i * i);
    put_file(folder / ("frames/f" + std::to_string(i) + ".obj"),
             "v 0 0 " + z + "\nv 1 0 " + z + "\nv 0 1 " + z + "\nf 1 2 3\n");
  }
}

void expect_frames(const std::string& obstacle, const TemporaryFolder& folder) {
  const LoadedScene scene = load_good(scene_text("", R"("duration": 9, "obstacles": [)" + obstacle + "]"), folder / "");
  const Placement& placement = scene.scene.obstacles[0].placement;
  ASSERT_TRUE(placement);
  const auto height = [&](double time) { return place_at(placement, time, 3)[0].z(); };
  EXPECT_NEAR(height(0), 0, 1e-12);
  EXPECT_NEAR(height(1), 0, 1e-12);  // the first frame is at 1 s, and there are two a second
  EXPECT_NEAR(height(1.25), 0.5, 1e-12);
  EXPECT_NEAR(height(2), 4, 1e-12);
  EXPECT_NEAR(height(2.25), 6.5, 1e-12);
  EXPECT_NEAR(height(100), 9, 1e-12);
}

TEST(SceneObstacles, animations_are_linear_between_frames_and_stay_at_their_ends) {
  const TemporaryFolder folder;
  write_frames(folder);
  expect_frames(R"({"animation": {"folder": "frames", "fps": 2, "start": 1}})", folder);
  expect_frames(R"({"animation": {"files": ["frames/f0.obj", "frames/f1.obj", "frames/f2.obj", "frames/f3.obj"],
                    "fps": 2, "start": 1}})",
                folder);
  std::vector<std::vector<Vec3>> frames;
  for (int i = 0; i < 4; ++i) frames.push_back({Vec3(0, 0, i * i), Vec3(1, 0, i * i), Vec3(0, 1, i * i)});
  ASSERT_TRUE(write_pc2(frames, folder / "cache.pc2"));
  expect_frames(R"({"mesh": {"file": "frames/f0.obj"}, "animation": {"cache": "cache.pc2", "fps": 2, "start": 1}})",
                folder);
}

TEST(SceneObstacles, animations_are_put_in_place_and_then_moved) {
  const TemporaryFolder folder;
  write_frames(folder);
  const LoadedScene scene =
      load_good(scene_text("", R"("duration": 9, "obstacles": [{"animation": {"folder": "frames", "fps": 1},
        "transform": {"scale": [1, 1, 2], "rotate": [90, 0, 0], "translate": [0, 0, 3]},
        "motion": {"velocity": [1, 0, 0]}}])"),
                folder / "");
  // At 2 s it is at z = 4: scaled to 8, turned to y = -8, put at z = 3, and moved by 2.
  expect_near(place_at(scene.scene.obstacles[0].placement, 2, 3)[0], Vec3(2, -8, 3));
}

TEST(SceneObstacles, bad_animations_are_named) {
  const TemporaryFolder folder;
  write_frames(folder);
  put_file(folder / "frames/f3.obj", "v 0 0 0\nv 1 0 0\nf 1 2 1\n");
  const std::string long_scene = R"("duration": 9, "obstacles": )";
  EXPECT_TRUE(find_load_error(scene_text("", long_scene + R"([{"animation": {"folder": "frames"}}])"), folder / "")
                  .starts_with("scene.json: obstacles[0].animation: "));
  // What is not reached is not read.
  const std::string short_scene = R"("duration": 0.03, "obstacles": )";
  EXPECT_EQ(find_load_error(scene_text("", short_scene + R"([{"animation": {"folder": "frames"}}])"), folder / ""),
            "loaded without complaint");
  ASSERT_TRUE(write_pc2(std::vector<std::vector<Vec3>>{{Vec3(0, 0, 0)}}, folder / "cache.pc2"));
  EXPECT_EQ(
      find_load_error(scene_text("", R"("obstacles": [{"mesh": {"box": {}}, "animation": {"cache": "cache.pc2"}}])"),
                      folder / ""),
      "scene.json: obstacles[0].animation.cache: 1 vertices found, expected 8 as in the mesh");
}

// ---------------------------------------------------------------------------------------------------------------
// Copies

std::vector<Cloth> load_copies(int seed, const std::string& more = "") {
  return load_good(R"({"cloths": [{"name": "square", "mesh": {"grid": {"size": [0.5, 0.5], "cells": [4, 4]}},
      "transform": {"translate": [1, 2, 3]}, "copies": {"count": 25, "seed": )" +
                   std::to_string(seed) + more + R"(, "spread": [0.25, 0.5, 0]}}]})")
      .scene.cloths;
}

TEST(SceneCopies, are_the_same_for_the_same_seed) {
  const auto first = load_copies(7, R"(, "turn": 180)"), second = load_copies(7, R"(, "turn": 180)"),
             other = load_copies(8, R"(, "turn": 180)");
  ASSERT_EQ(first.size(), 25u);
  EXPECT_EQ(first[0].name, "square 1");
  EXPECT_EQ(first[24].name, "square 25");
  for (std::size_t i = 0; i < 25; ++i) {
    EXPECT_EQ(first[i].positions, second[i].positions);
    EXPECT_NE(first[i].positions, other[i].positions);
  }
}

TEST(SceneCopies, lie_within_the_spread_and_turn_any_way) {
  Vec3 largest = Vec3::Zero(), normals = Vec3::Zero();
  for (const Cloth& cloth : load_copies(7, R"(, "turn": 180)")) {
    const Vec3 shift = cloth.positions[12] - Vec3(1, 2, 3);  // the middle
    largest = largest.cwiseMax(shift.cwiseAbs());
    const Vec3 normal = (cloth.positions[1] - cloth.positions[0]).cross(cloth.positions[5] - cloth.positions[0]);
    normals += normal.normalized().cwiseAbs();
    EXPECT_NEAR((cloth.positions[24] - cloth.positions[0]).norm(), std::sqrt(0.5), 1e-12);
  }
  EXPECT_TRUE((largest.array() <= Vec3(0.25, 0.5, 1e-12).array()).all()) << largest.transpose();
  EXPECT_TRUE((largest.array() >= Vec3(0.15, 0.3, 0).array()).all()) << largest.transpose();
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(normals[k] / 25, 0.5, 0.2);
}

TEST(SceneCopies, turn_no_more_than_they_may) {
  for (const Cloth& cloth : load_copies(3, R"(, "turn": 10)")) {
    const Vec3 normal = (cloth.positions[1] - cloth.positions[0]).cross(cloth.positions[5] - cloth.positions[0]);
    EXPECT_GE(normal.normalized().z(), std::cos(10.001 * 3.14159265358979 / 180));
  }
  for (const Cloth& cloth : load_copies(3)) EXPECT_EQ(cloth.positions[0].z(), 3);
}

}  // namespace
}  // namespace abut
