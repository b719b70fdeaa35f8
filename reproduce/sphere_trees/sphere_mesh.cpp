#include "reproduce/sphere_trees/sphere_mesh.h"

#include <cmath>
#include <map>

namespace abut::reproduce {
namespace {

struct Ball {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> faces;
};

// Twelve points in three golden rectangles.
Ball make_icosahedron() {
  const double g = 0.5 * (1 + std::sqrt(5.0));
  Ball ball{{{-1, g, 0},
             {1, g, 0},
             {-1, -g, 0},
             {1, -g, 0},
             {0, -1, g},
             {0, 1, g},
             {0, -1, -g},
             {0, 1, -g},
             {g, 0, -1},
             {g, 0, 1},
             {-g, 0, -1},
             {-g, 0, 1}},
            {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
             {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
             {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (Vec3& point : ball.points) point.normalize();
  return ball;
}

Ball cut(const Ball& ball) {
  Ball finer{ball.points, {}};
  std::map<std::pair<int, int>, int> middles;
  const auto find_middle = [&](int a, int b) {
    const auto [place, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(finer.points.size()));
    if (is_new) finer.points.push_back((ball.points[a] + ball.points[b]).normalized());
    return place->second;
  };
  for (const auto& [a, b, c] : ball.faces) {
    const int ab = find_middle(a, b), bc = find_middle(b, c), ca = find_middle(c, a);
    finer.faces.insert(finer.faces.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  return finer;
}

}  // namespace

PolygonMesh make_sphere_mesh(std::span<const Sphere> spheres, int cuts) {
  Ball ball = make_icosahedron();
  for (int i = 0; i < cuts; ++i) ball = cut(ball);
  PolygonMesh mesh;
  for (const Sphere& sphere : spheres) {
    const std::size_t first = mesh.positions.size();
    for (const Vec3& point : ball.points) mesh.positions.push_back(sphere.center + sphere.radius * point);
    for (const auto& face : ball.faces) {
      const VertexId corners[] = {VertexId(first + face[0]), VertexId(first + face[1]), VertexId(first + face[2])};
      mesh.add_polygon(corners);
    }
  }
  return mesh;
}

}  // namespace abut::reproduce
