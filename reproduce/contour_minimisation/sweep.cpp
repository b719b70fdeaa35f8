#include "reproduce/contour_minimisation/sweep.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "reproduce/contour_minimisation/recording.h"
#include "reproduce/median.h"

namespace abut::reproduce {
namespace {

// Seeds side by side, each on one thread.
std::vector<UntangleReport> run_all(std::string_view kind, int seeds, UntangleSettings settings, int cells) {
  settings.run.threads = 1;
  std::vector<UntangleReport> reports(static_cast<std::size_t>(seeds));
  parallel_for(reports.size(), count_threads(0),
               [&](std::size_t seed) { reports[seed] = run(ReadyTangle(kind, seed, cells), settings); });
  return reports;
}

}  // namespace

Sweep sweep(std::string_view kind, int seeds, const UntangleSettings& settings, int cells) {
  Sweep sum;
  std::vector<int> iterations;
  for (const UntangleReport& report : run_all(kind, seeds, settings, cells)) {
    ++sum.runs;
    for (std::size_t i = 0; i < kStrategyCount; ++i) sum.resolved_by[i] += report.resolved_by[i];
    if (!report.is_clean()) continue;
    ++sum.solved;
    sum.most_iterations = std::max(sum.most_iterations, report.iterations());
    iterations.push_back(report.iterations());
  }
  sum.median_iterations = find_median(std::move(iterations));
  return sum;
}

}  // namespace abut::reproduce
