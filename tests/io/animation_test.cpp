// Animations of mesh files, and those of the collection of real meshes.
#include "io/io_testing.h"
#include "support/data.h"
#include "support/meshes.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// A triangle and a quadrilateral, written as frame 0; `other` as frame 1. Returns what is wrong with frame 1.
std::string find_sequence_error(const PolygonMesh& other) {
  TemporaryFolder folder;
  const std::vector<fs::path> paths = {folder / "0.off", folder / "1.off"};
  EXPECT_TRUE(write_mesh(make_two_part_mesh(), paths[0]));
  EXPECT_TRUE(write_mesh(other, paths[1]));
  const Result<Animation> animation = open_animation(paths, make_two_part_mesh());
  EXPECT_TRUE(animation->read_frame(0));
  const std::string error = error_of(animation->read_frame(1)), prefix = paths[1].string() + ": ";
  return error.starts_with(prefix) ? error.substr(prefix.size()) : error;
}

}  // namespace

TEST(MeshSequence, mesh_files_are_frames) {
  TemporaryFolder folder;
  PolygonMesh mesh = make_two_part_mesh();
  ASSERT_TRUE(write_mesh(mesh, folder / "0.obj"));
  mesh.positions[3] = Vec3(7, 8, 9);
  ASSERT_TRUE(write_mesh(mesh, folder / "1.obj"));
  const Result<std::vector<fs::path>> paths = list_frames(folder / "");
  const Result<MeshFile> base = read_mesh(paths->at(0));
  const Result<Animation> animation = open_animation(*paths, base->mesh());
  ASSERT_TRUE(animation) << error_of(animation);
  EXPECT_EQ(animation->frame_count(), 2u);
  EXPECT_EQ(animation->complete_frame_count(), 2u);
  EXPECT_EQ(animation->vertex_count(), mesh.vertex_count());
  EXPECT_EQ(animation->frame_name(1), "1.obj");
  EXPECT_EQ(*animation->read_frame(0), base->mesh().positions);
  EXPECT_EQ(*animation->read_frame(1), mesh.positions);
}

TEST(MeshSequence, a_frame_with_other_vertices_or_polygons_is_refused) {
  const std::vector<Vec3> positions = make_two_part_mesh().positions;
  EXPECT_EQ(find_sequence_error(test::make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})),
            "3 vertices found, expected 5 as in the base mesh");
  EXPECT_EQ(find_sequence_error(test::make_mesh(positions, {{0, 1, 4}})),
            "1 polygons found, expected 2 as in the base mesh");
  EXPECT_EQ(find_sequence_error(test::make_mesh(positions, {{0, 1, 4}, {0, 1, 2}})),
            "polygon 1 with 3 vertices found, expected 4 as in the base mesh");
  EXPECT_EQ(find_sequence_error(test::make_mesh(positions, {{0, 1, 4}, {0, 1, 3, 2}})),
            "polygon 1 with vertex 3 at corner 2 found, expected vertex 2 as in the base mesh");
}

TEST(MeshSequence, a_frame_that_cannot_be_read_says_why_and_spoils_no_other) {
  TemporaryFolder folder;
  const std::vector<fs::path> paths = {folder / "0.obj", folder / "1.obj", folder / "2.obj"};
  ASSERT_TRUE(write_mesh(make_two_part_mesh(), paths[0]));
  ASSERT_TRUE(write_file(paths[1], "v 0 nan 0\n"));
  const Result<Animation> animation = open_animation(paths, make_two_part_mesh());
  EXPECT_TRUE(animation->read_frame(0));
  EXPECT_EQ(error_of(animation->read_frame(1)),
            paths[1].string() + ":1: coordinate 'nan' found, expected a number within 1e+100");
  EXPECT_EQ(error_of(animation->read_frame(2)), paths[2].string() + ": cannot be opened: No such file or directory");
}

TEST(MeshSequence, no_frames_and_an_invalid_base_are_refused) {
  EXPECT_EQ(error_of(open_animation(std::vector<fs::path>(), make_two_part_mesh())),
            "an animation without frames found, expected at least one mesh file");
  PolygonMesh mesh = make_two_part_mesh();
  mesh.polygon_starts.clear();
  EXPECT_EQ(error_of(open_animation({"a.obj"}, mesh)), "base mesh: polygon_starts must begin with 0 and end with 7");
}

TEST(RealAnimations, point_caches_fit_their_mesh) {
  ABUT_NEED_DATA();
  const fs::path folder = test::data_folder() / "cloth/vto";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
  const Result<MeshFile> base = read_mesh(folder / "tshirt_faces.obj");
  ASSERT_TRUE(base) << error_of(base);
  for (const char* name : {"tshirt_shape00_104_04.f32seq", "tshirt_shape08_128_02.f32seq"}) {
    const Result<Animation> animation = open_animation(folder / name);
    ASSERT_TRUE(animation) << error_of(animation);
    EXPECT_EQ(animation->vertex_count(), base->mesh().vertex_count());
    EXPECT_GT(animation->frame_count(), 10u);
    for (std::size_t f = 0; f < animation->frame_count(); ++f) EXPECT_TRUE(animation->read_frame(f));
  }
  EXPECT_EQ(*open_animation(folder / "tshirt_shape08_128_02.f32seq")->read_frame(0), base->mesh().positions);
}

TEST(RealAnimations, numbered_mesh_files_are_one_sequence) {
  ABUT_NEED_DATA();
  const fs::path folder = test::data_folder() / "cloth/diffcloth/tshirt-exampleopt/iter0";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
  const Result<std::vector<fs::path>> paths = list_frames(folder);
  ASSERT_TRUE(paths) << error_of(paths);
  const Result<MeshFile> base = read_mesh(paths->front());
  const Result<Animation> animation = open_animation(*paths, base->mesh());
  for (std::size_t f = 0; f < animation->frame_count(); ++f) {
    const Result<std::vector<Vec3>> frame = animation->read_frame(f);
    EXPECT_TRUE(frame) << error_of(frame);
  }
}

}  // namespace abut
