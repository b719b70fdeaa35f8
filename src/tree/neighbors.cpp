#include "tree/neighbors.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tree/projection.h"

namespace abut {
namespace {

// A face seen along a direction it looks to: counter-clockwise.
struct FlatFace {
  FlatFace(const TrianglePoints& t, const Projection& projection) {
    for (int i = 0; i < 3; ++i) {
      x[i] = projection.x(t[i]);
      y[i] = projection.y(t[i]);
      reach = std::max(reach, std::max(std::abs(x[i]), std::abs(y[i])));
    }
  }
  std::array<double, 3> x, y;
  double reach = 0;
};

// True if a line along one of f's two sides at corner i has g, which shares that corner as its corner j, on its other
// side.
bool test_separated(const FlatFace& f, int i, const FlatFace& g, int j, double error) {
  const auto is_right = [&](int from, int to, int corner) {
    return find_side(f.x[to] - f.x[from], f.y[to] - f.y[from], g.x[corner] - f.x[from], g.y[corner] - f.y[from],
                     error) == Side::right;
  };
  const int next = (i + 1) % 3, before = (i + 2) % 3, p = (j + 1) % 3, q = (j + 2) % 3;
  return (is_right(i, next, p) && is_right(i, next, q)) || (is_right(before, i, p) && is_right(before, i, q));
}

}  // namespace

bool prove_neighbors(std::uint32_t directions, const TrianglePoints& f_points, const std::array<VertexId, 3>& f,
                     const TrianglePoints& g_points, const std::array<VertexId, 3>& g) {
  int shared = 0, f_corner = 0, g_corner = 0;
  bool is_opposite = false;  // they run along a common edge in opposite ways
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (f[i] != g[j]) continue;
      ++shared;
      f_corner = i;
      g_corner = j;
      is_opposite |= f[(i + 1) % 3] == g[(j + 2) % 3];
    }
  }
  if (shared == 2) return is_opposite;  // both turn counter-clockwise, so they lie on the two sides of the edge
  if (shared != 1) return false;
  const Projection projection(direction(std::countr_zero(directions)));
  const FlatFace a(f_points, projection), b(g_points, projection);
  const double reach = std::max(a.reach, b.reach), error = Projection::error(reach);
  if (!(reach > Projection::kMinReach)) return false;
  return test_separated(a, f_corner, b, g_corner, error) || test_separated(b, g_corner, a, f_corner, error);
}

}  // namespace abut
