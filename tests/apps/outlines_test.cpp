// abut outlines as a user meets it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/program_testing.h"

namespace abut {
namespace {

using nlohmann::json;
using test::contains;
using test::Program;
using test::run;

class Outlines : public Program {
 protected:
  std::string drawing(const std::string& name, const std::string& inside) const {
    return write(name,
                 "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' viewBox='0 0 100 100'>" + inside + "</svg>");
  }

  const std::string apart_ = "<circle id='a' cx='10' cy='10' r='5'/><circle id='b' cx='30' cy='10' r='5'/>";
  const std::string crossing_ = "<circle id='a' cx='10' cy='10' r='5'/><circle id='b' cx='18' cy='10' r='5'/>";
  const std::string touching_ = "<rect id='a' width='10' height='10'/><rect id='b' x='10' width='10' height='10'/>";
  const std::string nested_ = "<circle id='a' cx='10' cy='10' r='5'/><circle id='b' cx='10' cy='10' r='2'/>";
};

TEST_F(Outlines, exit_codes_tell_clean_found_and_trouble) {
  EXPECT_EQ(run("outlines " + drawing("apart.svg", apart_)).exit_code, 0);
  EXPECT_EQ(run("outlines " + drawing("touching.svg", touching_)).exit_code, 0);
  EXPECT_EQ(run("outlines " + drawing("crossing.svg", crossing_)).exit_code, 1);
  EXPECT_EQ(run("outlines " + drawing("nested.svg", nested_)).exit_code, 1);
  EXPECT_EQ(run("outlines " + path("missing.svg")).exit_code, 2);
  EXPECT_EQ(run("outlines").exit_code, 2);
}

TEST_F(Outlines, summary_says_who_and_where) {
  const auto crossing = run("outlines " + drawing("crossing.svg", crossing_));
  EXPECT_TRUE(contains(crossing.out, "1 pair interferes:\n  'a' and 'b' overlap at (14, ")) << crossing.out;
  EXPECT_TRUE(contains(crossing.out, "and 1 other place")) << crossing.out;
  const auto nested = run("outlines " + drawing("nested.svg", nested_));
  EXPECT_TRUE(contains(nested.out, "'b' is inside 'a'")) << nested.out;
  EXPECT_EQ(run("outlines --nested holes " + drawing("nested.svg", nested_)).exit_code, 0);
  const auto touching = run("outlines " + drawing("touching.svg", touching_));
  EXPECT_TRUE(contains(touching.out, "in contact, which is no overlap")) << touching.out;
}

TEST_F(Outlines, the_tolerance_is_small_beside_small_drawings) {
  const std::string crossing =
      "<g transform='scale(1e-7)'><rect id='a' width='10' height='10'/>"
      "<rect id='b' x='5' y='1' width='10' height='10'/></g>";
  const auto found = run("outlines --json - " + drawing("tiny.svg", crossing), "/dev/null");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_NEAR(json::parse(found.out)["tolerance"].get<double>(), 1.5e-12, 1e-20);
  EXPECT_EQ(run("outlines --tolerance 1e-5 " + path("tiny.svg")).exit_code, 0);
}

TEST_F(Outlines, clearance_is_measured_on_the_curves) {
  const std::string file = drawing("apart.svg", apart_);
  const auto near = run("outlines --within 10.001 --json - " + file, "/dev/null");
  EXPECT_EQ(near.exit_code, 1);
  const json report = json::parse(near.out);
  ASSERT_EQ(report["near"].size(), 1u);
  EXPECT_NEAR(report["near"][0]["distance"].get<double>(), 10, 1e-6);
  EXPECT_NEAR(report["near"][0]["points"][0][0].get<double>(), 15, 1e-6);
  EXPECT_EQ(run("outlines --within 9.999 " + file).exit_code, 0);
}

TEST_F(Outlines, json_has_every_crossing_with_its_curves) {
  const auto outcome = run("outlines --json - " + drawing("crossing.svg", crossing_), "/dev/null");
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["format"], "abut-outlines");
  EXPECT_EQ(report["interfering_count"], 1);
  EXPECT_EQ(report["unit_millimetres"], 1);
  ASSERT_EQ(report["pairs"][0]["meetings"].size(), 2u);
  for (const json& meeting : report["pairs"][0]["meetings"]) {
    EXPECT_EQ(meeting["kind"], "crossing");
    EXPECT_NEAR(meeting["position"][0].get<double>(), 14, 1e-5);
    EXPECT_NEAR(std::abs(meeting["position"][1].get<double>() - 10), 3, 1e-5);
  }
  EXPECT_EQ(report["outlines"][0]["name"], "a");
}

TEST_F(Outlines, picture_marks_the_spots_and_replaces_only_its_like) {
  const std::string file = drawing("crossing.svg", crossing_), picture = path("spots.svg");
  EXPECT_EQ(run("outlines --picture " + picture + " " + file).exit_code, 1);
  const std::string text = read(picture);
  EXPECT_TRUE(contains(text, "a and b: crossing at")) << text;
  EXPECT_EQ(run("outlines --picture " + picture + " " + file).exit_code, 1);
  const std::string other = drawing("other.svg", apart_), before = read(other);
  EXPECT_EQ(run("outlines --picture " + other + " " + file).exit_code, 2);
  EXPECT_EQ(run("outlines --picture " + file + " " + file).exit_code, 2);
  EXPECT_EQ(run("outlines --force --picture " + file + " " + file).exit_code, 2);
  EXPECT_EQ(read(other), before);
}

TEST_F(Outlines, outlines_that_cross_themselves_are_found) {
  const auto outcome = run("outlines " + drawing("bow.svg", "<path id='bow' d='M0 0L10 10V0L0 10Z'/>"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 outline crosses itself:\n  'bow' at (5, 5)")) << outcome.out;
}

TEST_F(Outlines, the_sheet_has_to_have_all_inside) {
  const std::string file = drawing("sheet.svg",
                                   "<rect id='plate' width='50' height='50'/><circle id='in' cx='10' cy='10' r='5'/>"
                                   "<circle id='out' cx='48' cy='30' r='5'/><circle id='edge' cx='30' cy='5' r='5'/>");
  EXPECT_EQ(run("outlines " + file).exit_code, 1);
  const auto outcome = run("outlines --sheet plate " + file);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 outline is not all inside the sheet:\n  'out' at (50, ")) << outcome.out;
  EXPECT_EQ(run("outlines --sheet nothing " + file).exit_code, 2);
}

TEST_F(Outlines, several_drawings_share_the_units_of_the_first) {
  // A circle of 10 mm beside one of an inch, in inches.
  const std::string metric = drawing("mm.svg", "<circle id='a' cx='0' cy='0' r='10'/>");
  const std::string inches =
      write("in.svg", "<svg width='10in' viewBox='0 0 10 10'><circle id='b' cx='1' cy='0' r='0.5'/></svg>");
  const auto outcome = run("outlines --within 3 --json - " + metric + " " + inches, "/dev/null");
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["interfering_count"], 0);
  EXPECT_NEAR(report["near"][0]["distance"].get<double>(), 25.4 - 12.7 - 10, 1e-5);
  EXPECT_TRUE(contains(report["files"][1]["notes"].dump(), "converted to mm"));
}

TEST_F(Outlines, open_curves_are_closed_with_a_note_or_refused) {
  const std::string file = drawing("open.svg", "<path id='o' d='M0 0H10V10'/>");
  const auto closed = run("outlines " + file);
  EXPECT_EQ(closed.exit_code, 0);
  EXPECT_TRUE(contains(closed.out, "note: 1 open curve was closed by a straight line, the first in 'o'")) << closed.out;
  const auto refused = run("outlines --refuse-open " + file);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.out, "open curve 'o' found")) << refused.out;
}

TEST_F(Outlines, instances_are_looked_at_part_by_part) {
  const std::string file =
      write("parts.json", R"({"items": [{"id": 0, "shape": {"type": "simple_polygon", "data": [[0,0],[1,0],[0,1]]}},
                                                             {"id": 1, "shape": {"type": "simple_polygon", "data": [[0,0],[1,0],[0,1]]}}]})");
  const auto outcome = run("outlines " + file);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.out, "each was looked at by itself")) << outcome.out;
}

TEST_F(Outlines, sheets_that_cross_themselves_are_found) {
  const std::string bow = "[[0,0],[10,10],[10,0],[0,10]]";
  const std::string instance =
      write("parts.json", R"({"items": [{"id": 0, "shape": {"type": "simple_polygon", "data": [[0,0],[1,0],[0,1]]}}],
                              "bins": [{"id": 0, "shape": {"type": "simple_polygon", "data": )" +
                              bow + "}}]}");
  const auto outcome = run("outlines " + instance + " --json " + path("r.json") + " --picture " + path("p.svg"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.out, "1 outline crosses itself:\n  the sheet at (5, 5)")) << outcome.out;
  const json report = json::parse(read(path("r.json")));
  EXPECT_EQ(report["self_crossing_count"], 1);
  EXPECT_TRUE(report["sheet"]["crosses_itself"].get<bool>());
  EXPECT_TRUE(contains(read(path("p.svg")), "the sheet and itself: crossing at (5, 5)"));
  const std::string drawn = drawing("bow.svg", "<path id='plate' d='M0 0L10 10V0L0 10Z'/>");
  EXPECT_TRUE(contains(run("outlines --sheet plate " + drawn).out, "  the sheet at (5, 5)"));
}

// Cut into other cubics, the same arc is not quite the same.
TEST_F(Outlines, parts_that_share_an_arc_are_in_contact) {
  for (const int r : {1, 20, 1000}) {
    const std::string part =
        fmt::format("<circle id='a' r='{0}'/><path id='b' d='M{0} 0A{0} {0} 0 0 1 0 {0}L{1} {1}Z'/>", r, 2 * r);
    const auto outcome = run("outlines " + drawing("arc.svg", part));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "1 pair in contact")) << outcome.out;
    const std::string deeper = fmt::format(
        "<circle id='a' r='{0}'/><path id='b' transform='translate(-{2} 0)' d='M{0} 0A{0} {0} 0 0 1 0 {0}L{1} {1}Z'/>",
        r, 2 * r, 1e-5 * r);
    EXPECT_EQ(run("outlines " + drawing("deep.svg", deeper)).exit_code, 1);
  }
}

TEST_F(Outlines, a_sheet_alone_is_a_drawing) {
  const auto outcome = run("outlines " + drawing("sheet.svg", "<rect data-abut='sheet' width='50' height='50'/>"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
}

}  // namespace
}  // namespace abut
