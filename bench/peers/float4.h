// Four floats in one register, for the adapters whose boxes are floats.
#pragma once

#include "abut/math.h"

namespace abut::bench {

using Float4 = float __attribute__((vector_size(16)));

inline Float4 min(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 max(Float4 a, Float4 b) { return a > b ? a : b; }

/// Rounded to nearest, which keeps order: boxes of rounded points overlap wherever the boxes of the points do.
inline Float4 to_float4(const Vec3& p) {
  using Double4 = double __attribute__((vector_size(32)));
  return __builtin_convertvector((Double4{p.x(), p.y(), p.z(), 0}), Float4);
}

}  // namespace abut::bench
