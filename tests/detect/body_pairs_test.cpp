// Pairs of bodies' boxes beside all pairs; what is no box is in none.
#include "detect/body_pairs.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/random.h"

namespace abut {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(BodyPairs, are_those_that_overlap_and_what_is_no_box_is_in_none) {
  test::Random random(5);
  int touching = 0, apart = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<Box3> boxes(40);  // some stay empty
    for (std::size_t i = 0; i < boxes.size(); i += 1 + i % 3) {
      const Vec3 at = 2 * random.point();
      boxes[i] = {at, at + Vec3(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1))};
    }
    for (int k = 0; k < 3; ++k) boxes[static_cast<std::size_t>(k)].lower[k] = kNone;
    const std::vector<BodyPair> pairs = find_body_pairs(boxes);
    std::vector<BodyPair> expected;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        const bool is_pair = test_overlap(boxes[a], boxes[b]);
        if (is_pair) expected.push_back({a, b});
        ++(is_pair ? touching : apart);
      }
    }
    EXPECT_EQ(pairs, expected) << round;
  }
  EXPECT_GT(touching, 100);
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace abut
