// Welding by exact position: sort-free, through an open hash table over the coordinates' bits.
#include <bit>

#include "abut/shape.h"

namespace abut {
namespace {

std::uint64_t hash_position(const Vec3& p) {
  std::uint64_t hash = 0;
  for (int k = 0; k < 3; ++k) {
    const double x = p[k] + 0.0;  // -0 becomes 0
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

// The first vertex seen at each position, found by position.
class PositionTable {
 public:
  explicit PositionTable(std::span<const Vec3> positions)
      : positions_(positions), slots_(std::bit_ceil(2 * positions.size() + 2)) {}

  /// The earliest vertex at the position of v; v itself if there is none.
  VertexId find_or_insert(VertexId v) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash_position(positions_[v]) & mask;; slot = (slot + 1) & mask) {
      if (!slots_[slot].is_valid()) return slots_[slot] = v;
      if (positions_[slots_[slot]] == positions_[v]) return slots_[slot];
    }
  }

 private:
  std::span<const Vec3> positions_;
  std::vector<VertexId> slots_;
};

}  // namespace

WeldedMesh weld(const PolygonMesh& mesh) {
  WeldedMesh welded;
  welded.vertex_of.resize(mesh.vertex_count());
  PositionTable table(mesh.positions);
  for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
    const VertexId first = table.find_or_insert(VertexId(i));
    if (first == VertexId(i)) {
      welded.vertex_of[i] = VertexId(welded.mesh.positions.size());
      welded.mesh.positions.push_back(mesh.positions[i]);
    } else {
      welded.vertex_of[i] = welded.vertex_of[first];
    }
  }
  welded.mesh.polygon_starts = mesh.polygon_starts;
  welded.mesh.parts = mesh.parts;
  welded.mesh.polygon_vertices.reserve(mesh.polygon_vertices.size());
  for (const VertexId v : mesh.polygon_vertices) welded.mesh.polygon_vertices.push_back(welded.vertex_of[v]);
  return welded;
}

}  // namespace abut
