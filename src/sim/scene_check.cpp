#include "sim/scene_check.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace abut {
namespace {

bool is_finite(const Vec3& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() <= kMaxCoordinate; }

template <class... Args>
Status wrong(std::string_view body, fmt::format_string<Args...> text, Args&&... args) {
  return Error{fmt::format("{}: {}", body, fmt::format(text, std::forward<Args>(args)...))};
}

Status check_points(std::string_view body, std::string_view what, std::span<const Vec3> points, std::size_t expected) {
  if (points.size() != expected) return wrong(body, "{} {} found, expected {}", points.size(), what, expected);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_finite(points[i])) {
      return wrong(body, "{} of vertex {} are {}, {}, {}; finite numbers are expected", what, i, points[i].x(),
                   points[i].y(), points[i].z());
    }
  }
  return success();
}

// Twice the area by the square of the longest edge: 0 for corners on a line, 0.87 at most.
double measure_roundness(const std::array<Vec2, 3>& face) {
  const Vec2 u = face[1] - face[0], v = face[2] - face[0];
  const double longest = std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()});
  return longest > 0 ? std::abs(u.x() * v.y() - u.y() * v.x()) / longest : 0;
}

Status check_rest(std::string_view name, const Surface& surface, const RestShape& rest) {
  constexpr double kFlattest = 1e-9;
  if (rest.faces.size() != surface.face_count() || rest.bends.size() != surface.edge_count()) {
    return wrong(name, "the shape at rest has {} faces and {} edges, expected {} and {}", rest.faces.size(),
                 rest.bends.size(), surface.face_count(), surface.edge_count());
  }
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    for (const Vec2& corner : rest.faces[f]) {
      if (!corner.allFinite()) return wrong(name, "face {} has no finite shape at rest", f);
    }
    if (!(measure_roundness(rest.faces[f]) > kFlattest)) {
      return wrong(name, "face {} (polygon {}) has no area at rest; remove it or merge its corners", f,
                   surface.polygon(FaceId(f)).value);
    }
  }
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    if (!std::isfinite(rest.bends[e])) return wrong(name, "edge {} has no finite angle at rest", e);
  }
  return success();
}

Status check_duplicates(std::string_view name, const Surface& surface) {
  std::vector<std::pair<std::array<std::uint32_t, 3>, std::uint32_t>> faces;
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    std::array<std::uint32_t, 3> corners;
    std::copy(surface.face(FaceId(f)).begin(), surface.face(FaceId(f)).end(), corners.begin());
    std::sort(corners.begin(), corners.end());
    faces.emplace_back(corners, f);
  }
  std::sort(faces.begin(), faces.end());
  for (std::size_t i = 1; i < faces.size(); ++i) {
    if (faces[i].first == faces[i - 1].first) {
      return wrong(name,
                   "faces {} and {} (polygons {} and {}) have the same corners; remove one of them, or, if they are "
                   "layers that lie on each other, do not weld their vertices",
                   faces[i - 1].second, faces[i].second, surface.polygon(FaceId(faces[i - 1].second)).value,
                   surface.polygon(FaceId(faces[i].second)).value);
    }
  }
  return success();
}

Status check_attachments(const Cloth& cloth, std::string_view name) {
  for (const Attachment& attachment : cloth.attachments) {
    for (const VertexId v : attachment.vertices) {
      if (v >= cloth.surface->vertex_count()) {
        return wrong(name, "vertex {} is attached, but there are only {}", v.value, cloth.surface->vertex_count());
      }
    }
  }
  return success();
}

Status check_cloth(const Cloth& cloth) {
  const std::string name = fmt::format("cloth {}", quote(cloth.name));
  if (!cloth.surface || cloth.surface->face_count() == 0) return wrong(name, "it has no faces");
  if (const Status s = check_points(name, "positions", cloth.positions, cloth.surface->vertex_count()); !s) return s;
  if (!cloth.velocities.empty()) {
    const Status s = check_points(name, "velocities", cloth.velocities, cloth.surface->vertex_count());
    if (!s) return s;
  }
  if (!cloth.surface->faces_without_edges().empty()) {
    return wrong(name, "face {} names a vertex twice", cloth.surface->faces_without_edges()[0].value);
  }
  if (const Status s = check_duplicates(name, *cloth.surface); !s) return s;
  if (const Status s = check_rest(name, *cloth.surface, cloth.rest); !s) return s;
  if (const Status s = check_material(cloth.material); !s) return wrong(name, "{}", s.error().message);
  return check_attachments(cloth, name);
}

Status check_obstacle(const Obstacle& obstacle) {
  const std::string name = fmt::format("obstacle {}", quote(obstacle.name));
  if (!obstacle.surface) return wrong(name, "it has no surface");
  if (!(obstacle.friction >= 0) || !std::isfinite(obstacle.friction)) {
    return wrong(name, "friction is {}, expected 0 or more", obstacle.friction);
  }
  const Status s = check_points(name, "positions", obstacle.positions, obstacle.surface->vertex_count());
  if (!s || !obstacle.placement) return s;
  std::vector<Vec3> points = obstacle.positions;
  obstacle.placement(0, points);
  return check_points(name, "positions", points, points.size());
}

Status check_ground(const Ground& ground) {
  if (!is_finite(ground.point) || !is_finite(ground.normal) || !(ground.normal.norm() > 0)) {
    return Error{"ground: a finite point and a normal that is not zero are expected"};
  }
  if (!(ground.friction >= 0) || !std::isfinite(ground.friction)) {
    return Error{fmt::format("ground: friction is {}, expected 0 or more", ground.friction)};
  }
  return success();
}

struct Bound {
  std::string_view name;
  double value, least, most;
  bool is_open = false;  // the least itself is not allowed
};

}  // namespace

Status check_scene(const SimulationScene& scene) {
  if (scene.cloths.empty()) return Error{"there is no cloth to simulate"};
  for (const Cloth& cloth : scene.cloths) {
    if (const Status s = check_cloth(cloth); !s) return s;
  }
  for (const Obstacle& obstacle : scene.obstacles) {
    if (const Status s = check_obstacle(obstacle); !s) return s;
  }
  for (const Ground& ground : scene.grounds) {
    if (const Status s = check_ground(ground); !s) return s;
  }
  if (!is_finite(scene.gravity)) return Error{"gravity: finite numbers are expected"};
  const Wind& wind = scene.wind;
  if (!is_finite(wind.velocity) || !std::isfinite(wind.gusts) || !(wind.gust_period > 0) || !(wind.air_density >= 0) ||
      !std::isfinite(wind.gust_period) || !std::isfinite(wind.air_density)) {
    return Error{"wind: finite numbers, a gust_period above 0 and an air_density of 0 or more are expected"};
  }
  return success();
}

Status check_settings(const SimulationSettings& s) {
  const double huge = 1e12;
  const Bound bounds[] = {
      {"step", s.step, 0, 1, true},
      {"halvings", static_cast<double>(s.halvings), 0, 30},
      {"contact.thickness", s.contact.thickness, 0, huge},
      {"contact.stiffness", s.contact.stiffness, 0, huge},
      {"contact.ignored_share", s.contact.ignored_share, 0, 1},
      {"recovery.iterations", static_cast<double>(s.recovery.iterations), 0, 1000},
      {"recovery.largest", s.recovery.largest, 0, huge},
      {"recovery.softness", s.recovery.softness, 0, huge},
      {"solver.newton_iterations", static_cast<double>(s.solver.newton_iterations), 1, 1000},
      {"solver.tolerance", s.solver.tolerance, 0, huge},
      {"solver.linear_tolerance", s.solver.linear_tolerance, 0, 1},
      {"solver.linear_iterations", static_cast<double>(s.solver.linear_iterations), 1, 1e6},
  };
  for (const Bound& bound : bounds) {
    const bool is_within = bound.is_open ? bound.value > bound.least : bound.value >= bound.least;
    if (!is_within || !(bound.value <= bound.most)) {
      return Error{fmt::format("{} is {}, expected {} {} to {}", bound.name, bound.value,
                               bound.is_open ? "more than" : "from", bound.least, bound.most)};
    }
  }
  return success();
}

}  // namespace abut
