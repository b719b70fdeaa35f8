#include "reproduce/contour_minimisation/contour_minimisation.h"

#include <fmt/format.h>

#include <cstdio>

namespace abut::reproduce {

void report_contour_minimisation(Report& report) {
  report.heading(2, "Volino and Magnenat-Thalmann 2006: intersection contour minimisation");
  report.paragraph(
      "*Resolving surface collisions through intersection contour minimization.* How it is done here: "
      "[untangling.md](untangling.md). The paper corrects intersections within a mechanical simulation of cloth: "
      "gravity, a ground, implicit Euler, contacts. There is none of that in this chapter. An iteration finds all "
      "crossings exactly, wants a displacement of each contour's sides, spreads it over a few rings of faces, adds "
      "most of the last step as momentum, relaxes edges and bends towards their shape at rest, and holds back what "
      "would newly intersect (the guard). So nothing falls, a state is all there is, and iterations are not the "
      "paper's, though both count corrections. Scheme `global` and `local` are the paper's two, within this machinery; "
      "`all` is what "
      "`untangle()` does by default, with other strategies beside them.");
  report.paragraph(
      "Not repeated: Fig. 3, which is a construction. The next chapter has what needs a simulation of cloth: the "
      "garments of Fig. 1, the ribbon of Fig. 8 (3.1.3, 3.1.4), and squares and cloth that fall (3.1.1, 3.1.2).");
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "contour minimisation: {}\n", name); };
  say("cases"), report_cases(report, expectations);
  say("gradients"), report_gradients(report);
  say("schemes"), report_schemes(report);
  say("squares"), report_squares(report, expectations);
  say("robustness"), report_robustness(report, expectations);
  say("limits"), report_limits(report, expectations);
  say("ways out"), report_ways_out(report);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
