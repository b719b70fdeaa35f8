// Two meshes that move as rigid wholes, frame by frame, with the number of pairs of triangles that meet in each.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <filesystem>
#include <vector>

#include "abut/shape.h"

namespace abut::test {

struct RigidFrame {
  std::array<Eigen::Matrix3d, 2> turn;  // as rounded in the file, so not quite at right angles
  std::array<Vec3, 2> at;
  std::uint64_t pairs = 0;

  Vec3 place(int object, const Vec3& p) const { return turn[object] * p + at[object]; }
};

struct RigidTruth {
  std::array<PolygonMesh, 2> meshes;
  std::vector<RigidFrame> frames;
};

/// The pairs are in a file of the same name that ends with .truth.csv.
RigidTruth read_rigid_truth(const std::filesystem::path& path);

}  // namespace abut::test
