// What the tests of the readers and writers share.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "abut/io.h"
#include "io/file_access.h"
#include "scenes/collection.h"
#include "support/temporary_folder.h"

namespace abut {

using test::TemporaryFolder;

inline constexpr MeshFormat kFormats[] = {MeshFormat::obj, MeshFormat::ply,  MeshFormat::stl,
                                          MeshFormat::off, MeshFormat::gltf, MeshFormat::glb};

/// A file that must not be read, and what the message must say.
struct BadInput {
  std::string bytes;
  std::string message;
};

inline MeshFile parse(std::string bytes, MeshFormat format) {
  Result<MeshFile> file = parse_mesh(std::move(bytes), format, "test");
  if (!file) throw std::runtime_error(file.error().message);  // GoogleTest reports it as a failure of the test
  return *std::move(file);
}

inline std::string find_error(std::string bytes, MeshFormat format) {
  const Result<MeshFile> file = parse_mesh(std::move(bytes), format, "test");
  return file ? "read without complaint" : file.error().message;
}

template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "no error" : result.error().message;
}

inline void expect_refused(const std::vector<BadInput>& inputs, MeshFormat format) {
  for (const BadInput& input : inputs) {
    const std::string error = find_error(input.bytes, format);
    EXPECT_NE(error.find(input.message), std::string::npos) << error << "\n  expected: " << input.message;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

inline bool is_same_bits(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  return true;
}

inline bool is_same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& p, auto& q) { return is_same_bits(p, q); });
}

inline std::vector<std::string> part_names(const PolygonMesh& mesh) {
  std::vector<std::string> names;
  for (const Part& part : mesh.parts) names.push_back(part.name);
  return names;
}

/// A double with random bits: any exponent that fits, denormals and both zeros among them.
inline double random_coordinate(std::mt19937_64& random, double largest) {
  for (;;) {
    const auto value = std::bit_cast<double>(random() % 16 == 0 ? random() & 0x800fffffffffffff : random());
    if (std::abs(value) <= largest) return value;
  }
}

inline std::vector<Vec3> random_positions(std::size_t count, double largest) {
  std::mt19937_64 random(1994);
  std::vector<Vec3> positions(count);
  for (Vec3& position : positions)
    for (double& x : position) x = random_coordinate(random, largest);
  return positions;
}

/// Two parts, a triangle and a quadrilateral.
inline PolygonMesh make_two_part_mesh() {
  PolygonMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1}, {0, 1, -0.0}, {1.0 / 3, 2, 5e-324}};
  mesh.add_polygon(std::vector{VertexId(0), VertexId(1), VertexId(4)});
  mesh.add_polygon(std::vector{VertexId(0), VertexId(1), VertexId(2), VertexId(3)});
  mesh.parts = {{"first part", 0, 1}, {"second", 1, 1}};
  return mesh;
}

inline std::filesystem::path corpus_folder(MeshFormat format) {
  constexpr const char* kNames[] = {"obj", "ply", "stl", "off", "gltf", "glb"};
  return abut::test::source_folder() / "tests/corpus" / kNames[static_cast<int>(format)];
}

inline std::string read_corpus_file(MeshFormat format, const std::string& name) {
  return *read_file(corpus_folder(format) / name);
}

}  // namespace abut
