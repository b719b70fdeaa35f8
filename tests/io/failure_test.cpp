#include "io/failure.h"

#include "io/io_testing.h"

namespace abut {

TEST(Failure, unprintable_bytes_are_escaped_and_utf8_is_kept) {
  EXPECT_EQ(printable("a\x1b[31m"), "a\\x1b[31m");
  EXPECT_EQ(printable("größe"), "größe");
  EXPECT_EQ(printable("\xe9t\xe9"), "\\xe9t\\xe9");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // a control character in UTF-8
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Failure, long_words_are_shortened) {
  EXPECT_EQ(quote("short"), "'short'");
  EXPECT_LT(quote(std::string(1000000, 'x')).size(), 60u);
}

}  // namespace abut
