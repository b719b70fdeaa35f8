// The house has floors (docs/architecture.md), and a room includes only its own files and rooms on lower floors.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "scenes/collection.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, int> kFloors = {
    {"base", 0},   {"math", 1},     {"shape", 2},  {"tree", 3},     {"narrow", 3},  {"model", 4},
    {"detect", 5}, {"response", 5}, {"sim", 6},    {"untangle", 6}, {"nest", 6},    {"cover", 6},
    {"io", 7},     {"scenes", 7},   {"device", 7}, {"apps", 8},     {"bindings", 8}};

// Most rooms have one public face, of their own name; some have more.
std::string room_of_face(const std::string& name) {
  if (name == "outline" || name == "convex" || name == "mass" || name == "patch") return "shape";
  if (name == "outline_tree" || name == "rigid_tree" || name == "sphere_tree" || name == "moving_boxes") return "tree";
  if (name == "memory") return "base";
  if (name == "pose" || name == "lcp" || name == "rigid_motion") return "math";
  if (name == "impulses" || name == "joints") return "response";
  if (name == "curves" || name == "convex_pair" || name == "patch_contact" || name == "rigid_impact") return "narrow";
  if (name == "outlines" || name == "sphere_scene") return "detect";
  if (name == "mesh_contacts" || name == "mesh_impact" || name == "rigid_contacts") return "detect";
  if (name == "solids" || name == "solid_overlaps" || name == "coupling" || name == "yielding") return "sim";
  if (name == "sphere_set") return "cover";
  if (name == "drawing" || name == "robot" || name == "sphere_set_file") return "io";
  return name == "recording" || name == "animation" || name == "journal" || name == "scene_file" ||
                 name == "paged_triangles" || name == "sphere_report"
             ? "io"
             : name;
}

// The room of a file in the tree: src/ROOM/..., include/abut/ROOM.h, scenes/..., apps/...
std::string room_of_file(const fs::path& relative) {
  auto part = relative.begin();
  const std::string first = part->string();
  if (first == "src") return std::next(part)->string();
  if (first == "include") return room_of_face(relative.stem().string());
  return first;
}

// The room an include line leads to; empty for other libraries and for files beside the including one.
std::string room_of_include(const std::string& path) {
  const fs::path p(path);
  const std::string first = p.begin()->string();
  if (first == "abut") return room_of_face(p.stem().string());
  return kFloors.contains(first) && p.has_parent_path() ? first : "";
}

struct Include {
  fs::path file;
  std::string from, to;
};

std::vector<Include> read_includes() {
  const fs::path root = abut::test::source_folder();
  const std::regex pattern("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
  std::vector<Include> includes;
  for (const char* folder : {"src", "include", "scenes", "apps", "bindings"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp" && extension != ".cu") continue;
      const fs::path relative = fs::relative(entry.path(), root);
      std::ifstream file(entry.path());
      std::smatch match;
      for (std::string line; std::getline(file, line);) {
        if (!std::regex_search(line, match, pattern)) continue;
        EXPECT_FALSE(match[1].str().starts_with("..")) << relative << ": paths start at src/, not at " << match[1];
        const std::string to = room_of_include(match[1]);
        if (!to.empty()) includes.push_back({relative, room_of_file(relative), to});
      }
    }
  }
  return includes;
}

TEST(Layers, includes_go_down_only) {
  const auto includes = read_includes();
  EXPECT_GT(includes.size(), 50u);
  for (const Include& include : includes) {
    if (include.from == "abut") continue;  // abut.h, which includes all
    ASSERT_TRUE(kFloors.contains(include.from)) << include.file << ": room '" << include.from << "' has no floor";
    ASSERT_TRUE(kFloors.contains(include.to)) << include.file << ": room '" << include.to << "' has no floor";
    EXPECT_TRUE(include.from == include.to || kFloors.at(include.to) < kFloors.at(include.from))
        << include.file << ": " << include.from << " may not include " << include.to;
  }
}

}  // namespace
}  // namespace abut
