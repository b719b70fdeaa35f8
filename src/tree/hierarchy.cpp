#include "tree/hierarchy.h"

#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::uint32_t kPieceSize = 1024;

std::vector<FaceId> list_faces(const Surface& surface) {
  std::vector<FaceId> faces;
  faces.reserve(surface.face_count());
  for (std::size_t f = 0; f < surface.face_count(); ++f) {
    if (surface.face_edges(FaceId(f))[0].is_valid()) faces.push_back(FaceId(f));
  }
  return faces;
}

// Puts the nodes of a piece below the node that stood for it; places of the piece count from its own start.
void graft(std::vector<Hierarchy::Node>& nodes, std::uint32_t at, std::span<const Hierarchy::Node> piece) {
  const auto shift = static_cast<std::uint32_t>(nodes.size()) - 1;
  const std::uint32_t offset = nodes[at].places.begin;
  const auto moved = [&](Hierarchy::Node node) {
    node.places = {node.places.begin + offset, node.places.end + offset};
    if (!node.is_leaf()) node.first_child += shift;
    return node;
  };
  nodes[at] = moved(piece[0]);
  for (const Hierarchy::Node& node : piece.subspan(1)) nodes.push_back(moved(node));
}

}  // namespace

FaceGraph::FaceGraph(const Surface& surface, std::span<const Vec3> positions, int threads)
    : surface_(surface),
      positions_(positions),
      frame_(make_box_frame(make_box(positions))),
      centers_(surface.face_count()),
      neighbors_(surface.face_count(), {kNone, kNone, kNone}) {
  parallel_blocks(surface.face_count(), 8192, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const TrianglePoints t = face_points(surface, positions, FaceId(f));
      const Vec3& o = frame_.origin;
      centers_[f] = (((t[0] - o) + (t[1] - o) + (t[2] - o)) * frame_.scale).cast<float>();
      for (int k = 0; k < 3; ++k) {
        const EdgeId e = surface.face_edges(FaceId(f))[k];
        if (!e.is_valid() || surface.edge_faces(e).size() != 2) continue;
        const auto faces = surface.edge_faces(e);
        neighbors_[f][k] = faces[0] == FaceId(f) ? faces[1] : faces[0];
      }
    }
  });
}

Vec3 FaceGraph::normal(FaceId f) const {
  const TrianglePoints t = face_points(surface_, positions_, f);
  const Vec3 u = (t[1] - t[0]) * frame_.scale, v = (t[2] - t[0]) * frame_.scale;
  return u.cross(v);
}

float FaceGraph::side_length(FaceId f, int side) const {
  const auto& v = surface_.face(f);
  return static_cast<float>(((positions_[v[side]] - positions_[v[(side + 1) % 3]]) * frame_.scale).norm());
}

Hierarchy make_hierarchy(const Surface& surface, std::span<const Vec3> positions, const SurfaceTreeSettings& settings,
                         int threads) {
  Hierarchy hierarchy;
  hierarchy.faces = list_faces(surface);
  if (hierarchy.faces.empty()) return hierarchy;
  const FaceGraph graph(surface, positions, threads);
  if (settings.grouping == Grouping::shape_factor) {
    hierarchy.nodes = group_faces(graph, hierarchy.faces, 3, settings.leaf_size);
    return hierarchy;
  }
  hierarchy.nodes = cut_faces(graph, hierarchy.faces, kPieceSize, threads);
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    if (hierarchy.nodes[i].is_leaf()) pieces.push_back(i);
  }
  std::vector<std::vector<Hierarchy::Node>> groups(pieces.size());
  parallel_for(pieces.size(), threads, [&](std::size_t i) {
    const SurfaceTree::Places places = hierarchy.nodes[pieces[i]].places;
    const auto piece = std::span(hierarchy.faces).subspan(places.begin, places.size());
    groups[i] = group_faces(graph, piece, 2, settings.leaf_size);
  });
  for (std::size_t i = 0; i < pieces.size(); ++i) graft(hierarchy.nodes, pieces[i], groups[i]);
  return hierarchy;
}

}  // namespace abut
