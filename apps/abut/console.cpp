#include "console.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>

namespace abut {
namespace {

constexpr double kShowAfterSeconds = 0.5, kRedrawSeconds = 0.1;
constexpr int kBarWidth = 30;

volatile std::sig_atomic_t interrupted = 0;

extern "C" void on_interrupt(int) { interrupted = 1; }

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void print_error(std::string_view message) { fmt::print(stderr, "abut: {}\n", message); }

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) text.insert(static_cast<std::size_t>(i), ",");
  return text;
}

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
}
InterruptGuard::~InterruptGuard() { std::signal(SIGINT, SIG_DFL); }
bool InterruptGuard::was_interrupted() { return interrupted != 0; }

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)), enabled_(!quiet && isatty(STDERR_FILENO)), start_(now()) {}

ProgressBar::~ProgressBar() { erase(); }

Progress ProgressBar::callback() {
  return [this](std::uint64_t done, std::uint64_t total) { return advance(done, total); };
}

bool ProgressBar::advance(std::uint64_t done, std::uint64_t total) {
  const double time = now();
  if (enabled_ && time - start_ > kShowAfterSeconds && time - last_drawn_ > kRedrawSeconds) {
    const int filled = static_cast<int>(kBarWidth * done / (total > 0 ? total : 1));
    fmt::print(stderr, "\r{} [{:=<{}}{: <{}}] {:3}%  {:.0f} s", label_, "", filled, "", kBarWidth - filled,
               100 * done / (total > 0 ? total : 1), time - start_);
    std::fflush(stderr);
    last_drawn_ = time;
    shown_ = true;
  }
  return !InterruptGuard::was_interrupted();
}

void ProgressBar::erase() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace abut
