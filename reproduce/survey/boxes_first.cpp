// Section 2.2: boxes before anything else.
#include <fmt/format.h>

#include <algorithm>

#include "abut/convex_pair.h"
#include "abut/moving_boxes.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kSolids = 2'000;

// Solids in a room: pairs of boxes that overlap, and pairs of solids that touch.
struct BoxCounts {
  std::uint64_t all = 0, boxes = 0, by_tree = 0, touching = 0, touching_beyond = 0;
};

BoxCounts count_boxes() {
  Variation vary(25);
  std::vector<Convex> shapes;
  std::vector<PlacedConvex> solids;
  for (int i = 0; i < kSolids; ++i) shapes.push_back(make_random_hull(vary, 12));
  for (const Convex& shape : shapes) solids.push_back({&shape, {make_random_rotation(vary), vary.point(-12, 12)}});
  SweepAndPrune sweep;
  DynamicTree tree;
  for (const PlacedConvex& solid : solids) {
    const Box3 box = PicturedSolid(solid).box();
    sweep.add(box), tree.add(box);
  }
  const auto pairs = sweep.find_pairs();
  BoxCounts counts{kSolids * (kSolids - 1) / 2, pairs.size(), tree.find_pairs().size()};
  const auto is_pair = [&](std::size_t a, std::size_t b) {
    return std::binary_search(pairs.begin(), pairs.end(), BoxPair{BoxId(a), BoxId(b)});
  };
  for (std::size_t a = 0; a < solids.size(); ++a) {
    for (std::size_t b = a + 1; b < solids.size(); ++b) {
      if (!test_touching(solids[a], solids[b])) continue;
      ++counts.touching;
      counts.touching_beyond += !is_pair(a, b);
    }
  }
  return counts;
}

}  // namespace

void report_boxes_first(Report& report, Expectations& expectations) {
  report.paragraph("Boxes first: hulls of 12 points in a room, and what is left to look at closely.");
  const BoxCounts boxes = count_boxes();
  report.table({{"solids", "all pairs", "boxes overlap, by the sweep", "by the tree", "solids touch",
                 "touch, but boxes do not overlap"},
                1,
                {{format_count(kSolids), format_count(boxes.all), format_count(boxes.boxes),
                  format_count(boxes.by_tree), format_count(boxes.touching), format_count(boxes.touching_beyond)}}});
  expectations.push_back({"boxes before solids", "necessary, not sufficient",
                          fmt::format("{} of {} pairs of boxes touch, {} others", format_count(boxes.touching),
                                      format_count(boxes.boxes), boxes.touching_beyond),
                          boxes.touching_beyond == 0 && boxes.touching < boxes.boxes && boxes.boxes == boxes.by_tree});
}

}  // namespace abut::reproduce
