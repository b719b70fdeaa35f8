// abut nest as a user meets it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

#include "apps/program_testing.h"

namespace abut {
namespace {

using nlohmann::json;
using test::contains;
using test::Program;
using test::run;

class NestProgram : public Program {
 protected:
  const std::string parts_ =
      "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' viewBox='0 0 100 100'><circle id='disk' cx='8' cy='8' "
      "r='8'/>"
      "<path id='fin' d='M0 40C10 20 30 20 30 40A15 8 0 0 1 0 40Z'/></svg>";
};

TEST_F(NestProgram, layouts_are_written_proven_and_hold) {
  const std::string parts = write("parts.svg", parts_);
  for (const char* name : {"layout.svg", "layout.dxf"}) {
    const auto outcome = run("nest " + parts + " --copies 5 --strip 60 --gap 1.5 --effort 0.001 -o " + path(name) +
                             " --json " + path(std::string(name) + ".json"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "10 parts of ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "Proven on ")) << outcome.out;
    const json report = json::parse(read(path(std::string(name) + ".json")));
    EXPECT_EQ(report["placements"].size(), 10u);
    EXPECT_GE(report["least_clearance"].get<double>(), 1.5);
    EXPECT_EQ(report["unit_millimetres"], 1);
    // The other command agrees, and finds nothing nearer.
    EXPECT_EQ(run("outlines --within 1.4999 " + path(name)).exit_code, 1);  // parts may be that near to the sheet
    const auto check = run("outlines --json - " + path(name), "/dev/null");
    EXPECT_EQ(check.exit_code, 0);
    EXPECT_EQ(json::parse(check.out)["interfering_count"], 0);
  }
  // Curves come out as curves.
  EXPECT_TRUE(contains(read(path("layout.svg")), "A8 8 0"));
  EXPECT_TRUE(contains(read(path("layout.svg")), "C"));
  EXPECT_TRUE(contains(read(path("layout.dxf")), "CIRCLE"));
  EXPECT_TRUE(contains(read(path("layout.dxf")), "SPLINE"));
}

TEST_F(NestProgram, files_say_the_strip_and_the_command_line_goes_first) {
  const std::string parts =
      write("parts.json", R"({"strip_height": 4, "items": [{"id": 0, "demand": 3, "allowed_orientations": [0.0],
      "shape": {"type": "simple_polygon", "data": [[0,0],[2,0],[2,3],[0,3]]}}]})");
  EXPECT_TRUE(contains(run("nest " + parts + " --effort 0.001 -o " + path("a.svg")).out, "on a strip 4 units high"));
  EXPECT_TRUE(
      contains(run("nest " + parts + " --strip 7 --effort 0.001 -o " + path("b.svg")).out, "on a strip 7 units high"));
  EXPECT_TRUE(
      contains(run("nest " + parts + " --sheet 5x3.5 --effort 0.001 -o " + path("c.svg")).out, "3 parts on 2 sheets"));
}

TEST_F(NestProgram, trouble_is_said_and_nothing_is_lost) {
  const std::string parts = write("parts.svg", parts_), other = write("other.svg", parts_);
  const auto fails = [&](const std::string& arguments, const std::string& expected) {
    const auto outcome = run("nest " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(outcome.out, expected)) << outcome.out;
  };
  fails(parts + " --sheet 10x10 -o " + path("l.svg"), "does not fit onto a sheet of 10 x 10");
  fails(parts + " -o " + path("l.svg"), "no sheet given");
  fails(parts + " --sheet 10 -o " + path("l.svg"), "expected a drawing, or WIDTHxHEIGHT");
  fails(parts + " --sheet 100x-5 -o " + path("l.svg"), "expected a drawing, or WIDTHxHEIGHT");
  fails(parts + " --sheet 100x50", "no output given");
  fails(parts + " --sheet 100x50 -o " + path("l.png"), "expected .svg or .dxf");
  fails(parts + " --sheet 100x50 -o " + other, "exists");
  fails(parts + " --sheet 100x50 --force -o " + parts, "is read and to be written");
  fails(parts + " --sheet 100x50 --rotations 0,x -o " + path("l.svg"), "expected any, none, or degrees");
  fails("--sheet 100x50 -o " + path("l.svg"), "no parts given");
  EXPECT_EQ(read(other), parts_);
  EXPECT_FALSE(std::filesystem::exists(path("l.svg")));
}

TEST_F(NestProgram, sheets_are_drawn_farther_apart_than_the_gap) {
  const std::string part = write("part.svg", "<svg><rect width='95' height='95'/></svg>");
  const auto outcome = run("nest " + part + " --copies 2 --sheet 100x100 --gap 20 --effort 0.001 -o " + path("l.svg"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "2 parts on 2 sheets")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "or more apart")) << outcome.out;  // no two are on one sheet
}

TEST_F(NestProgram, notes_of_the_sheet_are_told) {
  const std::string sheet =
      write("sheet.svg", "<svg width='100mm' viewBox='0 0 100 100'><path d='M0 0H100V100H0'/><text/></svg>");
  const auto outcome = run("nest " + write("parts.svg", parts_) + " --sheet " + sheet + " --effort 0.001 -o " +
                           path("l.svg") + " --json " + path("l.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 open curve was closed")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 <text>")) << outcome.out;
  const json files = json::parse(read(path("l.json")))["files"];
  ASSERT_EQ(files.size(), 2u);
  EXPECT_TRUE(files[0]["notes"].empty());
  EXPECT_EQ(files[1]["name"], sheet);
  EXPECT_EQ(files[1]["notes"].size(), 2u);
}

TEST_F(NestProgram, a_sheet_that_crosses_itself_is_told_and_taken_by_turns) {
  // Two squares that share a corner region: the middle is gone around twice.
  const std::string sheet = write("sheet.svg", "<svg><path d='M0 0H60V60H20V20H100V100H0Z'/></svg>");
  const std::string part = write("part.svg", "<svg><circle r='9'/></svg>");
  const auto outcome = run("nest " + part + " --copies 12 --sheet " + sheet + " --effort 0.01 -o " + path("l.svg"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "note: the sheet crosses itself, first at (60, 20)")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "Proven on ")) << outcome.out;
  const auto check = run("outlines " + path("l.svg"));
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_TRUE(contains(check.out, "  the sheet at (60, 20)")) << check.out;
}

TEST_F(NestProgram, the_share_used_of_a_sheet_that_crosses_itself_is_by_its_turns) {
  const std::string tie =
      "<svg xmlns='http://www.w3.org/2000/svg' width='200mm' viewBox='0 0 200 200'>"
      "<path d='M0 0L200 200V0L0 200Z'/></svg>";
  EXPECT_EQ(run("nest " + write("parts.svg", parts_) + " --effort 0.001 --sheet " + write("tie.svg", tie) + " -o " +
                path("t.svg") + " --json " + path("t.json"))
                .exit_code,
            0);
  const double disk = std::numbers::pi * 64;
  const json report = json::parse(read(path("t.json")));
  EXPECT_GT(report["density"].get<double>() * 20000, disk);
  EXPECT_LT(report["density"].get<double>() * 20000, 5 * disk);
}

TEST_F(NestProgram, units_that_dxf_does_not_know_become_millimetres) {
  const std::string part =
      write("part.svg", "<svg width='210mm' height='210mm' viewBox='0 0 840 840'><circle r='40'/></svg>");
  const auto outcome = run("nest " + part + " --copies 3 --strip 100 --gap 4 --effort 0.001 -o " + path("l.dxf"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  const auto check = run("outlines --json - " + path("l.dxf"), "/dev/null");
  const json report = json::parse(check.out);
  EXPECT_EQ(report["unit_millimetres"], 1);
  EXPECT_NEAR(report["outlines"][0]["area"].get<double>(), 314.159, 1e-2);
}

TEST_F(NestProgram, a_time_limit_ends_it_with_a_layout) {
  const auto outcome = run("nest " + write("parts.svg", parts_) +
                           " --copies 6 --strip 60 --effort 1000 --time-limit 1 -o " + path("l.svg"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "best layout so far")) << outcome.out;
  const auto sheets = run("nest " + path("parts.svg") +
                          " --copies 400 --sheet 100x100 --effort 1000 --time-limit 0.05 -o " + path("s.svg"));
  EXPECT_EQ(sheets.exit_code, 0) << sheets.out;  // all have a place, however little time there was
  EXPECT_TRUE(contains(sheets.out, "800 parts on ")) << sheets.out;
}

TEST_F(NestProgram, a_hide_of_many_curves_keeps_the_time_limit) {
  std::string hide = "<svg xmlns='http://www.w3.org/2000/svg' width='600mm' viewBox='0 0 600 600'><path d='M300 0";
  for (int i = 1; i <= 5000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 5000, radius = 300 + (i < 5000 ? i % 7 : 0);
    hide += fmt::format("L{} {}", radius * std::cos(angle), radius * std::sin(angle));
  }
  const auto outcome =
      run("nest " + write("parts.svg", parts_) + " --copies 20 --time-limit 1 --sheet " +
          write("hide.svg", hide + "Z'/></svg>") + " -o " + path("h.svg") + " --json " + path("h.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_LT(json::parse(read(path("h.json")))["seconds"].get<double>(), 8);  // 24 without a tree of its lines
}

TEST_F(NestProgram, a_drawing_of_a_sheet_alone_is_one) {
  const std::string sheet = write(
      "sheet.svg", "<svg width='100mm' viewBox='0 0 100 100'><rect data-abut='sheet' width='100' height='90'/></svg>");
  const auto outcome =
      run("nest " + write("parts.svg", parts_) + " --sheet " + sheet + " --effort 0.001 -o " + path("l.svg"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "other outlines")) << outcome.out;
}

}  // namespace
}  // namespace abut
