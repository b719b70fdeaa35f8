// Writes new positions into a glTF file: world positions go back through their node's transform, are rounded to float,
// and replace the bytes of the vertices that changed. Refused where a position has no bytes of its own.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "io/base64.h"
#include "io/failure.h"
#include "io/glb_chunks.h"
#include "io/gltf_accessor.h"
#include "io/gltf_document.h"

namespace abut {
namespace {

struct ByteRange {
  std::size_t buffer, start, end;
};

bool is_same(const Vec3& a, const Vec3& b) {
  return abut::is_same(a.x(), b.x()) && abut::is_same(a.y(), b.y()) && abut::is_same(a.z(), b.z());
}

class GltfPatch {
 public:
  GltfPatch(const MeshFile::Content& content, std::span<const Vec3> positions)
      : content_(content), positions_(positions), document_(*content.gltf) {
    for (const GltfBlock& block : document_.blocks) ranges_.push_back(find_range(block));
  }

  std::string write() {
    for (std::size_t i = 0; i < document_.blocks.size(); ++i) patch_block(i);
    if (!is_changed_ && !has_files()) return content_.bytes;
    for (std::size_t i = 0; i < document_.buffers.size(); ++i) embed_buffer(i);
    return content_.format == MeshFormat::glb ? assemble_glb() : assemble_gltf();
  }

 private:
  ByteRange find_range(const GltfBlock& block) const {
    const GltfAccessor accessor = find_accessor(document_, block.accessor, 3);
    if (!accessor.buffer || accessor.count == 0) return {0, 0, 0};
    return {*accessor.buffer, accessor.offset,
            accessor.offset + (accessor.count - 1) * accessor.stride + accessor.element_size()};
  }

  void patch_block(std::size_t index) {
    const GltfBlock& block = document_.blocks[index];
    const std::vector<std::size_t> changed = find_changed_vertices(block);
    if (changed.empty()) return;
    is_changed_ = true;
    const GltfAccessor accessor = find_accessor(document_, block.accessor, 3);
    require_own_bytes(index, accessor);
    const Eigen::FullPivLU<Eigen::Matrix3d> linear(block.to_world.topLeftCorner<3, 3>());
    if (!linear.isInvertible())
      fail_at(fmt::format("nodes[{}]", block.node), "transform that flattens space found; positions cannot go back");
    const Vec3 translation = block.to_world.topRightCorner<3, 1>();
    for (const std::size_t v : changed)
      store(linear.solve(positions_[block.first_vertex + v] - translation), accessor, v, block.first_vertex + v);
    update_bounds(block.accessor, accessor);
  }

  std::vector<std::size_t> find_changed_vertices(const GltfBlock& block) const {
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < block.vertex_count; ++i)
      if (!is_same(positions_[block.first_vertex + i], content_.mesh.positions[block.first_vertex + i]))
        changed.push_back(i);
    return changed;
  }

  void require_own_bytes(std::size_t index, const GltfAccessor& accessor) const {
    const std::string path = fmt::format("accessors[{}]", document_.blocks[index].accessor);
    if (accessor.is_sparse || !accessor.buffer) fail_at(path, "sparse positions found, which cannot be changed");
    if (accessor.type != Scalar::float32) fail_at(path, "quantised positions found, which cannot be changed");
    const ByteRange own = ranges_[index];
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const bool is_shared =
          ranges_[i].buffer == own.buffer && ranges_[i].start < own.end && own.start < ranges_[i].end;
      if (i != index && is_shared)
        fail_at(path, "positions shared by nodes {} and {} found, which cannot be changed for one of them",
                document_.blocks[index].node, document_.blocks[i].node);
    }
  }

  void store(const Vec3& position, const GltfAccessor& accessor, std::size_t element, std::size_t vertex) {
    char* bytes = document_.buffers[*accessor.buffer].bytes.data() + accessor.offset + element * accessor.stride;
    for (int axis = 0; axis < 3; ++axis) {
      require_fit(position[axis], Scalar::float32, vertex);
      store_scalar(bytes + 4 * axis, position[axis], Scalar::float32, ByteOrder::little);
    }
  }

  void update_bounds(std::size_t index, const GltfAccessor& accessor) {
    const std::vector<double> values = read_accessor(document_, index, 3);
    std::array<double, 3> lower, upper;
    lower.fill(std::numeric_limits<double>::infinity());
    upper.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < 3 * accessor.count; ++i) {
      lower[i % 3] = std::min(lower[i % 3], values[i]);
      upper[i % 3] = std::max(upper[i % 3], values[i]);
    }
    document_.json["accessors"][index]["min"] = lower;
    document_.json["accessors"][index]["max"] = upper;
  }

  bool has_files() const {
    return std::any_of(document_.buffers.begin(), document_.buffers.end(),
                       [](const GltfBuffer& buffer) { return buffer.source == GltfBuffer::Source::file; });
  }

  void embed_buffer(std::size_t index) {
    const GltfBuffer& buffer = document_.buffers[index];
    Json& json = document_.json["buffers"][index];
    if (buffer.source == GltfBuffer::Source::file)
      json["uri"] = "data:application/octet-stream;base64," + encode_base64(buffer.bytes);
    if (buffer.source == GltfBuffer::Source::data_uri && buffer.bytes != content_.gltf->buffers[index].bytes) {
      const std::string uri = json["uri"];
      json["uri"] = uri.substr(0, uri.find(',') + 1) + encode_base64(buffer.bytes);
    }
  }

  std::string assemble_gltf() const {
    const bool has_lines = content_.bytes.find('\n') != std::string::npos;
    return document_.json.dump(has_lines ? 2 : -1) + (has_lines ? "\n" : "");
  }

  std::string assemble_glb() const {
    const GlbChunks chunks = find_glb_chunks(content_.bytes);
    std::string others = content_.bytes.substr(chunks.json_end);
    if (!document_.buffers.empty() && document_.buffers[0].source == GltfBuffer::Source::glb_chunk)
      others.replace(chunks.binary_start - chunks.json_end, document_.buffers[0].bytes.size(),
                     document_.buffers[0].bytes);
    return make_glb(document_.json.dump(), others);
  }

  const MeshFile::Content& content_;
  std::span<const Vec3> positions_;
  GltfDocument document_;  // a copy to change
  std::vector<ByteRange> ranges_;
  bool is_changed_ = false;
};

}  // namespace

std::string patch_gltf(const MeshFile::Content& content, std::span<const Vec3> positions) {
  return GltfPatch(content, positions).write();
}

}  // namespace abut
