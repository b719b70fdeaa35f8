// The chapter on the survey: it runs, has all figures, and what it expects comes out.
#include "reproduce/survey/survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "reproduce/survey/chance.h"
#include "reproduce/survey/linkage_system.h"

namespace abut::reproduce {
namespace {

std::vector<std::string> list_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Cells of a row of a table; a bar within a cell has a backslash.
std::ptrdiff_t count_cells(const std::string& line) {
  std::ptrdiff_t cells = 0;
  for (std::size_t i = 1; i < line.size(); ++i) cells += line[i] == '|' && line[i - 1] != '\\';
  return cells;
}

TEST(Survey, every_section_runs_and_comes_out_as_expected) {
  Report report;
  const Expectations expectations = report_survey_sections(report);
  EXPECT_GT(expectations.size(), 30u);
  for (const Expectation& e : expectations) {
    if (e.what.find("time for each") != std::string::npos) continue;  // of a machine that may have other work
    EXPECT_TRUE(e.is_met) << e.what << ": " << e.measured;
  }
  for (int figure = 1; figure <= 9; ++figure) {
    EXPECT_NE(report.text().find("Fig. " + std::to_string(figure)), std::string::npos) << figure;
  }
  for (const char* word : {"nan", "inf,", "inf "}) EXPECT_EQ(report.text().find(word), std::string::npos) << word;
  std::ptrdiff_t cells = 0;
  for (const std::string& line : list_lines(report.text())) {
    if (!line.starts_with('|')) {
      cells = 0;
    } else if (cells == 0) {
      cells = count_cells(line);
    } else {
      EXPECT_EQ(count_cells(line), cells) << line;
    }
  }
}

TEST(Survey, says_the_same_in_every_run) {
  const auto run = [](void (*section)(Report&, Expectations&)) {
    Report report;
    Expectations expectations;
    section(report, expectations);
    return report.text();
  };
  for (const auto section : {report_step_and_check, report_polygon_detection, report_rigid_impacts}) {
    EXPECT_EQ(run(section), run(section));
  }
}

TEST(LinkageSystem, has_nine_equations_for_each_body_and_the_answer_of_elimination) {
  Variation vary(1);
  for (const std::uint32_t count : {2u, 5u, 9u}) {
    std::vector<RigidMass> bodies;
    std::vector<PlacedJoint> joints;
    for (std::uint32_t i = 0; i < count; ++i) bodies.push_back(make_random_mass(vary));
    for (std::uint32_t i = 1; i < count; ++i) {
      joints.push_back(make_placed_joint(JointKind::ball, i - 1, i, vary.point(-1, 1)));
    }
    Linkage linkage;
    ASSERT_TRUE(linkage.factorise(bodies, joints));
    const LinkageSolution held = linkage.solve();
    for (std::size_t i = 0; i < count; ++i) {
      bodies[i].velocity = held.velocities[i].velocity, bodies[i].spin = held.velocities[i].spin;
    }
    RigidContact contact = make_random_contact(vary, bodies, 0, count - 1);
    const LinkageSystem system = make_linkage_system(bodies, joints, contact);
    EXPECT_EQ(system.matrix.rows(), 9 * count);
    const auto direct = solve_linkage_system(system, count);
    const auto found = solve_linkage_impact(bodies, joints, contact);
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(direct.size(), count);
    EXPECT_GT(found->row_impulses[0], 0);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_LT((direct[i].velocity - found->velocities[i].velocity).norm(), 1e-10);
      EXPECT_LT((direct[i].spin - found->velocities[i].spin).norm(), 1e-10);
    }
  }
}

}  // namespace
}  // namespace abut::reproduce
