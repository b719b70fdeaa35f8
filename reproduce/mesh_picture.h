// A shaded picture of a mesh whose faces are coloured by the patch they belong to.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "abut/model.h"

namespace abut::reproduce {

/// Seen from far away, from the direction `from`, with z up; from the left and a little above comes light. Faces are
/// painted from back to front; those of a closed surface that face away are left out. `patch_of` numbers each face's
/// patch: neighbouring numbers get hues far apart.
struct MeshPicture {
  Body body;
  std::span<const std::uint32_t> patch_of;
  Vec3 from = Vec3(1, -1.5, 1);
  std::string title;
};

/// The picture as SVG.
std::string draw(const MeshPicture& picture);

}  // namespace abut::reproduce
