// The MeshFile class, and the one way in which OBJ, PLY, STL and OFF get new positions.
#include "io/mesh_file.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "io/failure.h"
#include "io/gltf_document.h"
#include "io/number.h"

namespace abut {
namespace {

std::size_t encoded_size(const std::string& bytes, std::size_t offset, const CoordinateEncoding& encoding) {
  if (!encoding.is_text) return scalar_size(encoding.type);
  return std::min(bytes.find_first_not_of("+-.0123456789eE", offset), bytes.size()) - offset;
}

void append_encoded(std::string& out, double value, const CoordinateEncoding& encoding) {
  if (encoding.is_text) return append_number(out, value);
  append_scalar(out, value, encoding.type, encoding.order);
}

// Properties of a PLY file may stand in any order, z before x.
std::array<int, 3> find_axis_order(const CoordinateOffsets& offsets) {
  std::array<int, 3> axes = {0, 1, 2};
  std::sort(axes.begin(), axes.end(), [&](int a, int b) { return offsets[a] < offsets[b]; });
  return axes;
}

}  // namespace

MeshFile::MeshFile(std::unique_ptr<Content> content) : content_(std::move(content)) {}
MeshFile::MeshFile(MeshFile&&) noexcept = default;
MeshFile& MeshFile::operator=(MeshFile&&) noexcept = default;
MeshFile::~MeshFile() = default;

const PolygonMesh& MeshFile::mesh() const { return content_->mesh; }
MeshFormat MeshFile::format() const { return content_->format; }
const std::vector<std::string>& MeshFile::notes() const { return content_->notes; }

std::vector<std::filesystem::path> MeshFile::files() const {
  std::vector<std::filesystem::path> files;
  if (!content_->path.empty()) files.push_back(content_->path);
  if (!content_->gltf) return files;
  for (const GltfBuffer& buffer : content_->gltf->buffers) {
    if (!buffer.file.empty()) files.push_back(buffer.file);
  }
  return files;
}

bool is_same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

void require_fit(double value, Scalar type, std::size_t vertex) {
  if (!round_to_scalar(value, type))
    fail("vertex {}: coordinate {} does not fit the file's type {}", vertex, value, scalar_name(type));
}

std::string patch_coordinates(const MeshFile::Content& content, std::span<const Vec3> positions) {
  std::string out;
  out.reserve(content.bytes.size());
  std::size_t copied = 0;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    for (const int axis : find_axis_order(content.offsets[v])) {
      const double value = positions[v][axis];
      if (is_same(value, content.mesh.positions[v][axis])) continue;
      const CoordinateEncoding& encoding = content.encodings[axis];
      require_fit(value, encoding.type, v);
      const std::size_t offset = content.offsets[v][axis];
      out.append(content.bytes, copied, offset - copied);
      append_encoded(out, value, encoding);
      copied = offset + encoded_size(content.bytes, offset, encoding);
    }
  }
  return out.append(content.bytes, copied);
}

}  // namespace abut
