#include <gtest/gtest.h>

#include <limits>

#include "abut/sim.h"
#include "sim/material_numbers.h"

namespace abut {
namespace {

TEST(Materials, can_be_found_by_name) {
  for (const char* name : {"cotton", "silk", "denim", "leather", "polyester", "wool"}) {
    EXPECT_TRUE(find_material(name)) << name;
  }
  EXPECT_FALSE(find_material("steel"));
  EXPECT_FALSE(find_material(""));
}

TEST(Materials, are_possible_and_say_where_they_are_from) {
  for (const NamedMaterial& named : list_materials()) {
    const Status status = check_material(named.material);
    EXPECT_TRUE(status) << named.name << ": " << status.error().message;
    EXPECT_FALSE(named.source.empty()) << named.name;
    EXPECT_LT(named.material.shear_stiffness, named.material.weft_stiffness) << named.name;
  }
}

TEST(Materials, differ_as_cloths_do) {
  EXPECT_LT(find_material("silk")->density, find_material("cotton")->density);
  EXPECT_LT(find_material("silk")->warp_bending, find_material("cotton")->warp_bending);
  EXPECT_LT(find_material("cotton")->warp_bending, find_material("denim")->warp_bending);
  EXPECT_LT(find_material("denim")->density, find_material("leather")->density);
}

TEST(Materials, are_refused_by_the_name_of_the_number) {
  for (const MaterialNumber& number : kMaterialNumbers) {
    for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      ClothMaterial material;
      material.*number.member = bad;
      const Status status = check_material(material);
      ASSERT_FALSE(status) << number.name;
      EXPECT_TRUE(status.error().message.starts_with(std::string(number.name) + ": ")) << status.error().message;
    }
  }
  EXPECT_FALSE(check_material({.density = 0}));
  EXPECT_TRUE(check_material({.shear_stiffness = 0, .warp_bending = 0, .weft_bending = 0, .friction = 0}));
}

TEST(Materials, may_not_give_energy_when_they_are_stretched) {
  EXPECT_FALSE(check_material({.poisson_ratio = 1}));
  EXPECT_TRUE(check_material({.poisson_ratio = 0.9}));
}

}  // namespace
}  // namespace abut
