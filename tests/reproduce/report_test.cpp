#include "reproduce/report.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace abut::reproduce {
namespace {

TEST(Report, numbers_have_three_digits_and_a_unit) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_number(0.01234), "0.0123");
  EXPECT_EQ(format_number(12.34), "12.3");
  EXPECT_EQ(format_number(12345), "12,345");
  EXPECT_EQ(format_time(0.0123), "12.3 ms");
  EXPECT_EQ(format_time(2.5e-5), "25.0 us");
  EXPECT_EQ(format_time(3), "3.00 s");
  EXPECT_EQ(format_share(0.1234), "12.3 %");
}

TEST(Report, numbers_are_set_to_the_right) {
  Report report;
  report.table({{"name", "n"}, 1, {{"sphere", "12"}}});
  EXPECT_EQ(report.text(), "| name | n |\n|---|---:|\n| sphere | 12 |\n\n");
}

TEST(Report, a_chapter_takes_the_place_of_the_one_before) {
  const auto insert = [](std::string_view name, std::string_view page) {
    Report report;
    report.heading(2, name);
    report.paragraph("new");
    report.insert_into(page);
    return report.text();
  };
  const std::string page = "# Page\n\n## A\n\nold\n\n### Of A\n\nold\n\n## B\n\nold\n";
  EXPECT_EQ(insert("A", page), "# Page\n\n## A\n\nnew\n\n## B\n\nold\n");
  EXPECT_EQ(insert("B", page), "# Page\n\n## A\n\nold\n\n### Of A\n\nold\n\n## B\n\nnew\n\n");
  EXPECT_EQ(insert("C", "# Page\n"), "# Page\n\n## C\n\nnew\n\n");
}

TEST(Report, is_written_with_its_figures) {
  const test::TemporaryFolder folder;
  Report report;
  report.figure({"loop", "A loop", "<svg/>"});
  ASSERT_TRUE(report.write(folder / "docs"));
  EXPECT_TRUE(std::filesystem::exists(folder / "docs/figures/loop.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder / "docs/reproduction.md"));
  EXPECT_NE(report.text().find("](figures/loop.svg)"), std::string::npos);
}

}  // namespace
}  // namespace abut::reproduce
