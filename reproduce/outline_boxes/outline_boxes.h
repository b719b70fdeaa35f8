// Rivera, Estrela and Carvalho, Oriented bounding boxes using multiresolution contours for fast interference detection
// of arbitrary geometry objects: its experiments and figures, section by section.
#pragma once

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

/// The whole chapter.
void report_outline_boxes(Report& report);

// Its sections.
void report_envelopes(Report& report, Expectations& expectations);  ///< Fig. 1
void report_boxes(Report& report);                                  ///< Fig. 2 to 5
void report_areas(Report& report, Expectations& expectations);      ///< Fig. 6
void report_situations(Report& report);                             ///< Fig. 7
void report_counts(Report& report, Expectations& expectations);     ///< Fig. 8 to 10, Tab. 1 to 3
void report_times(Report& report);                                  ///< Tab. 1
void report_cost(Report& report, Expectations& expectations);       ///< 3.1.1: what less detail takes to make

}  // namespace abut::reproduce
