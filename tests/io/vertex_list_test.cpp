#include <gtest/gtest.h>

#include "abut/io.h"

namespace abut {
namespace {

TEST(VertexList, has_one_vertex_a_line) {
  const auto list = parse_vertex_list("# pins\n12\r\n\n  7  # seven\na b:c.obj:3\n", "pins.txt");
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->size(), 3u);
  EXPECT_EQ((*list)[0].vertex, 12u);
  EXPECT_EQ((*list)[0].mesh, "");
  EXPECT_EQ((*list)[0].line, 2u);
  EXPECT_EQ((*list)[1].vertex, 7u);
  EXPECT_EQ((*list)[2].mesh, "a b:c.obj");
  EXPECT_EQ((*list)[2].vertex, 3u);
  EXPECT_EQ((*list)[2].line, 5u);
  EXPECT_TRUE(parse_vertex_list("", "empty")->empty());
}

TEST(VertexList, refuses_what_is_no_vertex) {
  for (const char* text : {"x", "-1", "1.5", "1 2", "a:", "a:-2", "4294967296", ":"}) {
    const auto list = parse_vertex_list(std::string("0\n") + text, "pins.txt");
    ASSERT_FALSE(list) << text;
    EXPECT_TRUE(list.error().message.starts_with("pins.txt:2: ")) << list.error().message;
  }
}

}  // namespace
}  // namespace abut
