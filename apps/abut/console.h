// The terminal: progress on long work, Ctrl-C, and the exit codes all commands share.
#pragma once

#include <string>
#include <string_view>

#include "abut/base.h"

namespace abut {

/// As in grep and diff.
enum class ExitCode { clean = 0, found = 1, trouble = 2 };

/// Prints "abut: MESSAGE" to standard error.
void print_error(std::string_view message);

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

/// Until this object ends, Ctrl-C asks long work to stop (through the progress below); a second Ctrl-C ends the program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  static bool was_interrupted();
};

/// A progress bar on standard error, shown only on a terminal and only once the work has taken a while. It also tells
/// the work to stop after Ctrl-C.
class ProgressBar {
 public:
  explicit ProgressBar(std::string label, bool quiet);
  ~ProgressBar();
  Progress callback();

 private:
  bool advance(std::uint64_t done, std::uint64_t total);
  void erase();

  std::string label_;
  bool enabled_;
  bool shown_ = false;
  double start_, last_drawn_ = 0;
};

}  // namespace abut
