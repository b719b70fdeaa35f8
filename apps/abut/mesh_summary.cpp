#include "mesh_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

constexpr std::size_t kMaxParts = 6;

}  // namespace

std::string summarize_mesh(const MeshInput& mesh) {
  const Surface& s = mesh.surface;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{} ({}): {}, {}, {}\n", printable(mesh.name), mesh.kind,
                 plural(s.vertex_count(), "vertex", "vertices"), plural(s.face_count(), "triangle", "triangles"),
                 plural(s.component_count(), "component", "components"));
  if (s.is_closed() && s.nonmanifold_edge_count() == 0) {
    fmt::format_to(out, "  closed");
  } else {
    fmt::format_to(out, "  {}, {}", plural(s.boundary_loop_count(), "boundary loop", "boundary loops"),
                   plural(s.nonmanifold_edge_count(), "non-manifold edge", "non-manifold edges"));
  }
  if (s.misoriented_edge_count() > 0) {
    fmt::format_to(out, ", {} between faces that disagree about the front",
                   plural(s.misoriented_edge_count(), "edge", "edges"));
  }
  text += "\n";
  if (s.vertex_count() < mesh.vertices_in_file) {
    fmt::format_to(out, "  {} in the file welded to {} by exact position (--no-weld keeps them apart)\n",
                   plural(mesh.vertices_in_file, "vertex", "vertices"), with_commas(s.vertex_count()));
  }
  if (s.unused_vertex_count() > 0) {
    fmt::format_to(out, "  {} in no face\n", plural(s.unused_vertex_count(), "vertex", "vertices"));
  }
  if (s.parts().size() > 1) {
    fmt::format_to(out, "  {} objects:", s.parts().size());
    for (std::size_t i = 0; i < std::min(kMaxParts, s.parts().size()); ++i)
      fmt::format_to(out, "{} {}", i > 0 ? "," : "", printable(s.parts()[i].name));
    text += s.parts().size() > kMaxParts ? " ...\n" : "\n";
  }
  for (const std::string& note : mesh.notes) fmt::format_to(out, "  note: {}\n", note);
  return text;
}

void print_meshes(std::FILE* out, const MeshInputs& meshes) {
  for (const auto& mesh : meshes) fmt::print(out, "{}", summarize_mesh(*mesh));
}

}  // namespace abut
