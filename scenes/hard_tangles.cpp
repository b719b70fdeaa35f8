// Tangles in special position, where surfaces touch without crossing, and tangles that have no solution.
#include <cmath>

#include "scenes/scenes.h"
#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

std::vector<VertexId> list_border(const Surface& surface) {
  std::vector<VertexId> border;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) {
    if (surface.is_boundary(VertexId(v))) border.push_back(VertexId(v));
  }
  return border;
}

void pin_border(SceneMesh& cloth) { cloth.pins = list_border(make_surface(cloth.mesh)); }

}  // namespace

// A sheet and its copy, shifted by whole cells in its plane, so that vertices coincide; with other seeds by parts of
// cells. Coordinates in the plane are quotients that agree exactly, and all others are 0.
TangledMeshes make_coplanar_tangle(Variation& vary, int cells) {
  const double dx = vary.around(std::max(1, cells / 4), cells / 5.0),
               dy = vary.around(std::max(1, cells / 6), cells / 7.0);
  const int normal = vary.is_textbook() ? 2 : vary.integer(0, 2);
  const auto make = [&](std::string name, double x, double y) {
    return make_grid(std::move(name), {cells, cells}, [&](double u, double v) {
      Vec3 p = Vec3::Zero();
      p[(normal + 1) % 3] = 2 * (std::round(u * cells) + x) / cells - 1;
      p[(normal + 2) % 3] = 2 * (std::round(v * cells) + y) / cells - 1;
      return p;
    });
  };
  return {make_cloth(make("first", 0, 0)), make_cloth(make("second", dx, dy))};
}

// Every face has its twin in exactly the same place.
TangledMeshes make_doubled_tangle(Variation& vary, int cells) {
  TangledMeshes meshes = {make_cloth(make_flat_sheet("first", cells))};
  disturb(meshes, vary, 0.02 * 2.0 / cells);
  meshes.push_back(meshes[0]);
  meshes[1].name = "second";
  name_all(meshes[1].mesh, "second");
  return meshes;
}

// Two slotted sheets whose borders are pinned. Each border goes through the other sheet once, so these two closed lines
// are linked, and whatever surfaces they bound meet.
TangledMeshes make_pinned_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells;
  const Card card = {.x = vary.around(0.1, 0.15),
                     .y = vary.around(0.06, 0.2),
                     .yaw = vary.around(0.1, 0.2),
                     .lean = vary.around(0.2, 0.5),
                     .left = 0,
                     .right = 1.5,
                     .low = -0.79,
                     .high = 0.85};
  TangledMeshes meshes = {make_cloth(make_flat_sheet("sheet", cells)), make_cloth(make_card("card", card, cell))};
  for (SceneMesh& mesh : meshes) pin_border(mesh);
  disturb(meshes, vary, 0.02 * cell);
  return meshes;
}

// A sheet between two balls that reach into each other. Its border is pinned outside of them and its middle where they
// overlap: what joins the two has to go through a ball.
TangledMeshes make_pinched_tangle(Variation& vary, int cells) {
  const double overlap = vary.around(0.1, 0.03);
  const std::size_t triangles =
      std::max<std::size_t>(300, static_cast<std::size_t>(cells) * static_cast<std::size_t>(cells));
  PolygonMesh above = make_sphere(triangles), below = above;
  for (Vec3& p : above.positions) p = 0.6 * p + Vec3(0.02, 0.01, 0.6 - overlap);
  for (Vec3& p : below.positions) p = 0.6 * p + Vec3(-0.03, 0.02, overlap - 0.6);
  name_all(above, "above");
  name_all(below, "below");
  SceneMesh sheet = make_cloth(make_flat_sheet("sheet", 2 * (cells / 2)));
  pin_border(sheet);
  sheet.pins.push_back(VertexId(sheet.mesh.vertex_count() / 2));
  TangledMeshes meshes = {std::move(sheet), make_obstacle(std::move(above)), make_obstacle(std::move(below))};
  disturb(meshes, vary, 0.02 * 2.0 / cells);
  return meshes;
}

}  // namespace abut
