// The numbers of a ClothMaterial by name, for whoever reads, writes or checks all of them.
#pragma once

#include <array>
#include <string_view>

#include "abut/sim.h"

namespace abut {

struct MaterialNumber {
  std::string_view name;
  double ClothMaterial::*member;
  bool is_positive;  ///< may not be 0; none may be negative
};

inline constexpr std::array<MaterialNumber, 12> kMaterialNumbers = {{
    {"density", &ClothMaterial::density, true},
    {"warp_stiffness", &ClothMaterial::warp_stiffness, true},
    {"weft_stiffness", &ClothMaterial::weft_stiffness, true},
    {"shear_stiffness", &ClothMaterial::shear_stiffness, false},
    {"poisson_ratio", &ClothMaterial::poisson_ratio, false},
    {"warp_bending", &ClothMaterial::warp_bending, false},
    {"weft_bending", &ClothMaterial::weft_bending, false},
    {"damping", &ClothMaterial::damping, false},
    {"bending_damping", &ClothMaterial::bending_damping, false},
    {"friction", &ClothMaterial::friction, false},
    {"air_drag", &ClothMaterial::air_drag, false},
    {"strain_limit", &ClothMaterial::strain_limit, false},
}};
static_assert(sizeof(ClothMaterial) == kMaterialNumbers.size() * sizeof(double), "the list has all numbers");

}  // namespace abut
