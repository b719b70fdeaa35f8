// abut spheres --backend, as a user meets it. What needs a driver is skipped where there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "abut/device.h"
#include "apps/program_testing.h"

namespace abut {
namespace {

using nlohmann::json;
using test::contains;
using test::Program;
using test::run;

class SpheresBackend : public Program {
 protected:
  std::string scene() const {
    return write("scene.json", R"({"obstacles": [
      {"name": "flyer", "mesh": {"sphere": {"radius": 0.2}}, "motion": {"velocity": [1, 0, 0]}},
      {"name": "met", "mesh": {"sphere": {"radius": 0.2}}, "transform": {"translate": [0.8, 0.1, 0]}}],
      "fps": 10, "duration": 2})");
  }
  json report(const std::string& arguments) const {
    const auto outcome = run("spheres " + scene() + " " + arguments + " --force --quiet --json " + path("r.json") +
                             " --pairs " + pairs());
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    return json::parse(read(path("r.json")), nullptr, false);
  }
  std::string pairs() const { return path("pairs.csv"); }
  std::set<std::string> lines() const {
    std::istringstream text(read(pairs()));
    std::set<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.insert(line);
    return lines;
  }
};

// No vendor of drivers is known to EGL as long as this lives.
class NoDrivers {
 public:
  NoDrivers() { setenv(kName, "/nowhere", 1); }
  ~NoDrivers() { unsetenv(kName); }

 private:
  static constexpr const char* kName = "__EGL_VENDOR_LIBRARY_FILENAMES";
};

TEST_F(SpheresBackend, opengl_finds_the_pairs_that_the_processor_finds) {
  if (const auto gl = make_gl_overlap_test(); !gl) GTEST_SKIP() << gl.error().message;
  const json expected = report("");
  const std::string text = read(pairs());
  EXPECT_EQ(expected["backend"], "cpu");
  EXPECT_TRUE(expected["device"].is_null());
  EXPECT_EQ(expected["queries"], 0);
  for (const char* more : {"", " --memory 60kB", " --depth 2", " --out-of-core --memory 200kB"}) {
    const json cpu = report(more), gl = report(std::string("--backend gl") + more);
    EXPECT_EQ(gl["digest"], cpu["digest"]) << more;
    EXPECT_EQ(gl["backend"], "gl");
    EXPECT_FALSE(gl["device"].get<std::string>().empty());
    EXPECT_GT(gl["queries"], 100);
  }
  report("--backend gl");
  EXPECT_EQ(read(pairs()), text);
  const auto outcome = run("spheres " + scene() + " --backend gl");
  EXPECT_TRUE(contains(outcome.out, "Overlaps tested by gl: ")) << outcome.out;
}

TEST_F(SpheresBackend, opengl_lists_no_fewer_spheres_and_says_that_they_may_be_farther) {
  if (const auto gl = make_gl_overlap_test(); !gl) GTEST_SKIP() << gl.error().message;
  const json cpu = report("--spheres-only --depth 3");
  const std::set<std::string> few = lines();
  const json gl = report("--spheres-only --depth 3 --backend gl");
  const std::set<std::string> more = lines();
  EXPECT_GT(few.size(), 20u);
  EXPECT_TRUE(std::includes(more.begin(), more.end(), few.begin(), few.end()));
  EXPECT_GT(gl["within"].get<double>(), cpu["within"].get<double>());
  EXPECT_LT(gl["within"].get<double>(), 1.1 * cpu["within"].get<double>());
}

TEST_F(SpheresBackend, what_is_not_there_is_said) {
  const auto wrong = run("spheres " + scene() + " --backend opengl");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(contains(wrong.out, "opengl")) << wrong.out;
  EXPECT_TRUE(contains(wrong.out, "cpu,gl,cuda,auto")) << wrong.out;
  if (const auto cuda = make_cuda_overlap_test(); !cuda) {
    const auto outcome = run("spheres " + scene() + " --backend cuda");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "abut: --backend cuda: " + cuda.error().message + "; --backend auto takes what there is\n");
  }
  const NoDrivers none;
  const auto outcome = run("spheres " + scene() + " --backend gl --json " + path("none.json"));
  if (outcome.exit_code != 2) GTEST_SKIP() << "drivers are found in other ways here, so they cannot be hidden";
  EXPECT_TRUE(contains(outcome.out, "--backend gl: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "--backend auto")) << outcome.out;
  EXPECT_TRUE(read(path("none.json")).empty());
}

// A card, or the processor with a note that says why.
TEST_F(SpheresBackend, auto_takes_what_there_is) {
  const std::string expected = report("")["digest"];
  const json found = report("--backend auto");
  EXPECT_EQ(found["digest"], expected);
  const std::string backend = found["backend"];
  EXPECT_TRUE(backend == "cpu" || backend == "gl" || backend == "cuda") << backend;
  const std::string note = "note: the processor tests overlaps";
  const auto outcome = run("spheres " + scene() + " --backend auto");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(contains(outcome.out, note), backend == "cpu") << outcome.out;
  EXPECT_EQ(outcome.out.find(note), outcome.out.rfind(note)) << "said once: " << outcome.out;
  const NoDrivers none;
  EXPECT_EQ(report("--backend auto")["digest"], expected);
}

}  // namespace
}  // namespace abut
