#include "response/separation.h"

namespace abut {

FeatureCorners list_corners(const Surface& surface, const SurfaceFeature& feature, std::uint32_t first) {
  switch (feature.kind) {
    case SurfaceFeature::Kind::vertex:
      return {{first + feature.index}, 1};
    case SurfaceFeature::Kind::edge: {
      const auto& e = surface.edge(EdgeId(feature.index));
      return {{first + e[0], first + e[1]}, 2};
    }
    case SurfaceFeature::Kind::face:
      break;
  }
  const auto& f = surface.face(FaceId(feature.index));
  return {{first + f[0], first + f[1], first + f[2]}, 3};
}

Separation make_separation(const FeatureCorners& a, const Vec3& a_weights, const FeatureCorners& b,
                           const Vec3& b_weights, const Vec3& normal) {
  Separation s;
  s.normal = normal;
  const auto add = [&](const FeatureCorners& corners, const Vec3& weights, double sign) {
    for (int i = 0; i < corners.count && s.count < 4; ++i) {
      s.vertices[s.count] = corners.vertices[i];
      s.weights[s.count++] = sign * weights[i];
    }
  };
  add(a, a_weights, 1);
  add(b, b_weights, -1);
  return s;
}

double measure_gap(const Separation& s, std::span<const Vec3> positions) {
  double gap = 0;
  for (int i = 0; i < s.count; ++i) gap += s.weights[i] * s.normal.dot(positions[s.vertices[i]]);
  return gap;
}

}  // namespace abut
