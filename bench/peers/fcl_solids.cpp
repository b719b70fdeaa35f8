#include "bench/peers/convex_peers.h"

#ifdef ABUT_HAS_FCL
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_FCL

namespace {

std::shared_ptr<fcl::CollisionGeometryd> make_hull(const Solid& solid) {
  const auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const auto& v : solid.vertices) vertices->emplace_back(v[0], v[1], v[2]);
  const auto faces = std::make_shared<std::vector<int>>();
  for (const auto& face : solid.faces) {
    faces->push_back(static_cast<int>(face.size()));
    faces->insert(faces->end(), face.begin(), face.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(solid.faces.size()), faces, true);
}

std::shared_ptr<fcl::CollisionGeometryd> make_geometry(const Solid& solid) {
  const auto& h = solid.half_size;
  switch (solid.kind) {
    case SolidKind::box:
      return std::make_shared<fcl::Boxd>(2 * h[0], 2 * h[1], 2 * h[2]);
    case SolidKind::hull:
      return make_hull(solid);
    case SolidKind::capsule:
      return std::make_shared<fcl::Capsuled>(solid.radius, 2 * solid.half_length);
    default:
      return std::make_shared<fcl::Sphered>(solid.radius);
  }
}

fcl::Transform3d make_transform(const PlainPose& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear() = fcl::Quaterniond(pose.w, pose.x, pose.y, pose.z).toRotationMatrix();
  transform.translation() = fcl::Vector3d(pose.at[0], pose.at[1], pose.at[2]);
  return transform;
}

}  // namespace

std::optional<Measurement> measure_fcl_solids(const SolidPairs& pairs, SolidQuestion question) {
  const auto a = make_geometry(pairs.solid), b = make_geometry(pairs.solid);
  const bool has_contacts = question == SolidQuestion::contacts;
  const fcl::CollisionRequestd request(has_contacts ? 8 : 1, has_contacts);
  return measure([&] {
    std::uint64_t count = 0;
    for (const auto& [first, second] : pairs.places) {
      fcl::CollisionResultd result;
      fcl::collide<double>(a.get(), make_transform(first), b.get(), make_transform(second), request, result);
      count += result.isCollision();
    }
    return count;
  });
}

std::optional<SweepTimes> measure_fcl_sweeps(const SolidSweeps& sweeps) {
  const auto a = make_geometry(sweeps.solid), b = make_geometry(sweeps.solid);
  const fcl::ContinuousCollisionRequestd request(1000, 1e-6, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  return measure_sweeps(sweeps, [&](const auto& ways) {
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(a.get(), make_transform(ways[0][0]), make_transform(ways[0][1]), b.get(),
                                   make_transform(ways[1][0]), make_transform(ways[1][1]), request, result);
    return result.is_collide ? result.time_of_contact : 2;
  });
}

#else

std::optional<Measurement> measure_fcl_solids(const SolidPairs&, SolidQuestion) { return std::nullopt; }
std::optional<SweepTimes> measure_fcl_sweeps(const SolidSweeps&) { return std::nullopt; }

#endif

}  // namespace abut::bench
