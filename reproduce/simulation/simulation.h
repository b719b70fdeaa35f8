// Volino and Magnenat-Thalmann, Resolving surface collisions through intersection contour minimization (SIGGRAPH 2006):
// its experiments within a simulation of cloth, section by section.
#pragma once

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

/// The whole chapter.
void report_simulation(Report& report);

// Its sections.
void report_falling_squares(Report& report, Expectations& expectations);     ///< 3.1.1, Fig. 6
void report_ignored_collisions(Report& report, Expectations& expectations);  ///< 3.1.2, Fig. 7
void report_ribbon(Report& report, Expectations& expectations);              ///< 3.1.3, Fig. 8
void report_garments(Report& report, Expectations& expectations);            ///< 3.1.4, Fig. 1

}  // namespace abut::reproduce
