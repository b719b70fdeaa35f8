#include "untangle/layer_order.h"

#include <cmath>

namespace abut {
namespace {

constexpr int kSkin = -1;

struct Measures {
  double area = 0;
  Vec3 middle = Vec3::Zero();
  double volume = 0;  // below a surface with a rim: that of the cone from its middle
  bool is_closed = true;
};

std::vector<Measures> measure_components(const Surface& surface, std::span<const Vec3> positions) {
  std::vector<Measures> measures(surface.component_count());
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    const TrianglePoints t = face_points(surface, positions, FaceId(f));
    Measures& m = measures[surface.component(FaceId(f))];
    const double area = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm();
    m.area += area;
    m.middle += area * (t[0] + t[1] + t[2]) / 3;
    for (const EdgeId e : surface.face_edges(FaceId(f))) {
      if (e.is_valid() && surface.edge_faces(e).size() != 2) m.is_closed = false;
    }
  }
  for (Measures& m : measures) {
    if (m.area > 0) m.middle /= m.area;
  }
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    const TrianglePoints t = face_points(surface, positions, FaceId(f));
    Measures& m = measures[surface.component(FaceId(f))];
    m.volume += (t[0] - m.middle).dot((t[1] - m.middle).cross(t[2] - m.middle)) / 6;
  }
  return measures;
}

}  // namespace

LayerOrder::LayerOrder(const UntangleScene& scene, const Assembly& assembly) : assembly_(assembly) {
  for (const UntangleBody& body : scene.bodies) {
    layers_.push_back(body.layers);
    auto& outside = outside_.emplace_back();
    auto& is_skin = is_skin_.emplace_back();
    for (const Measures& m : measure_components(*body.body.surface, body.body.positions)) {
      // A tube or a shirt holds a volume; of a flat sheet only its normals can say where outwards is.
      const bool is_clear = std::abs(m.volume) > 0.02 * std::pow(m.area, 1.5);
      outside.push_back(static_cast<std::int8_t>(is_clear && m.volume < 0 ? -1 : 1));
      is_skin.push_back(body.is_obstacle && m.is_closed && is_clear);
    }
  }
}

std::optional<int> LayerOrder::layer(BodyId body, FaceId face) const {
  const Surface& surface = assembly_.surface(body);
  if (is_skin_[body][surface.component(face)]) return kSkin;
  if (layers_[body].empty()) return {};
  const int layer = layers_[body][surface.part(face)];
  return layer < 0 ? std::optional<int>() : layer;
}

std::optional<int> LayerOrder::find_right_side(BodyId edge_body, EdgeId edge, BodyId face_body, FaceId face) const {
  const int outside = outside_[face_body][assembly_.surface(face_body).component(face)];
  if (outside == 0) return {};
  const auto of_face = layer(face_body, face);
  if (!of_face) return {};
  const FaceId beside = assembly_.surface(edge_body).edge_faces(edge)[0];
  if (*of_face == kSkin && !assembly_.is_obstacle(edge_body)) return outside;  // whatever moves is outside the skin
  const auto of_edge = layer(edge_body, beside);
  if (!of_edge || *of_edge == *of_face) return {};
  return *of_edge > *of_face ? outside : -outside;
}

}  // namespace abut
