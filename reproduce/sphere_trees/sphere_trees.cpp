#include "reproduce/sphere_trees/sphere_trees.h"

#include <cstdio>

#include <fmt/format.h>

#include "reproduce/sphere_trees/models.h"

namespace abut::reproduce {
namespace {

std::string describe_models() {
  for (const PaperModel& model : get_paper_models()) {
    if (!model.is_real)
      return " The collection of meshes was not there for this run: spheres of as many triangles stand for the models.";
  }
  return " The smaller models are those the paper used; those of about 5,000 triangles are made of larger scans of the "
         "same things, by collapsing edges.";
}

}  // namespace

void report_pipeline(Report& report) {
  report.heading(3, "The pipeline (Fig. 1)");
  report.table({{"phase", "level", "in the paper", "here"},
                4,
                {{"broad", "delimitation", "hierarchy over the scene", "boxes of bodies, sorted along an axis"},
                 {"broad", "accurate", "simple bounds of two bodies", "the same boxes, turned with their bodies"},
                 {"narrow", "refinement", "trees of spheres, made when asked for",
                  "the same; cells as boxes, too, where triangles decide"},
                 {"narrow", "exact", "left for later work", "triangles of cells that meet, exactly"}}});
}

void report_sphere_trees(Report& report) {
  report.heading(2, "Rodriguez and Franquesa 2005: sphere trees built on collision");
  report.paragraph(
      "*A new sphere-tree generation method to speed up the collision detection pipeline.* How it is done here: "
      "[spheres.md](spheres.md). The paper asks the graphics card which cells of an octree the surface reaches into, "
      "when two bodies come near each other, and stops at spheres." +
      describe_models());
  Expectations expectations;
  const auto say = [](const char* name) { fmt::print(stderr, "sphere trees: {}\n", name); };
  report_pipeline(report);
  say("figures"), report_sphere_figures(report);
  say("one level"), report_level_times(report, expectations);
  say("passing"), report_passing(report, expectations);
  say("passing, figures"), report_passing_figures(report);
  say("memory"), report_sphere_memory(report, expectations);
  report_expectations(report, expectations);
}

}  // namespace abut::reproduce
