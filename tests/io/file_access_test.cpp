#include "io/file_access.h"

#include <fstream>

#include "io/io_testing.h"

namespace abut {

TEST(FileAccess, an_existing_file_is_replaced_only_when_asked) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "first"));
  const Status refused = write_file(folder / "a", "second");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("exists already"), std::string::npos);
  EXPECT_EQ(*read_file(folder / "a"), "first");
  ASSERT_TRUE(write_file(folder / "a", "second", true));
  EXPECT_EQ(*read_file(folder / "a"), "second");
  EXPECT_EQ(folder.count_files(), 1u);
}

TEST(FileAccess, a_failure_leaves_nothing_behind) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  EXPECT_FALSE(write_file(folder / "sub", "x", true));
  EXPECT_FALSE(write_file(folder / "missing/a", "x"));
  EXPECT_EQ(folder.count_files(), 1u);
}

TEST(FileAccess, what_is_no_readable_file_is_named) {
  TemporaryFolder folder;
  EXPECT_NE(read_file(folder / "").error().message.find("is a folder"), std::string::npos);
  EXPECT_NE(read_file(folder / "missing").error().message.find("cannot be opened: No such file"), std::string::npos);
  EXPECT_NE(read_file("/dev/null").error().message.find("no regular file"), std::string::npos);
}

}  // namespace abut
