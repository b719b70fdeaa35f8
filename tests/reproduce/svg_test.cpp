#include "reproduce/svg.h"

#include <gtest/gtest.h>

#include "support/count_words.h"

namespace abut::reproduce {
namespace {

using test::count_words;

TEST(Svg, words_cannot_break_the_document) {
  Svg svg(100, 50);
  svg.text({1, 2}, "a < b & c");
  EXPECT_NE(svg.str().find(">a &lt; b &amp; c</text>"), std::string::npos);
  EXPECT_TRUE(svg.str().starts_with("<svg ") && svg.str().ends_with("</svg>\n"));
}

TEST(Svg, neighbours_of_one_colour_become_one_path) {
  Svg svg(100, 50);
  svg.begin_triangles();
  svg.triangle({Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, "#111111");
  svg.triangle({Vec2(1, 1), Vec2(0, 1), Vec2(1, 0)}, "#111111");
  svg.triangle({Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, "#222222");
  svg.end_triangles();
  EXPECT_EQ(count_words(svg.str(), "<path"), 2u);
  EXPECT_NE(svg.str().find("M0 0l10 0-10 10zM10 10l-10 0 10-10z\"/>"), std::string::npos) << svg.str();
}

TEST(Svg, a_polygon_is_filled_and_closed) {
  Svg svg(100, 50);
  svg.polygon(std::array{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, "#aabbcc", {"#112233", 2});
  EXPECT_NE(svg.str().find("<polygon fill=\"#aabbcc\" stroke-linejoin=\"round\" points=\"0.0,0.0 1.0,0.0 0.0,1.0 \" "
                           "stroke=\"#112233\" stroke-width=\"2\"/>"),
            std::string::npos)
      << svg.str();
}

TEST(Svg, an_arrow_is_a_line_with_a_head) {
  Svg svg(100, 50);
  svg.arrow({10, 20}, {50, 20}, {});
  EXPECT_NE(svg.str().find("points=\"41.0,24.5 50.0,20.0 41.0,15.5 \""), std::string::npos) << svg.str();
  const std::string before = svg.str();
  svg.arrow({10, 20}, {10, 20}, {});
  EXPECT_EQ(svg.str(), before);
}

TEST(Svg, colours_are_what_they_are_called) {
  EXPECT_EQ(make_color(0, 1, 0.5), "#ff0000");
  EXPECT_EQ(make_color(1.0 / 3, 1, 0.5), "#00ff00");
  EXPECT_EQ(make_color(2.0 / 3 - 5, 1, 0.5), "#0000ff");
  EXPECT_EQ(make_color(0.7, 0, 1), "#ffffff");
}

}  // namespace
}  // namespace abut::reproduce
