// Ganter's space partition (Ganter and Isarankura 1993): where two solids meet, only few of their faces reach into what
// their boxes share, and only those of one cell can meet. A reference to read and to compare with.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/convex_pair.h"
#include "abut/narrow.h"

namespace abut {
namespace {

constexpr int kCells = 4;  // along each axis

/// A solid as triangles in the world.
struct Triangles {
  explicit Triangles(const PlacedConvex& solid) : shape(*solid.shape) {
    for (const Vec3& v : shape.vertices()) vertices.push_back(solid.pose.apply(v));
    for (std::size_t f = 0; f < shape.face_count(); ++f) {
      const auto face = shape.face(FaceId(f));
      for (std::size_t i = 1; i + 1 < face.size(); ++i) {
        list.push_back({vertices[face[0]], vertices[face[i]], vertices[face[i + 1]]});
      }
    }
    box = make_box(vertices);
  }

  /// On the inner side of all triangles.
  bool holds(const Vec3& p) const {
    return std::all_of(list.begin(), list.end(),
                       [&](const TrianglePoints& t) { return orient3d(t[0], t[1], t[2], p) <= 0; });
  }

  const Convex& shape;
  std::vector<Vec3> vertices;
  std::vector<TrianglePoints> list;
  Box3 box;
};

/// A grid over what two boxes share, with the triangles that reach into each cell.
class Partition {
 public:
  explicit Partition(const Box3& shared) : shared_(shared) {}

  void add(const Triangles& solid, int which) {
    for (const TrianglePoints& t : solid.list) {
      const Box3 box = make_box(t);
      if (!test_overlap(box, shared_)) continue;
      for_each_cell(box, [&](std::size_t cell) { cells_[cell][which].push_back(&t); });
    }
  }

  bool test_any_pair() const {
    return std::any_of(cells_.begin(), cells_.end(), [](const auto& cell) {
      for (const TrianglePoints* a : cell[0]) {
        for (const TrianglePoints* b : cell[1]) {
          if (test_triangle_triangle(*a, *b)) return true;
        }
      }
      return false;
    });
  }

 private:
  // Growing with the coordinate, so what meets in a point shares the point's cell.
  int cell_at(double coordinate, int axis) const {
    const double size = shared_.upper[axis] - shared_.lower[axis];
    if (!(size > 0)) return 0;
    const double share = std::clamp((coordinate - shared_.lower[axis]) / size, 0.0, 1.0);
    return std::min(kCells - 1, static_cast<int>(share * kCells));
  }

  template <class Function>
  void for_each_cell(const Box3& box, const Function& function) const {
    std::array<int, 3> from{}, to{};
    for (int k = 0; k < 3; ++k) {
      from[k] = cell_at(box.lower[k], k);
      to[k] = cell_at(box.upper[k], k);
    }
    for (int x = from[0]; x <= to[0]; ++x) {
      for (int y = from[1]; y <= to[1]; ++y) {
        for (int z = from[2]; z <= to[2]; ++z) function(static_cast<std::size_t>((x * kCells + y) * kCells + z));
      }
    }
  }

  Box3 shared_;
  std::array<std::array<std::vector<const TrianglePoints*>, 2>, kCells * kCells * kCells> cells_;
};

}  // namespace

bool test_by_partition(const PlacedConvex& a, const PlacedConvex& b) {
  const Triangles a_triangles(a), b_triangles(b);
  if (!test_overlap(a_triangles.box, b_triangles.box)) return false;
  Partition partition(
      {a_triangles.box.lower.cwiseMax(b_triangles.box.lower), a_triangles.box.upper.cwiseMin(b_triangles.box.upper)});
  partition.add(a_triangles, 0);
  partition.add(b_triangles, 1);
  return partition.test_any_pair() || a_triangles.holds(b_triangles.vertices[0]) ||
         b_triangles.holds(a_triangles.vertices[0]);
}

}  // namespace abut
