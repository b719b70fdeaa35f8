// Building a Surface: triangles, then edges by bucketing half-edges at their lower vertex, then what follows from
// edges. Each step is one or two passes over flat arrays.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "abut/shape.h"
#include "base/union_find.h"
#include "shape/boundary_loops.h"

namespace abut {
namespace {

bool has_repeated_vertex(const std::array<VertexId, 3>& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; }

// From counts to starts: starts[i] becomes the sum of what was before i.
void accumulate_starts(std::vector<std::uint32_t>& starts) {
  std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0u);
}

}  // namespace

class SurfaceBuilder {
 public:
  explicit SurfaceBuilder(const PolygonMesh& mesh) : mesh_(mesh) {}

  Surface build() {
    s_.parts_ = list_parts(mesh_);
    make_faces();
    make_vertex_faces();
    make_edges();
    count_defects();
    BoundaryLoops loops = trace_boundary_loops(s_);
    s_.boundary_edges_ = std::move(loops.edges);
    s_.boundary_loop_starts_ = std::move(loops.starts);
    number_components();
    return std::move(s_);
  }

 private:
  struct HalfEdge {
    VertexId higher;         // the other end of the edge
    std::uint32_t side = 0;  // 3 * face + corner where it starts
  };

  void make_faces() {
    s_.faces_.reserve(mesh_.polygon_vertices.size() - 2 * mesh_.polygon_count());
    s_.face_polygons_.reserve(s_.faces_.capacity());
    for (std::size_t p = 0; p < mesh_.polygon_count(); ++p) {
      const auto polygon = mesh_.polygon(PolygonId(p));
      if (polygon.size() == 3) {
        add_face({polygon[0], polygon[1], polygon[2]}, PolygonId(p));
      } else {
        for (const auto& triangle : triangulate(mesh_, PolygonId(p))) add_face(triangle, PolygonId(p));
      }
    }
  }
  void add_face(const std::array<VertexId, 3>& vertices, PolygonId polygon) {
    s_.faces_.push_back(vertices);
    s_.face_polygons_.push_back(polygon);
  }

  void make_vertex_faces() {
    auto& starts = s_.vertex_face_starts_;
    starts.assign(mesh_.vertex_count() + 1, 0);
    for (const auto& face : s_.faces_) {
      if (has_repeated_vertex(face)) continue;
      for (const VertexId v : face) ++starts[v];
    }
    accumulate_starts(starts);
    s_.vertex_faces_.resize(starts.back());
    std::vector<std::uint32_t> fill(starts.begin(), starts.end() - 1);
    for (std::size_t f = 0; f < s_.faces_.size(); ++f) {
      if (has_repeated_vertex(s_.faces_[f])) {
        s_.faces_without_edges_.push_back(FaceId(f));
        continue;
      }
      for (const VertexId v : s_.faces_[f]) s_.vertex_faces_[fill[v]++] = FaceId(f);
    }
  }

  // All half-edges, grouped by their lower vertex and sorted by the higher one.
  std::vector<HalfEdge> bucket_half_edges(std::vector<std::uint32_t>& starts) const {
    starts.assign(mesh_.vertex_count() + 1, 0);
    const auto each_side = [&](const auto& act) {
      for (std::size_t f = 0; f < s_.faces_.size(); ++f) {
        const auto& v = s_.faces_[f];
        if (has_repeated_vertex(v)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) {
          const VertexId a = v[i], b = v[(i + 1) % 3];
          act(std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(3 * f + i));
        }
      }
    };
    each_side([&](VertexId lower, VertexId, std::uint32_t) { ++starts[lower]; });
    accumulate_starts(starts);
    std::vector<HalfEdge> half_edges(starts.back());
    std::vector<std::uint32_t> fill(starts.begin(), starts.end() - 1);
    each_side([&](VertexId lower, VertexId higher, std::uint32_t side) { half_edges[fill[lower]++] = {higher, side}; });
    for (std::size_t v = 0; v + 1 < starts.size(); ++v) {
      std::sort(
          half_edges.begin() + starts[v], half_edges.begin() + starts[v + 1],
          [](const HalfEdge& a, const HalfEdge& b) { return std::tie(a.higher, a.side) < std::tie(b.higher, b.side); });
    }
    return half_edges;
  }

  void make_edges() {
    std::vector<std::uint32_t> starts;
    const std::vector<HalfEdge> half_edges = bucket_half_edges(starts);
    s_.face_edges_.resize(s_.faces_.size());
    s_.edge_faces_.reserve(half_edges.size());
    s_.edges_.reserve(half_edges.size() / 2);
    s_.edge_face_starts_.reserve(half_edges.size() / 2 + 1);
    for (std::size_t v = 0; v + 1 < starts.size(); ++v) {
      for (std::uint32_t i = starts[v]; i < starts[v + 1]; ++i) {
        const HalfEdge& h = half_edges[i];
        if (i == starts[v] || half_edges[i - 1].higher != h.higher) {
          s_.edges_.push_back({VertexId(v), h.higher});
          s_.edge_face_starts_.push_back(i);
        }
        s_.face_edges_[h.side / 3][h.side % 3] = EdgeId(s_.edges_.size() - 1);
        s_.edge_faces_.push_back(FaceId(h.side / 3));
      }
    }
    s_.edge_face_starts_.push_back(static_cast<std::uint32_t>(half_edges.size()));
  }

  int corner_of_edge(FaceId f, EdgeId e) const {
    const auto& edges = s_.face_edges_[f];
    return edges[0] == e ? 0 : (edges[1] == e ? 1 : 2);
  }
  VertexId edge_start(FaceId f, EdgeId e) const { return s_.faces_[f][corner_of_edge(f, e)]; }

  void count_defects() {
    std::vector<std::uint8_t> used(mesh_.vertex_count(), 0);
    for (const auto& face : s_.faces_) {
      for (const VertexId v : face) used[v] = 1;
    }
    s_.unused_vertex_count_ = static_cast<std::size_t>(std::count(used.begin(), used.end(), 0));
    s_.vertex_is_boundary_.assign(mesh_.vertex_count(), 0);
    for (std::size_t i = 0; i < s_.edges_.size(); ++i) {
      const EdgeId e(i);
      const auto faces = s_.edge_faces(e);
      if (faces.size() == 1) {
        for (const VertexId v : s_.edges_[i]) s_.vertex_is_boundary_[v] = 1;
      } else if (faces.size() > 2) {
        ++s_.nonmanifold_edge_count_;
      } else if (edge_start(faces[0], e) == edge_start(faces[1], e)) {
        ++s_.misoriented_edge_count_;
      }
    }
  }

  void number_components() {
    UnionFind sets(mesh_.vertex_count());
    for (const auto& v : s_.faces_) {
      sets.unite(v[0], v[1]);
      sets.unite(v[0], v[2]);
    }
    constexpr std::uint32_t none = ~0u;
    std::vector<std::uint32_t> number(mesh_.vertex_count(), none);
    s_.face_components_.reserve(s_.faces_.size());
    for (const auto& v : s_.faces_) {
      std::uint32_t& component = number[sets.find(v[0])];
      if (component == none) component = static_cast<std::uint32_t>(s_.component_count_++);
      s_.face_components_.push_back(component);
    }
  }

  const PolygonMesh& mesh_;
  Surface s_;
};

PartId Surface::part(FaceId f) const {
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), polygon(f).value,
                                      [](std::uint32_t p, const Part& part) { return p < part.first_polygon; });
  return PartId(static_cast<std::size_t>(after - parts_.begin()) - 1);
}

Surface make_surface(const PolygonMesh& mesh) { return SurfaceBuilder(mesh).build(); }

double measure_mean_edge(const Surface& surface, std::span<const Vec3> positions) {
  double sum = 0;
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    const auto& [a, b] = surface.edge(EdgeId(e));
    sum += (positions[a] - positions[b]).norm();
  }
  return surface.edge_count() > 0 ? sum / static_cast<double>(surface.edge_count()) : 0;
}

}  // namespace abut
