#include "reproduce/regularity/regularity.h"

#include <fmt/format.h>

#include <cstdio>

namespace abut::reproduce {

void report_regularity(Report& report) {
  report.heading(2, "Volino and Thalmann 1994: self-collision by regularity");
  report.paragraph(
      "*Efficient self-collision detection on smoothly discretized surface animations using geometrical shape "
      "regularity.* How it is done here: [self_collision.md](self_collision.md). A counts calls of the hierarchical "
      "procedure, B those of the elementary test between two triangles. Unlike the paper we always test the rims, so "
      "that nothing is lost.");
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "regularity: {}\n", name); };
  say("calls"), report_calls(report, expectations);
  say("times"), report_times(report, expectations);
  say("pictures"), report_pictures(report);
  say("body and cloth"), report_body_and_cloth(report, expectations);
  say("builders"), report_builders(report);
  say("decay"), report_decay(report);
  say("adjacency"), report_adjacency(report, expectations);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
