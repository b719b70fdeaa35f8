// How untangling goes on: a line on the terminal that changes, or now and then a line in a log.
#pragma once

#include <string>

#include "abut/untangle.h"
#include "base/timer.h"
#include "console.h"

namespace abut {

class UntangleProgress {
 public:
  explicit UntangleProgress(bool quiet)
      : line_(quiet), is_logged_(!quiet && !test_terminal()), last_shown_(is_logged_ ? 0 : -1) {}

  /// What comes before the numbers, as the name of a frame.
  void set_label(std::string label) { label_ = std::move(label); }
  void show(const UntangleStep& step);
  void clear() { line_.clear(); }

 private:
  std::string label_ = "untangling";
  StatusLine line_;
  bool is_logged_;
  Timer timer_;
  double last_shown_;
};

}  // namespace abut
