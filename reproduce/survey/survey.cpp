#include "reproduce/survey/survey.h"

#include <fmt/format.h>

#include <cstdio>

namespace abut::reproduce {
namespace {

const char* const kWords =
    "*A survey of techniques for simulation of dynamic collision detection and response.* The survey has no "
    "experiments of its own. So here is a page for each of its sections: what it says, where that is in the library, "
    "and what comes out when the library does it, beside what formulas or the survey's own words say. Figures are "
    "numbered as in the survey, and drawn from these runs. Cases are made by chance from fixed seeds, so all numbers "
    "but times are the same in every run. How it is done here: [response.md](response.md), [convex.md](convex.md), "
    "[rigid_impacts.md](rigid_impacts.md), [patches.md](patches.md), [solids.md](solids.md).";

}  // namespace

void open_section(Report& report, std::string_view heading, std::string_view says, std::string_view lives) {
  report.heading(3, heading);
  report.paragraph(fmt::format("**The survey.** {}", says));
  report.paragraph(fmt::format("**Here.** {}", lives));
}

void report_survey_misprints(Report& report) {
  report.heading(3, "Misprints and gaps");
  report.paragraph("What the runs above show; [response.md](response.md) lists those of the equations of response.");
  report.table({{"section", "printed", "meant"},
                3,
                {{"2.2", "a polynomial of fifth order", "of third order: a volume"},
                 {"2.2", "v ≥ 0 three times, in the copy at hand",
                  "t from 0 to 1, u ≥ 0, v ≥ 0, u + v ≤ 1, as for a triangle that stands still"},
                 {"2.3", "if any vertex is inside of all faces, there is a collision",
                  "what only touches is a matter of the last digit; `test_touching` decides it exactly"},
                 {"2.4", "in each other, the extremal distance is the largest distance between A and B",
                  "less than 0, by the way out that is the shortest of all directions"},
                 {"3.1", "k / d", "less its value at the reach, or the force does not begin at 0"},
                 {"3.2.1", "friction: ratios μ and η, above 0",
                  "ratios with signs, against the sliding: else half of all impacts gain energy"},
                 {"3.3", "the rough surface is tested by \\|R_t\\| / (R · k) < γ", "R · k has to be above 0, too"},
                 {"3.4", "revolute joints with three equations", "those of balls; 9n is their count"}}});
}

Expectations report_survey_sections(Report& report) {
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "survey: {}\n", name); };
  say("step and check"), report_step_and_check(report, expectations);
  say("particles"), report_particle_detection(report, expectations);
  say("polygons"), report_polygon_detection(report, expectations);
  say("polyhedra"), report_polyhedron_detection(report, expectations);
  say("surfaces"), report_surface_detection(report, expectations);
  say("penalties"), report_penalties(report, expectations);
  say("response of particles"), report_particle_response(report, expectations);
  say("impacts of rigid bodies"), report_rigid_impacts(report, expectations);
  say("resting contacts"), report_resting_contacts(report, expectations);
  say("linkages"), report_linkages(report, expectations);
  say("one system"), report_one_system(report, expectations);
  report_survey_misprints(report);
  return expectations;
}

void report_survey(Report& report) {
  report.heading(2, "Kamat 1993: a survey of collision detection and response");
  report.paragraph(kWords);
  const Expectations expectations = report_survey_sections(report);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
