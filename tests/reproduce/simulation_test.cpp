// What the chapter on the simulation of cloth is computed from.
#include <gtest/gtest.h>

#include "reproduce/simulation/coarse_ribbon.h"
#include "reproduce/simulation/run_numbers.h"
#include "reproduce/simulation/run_picture.h"

namespace abut::reproduce {
namespace {

// Two small squares that cross each other, beside two bodies that do, too.
SceneDescription describe_crossing_squares(Recovery scheme) {
  SceneDescription scene = *parse_scene(R"({
    "cloths": [
      {"mesh": {"grid": {"size": [0.3, 0.3], "cells": [6, 6]}}},
      {"mesh": {"grid": {"size": [0.3, 0.3], "cells": [6, 6]}},
       "transform": {"rotate": [70, 0, 10], "translate": [0.02, 0.12, 0.01]}}
    ],
    "obstacles": [
      {"mesh": {"box": {}}, "transform": {"translate": [5, 0, 0]}},
      {"mesh": {"box": {}}, "transform": {"translate": [5.5, 0.1, 0.1]}}
    ],
    "gravity": [0, 0, 0],
    "frames": 30
  })",
                                        "crossing squares");
  scene.settings.recovery.scheme = scheme;
  return scene;
}

SceneRun make_run(std::initializer_list<std::size_t> pairs) {
  SceneRun run;
  for (const std::size_t of_frame : pairs) {
    RecordedFrame frame;
    frame.time = static_cast<double>(run.frames.size());
    frame.pairs = of_frame;
    run.frames.push_back(frame);
  }
  return run;
}

TEST(SceneRun, resolved_intersections_vanish_and_others_stay) {
  const SceneRun global = run_scene(describe_crossing_squares(Recovery::global));
  const SceneRun none = run_scene(describe_crossing_squares(Recovery::none));
  EXPECT_GT(global.frames[0].pairs, 0u);
  EXPECT_EQ(global.frames[0].pairs, none.frames[0].pairs);
  EXPECT_TRUE(find_clean_frame(global));
  EXPECT_FALSE(find_clean_frame(none));
  EXPECT_EQ(find_longest_spell(none), none.frames.size());
}

TEST(SceneRun, records_every_frame) {
  const std::size_t kept[] = {0, 2};
  const SceneRun run = run_scene(describe_crossing_squares(Recovery::none), kept, 4);
  ASSERT_EQ(run.frames.size(), 5u);
  EXPECT_EQ(run.trouble, "");
  EXPECT_EQ(run.last(), 4u);
  EXPECT_EQ(run.cloth_triangles(), 144u);
  EXPECT_EQ(run.frames[0].steps, 0);
  for (std::size_t i = 1; i < run.frames.size(); ++i) {
    const RecordedFrame& frame = run.frames[i];
    EXPECT_DOUBLE_EQ(frame.time, static_cast<double>(i) / 30);
    EXPECT_EQ(frame.steps, 2);
    EXPECT_GT(frame.crossings, 0u);
    EXPECT_EQ(frame.contours, 1u);
    EXPECT_GT(frame.worst_step, 0);
    EXPECT_GE(frame.seconds, frame.worst_step);
  }
  ASSERT_EQ(run.kept.size(), 3u);
  EXPECT_EQ(run.kept.rbegin()->first, 4u);
}

TEST(SceneRun, obstacles_that_cross_each_other_do_not_count) {
  const std::size_t kept[] = {0};
  const SceneRun run = run_scene(describe_crossing_squares(Recovery::none), kept, 0);
  const auto bodies = run.place(0);
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(find_cloth_pairs(bodies, 2).size(), run.frames[0].pairs);
  EXPECT_GT(find_cloth_pairs(bodies, 4).size(), run.frames[0].pairs);
}

TEST(SceneRun, a_picture_shows_bodies_and_contours) {
  const SceneRun run = run_scene(describe_crossing_squares(Recovery::none), {}, 0);
  const MeshPicture picture = picture_frame(run, 0, Vec3(1, -1, 1), "");
  EXPECT_EQ(picture.bodies.size(), 4u);
  EXPECT_EQ(picture.lines.size(), 1u);
  EXPECT_GT(picture.bodies[0].tint.saturation, picture.bodies[3].tint.saturation);
  EXPECT_EQ(list_kept_points(run).size(), 2 * 49u + 2 * 8u);
}

TEST(CoarseRibbon, keeps_both_sides_and_both_ends) {
  std::vector<Vec3> positions;
  for (int j = 0; j <= 2; ++j) {
    for (int i = 0; i <= 5; ++i) positions.push_back(Vec3(i, j, 0));
  }
  const CoarseRibbon coarse(positions, {5, 2}, 2);
  const Body body = coarse.body();
  EXPECT_EQ(body.surface->face_count(), 6u);
  EXPECT_EQ(
      std::vector(body.positions.begin(), body.positions.end()),
      (std::vector<Vec3>{{0, 0, 0}, {0, 2, 0}, {2, 0, 0}, {2, 2, 0}, {4, 0, 0}, {4, 2, 0}, {5, 0, 0}, {5, 2, 0}}));
}

TEST(SceneRun, the_examples_of_the_chapter_are_there) {
  for (const char* name : {"squares", "ignored", "ribbon", "garments"}) {
    EXPECT_FALSE(read_example(name).cloths.empty()) << name;
  }
}

TEST(RunNumbers, are_those_of_its_frames) {
  const SceneRun run = make_run({0, 3, 0, 2, 1, 0, 0});
  EXPECT_EQ(find_clean_frame(run), 5u);
  EXPECT_EQ(find_longest_spell(run), 2u);
  EXPECT_EQ(find_most_pairs(run), 3u);
  EXPECT_DOUBLE_EQ(find_mean_pairs(run, 3), 0.75);
  EXPECT_EQ(format_end(run), "0");
  EXPECT_EQ(make_pairs_line("", "", run).points[3], Vec2(3, 2));
}

TEST(RunNumbers, are_honest_about_a_bad_end) {
  EXPECT_FALSE(find_clean_frame(make_run({0, 1})));
  EXPECT_EQ(format_end(make_run({0, 1})), "**1**");
  SceneRun broken = make_run({1, 0});
  broken.trouble = "came apart";
  EXPECT_FALSE(find_clean_frame(broken));
  EXPECT_EQ(format_end(broken), "**came apart**");
}

}  // namespace
}  // namespace abut::reproduce
