// Random triangle surfaces on which a self-collision method that trusts regular patches could go wrong: patches that
// wind over themselves with all normals up, that have no side, that branch, or that meet in one vertex.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "abut/shape.h"
#include "support/random.h"

namespace abut::test {

/// Every position is a multiple of this, so that differences and products of them stay exact.
inline constexpr double kShapeGrid = 0x1p-20;
Vec3 snap(const Vec3& p);

struct Shape {
  std::string kind;
  PolygonMesh mesh;
};

/// The names make_shape knows. Of every kind there are meshes that collide with themselves and, but for "klein", ones
/// that do not.
std::span<const std::string_view> list_shape_kinds();

/// A random surface of the kind, of about `size` triangles (up to a factor of 2, from 20 on), within ten units
/// around the origin. Half of them are turned at random, so that axes mean nothing.
PolygonMesh make_shape(std::string_view kind, Random& random, int size);

/// The same of any kind.
Shape make_random_shape(Random& random, int size);

/// Makes a shape worse, in ways chosen at random: some triangles vanish, turn around or lose their area, holes are cut,
/// boundary vertices become one. Positions stay on the grid, and triangles keep three different vertices. Vertices may
/// be left without a triangle.
void damage(PolygonMesh& mesh, Random& random);

}  // namespace abut::test
