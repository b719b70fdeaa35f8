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

/// Prints what is wrong.
ExitCode fail(const Error& error);

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

/// "1 pair", "2 pairs".
std::string plural(std::uint64_t count, std::string_view one, std::string_view many);

/// Until this object ends, Ctrl-C asks long work to stop (through the progress below), as do a termination signal and a
/// terminal that is closed; a second Ctrl-C ends the program.
class InterruptGuard {
 public:
  /// The answer is what the first Ctrl-C prints at once, since the work may go on for a while.
  explicit InterruptGuard(const char* answer = "");
  ~InterruptGuard();
  static bool was_interrupted();
};

/// A line on standard error that says what is going on and goes away with this object; only on a terminal.
class StatusLine {
 public:
  explicit StatusLine(bool quiet);
  ~StatusLine();
  void show(std::string_view text);
  void clear();

 private:
  bool enabled_;
  bool shown_ = false;
};

/// Whether people look at standard error as it is written.
bool test_terminal();

/// A progress bar for long work. It also tells the work to stop after Ctrl-C.
class ProgressBar {
 public:
  ProgressBar(std::string label, bool quiet);
  Progress callback();
  /// Takes the bar away until it is drawn again, to make room for other lines.
  void clear() { line_.clear(); }

 private:
  bool advance(std::uint64_t done, std::uint64_t total);

  std::string label_;
  StatusLine line_;
  double start_, last_drawn_ = 0;
};

}  // namespace abut
