#include "reproduce/svg.h"

#include <gtest/gtest.h>

namespace abut::reproduce {
namespace {

std::size_t count(const std::string& text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

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
  EXPECT_EQ(count(svg.str(), "<path"), 2u);
  EXPECT_NE(svg.str().find("M0 0l10 0-10 10zM10 10l-10 0 10-10z\"/>"), std::string::npos) << svg.str();
}

TEST(Svg, colours_are_what_they_are_called) {
  EXPECT_EQ(make_color(0, 1, 0.5), "#ff0000");
  EXPECT_EQ(make_color(1.0 / 3, 1, 0.5), "#00ff00");
  EXPECT_EQ(make_color(2.0 / 3 - 5, 1, 0.5), "#0000ff");
  EXPECT_EQ(make_color(0.7, 0, 1), "#ffffff");
}

}  // namespace
}  // namespace abut::reproduce
