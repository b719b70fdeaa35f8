// Inside view of the test of a triangle and a box.
#pragma once

#include "abut/sphere_tree.h"

namespace abut {

/// The same as test_triangle_box without anything rounded: what decides where rounded numbers cannot.
bool test_triangle_box_exact(const TrianglePoints& triangle, const Box3& box);

}  // namespace abut
