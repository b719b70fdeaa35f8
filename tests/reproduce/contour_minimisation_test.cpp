// What the paper of 2006 promises, and what the chapter on it is computed from.
#include <gtest/gtest.h>

#include "reproduce/contour_minimisation/iteration_cost.h"
#include "reproduce/contour_minimisation/plain_scheme.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/contour_minimisation/sweep.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

TEST(ContourMinimisation, equations_alone_resolve_a_bump_but_not_a_strip) {
  EXPECT_TRUE(minimise_plainly(ReadyTangle("closed", 0, 12), 60).is_clean());
  EXPECT_TRUE(minimise_plainly(ReadyTangle("bbii", 0, 12), 60).is_clean());
  const PlainResult strip = minimise_plainly(ReadyTangle("strip", 0, 12), 60);
  EXPECT_GT(strip.pairs_left, 0u);
  EXPECT_EQ(strip.iterations, 60);
}

TEST(ContourMinimisation, a_recording_has_every_state) {
  const ReadyTangle tangle("squares", 0, 6);
  const Recording recording = record(tangle, {.scheme = Scheme::global});
  const auto& steps = recording.report.steps;
  ASSERT_TRUE(recording.report.is_clean());
  ASSERT_EQ(recording.states.size(), steps.size());
  EXPECT_EQ(recording.seconds.size() + 1, steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(find_piercings(tangle.place(recording.states[i])).piercings.size(), recording.crossings_at(i)) << i;
  }
  EXPECT_EQ(recording.crossings_at(0), recording.report.before.crossings);
  EXPECT_EQ(recording.crossings_at(steps.size()), 0u);
}

TEST(ContourMinimisation, is_a_small_part_of_an_iteration) {
  const ReadyTangle tangle("squares", 0, 6);
  const IterationCost cost = measure_cost(tangle, record(tangle, {.scheme = Scheme::global}));
  EXPECT_GT(cost.grouping, 0);
  EXPECT_GT(cost.gradients, 0);
  EXPECT_LT(cost.share(), 0.2);
}

TEST(ContourMinimisation, a_sweep_is_the_sum_of_its_runs) {
  const Sweep found = sweep("bbii", 3, {}, 12);
  EXPECT_EQ(found.runs, 3);
  EXPECT_TRUE(found.is_solved());
  EXPECT_GE(found.most_iterations, found.median_iterations);
  EXPECT_GE(found.resolved_by[0] + found.resolved_by[1], 3u);
  EXPECT_EQ(sweep("bbii", 2, {.max_iterations = 0}, 12).solved, 0);
}

TEST(ContourMinimisation, a_picture_of_a_tangle_shows_its_contour) {
  const ReadyTangle closed("closed", 0, 12), bbii("bbii", 0, 12);
  const auto loop = picture_tangle(closed.bodies(), Vec3(1, -1, 1), "").lines;
  const auto open = picture_tangle(bbii.bodies(), Vec3(1, -1, 1), "").lines;
  ASSERT_EQ(loop.size(), 1u);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(loop[0].points.front(), loop[0].points.back());
  EXPECT_NE(open[0].points.front(), open[0].points.back());
  EXPECT_EQ(open[0].points.size(), find_piercings(bbii.bodies()).piercings.size());
}

}  // namespace
}  // namespace abut::reproduce
