#include "bench/peers/peers.h"

#if defined(ABUT_HAS_EMBREE)
#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <fmt/format.h>

#include <functional>

#include "abut/narrow.h"
#include "abut/tree.h"
#endif

namespace abut::bench {

#if defined(ABUT_HAS_EMBREE)

namespace {

struct Collision {
  const Body* body;
  tbb::enumerable_thread_specific<std::uint64_t> counts;  // a shared one would spoil the times of several threads
};

void find_bounds(const RTCBoundsFunctionArguments* arguments) {
  const Body& body = *static_cast<const Collision*>(arguments->geometryUserPtr)->body;
  const FloatBox box = make_float_box(face_points(*body.surface, body.positions, FaceId(arguments->primID)));
  *arguments->bounds_o = {box.lower[0], box.lower[1], box.lower[2], 0, box.upper[0], box.upper[1], box.upper[2], 0};
}

void count_hits(void* user, RTCCollision* collisions, unsigned int collision_count) {
  auto& collision = *static_cast<Collision*>(user);
  const Surface& surface = *collision.body->surface;
  std::uint64_t& hits = collision.counts.local();
  for (unsigned i = 0; i < collision_count; ++i) {
    const FaceId a(collisions[i].primID0), b(collisions[i].primID1);
    if (a >= b) continue;
    hits += test_self_intersection(face_points(surface, collision.body->positions, a), surface.face(a),
                                   face_points(surface, collision.body->positions, b), surface.face(b));
  }
}

class EmbreeScene {
 public:
  EmbreeScene(const Body& body, int threads) {
    device_ = rtcNewDevice(fmt::format("threads={}", threads).c_str());
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    collision_.body = &body;
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(body.surface->face_count()));
    rtcSetGeometryUserData(geometry_, &collision_);
    rtcSetGeometryBoundsFunction(geometry_, find_bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
  }
  ~EmbreeScene() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  std::uint64_t find_self_intersections() {
    collision_.counts.clear();
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    rtcCollide(scene_, scene_, count_hits, &collision_);
    return collision_.counts.combine(std::plus<>());
  }

 private:
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
  Collision collision_;
};

}  // namespace

std::optional<Measurement> measure_embree_self_intersections(const Body& body, int threads) {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  EmbreeScene scene(body, threads);
  return measure([&] { return scene.find_self_intersections(); });
}

#else

std::optional<Measurement> measure_embree_self_intersections(const Body&, int) { return std::nullopt; }

#endif

}  // namespace abut::bench
