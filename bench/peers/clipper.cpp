#include "bench/peers/polygon_peers.h"

#ifdef ABUT_HAS_CLIPPER
#include <cmath>
#include <polyclipping/clipper.hpp>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_CLIPPER

namespace {

namespace clip = ClipperLib;

// Whole numbers below 2^30 are multiplied in 64 bits, larger ones in 128. Outlines are nowhere farther out than 8.
constexpr double kScale = 0x1p27;

struct PathPair {
  clip::Path a, b;
};

clip::Path make_path(const Polygon& polygon) {
  clip::Path path;
  path.reserve(polygon.size());
  for (const Vec2& corner : polygon) {
    path.emplace_back(std::llround(kScale * corner.x()), std::llround(kScale * corner.y()));
  }
  return path;
}

clip::Paths intersect(const PathPair& pair) {
  clip::Clipper clipper;
  clipper.AddPath(pair.a, clip::ptSubject, true);
  clipper.AddPath(pair.b, clip::ptClip, true);
  clip::Paths result;
  clipper.Execute(clip::ctIntersection, result, clip::pftEvenOdd, clip::pftEvenOdd);
  return result;
}

double count_crossings(const PathPair& pair) {
  const auto key = [](const clip::IntPoint& p) { return std::pair(double(p.X), double(p.Y)); };
  Corners own, crossings;
  for (const clip::Path* path : {&pair.a, &pair.b}) {
    for (const clip::IntPoint& p : *path) own.insert(key(p));
  }
  for (const clip::Path& path : intersect(pair)) {
    for (const clip::IntPoint& p : path) {
      if (!own.contains(key(p))) crossings.insert(key(p));
    }
  }
  return double(crossings.size());
}

}  // namespace

std::optional<Answers> ask_clipper(const PolygonPairs& pairs, Question question) {
  if (question == Question::distance) return std::nullopt;
  const auto make = [](const PolygonPair& pair) { return PathPair{make_path(pair.a), make_path(pair.b)}; };
  const auto ask = [](const PathPair& pair) { return intersect(pair).size(); };
  return answer_all(pairs, make, ask, [&](const PathPair& pair) {
    return question == Question::meet ? double(!intersect(pair).empty()) : count_crossings(pair);
  });
}

#else

std::optional<Answers> ask_clipper(const PolygonPairs&, Question) { return std::nullopt; }

#endif

}  // namespace abut::bench
