// Patches sewn onto a garment. The edges of a seam have three faces: two of the garment and one of the patch. The
// inside of a patch is shifted a little along the garment, so that its edges do not lie exactly over those below.
#include <cmath>
#include <numbers>

#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

// Columns and rows of a sheet that a pocket covers. At both lower corners the diagonal of the cell has to start in the
// corner: else a face of the pocket would have all its corners on the seam and lie in the sheet.
struct PocketPlace {
  int left, right, bottom, top;

  explicit PocketPlace(int cells) {
    const int width = std::max(2, 2 * (cells / 5));
    left = (cells - width) / 2, right = left + width;
    bottom = cells / 4;
    if ((left + bottom) % 2 == 0) ++bottom;
    top = std::min(cells, bottom + std::max(2, cells / 2));
  }
  bool is_seam(int i, int j) const { return i == left || i == right || j == bottom; }
};

// Adds a mesh of columns by rows vertices given by `vertex`, joined to what is there.
template <class Vertex>
void sew_on(PolygonMesh& mesh, int first_column, int last_column, int first_row, int last_row, const Vertex& vertex) {
  for (int j = first_row; j < last_row; ++j) {
    for (int i = first_column; i < last_column; ++i) {
      add_cell(mesh, vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1), i + j);
    }
  }
  mesh.parts[0].polygon_count = static_cast<std::uint32_t>(mesh.polygon_count());
}

}  // namespace

// A pocket on a sheet, sewn on at three sides and open above, whose middle is pushed through the sheet.
TangledMeshes make_pocket_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, push = vary.around(2.4, 0.3), x = vary.around(0.5, 0.1), y = vary.around(0.55, 0.1);
  const PocketPlace place(cells);
  const Grid grid = {cells, cells};
  PolygonMesh mesh = make_flat_sheet("pocket", cells);
  std::vector<int> inner((static_cast<std::size_t>(grid.columns() * grid.rows())), -1);
  const auto vertex = [&](int i, int j) {
    const int below = grid.vertex(i, j);
    if (place.is_seam(i, j)) return below;
    int& number = inner[static_cast<std::size_t>(below)];
    if (number >= 0) return number;
    const double p = double(i - place.left) / (place.right - place.left),
                 q = double(j - place.bottom) / (place.top - place.bottom), loose = 4 * p * (1 - p) * q * (2 - q);
    const double height = 0.15 * loose * (1 - push * bump(std::hypot(p - x, q - y) / 0.35));
    number = static_cast<int>(mesh.positions.size());
    const Vec3 shift(0.3 * cell * loose, -0.2 * cell * loose, height);
    mesh.positions.push_back(mesh.positions[static_cast<std::size_t>(below)] + shift);
    return number;
  };
  sew_on(mesh, place.left, place.right, place.bottom, place.top, vertex);
  TangledMeshes meshes = {make_cloth(std::move(mesh))};
  disturb(meshes, vary, 0.01 * cell);
  return meshes;
}

// A collar around a neck, sewn on along a ring of it, which falls over to the outside; a part of its hem is inside.
TangledMeshes make_collar_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, neck = 0.4, length = 0.6;
  const double push = vary.around(0.26, 0.05), middle = vary.around(0.5, kPi), width = vary.around(1.3, 0.2);
  const Tube tube = {-0.8, 0.6, neck};
  const Grid grid = tube.grid(cell);
  const int seam = 3 * grid.nv / 4, rows = count_cells(length, cell);
  PolygonMesh mesh = make_tube("collar", tube, cell, [&](double, double) { return neck; });
  const double seam_height = mesh.positions[static_cast<std::size_t>(grid.vertex(0, seam))].z();
  const int first = static_cast<int>(mesh.positions.size());
  for (int j = 1; j <= rows; ++j) {
    for (int i = 0; i < grid.nu; ++i) {
      const double t = double(j) / rows, angle = 2 * kPi * (i + 0.3 * t) / grid.nu;
      const double inward = push * bump(std::remainder(angle - middle, 2 * kPi) / width) * t * t;
      const double r = neck + 0.2 * std::sin(0.8 * kPi * t) - inward;
      mesh.positions.push_back(
          {r * std::cos(angle), r * std::sin(angle), seam_height + 0.15 * std::sin(kPi * t) - 0.35 * t * t});
    }
  }
  sew_on(mesh, 0, grid.nu, 0, rows,
         [&](int i, int j) { return j == 0 ? grid.vertex(i, seam) : first + (j - 1) * grid.nu + i % grid.nu; });
  TangledMeshes meshes = {make_cloth(std::move(mesh))};
  disturb(meshes, vary, 0.01 * cell);
  return meshes;
}

}  // namespace abut
