// What the tests of scene files share.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "abut/scene_file.h"
#include "support/temporary_folder.h"

namespace abut {

/// A scene with one cloth, which has these members besides its mesh, and these members beside the cloths.
inline std::string scene_text(const std::string& cloth = "", const std::string& scene = "") {
  return R"({"cloths": [{"mesh": {"grid": {"cells": [2, 2]}})" + (cloth.empty() ? "" : ", " + cloth) + "}]" +
         (scene.empty() ? "" : ", " + scene) + "}";
}

inline SceneDescription parse_good(const std::string& text) {
  Result<SceneDescription> scene = parse_scene(text, "scene.json");
  if (!scene) throw std::runtime_error(scene.error().message);
  return *std::move(scene);
}

inline std::string find_scene_error(const std::string& text) {
  const Result<SceneDescription> scene = parse_scene(text, "scene.json");
  return scene ? "read without complaint" : scene.error().message;
}

inline LoadedScene load_good(const std::string& text, const std::filesystem::path& folder = ".") {
  Result<LoadedScene> scene = load_scene(parse_good(text), folder);
  if (!scene) throw std::runtime_error(scene.error().message);
  return *std::move(scene);
}

inline std::string find_load_error(const std::string& text, const std::filesystem::path& folder = ".") {
  const Result<LoadedScene> scene = load_scene(parse_good(text), folder);
  return scene ? "loaded without complaint" : scene.error().message;
}

inline void put_file(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

inline std::vector<Vec3> place_at(const Placement& placement, double time, std::size_t count) {
  std::vector<Vec3> points(count, Vec3::Zero());
  placement(time, points);
  return points;
}

inline void expect_near(const Vec3& a, const Vec3& b, double slack = 1e-12) {
  EXPECT_LE((a - b).norm(), slack) << a.transpose() << " and " << b.transpose();
}

}  // namespace abut
