// Adapters to libraries of polygons. As those of peers.h: compiled only where the library is installed, never linked
// into abut.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "bench/bench.h"
#include "bench/flattening.h"

namespace abut::bench {

struct PolygonPair {
  Polygon a, b;
};

/// A list of pairs to ask about.
struct PolygonPairs {
  std::size_t count = 0;
  std::function<PolygonPair(std::size_t)> make;
  /// Whether making them, and all that the peer makes of them, is part of each question; else it is done before.
  bool is_making_timed = false;
};

enum class Question {
  meet,       ///< whether they have a point in common: 0 or 1
  crossings,  ///< how many crossings their borders have
  distance,
};

struct Answers {
  double seconds = 0;  ///< for all
  std::vector<double> values;
};

/// Clipper 6: their intersection, in whole numbers that are as fine as its fast arithmetic allows. It measures no
/// distance. Nothing if it is not built in.
std::optional<Answers> ask_clipper(const PolygonPairs& pairs, Question question);

/// GEOS: intersects, intersection (the corners that are new are counted) and distance; of prepared geometries,
/// intersects and distance; of rings instead of polygons, intersection, which is then nothing but points. Nothing if
/// it is not built in.
enum class GeosWay { plain, prepared, rings };
std::optional<Answers> ask_geos(const PolygonPairs& pairs, Question question, GeosWay way);

/// CGAL: do_intersect and intersection of Polygon_2, with exact constructions, which they need. It measures no distance
/// of polygons. Nothing if it is not built in.
std::optional<Answers> ask_cgal(const PolygonPairs& pairs, Question question);

/// GEOS, frames of many outlines that move: polygons placed, a tree of their boxes built, and intersects of each with
/// those it may meet, prepared. Counts pairs of all frames; seconds are those of one. Nothing if it is not built in.
std::optional<Measurement> measure_geos_frames(std::span<const Polygon> shapes,
                                               std::span<const std::vector<Pose2>> frames);

// ---------------------------------------------------------------------------------------------------------------
// For the adapters

using Corners = std::set<std::pair<double, double>>;

/// Times `ask` of what `make` makes of each pair; `judge` says, untimed, what was found.
template <class Make, class Ask, class Judge>
Answers answer_all(const PolygonPairs& pairs, const Make& make, const Ask& ask, const Judge& judge) {
  using Made = decltype(make(PolygonPair()));
  std::vector<Made> made;
  for (std::size_t i = 0; i < pairs.count; ++i) made.push_back(make(pairs.make(i)));
  const Measurement measurement = measure([&] {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < pairs.count; ++i) {
      sum += pairs.is_making_timed ? ask(make(pairs.make(i))) : ask(made[i]);
    }
    return sum;
  });
  Answers answers{measurement.seconds, {}};
  for (const Made& one : made) answers.values.push_back(judge(one));
  return answers;
}

}  // namespace abut::bench
