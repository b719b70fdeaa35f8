// Animations as point caches, each beside its mesh.
#include "io/animation_testing.h"

namespace abut {

TEST(Pc2Animation, one_mesh_that_moves_has_the_plain_name) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes.pop_back();
  write_scene(scene, folder / "a.pc2", 3);
  EXPECT_EQ(file_names(folder), (std::vector<std::string>{"a.obj", "a.pc2", "a.the_floor.obj"}));
  EXPECT_TRUE(is_same_bits(read_mesh(folder / "a.obj")->mesh().positions, scene.head.meshes[0].mesh->positions));
}

TEST(Pc2Animation, each_mesh_that_moves_has_a_cache_that_fits_its_mesh) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.pc2", 7);
  EXPECT_EQ(file_names(folder),
            (std::vector<std::string>{"a.shirt.obj", "a.shirt.pc2", "a.skirt.obj", "a.skirt.pc2", "a.the_floor.obj"}));
  for (const std::size_t m : {0, 2}) {
    const std::string name = "a." + scene.head.meshes[m].name;
    const Result<MeshFile> mesh = read_mesh(folder / (name + ".obj"));
    EXPECT_EQ(mesh->mesh().polygon_vertices, scene.head.meshes[m].mesh->polygon_vertices);
    const Result<Animation> animation = open_animation(folder / (name + ".pc2"));
    ASSERT_TRUE(animation) << error_of(animation);
    ASSERT_EQ(animation->complete_frame_count(), 7u);
    EXPECT_EQ(animation->vertex_count(), mesh->mesh().vertex_count());
    for (int f = 0; f < 7; ++f)
      EXPECT_EQ(*animation->read_frame(static_cast<std::size_t>(f)), round_to_floats(scene.frame(f)[m]));
  }
}

TEST(Pc2Animation, it_writes_the_very_bytes_of_write_pc2) {
  TemporaryFolder folder;
  MovingScene scene;
  write_scene(scene, folder / "a.pc2", 4);
  Frame frames;
  for (int f = 0; f < 4; ++f) frames.push_back(scene.frame(f)[2]);
  EXPECT_EQ(*read_file(folder / "a.skirt.pc2"), *format_pc2(frames));
}

TEST(Pc2Animation, the_mesh_beside_a_cache_is_one_object) {
  TemporaryFolder folder;
  MovingScene scene;
  PolygonMesh parts = make_two_part_mesh();
  scene.head.meshes = {{"coat", &parts}};
  write_scene(scene, folder / "a.pc2", 1);
  EXPECT_EQ(part_names(read_mesh(folder / "a.obj")->mesh()), std::vector<std::string>{"coat"});
}

TEST(Pc2Animation, something_must_move) {
  TemporaryFolder folder;
  MovingScene scene;
  scene.head.meshes = {scene.head.meshes[1]};
  EXPECT_EQ(error_of(AnimationWriter::create(folder / "a.pc2", scene.head)),
            (folder / "a.pc2").string() + ": no mesh that moves found, expected at least one");
}

}  // namespace abut
