// Tubes around each other and around a body: what clothes look like when they are put on by hand.
#include <cmath>
#include <numbers>

#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

// How rough cloth is, in cells.
constexpr double kRoughness = 0.02;

double body_radius(double angle, double z) {
  return (0.35 + 0.06 * std::sin(2.5 * z + 0.5)) * (1 + 0.1 * std::cos(2 * angle));
}

// A closed lathe, which is the skin.
SceneMesh make_body(double cell) {
  const Tube tube = {-1.1, 1.1, 0.35};
  PolygonMesh mesh = make_tube("body", tube, cell, body_radius);
  add_caps(mesh, tube.grid(cell), {0, 0, tube.low - 0.05}, {0, 0, tube.high + 0.05});
  return make_obstacle(std::move(mesh), 0);
}

// Tubes a little apart, whose wrinkles are higher than that and run in different directions. Smoothing the wrinkles
// solves it.
TangledMeshes make_tubes(Variation& vary, int cells, int count) {
  const double cell = 2.0 / cells, gap = 0.06, height = vary.around(0.045, 0.01);
  TangledMeshes meshes;
  for (int layer = 0; layer < count; ++layer) {
    const double phase = vary.around(0.8 * layer, kPi), slant = vary.around(2 + 0.7 * layer, 1),
                 length = 1 - 0.07 * layer;
    const Tube tube = {-length, length - 0.023 * layer, 0.6 + gap * layer, 0.13 * layer};
    const auto radius = [&](double angle, double z) {
      return tube.mean_radius + height * std::sin((4 + layer) * angle + slant * z + phase);
    };
    meshes.push_back(make_cloth(make_tube("tube " + std::to_string(layer), tube, cell, radius), layer));
  }
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

// A place where a garment is pushed out of its layer, or in.
struct Poke {
  int layer;
  double angle, z, size, height;

  double operator()(double at_angle, double at_z) const {
    const double around = 0.4 * std::remainder(at_angle - angle, 2 * kPi);
    return height * bump(std::hypot(around, at_z - z) / size);
  }
};

// So many that about one face in a hundred crosses another: the contour of a poke is half as wide as the poke, and
// about four faces cross per cell of its length.
std::vector<Poke> make_pokes(Variation& vary, double cell, double gap, std::size_t faces) {
  const double size = std::max(0.15, 4 * cell), faces_each = 4.4 * kPi * size / cell;
  const auto count =
      std::max<std::size_t>(1, static_cast<std::size_t>(0.01 * static_cast<double>(faces) / faces_each + 0.5));
  std::vector<Poke> pokes;
  for (std::size_t i = 0; i < count; ++i) {
    const int layer = vary.integer(1, 3);
    const double way = layer == 3 || (layer == 2 && vary.integer(0, 1)) ? -1 : 1;
    const double angle = vary.uniform(0, 2 * kPi), z = vary.uniform(-0.45, 0.45);
    pokes.push_back({layer, angle, z, size, way * gap * vary.uniform(1.6, 2)});
  }
  return pokes;
}

}  // namespace

TangledMeshes make_tubes2_tangle(Variation& vary, int cells) { return make_tubes(vary, cells, 2); }
TangledMeshes make_tubes3_tangle(Variation& vary, int cells) { return make_tubes(vary, cells, 3); }

// The folds of two skirts get deeper on the way down, into each other and into the body. Both are pinned at the waist.
TangledMeshes make_skirts_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, waist = 0.5;
  TangledMeshes meshes = {make_body(cell)};
  for (int layer = 1; layer <= 2; ++layer) {
    const double phase = vary.around(1.1 * layer, kPi), depth = vary.around(0.085, 0.01);
    const Tube tube = {-0.85 + 0.12 * layer, waist, 0.4, 0.13 * layer};
    const auto radius = [&](double angle, double z) {
      const double drop = waist - z, fold = std::sin((5 + layer) * angle + 0.7 * z + phase);
      return body_radius(angle, z) + 0.045 * layer + (0.03 + depth * fold) * drop;
    };
    SceneMesh skirt = make_cloth(make_tube(layer == 1 ? "underskirt" : "skirt", tube, cell, radius), layer);
    const Grid grid = tube.grid(cell);
    for (int i = 0; i < grid.nu; ++i) skirt.pins.push_back(VertexId(grid.vertex(i, grid.nv)));
    meshes.push_back(std::move(skirt));
  }
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

// The end of a sleeve is stuck in the side of a shirt. Pulling it out solves it.
TangledMeshes make_sleeve_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, shirt_radius = 0.5, sleeve_radius = 0.2;
  const double depth = vary.around(0.2, 0.05), tilt = vary.around(0.3, 0.4), height = vary.around(0.13, 0.3);
  PolygonMesh shirt = make_tube("shirt", {-1, 1, shirt_radius}, cell, [&](double, double) { return shirt_radius; });
  PolygonMesh sleeve = make_tube("sleeve", {shirt_radius - depth, 1.5, sleeve_radius, 0.13}, cell,
                                 [&](double, double) { return sleeve_radius; });
  const Vec3 axis(std::cos(tilt), 0, std::sin(tilt)), up(-std::sin(tilt), 0, std::cos(tilt));
  for (Vec3& p : sleeve.positions) p = p.z() * axis + p.y() * Vec3::UnitY() + p.x() * up + height * Vec3::UnitZ();
  TangledMeshes meshes = {make_cloth(std::move(shirt)), make_cloth(std::move(sleeve))};
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

// Three garments around a body which follow it, but for pokes through the next layer. Pushing these back solves it.
TangledMeshes make_garment_tangle(Variation& vary, int cells) {
  const double cell = 2.0 / cells, gap = 0.04, wrinkles = vary.around(0.012, 0.006), phase = vary.around(0, kPi);
  const Tube tubes[] = {{-0.8, 0.8, 0.4, 0.13}, {-0.913, 0.6, 0.4, 0.26}, {-0.687, 0.7, 0.4, 0.39}};
  TangledMeshes meshes = {make_body(cell)};
  std::size_t faces = meshes[0].mesh.polygon_count();
  for (const Tube& tube : tubes) faces += 2 * static_cast<std::size_t>(tube.grid(cell).nu * tube.grid(cell).nv);
  const std::vector<Poke> pokes = make_pokes(vary, cell, gap, faces);
  for (int layer = 1; layer <= 3; ++layer) {
    const auto radius = [&](double angle, double z) {
      double r = body_radius(angle, z) + gap * layer + wrinkles * std::sin(7 * angle + 5 * std::sin(3 * z) + phase);
      for (const Poke& poke : pokes) r += poke.layer == layer ? poke(angle, z) : 0;
      return r;
    };
    meshes.push_back(make_cloth(make_tube("garment " + std::to_string(layer), tubes[layer - 1], cell, radius), layer));
  }
  disturb(meshes, vary, kRoughness * cell);
  return meshes;
}

}  // namespace abut
