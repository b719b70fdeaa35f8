// The kernels of the overlap test: run by the processor everywhere, and by a graphics card where there is one.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "abut/device.h"
#include "device/batched_overlap.h"
#include "device/host_launcher.h"
#include "support/soups.h"

namespace abut {
namespace {

using test::make_soup;
using test::Soup;

struct Backend {
  const char* name;
  Result<std::unique_ptr<DeviceOverlapTest>> (*make)(std::size_t limit);

  friend std::ostream& operator<<(std::ostream& out, const Backend& backend) { return out << backend.name; }
};

template <HostOrder kOrder>
Result<std::unique_ptr<DeviceOverlapTest>> make_on_host(std::size_t limit) {
  return std::unique_ptr<DeviceOverlapTest>(std::make_unique<BatchedOverlapTest>(make_host_launcher(limit, kOrder)));
}

class CudaOverlap : public testing::TestWithParam<Backend> {
 protected:
  std::unique_ptr<DeviceOverlapTest> make(std::size_t limit = MemoryBudget::kUnlimited) {
    auto test = GetParam().make(limit);
    if (!test) why_not_ = test.error().message;
    return test ? std::move(*test) : nullptr;
  }
  std::string why_not_;
};

// A cell, what is asked about it, and the answer.
struct Question {
  TriangleStore* store;
  OctreeGrid grid;
  OctreeCell cell;
  std::vector<std::uint32_t> candidates;
  std::uint8_t grey;

  OverlapRequest request() const { return {store, &grid, cell, candidates}; }
};

void collect(SphereTree& tree, const SphereTree::Node& node, std::vector<Question>& questions) {
  if (tree.is_leaf(node)) return;
  const auto opened = tree.open(node);
  const auto candidates = tree.triangles(node);
  questions.push_back({&tree.store(), tree.grid(), node.cell, {candidates.begin(), candidates.end()}, opened->grey()});
  for (int i = 0; i < 8; ++i) {
    if (opened->grey() >> i & 1) collect(tree, opened->child(i), questions);
  }
}

std::vector<Question> ask_all(TriangleStore& store, int depth) {
  auto tree = SphereTree::make(store, {.depth = depth});
  EXPECT_TRUE(tree);
  std::vector<Question> questions;
  collect(*tree, tree->root(), questions);
  return questions;
}

Status answer(OverlapTest& test, const std::vector<Question>& questions, std::vector<std::uint8_t>& grey) {
  std::vector<OverlapRequest> requests;
  for (const Question& question : questions) requests.push_back(question.request());
  grey.assign(questions.size(), 0);
  return test.find_grey_children(requests, grey);
}

void expect_answers(OverlapTest& test, const std::vector<Question>& questions) {
  std::vector<std::uint8_t> grey;
  const Status status = answer(test, questions, grey);
  ASSERT_TRUE(status) << status.error().message;
  for (std::size_t i = 0; i < questions.size(); ++i) ASSERT_EQ(grey[i], questions[i].grey) << i;
}

// Touching faces of cells, without area, and both.
Soup make_nasty_soup() {
  Soup soup;
  soup.add({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)});
  soup.add({Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)});
  soup.add({Vec3(0, 0, 0.5), Vec3(0.5, 0, 0.5), Vec3(0, 0.5, 0.5)});
  soup.add({Vec3(0.25, 0.25, 0.25), Vec3(0.25, 0.25, 0.25), Vec3(0.25, 0.25, 0.25)});
  soup.add({Vec3(0.75, 0.25, 0.25), Vec3(0.75, 0.25, 0.75), Vec3(0.75, 0.25, 0.5)});
  soup.add({Vec3(0, 0.125, 0), Vec3(1, 0.625, 0.5), Vec3(0.5, 0.375, 0.25)});
  soup.add({Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0.5, 0.5, 1)});
  return soup;
}

TEST_P(CudaOverlap, answers_are_those_of_the_processor) {
  const auto test = make();
  if (!test) GTEST_SKIP() << why_not_;
  std::vector<std::unique_ptr<MemoryTriangles>> stores;
  std::vector<Question> questions;
  const auto add = [&](const Soup& soup, int depth) {
    stores.push_back(std::make_unique<MemoryTriangles>(soup.list()));
    for (Question& question : ask_all(*stores.back(), depth)) questions.push_back(std::move(question));
  };
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    add(make_soup(seed, 5, 0.1), 4);
    add(make_soup(seed, 3, 1), 5);
    add(make_soup(seed, 600, 0.05), 4);
    Soup far = make_soup(seed, 50, 0.3);
    for (Vec3& p : far.positions) p += Vec3(1e6, -3e8, 1e3);
    add(far, 4);
    Soup tiny = make_soup(seed, 20, 0.3);
    for (Vec3& p : tiny.positions) p *= 1e-99;
    add(tiny, 3);
  }
  add(make_nasty_soup(), 5);
  expect_answers(*test, questions);
  EXPECT_EQ(test->query_count(), 8 * questions.size());
  std::reverse(questions.begin(), questions.end());
  expect_answers(*test, questions);
}

TEST_P(CudaOverlap, trees_are_the_same_with_it) {
  const auto test = make();
  if (!test) GTEST_SKIP() << why_not_;
  const Soup soup = make_soup(3, 200, 0.2);
  MemoryTriangles store(soup.list());
  const auto find_cells = [&](OverlapTest* overlap) {
    auto tree = SphereTree::make(store, {.depth = 4, .overlap = overlap});
    std::vector<Question> questions;
    collect(*tree, tree->root(), questions);
    std::vector<OctreeCell> cells;
    tree->visit_nodes([&](const SphereTree::Node& node) { cells.push_back(node.cell); });
    return cells;
  };
  EXPECT_EQ(find_cells(test.get()), find_cells(nullptr));
}

TEST_P(CudaOverlap, little_memory_changes_nothing) {
  std::vector<std::unique_ptr<MemoryTriangles>> stores;
  std::vector<Question> questions;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    stores.push_back(std::make_unique<MemoryTriangles>(make_soup(seed, 100, 0.2).list()));
    for (Question& question : ask_all(*stores.back(), 3)) questions.push_back(std::move(question));
  }
  bool was_refused = false, was_done = false;
  for (std::size_t limit = 1u << 20; limit > 1000; limit = limit * 3 / 4) {
    const auto test = make(limit);
    if (!test) GTEST_SKIP() << why_not_;
    std::vector<std::uint8_t> grey;
    const Status status = answer(*test, questions, grey);
    if (!status) {
      EXPECT_NE(status.error().message.find("too few"), std::string::npos) << status.error().message;
      was_refused = true;
      continue;
    }
    EXPECT_FALSE(was_refused);
    was_done |= limit < 6 * 100 * sizeof(TrianglePoints);
    for (std::size_t i = 0; i < questions.size(); ++i) ASSERT_EQ(grey[i], questions[i].grey);
  }
  EXPECT_TRUE(was_refused);
  EXPECT_TRUE(was_done) << "with less than all bodies take";
}

TEST_P(CudaOverlap, a_store_in_the_place_of_another_is_another) {
  const auto test = make();
  if (!test) GTEST_SKIP() << why_not_;
  std::optional<MemoryTriangles> store;
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    store.emplace(make_soup(seed, 20, 0.3).list());
    expect_answers(*test, ask_all(*store, 3));
  }
}

class BrokenTriangles final : public TriangleStore {
 public:
  explicit BrokenTriangles(const TriangleList& list) { set_extent(list); }
  const Page* page(std::uint32_t) override { return nullptr; }
  Error failure() const override { return {"the disk is gone"}; }
};

TEST_P(CudaOverlap, what_cannot_be_read_is_said) {
  const auto test = make();
  if (!test) GTEST_SKIP() << why_not_;
  const Soup soup = make_soup(1, 20, 0.3);
  BrokenTriangles broken(soup.list());
  MemoryTriangles whole(soup.list());
  const auto grid = OctreeGrid::make(broken.box(), 3);
  ASSERT_TRUE(grid);
  const OverlapRequest request{&broken, &*grid, {}, {}};
  std::uint8_t grey = 0;
  const Status status = test->find_grey_children({&request, 1}, {&grey, 1});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "the disk is gone");
  expect_answers(*test, ask_all(whole, 3));
}

INSTANTIATE_TEST_SUITE_P(Kernels, CudaOverlap,
                         testing::Values(Backend{"forwards", make_on_host<HostOrder::forwards>},
                                         Backend{"backwards", make_on_host<HostOrder::backwards>},
                                         Backend{"by_threads", make_on_host<HostOrder::threads>},
                                         Backend{"on_a_card", make_cuda_overlap_test}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace abut
