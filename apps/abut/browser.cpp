#include "browser.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

extern char** environ;

namespace abut {
namespace {

bool test_desktop() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

// The command's own messages would stand among those of the program.
pid_t spawn_silently(const char* command, const std::string& argument) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_addclosefrom_np(&actions,
                                           STDERR_FILENO + 1);  // neither the port nor the recording is its own
  // In a session of its own: Ctrl-C ends the program, and not the browser.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  char* const arguments[] = {const_cast<char*>(command), const_cast<char*>(argument.c_str()), nullptr};
  pid_t process = 0;
  const int failure = posix_spawnp(&process, command, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure == 0 ? process : 0;
}

}  // namespace

void open_browser(const std::string& address) {
  if (!test_desktop()) return;
  const pid_t process = spawn_silently("xdg-open", address);
  if (process == 0) return;
  std::thread([process] { waitpid(process, nullptr, 0); }).detach();  // it may be the browser itself
}

}  // namespace abut
