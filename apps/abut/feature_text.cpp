#include "feature_text.h"

#include <fmt/format.h>

#include "base/text.h"

namespace abut {

std::string describe_feature(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature) {
  const CheckedMesh& mesh = meshes[feature.body];
  const auto in_file = [&](VertexId v) { return mesh.file_vertices.empty() ? v.value : mesh.file_vertices[v].value; };
  const std::string where = meshes.size() > 1 ? " of " + printable(mesh.name) : "";
  if (feature.kind == SurfaceFeature::Kind::vertex) {
    return fmt::format("vertex {}{}", in_file(VertexId(feature.index)), where);
  }
  if (feature.kind == SurfaceFeature::Kind::face) return fmt::format("face {}{}", feature.index, where);
  const auto& [a, b] = mesh.body.surface->edge(EdgeId(feature.index));
  return fmt::format("edge {}-{}{}", in_file(a), in_file(b), where);
}

}  // namespace abut
