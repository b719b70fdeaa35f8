// Ways for the vertices of a mesh to go, and what touches on the way, by trying everything.
#pragma once

#include <cmath>
#include <vector>

#include "abut/detect.h"
#include "support/random.h"

namespace abut::test {

/// Where vertices end: waves about as high as `size`, the whole thing carried along, and some noise.
inline std::vector<Vec3> make_end_positions(std::span<const Vec3> start, Random& random, double size) {
  const Box3 box = make_box(start);
  const double length = std::max(box.size().maxCoeff(), 1e-300);
  const Vec3 wave = random.point(-8, 8) / length, other_wave = random.point(-8, 8) / length;
  const Vec3 along = size * random.point(), other_along = size * random.point();
  const Vec3 carried = random.coin() ? Vec3(10 * size * random.point()) : Vec3(Vec3::Zero());
  const double noise = random.coin() ? 0.1 * size : 0;
  std::vector<Vec3> end;
  for (const Vec3& p : start) {
    end.push_back(p + std::sin(wave.dot(p)) * along + std::cos(other_wave.dot(p)) * other_along + carried +
                  noise * random.point());
  }
  return end;
}

/// A body on its way.
struct MovingBody {
  const Surface* surface = nullptr;
  std::span<const Vec3> start, end;
};

/// False for vertices that belong to no face, or only to faces that name a vertex twice: they take no part.
inline bool test_part_of_surface(const Surface& surface, VertexId v) {
  for (const FaceId f : surface.vertex_faces(v)) {
    if (surface.face_edges(f)[0].is_valid()) return true;
  }
  return false;
}

/// Tries every vertex with every face and every edge with every edge.
inline std::vector<Impact> find_impacts_brute_force(std::span<const MovingBody> bodies, Scope scope,
                                                    const ImpactSettings& settings) {
  using Kind = SurfaceFeature::Kind;
  std::vector<Impact> found;
  const auto test_vertex_faces = [&](std::size_t i, std::size_t j) {
    const MovingBody &p = bodies[i], &q = bodies[j];
    for (std::size_t v = 0; v < p.surface->vertex_count(); ++v) {
      if (!test_part_of_surface(*p.surface, VertexId(v))) continue;
      for (std::size_t f = 0; f < q.surface->face_count(); ++f) {
        const auto& w = q.surface->face(FaceId(f));
        if (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) continue;
        if (i == j && (w[0] == v || w[1] == v || w[2] == v)) continue;
        const auto impact = find_vertex_face_impact({{p.start[v], q.start[w[0]], q.start[w[1]], q.start[w[2]]},
                                                     {p.end[v], q.end[w[0]], q.end[w[1]], q.end[w[2]]}},
                                                    settings);
        if (!impact) continue;
        found.push_back({{BodyId(i), Kind::vertex, static_cast<std::uint32_t>(v)},
                         {BodyId(j), Kind::face, static_cast<std::uint32_t>(f)},
                         *impact});
      }
    }
  };
  const auto test_edges = [&](std::size_t i, std::size_t j) {
    const MovingBody &p = bodies[i], &q = bodies[j];
    for (std::size_t e = 0; e < p.surface->edge_count(); ++e) {
      for (std::size_t g = i == j ? e + 1 : 0; g < q.surface->edge_count(); ++g) {
        const auto &v = p.surface->edge(EdgeId(e)), &w = q.surface->edge(EdgeId(g));
        if (i == j && (v[0] == w[0] || v[0] == w[1] || v[1] == w[0] || v[1] == w[1])) continue;
        const auto impact = find_edge_edge_impact({{p.start[v[0]], p.start[v[1]], q.start[w[0]], q.start[w[1]]},
                                                   {p.end[v[0]], p.end[v[1]], q.end[w[0]], q.end[w[1]]}},
                                                  settings);
        if (!impact) continue;
        found.push_back({{BodyId(i), Kind::edge, static_cast<std::uint32_t>(e)},
                         {BodyId(j), Kind::edge, static_cast<std::uint32_t>(g)},
                         *impact});
      }
    }
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i; j < bodies.size(); ++j) {
      if (scope == (i == j ? Scope::between : Scope::within)) continue;
      test_vertex_faces(i, j);
      if (i != j) test_vertex_faces(j, i);
      test_edges(i, j);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace abut::test
