// Which files of a folder are frames, and in which order.
#include <fstream>

#include "io/io_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

void touch(const fs::path& path) { std::ofstream(path).close(); }

std::vector<std::string> names_of(const Result<std::vector<fs::path>>& paths) {
  if (!paths) return {paths.error().message};
  std::vector<std::string> names;
  for (const fs::path& path : *paths) names.push_back(path.filename().string());
  return names;
}

// list_frames of a folder with empty files of these names.
std::vector<std::string> list_names(const std::vector<std::string>& names) {
  TemporaryFolder folder;
  for (const std::string& name : names) touch(folder / name);
  return names_of(list_frames(folder / ""));
}

std::string find_list_error(const std::vector<std::string>& names) {
  TemporaryFolder folder;
  for (const std::string& name : names) touch(folder / name);
  const std::string error = error_of(list_frames(folder / ""));
  const std::string prefix = (folder / "").string() + ": ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

}  // namespace

TEST(ListFrames, files_are_ordered_by_number) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(list_names({"f10.obj", "f2.obj", "f1.obj"}), (Names{"f1.obj", "f2.obj", "f10.obj"}));
  EXPECT_EQ(list_names({"010.ply", "9.ply", "00011.PLY"}), (Names{"9.ply", "010.ply", "00011.PLY"}));
  EXPECT_EQ(list_names({"v2_9_low.stl", "v2_10_low.stl"}), (Names{"v2_9_low.stl", "v2_10_low.stl"}));
  EXPECT_EQ(list_names({"0.obj", "36893488147419103233.obj", "36893488147419103232.obj"}),
            (Names{"0.obj", "36893488147419103232.obj", "36893488147419103233.obj"}));
  EXPECT_EQ(list_names({"shirt.glb"}), Names{"shirt.glb"});
}

TEST(ListFrames, what_is_no_mesh_file_does_not_count) {
  TemporaryFolder folder;
  for (const char* name : {"1.obj", "2.obj", "1.mtl", "a.pc2", "readme", "._2.obj", ".hidden.ply"})
    touch(folder / name);
  fs::create_directory(folder / "3.obj");
  EXPECT_EQ(names_of(list_frames(folder / "")), (std::vector<std::string>{"1.obj", "2.obj"}));
}

TEST(ListFrames, what_is_not_one_sequence_is_refused) {
  EXPECT_EQ(find_list_error({}), "no mesh files found, expected one per frame");
  EXPECT_EQ(find_list_error({"a.txt"}), "no mesh files found, expected one per frame");
  EXPECT_EQ(find_list_error({"1.obj", "2.obj", "3.ply"}), "'1.obj' and '3.ply' found, expected files of one format");
  const std::string one_number = " found, expected names that differ in one number only";
  EXPECT_EQ(find_list_error({"hat1.obj", "shirt1.obj"}), "'hat1.obj' and 'shirt1.obj'" + one_number);
  EXPECT_EQ(find_list_error({"shirt.obj", "shirt1.obj"}), "'shirt.obj' and 'shirt1.obj'" + one_number);
  EXPECT_EQ(find_list_error({"hat.obj", "shirt.obj"}), "'hat.obj' and 'shirt.obj'" + one_number);
  EXPECT_EQ(find_list_error({"a0b0.obj", "a0b1.obj", "a1b0.obj"}), "'a0b1.obj' and 'a1b0.obj'" + one_number);
  EXPECT_EQ(find_list_error({"f1.OBJ", "f1.obj"}), "'f1.OBJ' and 'f1.obj'" + one_number);
  EXPECT_EQ(find_list_error({"f01.obj", "f1.obj", "f2.obj"}),
            "'f01.obj' and 'f1.obj' found, expected each number once");
  EXPECT_EQ(error_of(list_frames("missing")), "missing: cannot be listed: No such file or directory");
}

}  // namespace abut
