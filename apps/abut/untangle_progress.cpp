#include "untangle_progress.h"

#include <fmt/format.h>

namespace abut {
namespace {

constexpr double kRedrawSeconds = 0.1;

}  // namespace

void UntangleProgress::show(const UntangleStep& step) {
  const double time = timer_.seconds();
  if (time - last_shown_ < kRedrawSeconds) return;
  line_.show(fmt::format("{}: iteration {}, {}, contours {:.4g} long  {:.0f} s", label_, step.iteration,
                         plural(step.crossings, "crossing", "crossings"), step.length, time));
  last_shown_ = time;
}

}  // namespace abut
