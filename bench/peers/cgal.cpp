#include "bench/peers/peers.h"

#ifdef ABUT_HAS_CGAL
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_CGAL

namespace {

namespace pmp = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

Kernel::Point_3 to_cgal(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

}  // namespace

std::optional<Measurement> measure_cgal_self_intersections(const Body& body) {
  std::vector<Kernel::Point_3> points;
  for (const Vec3& p : body.positions) points.push_back(to_cgal(p));
  std::vector<std::array<std::size_t, 3>> triangles;
  for (const auto& f : body.surface->faces()) triangles.push_back({f[0], f[1], f[2]});
  if (!pmp::is_polygon_soup_a_polygon_mesh(triangles)) return std::nullopt;
  Mesh mesh;
  pmp::polygon_soup_to_polygon_mesh(points, triangles, mesh);
  return measure([&] {
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> found;
    pmp::self_intersections(mesh, std::back_inserter(found));
    // A pair of a face with itself marks a face without area.
    return static_cast<std::uint64_t>(
        std::count_if(found.begin(), found.end(), [](const auto& p) { return p.first != p.second; }));
  });
}

std::optional<Measurement> measure_cgal_orientations(std::span<const std::array<Vec3, 4>> quadruples) {
  std::vector<std::array<Kernel::Point_3, 4>> points;
  for (const auto& q : quadruples) points.push_back({to_cgal(q[0]), to_cgal(q[1]), to_cgal(q[2]), to_cgal(q[3])});
  return measure([&] {
    std::int64_t sum = 0;
    for (const auto& q : points) sum += static_cast<int>(CGAL::orientation(q[0], q[1], q[2], q[3]));
    return static_cast<std::uint64_t>(sum);
  });
}

#else

std::optional<Measurement> measure_cgal_self_intersections(const Body&) { return std::nullopt; }
std::optional<Measurement> measure_cgal_orientations(std::span<const std::array<Vec3, 4>>) { return std::nullopt; }

#endif

}  // namespace abut::bench
