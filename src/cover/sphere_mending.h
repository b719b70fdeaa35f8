// Spheres with numbers of few digits, and made larger by a hair where the proof that they enclose a surface fails.
#pragma once

#include <vector>

#include "abut/sphere_set.h"

namespace abut {

/// How many digits behind the point tell a ten-millionth of the size of it all apart.
int find_digits(const TriangleList& triangles);

/// Centers are rounded to so many digits, radii are then what holds the same, rounded up; none is 0.
void round_spheres(std::vector<Sphere>& spheres, int digits);

/// Makes spheres larger until find_uncovered finds nothing: the one that has least to grow, for each piece that it
/// finds. Few pieces are expected.
void mend_spheres(const TriangleList& triangles, std::vector<Sphere>& spheres, int digits, const RunSettings& run);

}  // namespace abut
