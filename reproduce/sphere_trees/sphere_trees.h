// The chapter on Rodriguez and Franquesa 2005: trees of spheres that are built where things collide.
#pragma once

#include "reproduce/expectations.h"
#include "reproduce/report.h"

namespace abut::reproduce {

void report_sphere_trees(Report& report);

// Its sections.
void report_pipeline(Report& report);
void report_sphere_figures(Report& report);
void report_level_times(Report& report, Expectations& expectations);
void report_passing(Report& report, Expectations& expectations);
void report_passing_figures(Report& report);
void report_sphere_memory(Report& report, Expectations& expectations);

}  // namespace abut::reproduce
