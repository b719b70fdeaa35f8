// Fig. 6 in the report: one contour of either kind, then many with more and more waves.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/outline_boxes/level.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/outline_picture.h"
#include "reproduce/outline_boxes/wavy_outline.h"
#include "reproduce/plot.h"

namespace abut::reproduce {
namespace {

constexpr int kLevel = 4;
constexpr std::uint64_t kCurves = 100;
constexpr int kWaves[] = {3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
constexpr double kElementaryOfPaper = 5422.78, kMultiresolutionOfPaper = 5302.83;

const char* const kOutcome =
    "With the library's wavelets boxes get smaller only for three waves. With short filters they do for up to 16, by "
    "about as much as in the paper or more: as long as a box has no more than a wave in it. So it matters which "
    "wavelets one takes, and the paper's may have been of this kind. Where a box has more than a wave in it, no curve "
    "of 16 pieces follows it, and both make boxes larger. Samples of the curve itself are better than elementary "
    "boxes, too, but for the most irregular contours, and from 8 waves on better than both wavelets: much of the gain "
    "needs no wavelets at all.";

const char* const kReasons =
    "By how many degrees boxes are turned from the smallest ones, on average; at the right, how many degrees there "
    "are between the way from start to end of a coarse piece and that of the stretch it stands for. The library's "
    "coarse curves are the nearest to the fine one as a whole, not where stretches end.";

constexpr std::size_t kElementary = 0, kMultiresolution = 1, kShortFilters = 2, kSmallest = 4;

std::string format_change(double from, double to) { return fmt::format("{:+.2f} %", 100 * (to / from - 1)); }

std::string make_file_name(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

Report::Figure draw_level(const ContourKind& kind, const Outline& outline, const NamedAdaptation& named) {
  const auto boxes = make_level(outline, kLevel, named.adaptation);
  const std::string title = fmt::format("{}, {}: area {:.1f}", kind.name, named.name, sum_areas(boxes));
  const OutlineTree tree(outline);
  OutlinePicture picture(find_frame(boxes), title);
  picture.region({&tree, {}}, outline_colors::fills[0], outline_colors::border);
  for (const OrientedBox2& box : boxes) picture.box(box, {named.color, 1.2});
  return {fmt::format("outline_level_{}_{}", kind.name, make_file_name(named.name)), title, picture.str()};
}

std::vector<std::string> list_names(std::initializer_list<const char*> before) {
  std::vector<std::string> names(before.begin(), before.end());
  for (const NamedAdaptation& named : kAdaptations) names.push_back(named.name);
  return names;
}

void report_one(Report& report) {
  Table table{list_names({"contour"})};
  table.heading.push_back("change from first to second");
  for (const ContourKind& kind : kContourKinds) {
    const Outline outline = make_wavy_outline({.waves = kind.waves}, 0);
    std::vector<Report::Figure> figures;
    std::vector<std::string> row = {kind.name};
    std::vector<double> areas;
    for (const NamedAdaptation& named : kAdaptations) {
      areas.push_back(sum_areas(make_level(outline, kLevel, named.adaptation)));
      row.push_back(format_number(areas.back()));
      if (named.adaptation != Adaptation::five_points) figures.push_back(draw_level(kind, outline, named));
    }
    report.figures(std::move(figures));
    row.push_back(format_change(areas[kElementary], areas[kMultiresolution]));
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back(
      {"paper", "5,422.78", "5,302.83", "", "", "", format_change(kElementaryOfPaper, kMultiresolutionOfPaper)});
  report.table(table);
}

// Of many contours with as many waves.
struct LevelSums {
  std::array<double, kAdaptationCount> areas = {}, turns = {};
  std::array<std::size_t, kAdaptationCount> smaller = {};  // than by elementary boxes
  double coarse_turn = 0, short_turn = 0;
  std::size_t boxes = 0;

  void add(const Outline& outline) {
    std::array<std::vector<OrientedBox2>, kAdaptationCount> levels;
    std::array<double, kAdaptationCount> of_outline = {};
    for (std::size_t i = 0; i < kAdaptationCount; ++i) {
      levels[i] = make_level(outline, kLevel, kAdaptations[i].adaptation);
      of_outline[i] = sum_areas(levels[i]);
      areas[i] += of_outline[i];
      smaller[i] += of_outline[i] < of_outline[kElementary];
    }
    for (std::size_t k = 0; k < levels[kSmallest].size(); ++k, ++boxes) {
      for (std::size_t i = 0; i < kAdaptationCount; ++i) turns[i] += measure_turn(levels[i][k], levels[kSmallest][k]);
    }
    coarse_turn += measure_coarse_turn(outline, kLevel, Adaptation::multiresolution) / kCurves;
    short_turn += measure_coarse_turn(outline, kLevel, Adaptation::short_filters) / kCurves;
  }
  double excess(std::size_t i) const { return 100 * (areas[i] / areas[kSmallest] - 1); }
  std::string change(std::size_t i) const { return format_change(areas[kElementary], areas[i]); }
  std::string format_turn(std::size_t i) const { return format_number(turns[i] / static_cast<double>(boxes)); }
};

LevelSums sum_levels(int waves) {
  LevelSums sums;
  for (std::uint64_t seed = 0; seed < kCurves; ++seed) sums.add(make_wavy_outline({.waves = waves}, seed));
  return sums;
}

void expect_smaller(Expectations& expectations, int waves, const LevelSums& sums) {
  for (const ContourKind& kind : kContourKinds) {
    if (kind.waves != waves) continue;
    for (const std::size_t i : {kMultiresolution, kShortFilters}) {
      expectations.push_back({fmt::format("Fig. 6, {} {} contours, {}", kCurves, kind.name, kAdaptations[i].name),
                              "smaller boxes on level 4 (by 2.2 % in the paper)", sums.change(i),
                              sums.areas[i] < sums.areas[kElementary]});
    }
  }
}

// By waves: areas beyond the smallest, and their changes from the first method to the second.
void add_area_row(Table& table, int waves, const LevelSums& sums) {
  std::vector<std::string> row = {std::to_string(waves)};
  for (std::size_t i = 0; i < kSmallest; ++i) row.push_back(fmt::format("+{:.2f} %", sums.excess(i)));
  for (const std::size_t i : {kMultiresolution, kShortFilters}) {
    row.push_back(fmt::format("{} ({} of {})", sums.change(i), sums.smaller[i], kCurves));
  }
  table.rows.push_back(std::move(row));
}

void add_turn_row(Table& table, int waves, const LevelSums& sums) {
  std::vector<std::string> row = {std::to_string(waves)};
  for (std::size_t i = 0; i < kSmallest; ++i) row.push_back(sums.format_turn(i));
  row.insert(row.end(), {format_number(sums.coarse_turn), format_number(sums.short_turn)});
  table.rows.push_back(std::move(row));
}

void report_many(Report& report, Expectations& expectations) {
  Table areas{list_names({"waves"})}, turns = areas;
  areas.heading.back() = "multiresolution by elementary (smaller)";  // in place of the smallest
  areas.heading.push_back("short filters by elementary (smaller)");
  turns.heading.back() = "coarse piece";
  turns.heading.push_back("coarse piece, short filters");
  Plot plot{"Area of level 4 beyond that of the smallest boxes", "waves around a contour, up to", "%", {}};
  for (std::size_t i = 0; i < kSmallest; ++i) plot.lines.push_back({kAdaptations[i].name, kAdaptations[i].color, {}});
  for (const int waves : kWaves) {
    const LevelSums sums = sum_levels(waves);
    add_area_row(areas, waves, sums);
    add_turn_row(turns, waves, sums);
    for (std::size_t i = 0; i < kSmallest; ++i) plot.lines[i].points.push_back(Vec2(waves, sums.excess(i)));
    expect_smaller(expectations, waves, sums);
  }
  report.figure({"outline_level_areas", "Area beyond the smallest by number of waves", draw(plot)});
  report.table(areas);
  report.paragraph(kOutcome);
  report.paragraph(kReasons);
  report.table(turns);
}

}  // namespace

void report_areas(Report& report, Expectations& expectations) {
  report.heading(3, "Area of the boxes of a level (Fig. 6)");
  report.paragraph(
      "The 16 boxes of level 4 of a contour of 512 segments, by both methods. The paper's contour and its unit are "
      "not known; what can be compared is the change from one method to the other. Three columns are not in the "
      "paper: *short filters* is multiresolution by the bi-orthogonal wavelets of Cohen, Daubechies and Feauveau (4, "
      "2) in place of the library's, *five points* takes its samples from the curve itself, without any wavelets, "
      "and *smallest* is the least area that any direction gives. All boxes are around the same boxes of single "
      "pieces.");
  report_one(report);
  report.paragraph(fmt::format(
      "The same for {} contours of each number of waves, areas summed up: by how much they exceed the smallest, and "
      "how multiresolution compares with elementary boxes, with the number of contours for which its boxes are "
      "smaller.",
      kCurves));
  report_many(report, expectations);
}

}  // namespace abut::reproduce
