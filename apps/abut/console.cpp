#include "console.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace abut {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr int kBarWidth = 30;

constexpr int kEndings[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t interrupted = 0;

const char* interrupt_answer = "";

// Only what a signal handler may call.
extern "C" void on_interrupt(int) {
  interrupted = 1;
  const ssize_t ignored = write(STDERR_FILENO, interrupt_answer, std::strlen(interrupt_answer));
  (void)ignored;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

// Unlike fmt::print, fputs does not throw where nothing can be written.
void print_error(std::string_view message) { std::fputs(fmt::format("abut: {}\n", message).c_str(), stderr); }

ExitCode fail(const Error& error) {
  print_error(error.message);
  return ExitCode::trouble;
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

InterruptGuard::InterruptGuard(const char* answer) {
  interrupt_answer = answer;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND;
  for (const int signal : kEndings) sigaction(signal, &action, nullptr);
}
InterruptGuard::~InterruptGuard() {
  for (const int signal : kEndings) std::signal(signal, SIG_DFL);
}
bool InterruptGuard::was_interrupted() { return interrupted != 0; }

bool test_terminal() { return isatty(STDERR_FILENO); }

StatusLine::StatusLine(bool quiet) : enabled_(!quiet && test_terminal()) {}

StatusLine::~StatusLine() { clear(); }

void StatusLine::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void StatusLine::show(std::string_view text) {
  if (!enabled_) return;
  std::fputs(fmt::format("\r\033[K{}", text).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

ProgressBar::ProgressBar(std::string label, bool quiet) : label_(std::move(label)), line_(quiet), start_(now()) {
  line_.show(label_ + " ...");
}

Progress ProgressBar::callback() {
  return [this](std::uint64_t done, std::uint64_t total) { return advance(done, total); };
}

bool ProgressBar::advance(std::uint64_t done, std::uint64_t total) {
  const double time = now();
  if (time - last_drawn_ > kRedrawSeconds) {
    const auto filled = static_cast<int>(kBarWidth * done / std::max<std::uint64_t>(total, 1));
    line_.show(fmt::format("{} [{:=<{}}{: <{}}] {:3}%  {:.0f} s", label_, "", filled, "", kBarWidth - filled,
                           100 * done / std::max<std::uint64_t>(total, 1), time - start_));
    last_drawn_ = time;
  }
  return !InterruptGuard::was_interrupted();
}

}  // namespace abut
