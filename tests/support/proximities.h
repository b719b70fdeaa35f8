// What is near, by measuring everything with everything.
#pragma once

#include <map>
#include <vector>

#include "abut/detect.h"
#include "support/motions.h"

namespace abut::test {

/// Corners of a feature that hold a nearest point, and the feature they make.
struct PointHolder {
  const Body* body = nullptr;
  BodyId id;
  std::vector<VertexId> corners;  ///< sorted
  SurfaceFeature feature;

  const Vec3& point(std::size_t i) const { return body->positions[corners[i]]; }
};

class ProximityTwin {
 public:
  ProximityTwin(std::span<const Body> bodies, double within) : bodies_(bodies), within_(within) {
    for (const Body& body : bodies) {
      auto& edges = edges_.emplace_back();
      for (std::size_t e = 0; e < body.surface->edge_count(); ++e) edges[body.surface->edge(EdgeId(e))] = EdgeId(e);
    }
  }

  std::vector<Proximity> find(Scope scope) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      for (std::size_t j = i; j < bodies_.size(); ++j) {
        if (scope == (i == j ? Scope::between : Scope::within)) continue;
        measure_vertices_faces(i, j);
        if (i != j) measure_vertices_faces(j, i);
        measure_edges(i, j);
      }
    }
    std::vector<Proximity> list;
    for (const auto& [features, distance] : found_) list.push_back({features.first, features.second, distance});
    std::sort(list.begin(), list.end());
    return list;
  }

 private:
  using Kind = SurfaceFeature::Kind;

  PointHolder hold(std::size_t body, std::span<const VertexId> corners, const Vec3& weights, FaceId face) const {
    PointHolder holder{&bodies_[body], BodyId(body), {}, {BodyId(body), Kind::vertex, 0}};
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (weights[static_cast<int>(i)] != 0) holder.corners.push_back(corners[i]);
    }
    std::sort(holder.corners.begin(), holder.corners.end());
    const auto& c = holder.corners;
    if (c.size() == 1) holder.feature.index = c[0];
    if (c.size() == 2) holder.feature = {BodyId(body), Kind::edge, edges_[body].at({c[0], c[1]})};
    if (c.size() == 3) holder.feature = {BodyId(body), Kind::face, face};
    return holder;
  }

  void measure_vertices_faces(std::size_t i, std::size_t j) {
    const Body &p = bodies_[i], &q = bodies_[j];
    for (std::size_t v = 0; v < p.surface->vertex_count(); ++v) {
      if (!test_part_of_surface(*p.surface, VertexId(v))) continue;
      for (std::size_t f = 0; f < q.surface->face_count(); ++f) {
        const auto& w = q.surface->face(FaceId(f));
        if (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) continue;
        if (i == j && (w[0] == v || w[1] == v || w[2] == v)) continue;
        const Distance d = measure_point_triangle(p.positions[v], face_points(*q.surface, q.positions, FaceId(f)));
        const VertexId vertex[] = {VertexId(v)};
        add(hold(i, vertex, d.a_weights, {}), hold(j, w, d.b_weights, FaceId(f)), d);
      }
    }
  }

  void measure_edges(std::size_t i, std::size_t j) {
    const Body &p = bodies_[i], &q = bodies_[j];
    for (std::size_t e = 0; e < p.surface->edge_count(); ++e) {
      for (std::size_t g = i == j ? e + 1 : 0; g < q.surface->edge_count(); ++g) {
        const auto &v = p.surface->edge(EdgeId(e)), &w = q.surface->edge(EdgeId(g));
        if (i == j && (v[0] == w[0] || v[0] == w[1] || v[1] == w[0] || v[1] == w[1])) continue;
        const Distance d =
            measure_edge_edge(p.positions[v[0]], p.positions[v[1]], q.positions[w[0]], q.positions[w[1]]);
        add(hold(i, v, d.a_weights, {}), hold(j, w, d.b_weights, {}), d);
      }
    }
  }

  // A face that has all corners of both.
  static bool test_neighbours(const PointHolder& a, const PointHolder& b) {
    const Surface& surface = *a.body->surface;
    for (const FaceId f : surface.vertex_faces(a.corners[0])) {
      if (!surface.face_edges(f)[0].is_valid()) continue;
      const auto has = [&](VertexId v) { return std::ranges::find(surface.face(f), v) != surface.face(f).end(); };
      if (std::ranges::all_of(a.corners, has) && std::ranges::all_of(b.corners, has)) return true;
    }
    return false;
  }

  void add(const PointHolder& a, const PointHolder& b, const Distance& distance) {
    if (b.feature < a.feature) {
      return add(b, a, {distance.distance, -distance.normal, distance.b_weights, distance.a_weights});
    }
    if (a.id == b.id && test_neighbours(a, b)) return;
    Distance d = distance;
    if (a.corners.size() == 1 && b.corners.size() == 1) d = measure_point_point(a.point(0), b.point(0));
    if (a.corners.size() == 1 && b.corners.size() == 2) {
      d = measure_point_edge(a.point(0), b.point(0), b.point(1));
      const PointHolder end = hold(b.id, b.corners, d.b_weights, {});
      if (end.corners.size() == 1) return add(a, end, d);
    }
    if (a.corners.size() == 2 && b.corners.size() == 1) {
      d = measure_point_edge(b.point(0), a.point(0), a.point(1));
      const PointHolder end = hold(a.id, a.corners, d.b_weights, {});
      if (end.corners.size() == 1) return add(end, b, d);
      d = {d.distance, -d.normal, d.b_weights, d.a_weights};
    }
    if (d.distance <= within_) found_[{a.feature, b.feature}] = d;
  }

  std::span<const Body> bodies_;
  double within_;
  std::vector<std::map<std::array<VertexId, 2>, EdgeId>> edges_;
  std::map<std::pair<SurfaceFeature, SurfaceFeature>, Distance> found_;
};

inline std::vector<Proximity> find_proximities_brute_force(std::span<const Body> bodies, Scope scope, double within) {
  return ProximityTwin(bodies, within).find(scope);
}

}  // namespace abut::test
