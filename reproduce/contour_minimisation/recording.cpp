#include "reproduce/contour_minimisation/recording.h"

#include <fmt/format.h>

#include <optional>

#include "base/timer.h"

namespace abut::reproduce {

Recording record(const ReadyTangle& tangle, UntangleSettings settings) {
  Recording recording;
  std::optional<Timer> timer;
  settings.run.threads = 1;
  settings.observer = [&](const UntangleStep&, std::span<const std::span<const Vec3>> positions) {
    if (timer) recording.seconds.push_back(timer->seconds());
    Positions& state = recording.states.emplace_back();
    for (const auto& of_body : positions) state.emplace_back(of_body.begin(), of_body.end());
    timer.emplace();
  };
  recording.report = *untangle(tangle.scene(), settings);
  return recording;
}

UntangleReport run(const ReadyTangle& tangle, const UntangleSettings& settings) {
  return *untangle(tangle.scene(), settings);
}

std::size_t Recording::crossings_at(std::size_t iteration) const {
  if (iteration < report.steps.size()) return report.steps[iteration].crossings;
  return report.is_clean() || report.steps.empty() ? 0 : report.steps.back().crossings;
}

std::string format_outcome(const UntangleReport& report) {
  if (!report.is_clean()) return fmt::format("{} pairs left after {}", report.pairs_left.size(), report.iterations());
  return fmt::format("{} iteration{}", report.iterations(), report.iterations() == 1 ? "" : "s");
}

}  // namespace abut::reproduce
