// Scenes that were loaded: where everything is, at the start and later.
#include <cmath>

#include "abut/io.h"
#include "io/scene_testing.h"

namespace abut {
namespace {

using test::TemporaryFolder;

// Two triangles that share an edge, with the vertices of that edge listed twice.
constexpr const char* kSeam = R"(o front
v 0 0 0
v 1 0 0
v 0 1 0
vt 0 0
vt 2 0
vt 0 2
f 1/1 2/2 3/3
o back
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt -2 2
vt -2 0
f 4/6 5/5 6/4
)";

TEST(SceneLoading, times_come_from_frames_or_seconds) {
  LoadedScene scene = load_good(scene_text("", R"("duration": 0.1)"));
  EXPECT_EQ(scene.frames, 3u);
  EXPECT_EQ(scene.fps, 30);
  scene = load_good(scene_text("", R"("frames": 12, "fps": 24, "substeps": 5, "output": {"animation": "out.usda"})"));
  EXPECT_EQ(scene.frames, 12u);
  EXPECT_DOUBLE_EQ(scene.settings.step, 1.0 / 120);
  EXPECT_EQ(scene.output.animation, "out.usda");
}

TEST(SceneLoading, up_says_where_down_is) {
  const LoadedScene scene =
      load_good(R"({"up": "y", "cloths": [{"mesh": {"grid": {"size": [2, 4], "cells": [1, 1]}}}], "grounds": [{}]})");
  EXPECT_EQ(scene.scene.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(scene.scene.grounds[0].normal, Vec3(0, 1, 0));
  const Box3 box = make_box(scene.scene.cloths[0].positions);
  expect_near(box.size(), Vec3(2, 0, 4));
  const Vec3 up = load_good(R"({"up": "x", "cloths": [{"mesh": {"tube": {}}}]})").scene.cloths[0].positions.back();
  EXPECT_NEAR(up.x(), 0.5, 1e-12);
  EXPECT_EQ(load_good(scene_text("", R"("gravity": [1, 2, 3])")).scene.gravity, Vec3(1, 2, 3));
}

TEST(SceneLoading, transforms_scale_then_turn_then_move) {
  const LoadedScene scene = load_good(
      R"({"cloths": [{"mesh": {"grid": {"size": [1, 1], "cells": [1, 1]}}, "velocity": [0, 0, 3],
          "transform": {"scale": [2, 4, 1], "rotate": [0, 0, 90], "translate": [10, 0, 0]}, "material": "silk"},
        {"mesh": {"grid": {"size": [1, 1], "cells": [1, 1]}},
          "transform": {"scale": [2, 4, 1], "rotate": {"axis": [0, 0, 5], "degrees": 90}, "translate": [10, 0, 0]}}]})");
  const Cloth& cloth = scene.scene.cloths[0];
  expect_near(cloth.positions[0], Vec3(12, -1, 0));  // was -0.5, -0.5
  expect_near(scene.scene.cloths[1].positions[0], Vec3(12, -1, 0));
  EXPECT_EQ(cloth.velocities, std::vector<Vec3>(4, Vec3(0, 0, 3)));
  EXPECT_EQ(cloth.material.density, find_material("silk")->density);
  EXPECT_EQ(cloth.name, "cloth 1");
  // At rest it is as it was scaled, whichever way it was turned: the warp is along x of the mesh.
  double longest = 0;
  for (const auto& face : cloth.rest.faces)
    for (const Vec2& corner : face) longest = std::max(longest, std::abs(corner.x()));
  EXPECT_NEAR(longest, 2, 1e-12);
  const Vec3 euler = load_good(scene_text(R"("transform": {"rotate": [90, 90, 0]})")).scene.cloths[0].positions[0];
  expect_near(euler, Vec3(-0.5, 0, 0.5));  // (-.5, -.5, 0) about x: (-.5, 0, -.5); about y: (-.5, 0, .5)
}

TEST(SceneLoading, vertices_of_a_seam_are_welded_and_found_again) {
  const TemporaryFolder folder;
  put_file(folder / "seam.obj", kSeam);
  const LoadedScene scene = load_good(R"({"cloths": [{"mesh": {"file": "seam.obj"}}]})", folder / "");
  const LoadedMesh& mesh = scene.cloths[0];
  EXPECT_EQ(mesh.mesh.vertex_count(), 6u);
  EXPECT_EQ(mesh.surface->vertex_count(), 4u);
  EXPECT_EQ(scene.scene.cloths[0].surface, mesh.surface.get());
  EXPECT_EQ(mesh.spread(scene.scene.cloths[0].positions), mesh.mesh.positions);
  EXPECT_EQ(mesh.files.size(), 1u);
  const LoadedScene apart = load_good(R"({"cloths": [{"mesh": {"file": "seam.obj"}, "weld": false}]})", folder / "");
  EXPECT_EQ(apart.cloths[0].surface->vertex_count(), 6u);
}

TEST(SceneLoading, a_part_of_a_file_can_be_taken) {
  const TemporaryFolder folder;
  put_file(folder / "seam.obj", kSeam);
  const LoadedScene scene =
      load_good(R"({"cloths": [{"mesh": {"file": "seam.obj", "part": "back"}, "rest": {"uv": true}}]})", folder / "");
  EXPECT_EQ(scene.cloths[0].mesh.vertex_count(), 3u);
  EXPECT_EQ(scene.cloths[0].mesh.positions[1], Vec3(1, 1, 0));
  EXPECT_NEAR((scene.scene.cloths[0].rest.faces[0][1] - scene.scene.cloths[0].rest.faces[0][0]).norm(), 2, 1e-12);
  EXPECT_EQ(find_load_error(R"({"cloths": [{"mesh": {"file": "seam.obj", "part": "bock"}}]})", folder / ""),
            "scene.json: cloths[0].mesh.part: 'bock' found, expected the name of an object or group of the file (did "
            "you mean 'back'?)");
}

TEST(SceneLoading, texture_coordinates_lay_cloth_out) {
  const TemporaryFolder folder;
  put_file(folder / "seam.obj", kSeam);
  const LoadedScene scene =
      load_good(R"({"cloths": [{"mesh": {"file": "seam.obj"}, "rest": {"uv": true, "uv_scale": 0.5}}]})", folder / "");
  const RestShape& rest = scene.scene.cloths[0].rest;
  ASSERT_EQ(rest.faces.size(), 2u);
  EXPECT_EQ(rest.faces[0], (std::array<Vec2, 3>{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}));
  for (const auto& face : rest.faces) {
    const Vec2 u = face[1] - face[0], v = face[2] - face[0];
    EXPECT_NEAR(u.x() * v.y() - u.y() * v.x(), 1, 1e-12);  // also of the piece that lies face down
  }
  for (const double bend : rest.bends) EXPECT_EQ(bend, 0);
}

TEST(SceneLoading, texture_coordinates_that_are_missing_are_named) {
  const TemporaryFolder folder;
  put_file(folder / "plain.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  put_file(folder / "far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/2 3/3\n");
  put_file(folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
  const auto text = [](const std::string& file) {
    return R"({"cloths": [{"mesh": {"file": ")" + file + R"("}, "rest": {"uv": true}}]})";
  };
  EXPECT_NE(find_load_error(text("plain.obj"), folder / "").find("plain.obj:4: '1' found, expected texture"),
            std::string::npos);
  EXPECT_NE(find_load_error(text("far.obj"), folder / "").find("far.obj:5: texture coordinate 2 is asked for"),
            std::string::npos);
  EXPECT_NE(find_load_error(text("flat.obj"), folder / "").find("polygon 0 has no area in texture"), std::string::npos);
  put_file(folder / "mesh.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  EXPECT_EQ(find_load_error(text("mesh.off"), folder / ""),
            "scene.json: cloths[0].rest.uv: found with a mesh in OFF, expected OBJ");
}

TEST(SceneLoading, another_mesh_may_be_the_shape_at_rest) {
  const TemporaryFolder folder;
  put_file(folder / "tent.obj", "v 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 1 3 4\n");
  put_file(folder / "flat.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv -2 0 0\nf 1 2 3\nf 1 3 4\n");
  put_file(folder / "other.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv -2 0 0\nf 1 3 2\nf 1 3 4\n");
  const auto text = [](const std::string& rest) {
    return R"({"cloths": [{"mesh": {"file": "tent.obj"}, "rest": )" + rest + "}]}";
  };
  const RestShape bent = load_good(text("{}"), folder / "").scene.cloths[0].rest;
  EXPECT_NE(bent.bends, std::vector<double>(bent.bends.size(), 0));
  const RestShape ironed = load_good(text(R"({"flat": true})"), folder / "").scene.cloths[0].rest;
  EXPECT_EQ(ironed.bends, std::vector<double>(bent.bends.size(), 0));
  const RestShape rest = load_good(text(R"({"file": "flat.obj"})"), folder / "").scene.cloths[0].rest;
  EXPECT_NEAR((rest.faces[0][1] - rest.faces[0][0]).norm(), 2, 1e-12);
  EXPECT_TRUE(
      find_load_error(text(R"({"file": "other.obj"})"), folder / "").starts_with("scene.json: cloths[0].rest.file: "));
}

TEST(SceneLoading, pieces_may_be_apart_at_rest) {
  const TemporaryFolder folder;
  put_file(folder / "seam.obj", kSeam);
  std::string pieces = kSeam;
  pieces.replace(pieces.find("v 1 0 0", pieces.find("o back")), 7, "v 5 0 0");
  put_file(folder / "pieces.obj", pieces);
  const RestShape rest =
      load_good(R"({"cloths": [{"mesh": {"file": "seam.obj"}, "rest": {"file": "pieces.obj"}}]})", folder / "")
          .scene.cloths[0]
          .rest;
  EXPECT_NEAR((rest.faces[0][1] - rest.faces[0][0]).norm(), 1, 1e-12);
  EXPECT_NEAR((rest.faces[1][1] - rest.faces[1][0]).norm(), std::sqrt(17.0), 1e-12);
}

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

TEST(SceneLoading, a_loaded_scene_may_be_moved) {
  auto scene = std::make_unique<LoadedScene>(load_good(
      scene_text(R"("attachments": [{"where": {"boundary": true},
    "follow": "ball"}])",
                 R"("obstacles": [{"name": "ball", "mesh": {"sphere": {}}, "motion": {"velocity": [1, 0, 0]}}])")));
  const LoadedScene moved = std::move(*scene);
  scene.reset();
  EXPECT_EQ(moved.scene.cloths[0].surface, moved.cloths[0].surface.get());
  EXPECT_EQ(moved.scene.cloths[0].surface->vertex_count(), 9u);
  EXPECT_EQ(place_at(moved.scene.cloths[0].attachments[0].placement, 1, 8).size(), 8u);
}

}  // namespace
}  // namespace abut
