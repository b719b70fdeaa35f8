#include "reproduce/simulation/simulation.h"

#include <fmt/format.h>

#include <cstdio>

namespace abut::reproduce {

void report_simulation(Report& report) {
  report.heading(2, "Volino and Magnenat-Thalmann 2006: in a simulation of cloth");
  report.paragraph(
      "The experiments of section 3.1 as the paper made them: in a simulation of cloth, which corrects intersections "
      "while it goes on. How it is done here: [cloth.md](cloth.md). The scenes are those of `examples/`, so that "
      "`abut simulate scene:NAME --view` shows them; how large they are beyond what the paper says, and what they are "
      "made of, is ours. Every frame is searched exactly for pairs of faces that intersect. Crossings are edges that "
      "pierce faces, and contours the lines they belong to. Strain is the largest of any face, along warp or weft. "
      "Times are those of one thread and of steps alone, with tries that failed and without the search that counts; "
      "the paper's are those of a Pentium 4 of 3 GHz. In plots, 0 stands on the axis.");
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "simulation: {}\n", name); };
  say("squares"), report_falling_squares(report, expectations);
  say("ignored collisions"), report_ignored_collisions(report, expectations);
  say("ribbon"), report_ribbon(report, expectations);
  say("garments"), report_garments(report, expectations);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
