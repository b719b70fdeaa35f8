// A picture with evenly divided axes, which may go below 0; lines, dots and words are drawn into it.
#pragma once

#include "reproduce/plane_picture.h"

namespace abut::reproduce {

struct GraphNames {
  std::string_view title, x, y;
};

class Graph : public PlanePicture {
 public:
  Graph(const Box2& frame, const GraphNames& names, int width = 520, int height = 360);
};

}  // namespace abut::reproduce
