#include "reproduce/mesh_picture.h"

#include <gtest/gtest.h>

#include "reproduce/stage.h"
#include "reproduce/visibility.h"
#include "support/count_words.h"

namespace abut::reproduce {
namespace {

using test::count_words;

// A square around the z axis, at height z, as two triangles.
Model make_square(double z, double size = 1) {
  PolygonMesh mesh;
  mesh.positions = {{-size, -size, z}, {size, -size, z}, {size, size, z}, {-size, size, z}};
  mesh.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(2), VertexId(3)});
  return Model(std::move(mesh));
}

TEST(MeshPicture, bodies_have_their_colours_and_what_is_hidden_is_left_out) {
  const Model low = make_square(0), high = make_square(0.5, 1.1);
  const Tint red{0, 0.8}, blue{2.0 / 3, 0.8};
  const auto from_above = draw(MeshPicture{{{low.body(), red}, {high.body(), blue}}, Vec3(1e-6, 0, 1)});
  const auto from_the_side = draw(MeshPicture{{{low.body(), red}, {high.body(), blue}}, Vec3(1, -1, 0.3)});
  EXPECT_EQ(count_words(from_above, "<path"), 1u);
  EXPECT_GE(count_words(from_the_side, "<path"), 2u);
  EXPECT_EQ(count_words(from_the_side, "z") - count_words(from_above, "z"), 2u);  // the faces of the lower one
}

TEST(MeshPicture, lines_arrows_and_dots_lie_over_the_surfaces) {
  const Model square = make_square(0);
  MeshPicture picture{{{square.body()}}};
  picture.lines = {{{{0, 0, 0}, {1, 1, 0}}, "#0000aa"}};
  picture.arrows = {{{0.5, 0.5, 0}, {0.5, 0.5, 1}, "#aa0000"}};
  picture.dots = {{{0.5, 0.5, -1}, "#ffff00"}};
  const std::string svg = draw(picture);
  const std::size_t surfaces = svg.find("</g>");
  for (const char* color : {"#0000aa", "#aa0000", "#ffff00"}) {
    const std::size_t at = svg.find(color);
    ASSERT_NE(at, std::string::npos) << color;
    EXPECT_GT(at, surfaces) << color;
  }
}

TEST(MeshPicture, pictures_with_one_frame_have_one_scale) {
  const Model square = make_square(0);
  MeshPicture picture{{{square.body()}}};
  const std::string alone = draw(picture);
  picture.frame = {{0, 0, 0}, {5, 5, 5}};
  EXPECT_NE(draw(picture), alone);
  const std::string framed = draw(picture);
  picture.frame.push_back({2, 2, 2});  // between the others
  EXPECT_EQ(draw(picture), framed);
}

TEST(MeshPicture, edges_are_those_of_the_mesh_however_many_pieces) {
  const Model square = make_square(0);
  MeshPicture picture{{{square.body()}}};
  const std::size_t words = count_words(draw(picture), "z") - 2;  // but for the two faces
  picture.pieces = 4;
  EXPECT_EQ(count_words(draw(picture), "z") - words, 2 * 16u);
  picture.has_edges = true;
  EXPECT_EQ(count_words(draw(picture), "z") - words, 2 * 16u + 2 * 12u);
}

TEST(Visibility, the_nearest_hides_the_others_where_it_is) {
  const auto make = [](double x, double size, double z) {
    return std::array{Vec3(x, 10, z), Vec3(x + size, 10, z), Vec3(x, 10 + size, z)};
  };
  const std::vector triangles = {make(10, 20, 1), make(12, 5, 0), make(12, 5, 2), make(60, 5, 0), make(10, 40, 0)};
  EXPECT_EQ(find_visible(triangles, 100, 100), (std::vector<std::uint8_t>{1, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace abut::reproduce
