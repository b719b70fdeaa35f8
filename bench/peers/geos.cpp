#include "bench/peers/polygon_peers.h"

#ifdef ABUT_HAS_GEOS
#include <geos_c.h>

#include <cmath>
#include <memory>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_GEOS

namespace {

// What the library keeps for this thread.
GEOSContextHandle_t context() {
  static const std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, decltype(&GEOS_finish_r)> kept(
      GEOS_init_r(), GEOS_finish_r);
  return kept.get();
}

struct Destroy {
  void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context(), geometry); }
  void operator()(const GEOSPreparedGeometry* prepared) const { GEOSPreparedGeom_destroy_r(context(), prepared); }
  void operator()(GEOSSTRtree* tree) const { GEOSSTRtree_destroy_r(context(), tree); }
};
using Geometry = std::unique_ptr<GEOSGeometry, Destroy>;
using Prepared = std::unique_ptr<const GEOSPreparedGeometry, Destroy>;
using BoxTree = std::unique_ptr<GEOSSTRtree, Destroy>;

// GEOS wants the first corner again at the end.
Geometry make_ring(const Polygon& polygon) {
  std::vector<double> numbers;
  numbers.reserve(2 * polygon.size() + 2);
  for (std::size_t i = 0; i <= polygon.size(); ++i) {
    const Vec2& corner = polygon[i % polygon.size()];
    numbers.insert(numbers.end(), {corner.x(), corner.y()});
  }
  const auto count = static_cast<unsigned>(polygon.size() + 1);
  return Geometry(
      GEOSGeom_createLinearRing_r(context(), GEOSCoordSeq_copyFromBuffer_r(context(), numbers.data(), count, 0, 0)));
}

Geometry make_polygon(const Polygon& polygon) {
  return Geometry(GEOSGeom_createPolygon_r(context(), make_ring(polygon).release(), nullptr, 0));
}

Prepared prepare(const Geometry& geometry) { return Prepared(GEOSPrepare_r(context(), geometry.get())); }

struct GeosPair {
  Geometry a, b;
  Prepared a_prepared;
};

GeosPair make_pair(const PolygonPair& pair, GeosWay way) {
  if (way == GeosWay::rings) return {make_ring(pair.a), make_ring(pair.b), nullptr};
  GeosPair made{make_polygon(pair.a), make_polygon(pair.b), nullptr};
  if (way == GeosWay::prepared) made.a_prepared = prepare(made.a);
  return made;
}

bool do_meet(const GeosPair& pair) {
  return pair.a_prepared ? GEOSPreparedIntersects_r(context(), pair.a_prepared.get(), pair.b.get()) == 1
                         : GEOSIntersects_r(context(), pair.a.get(), pair.b.get()) == 1;
}

double measure_distance(const GeosPair& pair) {
  double distance = -1;
  if (pair.a_prepared) {
    GEOSPreparedDistance_r(context(), pair.a_prepared.get(), pair.b.get(), &distance);
  } else {
    GEOSDistance_r(context(), pair.a.get(), pair.b.get(), &distance);
  }
  return distance;
}

Geometry intersect(const GeosPair& pair) { return Geometry(GEOSIntersection_r(context(), pair.a.get(), pair.b.get())); }

// Points, lines and rings have corners; all else has parts.
void add_corners(const GEOSGeometry* geometry, Corners& corners) {
  const int type = GEOSGeomTypeId_r(context(), geometry);
  if (type == GEOS_POLYGON) {
    add_corners(GEOSGetExteriorRing_r(context(), geometry), corners);
    for (int i = 0; i < GEOSGetNumInteriorRings_r(context(), geometry); ++i) {
      add_corners(GEOSGetInteriorRingN_r(context(), geometry, i), corners);
    }
  } else if (type == GEOS_POINT || type == GEOS_LINESTRING || type == GEOS_LINEARRING) {
    const GEOSCoordSequence* sequence = GEOSGeom_getCoordSeq_r(context(), geometry);
    unsigned count = 0;
    GEOSCoordSeq_getSize_r(context(), sequence, &count);
    for (unsigned i = 0; i < count; ++i) {
      double x = 0, y = 0;
      GEOSCoordSeq_getXY_r(context(), sequence, i, &x, &y);
      corners.emplace(x, y);
    }
  } else {
    for (int i = 0; i < GEOSGetNumGeometries_r(context(), geometry); ++i) {
      add_corners(GEOSGetGeometryN_r(context(), geometry, i), corners);
    }
  }
}

double count_crossings(const GeosPair& pair) {
  Corners own, found;
  add_corners(pair.a.get(), own);
  add_corners(pair.b.get(), own);
  add_corners(intersect(pair).get(), found);
  return double(std::count_if(found.begin(), found.end(), [&](const auto& corner) { return !own.contains(corner); }));
}

// A frame's polygons and the tree of their boxes, whose items are numbers.
class Frame {
 public:
  Frame(std::span<const Polygon> shapes, std::span<const Pose2> poses)
      : tree_(GEOSSTRtree_create_r(context(), 10)), numbers_(poses.size()) {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      numbers_[i] = i;
      polygons_.push_back(make_polygon(place(shapes[i], poses[i])));
      GEOSSTRtree_insert_r(context(), tree_.get(), polygons_[i].get(), &numbers_[i]);
    }
  }

  std::uint64_t count_pairs() const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < polygons_.size(); ++i) {
      Prepared prepared;  // only if there is anything to ask
      for (const std::size_t j : find_candidates(i)) {
        if (!prepared) prepared = prepare(polygons_[i]);
        count += GEOSPreparedIntersects_r(context(), prepared.get(), polygons_[j].get()) == 1;
      }
    }
    return count;
  }

 private:
  std::vector<std::size_t> find_candidates(std::size_t i) const {
    std::pair<std::size_t, std::vector<std::size_t>> found{i, {}};
    const auto keep = [](void* item, void* data) {
      auto& [own, list] = *static_cast<std::pair<std::size_t, std::vector<std::size_t>>*>(data);
      if (const std::size_t number = *static_cast<std::size_t*>(item); number > own) list.push_back(number);
    };
    GEOSSTRtree_query_r(context(), tree_.get(), polygons_[i].get(), keep, &found);
    return found.second;
  }

  BoxTree tree_;
  std::vector<std::size_t> numbers_;
  std::vector<Geometry> polygons_;
};

}  // namespace

std::optional<Answers> ask_geos(const PolygonPairs& pairs, Question question, GeosWay way) {
  const auto make = [way](const PolygonPair& pair) { return make_pair(pair, way); };
  switch (question) {
    case Question::meet:
      return answer_all(pairs, make, do_meet, do_meet);
    case Question::distance:
      return answer_all(
          pairs, make, [](const GeosPair& pair) { return std::uint64_t(measure_distance(pair) > 0); },
          measure_distance);
    case Question::crossings:
      break;
  }
  const auto count_parts = [](const GeosPair& pair) {
    return std::uint64_t(GEOSGetNumGeometries_r(context(), intersect(pair).get()));
  };
  return answer_all(pairs, make, count_parts, count_crossings);
}

std::optional<Measurement> measure_geos_frames(std::span<const Polygon> shapes,
                                               std::span<const std::vector<Pose2>> frames) {
  Measurement measurement = measure([&] {
    std::uint64_t count = 0;
    for (const auto& poses : frames) count += Frame(shapes, poses).count_pairs();
    return count;
  });
  measurement.seconds /= double(frames.size());
  return measurement;
}

#else

std::optional<Answers> ask_geos(const PolygonPairs&, Question, GeosWay) { return std::nullopt; }
std::optional<Measurement> measure_geos_frames(std::span<const Polygon>, std::span<const std::vector<Pose2>>) {
  return std::nullopt;
}

#endif

}  // namespace abut::bench
