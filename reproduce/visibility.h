// What of a picture can be seen: triangles that others hide need not be written.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math.h"

namespace abut::reproduce {

/// For each triangle 1 if any of it can be seen, from where z is largest; x and y are in pixels of the picture. Found
/// by samples, a few in each pixel: what shows in less than that counts as hidden.
std::vector<std::uint8_t> find_visible(std::span<const std::array<Vec3, 3>> triangles, int width, int height);

}  // namespace abut::reproduce
