#include "bench/peers/peers.h"

#if defined(ABUT_HAS_EMBREE)
#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif
#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>

#include <cstring>
#include <functional>

#include "abut/narrow.h"
#include "bench/peers/float4.h"
#include "detect/impact_test.h"
#endif

namespace abut::bench {

#if defined(ABUT_HAS_EMBREE)

namespace {

struct Box {
  Float4 lower, upper;
};
static_assert(sizeof(Box) == sizeof(RTCBounds));

bool test_overlap(const Box& a, const Box& b) {
  const auto apart = (a.lower > b.upper) | (b.lower > a.upper);
  return (apart[0] | apart[1] | apart[2]) == 0;
}

// Of rounded points: as cheap as it can be, and no pair is missed.
Box make_rounded_box(std::span<const Vec3> positions, const std::array<VertexId, 3>& v) {
  const Float4 a = to_float4(positions[v[0]]), b = to_float4(positions[v[1]]), c = to_float4(positions[v[2]]);
  return {min(min(a, b), c), max(max(a, b), c)};
}

// A device that runs on so many threads while it lives.
class EmbreeDevice {
 public:
  explicit EmbreeDevice(int threads)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        device_(rtcNewDevice(fmt::format("threads={}", threads).c_str())) {}
  ~EmbreeDevice() { rtcReleaseDevice(device_); }
  EmbreeDevice(const EmbreeDevice&) = delete;

  RTCDevice get() const { return device_; }

 private:
  tbb::global_control limit_;
  RTCDevice device_;
};

// A body in a scene of its own. The quality says what an update does: RTC_BUILD_QUALITY_LOW builds the tree anew, fast;
// RTC_BUILD_QUALITY_REFIT builds a good tree the first time and keeps it, so that later only the boxes are computed.
class EmbreeScene {
 public:
  EmbreeScene(const EmbreeDevice& device, const Body& body, RTCBuildQuality quality)
      : body_(body), boxes_(body.surface->face_count()), has_area_(boxes_.size()) {
    for (std::size_t f = 0; f < boxes_.size(); ++f) {
      const TrianglePoints t = points(FaceId(f));
      has_area_[f] = !test_collinear(t[0], t[1], t[2]);
    }
    scene_ = rtcNewScene(device.get());
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);  // the only one that looks at the geometry's own
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    geometry_ = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, quality);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes_.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, find_bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
    update();
  }
  ~EmbreeScene() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }
  EmbreeScene(const EmbreeScene&) = delete;

  void update() {
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }
  void sweep(std::span<const Vec3> start, std::span<const Vec3> end) {
    body_.positions = start;
    ends_ = end;
    update();
  }

  RTCScene get() const { return scene_; }
  const std::array<VertexId, 3>& vertices(FaceId f) const { return body_.surface->face(f); }
  TrianglePoints points(FaceId f) const { return face_points(*body_.surface, body_.positions, f); }
  const Box& box(FaceId f) const { return boxes_[f]; }
  bool has_area(FaceId f) const { return has_area_[f]; }

 private:
  static void find_bounds(const RTCBoundsFunctionArguments* arguments) {
    auto& scene = *static_cast<EmbreeScene*>(arguments->geometryUserPtr);
    const auto& vertices = scene.vertices(FaceId(arguments->primID));
    Box box = make_rounded_box(scene.body_.positions, vertices);
    if (!scene.ends_.empty()) {
      const Box end = make_rounded_box(scene.ends_, vertices);
      box = {min(box.lower, end.lower), max(box.upper, end.upper)};
    }
    scene.boxes_[arguments->primID] = box;
    std::memcpy(arguments->bounds_o, &box, sizeof(box));
  }

  Body body_;
  std::span<const Vec3> ends_;          // if it is swept
  std::vector<Box> boxes_;              // as of the last update
  std::vector<std::uint8_t> has_area_;  // faces without take part in nothing; found once, outside the timing
  RTCScene scene_;
  RTCGeometry geometry_;
};

// Counts the pairs that intersect within one scene (a and b are the same) or between two. Embree's candidates are all
// faces of leaves whose boxes overlap, so their own boxes are looked at before the exact test.
class Counter {
 public:
  Counter(const EmbreeScene& a, const EmbreeScene& b) : a_(a), b_(b) {}

  std::uint64_t count() {
    counts_.clear();
    rtcCollide(a_.get(), b_.get(), &a_ == &b_ ? count_within : count_between, this);
    return counts_.combine(std::plus<>());
  }

 private:
  bool is_candidate(FaceId f, FaceId g) const {
    return test_overlap(a_.box(f), b_.box(g)) && a_.has_area(f) && b_.has_area(g);
  }

  static void count_within(void* user, RTCCollision* collisions, unsigned int collision_count) {
    auto& self = *static_cast<Counter*>(user);
    const EmbreeScene& scene = self.a_;
    std::uint64_t& hits = self.counts_.local();
    for (unsigned i = 0; i < collision_count; ++i) {
      const FaceId f(collisions[i].primID0), g(collisions[i].primID1);
      if (f > g || !self.is_candidate(f, g)) continue;  // every pair is named twice
      hits += test_self_intersection(scene.points(f), scene.vertices(f), scene.points(g), scene.vertices(g));
    }
  }

  static void count_between(void* user, RTCCollision* collisions, unsigned int collision_count) {
    auto& self = *static_cast<Counter*>(user);
    std::uint64_t& hits = self.counts_.local();
    for (unsigned i = 0; i < collision_count; ++i) {
      const FaceId f(collisions[i].primID0), g(collisions[i].primID1);
      hits += self.is_candidate(f, g) && test_triangle_triangle(self.a_.points(f), self.b_.points(g));
    }
  }

  const EmbreeScene &a_, &b_;
  tbb::enumerable_thread_specific<std::uint64_t> counts_;  // a shared one would spoil the times of several threads
};

// Counts the impacts within a scene that is swept.
class ImpactCounter {
 public:
  ImpactCounter(const Surface& surface, const EmbreeScene& scene)
      : surface_(surface), scene_(scene), owned_(find_owned_features(surface)) {}

  /// Impacts and tests.
  Measurement count(std::span<const Vec3> start, std::span<const Vec3> end) {
    start_ = start;
    end_ = end;
    counts_.clear();
    rtcCollide(scene_.get(), scene_.get(), count_impacts, this);
    Measurement result;
    counts_.combine_each([&](const Local& local) {
      result.count += local.impacts.size();
      result.tests += local.tests;
    });
    return result;
  }

 private:
  struct Local {
    std::vector<Impact> impacts;
    std::uint64_t tests = 0;
  };

  MovingFace face(FaceId f) const { return {{BodyId(0), &surface_, f, owned_[f]}, start_, end_}; }

  static void count_impacts(void* user, RTCCollision* collisions, unsigned int collision_count) {
    auto& self = *static_cast<ImpactCounter*>(user);
    Local& local = self.counts_.local();
    for (unsigned i = 0; i < collision_count; ++i) {
      const FaceId f(collisions[i].primID0), g(collisions[i].primID1);
      if (f >= g || !test_overlap(self.scene_.box(f), self.scene_.box(g))) continue;  // every pair is named twice
      ++local.tests;
      test_impacts(self.face(f), self.face(g), {}, local.impacts);
    }
  }

  const Surface& surface_;
  const EmbreeScene& scene_;
  std::vector<std::uint8_t> owned_;
  std::span<const Vec3> start_, end_;
  tbb::enumerable_thread_specific<Local> counts_;
};

Measurement measure_self(const Body& body, int threads, RTCBuildQuality quality) {
  const EmbreeDevice device(threads);
  EmbreeScene scene(device, body, quality);
  Counter counter(scene, scene);
  return measure([&] {
    scene.update();
    return counter.count();
  });
}

}  // namespace

std::optional<Measurement> measure_embree_self_intersections(const Body& body, int threads) {
  return measure_self(body, threads, RTC_BUILD_QUALITY_LOW);
}

std::optional<Measurement> measure_embree_self_frame(const Body& body, int threads) {
  return measure_self(body, threads, RTC_BUILD_QUALITY_REFIT);
}

std::optional<Measurement> measure_embree_pair_frame(const Body& a, const Body& b, int threads) {
  const EmbreeDevice device(threads);
  EmbreeScene a_scene(device, a, RTC_BUILD_QUALITY_REFIT), b_scene(device, b, RTC_BUILD_QUALITY_REFIT);
  Counter counter(a_scene, b_scene);
  return measure([&] {
    a_scene.update();
    b_scene.update();
    return counter.count();
  });
}

std::optional<Measurement> measure_embree_impacts(const Surface& surface, std::span<const SweptStep> steps,
                                                  int threads) {
  const EmbreeDevice device(threads);
  EmbreeScene scene(device, {&surface, steps[0].start}, RTC_BUILD_QUALITY_REFIT);
  ImpactCounter counter(surface, scene);
  std::uint64_t tests = 0;
  Measurement result = measure([&] {
    std::uint64_t impacts = 0;
    tests = 0;
    for (const SweptStep& step : steps) {
      scene.sweep(step.start, step.end);
      const Measurement counted = counter.count(step.start, step.end);
      impacts += counted.count;
      tests += counted.tests;
    }
    return impacts;
  });
  result.tests = tests;
  return result;
}

#else

std::optional<Measurement> measure_embree_impacts(const Surface&, std::span<const SweptStep>, int) {
  return std::nullopt;
}
std::optional<Measurement> measure_embree_self_intersections(const Body&, int) { return std::nullopt; }
std::optional<Measurement> measure_embree_self_frame(const Body&, int) { return std::nullopt; }
std::optional<Measurement> measure_embree_pair_frame(const Body&, const Body&, int) { return std::nullopt; }

#endif

}  // namespace abut::bench
