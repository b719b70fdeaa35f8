// 3.2 and Fig. 9: where making the contour shorter does not lead out, and what does.
#include <fmt/format.h>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/masses.h"
#include "reproduce/contour_minimisation/plain_scheme.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/contour_minimisation/sweep.h"
#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

constexpr const char* kKinds[] = {"closed", "bbii", "bibi",  "strip",  "sheets", "finger", "dip",  "sleeve", "eight",
                                  "bli",    "ll",   "cross", "pocket", "collar", "loop",   "knot", "tubes2", "crumple"};
constexpr int kSeeds = 5;
constexpr int kIterations = 150;

// What the equations alone make of a kind.
struct Plain {
  int solved = 0;
  std::size_t pairs_left = 0;
};

Plain sweep_plainly(const char* kind) {
  Plain plain;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const PlainResult result = minimise_plainly(ReadyTangle(kind, seed), kIterations);
    plain.solved += result.is_clean();
    plain.pairs_left += result.pairs_left;
  }
  return plain;
}

std::string format_plain(const Plain& plain) {
  if (plain.solved == kSeeds) return fmt::format("{} of {}", plain.solved, kSeeds);
  return fmt::format("**{} of {}**", plain.solved, kSeeds);
}

std::string format_sweep(const Sweep& found) {
  if (!found.is_solved()) return fmt::format("**{} of {}**", found.solved, found.runs);
  return fmt::format("{}, up to {}", found.median_iterations, found.most_iterations);
}

// The length of the sum of a contour's gradients, by the sum of their lengths: 1 if all point the same way, 0 if they
// cancel each other and do not say where to go.
double measure_agreement(const ReadyTangle& tangle) {
  const auto bodies = tangle.bodies();
  const Piercings found = find_piercings(bodies);
  double of_sums = 0, of_all = 0;
  for (const Vec3& sum : sum_gradients(bodies, found, UnitMasses(bodies).view())) of_sums += sum.norm();
  for (const Piercing& piercing : found.piercings) {
    of_all += measure_length_gradient(bodies, piercing).relative().norm();
  }
  return of_sums / of_all;
}

struct Row {
  const char* kind;
  double agreement;
  Plain plain;
  Sweep global, all;
};

Row make_row(const char* kind) {
  return {kind, measure_agreement(ReadyTangle(kind)), sweep_plainly(kind),
          sweep(kind, kSeeds, {.max_iterations = kIterations, .scheme = Scheme::global}),
          sweep(kind, kSeeds, {.max_iterations = kIterations})};
}

std::vector<std::string> list_cells(const Row& row) {
  std::vector<std::string> cells = {row.kind,
                                    fmt::format("{:.2f}", row.agreement),
                                    format_plain(row.plain),
                                    format_count(row.plain.pairs_left),
                                    format_sweep(row.global),
                                    format_sweep(row.all)};
  for (const std::size_t count : row.all.resolved_by) cells.push_back(count > 0 ? format_count(count) : "");
  return cells;
}

Table make_table(const std::vector<Row>& rows) {
  Table table{
      {"tangle", "agreement", "equations alone: solved", "pairs left", "global: iterations", "all: iterations"}};
  for (std::size_t i = 0; i < kStrategyCount; ++i) {
    table.heading.push_back(fmt::format("by {}", strategy_name(static_cast<Strategy>(i))));
  }
  for (const Row& row : rows) table.rows.push_back(list_cells(row));
  return table;
}

void expect_of(const std::vector<Row>& rows, Expectations& expectations) {
  int stuck = 0, global = 0, all = 0;
  for (const Row& row : rows) {
    stuck += row.plain.solved < kSeeds;
    global += row.global.solved;
    all += row.all.solved;
  }
  const int runs = kSeeds * static_cast<int>(rows.size());
  expectations.push_back({"kinds of tangles that the equations alone do not always resolve", "some",
                          fmt::format("{} of {}", stuck, rows.size()), stuck > 0});
  const auto expect = [&](const char* scheme, int solved) {
    expectations.push_back({fmt::format("all kinds, scheme {}", scheme), "all; that is ours, the paper promises less",
                            fmt::format("{} of {} solved", solved, runs), solved == runs});
  };
  expect("global", global);
  expect("all", all);
}

}  // namespace

void report_limits(Report& report, Expectations& expectations) {
  report.heading(3, "Where length does not lead out (3.2, Fig. 9)");
  report.paragraph(fmt::format(
      "The paper: minimisation \"then converges to a local minimum of the intersection contour length\". So it does "
      "where nothing but the equations moves vertices (the global scheme, corrections of up to half an edge, no "
      "mechanics). Agreement is the length of the sum of a contour's gradients by the sum of their lengths, all "
      "contours of seed 0 together. Near 0 they cancel, as at the two ends of a straight contour, or all around a "
      "sleeve, and do not say where to go. That is not the whole story: the sleeve mostly gets out, while finger and "
      "tubes often do not. In the paper the simulation may \"jump out\"; here this is left to momentum, relaxation "
      "and, "
      "after a stall, larger and wider steps with some noise, so that the scheme `global` gets further than the "
      "equations. {} seeds each, up to {} iterations; median and most iterations, or how many were solved where not "
      "all were. At the right, what last moved the contours that went away in scheme `all`.",
      kSeeds, kIterations));
  std::vector<Row> rows;
  for (const char* kind : kKinds) rows.push_back(make_row(kind));
  report.table(make_table(rows));
  expect_of(rows, expectations);
}

}  // namespace abut::reproduce
