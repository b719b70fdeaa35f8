#include "reproduce/contour_minimisation/tangle_picture.h"

namespace abut::reproduce {
namespace {

// Two surfaces are sand and lilac, which arrows and contours stand out from; of more, each has a hue of its own.
Tint choose_body_tint(std::size_t number, std::size_t count) {
  if (count > 2) return {choose_tint(static_cast<std::uint32_t>(number)).hue, 0.4};
  return number == 0 ? Tint{0.11, 0.45} : Tint{0.74, 0.25};
}

// Segments that go on from each other become one line.
void add_contour(MeshPicture& picture, const Contour& contour) {
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < contour.segments.size(); ++i) {
    const auto& [from, to] = contour.segments[i];
    if (i == 0 || from != end) picture.lines.push_back({{contour.crossings[from].position}, kContourColor});
    picture.lines.back().points.push_back(contour.crossings[to].position);
    end = to;
  }
}

}  // namespace

MeshPicture picture_tangle(std::span<const Body> bodies, const Vec3& from, std::string title) {
  MeshPicture picture{.from = from, .title = std::move(title)};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    picture.bodies.push_back({bodies[i], choose_body_tint(i, bodies.size())});
  }
  add_contours(picture, check(bodies).contours);
  return picture;
}

void add_contours(MeshPicture& picture, const Contours& contours) {
  for (const Contour& contour : contours.contours) add_contour(picture, contour);
}

Piercings find_piercings(std::span<const Body> bodies) {
  const auto pairs = find_intersections(bodies).pairs;
  const Crossings crossings = find_crossings(bodies, pairs);
  return abut::find_piercings(bodies, pairs, crossings.crossings, crossings.of_pairs);
}

void add_piercing(MeshPicture& picture, const Piercing& piercing, const Vec3& relative, double scale) {
  const Vec3& at = piercing.position;
  picture.dots.push_back({at, kPiercingColor});
  if (relative.norm() < 1e-6) return;
  picture.arrows.push_back({at, at + scale * relative, kEdgeArrowColor});
  picture.arrows.push_back({at, at - scale * relative, kFaceArrowColor});
}

std::vector<Vec3> list_points(std::span<const Body> bodies) {
  std::vector<Vec3> points;
  for (const Body& body : bodies) points.insert(points.end(), body.positions.begin(), body.positions.end());
  return points;
}

}  // namespace abut::reproduce
