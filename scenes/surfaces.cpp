// The single surfaces: formulas on a grid. Sizes are rounded so that triangles come out about square.
#include <cmath>
#include <numbers>

#include "scenes/grid.h"
#include "scenes/scenes.h"

namespace abut {
namespace {

using std::cos, std::sin;
constexpr double kPi = std::numbers::pi;

int round_to_int(double x) { return static_cast<int>(std::lround(x)); }

// Cells across and along a strip of the given proportions.
struct StripSize {
  StripSize(std::size_t triangles, double width, double length) {
    const double cells = static_cast<double>(triangles) / 2.0;
    across = std::max(2, round_to_int(std::sqrt(cells * width / length)));
    along = std::max(2, round_to_int(cells / across));
  }
  int across, along;
};

double torso_radius(double z, double phi) {
  const double r = 0.14 + 0.05 * sin(2.2 * z + 0.4) + 0.03 * sin(7 * z);
  return r * (1 + 0.25 * cos(2 * phi) * 0.5);
}

}  // namespace

PolygonMesh make_sphere(std::size_t triangles) {
  const int nu = std::max(6, round_to_int(std::sqrt(static_cast<double>(triangles)))), nv = nu / 2 + 1;
  PolygonMesh mesh;
  mesh.positions.push_back({0, 0, 1});
  for (int j = 1; j < nv; ++j) {
    for (int i = 0; i < nu; ++i) {
      const double theta = kPi * j / nv, phi = 2 * kPi * i / nu;
      mesh.positions.push_back({sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)});
    }
  }
  mesh.positions.push_back({0, 0, -1});
  const int south = static_cast<int>(mesh.positions.size()) - 1;
  const auto id = [&](int i, int j) { return 1 + (j - 1) * nu + i % nu; };
  for (int i = 0; i < nu; ++i) add_triangle(mesh, 0, id(i, 1), id(i + 1, 1));
  for (int j = 1; j < nv - 1; ++j) {
    for (int i = 0; i < nu; ++i) add_cell(mesh, id(i, j), id(i, j + 1), id(i + 1, j + 1), id(i + 1, j), i + j);
  }
  for (int i = 0; i < nu; ++i) add_triangle(mesh, id(i, nv - 1), south, id(i + 1, nv - 1));
  name_all(mesh, "sphere");
  return mesh;
}

PolygonMesh make_alpha(std::size_t triangles) {
  const StripSize size(triangles, 2.0, 5.2);
  return make_grid("alpha", {size.along, size.across}, [](double u, double v) {
    const double s = -1.1 + 2.2 * u;
    return Vec3(2.0 * (s * s * s - 0.5 * s) + 0.0137 * s * v, 2.0 * v + 0.0031 * sin(5 * u) + 0.0117 * s,
                s * s + 0.0213 * v * s);
  });
}

PolygonMesh make_drape(std::size_t triangles) {
  constexpr int layers = 6;
  constexpr double gap = 0.02, wrinkle = 0.004, radius = gap / 2, run = 1.0, fold = kPi * radius;
  constexpr double total = layers * run + (layers - 1) * fold;
  const StripSize size(triangles, 1.0, total);
  return make_grid("drape", {size.along, size.across}, [&](double u, double y) {
    const double s = u * total;
    const int layer = std::min(static_cast<int>(s / (run + fold)), layers - 1);
    const double t = s - layer * (run + fold), way = layer & 1 ? -1 : 1;
    double x = way > 0 ? t : run - t, z = layer * gap;
    if (t > run) {
      const double angle = (t - run) / radius;
      x = (way > 0 ? run : 0) + way * radius * sin(angle);
      z = layer * gap + radius - radius * cos(angle);
    }
    // One displacement for all layers, so that their distance stays.
    const double bumps = wrinkle * (sin(37 * y + 3 * x) + 0.5 * sin(61 * x + 11 * y) + 0.25 * sin(143 * y - 50 * x));
    const double sag = -0.9 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
    return Vec3(x, y, z + bumps + sag);
  });
}

PolygonMesh make_spiral(std::size_t triangles) {
  const StripSize size(triangles, 0.5, 7.0);
  return make_grid("spiral", {size.along, size.across}, [](double u, double v) {
    const double theta = 3 * kPi * u, r = 0.5 + 0.5 * v;
    return Vec3(r * cos(theta) + 0.0011 * u, r * sin(theta) + 0.0007 * u,
                0.1 * (r - 0.75) * cos(theta / 2) + 0.00013 * u);
  });
}

PolygonMesh make_torso(std::size_t triangles) {
  constexpr double height = 1.8;
  const double n = static_cast<double>(triangles);
  const int nu = std::max(6, round_to_int(std::sqrt(n / 2.0 * 0.7))),
            nv = std::max(2, round_to_int((n - 2.0 * nu) / 2.0 / nu));
  const Grid grid = {nu, nv, true};
  PolygonMesh mesh = make_grid("torso", grid, [&](double u, double v) {
    const double phi = 2 * kPi * u, z = height * v, r = torso_radius(z, phi);
    return Vec3(r * cos(phi), r * sin(phi), z);
  });
  add_caps(mesh, grid, {0, 0, -0.01}, {0, 0, height + 0.01});
  return mesh;
}

PolygonMesh make_garment(std::size_t triangles, double wrinkles) {
  constexpr double low = 0.4, high = 1.3, distance = 0.006;
  const double n = static_cast<double>(triangles);
  const int nu = std::max(6, round_to_int(std::sqrt(n / 2.0 * 1.2))), nv = std::max(2, round_to_int(n / 2.0 / nu));
  return make_grid("garment", {nu, nv, true}, [&](double u, double v) {
    const double phi = 2 * kPi * u + 0.01, z = low + (high - low) * v;
    const double r = torso_radius(z, phi) + distance + wrinkles * sin(9 * phi + 4 * sin(5 * z)) * cos(17 * z);
    return Vec3(r * cos(phi), r * sin(phi), z);
  });
}

}  // namespace abut
