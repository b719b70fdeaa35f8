// Layouts: every part is there, none overlaps, gaps and edges are kept, and the same comes out every time.
#include "abut/nest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "abut/curves.h"
#include "nest/border_lines.h"
#include "nest/poles.h"
#include "support/outlines.h"

namespace abut {
namespace {

using test::Random;

constexpr double kLittle = 0.0008;  // effort: a fraction of a second

Outline make_box(const std::string& name, double width, double height) {
  const std::vector<Vec2> corners = {Vec2(0, 0), Vec2(width, 0), Vec2(width, height), Vec2(0, height)};
  return {name, {make_polygon(corners)}};
}

// Curved parts of some kinds, none where it was drawn at the origin.
NestProblem make_problem(double gap) {
  Random random(11);
  NestProblem problem{.items = {}, .strip_height = 10, .sheet = {}, .gap = gap};
  for (int i = 0; i < 3; ++i) {
    std::vector<Vec2> points = test::make_star(random, 8 + 3 * static_cast<std::size_t>(i), 0.8);
    for (Vec2& p : points) p += Vec2(50 * i, -20);
    problem.items.push_back(
        {{fmt::format("star {}", i), {make_spline(points)}}, 4, std::vector<double>{0, 90, 180, 270}});
  }
  problem.items.push_back({make_box("bar", 6, 0.7), 3, std::nullopt});
  return problem;
}

std::vector<Outline> place_all(const NestProblem& problem, const NestLayout& layout) {
  std::vector<Outline> outlines;
  for (const NestPlacement& placement : layout.placements) {
    outlines.push_back(place(problem.items[placement.item].outline, placement));
  }
  return outlines;
}

constexpr int kSamples = 12;           // of a piece
constexpr double kSampleError = 5e-3;  // what lines between them may be off

// By points along all borders: slow and honest.
double measure_least_distance(const std::vector<Outline>& outlines) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    const auto corners = test::sample(outlines[i].loops[0], kSamples);
    for (std::size_t j = 0; j < outlines.size(); ++j) {
      if (i == j) continue;
      for (const Vec2& p : test::sample(outlines[j].loops[0], kSamples)) {
        EXPECT_NE(locate(outlines[i], p), Side::inside);
        least = std::min(least, test::measure_distance(p, corners));
      }
    }
  }
  return least;
}

// By samples, and by the curves themselves.
void expect_gap(const std::vector<Outline>& outlines, double gap) {
  EXPECT_GE(measure_least_distance(outlines), gap - kSampleError);
  std::vector<OutlineTree> trees(outlines.begin(), outlines.end());
  std::vector<PlacedOutline> placed;
  for (const OutlineTree& tree : trees) placed.push_back({&tree});
  for (const NearOutlines& near : find_clearances(placed, gap).pairs) EXPECT_GE(near.clearance.nearest.distance, gap);
  for (const RelatedOutlines& pair : find_relations(placed).pairs) {
    EXPECT_NE(pair.pair.relation, OutlineRelation::interfering);
  }
}

void expect_valid(const NestProblem& problem, const NestLayout& layout) {
  std::vector<std::uint32_t> counts(problem.items.size());
  for (const NestPlacement& placement : layout.placements) ++counts[placement.item];
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i], problem.items[i].demand);
  const auto outlines = place_all(problem, layout);
  expect_gap(outlines, problem.gap);
  for (const Outline& outline : outlines) {
    const Box2 box = find_box(outline);
    EXPECT_GE(box.lower.x(), problem.edge - 1e-9);
    EXPECT_GE(box.lower.y(), problem.edge - 1e-9);
    EXPECT_LE(box.upper.y(), *problem.strip_height - problem.edge + 1e-9);
    EXPECT_LE(box.upper.x(), layout.length - problem.edge + 1e-9);
  }
}

TEST(Nest, strips_hold_all_parts_with_their_gaps) {
  for (const double gap : {0.0, 0.25}) {
    NestProblem problem = make_problem(gap);
    problem.edge = gap;
    const auto layout = nest(problem, {.effort = kLittle});
    ASSERT_TRUE(layout) << layout.error().message;
    expect_valid(problem, *layout);
    EXPECT_GT(layout->density, 0.4);
    EXPECT_LT(layout->density, 1);
  }
}

TEST(Nest, rough_parts_keep_more_distance) {
  NestProblem problem = make_problem(0.1);
  for (NestItem& item : problem.items) {
    for (OutlinePiece& piece : item.outline.loops[0].pieces) piece.roughness = 0.05;
  }
  const auto layout = nest(problem, {.effort = kLittle});
  ASSERT_TRUE(layout);
  expect_gap(place_all(problem, *layout), 0.2);
}

TEST(Nest, turns_are_those_that_are_allowed) {
  const NestProblem problem = make_problem(0);
  const auto layout = nest(problem, {.effort = kLittle});
  ASSERT_TRUE(layout);
  std::size_t free_turns = 0;
  for (const NestPlacement& placement : layout->placements) {
    const auto& rotations = problem.items[placement.item].rotations;
    if (rotations) {
      EXPECT_NE(std::find(rotations->begin(), rotations->end(), placement.degrees), rotations->end());
    } else {
      free_turns += std::fmod(placement.degrees, 90) != 0;
    }
  }
  EXPECT_GT(free_turns, 0u);
}

TEST(Nest, the_same_comes_out_at_any_thread_count) {
  const NestProblem problem = make_problem(0.1);
  const auto one = nest(problem, {.effort = kLittle, .threads = 1});
  const auto two = nest(problem, {.effort = kLittle, .threads = 2});
  const auto other = nest(problem, {.seed = 2, .effort = kLittle});
  ASSERT_TRUE(one && two && other);
  EXPECT_EQ(one->placements, two->placements);
  EXPECT_EQ(one->length, two->length);
  EXPECT_NE(one->placements, other->placements);
}

TEST(Nest, more_effort_is_not_worse) {
  const NestProblem problem = make_problem(0);
  const auto little = nest(problem, {.effort = 0.0001}), more = nest(problem, {.effort = 0.002});
  ASSERT_TRUE(little && more);
  EXPECT_LT(more->length, little->length);
}

TEST(Nest, squares_fill_a_strip_to_the_rim) {
  NestProblem problem{
      .items = {{make_box("square", 1, 1), 16, std::vector<double>{0}}}, .strip_height = 4.001, .sheet = {}};
  const auto layout = nest(problem, {.effort = 0.02});
  ASSERT_TRUE(layout);
  EXPECT_LT(layout->length, 4.02);
}

TEST(Nest, parts_lie_in_holes_of_others) {
  Outline ring = make_box("ring", 10, 10);
  const std::vector<Vec2> hole = {Vec2(1, 1), Vec2(1, 9), Vec2(9, 9), Vec2(9, 1)};
  ring.loops.push_back(make_polygon(hole));
  NestProblem problem{.items = {{ring, 1, std::vector<double>{0}}, {make_box("core", 7, 7), 1, std::vector<double>{0}}},
                      .strip_height = 10.01,
                      .sheet = {}};
  const auto layout = nest(problem, {.effort = 0.02});
  ASSERT_TRUE(layout);
  EXPECT_LT(layout->length, 10.1);
}

TEST(Nest, sheets_are_as_many_as_it_takes) {
  NestProblem problem{.items = {{make_box("half", 6, 10), 3, std::vector<double>{0}}},
                      .strip_height = {},
                      .sheet = make_box("sheet", 10, 10)};
  const auto layout = nest(problem, {.effort = kLittle});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->sheets, 3u);
  EXPECT_EQ(layout->placements.size(), 3u);
  EXPECT_DOUBLE_EQ(layout->density, 0.6);
  // Quarters of a sheet go on one, if they are pressed in.
  NestProblem quarters{.items = {{make_box("quarter", 4.9, 4.9), 4, std::vector<double>{0}}},
                       .strip_height = {},
                       .sheet = make_box("sheet", 10, 10)};
  const auto pressed = nest(quarters, {.effort = 0.02});
  ASSERT_TRUE(pressed);
  EXPECT_EQ(pressed->sheets, 1u);
}

TEST(Nest, sheets_of_any_shape_are_kept_to) {
  Outline disk{"disk", {}};
  const EllipseArc circle{
      .center = Vec2(30, 40), .x = Vec2(10, 0), .y = Vec2(0, 10), .start = 0, .sweep = 2 * std::numbers::pi};
  disk.loops.push_back({make_arc(circle, circle.at(0), circle.at(0), 1e-9)});
  const std::vector<Vec2> flaw = {Vec2(29, 39), Vec2(29, 41), Vec2(31, 41), Vec2(31, 39)};
  disk.loops.push_back(make_polygon(flaw));
  NestProblem problem{.items = {{make_box("tile", 3, 2), 12, std::nullopt}},
                      .strip_height = {},
                      .sheet = disk,
                      .gap = 0.1,
                      .edge = 0.2};
  const auto layout = nest(problem, {.effort = 0.002});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->placements.size(), 12u);
  for (std::uint32_t s = 0; s < layout->sheets; ++s) {
    std::vector<Outline> outlines;
    for (const NestPlacement& placement : layout->placements) {
      if (placement.sheet == s) outlines.push_back(place(problem.items[0].outline, placement));
    }
    expect_gap(outlines, 0.1);
    for (const Outline& outline : outlines) {
      for (const Vec2& p : test::sample(outline.loops[0], 40)) {
        EXPECT_LE((p - circle.center).norm(), 10 - 0.2 + 1e-6);
        EXPECT_GE(test::measure_distance(p, flaw), 0.2 - 1e-6);
      }
    }
  }
}

TEST(Nest, what_cannot_be_done_is_said) {
  const auto error = [](const NestProblem& problem) {
    const auto layout = nest(problem, {.effort = kLittle});
    return layout ? "none" : layout.error().message;
  };
  NestProblem large{.items = {{make_box("plank", 3, 20), 1, std::vector<double>{0}}}, .strip_height = 10, .sheet = {}};
  EXPECT_EQ(error(large), "'plank' (3 x 20) does not fit into a strip 10 high, at none of its turns");
  large.items[0].rotations = std::vector<double>{0, 90};
  EXPECT_EQ(error(large), "none");
  large.strip_height.reset();
  large.sheet = make_box("sheet", 10, 10);
  EXPECT_EQ(error(large), "'plank' (3 x 20) does not fit onto a sheet of 10 x 10, at none of its turns");
  const std::vector<Vec2> bow = {Vec2(0, 0), Vec2(2, 2), Vec2(2, 0), Vec2(0, 2)};
  NestProblem crossing{.items = {{{"bow", {make_polygon(bow)}}, 1, {}}}, .strip_height = 10, .sheet = {}};
  EXPECT_NE(error(crossing).find("'bow': its border crosses itself at (1, 1)"), std::string::npos);
  EXPECT_NE(error({.items = {}, .strip_height = 1, .sheet = {}}).find("no part"), std::string::npos);
  EXPECT_NE(error({.items = {}, .strip_height = {}, .sheet = {}}).find("a strip or a sheet"), std::string::npos);
  NestProblem many{.items = {{make_box("m", 1, 1), 5000, {}}}, .strip_height = 10, .sheet = {}};
  EXPECT_NE(error(many).find("too many"), std::string::npos);
}

TEST(Nest, progress_can_end_the_search) {
  int calls = 0;
  NestSettings settings{.effort = 100};
  settings.progress = [&](const NestProgress& progress) {
    EXPECT_LE(progress.share, 1);
    return ++calls < 3;
  };
  const auto layout = nest(make_problem(0), settings);
  ASSERT_TRUE(layout);
  EXPECT_FALSE(layout->is_complete);
  expect_valid(make_problem(0), *layout);
}

TEST(Nest, all_parts_have_places_when_time_is_over_too_soon) {
  NestProblem problem{
      .items = {{make_box("tile", 3, 2), 1500, std::nullopt}}, .strip_height = {}, .sheet = make_box("sheet", 40, 40)};
  NestSettings settings;
  settings.progress = [](const NestProgress&) { return false; };  // when it is asked first
  const auto layout = nest(problem, settings);
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_FALSE(layout->is_complete);
  EXPECT_TRUE(layout->unplaced.empty());
  EXPECT_EQ(layout->placements.size(), 1500u);
}

TEST(Poles, they_are_inside_and_apart) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    Outline outline{"", {make_spline(test::make_star(random, 12, 1.5))}};
    const std::vector<Vec2> hole = {Vec2(0, 0), Vec2(0.3, 0), Vec2(0.3, 0.3)};
    if (round % 2 == 0) outline.loops.push_back(make_polygon(hole));
    const auto poles = make_poles(outline);
    ASSERT_GE(poles.size(), 3u);
    for (std::size_t i = 0; i < poles.size(); ++i) {
      for (double angle = 0; angle < 6.28; angle += 0.2) {
        const Vec2 p = poles[i].center + 0.999 * poles[i].radius * Vec2(std::cos(angle), std::sin(angle));
        EXPECT_EQ(locate(outline, p), Side::inside);
      }
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_GE((poles[i].center - poles[j].center).norm(), 0.999 * (poles[i].radius + poles[j].radius));
      }
    }
  }
}

TEST(BorderLines, say_what_all_lines_say) {
  Random random(8);
  std::array<int, 2> seen = {};
  for (int round = 0; round < 10; ++round) {
    const auto corners = test::make_star(random, 10 + 30 * static_cast<std::size_t>(round), 1.5);
    const Outline outline{"", {make_polygon(corners)}};
    const BorderLines lines(outline);
    EXPECT_EQ(lines.error(), 0);
    for (int i = 0; i < 200; ++i) {
      const Vec2 p = test::random_point2(random, 3);
      double distance = std::numeric_limits<double>::infinity();
      for (const OutlinePiece& piece : outline.loops[0].pieces) {
        const auto found = find_distance(piece.curve, make_line(p, p), 1e-13);
        distance = std::min(distance, found->distance);
      }
      EXPECT_NEAR(lines.measure_distance(p, 100), distance, 1e-12);
      EXPECT_EQ(lines.measure_distance(p, 0.5 * distance), 0.5 * distance);
      const bool is_inside = lines.is_inside(p);
      EXPECT_EQ(locate(outline, p), is_inside ? Side::inside : Side::outside);
      ++seen[is_inside];
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
}

TEST(Poles, certain_overlaps_are_overlaps_and_deeper_is_more) {
  Random random(4);
  const Outline outline{"", {make_spline(test::make_star(random, 12, 1.5))}};
  const auto poles = make_poles(outline);
  const OutlineTree tree(outline);
  std::size_t certain = 0, apart = 0;
  for (int round = 0; round < 2000; ++round) {
    const Pose2 pose = Pose2::make(random.uniform(0, 6.28), test::random_point2(random, 5));
    PoleSet a, b;
    a.assign(poles, {}, Vec2::Zero());
    b.assign(poles, pose, Vec2::Zero());
    const PoleOverlap overlap = guess_overlap(a, b, 0.02);
    const bool is_apart = test_apart({&tree}, {&tree, pose}, 1e-6);
    certain += overlap.is_certain;
    apart += is_apart;
    EXPECT_FALSE(overlap.is_certain && is_apart);
    EXPECT_GT(overlap.amount, 0);
  }
  EXPECT_GT(certain, 100u);
  EXPECT_GT(apart, 100u);
}

// A circle that turns freely, and bars that hardly do: strips can be made shorter than they are at some turns.
TEST(Nest, strips_that_get_shorter_than_a_part_keep_it_inside) {
  const EllipseArc circle{
      .center = Vec2(5, 5), .x = Vec2(5, 0), .y = Vec2(0, 5), .start = 0, .sweep = 2 * std::numbers::pi};
  const Outline disk{"disk", {{make_arc(circle, circle.at(0), circle.at(0), 1e-6)}}};
  const std::vector<NestProblem> problems = {
      {.items = {{disk, 1, std::nullopt}}, .strip_height = 12, .sheet = {}, .gap = 1},
      {.items = {{disk, 1, std::nullopt}}, .strip_height = 24, .sheet = {}},
      {.items = {{make_box("bar", 2, 10), 1, std::vector<double>{0, 0.1}}}, .strip_height = 50, .sheet = {}},
      {.items = {{make_box("bar", 2, 10), 3, std::nullopt}}, .strip_height = 11, .sheet = {}},
      {.items = {{make_box("bar", 2, 10), 1, std::vector<double>(4000, 0.0)}}, .strip_height = 11, .sheet = {}},
  };
  for (const NestProblem& problem : problems) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const auto layout = nest(problem, {.seed = seed, .effort = 0.0003});
      ASSERT_TRUE(layout) << layout.error().message;
      expect_valid(problem, *layout);
    }
  }
}

TEST(Nest, the_search_that_places_more_is_chosen) {
  // A part that just fits below a slit; sampling finds its place now and then.
  const std::vector<Vec2> corners = {Vec2(0, 0),   Vec2(100, 0), Vec2(100, 100), Vec2(50, 100),
                                     Vec2(50, 60), Vec2(48, 60), Vec2(48, 100),  Vec2(0, 100)};
  NestProblem problem{.items = {{make_box("wide", 99.99, 59.99), 1, std::vector<double>{0}},
                                {make_box("small", 10, 10), 1, std::vector<double>{0}}},
                      .strip_height = {},
                      .sheet = Outline{"sheet", {make_polygon(corners)}}};
  const auto layout = nest(problem, {.seed = 4, .effort = 0.0005});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->placements.size(), 2u);
}

TEST(Nest, thin_parts_and_odd_measures_take_no_time) {
  NestProblem thin{.items = {{make_box("needle", 100000, 0.001), 1, std::vector<double>{0}}},
                   .strip_height = {},
                   .sheet = make_box("sheet", 200000, 10)};
  EXPECT_TRUE(nest(thin, {.effort = 0.0001}));
  const auto error = [](const NestProblem& problem) {
    const auto layout = nest(problem, {.effort = 0.0001});
    return layout ? "none" : layout.error().message;
  };
  NestProblem problem{.items = {{make_box("m", 1, 1), 3, {}}}, .strip_height = 20, .sheet = {}, .gap = 1e20};
  EXPECT_EQ(error(problem), "a gap of 1e+20 is too large beside the parts");
  problem.gap = 0;
  problem.strip_height = 1e100;
  EXPECT_EQ(error(problem), "the strip or sheet is too large beside the parts");
  problem.strip_height = 20;
  problem.edge = 15;
  EXPECT_EQ(error(problem), "with an edge of 15, nothing is left of the strip");
  problem.edge = 0;
  for (OutlinePiece& piece : problem.items[0].outline.loops[0].pieces) {
    for (Vec2& p : piece.curve.points) p.x() += 1e12;
  }
  EXPECT_EQ(error(problem), "'m': it is drawn too far from the origin for its size");
  problem.strip_height.reset();
  problem.sheet = Outline{"s", {}};
  EXPECT_EQ(error(problem), "the sheet has no border");
  NestProblem diagonal{
      .items = {{make_box("d", 116.5, 0.05), 1, {}}}, .strip_height = {}, .sheet = make_box("sheet", 100, 60)};
  EXPECT_EQ(error(diagonal), "none");
}

}  // namespace
}  // namespace abut
