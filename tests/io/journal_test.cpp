#include "abut/journal.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

SimulationState make_state(int number) {
  SimulationState state;
  state.time = 0.1 * number;
  state.step = static_cast<std::uint64_t>(number);
  state.may_cross = number % 2 == 0;
  for (const std::size_t count : {3, 2}) {
    state.positions.emplace_back(count, Vec3(number, 1.0 / 3, -0.0));
    state.velocities.emplace_back(count, Vec3(-number, 1e-300, 1e100));
  }
  return state;
}

void expect_equal(const SimulationState& a, const SimulationState& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.may_cross, b.may_cross);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.velocities, b.velocities);
}

class Journal : public testing::Test {
 protected:
  fs::path file() const { return folder_ / "run.journal"; }
  void write_states(int count) const {
    auto journal = SimulationJournal::create(file(), head_, outputs_, true);
    ASSERT_TRUE(journal);
    for (int i = 0; i < count; ++i) ASSERT_TRUE(journal->add(make_state(i)));
  }

  const JournalHead head_ = {"scene", {3, 2}};
  const std::vector<std::string> outputs_ = {"cloth.usda", "frames/cloth.obj"};
  test::TemporaryFolder folder_;
};

TEST_F(Journal, states_come_back_bit_by_bit_and_more_can_follow) {
  write_states(3);
  auto journal = SimulationJournal::open(file(), head_);
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->outputs(), outputs_);
  ASSERT_EQ(journal->state_count(), 3u);
  ASSERT_TRUE(journal->add(make_state(3)));
  for (int i = 0; i < 4; ++i) expect_equal(*journal->read(static_cast<std::size_t>(i)), make_state(i));
  EXPECT_FALSE(journal->read(4));
  journal->remove();
  EXPECT_FALSE(fs::exists(file()));
}

// Wherever a kill cuts it off, whole states stay and the rest is written again.
TEST_F(Journal, cut_anywhere_whole_states_stay) {
  write_states(2);
  const auto size = fs::file_size(file());
  std::size_t seen_one = 0, seen_none = 0, refused = 0;
  for (std::uintmax_t cut = 0; cut < size; ++cut) {
    write_states(2);
    fs::resize_file(file(), cut);
    auto journal = SimulationJournal::open(file(), head_);
    if (!journal) {
      ++refused;
      continue;
    }
    ASSERT_LT(journal->state_count(), 2u);
    (journal->state_count() == 1 ? seen_one : seen_none) += 1;
    if (cut % 7 != 0) continue;
    const auto next = static_cast<int>(journal->state_count());
    ASSERT_TRUE(journal->add(make_state(next)));
    expect_equal(*journal->read(static_cast<std::size_t>(next)), make_state(next));
  }
  EXPECT_GT(seen_one, 100u);
  EXPECT_GT(seen_none, 100u);
  EXPECT_GT(refused, 10u);
}

TEST_F(Journal, a_damaged_state_ends_it) {
  write_states(2);
  std::fstream bytes(file(), std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(-30, std::ios::end);
  bytes.put('x');
  bytes.close();
  const auto journal = SimulationJournal::open(file(), head_);
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->state_count(), 1u);
}

TEST_F(Journal, others_are_refused) {
  write_states(1);
  EXPECT_TRUE(is_journal(file()));
  EXPECT_FALSE(SimulationJournal::open(file(), {"another scene", {3, 2}}));
  EXPECT_FALSE(SimulationJournal::open(file(), {"scene", {3, 3}}));
  EXPECT_FALSE(SimulationJournal::create(file(), head_, {}));
  EXPECT_FALSE(SimulationJournal::open(folder_ / "none", head_));
  std::ofstream(folder_ / "text") << "abut";
  EXPECT_FALSE(is_journal(folder_ / "text"));
  const auto wrong = SimulationJournal::open(folder_ / "text", head_);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("is not the journal"), std::string::npos);
  auto journal = SimulationJournal::open(file(), head_);
  ASSERT_TRUE(journal);
  SimulationState other = make_state(1);
  other.positions.pop_back();
  EXPECT_FALSE(journal->add(other));
}

}  // namespace
}  // namespace abut
