// What a kind of patch knows about itself, where it stands before it is moved.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/patch.h"

namespace abut {

class PatchShape {
 public:
  virtual ~PatchShape() = default;

  virtual Vec3 at(double u, double v, double t) const = 0;
  virtual PatchJet find_jet(double u, double v, double t) const = 0;
  /// Without rounding, which is a matter of how large coordinates are.
  virtual PatchEnclosure enclose(const PatchBox& box) const = 0;
  /// No coordinate that it comes from is farther from the origin, at these times.
  virtual double measure_size(double t0, double t1) const = 0;
  virtual int count_pieces(int /*direction*/) const { return 1; }
  virtual const Superellipsoid* convex() const { return nullptr; }
};

/// Makes patches of shapes.
class PatchMaker {
 public:
  static Patch make(std::shared_ptr<const PatchShape> shape);
};

}  // namespace abut
