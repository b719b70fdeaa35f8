// Sheets, cards and tubes: what tangles are made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "scenes/grid.h"
#include "scenes/tangles.h"

namespace abut {

/// Takes its name from its part.
inline SceneMesh make_cloth(PolygonMesh mesh, int layer = -1) {
  std::string name = mesh.parts[0].name;
  return {std::move(name), std::move(mesh), {}, false, {}, layer};
}

inline SceneMesh make_obstacle(PolygonMesh mesh, int layer = -1) {
  SceneMesh obstacle = make_cloth(std::move(mesh), layer);
  obstacle.is_obstacle = true;
  return obstacle;
}

/// At least two, so that there is an inside.
inline int count_cells(double length, double cell) { return std::max(2, static_cast<int>(std::lround(length / cell))); }

/// Over the xy plane around the origin, turned by `yaw`.
struct Ground {
  double half_x = 1, half_y = 1, yaw = 0;
};

/// A sheet over a part of the ground, at a height that depends on x and y.
template <class Height>
PolygonMesh make_sheet(std::string name, const Ground& ground, double cell, const Height& height) {
  const Grid grid = {count_cells(2 * ground.half_x, cell), count_cells(2 * ground.half_y, cell)};
  const double c = std::cos(ground.yaw), s = std::sin(ground.yaw);
  return make_grid(std::move(name), grid, [&](double u, double v) {
    const double a = ground.half_x * (2 * u - 1), b = ground.half_y * (2 * v - 1);
    const double x = c * a - s * b, y = s * a + c * b;
    return Vec3(x, y, height(x, y));
  });
}

/// The flat sheet of side 2 through which other things go.
inline PolygonMesh make_flat_sheet(std::string name, int cells) {
  return make_sheet(std::move(name), {}, 2.0 / cells, [](double, double) { return 0; });
}

/// A flat rectangle that stands on the ground or goes through it.
struct Card {
  double x = 0, y = 0, yaw = 0, lean = 0;  ///< where, which way it goes and how far it leans over
  double left = -1, right = 1;             ///< from there, along the ground
  double low = -1, high = 1;               ///< from there, up
};

inline PolygonMesh make_card(std::string name, const Card& card, double cell) {
  const double c = std::cos(card.yaw), s = std::sin(card.yaw);
  const Vec3 foot(card.x, card.y, 0), along(c, s, 0);
  const Vec3 up = Vec3(-s, c, 0) * std::sin(card.lean) + Vec3::UnitZ() * std::cos(card.lean);
  const Grid grid = {count_cells(card.right - card.left, cell), count_cells(card.high - card.low, cell)};
  return make_grid(std::move(name), grid, [&](double u, double v) {
    return Vec3(foot + (card.left + (card.right - card.left) * u) * along +
                (card.low + (card.high - card.low) * v) * up);
  });
}

/// A tube around the z axis, at a radius that depends on the angle and on z.
struct Tube {
  double low = -1, high = 1, mean_radius = 0.6;
  double first_angle = 0;  ///< of the first column; tubes of equal ones would have edges that meet exactly

  Grid grid(double cell) const {
    return {std::max(6, count_cells(2 * std::numbers::pi * mean_radius, cell)), count_cells(high - low, cell), true};
  }
};

template <class Radius>
PolygonMesh make_tube(std::string name, const Tube& tube, double cell, const Radius& radius) {
  return make_grid(std::move(name), tube.grid(cell), [&](double u, double v) {
    const double angle = 2 * std::numbers::pi * u + tube.first_angle, z = tube.low + (tube.high - tube.low) * v,
                 r = radius(angle, z);
    return Vec3(r * std::cos(angle), r * std::sin(angle), z);
  });
}

/// 1 at distance 0, smoothly down to 0 at distance 1 to either side.
inline double bump(double distance) { return std::abs(distance) < 1 ? std::pow(1 - distance * distance, 2) : 0; }

}  // namespace abut
