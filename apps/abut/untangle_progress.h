// How untangling goes on, as a line on the terminal.
#pragma once

#include <string>

#include "abut/untangle.h"
#include "base/timer.h"
#include "console.h"

namespace abut {

class UntangleProgress {
 public:
  explicit UntangleProgress(bool quiet) : line_(quiet) {}

  /// What comes before the numbers, as the name of a frame.
  void set_label(std::string label) { label_ = std::move(label); }
  void show(const UntangleStep& step);
  void clear() { line_.clear(); }

 private:
  std::string label_ = "untangling";
  StatusLine line_;
  Timer timer_;
  double last_shown_ = -1;
};

}  // namespace abut
