// Volino and Magnenat-Thalmann, Resolving surface collisions through intersection contour minimization (SIGGRAPH 2006):
// its experiments, section by section.
#pragma once

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

/// The whole chapter.
void report_contour_minimisation(Report& report);

// Its sections.
void report_cases(Report& report, Expectations& expectations);       ///< Fig. 2: closed, open and straight contours
void report_gradients(Report& report);                               ///< 2.1, Fig. 4
void report_schemes(Report& report);                                 ///< 2.3, Fig. 5
void report_squares(Report& report, Expectations& expectations);     ///< 3.1.1, Fig. 6
void report_robustness(Report& report, Expectations& expectations);  ///< 3.1.2, Fig. 7
void report_limits(Report& report, Expectations& expectations);      ///< 3.2
void report_ways_out(Report& report);                                ///< Fig. 9

}  // namespace abut::reproduce
