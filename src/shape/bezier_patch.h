// Grids of bicubic Bézier patches, whose control points may move: what spline surfaces are made of, too.
#pragma once

#include <span>
#include <vector>

#include "shape/patch_shape.h"

namespace abut {

class BezierShape : public PatchShape {
 public:
  /// Piece i * columns + j is step i along u and step j along v. `changes` is how far control points go in a unit of
  /// time; empty if they stand still.
  BezierShape(int rows, int columns, std::vector<BezierNet> pieces, std::vector<BezierNet> changes);

  Vec3 at(double u, double v, double t) const override;
  PatchJet find_jet(double u, double v, double t) const override;
  PatchEnclosure enclose(const PatchBox& box) const override;
  double measure_size(double t0, double t1) const override;
  int count_pieces(int direction) const override { return direction == 0 ? rows_ : columns_; }

 private:
  struct Place;
  Place find_place(double u, double v) const;
  BezierNet find_net(std::size_t piece, double t) const;

  int rows_, columns_;
  std::vector<BezierNet> pieces_, changes_;
  double size_ = 0, pace_ = 0;
};

/// The error names the first control point that is not finite.
Status check_control_points(std::span<const Vec3> points);

}  // namespace abut
