// Texture coordinates of OBJ files. Meshes do not keep them; who wants them reads the file a second time.
#pragma once

#include <string_view>
#include <vector>

#include "abut/math.h"

namespace abut {

/// Of each corner of each polygon, in the order of the file, the first two texture coordinates. Throws Failure if a
/// corner has none. The file must have been read as a mesh before.
std::vector<Vec2> read_obj_texture(std::string_view bytes);

}  // namespace abut
