// How untangling goes on: a line on the terminal that changes, or now and then a line in a log; and Ctrl-C.
#pragma once

#include <string>

#include "abut/untangle.h"
#include "base/timer.h"
#include "console.h"

namespace abut {

/// While it lives, Ctrl-C asks the work to stop.
class UntangleProgress {
 public:
  explicit UntangleProgress(bool quiet);

  /// What comes before the numbers, as the name of a frame.
  void set_label(std::string label) { label_ = std::move(label); }
  void show(const UntangleStep& step);
  void clear() { line_.clear(); }

 private:
  std::string label_ = "untangling";
  InterruptGuard guard_;
  StatusLine line_;
  bool is_logged_;
  Timer timer_;
  double last_shown_;
};

}  // namespace abut
