#include "reproduce/contour_minimisation/ready_tangle.h"

#include <algorithm>

namespace abut::reproduce {

ReadyTangle::ReadyTangle(std::string_view kind, std::uint64_t seed, int cells)
    : content_(*make_tangle(kind, seed, cells)) {
  for (const SceneMesh& mesh : content_.meshes) {
    const Surface& surface = surfaces_.emplace_back(make_surface(mesh.mesh));
    UntangleBody& body = scene_.bodies.emplace_back();
    body.body = {&surface, mesh.mesh.positions};
    body.rest = mesh.rest;
    body.is_obstacle = mesh.is_obstacle;
    body.pins = mesh.pins;
    if (mesh.layer >= 0) body.layers.assign(std::max<std::size_t>(1, surface.parts().size()), mesh.layer);
  }
}

std::vector<Body> ReadyTangle::bodies() const {
  std::vector<Body> bodies;
  for (const UntangleBody& body : scene_.bodies) bodies.push_back(body.body);
  return bodies;
}

std::vector<Body> ReadyTangle::place(const Positions& positions) const {
  std::vector<Body> placed = bodies();
  for (std::size_t i = 0; i < placed.size(); ++i) placed[i].positions = positions[i];
  return placed;
}

}  // namespace abut::reproduce
