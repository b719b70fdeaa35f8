#include "reproduce/plot.h"

#include <gtest/gtest.h>

#include <regex>

namespace abut::reproduce {
namespace {

// Where the dots of a plot are.
std::vector<Vec2> find_dots(const std::string& svg) {
  std::vector<Vec2> dots;
  const std::regex pattern("<circle cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it) {
    dots.push_back({std::stod((*it)[1]), std::stod((*it)[2])});
  }
  return dots;
}

TEST(Plot, equal_factors_are_equal_distances) {
  const auto dots = find_dots(draw(Plot{"", "", "", {{"", colors::blue, {{10, 100}, {100, 10}, {1000, 1}}}}}));
  ASSERT_EQ(dots.size(), 3u);
  EXPECT_NEAR((dots[1] - dots[0] - (dots[2] - dots[1])).norm(), 0, 0.2);
  EXPECT_LT(dots[0].x(), dots[1].x());
  EXPECT_LT(dots[0].y(), dots[1].y());  // y goes down
}

TEST(Plot, zero_stands_on_the_axis) {
  const auto dots = find_dots(draw(Plot{"", "", "", {{"", colors::blue, {{10, 1}, {100, 0}, {1000, 50}}}}}));
  ASSERT_EQ(dots.size(), 3u);
  EXPECT_EQ(dots[0].y(), dots[1].y());
}

TEST(Plot, on_an_even_axis_equal_steps_are_equal_distances) {
  const auto dots = find_dots(draw(Plot{"", "", "", {{"", colors::blue, {{0, 5}, {1, 5}, {2, 5}, {3, 5}}}}, 1, true}));
  ASSERT_EQ(dots.size(), 4u);
  EXPECT_LT(dots[0].x(), dots[1].x());
  EXPECT_NEAR(dots[1].x() - dots[0].x(), dots[3].x() - dots[2].x(), 0.2);
}

TEST(Plot, names_do_not_cover_each_other) {
  Plot plot{"", "", "", {}};
  for (int i = 0; i < 6; ++i) plot.lines.push_back({"line " + std::to_string(i), colors::green, {{1, 1}, {10, 1}}});
  const std::string svg = draw(plot);
  std::vector<double> heights;
  const std::regex pattern("y=\"([-0-9.]+)\"[^>]*>line");
  for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it)
    heights.push_back(std::stod((*it)[1]));
  std::sort(heights.begin(), heights.end());
  ASSERT_EQ(heights.size(), 6u);
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GT(heights[i] - heights[i - 1], 15);
}

}  // namespace
}  // namespace abut::reproduce
