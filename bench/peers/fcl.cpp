#include "bench/peers/peers.h"

#ifdef ABUT_HAS_FCL
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>
#include <limits>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_FCL

namespace {

template <class Volume>
class FclModel {
 public:
  explicit FclModel(const Body& body) : points_(body.positions.begin(), body.positions.end()) {
    std::vector<fcl::Triangle> triangles;
    for (const auto& f : body.surface->faces()) triangles.emplace_back(f[0], f[1], f[2]);
    model_.beginModel();
    model_.addSubModel(points_, triangles);
    model_.endModel();
  }

  // Replaced, not updated: FCL's update also keeps the old positions and bounds the motion between the two.
  void update() {
    model_.beginReplaceModel();
    model_.replaceSubModel(points_);
    model_.endReplaceModel(true, true);
  }
  const fcl::BVHModel<Volume>& get() const { return model_; }

 private:
  std::vector<Vec3> points_;
  fcl::BVHModel<Volume> model_;
};

template <class Volume>
std::uint64_t count_contacts(const FclModel<Volume>& a, const FclModel<Volume>& b) {
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  const fcl::CollisionRequestd all_pairs(std::numeric_limits<std::size_t>::max());
  fcl::CollisionResultd result;
  return fcl::collide<double>(&a.get(), identity, &b.get(), identity, all_pairs, result);
}

fcl::Transform3d as_transform(const Pose3& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear() = pose.rotation.toRotationMatrix();
  transform.translation() = pose.translation;
  return transform;
}

template <class Volume>
Measurement measure_pair(const Body& a, const Body& b) {
  FclModel<Volume> a_model(a), b_model(b);
  return measure([&] {
    a_model.update();
    b_model.update();
    return count_contacts(a_model, b_model);
  });
}

}  // namespace

std::optional<Measurement> measure_fcl_pair_frame(const Body& a, const Body& b, FclVolume volume) {
  return volume == FclVolume::obbrss ? measure_pair<fcl::OBBRSSd>(a, b) : measure_pair<fcl::AABBd>(a, b);
}

std::optional<Measurement> measure_fcl_distance(const Body& a, const Body& b, double resolution) {
  FclModel<fcl::OBBRSSd> a_model(a), b_model(b);
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  return measure([&] {
    fcl::DistanceResultd result;
    fcl::distance<double>(&a_model.get(), identity, &b_model.get(), identity, fcl::DistanceRequestd(), result);
    return static_cast<std::uint64_t>(std::llround(result.min_distance / resolution));
  });
}

std::optional<Measurement> measure_fcl_flight(const Body& still, const Body& flying, std::span<const Pose3> still_poses,
                                              std::span<const Pose3> flying_poses, bool stop_at_first) {
  FclModel<fcl::OBBRSSd> still_model(still), flying_model(flying);
  const fcl::CollisionRequestd request(stop_at_first ? 1 : std::numeric_limits<std::size_t>::max());
  return measure([&] {
    std::uint64_t pairs = 0;
    for (std::size_t frame = 0; frame < still_poses.size(); ++frame) {
      fcl::CollisionResultd result;
      pairs += fcl::collide<double>(&still_model.get(), as_transform(still_poses[frame]), &flying_model.get(),
                                    as_transform(flying_poses[frame]), request, result);
    }
    return pairs;
  });
}

std::optional<Measurement> measure_fcl_flight_distance(const Body& still, const Body& flying,
                                                       std::span<const Pose3> still_poses,
                                                       std::span<const Pose3> flying_poses, double resolution) {
  FclModel<fcl::OBBRSSd> still_model(still), flying_model(flying);
  return measure([&] {
    std::uint64_t sum = 0;
    for (std::size_t frame = 0; frame < still_poses.size(); ++frame) {
      fcl::DistanceResultd result;
      fcl::distance<double>(&still_model.get(), as_transform(still_poses[frame]), &flying_model.get(),
                            as_transform(flying_poses[frame]), fcl::DistanceRequestd(), result);
      sum += static_cast<std::uint64_t>(std::llround(result.min_distance / resolution));
    }
    return sum;
  });
}

#else

std::optional<Measurement> measure_fcl_flight_distance(const Body&, const Body&, std::span<const Pose3>,
                                                       std::span<const Pose3>, double) {
  return std::nullopt;
}
std::optional<Measurement> measure_fcl_flight(const Body&, const Body&, std::span<const Pose3>, std::span<const Pose3>,
                                              bool) {
  return std::nullopt;
}
std::optional<Measurement> measure_fcl_distance(const Body&, const Body&, double) { return std::nullopt; }
std::optional<Measurement> measure_fcl_pair_frame(const Body&, const Body&, FclVolume) { return std::nullopt; }

#endif

}  // namespace abut::bench
