// A flat sheet that is crumpled by pulling its vertices along smooth random ways, while springs keep its lengths and
// make it a little stiff. Nothing keeps it from going through itself.
#include <cmath>

#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

struct Spring {
  std::size_t a, b;
  double length, stiffness;
};

// Between neighbours, also diagonal ones, and softer ones over two cells, against sharp folds.
std::vector<Spring> make_springs(const Grid& grid, std::span<const Vec3> rest) {
  std::vector<Spring> springs;
  const auto add = [&](int i, int j, int k, int l, double stiffness) {
    if (i > grid.nu || k > grid.nu || l > grid.nv) return;
    const auto a = static_cast<std::size_t>(grid.vertex(i, j)), b = static_cast<std::size_t>(grid.vertex(k, l));
    springs.push_back({a, b, (rest[a] - rest[b]).norm(), stiffness});
  };
  for (int j = 0; j <= grid.nv; ++j) {
    for (int i = 0; i <= grid.nu; ++i) {
      add(i, j, i + 1, j, 1);
      add(i, j, i, j + 1, 1);
      add(i, j, i + 1, j + 1, 1);
      add(i + 1, j, i, j + 1, 1);
      add(i, j, i + 2, j, 0.1);
      add(i, j, i, j + 2, 0.1);
    }
  }
  return springs;
}

// One spring after the other, so that the order matters; it is always the same.
void relax(std::vector<Vec3>& positions, std::span<const Spring> springs) {
  for (const Spring& spring : springs) {
    const Vec3 way = positions[spring.b] - positions[spring.a];
    const Vec3 move = 0.5 * spring.stiffness * (1 - spring.length / std::max(way.norm(), 1e-9)) * way;
    positions[spring.a] += move;
    positions[spring.b] -= move;
  }
}

}  // namespace

// The sheet is to become `size` times as large and full of waves; springs do not let it get there. Its flat rest shape
// is a solution. Below about 20 cells some seeds fold it without bringing it through itself.
TangledMeshes make_crumple_tangle(Variation& vary, int cells) {
  constexpr int steps = 40;
  const int sweeps = std::min(1 + cells * cells / 64, 40);  // what is far apart hears of each other late
  const double size = vary.around(0.2, 0.1);
  const Waves waves(vary, vary.around(1.5, 0.5), 12);
  TangledMeshes meshes = {make_cloth(make_flat_sheet("sheet", cells))};
  std::vector<Vec3>& positions = meshes[0].mesh.positions;
  const std::vector<Vec3> rest = positions;
  const std::vector<Spring> springs = make_springs({cells, cells}, rest);
  for (int step = 1; step <= steps; ++step) {
    const double part = double(step) / steps;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const Vec3 goal = (1 + part * (size - 1)) * rest[v] + part * waves(rest[v]);
      positions[v] += 0.3 * (1 - part) * (goal - positions[v]);
    }
    for (int sweep = 0; sweep < sweeps; ++sweep) relax(positions, springs);
  }
  meshes[0].rest = rest;
  turn_all(meshes, vary);
  return meshes;
}

}  // namespace abut
