// Animations as mesh files, one per frame.
#include "io/animation_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

std::vector<Vec3> join(const Frame& frame) {
  std::vector<Vec3> all;
  for (const auto& positions : frame) all.insert(all.end(), positions.begin(), positions.end());
  return all;
}

}  // namespace

TEST(SequenceAnimation, frames_are_one_animation_of_all_meshes) {
  for (const std::string extension : {".obj", ".ply"}) {
    TemporaryFolder folder;
    MovingScene scene;
    write_scene(scene, folder / ("take2" + extension), 12);
    const Result<std::vector<fs::path>> paths = list_frames(folder / "");
    ASSERT_TRUE(paths) << error_of(paths);
    ASSERT_EQ(paths->size(), 12u);
    EXPECT_EQ(paths->at(0).filename(), "take2_0000" + extension);
    EXPECT_EQ(paths->at(11).filename(), "take2_0011" + extension);
    const Result<MeshFile> base = read_mesh(paths->at(0));
    ASSERT_TRUE(base) << error_of(base);
    EXPECT_EQ(base->mesh().polygon_count(), 5u);
    const Result<Animation> animation = open_animation(*paths, base->mesh());
    ASSERT_TRUE(animation) << error_of(animation);
    for (int f = 0; f < 12; ++f)
      EXPECT_TRUE(is_same_bits(*animation->read_frame(static_cast<std::size_t>(f)), join(scene.frame(f))));
  }
}

TEST(SequenceAnimation, objects_have_the_names_of_meshes_and_parts) {
  TemporaryFolder folder;
  MovingScene scene;
  PolygonMesh parts = make_two_part_mesh();
  parts.positions[4].z() = 0.5;
  scene.head.meshes[0] = {"coat", &parts};
  write_scene(scene, folder / "a.obj", 1);
  const Result<MeshFile> file = read_mesh(folder / "a_0000.obj");
  ASSERT_TRUE(file) << error_of(file);
  EXPECT_EQ(part_names(file->mesh()),
            (std::vector<std::string>{"coat/first part", "coat/second", "the floor", "skirt"}));
}

TEST(SequenceAnimation, empty_or_missing_positions_are_those_of_the_head) {
  TemporaryFolder folder;
  MovingScene scene;
  AnimationWriter writer = create_writer(folder / "a.obj", scene.head);
  ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(5)));
  ASSERT_TRUE(add_frame(writer, scene.head, {{}, {}, scene.frame(5)[2]}));
  ASSERT_TRUE(add_frame(writer, scene.head, {scene.frame(5)[0]}));
  ASSERT_TRUE(writer.add_frame({}));
  ASSERT_TRUE(writer.finish());
  const Frame rest = scene.frame(0), moved = scene.frame(5);
  EXPECT_EQ(read_mesh(folder / "a_0001.obj")->mesh().positions, join({rest[0], rest[1], moved[2]}));
  EXPECT_EQ(read_mesh(folder / "a_0002.obj")->mesh().positions, join({moved[0], rest[1], rest[2]}));
  EXPECT_EQ(read_mesh(folder / "a_0003.obj")->mesh().positions, join(rest));
}

TEST(SequenceAnimation, a_frame_is_there_as_soon_as_it_is_added) {
  TemporaryFolder folder;
  MovingScene scene;
  AnimationWriter writer = create_writer(folder / "a.ply", scene.head);
  ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(0)));
  EXPECT_EQ(file_names(folder), std::vector<std::string>{"a_0000.ply"});
  ASSERT_TRUE(add_frame(writer, scene.head, scene.frame(1)));
  EXPECT_EQ(read_mesh(folder / "a_0001.ply")->mesh().positions, join(scene.frame(1)));
}

TEST(SequenceAnimation, a_longer_sequence_leaves_no_frames_behind) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.obj", 5);
  ASSERT_TRUE(write_file(folder / "a_9999.obj", "another"));
  ASSERT_TRUE(write_file(folder / "a_0004.ply", "another"));
  ASSERT_TRUE(write_file(folder / "a_note.obj", "another"));
  write_scene(scene, folder / "a.obj", 2, true);
  EXPECT_EQ(file_names(folder),
            (std::vector<std::string>{"a_0000.obj", "a_0001.obj", "a_0004.ply", "a_9999.obj", "a_note.obj"}));
}

TEST(SequenceAnimation, any_frame_of_the_name_counts_as_existing) {
  TemporaryFolder folder;
  MovingScene scene;
  ASSERT_TRUE(write_file(folder / "a_0007.obj", "another"));
  EXPECT_EQ(error_of(AnimationWriter::create(folder / "a.obj", scene.head)),
            (folder / "a_0007.obj").string() + ": exists already and was not to be overwritten");
  EXPECT_TRUE(AnimationWriter::create(folder / "a.ply", scene.head));
  EXPECT_TRUE(AnimationWriter::create(folder / "b.obj", scene.head));
}

}  // namespace abut
