#include "io/text_cursor.h"

#include "io/io_testing.h"

namespace abut {

TEST(TextCursor, lines_end_with_lf_crlf_or_cr) {
  TextCursor cursor("a\nb\r\nc\rd", {});
  for (const char* word : {"a", "b", "c", "d"}) EXPECT_EQ(cursor.read_word_across_lines(), word);
  EXPECT_EQ(cursor.line(), 4u);
  EXPECT_EQ(cursor.read_word_across_lines(), "");
  EXPECT_TRUE(cursor.at_end());
}

TEST(TextCursor, a_backslash_joins_lines_and_the_line_count_goes_on) {
  TextCursor cursor("a 1\\\n2 \\\r\n 3\nb", {.continuations = true});
  for (const char* word : {"a", "1", "2", "3", ""}) EXPECT_EQ(cursor.read_word(), word);
  EXPECT_EQ(cursor.line(), 3u);
  cursor.skip_line();
  EXPECT_EQ(cursor.read_word(), "b");
  EXPECT_EQ(cursor.line(), 4u);
}

TEST(TextCursor, a_comment_ends_the_line_even_with_a_backslash_at_its_end) {
  TextCursor cursor("a # C:\\\nb", {.comments = true, .continuations = true});
  EXPECT_EQ(cursor.read_word(), "a");
  EXPECT_EQ(cursor.read_word(), "");
  cursor.skip_line();
  EXPECT_EQ(cursor.read_word(), "b");
}

TEST(TextCursor, the_rest_of_a_line_comes_without_blanks_around_it) {
  TextCursor cursor("g  two words #1\t \r\nnext", {.comments = true});
  EXPECT_EQ(cursor.read_word(), "g");
  EXPECT_EQ(cursor.read_rest_of_line(), "two words #1");
}

}  // namespace abut
