#include "io/scene_shapes.h"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

void add_triangle(PolygonMesh& mesh, std::size_t a, std::size_t b, std::size_t c) {
  const VertexId triangle[] = {VertexId(a), VertexId(b), VertexId(c)};
  mesh.add_polygon(triangle);
}

// Two triangles for the cell a, b, c, d, in this order around it. Diagonals of neighbours differ, as on the Union
// Jack, so that the cloth is as stiff along one diagonal as along the other.
void add_cell(PolygonMesh& mesh, std::size_t a, std::size_t b, std::size_t c, std::size_t d, bool is_odd) {
  add_triangle(mesh, a, b, is_odd ? c : d);
  if (is_odd) return add_triangle(mesh, a, c, d);
  add_triangle(mesh, b, c, d);
}

// Rows of vertices around the z axis, each closed, from below to above.
class Rows {
 public:
  Rows(PolygonMesh& mesh, int around) : mesh_(mesh), around_(static_cast<std::size_t>(around)) {}

  void add(double radius, double z) {
    const std::size_t start = mesh_.positions.size();
    for (std::size_t i = 0; i < around_; ++i) {
      const double angle = 2 * kPi * static_cast<double>(i) / static_cast<double>(around_);
      mesh_.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
    if (count_ > 0) join(start - around_, start);
    ++count_;
  }

  // Triangles between the row that starts there and a single vertex below or above it.
  void close(std::size_t row, std::size_t tip, bool is_above) {
    for (std::size_t i = 0; i < around_; ++i) {
      const std::size_t a = row + i, b = row + (i + 1) % around_;
      add_triangle(mesh_, is_above ? a : b, is_above ? b : a, tip);
    }
  }

 private:
  void join(std::size_t below, std::size_t above) {
    for (std::size_t i = 0; i < around_; ++i) {
      const std::size_t next = (i + 1) % around_;
      add_cell(mesh_, below + i, below + next, above + next, above + i, (i + count_) % 2 == 1);
    }
  }

  PolygonMesh& mesh_;
  std::size_t around_, count_ = 0;
};

// Rings around a centre, ring i with 6 i vertices: nearly equilateral triangles.
std::size_t ring_start(std::size_t ring) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1); }

void add_ring_faces(PolygonMesh& mesh, std::size_t base, std::size_t ring, bool is_up) {
  const std::size_t inner = base + ring_start(ring - 1), outer = base + ring_start(ring);
  const std::size_t inner_count = ring == 1 ? 1 : 6 * (ring - 1), outer_count = 6 * ring;
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    is_up ? add_triangle(mesh, a, b, c) : add_triangle(mesh, a, c, b);
  };
  for (std::size_t sector = 0; sector < 6; ++sector) {
    for (std::size_t i = 0; i < ring; ++i) {
      const std::size_t o = sector * ring + i, n = sector * (ring - 1) + i;
      add(inner + n % inner_count, outer + o, outer + (o + 1) % outer_count);
      if (i + 1 < ring) add(inner + n % inner_count, outer + (o + 1) % outer_count, inner + (n + 1) % inner_count);
    }
  }
}

// A disk whose vertex at a distance r from the axis is put at the height of r.
template <class Height>
void add_disk(PolygonMesh& mesh, double radius, int rings, bool is_up, const Height& height) {
  const std::size_t base = mesh.positions.size();
  mesh.positions.push_back({0, 0, height(0.0)});
  for (std::size_t ring = 1; ring <= static_cast<std::size_t>(rings); ++ring) {
    const double r = radius * static_cast<double>(ring) / rings;
    for (std::size_t i = 0; i < 6 * ring; ++i) {
      const double angle = kPi * static_cast<double>(i) / (3 * static_cast<double>(ring));
      mesh.positions.push_back({r * std::cos(angle), r * std::sin(angle), height(r)});
    }
    add_ring_faces(mesh, base, ring, is_up);
  }
}

PolygonMesh make_icosahedron() {
  PolygonMesh mesh;
  const double t = 0.5 * (1 + std::sqrt(5.0));
  for (const auto& [x, y] : {std::pair(-1.0, t), std::pair(1.0, t), std::pair(-1.0, -t), std::pair(1.0, -t)})
    mesh.positions.push_back({x, y, 0});
  for (const auto& [y, z] : {std::pair(-1.0, t), std::pair(1.0, t), std::pair(-1.0, -t), std::pair(1.0, -t)})
    mesh.positions.push_back({0, y, z});
  for (const auto& [z, x] : {std::pair(-1.0, t), std::pair(1.0, t), std::pair(-1.0, -t), std::pair(1.0, -t)})
    mesh.positions.push_back({x, 0, z});
  constexpr std::size_t kFaces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (const auto& f : kFaces) add_triangle(mesh, f[0], f[1], f[2]);
  return mesh;
}

PolygonMesh subdivide(const PolygonMesh& coarse) {
  PolygonMesh mesh;
  mesh.positions = coarse.positions;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> middles;
  const auto middle = [&](VertexId a, VertexId b) {
    const auto [found, is_new] = middles.try_emplace(std::minmax(a.value, b.value), mesh.positions.size());
    if (is_new) mesh.positions.push_back(0.5 * (coarse.positions[a] + coarse.positions[b]));
    return found->second;
  };
  for (std::size_t p = 0; p < coarse.polygon_count(); ++p) {
    const auto t = coarse.polygon(PolygonId(p));
    const std::size_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
    add_triangle(mesh, t[0], ab, ca);
    add_triangle(mesh, t[1], bc, ab);
    add_triangle(mesh, t[2], ca, bc);
    add_triangle(mesh, ab, bc, ca);
  }
  return mesh;
}

// One side of a box: vertices at corner + i u + j v, with the front where u x v points to.
void add_side(PolygonMesh& mesh, const Vec3& corner, const Vec3& u, const Vec3& v, int nu, int nv) {
  const std::size_t base = mesh.positions.size(), columns = static_cast<std::size_t>(nu) + 1;
  for (int j = 0; j <= nv; ++j)
    for (int i = 0; i <= nu; ++i) mesh.positions.push_back(corner + u * (double(i) / nu) + v * (double(j) / nv));
  for (std::size_t j = 0; j < static_cast<std::size_t>(nv); ++j)
    for (std::size_t i = 0; i + 1 < columns; ++i) {
      const std::size_t a = base + j * columns + i;
      add_cell(mesh, a, a + 1, a + columns + 1, a + columns, (i + j) % 2 == 1);
    }
}

}  // namespace

PolygonMesh make_shape(const GridShape& grid) {
  PolygonMesh mesh;
  const Vec3 u(grid.size[0], 0, 0), v(0, grid.size[1], 0);
  add_side(mesh, -0.5 * (u + v), u, v, grid.cells[0], grid.cells[1]);
  return mesh;
}

PolygonMesh make_shape(const DiskShape& disk) {
  PolygonMesh mesh;
  add_disk(mesh, disk.radius, disk.rings, true, [](double) { return 0.0; });
  return mesh;
}

PolygonMesh make_shape(const TubeShape& tube) {
  PolygonMesh mesh;
  Rows rows(mesh, tube.cells[0]);
  for (int j = 0; j <= tube.cells[1]; ++j) {
    const double t = double(j) / tube.cells[1];
    rows.add((1 - t) * tube.radii[0] + t * tube.radii[1], (t - 0.5) * tube.height);
  }
  return mesh;
}

PolygonMesh make_shape(const SphereShape& sphere) {
  PolygonMesh mesh = make_icosahedron();
  for (int i = 0; i < sphere.subdivisions; ++i) mesh = subdivide(mesh);
  for (Vec3& p : mesh.positions) p = sphere.radius * p.normalized();
  return mesh;
}

PolygonMesh make_shape(const CapsuleShape& capsule) {
  PolygonMesh mesh;
  Rows rows(mesh, capsule.cells[0]);
  const int bows = std::max(2, capsule.cells[0] / 4);  // of half a sphere, so that its cells are nearly square
  const double half = 0.5 * capsule.length, r = capsule.radius;
  const auto add_bow = [&](int i, double sign) {
    const double angle = 0.5 * kPi * i / bows;
    rows.add(r * std::cos(angle), sign * (half + r * std::sin(angle)));
  };
  for (int i = bows - 1; i >= 0; --i) add_bow(i, -1);
  for (int j = 1; j < capsule.cells[1]; ++j) rows.add(r, -half + capsule.length * j / capsule.cells[1]);
  for (int i = 0; i < bows; ++i) add_bow(i, 1);
  const std::size_t last = mesh.positions.size() - static_cast<std::size_t>(capsule.cells[0]);
  mesh.positions.push_back({0, 0, -half - r});
  mesh.positions.push_back({0, 0, half + r});
  rows.close(0, mesh.positions.size() - 2, false);
  rows.close(last, mesh.positions.size() - 1, true);
  return mesh;
}

PolygonMesh make_shape(const BoxShape& box) {
  PolygonMesh mesh;
  const Vec3 half = 0.5 * Vec3(box.size[0], box.size[1], box.size[2]);
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const Vec3 u = 2 * half[i] * Vec3::Unit(i), v = 2 * half[j] * Vec3::Unit(j), up = 2 * half[k] * Vec3::Unit(k);
    add_side(mesh, -half + up, u, v, box.cells[static_cast<std::size_t>(i)], box.cells[static_cast<std::size_t>(j)]);
    add_side(mesh, -half, v, u, box.cells[static_cast<std::size_t>(j)], box.cells[static_cast<std::size_t>(i)]);
  }
  return weld(mesh).mesh;
}

PolygonMesh make_shape(const DishShape& dish) {
  PolygonMesh mesh;
  const double sphere = 0.5 * (dish.radius * dish.radius + dish.depth * dish.depth) / dish.depth;
  const auto height = [&](double r) { return sphere - std::sqrt(std::max(0.0, sphere * sphere - r * r)); };
  add_disk(mesh, dish.radius, dish.rings, true, height);
  if (dish.thickness == 0) return mesh;
  const std::size_t layer = mesh.positions.size(), rings = static_cast<std::size_t>(dish.rings);
  add_disk(mesh, dish.radius, dish.rings, false, [&](double r) { return height(r) - dish.thickness; });
  for (std::size_t i = 0; i < 6 * rings; ++i) {
    const std::size_t a = ring_start(rings) + i, b = ring_start(rings) + (i + 1) % (6 * rings);
    add_cell(mesh, layer + a, layer + b, b, a, i % 2 == 1);
  }
  return mesh;
}

// A strip on a cylinder is not strained: a line of it that climbs at an angle stays one when the cylinder is unrolled.
PolygonMesh make_shape(const RibbonShape& ribbon) {
  PolygonMesh mesh = make_shape(GridShape{ribbon.size, ribbon.cells});
  const double climb = std::asin(std::min(1.0, (ribbon.size[1] + ribbon.gap) / (2 * kPi * ribbon.radius)));
  const double c = std::cos(climb), s = std::sin(climb);
  for (Vec3& p : mesh.positions) {
    const double around = (c * p.x() - s * p.y()) / ribbon.radius, z = s * p.x() + c * p.y();
    p = {ribbon.radius * std::cos(around), ribbon.radius * std::sin(around), z};
  }
  return mesh;
}

PolygonMesh make_shape(const MeshSource& source) {
  if (source.grid) return make_shape(*source.grid);
  if (source.disk) return make_shape(*source.disk);
  if (source.tube) return make_shape(*source.tube);
  if (source.sphere) return make_shape(*source.sphere);
  if (source.capsule) return make_shape(*source.capsule);
  if (source.box) return make_shape(*source.box);
  if (source.ribbon) return make_shape(*source.ribbon);
  return make_shape(source.dish.value_or(DishShape()));
}

}  // namespace abut
