// Tracing by fans: from a boundary edge, turn through the faces around its end to the next one. That keeps rims apart
// that touch in a vertex. Orientation plays no part, so surfaces that have none are traced as well.
#include "shape/boundary_loops.h"

#include <algorithm>

namespace abut {
namespace {

class BoundaryTracer {
 public:
  explicit BoundaryTracer(const Surface& surface)
      : surface_(surface), done_(surface.edge_count(), 0), cursor_(surface.vertex_count(), 0) {}

  BoundaryLoops trace() {
    BoundaryLoops loops;
    for (std::size_t i = 0; i < surface_.edge_count(); ++i) {
      const EdgeId first(i);
      if (!surface_.is_boundary(first) || done_[first]) continue;
      const std::vector<EdgeId> walk = trace_from(first);
      loops.edges.insert(loops.edges.end(), walk.begin(), walk.end());
      loops.starts.push_back(static_cast<std::uint32_t>(loops.edges.size()));
    }
    return loops;
  }

 private:
  // Starts in the direction of the edge's face. A walk that does not close goes on backwards from its start.
  std::vector<EdgeId> trace_from(EdgeId first) {
    const FaceId face = surface_.edge_faces(first)[0];
    const auto& edges = surface_.face_edges(face);
    const VertexId start = surface_.face(face)[std::find(edges.begin(), edges.end(), first) - edges.begin()];
    std::vector<EdgeId> walk = {first};
    done_[first] = 1;
    if (!extend(walk, other_end(first, start))) {
      std::reverse(walk.begin(), walk.end());
      extend(walk, start);
      std::reverse(walk.begin(), walk.end());
    }
    return walk;
  }

  // Appends edges from the walk's last edge on, which ends at `at`. Where turning is barred, any edge left over there
  // goes on. True if the walk came back to its first edge.
  bool extend(std::vector<EdgeId>& walk, VertexId at) {
    for (;;) {
      EdgeId next = turn_to_next(walk.back(), at);
      if (next == walk.front() && walk.size() > 1) return true;
      if (!next.is_valid() || done_[next]) next = find_left_over(at);
      if (!next.is_valid()) return false;
      done_[next] = 1;
      walk.push_back(next);
      at = other_end(next, at);
    }
  }

  // From boundary edge e through the faces around its end v to the next one; invalid if an edge with more than two
  // faces bars the way.
  EdgeId turn_to_next(EdgeId e, VertexId v) const {
    FaceId f = surface_.edge_faces(e)[0];
    for (std::size_t steps = 0; steps <= surface_.vertex_faces(v).size(); ++steps) {
      e = other_edge_at(v, f, e);
      const auto faces = surface_.edge_faces(e);
      if (faces.size() == 1) return e;
      if (faces.size() > 2) return EdgeId();
      f = faces[0] == f ? faces[1] : faces[0];
    }
    return EdgeId();
  }

  // A boundary edge at v not yet walked. The cursor per vertex never goes back, so that all calls together cost one
  // pass over the faces.
  EdgeId find_left_over(VertexId v) {
    const auto faces = surface_.vertex_faces(v);
    for (std::uint32_t& i = cursor_[v]; i < faces.size(); ++i) {
      for (const EdgeId e : surface_.face_edges(faces[i])) {
        if (has_end(e, v) && surface_.is_boundary(e) && !done_[e]) return e;
      }
    }
    return EdgeId();
  }

  bool has_end(EdgeId e, VertexId v) const { return surface_.edge(e)[0] == v || surface_.edge(e)[1] == v; }
  VertexId other_end(EdgeId e, VertexId v) const { return surface_.edge(e)[surface_.edge(e)[0] == v ? 1 : 0]; }
  EdgeId other_edge_at(VertexId v, FaceId f, EdgeId e) const {
    const auto& edges = surface_.face_edges(f);
    return *std::find_if(edges.begin(), edges.end(), [&](EdgeId other) { return other != e && has_end(other, v); });
  }

  const Surface& surface_;
  std::vector<std::uint8_t> done_;
  std::vector<std::uint32_t> cursor_;
};

}  // namespace

BoundaryLoops trace_boundary_loops(const Surface& surface) { return BoundaryTracer(surface).trace(); }

}  // namespace abut
