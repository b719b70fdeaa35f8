// Scenes made like those of Fig. 8 to 10, with as many objects and segments. Which curves, and where, the paper does
// not say.
#pragma once

#include "reproduce/outline_boxes/outline_scene.h"

namespace abut::reproduce {

/// Fig. 8: three objects of 512 segments on a ring, which all come nearer to its middle.
struct RingScenes {
  OutlineScene separate;     ///< (a) a little outside (b)
  OutlineScene contact;      ///< (b) where the first two touch
  OutlineScene interfering;  ///< (c) a little inside of where the last two touch
};
RingScenes make_ring_scenes(int waves, std::uint64_t seed);

/// Fig. 9: nine objects, two of them polygons, of 615 segments in all come nearer to each other and turn.
struct MovingScenes {
  OutlineScene first;  ///< (a) the first frame in which two interfere
  OutlineScene later;  ///< (b) five frames on
};
MovingScenes make_moving_scenes(int waves, std::uint64_t seed);

/// Fig. 10: three rough objects of 512 segments: one pushed against the first, the last against both.
OutlineScene make_rough_scene(int waves, std::uint64_t seed);

}  // namespace abut::reproduce
