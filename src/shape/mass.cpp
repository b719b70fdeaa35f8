// Mass of what a surface encloses: tetrahedra from a point in its middle to each face, with sign (Mirtich 1996 and
// Eberly 2002 have the same integrals in other forms). And bodies joined, scaled and checked.
#include "abut/mass.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/assert.h"
#include "shape/mass_check.h"
#include "shape/moments.h"

namespace abut {
namespace {

bool has_direction(const std::array<VertexId, 3>& face, const std::array<VertexId, 2>& edge) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (face[i] == edge[0] && face[(i + 1) % 3] == edge[1]) return true;
  }
  return false;
}

std::string format_edge(const Surface& surface, std::span<const Vec3> positions, EdgeId e) {
  const Vec3 &from = positions[surface.edge(e)[0]], &to = positions[surface.edge(e)[1]];
  return fmt::format("the edge from ({:g}, {:g}, {:g}) to ({:g}, {:g}, {:g})", from.x(), from.y(), from.z(), to.x(),
                     to.y(), to.z());
}

// Every edge is gone along as often one way as the other: then integrals do not depend on where they are done from.
Status check_is_closed(const Surface& surface, std::span<const Vec3> positions) {
  for (std::size_t i = 0; i < surface.edge_count(); ++i) {
    const EdgeId e(i);
    std::ptrdiff_t balance = 0;
    for (const FaceId f : surface.edge_faces(e)) balance += has_direction(surface.face(f), surface.edge(e)) ? 1 : -1;
    if (balance == 0) continue;
    const std::string where = format_edge(surface, positions, e);
    if (surface.is_boundary(e)) return Error{fmt::format("the surface is not closed: {} has one face", where)};
    return Error{fmt::format("the faces of the surface do not agree about where outside is: see {}", where)};
  }
  return success();
}

}  // namespace

Result<MassProperties> measure_mass(const Surface& surface, std::span<const Vec3> positions, double density) {
  ABUT_ASSERT(positions.size() == surface.vertex_count());
  if (const Status status = check_density(density); !status) return status.error();
  if (const Status status = check_is_closed(surface, positions); !status) return status.error();
  const Vec3 origin = make_box(positions).center();
  Moments sum;
  double rounding = 0;
  for (std::size_t i = 0; i < surface.face_count(); ++i) {
    TrianglePoints points = face_points(surface, positions, FaceId(i));
    for (Vec3& p : points) p -= origin;
    sum += measure_tetrahedron(points);
    rounding += 1e-15 * points[0].norm() * points[1].norm() * points[2].norm();
  }
  if (!(std::abs(sum.content) > rounding)) return Error{"the surface encloses no volume"};
  if (sum.content < 0) {
    return Error{fmt::format("the surface is inside out: its volume is {:g}; turn its faces around", sum.content)};
  }
  return check_measured(make_mass(sum, origin, density));
}

Result<MassProperties> measure_mass(const PolygonMesh& mesh, double density) {
  if (const Status status = check_polygon_mesh(mesh); !status) return status.error();
  const PolygonMesh welded = weld(mesh).mesh;
  return measure_mass(make_surface(welded), welded.positions, density);
}

MassProperties place_mass(const MassProperties& mass, const Pose3& pose) {
  const Eigen::Matrix3d turn = pose.rotation.toRotationMatrix();
  return {mass.mass, pose.apply(mass.center), turn * mass.inertia * turn.transpose()};
}

MassProperties join_masses(std::span<const MassProperties> parts) {
  ABUT_ASSERT(!parts.empty());
  MassProperties sum;
  for (const MassProperties& part : parts) sum.mass += part.mass;
  for (const MassProperties& part : parts) sum.center += part.mass / sum.mass * (part.center - parts[0].center);
  sum.center += parts[0].center;
  for (const MassProperties& part : parts) {
    const Vec3 offset = part.center - sum.center;
    sum.inertia += part.inertia + part.mass * (offset.squaredNorm() * Eigen::Matrix3d::Identity() -
                                               Eigen::Matrix3d(offset * offset.transpose()));
  }
  return sum;
}

MassProperties scale_mass(const MassProperties& mass, double new_mass) {
  ABUT_ASSERT(mass.mass > 0 && new_mass > 0);
  return {new_mass, mass.center, new_mass / mass.mass * mass.inertia};
}

Status check_mass(const MassProperties& mass) {
  if (!std::isfinite(mass.mass) || !mass.center.allFinite() || !mass.inertia.allFinite()) {
    return Error{"mass, center or inertia are not finite numbers"};
  }
  if (!(mass.mass > 0)) return Error{fmt::format("the mass is {:g}, but has to be above 0", mass.mass)};
  const double size = mass.inertia.cwiseAbs().maxCoeff();
  if ((mass.inertia - mass.inertia.transpose()).cwiseAbs().maxCoeff() > 1e-9 * size) {
    return Error{"the inertia is not symmetric"};
  }
  const Vec3 moments =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(mass.inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(moments[0] > 0)) {
    return Error{fmt::format("the inertia has the moment {:g}, but all three have to be above 0", moments[0])};
  }
  if (moments[2] > moments[0] + moments[1] + 1e-9 * moments[2]) {
    return Error{
        fmt::format("no body has the moments of inertia {:g}, {:g} and {:g}: the largest is above the sum of "
                    "the two others",
                    moments[0], moments[1], moments[2])};
  }
  return success();
}

Status check_density(double density) {
  if (density > 0 && std::isfinite(density)) return success();
  return Error{fmt::format("the density is {:g}, but has to be a number above 0", density)};
}

Result<MassProperties> check_measured(const MassProperties& mass) {
  if (const Status status = check_mass(mass); !status) {
    return Error{fmt::format("the solid is too large, too small or too thin for its mass: {}", status.error().message)};
  }
  return mass;
}

}  // namespace abut
