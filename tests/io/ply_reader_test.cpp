#include "io/io_testing.h"

namespace abut {
namespace {

std::string make_header(const std::string& format, const std::string& vertex_count = "3",
                        const std::string& face_count = "1") {
  return "ply\nformat " + format + " 1.0\nelement vertex " + vertex_count +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face " + face_count +
         "\nproperty list uchar int vertex_indices\nend_header\n";
}

const std::string kVertices = "0 0 0\n1 0 0\n0 1 0\n";

std::string replace(std::string text, const std::string& old_piece, const std::string& new_piece) {
  return text.replace(text.find(old_piece), old_piece.size(), new_piece);
}

}  // namespace

TEST(Ply, all_encodings_of_one_mesh_give_the_same_mesh) {
  const MeshFile text = parse(read_corpus_file(MeshFormat::ply, "ascii.ply"), MeshFormat::ply);
  ASSERT_EQ(text.mesh().vertex_count(), 4u);
  EXPECT_EQ(text.mesh().positions[0], Vec3(3, 1.25, 0.5));
  for (const char* name : {"ascii_crlf.ply", "binary_little.ply", "binary_big.ply"}) {
    const MeshFile file = parse(read_corpus_file(MeshFormat::ply, name), MeshFormat::ply);
    EXPECT_EQ(file.mesh().positions, text.mesh().positions) << name;
    EXPECT_EQ(file.mesh().polygon_vertices, text.mesh().polygon_vertices) << name;
    EXPECT_EQ(file.mesh().polygon_starts, text.mesh().polygon_starts) << name;
  }
}

TEST(Ply, faces_may_stand_before_vertices_and_their_list_may_be_called_vertex_index) {
  const MeshFile file = parse(
      "ply\nformat ascii 1.0\nelement face 1\nproperty list int8 float64 vertex_index\nelement vertex 3\nproperty "
      "float32 "
      "x\nproperty float32 y\nproperty float32 z\nend_header\n3 0 1 2\n" +
          kVertices,
      MeshFormat::ply);
  EXPECT_EQ(file.mesh().polygon_count(), 1u);
}

TEST(Ply, text_keeps_all_digits_even_where_the_header_says_float) {
  const MeshFile file = parse(make_header("ascii") + "0.1 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MeshFormat::ply);
  EXPECT_EQ(file.mesh().positions[0].x(), 0.1);
}

TEST(Ply, integer_coordinates_take_only_integers_back) {
  const MeshFile file = parse(read_corpus_file(MeshFormat::ply, "binary_big.ply"), MeshFormat::ply);
  std::vector<Vec3> positions = file.mesh().positions;
  positions[1].x() = -7;
  EXPECT_EQ(parse(*format_positions(file, positions), MeshFormat::ply).mesh().positions, positions);
  positions[1].x() = 0.5;
  EXPECT_EQ(format_positions(file, positions).error().message,
            "test: vertex 1: coordinate 0.5 does not fit the file's type int32");
}

TEST(Ply, an_element_without_properties_takes_no_time_however_many_there_are) {
  const std::string text =
      replace(make_header("ascii"), "element vertex", "element nothing 4000000000000\nelement vertex");
  EXPECT_EQ(parse(text + kVertices + "3 0 1 2\n", MeshFormat::ply).mesh().polygon_count(), 1u);
}

TEST(Ply, bad_input_is_refused_with_its_place) {
  const std::string ascii = make_header("ascii");
  const std::string binary = make_header("binary_little_endian");
  const std::string nan("\0\0\xc0\x7f", 4);
  expect_refused(
      {{"plx\n", "test:1: 'plx\\x0a' found, expected 'ply'"},
       {"ply\nformat ascii 1.0\n", "test:3: end of file found, expected 'end_header'"},
       {"ply\nend_header\n", "header without a format line"},
       {replace(ascii, "ascii", "utf8"), "test:2: format 'utf8' found"},
       {replace(ascii, "1.0", "2.0"), "test:2: version '2.0' found"},
       {replace(ascii, "float x", "real x"), "test:4: type 'real' found"},
       {replace(ascii, "property float x", "proprety float x"), "test:4: 'proprety' found"},
       {replace(ascii, "float z", "float y"), "test:6: property 'y' found a second time"},
       {replace(ascii, "float z", "float w") + kVertices + "3 0 1 2\n", "without properties x, y and z"},
       {replace(ascii, "vertex_indices", "corners") + kVertices + "3 0 1 2\n", "without a list vertex_indices"},
       {replace(ascii, "uchar", "float"), "list with a length of type float"},
       {replace(ascii, "element face", "element vertex"), "test:7: element 'vertex' found a second time"},
       {replace(ascii, "element face", "element tristrips") + kVertices + "3 0 1 2\n", "triangle strips"},
       {make_header("ascii", "4000000000"), "4000000000 elements 'vertex' promised, but only 0 bytes follow"},
       {make_header("binary_big_endian", "3", "4000000000") + std::string(40, 0),
        "4000000000 elements 'face' promised"},
       {make_header("ascii", "-1"), "test:3: '-1' found, expected the number of 'vertex' elements"},
       {make_header("ascii", "3", "0") + kVertices, "test: no faces found"},
       {ascii + kVertices, "end of file found, but the header promises more"},
       {ascii + kVertices + "3 0 1 x\n", "test:13: 'x' found, expected a number"},
       {ascii + kVertices + "3 0 1 3\n", "test:13: 3 found, expected a vertex index below 3"},
       {ascii + kVertices + "3 0 1 -1\n", "test:13: -1 found, expected a vertex index below 3"},
       {ascii + kVertices + "3 0 1 1.5\n", "test:13: 1.5 found, expected a vertex index below 3"},
       {ascii + kVertices + "3 0 1 1\n", "test:13: polygon with vertex 1 (counted from 0) twice found"},
       {ascii + kVertices + "2 0 1\n", "test:13: polygon with 2 vertices"},
       {ascii + kVertices + "1e30 0 1\n", "test:13: 1e+30 found, expected the length of a list"},
       {ascii + kVertices + "3 0 1 2\n3 0 1 2\n", "bytes found after the last element"},
       {ascii + "0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n", "test:10: coordinate nan"},
       {ascii + "0 0 1e101\n1 0 0\n0 1 0\n3 0 1 2\n", "test:10: coordinate 1e+101"},
       {binary + nan + std::string(45, 0), "byte " + std::to_string(binary.size()) + ": coordinate nan"},
       {binary + std::string(36, 0) + "\x03" + std::string(4, 0), "end of file found"}},
      MeshFormat::ply);
}

}  // namespace abut
