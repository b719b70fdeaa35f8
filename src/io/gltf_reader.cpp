// glTF 2.0 and GLB: each primitive of each mesh under each node of the scene becomes a part, in world coordinates.
// A skinned mesh keeps its positions as stored: its skeleton, not its node, would place it.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "io/gltf_accessor.h"
#include "io/gltf_document.h"
#include "io/gltf_scene.h"
#include "io/mesh_builder.h"
#include "io/readers.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

enum Mode : std::size_t { kTriangles = 4, kStrip = 5, kFan = 6 };

// Nodes may show one mesh any number of times, and sparse accessors need no bytes: a small file may unfold into a large
// scene. It may not unfold without bound.
constexpr std::size_t kFreeElements = 4'000'000;
constexpr std::size_t kElementsPerByte = 16;
constexpr std::size_t kElementsPerPrimitive = 16;  // what looking at an empty one costs

class GltfReader {
 public:
  GltfReader(MeshFile::Content& content, GltfDocument& document)
      : content_(content),
        document_(document),
        root_(document.json),
        builder_(content),
        elements_left_(kFreeElements + kElementsPerByte * content.bytes.size()) {
    for (const GltfBuffer& buffer : document.buffers) elements_left_ += kElementsPerByte * buffer.bytes.size();
  }

  void read() {
    for (const GltfMeshNode& node : find_mesh_nodes(root_)) read_mesh(node);
    add_note(skinned_count_, "skinned meshes taken as stored, without skeleton and node transform");
    add_note(unfilled_count_, "primitives made of points or lines ignored");
    add_note(morphed_count_, "primitives with morph targets taken without them");
    builder_.finish();
  }

 private:
  void add_note(std::size_t count, std::string_view what) {
    if (count > 0) content_.notes.push_back(fmt::format("{} {}", count, what));
  }

  void read_mesh(const GltfMeshNode& node) {
    const JsonView mesh = root_.at("meshes").at(node.mesh);
    const JsonView primitives = mesh.at("primitives");
    const std::string name = find_name(root_.at("nodes").at(node.node), mesh);
    if (node.is_skinned) ++skinned_count_;
    block_of_accessor_.clear();
    for (std::size_t i = 0; i < primitives.size(); ++i) {
      builder_.begin_part(primitives.size() > 1 ? fmt::format("{}/{}", name, i) : name);
      read_primitive(primitives.at(i), node);
    }
  }

  static std::string find_name(const JsonView& node, const JsonView& mesh) {
    for (const JsonView& named : {node, mesh})
      if (const auto name = named.find("name")) return name->to_string();
    return {};
  }

  void read_primitive(const JsonView& primitive, const GltfMeshNode& node) {
    spend(kElementsPerPrimitive, primitive.path());
    const std::size_t mode = size_or(primitive, "mode", kTriangles);
    if (mode > kFan) fail_at(primitive.path(), "mode {} found, expected 0 to 6", mode);
    refuse_compression(primitive);
    const auto positions = primitive.at("attributes").find("POSITION");
    if (mode < kTriangles || !positions) {
      ++unfilled_count_;
      return;
    }
    if (primitive.find("targets")) ++morphed_count_;
    const GltfBlock& block = document_.blocks[find_block(positions->to_size(), node)];
    add_triangles(read_corners(primitive, block), mode, block, primitive.path());
  }

  // Primitives of one mesh that share positions share vertices: their common edges are no borders.
  std::size_t find_block(std::size_t accessor, const GltfMeshNode& node) {
    const auto [found, is_new] = block_of_accessor_.try_emplace(accessor, document_.blocks.size());
    if (is_new) add_block(accessor, node);
    return found->second;
  }

  void add_block(std::size_t accessor, const GltfMeshNode& node) {
    const std::string path = fmt::format("accessors[{}]", accessor);
    spend(find_accessor(document_, accessor, 3).count, path);
    const std::vector<double> values = read_accessor(document_, accessor, 3);
    document_.blocks.push_back({.accessor = accessor,
                                .node = node.node,
                                .first_vertex = builder_.vertex_count(),
                                .vertex_count = values.size() / 3,
                                .to_world = node.to_world});
    const Eigen::Matrix3d linear = node.to_world.topLeftCorner<3, 3>();
    const Vec3 translation = node.to_world.topRightCorner<3, 1>();
    for (std::size_t i = 0; i < values.size(); i += 3) {
      const Vec3 position = linear * Vec3(values[i], values[i + 1], values[i + 2]) + translation;
      if (!(position.cwiseAbs().maxCoeff() <= kMaxCoordinate) || !position.allFinite())
        fail_at(path, "element {} is at {}, {}, {}, expected numbers within {}", i / 3, position.x(), position.y(),
                position.z(), kMaxCoordinate);
      content_.mesh.positions.push_back(position);
    }
  }

  std::vector<VertexId> read_corners(const JsonView& primitive, const GltfBlock& block) {
    std::vector<VertexId> corners;
    const auto accessor = primitive.find("indices");
    if (!accessor) {
      spend(block.vertex_count, primitive.path());
      for (std::size_t i = 0; i < block.vertex_count; ++i) corners.push_back(VertexId(block.first_vertex + i));
      return corners;
    }
    spend(find_accessor(document_, accessor->to_size(), 1).count, accessor->path());
    for (const double index : read_accessor(document_, accessor->to_size(), 1)) {
      if (!(index >= 0 && index < static_cast<double>(block.vertex_count)) || index != std::trunc(index))
        fail_at(accessor->path(), "vertex index {} found, but there are {} vertices", index, block.vertex_count);
      corners.push_back(VertexId(block.first_vertex + static_cast<std::size_t>(index)));
    }
    return corners;
  }

  void add_triangles(const std::vector<VertexId>& corners, std::size_t mode, const GltfBlock& block,
                     std::string_view path) {
    if (mode == kTriangles && corners.size() % 3 != 0)
      fail_at(path, "{} corners of triangles found, expected a multiple of 3", corners.size());
    const std::size_t limit = block.first_vertex + block.vertex_count;
    for (std::size_t i = 2; i < corners.size(); i += mode == kTriangles ? 3 : 1) {
      const bool is_odd = mode == kStrip && i % 2 == 1;  // every other triangle of a strip is turned over
      const std::size_t first = mode == kFan ? 0 : i - 2;
      const std::array triangle = {corners[is_odd ? i - 1 : first], corners[is_odd ? first : i - 1], corners[i]};
      const std::string fault = find_polygon_fault(triangle, limit);
      const bool is_seam = mode == kStrip && !fault.empty();  // strips are sewn together with empty triangles
      if (!is_seam) builder_.add_polygon(triangle, limit, path_place(path));
    }
  }

  void spend(std::size_t count, std::string_view path) {
    if (count > elements_left_) fail_at(path, "{} elements more found than so small a file may unfold into", count);
    elements_left_ -= count;
  }

  MeshFile::Content& content_;
  GltfDocument& document_;
  JsonView root_;
  MeshBuilder builder_;
  std::size_t elements_left_;
  std::map<std::size_t, std::size_t> block_of_accessor_;  // of the node being read
  std::size_t skinned_count_ = 0, unfilled_count_ = 0, morphed_count_ = 0;
};

}  // namespace

void read_gltf(MeshFile::Content& content, const std::filesystem::path& folder) {
  auto document = std::make_shared<GltfDocument>(load_gltf(content, folder));
  GltfReader(content, *document).read();
  content.gltf = std::move(document);
}

}  // namespace abut
