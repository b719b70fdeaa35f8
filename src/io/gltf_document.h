// A glTF 2.0 file as JSON and buffers. Written on nlohmann::ordered_json and not with tinygltf: writing positions back
// must keep every other byte of the buffers and every member of the JSON, known to anyone or not, in its order.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "io/json_view.h"
#include "io/mesh_file.h"

namespace abut {

struct GltfBuffer {
  enum class Source { glb_chunk, data_uri, file };
  Source source;
  std::string bytes;
  std::filesystem::path file = {};  ///< where they were read, if it was a file of their own
};

/// A run of vertices of the mesh: the positions of one accessor as one node places them.
struct GltfBlock {
  std::size_t accessor = 0;
  std::size_t node = 0;
  std::size_t first_vertex = 0;
  std::size_t vertex_count = 0;
  Eigen::Matrix4d to_world = Eigen::Matrix4d::Identity();
};

struct GltfDocument {
  Json json;
  std::vector<GltfBuffer> buffers = {};
  std::vector<GltfBlock> blocks = {};
};

/// True for the extensions that hide positions or indices in packed data.
inline bool is_compression(std::string_view extension) {
  return extension == "KHR_draco_mesh_compression" || extension == "EXT_meshopt_compression" ||
         extension == "KHR_meshopt_compression";
}

/// Throws Failure if an object of the file has an extension that is_compression.
void refuse_compression(const JsonView& object);

/// Parses the JSON and gets all buffers; throws Failure.
GltfDocument load_gltf(const MeshFile::Content& content, const std::filesystem::path& folder);

/// The file with new positions; throws Failure if the file is such that a position has no bytes of its own. Buffers
/// that were files come out inside the file, so that one file is written at once and stands alone.
std::string patch_gltf(const MeshFile::Content& content, std::span<const Vec3> positions);

}  // namespace abut
