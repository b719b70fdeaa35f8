// What a MeshFile keeps: the mesh, the bytes it came from, and where in them each coordinate stands, so that the file
// can be written again with other positions and nothing else changed.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/io.h"
#include "io/scalar.h"

namespace abut {

struct GltfDocument;

/// How one axis is written in the file. Text holds doubles, or integers where the file declares them so.
struct CoordinateEncoding {
  bool is_text = true;
  Scalar type = Scalar::float64;
  ByteOrder order = ByteOrder::little;
};

/// Byte offsets of x, y and z of one vertex.
using CoordinateOffsets = std::array<std::size_t, 3>;

struct MeshFile::Content {
  MeshFormat format;
  std::string name;  ///< the file's name in messages, fit for a terminal
  std::string bytes;
  PolygonMesh mesh = {};
  std::vector<std::string> notes = {};
  std::filesystem::path path = {};  ///< empty: read from memory

  // All formats but glTF: each coordinate has a place of its own in `bytes`.
  std::array<CoordinateEncoding, 3> encodings = {};
  std::vector<CoordinateOffsets> offsets = {};

  // glTF and GLB only: a shared pointer since the type is known to its own sources alone.
  std::shared_ptr<const GltfDocument> gltf = {};
};

/// True if both have the same bits; tells 0 and -0 apart.
bool is_same(double a, double b);

/// Throws Failure if a coordinate cannot be stored as `type`.
void require_fit(double value, Scalar type, std::size_t vertex);

/// The bytes with the coordinates that differ from mesh.positions replaced, for all formats but glTF. Throws Failure
/// if the file's number type cannot hold a new coordinate.
std::string patch_coordinates(const MeshFile::Content& content, std::span<const Vec3> positions);

}  // namespace abut
