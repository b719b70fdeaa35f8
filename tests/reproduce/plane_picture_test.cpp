// Pictures of the plane, and graphs.
#include "reproduce/plane_picture.h"

#include <gtest/gtest.h>

#include "reproduce/graph.h"

namespace abut::reproduce {
namespace {

bool has(const std::string& svg, std::string_view words) { return svg.find(words) != std::string::npos; }

TEST(PlanePicture, has_one_scale_and_y_goes_up) {
  PlanePicture picture({Vec2(0, 0), Vec2(2, 1)}, "title", 432, 262);  // 200 pixels for each unit
  picture.dot({0, 0}, 3, "#111111");
  picture.dot({2, 1}, 3, "#222222");
  EXPECT_TRUE(has(picture.str(), "<circle cx=\"16.0\" cy=\"246.0\" r=\"3\" fill=\"#111111\"/>")) << picture.str();
  EXPECT_TRUE(has(picture.str(), "<circle cx=\"416.0\" cy=\"46.0\" r=\"3\" fill=\"#222222\"/>")) << picture.str();
  EXPECT_TRUE(has(picture.str(), ">title</text>"));
}

TEST(PlanePicture, words_are_moved_by_pixels) {
  PlanePicture picture({Vec2(0, 0), Vec2(2, 1)}, "", 432, 262);
  picture.text({1, 0.5}, "here", {}, Vec2(5, -7));
  EXPECT_TRUE(has(picture.str(), "<text x=\"221.0\" y=\"139.0\"")) << picture.str();
}

TEST(Graph, axes_are_marked_evenly_and_may_go_below_0) {
  const Graph graph({Vec2(0, -0.5), Vec2(2, 1)}, {"title", "time", "gap"});
  for (const char* words : {">title<", ">time<", ">gap<", ">-0.4<", ">0<", ">0.8<", ">1.5<", ">2<"}) {
    EXPECT_TRUE(has(graph.str(), words)) << words;
  }
  EXPECT_FALSE(has(graph.str(), "-0<"));
}

}  // namespace
}  // namespace abut::reproduce
