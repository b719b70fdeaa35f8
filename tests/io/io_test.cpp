// The public functions on files: which format is it, and what if it is none.
#include <fstream>

#include "io/io_testing.h"

namespace abut {
namespace {

std::string find_read_error(const std::filesystem::path& path) {
  const Result<MeshFile> file = read_mesh(path);
  return file ? "read without complaint" : file.error().message;
}

}  // namespace

TEST(Io, every_format_is_written_and_read_by_its_extension) {
  TemporaryFolder folder;
  for (const char* name : {"a.obj", "a.PLY", "a.stl", "a.Off", "a.gltf", "a.glb"}) {
    ASSERT_TRUE(write_mesh(make_two_part_mesh(), folder / name));
    EXPECT_FALSE(write_mesh(make_two_part_mesh(), folder / name));
    const Result<MeshFile> file = read_mesh(folder / name);
    ASSERT_TRUE(file.has_value()) << file.error().message;
    EXPECT_GE(file->mesh().polygon_count(), 2u);
  }
  EXPECT_FALSE(write_mesh(make_two_part_mesh(), folder / "a.xyz"));
}

TEST(Io, the_content_decides_where_it_bears_a_mark) {
  TemporaryFolder folder;
  for (const MeshFormat format :
       {MeshFormat::ply, MeshFormat::stl, MeshFormat::off, MeshFormat::gltf, MeshFormat::glb}) {
    ASSERT_TRUE(write_file(folder / "wrong.obj", *format_mesh(make_two_part_mesh(), format), true));
    const Result<MeshFile> file = read_mesh(folder / "wrong.obj");
    ASSERT_TRUE(file.has_value()) << file.error().message;
    EXPECT_EQ(file->format(), format);
    EXPECT_EQ(file->notes(), std::vector<std::string>{"read as " + std::string(format_name(format)) +
                                                      ", which is what the content is"});
  }
}

TEST(Io, what_is_no_mesh_file_is_refused_by_name) {
  TemporaryFolder folder;
  std::ofstream(folder / "empty.obj");
  std::ofstream(folder / "text.xyz") << "hello";
  std::ofstream(folder / "image.ply") << "\x89PNG\r\n";
  EXPECT_NE(find_read_error(folder / "empty.obj").find("empty.obj: is empty"), std::string::npos);
  EXPECT_NE(find_read_error(folder / "text.xyz").find("text.xyz: extension '.xyz' found"), std::string::npos);
  EXPECT_NE(find_read_error(folder / "image.ply").find("image.ply: a PNG image found"), std::string::npos);
  EXPECT_NE(find_read_error(folder / "missing.obj").find("cannot be opened"), std::string::npos);
  EXPECT_NE(find_read_error(folder / "").find("is a folder"), std::string::npos);
}

TEST(Io, positions_must_be_as_many_as_the_vertices_and_finite) {
  const MeshFile file = parse(*format_mesh(make_two_part_mesh(), MeshFormat::obj), MeshFormat::obj);
  std::vector<Vec3> positions = file.mesh().positions;
  positions[1].x() = NAN;
  EXPECT_EQ(format_positions(file, positions).error().message,
            "test: vertex 1: coordinate nan found, expected a number within 1e+100");
  positions.pop_back();
  EXPECT_EQ(format_positions(file, positions).error().message, "test: 4 positions found for 5 vertices");
}

TEST(Io, writing_positions_keeps_everything_else_of_the_file) {
  const std::string bytes =
      "# dress\nv 0 0 0 0.5 0.5 0.5\nv 1.000 +1 0\\\n\nv 0 1 0\nvt 0 0\ng a\nusemtl m\nf 1/1 2/1 3/1\n";
  const MeshFile file = parse(bytes, MeshFormat::obj);
  std::vector<Vec3> positions = file.mesh().positions;
  positions[0].z() = 0.1;
  positions[1].z() = -3;
  EXPECT_EQ(*format_positions(file, positions),
            "# dress\nv 0 0 0.1 0.5 0.5 0.5\nv 1.000 +1 -3\\\n\nv 0 1 0\nvt 0 0\ng a\nusemtl m\nf 1/1 2/1 3/1\n");
}

}  // namespace abut
