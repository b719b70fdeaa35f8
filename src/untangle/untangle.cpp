#include "abut/untangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "untangle/untangling.h"

namespace abut {
namespace {

// Squares of areas must neither vanish nor overflow.
constexpr double kShortestEdge = 1e-50, kLongestEdge = 1e50;
// A shape at rest whose edges are so many times as long, or as short, is in other units.
constexpr double kLargestGrowth = 10;

bool is_good(const Vec3& p) { return (p.array().abs() <= kMaxCoordinate).all(); }

Status check_positions(std::span<const Vec3> positions, std::size_t number, std::string_view what) {
  const auto wrong = std::find_if_not(positions.begin(), positions.end(), is_good);
  if (wrong == positions.end()) return success();
  return Error{fmt::format("body {}: {} of vertex {}: ({}, {}, {}) found, expected numbers within {}", number, what,
                           wrong - positions.begin(), wrong->x(), wrong->y(), wrong->z(), kMaxCoordinate)};
}

Status check_size(const UntangleBody& body, std::size_t number) {
  const Surface& surface = *body.body.surface;
  if (body.is_obstacle || surface.edge_count() == 0) return success();
  const double mean = measure_mean_edge(surface, body.body.positions);
  if (mean > 0 && !(mean >= kShortestEdge && mean <= kLongestEdge)) {
    return Error{fmt::format("body {}: edges of {:.3g} in the mean found, expected {} to {}; scale the scene", number,
                             mean, kShortestEdge, kLongestEdge)};
  }
  if (body.rest.empty()) return success();
  const double growth = measure_mean_edge(surface, body.rest) / mean;
  if (!(mean > 0) || (growth <= kLargestGrowth && growth >= 1 / kLargestGrowth)) return success();
  return Error{
      fmt::format("body {}: edges at rest are {:.3g} times as long as those of the input; is the shape at rest "
                  "in other units?",
                  number, growth)};
}

Status check_body(const UntangleBody& body, std::size_t number) {
  if (body.body.surface == nullptr) return Error{fmt::format("body {}: has no surface", number)};
  const std::size_t count = body.body.surface->vertex_count();
  const auto wrong = [&](std::string_view what, std::size_t found) {
    return Error{fmt::format("body {}: {} {} found, expected {}", number, found, what, count)};
  };
  if (body.body.positions.size() != count) return wrong("positions", body.body.positions.size());
  if (!body.rest.empty() && body.rest.size() != count) return wrong("positions at rest", body.rest.size());
  if (!body.start.empty() && body.start.size() != count) return wrong("positions to start from", body.start.size());
  if (auto status = check_positions(body.body.positions, number, "position"); !status) return status;
  if (auto status = check_positions(body.rest, number, "position at rest"); !status) return status;
  if (auto status = check_positions(body.start, number, "position to start from"); !status) return status;
  if (auto status = check_size(body, number); !status) return status;
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

double measure_height(const TrianglePoints& t) {
  const double longest =
      std::sqrt(std::max({(t[1] - t[0]).squaredNorm(), (t[2] - t[1]).squaredNorm(), (t[0] - t[2]).squaredNorm()}));
  return longest > 0 ? (t[1] - t[0]).cross(t[2] - t[0]).norm() / longest : 0;
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
  const auto largest = find_largest_thickness(scene);
  if (!largest || thickness <= *largest) return success();
  return Error{
      fmt::format("a thickness of {:.6g} is more than there is room for between vertices of one surface: half of "
                  "the faces are at most {:.6g} high, which is the largest thickness possible",
                  thickness, *largest)};
}

}  // namespace

std::optional<double> find_largest_thickness(const UntangleScene& scene) {
  std::vector<double> heights;
  for (const UntangleBody& body : scene.bodies) {
    const Surface& surface = *body.body.surface;
    const auto is_fixed = find_fixed(body);
    for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
      const auto& corners = surface.face(FaceId(f));
      if (is_fixed[corners[0]] && is_fixed[corners[1]] && is_fixed[corners[2]]) continue;
      heights.push_back(measure_height(face_points(surface, body.body.positions, FaceId(f))));
    }
  }
  if (heights.empty()) return std::nullopt;
  const auto middle = heights.begin() + static_cast<std::ptrdiff_t>((heights.size() - 1) / 2);
  std::nth_element(heights.begin(), middle, heights.end());
  return *middle;
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
