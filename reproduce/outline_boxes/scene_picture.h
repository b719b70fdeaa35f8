// Pictures of scenes: what was compared, and what meets.
#pragma once

#include <string>
#include <string_view>

#include "reproduce/outline_boxes/outline_scene.h"

namespace abut::reproduce {

/// The outlines, boxes that a search compares (blue; not those of the first levels, which are as large as the
/// outlines), those of single pieces that overlap another (orange), and where borders meet (red).
std::string draw_scene(const PlantedScene& scene, std::string_view title, int width = 400, int height = 420);

}  // namespace abut::reproduce
