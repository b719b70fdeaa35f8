// Sheets and strips that go through other sheets. All can be solved by carrying one of them away as it is, so without
// any strain, but for the squares and layers.
#include <cmath>
#include <numbers>

#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

// How rough cloth is, in cells.
constexpr double kRoughness = 0.02;

TangledMeshes put_together(PolygonMesh first, PolygonMesh second, Variation& vary, double cell) {
  TangledMeshes meshes = {make_cloth(std::move(first)), make_cloth(std::move(second))};
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

// A sheet below another, with a bump that reaches through it. `steepness`: 1 for a hill, more for a finger.
TangledMeshes make_bump_tangle(Variation& vary, int cells, double radius, double height, double steepness) {
  const double cell = 2.0 / cells, gap = 0.16;
  const double x = vary.around(0.07, 0.25), y = vary.around(0.04, 0.25), dx = vary.around(0.02, 0.04),
               dy = vary.around(0.01, 0.04);
  const auto hill = [&](double px, double py) {
    const double distance = std::hypot(px - x, py - y) / radius;
    return dx * px + dy * py - gap + height * bump(std::pow(distance, steepness));
  };
  return put_together(make_flat_sheet("sheet", cells), make_sheet("bump", {1, 1, vary.around(0.3, 0.3)}, cell, hill),
                      vary, cell);
}

// A sheet that hangs by a corner, which reaches through the ground.
PolygonMesh make_hanging_corner(Variation& vary, double cell) {
  const double yaw = vary.around(0.4, 0.4), lean = vary.around(0.2, 0.5), roll = vary.around(0.7, 0.2);
  const Vec3 along(std::cos(yaw), std::sin(yaw), 0);
  const Vec3 up = Vec3(-std::sin(yaw), std::cos(yaw), 0) * std::sin(lean) + Vec3::UnitZ() * std::cos(lean);
  const double x = vary.around(0.05, 0.2), y = vary.around(0.08, 0.2), depth = vary.around(0.4, 0.1);
  const Vec3 tip = Vec3(x, y, 0) - depth * up;
  const Vec3 right = std::cos(roll) * along + std::sin(roll) * up, left = std::cos(roll) * up - std::sin(roll) * along;
  const int n = count_cells(1.2, cell);
  return make_grid("corner", {n, n}, [&](double u, double v) { return Vec3(tip + 1.2 * u * right + 1.2 * v * left); });
}

}  // namespace

TangledMeshes make_closed_tangle(Variation& vary, int cells) {
  const double radius = vary.around(0.6, 0.08), height = vary.around(0.36, 0.06);
  return make_bump_tangle(vary, cells, radius, height, 1);
}

TangledMeshes make_finger_tangle(Variation& vary, int cells) {
  const double radius = vary.around(0.4, 0.08), height = vary.around(1.1, 0.2);
  return make_bump_tangle(vary, cells, radius, height, 1.5);
}

TangledMeshes make_bbii_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells;
  const Card strip = {.x = vary.around(0.1, 0.2),
                      .y = vary.around(-0.1, 0.2),
                      .yaw = vary.around(0.4, 0.4),
                      .lean = vary.around(0.1, 0.5),
                      .left = -0.45,
                      .right = 0.45,
                      .low = -vary.around(0.28, 0.1),
                      .high = 1.1};
  PolygonMesh other = vary.is_second_variant() ? make_card("strip", strip, cell) : make_hanging_corner(vary, cell);
  return put_together(make_flat_sheet("sheet", cells), std::move(other), vary, cell);
}

TangledMeshes make_bibi_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, overlap = vary.around(0.7, 0.2);
  const Card card = {.x = 1 - overlap,
                     .y = vary.around(0.06, 0.3),
                     .yaw = vary.around(0.1, 0.25),
                     .lean = vary.around(0.2, 0.6),
                     .left = 0,
                     .right = 1.4,
                     .low = -0.77,
                     .high = 0.85};
  return put_together(make_flat_sheet("sheet", cells), make_card("card", card, cell), vary, cell);
}

TangledMeshes make_strip_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, length = 1.6, through = vary.around(0.41, 0.09) * length;
  const Card strip = {.x = vary.around(0.1, 0.4),
                      .y = vary.around(0.05, 0.4),
                      .yaw = vary.around(0.4, 0.4),
                      .lean = vary.around(0.05, 0.4),
                      .left = -0.2,
                      .right = 0.2,
                      .low = -through,
                      .high = length - through};
  return put_together(make_flat_sheet("sheet", cells), make_card("strip", strip, cell), vary, cell);
}

TangledMeshes make_sheets_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, through = vary.around(0.83, 0.15);
  const Card card = {.x = vary.around(0.03, 0.06),
                     .y = vary.around(0.05, 0.1),
                     .yaw = vary.around(0.05, 0.1),
                     .lean = vary.around(0.2, 0.7),
                     .left = -0.85,
                     .right = 0.85,
                     .low = -through,
                     .high = 2 - through};
  return put_together(make_flat_sheet("sheet", cells), make_card("card", card, cell), vary, cell);
}

TangledMeshes make_dip_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, above = vary.around(0.2, 0.04), depth = vary.around(0.42, 0.06),
               width = vary.around(0.45, 0.07), tilt = vary.around(0.02, 0.04), yaw = vary.around(0.2, 0.2);
  const double c = std::cos(yaw), s = std::sin(yaw);
  const auto trench = [&](double x, double y) {
    const double across = c * x + s * y;
    return above + tilt * x - depth * std::exp(-std::pow(across / width, 2));
  };
  return put_together(make_flat_sheet("sheet", cells), make_sheet("dip", {1, 0.6, yaw}, cell, trench), vary, cell);
}

// As many as in the paper of 2006 (its Fig. 6), thrown into a box and a little wavy; each has a place of its own, so
// that they are spread evenly. That they can be pulled apart without strain is a guess.
TangledMeshes make_squares_tangle(Variation& vary, int cells) {
  constexpr int count = 25;
  constexpr double size = 0.9;
  TangledMeshes meshes;
  for (int k = 0; k < count; ++k) {
    const Vec3 place(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
    const Vec3 center = 0.5 * place + vary.point(-0.2, 0.2);
    const Turn turn = make_random_turn(vary);
    const Waves waves(vary, 0.35, 16);
    meshes.push_back(make_cloth(make_grid("square " + std::to_string(k), {cells, cells}, [&](double u, double v) {
      const Vec3 flat(size * (u - 0.5), size * (v - 0.5), 0);
      return Vec3(center + turn(flat + waves(flat).z() * Vec3::UnitZ()));
    })));
  }
  disturb(meshes, vary, kRoughness * size / cells);
  return meshes;
}

// Each sheet lies flat but for waves of its own, which are higher than the gap. Flattening all of them solves it.
TangledMeshes make_layers_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, gap = 0.12, height = vary.around(0.2, 0.04);
  TangledMeshes meshes;
  for (int layer = 0; layer < 4; ++layer) {
    const Waves waves(vary, height, 6);
    const double yaw = 0.04 * layer;
    meshes.push_back(make_cloth(make_sheet("layer " + std::to_string(layer), {1, 1, yaw}, cell,
                                           [&](double x, double y) { return gap * layer + waves(Vec3(x, y, 0)).z(); }),
                                layer));
  }
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

}  // namespace abut
