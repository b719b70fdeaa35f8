// The program as a user meets it: what it prints, what it writes, how it ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/program_testing.h"

namespace abut {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using test::contains;
using test::Outcome;
using test::Program;
using test::run;

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
  EXPECT_TRUE(contains(outcome.out, "1 between a.obj and b.obj")) << outcome.out;
}

TEST_F(Program, meshes_of_one_name_are_told_apart_by_their_folders) {
  std::filesystem::create_directory(path("other"));
  const auto a = write("a.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n"),
             b = write("other/a.obj", "v 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\n");
  EXPECT_TRUE(contains(run("check " + a + " " + b).out, "1 between " + a + " and " + b));
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

// A triangle above another: it falls through it half-way.
class ProgramMotion : public Program {
 protected:
  static std::string make_pair(double height) {
    return "v 0 0 0\nv 4 0 0\nv 0 4 0\n" + fmt::format("v 1 1 {0}\nv 2 1 {1}\nv 1 2 {1}\n", height, height + 0.5) +
           "f 1 2 3\nf 4 5 6\n";
  }
  const std::string start_ = write("start.obj", make_pair(1)), end_ = write("end.obj", make_pair(-1));
};

TEST_F(ProgramMotion, lists_impacts_in_order_of_time) {
  const auto outcome = run("check --motion " + start_ + " " + end_ + " --json " + path("report.json") + " --pairs " +
                           path("impacts.csv"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "the first first")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "vertex 3 and face 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Safe up to 0.4999"));
  const json report = json::parse(read(path("report.json")));
  EXPECT_EQ(report["format"], "abut-check-motion");
  EXPECT_EQ(report["impact_count"], report["impacts"].size());
  EXPECT_EQ(report["impacts"].size(), 3u);
  EXPECT_NEAR(report["first_impact"].get<double>(), 0.5, 1e-6);
  EXPECT_EQ(report["intersecting_at_start"], 0);
  const json& first = report["impacts"][0];
  EXPECT_EQ(first["kind"], "vertex-face");
  EXPECT_EQ(first["vertices_a"], json({3}));
  EXPECT_EQ(first["vertices_b"], json({0, 1, 2}));
  EXPECT_EQ(first["face_b"], 0);
  EXPECT_NEAR(first["position"][0].get<double>(), 1, 1e-5);
  EXPECT_NEAR(first["normal"][2].get<double>(), 1, 1e-5);
  double last = 0;
  for (const json& impact : report["impacts"]) {
    EXPECT_GE(impact["time"].get<double>(), last);
    last = impact["time"];
  }
  const std::string csv = read(path("impacts.csv"));
  EXPECT_TRUE(csv.starts_with("time,at_start,kind,")) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST_F(ProgramMotion, proves_that_there_is_no_impact) {
  const auto outcome = run("check --motion " + start_ + " " + end_ + " --time 0 0.49");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "No impacts on the way: proven.")) << outcome.out;
  EXPECT_EQ(run("check --quiet --motion " + start_ + " " + end_ + " --time 0 0.49 --separation 0.1").exit_code, 1);
  EXPECT_EQ(run("check --quiet --motion " + start_ + " " + end_ + " --time 0 0.4 --separation 0.1").exit_code, 0);
  EXPECT_EQ(run("check --quiet --motion " + start_ + " " + start_).exit_code, 0);
}

TEST_F(ProgramMotion, tells_what_intersects_at_the_start) {
  const std::string crossing = write("crossing.obj", crossing_);
  const auto outcome = run("check --motion " + crossing + " " + crossing);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 pair of triangles intersects at the start already.")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "No impacts on the way: proven. What intersects goes on intersecting."));
  const auto touching = run("check --motion " + write("low.obj", make_pair(0)) + " " + start_);
  EXPECT_EQ(touching.exit_code, 1);
  EXPECT_TRUE(contains(touching.out, ", at the start already")) << touching.out;
  EXPECT_TRUE(contains(touching.out, "Not safe: at the start something touches already.")) << touching.out;
  EXPECT_TRUE(contains(run("check --motion " + start_ + " " + end_ + " --time 0.6 0.7").out, "at 0.6 already"));
}

TEST_F(ProgramMotion, with_first_shows_only_that) {
  const auto outcome = run("check --first --motion " + start_ + " " + end_ + " --json " + path("first.json"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "The first impact:")) << outcome.out;
  const json report = json::parse(read(path("first.json")));
  EXPECT_EQ(report["impacts"].size(), 1u);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["interrupted"], false);
  EXPECT_EQ(report["candidates"], nullptr);
  EXPECT_TRUE(contains(outcome.out, "Safe up to 0.4999"));
  EXPECT_EQ(run("check --quiet --first --motion " + start_ + " " + end_ + " --time 0 0.4").exit_code, 0);
}

TEST_F(ProgramMotion, of_several_meshes_sees_them_all) {
  const std::string floor = write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  const std::string high = write("high.obj", "v 0 0 5\nv 1 0 5\nv 0 1 5\nf 1 2 3\n"),
                    low = write("low.obj", "v 0 0 -5\nv 1 0 -5\nv 0 1 -5\nf 1 2 3\n");
  EXPECT_EQ(run("check --quiet --motion " + high + " " + low).exit_code, 0);
  const auto outcome = run("check --motion " + high + " " + low + " " + floor + " --stats --audit");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "of " + floor)) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Audit: the same impacts without culling."));
  EXPECT_EQ(
      run("check --quiet " + floor + " --motion " + high + " " + low + " --motion " + start_ + " " + end_).exit_code,
      1);
}

TEST_F(ProgramMotion, refuses_what_makes_no_sense) {
  const auto expect_refused = [&](const std::string& arguments, const std::string& reason) {
    const auto outcome = run("check " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, reason)) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
  };
  const std::string motion = "--motion " + start_ + " ";
  expect_refused(motion + write("other.obj", clean_), "vertices found, expected");
  expect_refused(
      motion + write("twisted.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 1\nv 2 1 1\nv 1 2 1\nf 1 2 3\nf 4 6 5\n"),
      "expected vertex");
  expect_refused(
      motion + write("nan.obj", "v 0 0 0\nv 4 0 nan\nv 0 4 0\nv 1 1 1\nv 2 1 1\nv 1 2 1\nf 1 2 3\nf 4 5 6\n"), "nan");
  expect_refused(motion + end_ + " --time 0.5 0.2", "the second time comes before the first");
  expect_refused(motion + end_ + " --time 0 2", "expected a time from 0 to 1");
  expect_refused(motion + end_ + " --time nan 1", "expected a time from 0 to 1");
  expect_refused(motion + end_ + " --time 0 0.1 --time 0.4 1", "--time");
  expect_refused(motion + end_ + " --tolerance nan", "expected a share from 1e-14 to 1");
  expect_refused(motion + end_ + " --first --audit", "cannot be combined");
  expect_refused(motion + end_ + " --separation -1", "expected a length from 0 to");
  expect_refused(motion + path("nowhere.obj"), "cannot be opened");
  expect_refused("--motion " + start_, "missing");
  expect_refused(start_ + " --separation 0.1", "requires --motion");
  expect_refused(motion + end_ + " --json " + end_, "is read and to be written");
}

class ProgramProximity : public Program {
 protected:
  const std::string floor_ = write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  const std::string above_ = write("above.obj", "v 0 0 0.5\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
};

TEST_F(ProgramProximity, lists_what_is_near_and_the_least_distance) {
  const auto outcome = run("check " + above_ + " --against " + floor_ + " --within 0.75 --json " + path("near.json") +
                           " --pairs " + path("near.csv"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 pair of features within 0.75, the nearest first:")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "vertex 0 of " + above_ + " and face 0 of " + floor_)) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Least distance: 0.5, of vertex 0"));
  const json report = json::parse(read(path("near.json")));
  EXPECT_EQ(report["format"], "abut-check-proximity");
  EXPECT_EQ(report["proximity_count"], 1);
  EXPECT_EQ(report["minimum_distance"], 0.5);
  EXPECT_EQ(report["intersection"], nullptr);
  EXPECT_EQ(report["nearest"], report["proximities"][0]);
  const json& pair = report["proximities"][0];
  EXPECT_EQ(pair["kind"], "vertex-face");
  EXPECT_EQ(pair["vertices_a"], json({0}));
  EXPECT_EQ(pair["face_b"], 0);
  EXPECT_EQ(pair["position_b"], json({0.0, 0.0, 0.0}));
  EXPECT_EQ(pair["normal"], json({0.0, 0.0, 1.0}));
  const std::string csv = read(path("near.csv"));
  EXPECT_TRUE(csv.starts_with("distance,kind,mesh_a")) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
}

TEST_F(ProgramProximity, says_how_far_apart_what_is_not_near_is) {
  const auto outcome = run("check " + above_ + " " + floor_ + " --within 0.25");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "No features within 0.25 of each other.")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Least distance: 0.5"));
  const auto crossing = run("check --within 0.01 " + write("crossing.obj", crossing_));
  EXPECT_EQ(crossing.exit_code, 1);
  EXPECT_TRUE(contains(crossing.out, "They intersect: the least distance is 0.")) << crossing.out;
  // Numbered files are bodies here, not frames.
  const std::string one = write("box1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                    two = write("box2.obj", "v 0 0 2\nv 1 0 2\nv 0 1 2\nf 1 2 3\n");
  EXPECT_TRUE(contains(run("check --within 1 " + one + " " + two).out, "Least distance: 2"));
  const auto single = run("check --within 1 " + floor_);
  EXPECT_EQ(single.exit_code, 0);
  EXPECT_TRUE(contains(single.out, "Nothing to measure.")) << single.out;
}

// Neither a mesh with itself nor meshes of one side with each other.
TEST_F(ProgramProximity, against_others_leaves_out_what_is_not_asked_for) {
  const std::string crossing = write("crossing.obj", crossing_), clean = write("clean.obj", clean_);
  EXPECT_EQ(run("check --quiet " + crossing).exit_code, 1);
  EXPECT_EQ(run("check --quiet " + crossing + " --against " + above_).exit_code, 1);  // above cuts it
  const std::string far = write("far.obj", "v 50 0 0\nv 51 0 0\nv 50 1 0\nf 1 2 3\n");
  EXPECT_EQ(run("check --quiet " + crossing + " " + clean + " --against " + far).exit_code, 0);
  EXPECT_EQ(run("check --quiet " + crossing + " " + clean + " " + far).exit_code, 1);
  const auto near =
      run("check " + crossing + " " + clean + " --against " + far + " --within 100 --json -", "/dev/null");
  const json report = json::parse(near.out);
  EXPECT_GT(report["proximity_count"], 0);
  for (const json& pair : report["proximities"]) EXPECT_EQ(pair["mesh_b"], 2);
  EXPECT_NEAR(report["minimum_distance"].get<double>(), 46, 1e-9);
}

TEST_F(ProgramProximity, refuses_what_makes_no_sense) {
  const auto expect_refused = [&](const std::string& arguments, const std::string& reason) {
    const auto outcome = run("check " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, reason)) << outcome.out;
  };
  expect_refused(floor_ + " --within -1", "expected a length from 0 to");
  expect_refused(floor_ + " --within nan", "expected a length from 0 to");
  expect_refused(floor_ + " --within 1 --first", "excludes");
  expect_refused(floor_ + " --within 1 --against " + path("nowhere.obj"), "cannot be opened");
  expect_refused(floor_ + " --within 1 --motion " + floor_ + " " + floor_, "excludes");
  expect_refused(floor_ + " --against " + above_ + " --json " + above_, "is read and to be written");
}

}  // namespace
}  // namespace abut
