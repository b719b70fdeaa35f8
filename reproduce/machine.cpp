#include "reproduce/machine.h"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace abut::reproduce {
namespace {

// As Linux tells it; other systems do not.
std::string find_processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

std::string name_compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::string describe_machine() {
  return fmt::format("{}, {} threads, {}", find_processor(), std::thread::hardware_concurrency(), name_compiler());
}

}  // namespace abut::reproduce
