// What is known of inside and outside: the order of layers, and obstacles that are closed.
#pragma once

#include <optional>

#include "untangle/assembly.h"

namespace abut {

class LayerOrder {
 public:
  LayerOrder(const UntangleScene& scene, const Assembly& assembly);

  /// Which side of the pierced face the edge belongs on: +1 that of its normal, -1 the other; nothing if not known.
  std::optional<int> find_right_side(BodyId edge_body, EdgeId edge, BodyId face_body, FaceId face) const;

 private:
  // Layer of a face; the skin is below all layers.
  std::optional<int> layer(BodyId body, FaceId face) const;

  const Assembly& assembly_;
  std::vector<std::vector<int>> layers_;            // of each body's parts
  std::vector<std::vector<std::int8_t>> outside_;   // of each body's components: +1 if normals lead outwards, -1, 0
  std::vector<std::vector<std::uint8_t>> is_skin_;  // of each body's components: closed, and an obstacle
};

}  // namespace abut
