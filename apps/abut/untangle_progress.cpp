#include "untangle_progress.h"

#include <fmt/format.h>

namespace abut {
namespace {

constexpr double kRedrawSeconds = 0.1, kLogSeconds = 10;

// On a terminal it comes after the line that says how far the work is.
constexpr const char* kStopping =
    "\nabut: stopping; the best state found so far will be written (Ctrl-C again: stop without writing)\n";

}  // namespace

UntangleProgress::UntangleProgress(bool quiet)
    : guard_(quiet ? "" : kStopping),
      line_(quiet),
      is_logged_(!quiet && !test_terminal()),
      last_shown_(is_logged_ ? 0 : -1) {}

void UntangleProgress::show(const UntangleStep& step) {
  const double time = timer_.seconds();
  if (time - last_shown_ < (is_logged_ ? kLogSeconds : kRedrawSeconds)) return;
  const std::string text = fmt::format("{}: iteration {}, {}, contours {:.4g} long  {:.0f} s", label_, step.iteration,
                                       plural(step.crossings, "crossing", "crossings"), step.length, time);
  if (is_logged_) {
    std::fputs((text + "\n").c_str(), stderr);
  } else {
    line_.show(text);
  }
  last_shown_ = time;
}

}  // namespace abut
