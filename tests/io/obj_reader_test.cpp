#include <fmt/format.h>

#include "io/io_testing.h"

namespace abut {
namespace {

const std::string kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

MeshFile parse_obj(const std::string& text) { return parse(text, MeshFormat::obj); }

std::vector<std::uint32_t> indices(const MeshFile& file) {
  return {file.mesh().polygon_vertices.begin(), file.mesh().polygon_vertices.end()};
}

}  // namespace

TEST(Obj, negative_indices_count_from_the_last_vertex) {
  EXPECT_EQ(indices(parse_obj(kTriangle + "f -3 -2 -1\nv 5 5 5\nf -1 -2 -3\n")),
            (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 1}));
}

TEST(Obj, corners_may_carry_texture_and_normal_indices) {
  EXPECT_EQ(indices(parse_obj(kTriangle + "f 1/1 2//3 3/4/-5\n")), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Obj, a_face_may_stand_before_its_vertices) {
  EXPECT_EQ(indices(parse_obj("f 1 2 3\n" + kTriangle)), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Obj, polygons_of_any_size_are_kept) {
  EXPECT_EQ(parse_obj(kTriangle + "v 0 0 1\nv 0 0 2\nf 1 2 3 4 5\n").mesh().polygon(PolygonId(0)).size(), 5u);
}

TEST(Obj, weights_colours_tabs_crlf_and_continuations_are_understood) {
  const MeshFile file =
      parse_obj("v\t0 0 0 1\r\nv 1 0 0 0.5 0.5 0.5\r\n  v 0 \\\r\n 1 0 # corner\r\nf 1 2\\\r\n 3\r\n");
  EXPECT_EQ(file.mesh().positions[2], Vec3(0, 1, 0));
  EXPECT_EQ(file.mesh().polygon_count(), 1u);
}

TEST(Obj, objects_and_groups_name_maximal_runs_of_polygons) {
  const MeshFile file =
      parse_obj(kTriangle + "f 1 2 3\no box\nf 1 2 3\ng\nf 1 2 3\ng left\nf 1 2 3\ng left\nf 1 2 3\no\nf 1 2 3\n");
  EXPECT_EQ(part_names(file.mesh()), (std::vector<std::string>{"", "box", "box/left", "left"}));
  EXPECT_EQ(file.mesh().parts[1].polygon_count, 2u);
  EXPECT_EQ(file.mesh().parts[2].polygon_count, 2u);
}

TEST(Obj, names_are_kept_byte_by_byte) {
  EXPECT_EQ(parse_obj(kTriangle + "g \xe9t\xe9 #1 \nf 1 2 3\n").mesh().parts[0].name, "\xe9t\xe9 #1");
}

TEST(Obj, a_file_that_names_nothing_is_one_part_without_a_name) {
  EXPECT_EQ(part_names(parse_obj(kTriangle + "f 1 2 3\nf 1 3 2\ng unused\n").mesh()), std::vector<std::string>{""});
}

TEST(Obj, ignored_statements_are_counted_in_notes) {
  const MeshFile file = parse_obj(kTriangle + "f 1 2 3\nl 1 2\nl 2 3\np 1\nusemtl x\nfoo\n");
  EXPECT_EQ(file.notes(), (std::vector<std::string>{"lines, points or curves ignored: 3",
                                                    "unknown statements ignored: 1, the first is 'foo' in line 9"}));
}

TEST(Obj, a_mark_of_utf8_before_the_text_is_skipped) {
  EXPECT_EQ(parse_obj("\xef\xbb\xbf" + kTriangle + "f 1 2 3").mesh().vertex_count(), 3u);
}

TEST(Obj, bad_input_is_refused_with_its_line) {
  expect_refused({{"", "test: is empty"},
                  {kTriangle, "test: no faces found"},
                  {"v 1 2\n", "test:1: vertex with 2 coordinates"},
                  {"v 1 2 x\n", "test:1: 'x' found, expected a coordinate"},
                  {"\nv 1 2 nan\n", "test:2: coordinate 'nan'"},
                  {"v 1 2 inf\n", "test:1: coordinate 'inf'"},
                  {"v 1 2 1e400\n", "test:1: coordinate '1e400'"},
                  {"v 1 2 -1.1e100\n", "within 1e+100"},
                  {kTriangle + "f 1 2\n", "test:4: polygon with 2 vertices found, expected at least 3"},
                  {kTriangle + "f 1 2 4\n", "test:4: vertex index 4 found, but the file has 3 vertices"},
                  {kTriangle + "f 1 2 0\n", "test:4: vertex index 0 found, but OBJ counts from 1"},
                  {kTriangle + "f 1 2 -4\n", "test:4: vertex index '-4'"},
                  {kTriangle + "f 1 2 99999999999\n", "test:4: vertex index '99999999999'"},
                  {kTriangle + "f 1 2 99999999999999999999\n", "test:4: '99999999999999999999' found"},
                  {kTriangle + "f 1 2 2\n", "test:4: polygon with vertex 1 (counted from 0) twice found"},
                  {kTriangle + "f 1 2 3/x\n", "test:4: '3/x' found"},
                  {kTriangle + "f 1 2 \x1b[31m\n", "test:4: '\\x1b[31m' found"},
                  {std::string("\xff\xfev\0 \0", 6), "UTF-16 text found"},
                  {std::string("v\0 0", 4), "'v\\x00' found, expected OBJ statements"},
                  {"ply\nformat ascii 1.0\n", "the content looks like PLY"},
                  {"\x1f\x8b\x08", "gzip-compressed data found"}},
                 MeshFormat::obj);
}

TEST(Obj, polygons_are_read_up_to_the_largest_allowed) {
  const auto write_polygon = [](std::size_t corners) {
    std::string text, face = "f";
    for (std::size_t i = 1; i <= corners; ++i) {
      text += "v 0 0 0\n";
      face += fmt::format(" {}", i);
    }
    return text + face;
  };
  const std::string largest = write_polygon(kMaxPolygonCorners), one_less = write_polygon(kMaxPolygonCorners - 1);
  EXPECT_EQ(parse_obj(largest).mesh().polygon_count(), 1u);
  const auto fails_with = [](const std::string& text, const std::string& message) {
    return find_error(text, MeshFormat::obj).find(message) != std::string::npos;
  };
  EXPECT_TRUE(fails_with(one_less + " 77", "vertex 76 (counted from 0) twice"));
  EXPECT_TRUE(fails_with(write_polygon(200000), "polygon with 200000 vertices found, expected at most 10000"));
}

}  // namespace abut
