// Animations, written: what all formats have in common.
#include "abut/animation.h"

#include <limits>

#include "io/animation_sink.h"
#include "io/animation_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileNames[] = {"a.obj", "a.ply", "a.pc2", "a.usda", "a.glb"};

// What create says of a scene that was changed.
template <class Change>
std::string find_head_error(const std::string& name, Change change) {
  TemporaryFolder folder;
  MovingScene scene;
  change(scene.head);
  const std::string error = error_of(AnimationWriter::create(folder / name, scene.head));
  EXPECT_EQ(folder.count_files(), 0u);
  const std::string prefix = (folder / name).string() + ": ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

// What add_frame says of the second frame, which was changed.
template <class Change>
std::string find_frame_error(const std::string& name, Change change) {
  TemporaryFolder folder;
  MovingScene scene;
  AnimationWriter writer = create_writer(folder / name, scene.head);
  EXPECT_TRUE(add_frame(writer, scene.head, scene.frame(0)));
  Frame frame = scene.frame(1);
  change(frame);
  const std::string error = error_of(add_frame(writer, scene.head, frame));
  EXPECT_TRUE(add_frame(writer, scene.head, scene.frame(1))) << "a bad frame does no harm to others";
  EXPECT_EQ(writer.frame_count(), 2u);
  EXPECT_TRUE(writer.finish());
  const std::string prefix = (folder / name).string() + ": ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

}  // namespace

TEST(AnimationWriter, the_extension_says_the_format) {
  EXPECT_EQ(find_animation_format("out/a.OBJ"), AnimationFormat::sequence);
  EXPECT_EQ(find_animation_format("a.ply"), AnimationFormat::sequence);
  EXPECT_EQ(find_animation_format("a.pc2"), AnimationFormat::pc2);
  EXPECT_EQ(find_animation_format("a.usda"), AnimationFormat::usda);
  EXPECT_EQ(find_animation_format("a.Glb"), AnimationFormat::glb);
  EXPECT_FALSE(find_animation_format("a.stl"));
  EXPECT_FALSE(find_animation_format("out/"));
  EXPECT_EQ(find_head_error("a.abc", [](auto&) {}),
            "extension '.abc' found, expected .obj or .ply (a file per frame), .pc2, .usda or .glb");
}

TEST(AnimationWriter, names_become_identifiers_that_differ) {
  std::vector<AnimatedMesh> meshes;
  for (const char* name : {"a b", "a.b", "A_B", "2nd", "", "mesh", "a_b_2", "\xc3\xa4/.."})
    meshes.push_back(AnimatedMesh{.name = name});
  EXPECT_EQ(make_identifiers(meshes),
            (std::vector<std::string>{"a_b", "a_b_2", "A_B_3", "_2nd", "mesh", "mesh_2", "a_b_2_2", "_____"}));
}

TEST(AnimationWriter, a_head_that_cannot_be_written_is_refused) {
  for (const char* name : kFileNames) {
    EXPECT_EQ(find_head_error(name, [](auto& head) { head.meshes.clear(); }), "no meshes found, expected at least one");
    for (const double fps : {0.0, -1.0, 1e7, std::numeric_limits<double>::quiet_NaN()})
      EXPECT_NE(find_head_error(name, [&](auto& head) { head.fps = fps; }).find("frames per second found, expected"),
                std::string::npos);
    PolygonMesh mesh;
    mesh.positions = {{0, 0, 0}};
    EXPECT_EQ(find_head_error(name, [&](auto& head) { head.meshes[0].mesh = &mesh; }),
              "mesh 'shirt': no polygons found, expected at least one");
    mesh.polygon_starts.clear();
    EXPECT_EQ(find_head_error(name, [&](auto& head) { head.meshes[1].mesh = &mesh; }),
              "mesh 'the floor': polygon_starts must begin with 0 and end with 0");
  }
}

TEST(AnimationWriter, a_frame_that_cannot_be_written_is_named_and_left_out) {
  for (const char* name : kFileNames) {
    EXPECT_EQ(find_frame_error(name, [](Frame& frame) { frame[2].pop_back(); }),
              "frame 1: mesh 'skirt': 4 positions found, expected 5");
    EXPECT_EQ(find_frame_error(name, [](Frame& frame) { frame.push_back({Vec3(0, 0, 0)}); }),
              "frame 1: positions of 4 meshes found, expected 3 at most");
    EXPECT_EQ(find_frame_error(name, [](Frame& frame) { frame[0][3].y() = std::nan(""); }),
              "frame 1: mesh 'shirt': vertex 3: coordinate nan found, expected a number within 1e+100");
    EXPECT_EQ(find_frame_error(name, [](Frame& frame) { frame[2][0].x() = -INFINITY; }),
              "frame 1: mesh 'skirt': vertex 0: coordinate -inf found, expected a number within 1e+100");
  }
}

TEST(AnimationWriter, a_mesh_that_does_not_move_has_no_positions) {
  TemporaryFolder folder;
  MovingScene scene;
  AnimationWriter writer = create_writer(folder / "a.usda", scene.head);
  const Frame frame = scene.frame(0);
  const std::vector<std::span<const Vec3>> spans(frame.begin(), frame.end());
  EXPECT_EQ(
      error_of(writer.add_frame(spans)),
      (folder / "a.usda").string() + ": frame 0: mesh 'the floor': positions found, but the mesh was not to move");
}

TEST(AnimationWriter, what_does_not_fit_a_float_is_written_by_sequences_only) {
  for (const char* name : {"a.pc2", "a.usda", "a.glb"})
    EXPECT_EQ(find_frame_error(name, [](Frame& frame) { frame[0][2].z() = 1e39; }),
              "frame 1: mesh 'shirt': vertex 2: coordinate 1e+39 does not fit the file's type float32");
  TemporaryFolder folder;
  MovingScene scene;
  Frame frame = scene.frame(0);
  frame[0][2].z() = 1e39;
  for (const std::string name : {"a.obj", "a.ply"}) {
    AnimationWriter writer = create_writer(folder / name, scene.head);
    ASSERT_TRUE(add_frame(writer, scene.head, frame));
    EXPECT_EQ(read_mesh(writer.files()[0])->mesh().positions[2].z(), 1e39);
  }
}

TEST(AnimationWriter, one_that_is_not_finished_leaves_nothing_but_whole_frames) {
  for (const char* name : kFileNames) {
    TemporaryFolder folder;
    MovingScene scene;
    {
      AnimationWriter writer = create_writer(folder / name, scene.head);
      ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(0)));
      for (const auto& file : file_names(folder)) EXPECT_TRUE(file.starts_with(".abut-") || file.starts_with("a_0000"));
    }
    const bool is_sequence = find_animation_format(name) == AnimationFormat::sequence;
    EXPECT_EQ(folder.count_files(), is_sequence ? 1u : 0u);
  }
}

TEST(AnimationWriter, one_without_frames_is_refused) {
  for (const char* name : kFileNames) {
    TemporaryFolder folder;
    MovingScene scene;
    {
      AnimationWriter writer = create_writer(folder / name, scene.head);
      EXPECT_EQ(error_of(writer.finish()), (folder / name).string() + ": no frames found, expected at least one");
    }
    EXPECT_EQ(folder.count_files(), 0u);
  }
}

TEST(AnimationWriter, what_exists_is_replaced_only_when_asked) {
  for (const char* name : kFileNames) {
    TemporaryFolder folder;
    MovingScene scene;
    write_scene(scene, folder / name, 3);
    const auto names = file_names(folder);
    const std::string before = *read_file(folder / names.back());
    const std::string error = error_of(AnimationWriter::create(folder / name, scene.head));
    EXPECT_NE(error.find("exists already and was not to be overwritten"), std::string::npos) << error;
    EXPECT_EQ(file_names(folder), names);
    EXPECT_EQ(*read_file(folder / names.back()), before);
    scene.head.fps = 25;
    scene.head.meshes[0].moves = false;
    write_scene(scene, folder / name, 3, true);
  }
}

TEST(AnimationWriter, the_files_it_lists_are_those_it_has_written) {
  for (const char* name : kFileNames) {
    TemporaryFolder folder;
    MovingScene scene;
    AnimationWriter writer = create_writer(folder / name, scene.head);
    EXPECT_EQ(writer.format(), find_animation_format(name));
    ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(0)));
    ASSERT_TRUE(writer.finish());
    std::vector<std::string> listed;
    for (const fs::path& path : writer.files()) {
      EXPECT_EQ(path.parent_path(), (folder / "x").parent_path());
      listed.push_back(path.filename().string());
    }
    std::sort(listed.begin(), listed.end());
    EXPECT_EQ(listed, file_names(folder));
  }
}

TEST(AnimationWriter, a_full_disk_is_an_error) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  for (const char* name : {"a.pc2", "a.usda", "a.glb"}) {
    TemporaryFolder folder;
    MovingScene scene;
    scene.head.meshes.resize(1);
    fs::create_symlink("/dev/full", folder / name);
    AnimationWriter writer = create_writer(folder / name, scene.head);
    ASSERT_TRUE(add_frame(writer, scene.head, {scene.frame(0)[0]}));
    EXPECT_EQ(error_of(writer.finish()), (folder / name).string() + ": cannot be written: No space left on device");
  }
}

TEST(AnimationWriter, after_an_error_of_the_disk_nothing_is_written) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes.resize(1);
  fs::create_symlink("/dev/full", folder / "a.pc2");
  {
    AnimationWriter writer = create_writer(folder / "a.pc2", scene.head);
    Status status = success();
    for (int f = 0; f < 10000 && status; ++f) status = writer.add_frame({});
    ASSERT_FALSE(status);
    const std::size_t count = writer.frame_count();
    EXPECT_EQ(error_of(writer.add_frame({})), error_of(status));
    EXPECT_EQ(error_of(writer.finish()), error_of(status));
    EXPECT_EQ(writer.frame_count(), count);
  }
  EXPECT_EQ(file_names(folder), std::vector<std::string>{"a.pc2"}) << "the link, and no mesh without its cache";
}

TEST(AnimationWriter, a_missing_folder_is_said_before_the_first_frame) {
  for (const char* name : kFileNames) {
    const std::string error = find_head_error(std::string("missing/") + name, [](auto&) {});
    EXPECT_TRUE(error.starts_with("cannot be written: ") || error.find(": cannot be written: ") != std::string::npos)
        << error;
  }
}

}  // namespace abut
