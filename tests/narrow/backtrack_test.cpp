// Step and check: the bracket, and what it cannot see.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/rigid_impact.h"

namespace abut {
namespace {

TEST(Backtrack, BracketsTheImpact) {
  const auto fall = [](double t) { return 0.75 - 2 * t * t; };
  const Backtrack found = backtrack_to_impact(fall, {.tolerance = 1e-12});
  EXPECT_EQ(found.status, BacktrackStatus::found);
  EXPECT_GE(fall(found.before), 0);
  EXPECT_LT(fall(found.after), 0);
  EXPECT_LE(found.after - found.before, 1e-12);
  EXPECT_NEAR(found.before, std::sqrt(0.375), 1e-12);
  EXPECT_LE(found.iterations, 60);
}

TEST(Backtrack, MeetsTheLastDigitAndFlatGaps) {
  const auto flat = [](double t) { return t < 0.7 ? 1e-3 : -1e9; };
  const Backtrack found = backtrack_to_impact(flat, {.tolerance = 0});
  EXPECT_EQ(found.status, BacktrackStatus::found);
  EXPECT_EQ(found.after, std::nextafter(found.before, 1.0));
  EXPECT_NEAR(found.after, 0.7, 1e-15);
}

// A gap of exactly 0 leaves the other end where it was: chords then have to look beyond it.
TEST(Backtrack, HitsAZeroAndIsDone) {
  for (const double impact : {0.25, 0.5, 0.75}) {
    const Backtrack found = backtrack_to_impact([&](double t) { return impact * impact - t * t; });
    EXPECT_EQ(found.status, BacktrackStatus::found);
    EXPECT_NEAR(found.before, impact, 1e-9);
    EXPECT_LE(found.after - found.before, 1e-9);
    EXPECT_LE(found.iterations, 20) << impact;
  }
}

TEST(Backtrack, SaysWhatItKnows) {
  const auto passage = [](double t) { return std::abs(t - 0.43) - 0.01; };
  EXPECT_EQ(backtrack_to_impact(passage).status, BacktrackStatus::none);  // passed through within a step
  EXPECT_EQ(backtrack_to_impact(passage, {.steps = 100}).status, BacktrackStatus::found);
  EXPECT_NEAR(backtrack_to_impact(passage, {.steps = 100}).before, 0.42, 1e-8);
  EXPECT_EQ(backtrack_to_impact([](double t) { return t - 0.1; }).status, BacktrackStatus::touching_at_start);
  EXPECT_EQ(backtrack_to_impact([](double) { return 0.0; }).status, BacktrackStatus::none);
  const Backtrack early = backtrack_to_impact([](double t) { return 0.3 - t; }, {.tolerance = 0, .max_iterations = 2});
  EXPECT_EQ(early.status, BacktrackStatus::not_converged);
  EXPECT_LE(early.before, 0.3);
  EXPECT_GE(early.after, 0.3);
  EXPECT_EQ(early.iterations, 2);
}

}  // namespace
}  // namespace abut
