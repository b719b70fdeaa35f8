#include "abut/journal.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// Each remembers another number of contacts.
CoupledState make_state(int number) {
  CoupledState state;
  state.cloth.time = 0.1 * number;
  state.cloth.step = static_cast<std::uint64_t>(number);
  state.cloth.may_cross = number % 2 == 0;
  for (const std::size_t count : {3, 2}) {
    state.cloth.positions.emplace_back(count, Vec3(number, 1.0 / 3, -0.0));
    state.cloth.velocities.emplace_back(count, Vec3(-number, 1e-300, 1e100));
  }
  state.solids.time = 0.2 * number;
  state.solids.step = static_cast<std::uint64_t>(number + 7);
  state.solids.motions.resize(2);
  state.solids.motions[1] = {
      Vec3(1, 2, number), Eigen::Quaterniond(0.1, 0.2, 0.3, 0.4), Vec3(3, 4, 5), Vec3(6, 7, 8), 0.5, 9};
  state.solids.joint_angles = {0.1 * number, -40, 1e-300};
  state.solids.memories.resize(static_cast<std::size_t>(number));
  for (SolidMemory& memory : state.solids.memories) {
    memory.pair = 77;
    memory.region = 3;
    memory.count = 3;
    memory.witness.corner_count = 2;
    memory.witness.corners[1] = {5, 6};
    memory.witness.direction = Vec3(0, 0.1, number);
    memory.at.fill(Vec3(1, 2, 3));
    memory.impulses.fill(Vec3(4, 5, number));
  }
  return state;
}

void expect_equal(const CoupledState& a, const CoupledState& b) {
  EXPECT_EQ(a.cloth.time, b.cloth.time);
  EXPECT_EQ(a.cloth.step, b.cloth.step);
  EXPECT_EQ(a.cloth.may_cross, b.cloth.may_cross);
  EXPECT_EQ(a.cloth.positions, b.cloth.positions);
  EXPECT_EQ(a.cloth.velocities, b.cloth.velocities);
  EXPECT_EQ(a.solids.time, b.solids.time);
  EXPECT_EQ(a.solids.step, b.solids.step);
  ASSERT_EQ(a.solids.motions.size(), b.solids.motions.size());
  EXPECT_EQ(a.solids.motions[1].rotation.coeffs(), b.solids.motions[1].rotation.coeffs());
  EXPECT_EQ(a.solids.motions[1].spin, b.solids.motions[1].spin);
  EXPECT_EQ(a.solids.motions[1].still_for, b.solids.motions[1].still_for);
  EXPECT_EQ(a.solids.motions[1].sleeps_with, b.solids.motions[1].sleeps_with);
  EXPECT_EQ(a.solids.joint_angles, b.solids.joint_angles);
  ASSERT_EQ(a.solids.memories.size(), b.solids.memories.size());
  for (std::size_t i = 0; i < a.solids.memories.size(); ++i) {
    EXPECT_EQ(a.solids.memories[i].pair, b.solids.memories[i].pair);
    EXPECT_EQ(a.solids.memories[i].region, b.solids.memories[i].region);
    EXPECT_EQ(a.solids.memories[i].count, b.solids.memories[i].count);
    EXPECT_EQ(a.solids.memories[i].witness.corners, b.solids.memories[i].witness.corners);
    EXPECT_EQ(a.solids.memories[i].witness.direction, b.solids.memories[i].witness.direction);
    EXPECT_EQ(a.solids.memories[i].at, b.solids.memories[i].at);
    EXPECT_EQ(a.solids.memories[i].impulses, b.solids.memories[i].impulses);
  }
}

class Journal : public testing::Test {
 protected:
  fs::path file() const { return folder_ / "run.journal"; }
  void write_states(int count) const {
    auto journal = SimulationJournal::create(file(), head_, outputs_, true);
    ASSERT_TRUE(journal);
    for (int i = 0; i < count; ++i) ASSERT_TRUE(journal->add(make_state(i)));
  }

  const JournalHead head_ = {"scene", {3, 2}, 2, 3};
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
  for (std::uintmax_t cut = 0; cut < size; cut += 3) {
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
  EXPECT_FALSE(SimulationJournal::open(file(), {"another scene", {3, 2}, 2}));
  EXPECT_FALSE(SimulationJournal::open(file(), {"scene", {3, 3}, 2}));
  EXPECT_FALSE(SimulationJournal::open(file(), {"scene", {3, 2}, 3}));
  EXPECT_FALSE(SimulationJournal::create(file(), head_, {}));
  EXPECT_FALSE(SimulationJournal::open(folder_ / "none", head_));
  std::ofstream(folder_ / "text") << "abut";
  EXPECT_FALSE(is_journal(folder_ / "text"));
  const auto wrong = SimulationJournal::open(folder_ / "text", head_);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("is not the journal"), std::string::npos);
  auto journal = SimulationJournal::open(file(), head_);
  ASSERT_TRUE(journal);
  CoupledState other = make_state(1);
  other.cloth.positions.pop_back();
  EXPECT_FALSE(journal->add(other));
}

}  // namespace
}  // namespace abut
