// The chapter on Kamat 1993: the survey, section by section, and what of it runs here.
#pragma once

#include <string_view>

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

void report_survey(Report& report);
/// Its sections alone, and what is expected of them.
Expectations report_survey_sections(Report& report);

/// Begins a section: what the survey says in it, and where that is here.
void open_section(Report& report, std::string_view heading, std::string_view says, std::string_view lives);

// Its sections, as the survey numbers them.
void report_step_and_check(Report& report, Expectations& expectations);        // 1
void report_particle_detection(Report& report, Expectations& expectations);    // 2.1
void report_polygon_detection(Report& report, Expectations& expectations);     // 2.2
void report_polyhedron_detection(Report& report, Expectations& expectations);  // 2.3
void report_surface_detection(Report& report, Expectations& expectations);     // 2.4
void report_penalties(Report& report, Expectations& expectations);             // 3.1
void report_particle_response(Report& report, Expectations& expectations);     // 3.2
void report_rigid_impacts(Report& report, Expectations& expectations);         // 3.3, colliding
void report_resting_contacts(Report& report, Expectations& expectations);      // 3.3, resting
void report_linkages(Report& report, Expectations& expectations);              // 3.4
void report_one_system(Report& report, Expectations& expectations);            // 4

/// Of section 3.4: linkages that move.
void report_linkage_motion(Report& report, Expectations& expectations);
void report_survey_misprints(Report& report);

// What section 2.2 looks at besides.
void report_points_alone(Report& report, Expectations& expectations);
void report_boxes_first(Report& report, Expectations& expectations);

// What section 2.3 looks at, one by one.
void report_clipping(Report& report, Expectations& expectations);
void report_separating_plane(Report& report, Expectations& expectations);
void report_overlap_region(Report& report, Expectations& expectations);
void report_tunnelling(Report& report, Expectations& expectations);
void report_characteristic(Report& report, Expectations& expectations);

}  // namespace abut::reproduce
