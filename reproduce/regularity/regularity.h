// Volino and Thalmann, Efficient self-collision detection on smoothly discretized surface animations using geometrical
// shape regularity (Eurographics 1994): its experiments, section by section.
#pragma once

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

/// The whole chapter.
void report_regularity(Report& report);

// Its sections.
void report_calls(Report& report, Expectations& expectations);           ///< 3.1, 3.2: Tab. 1 and 2
void report_times(Report& report, Expectations& expectations);           ///< what the counts come to in time
void report_pictures(Report& report);                                    ///< Fig. 8 and 9
void report_body_and_cloth(Report& report, Expectations& expectations);  ///< 3.3
void report_builders(Report& report);                                    ///< 2.3.1: ways to build the hierarchy
void report_decay(Report& report);                                       ///< what becomes of it over an animation
void report_adjacency(Report& report, Expectations& expectations);       ///< 2.3.3: what is stored

}  // namespace abut::reproduce
