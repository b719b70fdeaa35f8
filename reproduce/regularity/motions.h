// A flat sheet that becomes something very different, little by little.
#pragma once

#include <span>
#include <string>

#include "abut/shape.h"

namespace abut::reproduce {

/// A sheet three times as long as wide, flat, of about so many triangles.
class Sheet {
 public:
  explicit Sheet(std::size_t triangles);
  PolygonMesh make_mesh() const;

  enum class Motion { rolled, folded, crumpled };
  /// Where the vertices are at a time from 0 (flat) to 1 (as the motion's name says).
  void move(Motion motion, double time, std::span<Vec3> positions) const;

 private:
  template <class Heading>
  void bend(double time, const Heading& heading, std::span<Vec3> positions) const;
  void crumple(double time, std::span<Vec3> positions) const;

  std::size_t along_, across_;  // cells
};

}  // namespace abut::reproduce
