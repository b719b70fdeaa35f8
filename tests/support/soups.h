// Triangles that do not hang together.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "abut/math.h"
#include "abut/sphere_tree.h"

namespace abut::test {

struct Soup {
  std::vector<Vec3> positions;
  std::vector<std::array<VertexId, 3>> faces;

  void add(const TrianglePoints& t) {
    const std::size_t n = positions.size();
    positions.insert(positions.end(), t.begin(), t.end());
    faces.push_back({VertexId(n), VertexId(n + 1), VertexId(n + 2)});
  }
  TriangleList list() const { return {positions, faces}; }
  TrianglePoints triangle(std::size_t i) const {
    return {positions[faces[i][0]], positions[faces[i][1]], positions[faces[i][2]]};
  }
};

inline Vec3 random_point(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return {any(random), any(random), any(random)};
}

/// Triangles of about this size, in a box of size 2.
inline Soup make_soup(std::uint32_t seed, int count, double size) {
  std::mt19937 random(seed);
  Soup soup;
  for (int i = 0; i < count; ++i) {
    const Vec3 at = random_point(random, 1);
    soup.add({at, at + random_point(random, size), at + random_point(random, size)});
  }
  return soup;
}

}  // namespace abut::test
