// Materials by name. docs/materials.md says where each number is from and how it was converted.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/material_numbers.h"

namespace abut {
namespace {

constexpr std::array<NamedMaterial, 6> kMaterials = {{
    {"cotton",
     "density and Poisson ratio: Penava et al. 2014; stiffness and shear: Wang et al. 2011 (65 % cotton trousers); "
     "bending: median of 40 fabrics of 0.13 to 0.16 kg/m2, Feng et al. 2022; friction and damping: estimated",
     {.density = 0.150,
      .warp_stiffness = 2035,
      .weft_stiffness = 2017,
      .shear_stiffness = 40,
      .poisson_ratio = 0.243,
      .warp_bending = 14.5e-6,
      .weft_bending = 9.7e-6,
      .damping = 0.005,
      .bending_damping = 0.005,
      .friction = 0.4}},
    {"silk",
     "density: 16 momme; bending: median of 44 fabrics of 0.05 to 0.075 kg/m2, Feng et al. 2022; stiffness, shear, "
     "Poisson ratio, friction and damping: estimated",
     {.density = 0.069,
      .warp_stiffness = 1000,
      .weft_stiffness = 800,
      .shear_stiffness = 10,
      .poisson_ratio = 0.2,
      .warp_bending = 3.1e-6,
      .weft_bending = 3.3e-6,
      .damping = 0.002,
      .bending_damping = 0.002,
      .friction = 0.25}},
    {"denim",
     "11oz Black Denim of Wang, O'Brien and Ramamoorthi 2011; friction and damping: estimated",
     {.density = 0.324,
      .warp_stiffness = 1014,
      .weft_stiffness = 205,
      .shear_stiffness = 53,
      .poisson_ratio = 0.082,
      .warp_bending = 97e-6,
      .weft_bending = 64e-6,
      .damping = 0.005,
      .bending_damping = 0.005,
      .friction = 0.5}},
    {"leather",
     "thickness: 0.8 mm, Memon et al. 2021 (sheep garment leather); all else: estimated, as of an even sheet",
     {.density = 0.52,
      .warp_stiffness = 2000,
      .weft_stiffness = 2000,
      .shear_stiffness = 714,
      .poisson_ratio = 0.4,
      .warp_bending = 107e-6,
      .weft_bending = 107e-6,
      .damping = 0.01,
      .bending_damping = 0.01,
      .friction = 0.5}},
    {"polyester",
     "White Dots on Black of Wang, O'Brien and Ramamoorthi 2011; friction and damping: estimated",
     {.density = 0.128,
      .warp_stiffness = 2027,
      .weft_stiffness = 2002,
      .shear_stiffness = 19,
      .poisson_ratio = 0.017,
      .warp_bending = 31e-6,
      .weft_bending = 52e-6,
      .damping = 0.003,
      .bending_damping = 0.003,
      .friction = 0.25}},
    {"wool",
     "density and Poisson ratio: Penava et al. 2014; shear: the range of FAST for suits; bending: median of 107 "
     "fabrics of 0.2 to 0.26 kg/m2, Feng et al. 2022; stiffness: an extension of 3 % under FAST's largest load; "
     "friction and damping: estimated",
     {.density = 0.235,
      .warp_stiffness = 3270,
      .weft_stiffness = 3270,
      .shear_stiffness = 55,
      .poisson_ratio = 0.277,
      .warp_bending = 18.4e-6,
      .weft_bending = 10.8e-6,
      .damping = 0.005,
      .bending_damping = 0.005,
      .friction = 0.4}},
}};

Error describe(std::string_view name, double value, std::string_view expected) {
  return Error{fmt::format("{}: {} found, expected {}", name, value, expected)};
}

}  // namespace

Status check_material(const ClothMaterial& material) {
  for (const MaterialNumber& number : kMaterialNumbers) {
    const double value = material.*number.member;
    if (!std::isfinite(value)) return describe(number.name, value, "a finite number");
    if (number.is_positive && !(value > 0)) return describe(number.name, value, "a number above 0");
    if (value < 0) return describe(number.name, value, "a number that is not negative");
  }
  const double nu = material.poisson_ratio;
  if (nu >= 1) return describe("poisson_ratio", nu, "a number below 1");  // or some strain would give energy
  return success();
}

std::span<const NamedMaterial> list_materials() { return kMaterials; }

std::optional<ClothMaterial> find_material(std::string_view name) {
  const auto found = std::find_if(kMaterials.begin(), kMaterials.end(), [&](auto& m) { return m.name == name; });
  if (found == kMaterials.end()) return std::nullopt;
  return found->material;
}

}  // namespace abut
