// Runs the program as a user does.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "support/temporary_folder.h"

namespace abut::test {

/// Where the program is that is tested.
extern const char* const kProgram;

struct Outcome {
  int exit_code = -1;
  std::string out;
};

// What goes to standard output, and to standard error unless `errors` sends it elsewhere.
inline Outcome run(const std::string& arguments, const std::string& errors = "&1") {
  const std::string command = std::string(kProgram) + " " + arguments + " 2>" + errors;
  std::FILE* pipe = popen(command.c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    outcome.out.append(buffer.data(), n);
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class Program : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  const std::string crossing_ = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv -5 1 1\nf 1 2 3\nf 4 5 6\n";
  const std::string clean_ = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 4 4 1\nf 1 2 3\nf 2 4 3\n";

 private:
  TemporaryFolder folder_;
};

}  // namespace abut::test
