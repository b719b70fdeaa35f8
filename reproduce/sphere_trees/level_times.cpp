// Tab. 1: what it takes to make one level of a tree.
#include <fmt/format.h>

#include <bit>

#include "base/timer.h"
#include "reproduce/median.h"
#include "reproduce/sphere_trees/backends.h"
#include "reproduce/sphere_trees/models.h"
#include "reproduce/sphere_trees/sphere_trees.h"

namespace abut::reproduce {
namespace {

constexpr int kRuns = 101;
constexpr double kMostSeconds = 20e-6;
// The larger models of the paper, which is what our own limit is for.
constexpr std::size_t kLargeModel = 5000;

struct LevelCost {
  double seconds = 0;
  std::uint64_t queries = 0;
  int grey = 0;
};

// The level below the root, made anew each time.
LevelCost measure_level(const PaperModel& model, DeviceOverlapTest* test) {
  MemoryTriangles store(model.list());
  LevelCost cost;
  std::vector<double> seconds;
  for (int run = 0; run < kRuns; ++run) {
    auto tree = SphereTree::make(store, {.depth = 1, .overlap = test});
    const std::uint64_t before = test ? test->query_count() : 0;
    const Timer timer;
    const auto opened = tree->open(tree->root());
    seconds.push_back(timer.seconds());
    if (!opened) continue;
    cost.grey = std::popcount(opened->grey());
    cost.queries = test ? test->query_count() - before : 8;
  }
  cost.seconds = find_median(seconds);
  return cost;
}

void add_expectation(Expectations& expectations, double slowest) {
  expectations.push_back({"one level of a model of 5,000 triangles, cpu, slowest", "under 20 us", format_time(slowest),
                          slowest < kMostSeconds});
}

}  // namespace

void report_level_times(Report& report, Expectations& expectations) {
  report.heading(3, "One level of a tree (Tab. 1)");
  const Backends backends = make_backends();
  std::string devices;
  for (const Backend& backend : backends.present)
    devices += fmt::format("{}{}: {}", devices.empty() ? "" : "; ", backend.name, backend.device());
  for (const std::string& absent : backends.absent) devices += "; " + absent;
  report.paragraph(fmt::format(
      "From the root, with the model there already, as in the paper; medians of {} runs. Queries are tests of one "
      "cell, "
      "by OpenGL of one cell from one side. On the processor a triangle that lies in a cell is enough, whatever else "
      "there is, and triangles are sorted into cells on the way; what graphics cards take has that in it, too. {}.",
      kRuns, devices));
  Table table{{"model", "backend", "triangles", "time", "queries", "grey cells", "paper", "paper, queries",
               "faster than the paper"},
              2};
  double slowest = 0;
  for (const PaperModel& model : get_paper_models()) {
    for (const Backend& backend : backends.present) {
      const LevelCost cost = measure_level(model, backend.test.get());
      table.rows.push_back({model.name, backend.name, format_count(model.mesh.faces.size()), format_time(cost.seconds),
                            format_count(cost.queries), format_count(cost.grey), format_time(model.paper.seconds),
                            format_count(model.paper.queries),
                            format_number(model.paper.seconds / cost.seconds) + "x"});
      if (!backend.test && model.paper.triangles > kLargeModel) slowest = std::max(slowest, cost.seconds);
    }
  }
  report.table(table);
  add_expectation(expectations, slowest);
}

}  // namespace abut::reproduce
