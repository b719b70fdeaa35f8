// New glTF and GLB files: a node and a mesh per part, each with the vertices its triangles use, as floats.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "io/base64.h"
#include "io/glb_chunks.h"
#include "io/json_view.h"
#include "io/mesh_file.h"
#include "io/writers.h"

namespace abut {
namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

class GltfWriter {
 public:
  explicit GltfWriter(const PolygonMesh& mesh) : mesh_(mesh), local_index_(mesh.vertex_count(), kUnused) {
    json_["asset"] = {{"version", "2.0"}, {"generator", "abut"}};
    json_["scene"] = 0;
    json_["scenes"] = Json::array({{{"nodes", Json::array()}}});
  }

  std::string write(MeshFormat format) {
    for (const Part& part : list_parts(mesh_)) add_part(part);
    Json buffer = {{"byteLength", buffer_.size()}};
    if (format == MeshFormat::gltf) buffer["uri"] = "data:application/octet-stream;base64," + encode_base64(buffer_);
    json_["buffers"] = Json::array({std::move(buffer)});
    // Names may be any bytes; JSON must be UTF-8.
    const std::string text =
        json_.dump(format == MeshFormat::gltf ? 2 : -1, ' ', false, Json::error_handler_t::replace);
    return format == MeshFormat::gltf ? text + "\n" : make_glb(text, make_binary_chunk(std::move(buffer_)));
  }

 private:
  void add_part(const Part& part) {
    const std::vector<VertexId> corners = collect_corners(part);
    const std::vector<VertexId> vertices = number_vertices(corners);
    const std::size_t indices = add_indices(corners);
    const std::size_t positions = add_positions(vertices);
    for (const VertexId v : vertices) local_index_[v] = kUnused;
    const std::size_t index = json_["scenes"][0]["nodes"].size();
    json_["scenes"][0]["nodes"].push_back(index);
    json_["nodes"].push_back({{"name", part.name}, {"mesh", index}});
    json_["meshes"].push_back(
        {{"primitives", Json::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}})}});
  }

  std::vector<VertexId> collect_corners(const Part& part) const {
    std::vector<VertexId> corners;
    for (std::size_t p = part.first_polygon; p < part.first_polygon + part.polygon_count; ++p)
      for (const auto& triangle : triangulate(mesh_, PolygonId(p)))
        corners.insert(corners.end(), triangle.begin(), triangle.end());
    return corners;
  }

  // The vertices of a part in the order of their first use.
  std::vector<VertexId> number_vertices(const std::vector<VertexId>& corners) {
    std::vector<VertexId> vertices;
    for (const VertexId v : corners) {
      if (local_index_[v] != kUnused) continue;
      local_index_[v] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(v);
    }
    return vertices;
  }

  std::size_t add_indices(const std::vector<VertexId>& corners) {
    const std::size_t start = buffer_.size();
    for (const VertexId v : corners) append_scalar(buffer_, local_index_[v], Scalar::uint32, ByteOrder::little);
    return add_accessor(start, {{"componentType", 5125}, {"count", corners.size()}, {"type", "SCALAR"}});
  }

  std::size_t add_positions(const std::vector<VertexId>& vertices) {
    const std::size_t start = buffer_.size();
    std::array<double, 3> lower, upper;
    lower.fill(std::numeric_limits<double>::infinity());
    upper.fill(-std::numeric_limits<double>::infinity());
    for (const VertexId v : vertices)
      for (int axis = 0; axis < 3; ++axis) {
        const double value = mesh_.positions[v][axis];
        require_fit(value, Scalar::float32, v);
        append_scalar(buffer_, value, Scalar::float32, ByteOrder::little);
        lower[axis] = std::min(lower[axis], static_cast<double>(static_cast<float>(value)));
        upper[axis] = std::max(upper[axis], static_cast<double>(static_cast<float>(value)));
      }
    return add_accessor(
        start, {{"componentType", 5126}, {"count", vertices.size()}, {"type", "VEC3"}, {"min", lower}, {"max", upper}});
  }

  // An accessor of its own for what was appended to the buffer from `start` on.
  std::size_t add_accessor(std::size_t start, Json accessor) {
    Json& views = json_["bufferViews"];
    accessor["bufferView"] = views.size();
    views.push_back({{"buffer", 0}, {"byteOffset", start}, {"byteLength", buffer_.size() - start}});
    json_["accessors"].push_back(std::move(accessor));
    return json_["accessors"].size() - 1;
  }

  const PolygonMesh& mesh_;
  Json json_;
  std::string buffer_;
  std::vector<std::uint32_t> local_index_;  // of each vertex in the part being written
};

}  // namespace

std::string write_gltf(const PolygonMesh& mesh, MeshFormat format) { return GltfWriter(mesh).write(format); }

}  // namespace abut
