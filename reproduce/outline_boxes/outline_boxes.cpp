#include "reproduce/outline_boxes/outline_boxes.h"

#include <fmt/format.h>

#include <cstdio>

namespace abut::reproduce {

void report_outline_boxes(Report& report) {
  report.heading(2, "Rivera, Estrela and Carvalho: oriented boxes of contours");
  report.paragraph(
      "*Oriented bounding boxes using multiresolution contours for fast interference detection of arbitrary geometry "
      "objects.* How it is done here: [outlines.md](outlines.md). The paper has two methods to turn super boxes, boxes "
      "with others in them: by how the boxes of single pieces lie, weighted by length (*elementary*), and by the same "
      "curve with less detail (*multiresolution*), which it proposes. It shows its contours and scenes but gives no "
      "coordinates, so that all curves here are ours: periodic cubic B-splines around a circle of radius 100 with "
      "waves of random height and phase, those with k waves around up to 0.3/k of the radius high. *Smooth* contours "
      "have up to 4 waves, *irregular* ones up to 24. The library makes coarser versions by semi-orthogonal wavelets; "
      "the paper says only that its wavelets are bi-orthogonal and fast, so that others of that kind stand beside them "
      "(*short filters*).");
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "outline boxes: {}\n", name); };
  say("envelopes"), report_envelopes(report, expectations);
  say("boxes"), report_boxes(report);
  say("areas"), report_areas(report, expectations);
  say("situations"), report_situations(report);
  say("counts"), report_counts(report, expectations);
  say("times"), report_times(report);
  say("cost"), report_cost(report, expectations);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
