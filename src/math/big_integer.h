// The last resort of the predicates, for coordinates so small that expansions would underflow: every double is an
// integer multiple of 2^-1074, so determinants become integer arithmetic. Slow (microseconds) and always exact; the
// tests use it as the honest twin of the fast path.
#pragma once

#include "abut/math.h"

namespace abut {

int orient2d_big(const Vec2& a, const Vec2& b, const Vec2& c);
int orient3d_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace abut
