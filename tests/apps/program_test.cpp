// The program as a user meets it: what it prints, what it writes, how it ends.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/temporary_folder.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Outcome {
  int exit_code = -1;
  std::string out;
};

// What goes to standard output, and to standard error unless `errors` sends it elsewhere.
Outcome run(const std::string& arguments, const std::string& errors = "&1") {
  const std::string command = std::string(ABUT_PROGRAM) + " " + arguments + " 2>" + errors;
  std::FILE* pipe = popen(command.c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    outcome.out.append(buffer.data(), n);
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

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
  test::TemporaryFolder folder_;
};

TEST_F(Program, exit_codes_tell_clean_found_and_trouble) {
  EXPECT_EQ(run("check " + write("clean.obj", clean_)).exit_code, 0);
  EXPECT_EQ(run("check " + write("crossing.obj", crossing_)).exit_code, 1);
  EXPECT_EQ(run("check " + path("missing.obj")).exit_code, 2);
  EXPECT_EQ(run("check").exit_code, 2);
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("chekc x.obj").exit_code, 2);
  EXPECT_EQ(run("check --threads 0 scene:alpha").exit_code, 2);
}

TEST_F(Program, help_and_version_answer) {
  const auto help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.out, "check"));
  const auto check = run("check --help");
  EXPECT_EQ(check.exit_code, 0);
  EXPECT_TRUE(contains(check.out, "abut check dress.obj"));
  EXPECT_TRUE(contains(check.out, "Exit code"));
  EXPECT_TRUE(contains(run("--version").out, "abut 0."));
}

TEST_F(Program, summary_says_how_many_pairs_and_where) {
  const auto outcome = run("check scene:alpha:1000");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "55 intersecting pairs of triangles in 1 contour (55 crossing)"));
  EXPECT_TRUE(contains(outcome.out, "ends: boundary, boundary"));
  EXPECT_TRUE(contains(run("check scene:sphere:1000").out, "No intersections"));
}

TEST_F(Program, json_on_standard_output_is_whole_and_true) {
  const auto outcome = run("check scene:poked:20000 --json -", "/dev/null");
  EXPECT_EQ(outcome.exit_code, 1);
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["format"], "abut-check");
  EXPECT_EQ(report["version"], 1);
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["meshes"].size(), 2u);
  EXPECT_GT(report["intersecting_pairs"].get<int>(), 0);
  EXPECT_EQ(report["pairs"].size(), report["intersecting_pairs"].get<std::size_t>());
  std::size_t in_contours = 0;
  for (const json& contour : report["contours"]) in_contours += contour["pairs"].size();
  EXPECT_EQ(in_contours, report["pairs"].size());
  EXPECT_EQ(report["digest"].get<std::string>().size(), 16u);
  const json& part = report["meshes"][1]["parts"][0];
  EXPECT_EQ(part["name"], "garment");
  EXPECT_EQ(part["faces"], report["meshes"][1]["triangles"]);
  EXPECT_EQ(report["pairs"][0]["overlap"], "crossing");
}

TEST_F(Program, digest_and_lists_do_not_depend_on_threads) {
  const auto first = run("check scene:poked:20000 --quiet --digest --threads 1 --pairs " + path("1.csv"));
  EXPECT_TRUE(contains(first.out, "digest "));
  for (const std::string threads : {"2", "7"}) {
    EXPECT_EQ(
        run("check scene:poked:20000 --quiet --digest --threads " + threads + " --pairs " + path(threads + ".csv")).out,
        first.out);
    EXPECT_EQ(read(path(threads + ".csv")), read(path("1.csv")));
  }
  EXPECT_GT(read(path("1.csv")).size(), 1000u);
}

TEST_F(Program, first_stops_at_one_pair_and_quiet_says_nothing) {
  const auto first = run("check scene:alpha --first");
  EXPECT_EQ(first.exit_code, 1);
  EXPECT_TRUE(contains(first.out, "Stopped early: at least 1 intersecting pair"));
  const auto quiet = run("check scene:alpha --quiet");
  EXPECT_EQ(quiet.exit_code, 1);
  EXPECT_EQ(quiet.out, "");
}

TEST_F(Program, intersections_between_files_are_found) {
  const auto a = write("a.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n"),
             b = write("b.obj", "v 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\n");
  const auto outcome = run("check " + a + " " + b);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 between " + a + " and " + b));
}

TEST_F(Program, equal_positions_are_welded_unless_told_otherwise) {
  const auto seam = write("seam.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5\n");
  const auto welded = run("check " + seam);
  EXPECT_EQ(welded.exit_code, 0);
  EXPECT_TRUE(contains(welded.out, "6 vertices in the file welded to 4"));
  EXPECT_EQ(run("check --no-weld " + seam).exit_code, 1);
}

TEST_F(Program, a_report_never_replaces_anything_but_an_earlier_report) {
  const auto mesh = write("mesh.obj", crossing_), other = write("other.obj", clean_);
  const auto refused = run("check " + mesh + " --json " + other);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.out, "--force"));
  EXPECT_EQ(read(other), clean_);
  EXPECT_EQ(run("check " + mesh + " --json " + path("r.json")).exit_code, 1);
  EXPECT_EQ(run("check " + mesh + " --json " + path("r.json")).exit_code, 1);
  EXPECT_EQ(run("check " + mesh + " --pairs " + path("r.json")).exit_code, 2);
  EXPECT_EQ(run("check " + mesh + " --pairs " + path("r.json") + " --force").exit_code, 1);
}

TEST_F(Program, reports_go_through_pipes_and_links) {
  const auto piped = run("check scene:alpha:1000 --quiet --json /dev/stdout | cat");
  EXPECT_EQ(json::parse(piped.out)["intersecting_pairs"], 55);
  write("target.json", "");
  fs::create_symlink("target.json", path("link.json"));
  EXPECT_EQ(run("check scene:alpha:1000 --quiet --json " + path("link.json")).exit_code, 1);
  EXPECT_TRUE(fs::is_symlink(path("link.json")));
  EXPECT_EQ(json::parse(read(path("target.json")))["intersecting_pairs"], 55);
}

TEST_F(Program, an_input_is_never_written_even_by_force) {
  const auto mesh = write("mesh.obj", crossing_);
  EXPECT_EQ(run("check " + mesh + " --force --json " + mesh).exit_code, 2);
  EXPECT_EQ(run("check " + mesh + " --force --pairs " + path("./mesh.obj")).exit_code, 2);
  EXPECT_EQ(read(mesh), crossing_);
}

TEST_F(Program, the_verdict_says_what_was_left_out) {
  const std::string needle = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 1 1 0\nf 4 5 6\n";
  EXPECT_TRUE(contains(run("check " + write("n.obj", needle)).out, "no face has an area"));
  EXPECT_TRUE(contains(run("check " + write("m.obj", needle + "f 1 2 3\n")).out, "among the 1 faces with area"));
  EXPECT_TRUE(contains(run("check " + path("n.obj")).out, "3 vertices in no face"));
}

TEST_F(Program, crossing_touching_and_overlapping_pairs_are_told_apart) {
  const std::string base = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
  const auto check = [&](const std::string& other) {
    return run("check " + write("two.obj", base + other + "f 4 5 6\n")).out;
  };
  EXPECT_TRUE(contains(check("v 1 1 -1\nv 1 1 1\nv 2 1 1\n"), "(1 crossing)"));
  EXPECT_TRUE(contains(check("v 1 1 0\nv 1 1 1\nv 2 1 1\n"), "(1 touching)"));
  EXPECT_TRUE(contains(check("v 1 1 0\nv 2 1 0\nv 2 1 1\n"), "(1 touching)"));
  EXPECT_TRUE(contains(check("v 1 1 0\nv 2 1 0\nv 2 2 0\n"), "(1 overlapping in a plane)"));
}

TEST_F(Program, two_reports_never_share_a_file) {
  EXPECT_EQ(run("check scene:alpha:1000 --json " + path("q") + " --pairs " + path("./q")).exit_code, 2);
  EXPECT_EQ(run("check scene:alpha:1000 --json " + path("r") + " --pairs " + path("r")).exit_code, 2);
  EXPECT_FALSE(fs::exists(path("r")));
  EXPECT_EQ(run("check scene:alpha:1000 --json - --pairs -").exit_code, 2);
}

TEST_F(Program, a_full_disk_is_trouble_and_costs_no_report) {
  EXPECT_EQ(run("check scene:sphere:1000 --json " + path("r.json") + " > /dev/full").exit_code, 2);
  EXPECT_EQ(json::parse(read(path("r.json")))["intersecting_pairs"], 0);
}

TEST_F(Program, odd_names_are_taken_as_they_are_and_shown_safely) {
  write("[a,b].obj", crossing_);
  EXPECT_EQ(run("check '" + path("[a,b].obj") + "'").exit_code, 1);
  const auto name = write("red\033[31m.obj", "o \033[32mgreen\n" + crossing_);
  const auto outcome = run("check '" + name + "'");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out.find('\033'), std::string::npos);
  EXPECT_TRUE(contains(run("check -x.obj").out, "-x.obj"));
  EXPECT_TRUE(contains(run("chekc").out, "no command 'chekc'"));
  EXPECT_EQ(run("check scene:alpha:1000 --json ''").exit_code, 2);
}

TEST_F(Program, trouble_writes_nothing) {
  const auto bad = write("bad.obj", "v 0 0 0\nf 1 2 3\n");
  const auto outcome = run("check " + bad + " --json " + path("r.json"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_FALSE(fs::exists(path("r.json")));
  EXPECT_TRUE(contains(outcome.out, "bad.obj:2"));
  EXPECT_EQ(run("check " + write("ok.obj", crossing_) + " --json " + path("no/such/folder.json")).exit_code, 2);
}

TEST_F(Program, names_that_are_not_utf8_still_give_valid_json) {
  const auto mesh = write("names.obj", "o caf\xe9\n" + crossing_);
  const auto outcome = run("check " + mesh + " --json - --quiet");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NO_THROW(EXPECT_EQ(json::parse(outcome.out)["intersecting_pairs"], 1));
}

TEST_F(Program, scenes_that_do_not_exist_are_named) {
  const auto outcome = run("check scene:nothing");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "alpha"));
  EXPECT_EQ(run("check scene:alpha:many").exit_code, 2);
  EXPECT_EQ(run("check scene:alpha:99999999999999").exit_code, 2);
}

// ---------------------------------------------------------------------------------------------------------------
// Animations

class AnimationProgram : public Program {
 protected:
  // Two triangles side by side; the second is moved by `height` onto the first, or NaN.
  std::string make_frame(const std::string& name, const std::string& shift) const {
    return write(name, "v 0 0 0\nv 4 0 0\nv 0 4 0\nv " + shift + " 1 -1\nv " + shift + " 1 1\nv " + shift +
                           " 2 1\nf 1 2 3\nf 4 5 6\n");
  }
  std::string folder() const { return fs::path(path("x")).parent_path().string(); }
};

TEST_F(AnimationProgram, checks_numbered_files_frame_by_frame) {
  make_frame("a2.obj", "9");
  make_frame("a10.obj", "1");
  const std::string files = path("a2.obj") + " " + path("a10.obj");
  for (const std::string& arguments : {files, folder()}) {
    const auto outcome = run("check " + arguments + " --audit --stats");
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "1/2  a2.obj: clean")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "2/2  a10.obj: 1 pair in 1 contour")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "first in a10.obj")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "Audit: the same pairs")) << outcome.out;
  }
  // As one scene the two coincide in their first triangles.
  const auto together = run("check --together " + files);
  EXPECT_EQ(together.exit_code, 1);
  EXPECT_TRUE(contains(together.out, "between"));
}

TEST_F(AnimationProgram, keeps_finished_frames_when_a_frame_is_bad) {
  make_frame("a1.obj", "1");
  make_frame("a2.obj", "9");
  make_frame("a3.obj", "nan");
  make_frame("a4.obj", "9");
  const auto outcome = run("check " + folder() + " --json " + path("out.json") + " --pairs " + path("out.csv"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "a3.obj")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "2 of 4 frames were checked")) << outcome.out;
  const json report = json::parse(read(path("out.json")));
  EXPECT_EQ(report["format"], "abut-check-animation");
  EXPECT_EQ(report["frames"].size(), 2u);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["intersecting_pairs"], 1);
  EXPECT_TRUE(contains(read(path("out.csv")), "\n0,0,0,0,0,0,0,1,1,0,crossing"));
  // The reports may be replaced by later ones.
  EXPECT_EQ(run("check " + folder() + " --json " + path("out.json") + " --pairs " + path("out.csv")).exit_code, 2);
}

TEST_F(AnimationProgram, names_the_frame_that_does_not_fit) {
  make_frame("a1.obj", "1");
  make_frame("a2.obj", "9");
  write("a3.obj", clean_);
  const auto outcome = run("check " + folder());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "a3.obj: 4 vertices found, expected 6")) << outcome.out;
}

TEST_F(AnimationProgram, moves_a_mesh_by_a_point_cache) {
  const std::string mesh =
      write("clean.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 9 1 -1\nv 9 1 1\nv 9 2 1\nf 1 2 3\nf 4 5 6\n");
  std::string cache = "F32SEQ 2 6\n";
  for (const float shift : {9.0f, 1.0f}) {
    const float frame[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, shift, 1, -1, shift, 1, 1, shift, 2, 1};
    cache.append(reinterpret_cast<const char*>(frame), sizeof(frame));
  }
  const auto outcome = run("check " + mesh + " " + write("walk.f32seq", cache) + " --digest");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "walk.f32seq frame 1: 1 pair")) << outcome.out;
  EXPECT_EQ(run("check " + path("walk.f32seq")).exit_code, 2);
  const auto misfit = run("check " + write("other.obj", clean_) + " " + path("walk.f32seq"));
  EXPECT_EQ(misfit.exit_code, 2);
  EXPECT_TRUE(contains(misfit.out, "6 vertices found, expected 4")) << misfit.out;
}

TEST_F(AnimationProgram, claims_no_proof_and_no_audit_it_does_not_have) {
  const std::string folder = path("frames");
  fs::create_directory(folder);
  make_frame("frames/a1.obj", "9");
  make_frame("frames/a2.obj", "9");
  const auto trusting = run("check " + folder + " --trust-boundaries");
  EXPECT_EQ(trusting.exit_code, 0) << trusting.out;
  EXPECT_TRUE(contains(trusting.out, "no proof")) << trusting.out;
  make_frame("frames/a2.obj", "nan");
  const auto bad = run("check " + folder + " --audit");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(contains(bad.out, "1 of 2 frames: no intersections, proven")) << bad.out;
  EXPECT_FALSE(contains(bad.out, "Audit: the same pairs")) << bad.out;
}

TEST_F(AnimationProgram, says_when_welded_vertices_part) {
  const auto make = [&](const std::string& name, const std::string& other) {
    write(name, "v 0 0 0\nv 4 0 0\nv 0 4 0\nv " + other + "\nv -4 0 0\nv 0 -4 0\nf 1 2 3\nf 4 5 6\n");
  };
  make("a1.obj", "0 0 0");
  make("a2.obj", "0 0 1");
  const auto outcome = run("check " + folder());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.out, "--no-weld")) << outcome.out;
  EXPECT_EQ(run("check --no-weld " + folder()).exit_code, 1);
}

TEST_F(Program, audits_and_trusts) {
  const auto audit = run("check scene:spiral:1000 --audit --stats");
  EXPECT_EQ(audit.exit_code, 1);
  EXPECT_TRUE(contains(audit.out, "154 intersecting pairs"));
  EXPECT_TRUE(contains(audit.out, "Audit: the same pairs"));
  EXPECT_TRUE(contains(audit.out, "(A)"));
  const auto trusting = run("check scene:spiral:1000 --trust-boundaries");
  EXPECT_EQ(trusting.exit_code, 0);
  EXPECT_TRUE(contains(trusting.out, "no proof"));
  const auto failed = run("check scene:spiral:1000 --trust-boundaries --audit");
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_TRUE(contains(failed.out, "AUDIT FAILED: 0 pairs found with culling, 154 without"));
}

}  // namespace
}  // namespace abut
