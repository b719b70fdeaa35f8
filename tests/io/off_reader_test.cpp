#include "io/io_testing.h"

namespace abut {
namespace {

const std::string kVertices = "0 0 0\n1 0 0\n0 1 0\n";

}  // namespace

TEST(Off, headers_with_colours_normals_and_textures_are_read) {
  for (const char* header : {"OFF\n", "COFF\n", "NOFF # normals\n", "STOFF ", "CNOFF\r\n", "STCNOFF\n", ""}) {
    const MeshFile file = parse(
        std::string(header) + "# c\n3 1 0\n\n0 0 0 9 9 9\n1 0 0 9 9 9 # v\n0 1 0 9\n3 0 1 2 255 0 0", MeshFormat::off);
    EXPECT_EQ(file.mesh().positions[1], Vec3(1, 0, 0)) << header;
    EXPECT_EQ(file.mesh().polygon_count(), 1u);
  }
}

TEST(Off, the_number_of_edges_may_be_missing_or_wrong) {
  EXPECT_EQ(parse("OFF 3 1\n" + kVertices + "3 0 1 2\n", MeshFormat::off).mesh().vertex_count(), 3u);
  EXPECT_EQ(parse("OFF\n3 1 -7\n" + kVertices + "3 0 1 2\n", MeshFormat::off).mesh().vertex_count(), 3u);
}

TEST(Off, bad_input_is_refused_with_its_line) {
  expect_refused(
      {{"OFF BINARY\n3 1 0\n", "test:1: binary OFF found"},
       {"4OFF\n3 1 0\n", "test:1: '4OFF' found"},
       {"nOFF\n3 3 1 0\n", "test:1: 'nOFF' found"},
       {"OFF\nx 1 0\n", "test:2: 'x' found, expected the number of vertices"},
       {"OFF\n-3 1 0\n", "test:2: '-3' found, expected the number of vertices"},
       {"OFF\n3\n", "expected the number of faces"},
       {"OFF\n4000000000 1 0\n" + kVertices, "4000000000 vertices promised, but only"},
       {"OFF\n3 4000000000 0\n" + kVertices, "4000000000 faces promised, but only"},
       {"OFF\n3 0 0\n" + kVertices, "test: no faces found"},
       {"OFF\n3 1 0\n" + kVertices + "2 0 1     \n", "test:6: polygon with 2 vertices"},
       {"OFF\n3 1 0\n" + kVertices + "3 0 1     \n", "test:6: face with 2 indices found, expected 3"},
       {"OFF\n3 1 0\n" + kVertices + "3 0 1 3\n", "test:6: '3' found, expected a vertex index below 3"},
       {"OFF\n3 1 0\n" + kVertices + "3 0 1 1\n", "test:6: polygon with vertex 1 (counted from 0) twice found"},
       {"OFF\n3 1 0\n" + kVertices + "3 0 1 2\n3 0 2 1\n", "test:7: '3' found, expected the end of the file"},
       {"OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2", "test:4: vertex with 2 coordinates"},
       {"OFF\n3 1 0\n0 0 0\n1 0 0\n            \n       ", "expected vertex 3 of 3"},
       {"OFF\n3 1 0\n0 0 0\n1 0 inf\n0 1 0\n3 0 1 2", "test:4: coordinate 'inf'"}},
      MeshFormat::off);
}

}  // namespace abut
