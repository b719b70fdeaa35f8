// Small cloths for tests, and what it takes to simulate them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "abut/sim.h"
#include "scenes/scenes.h"
#include "support/meshes.h"

namespace abut::test {

/// How the cells of a sheet are cut in two.
enum class Diagonals { one_way, alternating, random };

/// A flat sheet of rectangular cells in the plane z = 0, from the origin along x and y. Vertex (i, j) has the number
/// j * (along + 1) + i.
inline PolygonMesh make_sheet(int along, int across, double length, double width,
                              Diagonals diagonals = Diagonals::alternating, std::uint64_t seed = 1) {
  Random random(seed);
  PolygonMesh mesh;
  for (int j = 0; j <= across; ++j) {
    for (int i = 0; i <= along; ++i) mesh.positions.push_back(Vec3(length * i / along, width * j / across, 0));
  }
  const auto id = [&](int i, int j) { return VertexId(static_cast<std::size_t>(j * (along + 1) + i)); };
  for (int j = 0; j < across; ++j) {
    for (int i = 0; i < along; ++i) {
      const bool rises =
          diagonals == Diagonals::one_way || (diagonals == Diagonals::alternating ? (i + j) % 2 == 0 : random.coin());
      const VertexId a = id(i, j), b = id(i + 1, j), c = id(i + 1, j + 1), d = id(i, j + 1);
      mesh.add_polygon(std::array{a, b, rises ? c : d});
      mesh.add_polygon(std::array{rises ? a : b, c, d});
    }
  }
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

/// A sheet of equal sides.
inline PolygonMesh make_square(int cells, double size) { return make_sheet(cells, cells, size, size); }

/// Moves the inner vertices of a sheet within its plane, by up to so much.
inline void shake(PolygonMesh& mesh, double size, std::uint64_t seed) {
  Random random(seed);
  const Box3 box = make_box(mesh.positions);
  for (Vec3& p : mesh.positions) {
    for (int axis = 0; axis < 2; ++axis) {
      const double way = random.uniform(-size, size);
      if (p[axis] > box.lower[axis] && p[axis] < box.upper[axis]) p[axis] += way;
    }
  }
}

inline PolygonMesh moved(PolygonMesh mesh, const Vec3& way) {
  for (Vec3& p : mesh.positions) p += way;
  return mesh;
}

inline PolygonMesh make_ball(const Vec3& center, double radius, std::size_t triangles = 400) {
  PolygonMesh mesh = make_sphere(triangles);
  for (Vec3& p : mesh.positions) p = center + radius * p;
  return mesh;
}

/// At rest where it is, with the warp along x. The mesh is kept alive by the caller.
inline Cloth make_cloth(const BuiltMesh& built, const ClothMaterial& material = {}, std::string name = "sheet") {
  Cloth cloth;
  cloth.name = std::move(name);
  cloth.surface = &built.surface;
  cloth.positions = built.mesh.positions;
  cloth.rest = make_rest_shape(built.surface, built.mesh.positions);
  cloth.material = material;
  return cloth;
}

inline Obstacle make_obstacle(const BuiltMesh& built, std::string name = "obstacle", double friction = 0.3) {
  Obstacle obstacle;
  obstacle.name = std::move(name);
  obstacle.surface = &built.surface;
  obstacle.positions = built.mesh.positions;
  obstacle.friction = friction;
  return obstacle;
}

/// Vertices up to this far along an axis.
inline std::vector<VertexId> list_vertices_below(const PolygonMesh& mesh, int axis, double limit) {
  std::vector<VertexId> vertices;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    if (mesh.positions[v][axis] <= limit) vertices.push_back(VertexId(v));
  }
  return vertices;
}

/// Without air, which slows everything down that is not asked about it.
inline SimulationScene make_scene_of(std::vector<Cloth> cloths) {
  SimulationScene scene;
  scene.cloths = std::move(cloths);
  scene.wind.air_density = 0;
  return scene;
}

/// A sheet called "shirt" over a ball called "body" and ground, for tests to break. Refers to its own meshes.
struct Sound {
  Sound() : sheet(make_square(3, 1)), ball(make_ball(Vec3(0, 0, -2), 1, 100)) {
    scene = make_scene_of({make_cloth(sheet, {}, "shirt")});
    scene.obstacles.push_back(make_obstacle(ball, "body"));
    scene.grounds.push_back({Vec3(0, 0, -5)});
  }
  Sound(const Sound&) = delete;
  Sound& operator=(const Sound&) = delete;
  Cloth& shirt() { return scene.cloths[0]; }
  Obstacle& body() { return scene.obstacles[0]; }

  BuiltMesh sheet, ball;
  SimulationScene scene;
};

/// Whether a message says this.
inline testing::AssertionResult test_part(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << text << "\" does not say \"" << part << '"';
}

/// Steps solved until rounding is all that is left.
inline SimulationSettings make_tight_settings(double step = 1.0 / 60) {
  SimulationSettings settings;
  settings.run.threads = 1;
  settings.step = step;
  settings.solver.newton_iterations = 20;
  settings.solver.tolerance = 1e-9;
  settings.solver.linear_tolerance = 1e-12;
  settings.solver.linear_iterations = 2000;
  return settings;
}

inline SimulationSettings make_plain_settings(double step = 1.0 / 60) {
  SimulationSettings settings;
  settings.run.threads = 1;
  settings.step = step;
  return settings;
}

inline SimulationSettings without_contact(SimulationSettings settings) {
  settings.contact.method = ContactMethod::none;
  settings.recovery.scheme = Recovery::none;
  return settings;
}

inline Simulation make_simulation(SimulationScene scene, const SimulationSettings& settings) {
  auto made = Simulation::make(std::move(scene), settings);
  if (!made) throw std::runtime_error(made.error().message);
  return *std::move(made);
}

inline SimulationReport advance(Simulation& simulation, double time) {
  auto report = simulation.advance(time);
  if (!report) throw std::runtime_error(report.error().message);
  return *report;
}

inline double find_lowest(std::span<const Vec3> positions) {
  double lowest = positions.front().z();
  for (const Vec3& p : positions) lowest = std::min(lowest, p.z());
  return lowest;
}

inline Vec3 find_mean(std::span<const Vec3> points) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

}  // namespace abut::test
