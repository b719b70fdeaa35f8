// Fig. 7: two objects that are separate, or interfere.
#include <fmt/format.h>

#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/scene_picture.h"
#include "reproduce/outline_boxes/wavy_outline.h"

namespace abut::reproduce {
namespace {

Report::Figure draw_situation(const char* name, const char* words, double distance) {
  const WavyShape shape{.pieces = 64, .waves = 6};
  const OutlineScene scene{{make_wavy_outline(shape, 2), make_wavy_outline(shape, 3)},
                           {{}, Pose2::make(0.4, Vec2(distance, 60))}};
  const PlantedScene planted(scene, Adaptation::elementary);
  const std::string title = fmt::format("{}: {} comparisons of boxes", words, count(planted).tests);
  return {fmt::format("outline_{}", name), title, draw_scene(planted, title, 400, 330)};
}

}  // namespace

void report_situations(Report& report) {
  report.heading(3, "Separate and in interference (Fig. 7)");
  report.paragraph(
      "Two objects of 64 segments. In this and the next pictures, boxes that a search compares are blue (without "
      "those of the first three levels, which are as large as the objects), boxes of single pieces that are found to "
      "overlap orange, and points where the borders meet red.");
  report.figures(
      {draw_situation("separate", "(a) separate", 200), draw_situation("interfering", "(b) in interference", 150)});
}

}  // namespace abut::reproduce
