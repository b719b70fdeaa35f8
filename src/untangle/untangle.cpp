#include "abut/untangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "untangle/untangling.h"

namespace abut {
namespace {

Status check_body(const UntangleBody& body, std::size_t number) {
  const std::size_t count = body.body.surface->vertex_count();
  const auto wrong = [&](std::string_view what, std::size_t found) {
    return Error{fmt::format("body {}: {} {} found, expected {}", number, found, what, count)};
  };
  if (body.body.positions.size() != count) return wrong("positions", body.body.positions.size());
  if (!body.rest.empty() && body.rest.size() != count) return wrong("positions at rest", body.rest.size());
  if (!body.start.empty() && body.start.size() != count) return wrong("positions to start from", body.start.size());
  for (const VertexId pin : body.pins) {
    if (pin >= count)
      return Error{fmt::format("body {}: pin {} found, expected a vertex below {}", number, pin.value, count)};
  }
  const std::size_t parts = std::max<std::size_t>(1, body.body.surface->parts().size());
  if (!body.layers.empty() && body.layers.size() != parts) {
    return Error{fmt::format("body {}: layers of {} parts found, expected {}", number, body.layers.size(), parts)};
  }
  return success();
}

std::vector<std::uint8_t> find_fixed(const UntangleBody& body) {
  std::vector<std::uint8_t> is_fixed(body.body.surface->vertex_count(), body.is_obstacle);
  for (const VertexId pin : body.pins) is_fixed[pin] = 1;
  return is_fixed;
}

struct LowestFace {
  double height = 0;
  std::size_t body = 0;
  FaceId face;
};

double measure_height(const TrianglePoints& t) {
  const double longest =
      std::sqrt(std::max({(t[1] - t[0]).squaredNorm(), (t[2] - t[1]).squaredNorm(), (t[0] - t[2]).squaredNorm()}));
  return longest > 0 ? (t[1] - t[0]).cross(t[2] - t[0]).norm() / longest : 0;
}

// Of the faces with a corner that may move.
std::optional<LowestFace> find_lowest_face(const UntangleScene& scene) {
  std::optional<LowestFace> lowest;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const UntangleBody& body = scene.bodies[i];
    const Surface& surface = *body.body.surface;
    const auto is_fixed = find_fixed(body);
    for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
      const auto& corners = surface.face(FaceId(f));
      if (is_fixed[corners[0]] && is_fixed[corners[1]] && is_fixed[corners[2]]) continue;
      const double height = measure_height(face_points(surface, body.body.positions, FaceId(f)));
      if (!lowest || height < lowest->height) lowest = {height, i, FaceId(f)};
    }
  }
  return lowest;
}

Status check_scene(const UntangleScene& scene, const UntangleSettings& settings) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (auto status = check_body(scene.bodies[i], i); !status) return status;
  }
  if (!settings.thickness) return success();
  const double thickness = *settings.thickness;
  if (!(thickness >= 0) || !std::isfinite(thickness)) {
    return Error{fmt::format("a thickness of {} found, expected a length", thickness)};
  }
  const auto lowest = find_lowest_face(scene);
  if (!lowest || thickness <= lowest->height) return success();
  return Error{
      fmt::format("a thickness of {:.6g} is more than the faces have room for: face {} of body {} is {:.6g} "
                  "high, which is the largest thickness possible",
                  thickness, lowest->face.value, lowest->body, lowest->height)};
}

}  // namespace

std::optional<double> find_largest_thickness(const UntangleScene& scene) {
  const auto lowest = find_lowest_face(scene);
  return lowest ? std::optional(lowest->height) : std::nullopt;
}

Result<UntangleReport> untangle(const UntangleScene& scene, const UntangleSettings& settings) {
  if (const auto status = check_scene(scene, settings); !status) return status.error();
  UntangleReport report = Untangling(scene, settings).run();
  if (report.deformation.movable_vertices == 0 && report.before.pairs > 0) {
    return Error{"nothing may move: all vertices are pinned or belong to obstacles, and faces intersect"};
  }
  return report;
}

}  // namespace abut
