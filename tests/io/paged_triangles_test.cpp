#include "abut/paged_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/sphere_scene.h"
#include "support/soups.h"
#include "support/temporary_folder.h"

namespace abut {
namespace {

using test::make_soup;
using test::Soup;

void expect_equal(const TriangleStore::Page& a, const TriangleStore::Page& b) {
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.sources, b.sources);
  ASSERT_EQ(a.bounds.size(), b.bounds.size());
  for (std::size_t i = 0; i < a.bounds.size(); ++i) {
    EXPECT_EQ(a.bounds[i].lower, b.bounds[i].lower);
    EXPECT_EQ(a.bounds[i].minus_upper, b.bounds[i].minus_upper);
  }
}

TEST(PagedTriangles, pages_are_those_in_memory) {
  const test::TemporaryFolder folder;
  for (const int count : {1, 255, 256, 257, 2000}) {
    const Soup soup = make_soup(static_cast<std::uint32_t>(count), count, 0.1);
    const auto order = sort_in_space(soup.positions, soup.faces);
    MemoryTriangles expected({soup.positions, soup.faces, order});
    MemoryBudget memory(50000);  // one page and a bit
    auto store = PagedTriangles::make({soup.positions, soup.faces, order}, folder / ".", memory);
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_EQ((*store)->page_count(), expected.page_count());
    EXPECT_EQ((*store)->triangle_count(), expected.triangle_count());
    for (const std::uint32_t p : {0u, expected.page_count() - 1, expected.page_count() / 2, 0u}) {
      const auto* page = (*store)->page(p);
      ASSERT_TRUE(page) << (*store)->failure().message;
      expect_equal(*page, *expected.page(p));
    }
    EXPECT_LE(memory.peak(), 50000u);
    EXPECT_EQ(memory.drop_count() > 0, count > 257) << count;
  }
}

TEST(PagedTriangles, too_little_memory_for_a_page_is_an_error_that_says_how_much_it_takes) {
  const test::TemporaryFolder folder;
  const Soup soup = make_soup(1, 300, 0.1);
  MemoryBudget memory(20000);
  auto store = PagedTriangles::make(soup.list(), folder / ".", memory);
  ASSERT_TRUE(store);
  EXPECT_EQ((*store)->page(0), nullptr);
  EXPECT_NE((*store)->failure().message.find("20000 bytes of memory are too few"), std::string::npos)
      << (*store)->failure().message;
  MemoryBudget enough(memory.needed());
  auto again = PagedTriangles::make(soup.list(), folder / ".", enough);
  EXPECT_NE((*again)->page(0), nullptr);
}

// Pages, branches and boxes around triangles live on one budget.
TEST(PagedTriangles, bodies_on_the_disk_touch_as_those_in_memory_with_any_budget) {
  const test::TemporaryFolder folder;
  const Soup soups[] = {make_soup(1, 2000, 0.05), make_soup(2, 1500, 0.05)};
  SphereScene whole({.depth = 4});
  std::vector<std::unique_ptr<MemoryTriangles>> stores;
  for (const Soup& soup : soups) {
    stores.push_back(std::make_unique<MemoryTriangles>(soup.list()));
    ASSERT_TRUE(whole.add(*stores.back()));
  }
  const auto expected = whole.find_hits();
  ASSERT_TRUE(expected);
  ASSERT_EQ(expected->hits.size(), 1u);
  int answered = 0, short_of_memory = 0;
  for (std::size_t limit = 2'000'000; limit > 60'000; limit = limit * 3 / 4) {
    MemoryBudget memory(limit);
    std::vector<std::unique_ptr<PagedTriangles>> paged;
    SphereScene scene({.depth = 4, .memory = &memory});
    for (const Soup& soup : soups) {
      auto store = PagedTriangles::make(soup.list(), folder / ".", memory);
      ASSERT_TRUE(store);
      paged.push_back(*std::move(store));
      ASSERT_TRUE(scene.add(*paged.back()));
    }
    const auto found = scene.find_hits();
    EXPECT_LE(memory.peak(), limit);
    if (!found) continue;
    EXPECT_EQ(found->hits[0].triangles, expected->hits[0].triangles) << limit;
    ++answered;
    short_of_memory += memory.drop_count() > 0;
  }
  EXPECT_GT(answered, 3);
  EXPECT_GT(short_of_memory, 1);
}

TEST(PagedTriangles, leaves_no_file_and_says_where_none_can_be) {
  const test::TemporaryFolder folder;
  const Soup soup = make_soup(1, 300, 0.1);
  MemoryBudget memory;
  {
    const auto store = PagedTriangles::make(soup.list(), folder / ".", memory);
    ASSERT_TRUE(store);
    EXPECT_EQ(folder.count_files(), 0u);
  }
  EXPECT_EQ(memory.used(), 0u);
  const auto nowhere = PagedTriangles::make(soup.list(), folder / "missing", memory);
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("missing"), std::string::npos);
}

TEST(PagedTriangles, sorting_keeps_all_and_puts_neighbours_together) {
  const Soup soup = make_soup(3, 4096, 0.01);
  auto order = sort_in_space(soup.positions, soup.faces);
  double sorted = 0, given = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    sorted += (soup.triangle(order[i])[0] - soup.triangle(order[i - 1])[0]).norm();
    given += (soup.triangle(i)[0] - soup.triangle(i - 1)[0]).norm();
  }
  EXPECT_LT(sorted, 0.3 * given);
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i);
}

}  // namespace
}  // namespace abut
