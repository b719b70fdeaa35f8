#include "check_summary.h"

#include <fmt/format.h>

#include <iterator>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

constexpr std::size_t kMaxContours = 8, kMaxPartPairs = 8, kMaxParts = 6;

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

std::string as_box(const Box3& box) {
  return fmt::format("({:.6g} {:.6g} {:.6g}) to ({:.6g} {:.6g} {:.6g})", box.lower.x(), box.lower.y(), box.lower.z(),
                     box.upper.x(), box.upper.y(), box.upper.z());
}

std::string describe_ends(const Contour& contour) {
  std::string text;
  for (const Contour::End& end : contour.ends) {
    text += fmt::format("{}{}", text.empty() ? ", ends: " : ", ", end.on_boundary ? "boundary" : "inside");
    if (text.size() > 60) return text + ", ...";
  }
  return text;
}

std::string describe(const Contour& contour) {
  const auto pairs = plural(contour.pairs.size(), "pair", "pairs");
  switch (contour.shape) {
    case Contour::Shape::closed:
      return fmt::format("closed, {}, length {:.6g}", pairs, contour.length);
    case Contour::Shape::open:
      return fmt::format("open, {}, length {:.6g}{}", pairs, contour.length, describe_ends(contour));
    case Contour::Shape::branched:
      return fmt::format("branched, {}, length {:.6g}{}", pairs, contour.length, describe_ends(contour));
    case Contour::Shape::point:
      return fmt::format("touching in a point, {}", pairs);
    case Contour::Shape::area:
      return fmt::format("overlapping in a plane, {}, area {:.6g}", pairs, contour.area);
  }
  return pairs;
}

std::string part_name(const MeshInputs& meshes, BodyId body, PartId part) {
  const Surface& surface = meshes[body]->surface;
  const std::string& name = surface.parts()[part].name;
  const bool is_redundant = name.empty() || (surface.parts().size() == 1 && meshes.size() > 1);
  if (is_redundant) return printable(meshes[body]->name);
  return meshes.size() > 1 ? fmt::format("{} [{}]", printable(meshes[body]->name), printable(name)) : printable(name);
}

void append_parts(std::string& text, const MeshInputs& meshes, const CheckReport& report) {
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < std::min(kMaxPartPairs, report.by_parts.size()); ++i) {
    const PartPairCount& row = report.by_parts[i];
    const bool within = row.body_a == row.body_b && row.part_a == row.part_b;
    const auto a = part_name(meshes, row.body_a, row.part_a);
    if (within) fmt::format_to(out, "  {:>9} within {}\n", with_commas(row.count), a);
    if (!within)
      fmt::format_to(out, "  {:>9} between {} and {}\n", with_commas(row.count), a,
                     part_name(meshes, row.body_b, row.part_b));
  }
  if (report.by_parts.size() > kMaxPartPairs) {
    fmt::format_to(out, "  {:>9} more pairs of objects (--json lists all)\n", report.by_parts.size() - kMaxPartPairs);
  }
}

void append_contours(std::string& text, const CheckReport& report) {
  const auto out = std::back_inserter(text);
  const auto& contours = report.contours.contours;
  fmt::format_to(out, "Contours, worst first:\n");
  for (std::size_t i = 0; i < std::min(kMaxContours, contours.size()); ++i) {
    fmt::format_to(out, "  {:>3}  {}\n       in {}\n", i + 1, describe(contours[i]), as_box(contours[i].box));
  }
  if (contours.size() > kMaxContours) {
    fmt::format_to(out, "  {} more (--json lists all)\n", with_commas(contours.size() - kMaxContours));
  }
}

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
  if (s.parts().size() > 1) {
    fmt::format_to(out, "  {} objects:", s.parts().size());
    for (std::size_t i = 0; i < std::min(kMaxParts, s.parts().size()); ++i)
      fmt::format_to(out, " {}", printable(s.parts()[i].name));
    text += s.parts().size() > kMaxParts ? " ...\n" : "\n";
  }
  for (const std::string& note : mesh.notes) fmt::format_to(out, "  note: {}\n", note);
  return text;
}

std::string summarize_check(const MeshInputs& meshes, const CheckReport& report) {
  const Intersections& found = report.intersections;
  std::string text;
  const auto out = std::back_inserter(text);
  if (!found.faces_without_area.empty()) {
    fmt::format_to(out, "{} without area left out.\n", plural(found.faces_without_area.size(), "face", "faces"));
  }
  if (found.pairs.empty()) {
    fmt::format_to(out, "{}",
                   found.is_complete ? "No intersections: proven by an exact test of all candidates.\n"
                                     : "Stopped early: no intersections found so far.\n");
  } else {
    const std::size_t contours = report.contours.contours.size();
    fmt::format_to(out, "{}{} in {}:\n", found.is_complete ? "" : "Stopped early: at least ",
                   plural(found.pairs.size(), "intersecting pair of triangles", "intersecting pairs of triangles"),
                   plural(contours, "contour", "contours"));
    append_parts(text, meshes, report);
    append_contours(text, report);
  }
  return text;
}

}  // namespace abut
