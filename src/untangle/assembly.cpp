#include "untangle/assembly.h"

#include <algorithm>
#include <utility>

namespace abut {
namespace {

double measure_area(const TrianglePoints& t) { return 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm(); }

std::span<const Vec3> rest_of(const UntangleBody& body) { return body.rest.empty() ? body.body.positions : body.rest; }

VertexId opposite(const Surface& surface, FaceId face, EdgeId edge) {
  const auto& ends = surface.edge(edge);
  for (const VertexId v : surface.face(face)) {
    if (v != ends[0] && v != ends[1]) return v;
  }
  return ends[0];
}

}  // namespace

Assembly::Assembly(const UntangleScene& scene) {
  for (const UntangleBody& body : scene.bodies) {
    surfaces_.push_back(body.body.surface);
    is_obstacle_.push_back(body.is_obstacle);
    input.insert(input.end(), body.body.positions.begin(), body.body.positions.end());
    const auto at_rest = rest_of(body);
    rest.insert(rest.end(), at_rest.begin(), at_rest.end());
    add_masses(body);
    starts_.push_back(static_cast<std::uint32_t>(input.size()));
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    masses_by_body.push_back(std::span(inverse_masses).subspan(starts_[i], starts_[i + 1] - starts_[i]));
    add_edges(BodyId(i), rest_of(scene.bodies[i]));
    add_components(BodyId(i));
  }
  edge_count = links.size();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) add_bends(BodyId(i), rest_of(scene.bodies[i]));
  list_neighbours();
  measure_sizes();
}

// A third of the area of the faces around a vertex. Where there is none, the mean of the others: cloth of no area moves
// like the rest of it.
void Assembly::add_masses(const UntangleBody& body) {
  const Surface& surface = *body.body.surface;
  std::vector<double> masses(surface.vertex_count(), 0);
  double sum = 0;
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    const double share = measure_area(face_points(surface, rest_of(body), FaceId(f))) / 3;
    for (const VertexId v : surface.face(FaceId(f))) masses[v] += share;
    sum += 3 * share;
  }
  const double mean = sum > 0 ? sum / static_cast<double>(masses.size()) : 1;
  for (const double mass : masses) {
    areas.push_back(mass);
    inverse_masses.push_back(body.is_obstacle ? 0 : 1 / std::max(mass, 1e-3 * mean));
  }
  for (const VertexId pin : body.pins) inverse_masses[inverse_masses.size() - masses.size() + pin] = 0;
}

void Assembly::add_edges(BodyId id, std::span<const Vec3> rest) {
  const Surface& surface = *surfaces_[id];
  edge_starts_.push_back(static_cast<std::uint32_t>(links.size()));
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    const auto& [a, b] = surface.edge(EdgeId(e));
    links.push_back({number(id, a), number(id, b), (rest[a] - rest[b]).norm()});
  }
}

void Assembly::add_components(BodyId id) {
  const Surface& surface = *surfaces_[id];
  components.resize(starts_[id + 1], component_count);
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    for (const VertexId v : surface.face(FaceId(f))) {
      components[number(id, v)] = component_count + surface.component(FaceId(f));
    }
  }
  component_count += static_cast<std::uint32_t>(surface.component_count());
}

void Assembly::add_bends(BodyId id, std::span<const Vec3> rest) {
  const Surface& surface = *surfaces_[id];
  if (is_obstacle_[id]) return;
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    const auto faces = surface.edge_faces(EdgeId(e));
    if (faces.size() != 2) continue;
    const VertexId a = opposite(surface, faces[0], EdgeId(e)), b = opposite(surface, faces[1], EdgeId(e));
    if (a != b) links.push_back({number(id, a), number(id, b), (rest[a] - rest[b]).norm()});
  }
}

void Assembly::list_neighbours() {
  const auto list = [&](Lists& lists, std::size_t link_count, const auto& item) {
    lists.starts.assign(vertex_count() + 1, 0);
    for (std::size_t i = 0; i < link_count; ++i) {
      ++lists.starts[links[i].a + 1];
      ++lists.starts[links[i].b + 1];
    }
    for (std::size_t v = 0; v < vertex_count(); ++v) lists.starts[v + 1] += lists.starts[v];
    lists.items.resize(lists.starts.back());
    std::vector<std::uint32_t> next(lists.starts.begin(), lists.starts.end() - 1);
    for (std::uint32_t i = 0; i < link_count; ++i) {
      lists.items[next[links[i].a]++] = item(i, links[i].b);
      lists.items[next[links[i].b]++] = item(i, links[i].a);
    }
  };
  list(neighbours_, edge_count, [](std::uint32_t, std::uint32_t other) { return other; });
  list(links_at_, links.size(), [](std::uint32_t link, std::uint32_t) { return link; });
}

void Assembly::measure_sizes() {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < edge_count; ++i) {
    if (!is_movable(links[i].a) && !is_movable(links[i].b)) continue;
    sum += links[i].length;
    ++count;
  }
  mean_edge = count > 0 ? sum / static_cast<double>(count) : 0;
  sizes.assign(vertex_count(), mean_edge);
  for (std::uint32_t v = 0; v < vertex_count(); ++v) {
    double around = 0;
    for (const std::uint32_t edge : edges_at(v)) around += links[edge].length;
    const std::size_t edges = edges_at(v).size();
    if (edges > 0) sizes[v] = std::min(mean_edge, around / static_cast<double>(edges));
  }
}

std::size_t Assembly::movable_count() const {
  return static_cast<std::size_t>(
      std::count_if(inverse_masses.begin(), inverse_masses.end(), [](double mass) { return mass > 0; }));
}

std::vector<std::uint32_t> Assembly::grow(std::span<const std::uint32_t> vertices, int rings) const {
  std::vector<std::uint8_t> is_reached(vertex_count(), 0);
  std::vector<std::uint32_t> reached(vertices.begin(), vertices.end());
  for (const std::uint32_t v : reached) is_reached[v] = 1;
  std::size_t begin = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t end = reached.size();
    for (; begin < end; ++begin) {
      for (const std::uint32_t v : neighbours(reached[begin])) {
        if (is_movable(v) && std::exchange(is_reached[v], 1) == 0) reached.push_back(v);
      }
    }
  }
  std::sort(reached.begin(), reached.end());
  return reached;
}

SurfaceFeature Assembly::edge(std::uint32_t number) const {
  const auto next = std::upper_bound(edge_starts_.begin(), edge_starts_.end(), number);
  const auto body = static_cast<std::uint32_t>(next - edge_starts_.begin() - 1);
  return {BodyId(body), SurfaceFeature::Kind::edge, number - edge_starts_[body]};
}

std::vector<Body> Assembly::place(std::span<const Vec3> positions) const {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < body_count(); ++i) bodies.push_back({surfaces_[i], of_body(BodyId(i), positions)});
  return bodies;
}

FeatureCorners Assembly::corners(const SurfaceFeature& feature) const {
  return list_corners(*surfaces_[feature.body], feature, number(feature.body, VertexId(0)));
}

}  // namespace abut
