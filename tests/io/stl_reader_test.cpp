#include "io/io_testing.h"
#include "io/scalar.h"

namespace abut {
namespace {

const std::string kFacet =
    "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 1 1 0\n endloop\nendfacet\n";

std::string make_binary_stl(std::string header, std::size_t promised, std::size_t count, float last = 1.0f) {
  header.resize(80, ' ');
  append_scalar(header, static_cast<double>(promised), Scalar::uint32, ByteOrder::little);
  for (std::size_t i = 0; i < count; ++i) {
    for (int k = 0; k < 12; ++k) {
      const float value = k == 11 ? last : static_cast<float>(k);
      header.append(reinterpret_cast<const char*>(&value), 4);
    }
    header += "at";
  }
  return header;
}

}  // namespace

TEST(Stl, the_size_decides_that_a_file_is_binary_even_if_it_begins_with_solid) {
  const MeshFile file = parse(make_binary_stl("solid facet", 2, 2), MeshFormat::stl);
  EXPECT_EQ(file.mesh().polygon_count(), 2u);
  EXPECT_EQ(file.mesh().vertex_count(), 6u);
  EXPECT_EQ(file.mesh().positions[0], Vec3(3, 4, 5));
}

TEST(Stl, padding_after_the_last_facet_is_harmless) {
  EXPECT_EQ(parse(make_binary_stl("x", 1, 1) + "\n", MeshFormat::stl).mesh().polygon_count(), 1u);
}

TEST(Stl, each_solid_of_a_text_file_is_a_part) {
  const MeshFile file =
      parse("solid one two\n" + kFacet + kFacet + "endsolid one two\nsolid\n" + kFacet + "endsolid\n", MeshFormat::stl);
  EXPECT_EQ(part_names(file.mesh()), (std::vector<std::string>{"one two", ""}));
  EXPECT_EQ(file.mesh().parts[0].polygon_count, 2u);
}

TEST(Stl, keywords_may_be_in_upper_case_and_normals_may_be_nonsense) {
  const MeshFile file = parse(
      "SOLID A\r\nFACET NORMAL nan nan nan\r\nOUTER LOOP\r\nVERTEX 0 0 0\r\nVERTEX 0 0 0\r\nVERTEX 0 0 "
      "0\r\nENDLOOP\r\nENDFACET\r\nENDSOLID",
      MeshFormat::stl);
  EXPECT_EQ(file.mesh().polygon_count(), 1u);  // degenerate facets are allowed too
}

TEST(Stl, bad_input_is_refused_with_its_place) {
  expect_refused(
      {{"solid\nendsolid\n", "test: no faces found"},
       {"solid\n" + kFacet, "test:9: end of file found, expected 'facet' or 'endsolid'"},
       {"solid\nfacte normal", "test:2: 'facte' found, expected 'facet' or 'endsolid'"},
       {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop", "test:5: 'endloop' found, expected 'vertex'"},
       {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "test:4: vertex with 2 coordinates"},
       {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "test:4: coordinate 'nan'"},
       {"solid\n" + kFacet + "endsolid\nrubbish", "test:10: 'rubbish' found, expected 'solid'"},
       {"short", "test: 5 bytes found"},
       {make_binary_stl("", 0, 0), "test: no faces found"},
       {make_binary_stl("", 4000000000, 1), "test: byte 80: 4000000000 facets promised"},
       {make_binary_stl("", 1, 2), "test: byte 80: 1 facets promised, which makes 134 bytes, but the file has 184"},
       {make_binary_stl("", 1, 1, NAN), "test: byte 128: coordinate nan"},
       {make_binary_stl("", 1, 1, INFINITY), "test: byte 128: coordinate inf"}},
      MeshFormat::stl);
}

}  // namespace abut
