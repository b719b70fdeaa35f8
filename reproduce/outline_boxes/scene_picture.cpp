#include "reproduce/outline_boxes/scene_picture.h"

#include "reproduce/outline_boxes/outline_picture.h"
#include "reproduce/plot.h"

namespace abut::reproduce {
namespace {

constexpr std::uint32_t kLargest = 8;  // boxes have at most one piece in so many in them

void draw_boxes(OutlinePicture& picture, const PlacedBoxes& placed, const std::vector<bool>& shown,
                const Stroke& stroke) {
  const auto nodes = placed.boxed->tree.nodes();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i] || kLargest * nodes[i].count > nodes[0].count) continue;
    picture.box(placed.boxed->boxes[i], stroke, placed.pose);
  }
}

void draw_meetings(OutlinePicture& picture, std::span<const PlacedOutline> outlines) {
  for (const RelatedOutlines& related : find_relations(outlines, {kContactTolerance}, {1, {}}).pairs) {
    for (const OutlineMeeting& meeting : related.pair.meetings) {
      picture.dot(meeting.meeting.position, 2.5, outline_colors::meeting);
    }
  }
}

}  // namespace

std::string draw_scene(const PlantedScene& scene, std::string_view title, int width, int height) {
  const std::vector<PlacedOutline> outlines = scene.list_outlines();
  const auto placed = scene.placed();
  OutlinePicture picture(find_frame(outlines), title, width, height);
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    picture.region(outlines[i], outline_colors::fills[i % std::size(outline_colors::fills)], outline_colors::border);
  }
  const SceneBoxes boxes = find_tested_boxes(scene);
  for (std::size_t i = 0; i < placed.size(); ++i) draw_boxes(picture, placed[i], boxes.tested[i], {colors::blue, 0.8});
  for (std::size_t i = 0; i < placed.size(); ++i) draw_boxes(picture, placed[i], boxes.met[i], {colors::orange, 1});
  draw_meetings(picture, outlines);
  return picture.str();
}

}  // namespace abut::reproduce
