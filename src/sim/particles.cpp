#include "sim/particles.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

double measure_area(const std::array<Vec2, 3>& face) {
  const Vec2 u = face[1] - face[0], v = face[2] - face[0];
  return 0.5 * std::abs(u.x() * v.y() - u.y() * v.x());
}

}  // namespace

Particles::Particles(const SimulationScene& scene) : first_obstacle_(scene.cloths.size()) {
  double edge_sum = 0;
  std::size_t edge_count = 0;
  for (const Cloth& cloth : scene.cloths) {
    const std::uint32_t first = starts_.back();
    surfaces_.push_back(cloth.surface);
    frictions_.push_back(cloth.material.friction);
    stays_.push_back(0);
    starts_.push_back(first + static_cast<std::uint32_t>(cloth.surface->vertex_count()));
    masses.resize(starts_.back(), 0);
    for (std::uint32_t f = 0; f < cloth.surface->face_count(); ++f) {
      const double share = cloth.material.density * measure_area(cloth.rest.faces[f]) / 3;
      for (const VertexId v : cloth.surface->face(FaceId(f))) masses[first + v] += share;
    }
    edge_sum += measure_mean_edge(*cloth.surface, cloth.positions) * static_cast<double>(cloth.surface->edge_count());
    edge_count += cloth.surface->edge_count();
  }
  mean_edge = edge_count > 0 ? edge_sum / static_cast<double>(edge_count) : 0;
  cloth_count_ = starts_.back();
  for (const Obstacle& obstacle : scene.obstacles) {
    surfaces_.push_back(obstacle.surface);
    frictions_.push_back(obstacle.friction);
    stays_.push_back(!obstacle.placement);
    starts_.push_back(starts_.back() + static_cast<std::uint32_t>(obstacle.surface->vertex_count()));
  }
}

BodyId Particles::body_of(std::uint32_t particle) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), particle);
  return BodyId(static_cast<std::size_t>(next - starts_.begin()) - 1);
}

std::vector<Body> Particles::place(const std::vector<Vec3>& positions) const {
  std::vector<Body> bodies;
  for (std::size_t b = 0; b < surfaces_.size(); ++b) bodies.push_back({surfaces_[b], of_body(BodyId(b), positions)});
  return bodies;
}

FeatureCorners Particles::corners(const SurfaceFeature& feature) const {
  return list_corners(*surfaces_[feature.body], feature, starts_[feature.body]);
}

}  // namespace abut
