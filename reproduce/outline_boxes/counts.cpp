// Tab. 1 to 3: boxes tested by both methods, in scenes made like Fig. 8 to 10.
#include <fmt/format.h>

#include "reproduce/outline_boxes/count_sums.h"
#include "reproduce/outline_boxes/experiments.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/scene_picture.h"
#include "reproduce/outline_boxes/wavy_outline.h"

namespace abut::reproduce {
namespace {

constexpr std::uint64_t kScenes = 100;
// Of kAdaptations: the paper's first method, and its second by either wavelets.
constexpr std::size_t kElementary = 0, kMultiresolution = 1, kShortFilters = 2, kShown = 3;

std::string format_change(double change) { return fmt::format("{:+.2f} %", 100 * change); }

std::string format_cases(const std::array<std::size_t, 3>& cases) {
  return fmt::format("{} / {} / {}", cases[0], cases[1], cases[2]);
}

std::string describe(const RelationCounts& counts) {
  if (counts.contacts + counts.interferences == 0) return "all apart";
  if (counts.interferences == 0) return fmt::format("{} in contact", counts.contacts);
  if (counts.contacts == 0) return fmt::format("{} interfere", counts.interferences);
  return fmt::format("{} interfere, {} in contact", counts.interferences, counts.contacts);
}

// The scene that is drawn.
void add_drawn_row(Table& table, const ContourKind& kind, const Situation& situation, const OutlineScene& scene,
                   const AllCounts& counts) {
  std::vector<std::string> row = {kind.name, situation.format(),
                                  describe(count_relations(PlantedScene(scene, Adaptation::elementary)))};
  for (std::size_t i = 0; i < kShown; ++i) row.push_back(format_count(counts[i].tests));
  for (std::size_t i = 0; i < kShown; ++i) row.push_back(format_count(counts[i].boxes));
  table.rows.push_back(std::move(row));
}

void add_mean_row(Table& table, const ContourKind& kind, const Situation& situation, const CountSums& sums) {
  std::vector<std::string> row = {kind.name, situation.format(), format_number(sums.mean_tests(kElementary))};
  for (std::size_t i = 1; i < kAdaptationCount; ++i) row.push_back(format_change(sums.change(i)));
  row.insert(row.end(), {format_cases(sums.cases[kMultiresolution]), format_cases(sums.cases[kShortFilters])});
  table.rows.push_back(std::move(row));
}

void add_paper_rows(Table& drawn, Table& means, const Experiment& experiment) {
  for (const Situation& situation : experiment.situations) {
    const auto& [first, second] = situation.paper_tests;
    const double change = static_cast<double>(second) / static_cast<double>(first) - 1;
    drawn.rows.push_back({"paper", situation.name, "", format_count(first), format_count(second), "", "", "", ""});
    means.rows.push_back({"paper", situation.name, "", format_change(change), "", "", "", "", ""});
  }
}

Report::Figure draw_drawn(const Experiment& experiment, const ContourKind& kind, std::size_t number,
                          const OutlineScene& scene) {
  const Situation& situation = experiment.situations[number];
  const std::string title = fmt::format("{}, {}", kind.name, situation.format());
  return {fmt::format("outline_{}_{}_{}", experiment.file, kind.name, number + 1), title,
          draw_scene(PlantedScene(scene, Adaptation::elementary), title)};
}

struct CountTables {
  Table drawn{{"contours", "situation", "pairs of objects", "comparisons, elementary", "multiresolution",
               "short filters", "boxes, elementary", "multiresolution", "short filters"},
              3};
  Table means{{"contours", "situation", "mean comparisons, elementary", "multiresolution", "short filters",
               "five points", "smallest", "multiresolution: fewer / same / more", "short filters"},
              2};
};

// The sums of each situation, of one kind of contours; the first scene is drawn and has rows of its own.
std::vector<CountSums> report_kind(Report& report, CountTables& tables, const Experiment& experiment,
                                   const ContourKind& kind) {
  std::vector<CountSums> sums(experiment.situations.size());
  for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
    const std::vector<OutlineScene> scenes = experiment.make_scenes(kind.waves, seed);
    std::vector<Report::Figure> figures;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      const AllCounts counts = count_all(scenes[i]);
      sums[i].add(counts);
      if (seed > 0) continue;
      add_drawn_row(tables.drawn, kind, experiment.situations[i], scenes[i], counts);
      figures.push_back(draw_drawn(experiment, kind, i, scenes[i]));
    }
    if (seed == 0) report.figures(std::move(figures));
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    add_mean_row(tables.means, kind, experiment.situations[i], sums[i]);
  }
  return sums;
}

void expect_fewer(Expectations& expectations, const Experiment& experiment, const ContourKind& kind,
                  const std::vector<CountSums>& sums) {
  for (const std::size_t i : {kMultiresolution, kShortFilters}) {
    std::string measured;
    bool is_met = true;
    for (const CountSums& of_situation : sums) {
      measured += (measured.empty() ? "" : ", ") + format_change(of_situation.change(i));
      is_met &= of_situation.change(i) <= experiment.most_more;
    }
    expectations.push_back({fmt::format("{}, {} contours, {}", experiment.table, kind.name, kAdaptations[i].name),
                            experiment.claim, measured, is_met});
  }
}

// By kind of contours and situation.
using AllSums = std::vector<std::vector<CountSums>>;

AllSums report_experiment(Report& report, Expectations& expectations, const Experiment& experiment) {
  CountTables tables;
  AllSums sums;
  for (const ContourKind& kind : kContourKinds) {
    sums.push_back(report_kind(report, tables, experiment, kind));
    expect_fewer(expectations, experiment, kind, sums.back());
  }
  add_paper_rows(tables.drawn, tables.means, experiment);
  report.table(tables.drawn);
  report.table(tables.means);
  return sums;
}

std::string describe_size(const Experiment& experiment) {
  const OutlineScene scene = experiment.make_scenes(kContourKinds[0].waves, 0)[0];
  return fmt::format(
      "{} objects, {} segments, {} boxes (the paper: {}). ", scene.outlines.size(), format_count(scene.piece_count()),
      format_count(PlantedScene(scene, Adaptation::elementary).box_count()), format_count(experiment.paper_boxes));
}

void expect_fraction(Expectations& expectations, const AllSums& sums) {
  for (std::size_t k = 0; k < std::size(kContourKinds); ++k) {
    const double share =
        sums[k].back().mean_boxes(kElementary) / static_cast<double>(get_ring_experiment().paper_boxes);
    expectations.push_back({fmt::format("Tab. 1, {} contours that interfere", kContourKinds[k].name),
                            "only a fraction of the boxes is compared (15 % in the paper; under half)",
                            format_share(share), share < 0.5});
  }
}

}  // namespace

void report_counts(Report& report, Expectations& expectations) {
  report.heading(3, "Boxes tested (Fig. 8 to 10, Tab. 1 to 3)");
  report.paragraph(fmt::format(
      "Scenes with as many objects and segments as the paper's, of the two kinds of contours. Every two objects are "
      "compared, from both roots on, and all their meetings found. The paper's \"number of boxes tested\" can be "
      "read in two ways: *comparisons* are tests of one box against another, the larger of two opened first (the "
      "library opens both at once if they are "
      "of about one size, and mostly takes some fewer); "
      "*boxes* are those that took part in any. The paper's numbers stand with the comparisons. The first table of "
      "each is of the scenes that are drawn, the second of {} scenes with other contours made likewise: the mean for "
      "elementary boxes, how much more or less the others take, and in how many scenes both kinds of multiresolution "
      "take fewer comparisons, as many, or more.",
      kScenes));
  report.heading(4, "Three objects apart, in contact and interfering (Fig. 8, Tab. 1)");
  report.paragraph(describe_size(get_ring_experiment()) +
                   "The three are on a ring, and all come nearer to its middle: (b) is where the first two touch, "
                   "(a) 5 % farther out, (c) 5 % farther in than where the last two touch.");
  const AllSums sums = report_experiment(report, expectations, get_ring_experiment());
  expect_fraction(expectations, sums);
  report.heading(4, "Nine objects that move (Fig. 9, Tab. 2)");
  report.paragraph(
      describe_size(get_moving_experiment()) +
      "Four of 128 segments, three of 32, a square and a triangle, which adds up to the paper's number; they come "
      "nearer to each other and turn, and nothing bounces. (a) is the first frame in which two interfere. A binary "
      "tree of n segments has 2n - 1 boxes; the paper has four more than nine of them can have.");
  report_experiment(report, expectations, get_moving_experiment());
  report.heading(4, "Rough objects in contact (Fig. 10, Tab. 3)");
  report.paragraph(describe_size(get_rough_experiment()) +
                   "All pieces have a roughness of 1, where objects have a radius of about 100. The second object is "
                   "pushed against the first, the third against both. The paper has six boxes more than three binary "
                   "trees of so many segments.");
  report_experiment(report, expectations, get_rough_experiment());
  report.paragraph(
      "In all three it matters little how super boxes are turned: even the smallest boxes there are take at best 11 "
      "% fewer comparisons. Between scenes of one kind the methods change places, so that differences like the "
      "paper's, of 0 to 2.6 % in one scene each, may be chance. On average over many scenes multiresolution takes a "
      "little more comparisons in most situations, by either wavelets, also where its boxes of level 4 are smaller.");
}

}  // namespace abut::reproduce
