// What tests of abut untangle have in common: meshes to untangle, and mistakes that are refused.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>

#include "abut/io.h"
#include "apps/program_testing.h"
#include "scenes/scenes.h"

namespace abut::test {

class UntangleProgram : public Program {
 protected:
  // A torso, and a garment that it pokes through.
  std::string write_torso(const std::string& name = "torso.obj") const { return write_scene_mesh(name, 0); }
  std::string write_garment(const std::string& name = "garment.obj") const { return write_scene_mesh(name, 1); }

  // Two sheets of the same size, a unit square each, that cross in the middle of both, as two objects.
  static std::string make_cross(int n, double scale = 1, const Vec3& origin = Vec3::Zero()) {
    std::string text = "# a comment that stays\nmtllib cloth.mtl\n", faces;
    for (int sheet = 0; sheet < 2; ++sheet) {
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
          const double x = i / double(n) - 0.5, y = j / double(n) - 0.5;
          const Vec3 p =
              origin + scale * (sheet == 0 ? Vec3(x, y, 0.013 * x) : Vec3(x + 0.4, 0.7 * y + 0.011, 0.6 * x + 0.05));
          text += fmt::format("v {} {} {}\nvt {} {}\n", p.x(), p.y(), p.z(), i, j);
        }
      }
      faces += fmt::format("o {}\nusemtl red\n", sheet == 0 ? "lower" : "upper");
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int a = sheet * (n + 1) * (n + 1) + i * (n + 1) + j + 1, b = a + n + 1;
          faces += fmt::format("f {0}/{0} {1}/{1} {2}/{2}\nf {0}/{0} {2}/{2} {3}/{3}\n", a, b, b + 1, a + 1);
        }
      }
    }
    return text + faces;
  }
  std::string write_cross(const std::string& name = "cross.obj") const { return write(name, make_cross(6)); }

  // Far from the origin.
  static void add_far_sheet(PolygonMesh& mesh, int n, double size, const auto& place) {
    const std::size_t first = mesh.vertex_count();
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) {
        mesh.positions.push_back(Vec3::Constant(65536) + size * Vec3(place(i / double(n), j / double(n))));
      }
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const VertexId v(first + i * (n + 1) + j), w(v + n + 1);
        mesh.add_polygon(std::array{v, w, VertexId(w + 1)});
        mesh.add_polygon(std::array{v, VertexId(w + 1), VertexId(v + 1)});
      }
    }
  }
  // Two that cross.
  static PolygonMesh make_far_sheets(int n, double size, double a, double b, double c) {
    PolygonMesh mesh;
    add_far_sheet(mesh, n, size, [](double u, double v) { return Vec3(u, v, 0); });
    add_far_sheet(mesh, n, size, [=](double u, double v) {
      return Vec3(0.5 * u + 0.4 * a, 0.4 + 0.2 * b + 0.3 * c * u, 0.5 * v - 0.2 * (1 - a));
    });
    return mesh;
  }
  static std::size_t count_flat_faces(const PolygonMesh& mesh) {
    const Surface surface = make_surface(mesh);
    const Body body{&surface, mesh.positions};
    return find_intersections({&body, 1}).faces_without_area.size();
  }

  static PolygonMesh mesh_of(const std::string& path) { return read_mesh(path)->mesh(); }
  void expect_refused(const std::string& arguments, const std::string& reason) const {
    const Outcome outcome = run("untangle " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.out;
    EXPECT_TRUE(contains(outcome.out, reason)) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
  }

 private:
  std::string write_scene_mesh(const std::string& name, std::size_t which) const {
    const auto scene = make_scene("poked", 4000);
    EXPECT_TRUE(write_mesh((*scene)[which].mesh, path(name)));
    return path(name);
  }
};

}  // namespace abut::test
