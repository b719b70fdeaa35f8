// Bodies of triangles that do not hang together, at places where some of them touch.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "abut/sphere_scene.h"
#include "support/soups.h"

namespace abut::test {

inline Pose3 random_pose(std::mt19937& random, double apart) {
  std::uniform_real_distribution<double> any(-1, 1);
  const Eigen::Quaterniond turn(any(random), any(random), any(random), any(random));
  return {turn.normalized(), random_point(random, apart)};
}

struct SoupScene {
  std::vector<Soup> soups;
  std::vector<std::unique_ptr<MemoryTriangles>> stores;
  std::vector<Pose3> poses;

  void add(Soup soup, const Pose3& pose = {}) {
    stores.push_back(std::make_unique<MemoryTriangles>(soup.list()));
    soups.push_back(std::move(soup));
    poses.push_back(pose);
  }
};

/// Bodies of different sizes, near enough that some touch.
inline SoupScene make_soup_scene(std::uint32_t seed, int bodies) {
  std::mt19937 random(seed);
  SoupScene scene;
  for (int i = 0; i < bodies; ++i) {
    const std::array<int, 4> counts = {1, 12, 150, 600};
    const int count = counts[static_cast<std::size_t>(i) % 4];
    scene.add(make_soup(seed * 100 + static_cast<std::uint32_t>(i), count, 2.5 / std::sqrt(count)),
              random_pose(random, 2));
  }
  return scene;
}

inline bool test_equal(const SphereHits& a, const SphereHits& b) {
  if (a.hits.size() != b.hits.size()) return false;
  for (std::size_t i = 0; i < a.hits.size(); ++i) {
    const BodyHit &p = a.hits[i], &q = b.hits[i];
    if (p.a != q.a || p.b != q.b || p.spheres != q.spheres || p.triangles != q.triangles || p.within != q.within)
      return false;
  }
  return true;
}

}  // namespace abut::test
