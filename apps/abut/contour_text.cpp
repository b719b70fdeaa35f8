#include "contour_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "console.h"
#include "mesh_names.h"

namespace abut {
namespace {

std::string describe_ends(const Contour& contour) {
  std::string text;
  for (const Contour::End& end : contour.ends) {
    text += fmt::format("{}{}", text.empty() ? ", ends: " : ", ", end.on_boundary ? "boundary" : "inside");
    if (text.size() > 60) return text + ", ...";
  }
  return text;
}

}  // namespace

std::string describe_box(const Box3& box) {
  const double size = box.size().maxCoeff(),
               reach = std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
  const int digits = size > 0 ? std::clamp(4 + static_cast<int>(std::ceil(std::log10(reach / size))), 6, 17) : 9;
  const auto point = [&](const Vec3& p) {
    return fmt::format("({:.{}g} {:.{}g} {:.{}g})", p.x(), digits, p.y(), digits, p.z(), digits);
  };
  return fmt::format("{} to {}", point(box.lower), point(box.upper));
}

std::string describe_contour(const Contour& contour) {
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
  if (is_redundant) return short_name(meshes, body);
  return meshes.size() > 1 ? fmt::format("{} [{}]", short_name(meshes, body), printable(name)) : printable(name);
}

std::string describe_objects(const MeshInputs& meshes, const IntersectingPair& pair) {
  if (meshes.size() == 1 && meshes[0]->surface.parts().size() == 1) return {};
  const auto name = [&](FaceRef f) { return part_name(meshes, f.body, meshes[f.body]->surface.part(f.face)); };
  const std::string a = name(pair.a), b = name(pair.b);
  return a == b ? fmt::format(", in {}", a) : fmt::format(", {} and {}", a, b);
}

}  // namespace abut
