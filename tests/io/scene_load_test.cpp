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
