// Stretch and shear as those of a continuum: in each face the strain is even, and stress follows from it by three
// stiffnesses along warp, weft and in shear. Beyond a limit it gets many times stiffer. Strain along warp and weft is
// by length, as laboratories measure it. That of Green, by the square of the length, has no force left where a face
// collapses, and far too much where it is stretched far: Newton's method gets lost in both.
#pragma once

#include <array>
#include <cstdint>

#include "abut/math.h"
#include "abut/sim.h"

namespace abut {

/// Stress by strain; both as numbers along warp, along weft, and in shear.
struct MembraneLaw {
  double warp = 0, weft = 0, coupling = 0, shear = 0;
  double damping = 0;
  double limit = 0;  ///< of the strain along warp and weft; 0: none
};

MembraneLaw make_membrane_law(const ClothMaterial& material);

/// A face of a cloth, as it is at rest.
struct MembraneElement {
  std::array<std::uint32_t, 3> particles;
  std::array<Vec2, 3> gradients;  ///< how the shape functions of the corners grow along warp and weft
  double area = 0;
  std::uint32_t law = 0;
};

/// Nothing if the corners lie on a line.
std::optional<MembraneElement> make_membrane_element(const std::array<std::uint32_t, 3>& particles,
                                                     const std::array<Vec2, 3>& rest, std::uint32_t law);

/// How an element is strained: the images of warp and weft, their directions, and the strain.
struct MembraneStrain {
  Vec3 warp, weft;
  Vec3 warp_direction, weft_direction;  ///< of length 1; 0 where there is none
  Vec3 strain;                          ///< along warp, along weft, and of shear: the product of both, a small angle
};

MembraneStrain measure_strain(const MembraneElement& element, const TrianglePoints& points);

/// The stress that a step ends with, and what the derivative of forces is made of. `rate` is damping by the step's
/// length, `start` the strain it starts with.
struct MembraneResponse {
  double energy = 0;  ///< by area, with that of damping
  Vec3 stress = Vec3::Zero();
  double warp = 0, weft = 0, coupling = 0, shear = 0;  ///< stiffnesses
  Vec3 tension = Vec3::Zero();  ///< what resists turning: stress by length, with its eigenvalues made positive
};

MembraneResponse respond(const MembraneLaw& law, const Vec3& strain, const Vec3& start, double rate);

/// The force on a corner is less this, times the area.
inline Vec3 corner_gradient(const Vec2& g, const MembraneStrain& s, const Vec3& stress) {
  return g.x() * stress.x() * s.warp_direction + g.y() * stress.y() * s.weft_direction +
         stress.z() * (g.y() * s.warp + g.x() * s.weft);
}

/// How the gradient at corner i changes with corner j, by area. Never negative: pressure, which would make it so and by
/// which faces buckle, counts as if it resisted. Without anything there, Newton's method would send them anywhere.
Eigen::Matrix3d corner_hessian(const Vec2& gi, const Vec2& gj, const MembraneStrain& s, const MembraneResponse& r);

}  // namespace abut
