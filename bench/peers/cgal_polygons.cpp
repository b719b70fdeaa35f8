#include "bench/peers/polygon_peers.h"

#ifdef ABUT_HAS_CGAL
#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/Polygon_with_holes_2.h>

#include <list>
#endif

namespace abut::bench {

#ifdef ABUT_HAS_CGAL

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using CgalPolygon = CGAL::Polygon_2<Kernel>;
using Parts = std::list<CGAL::Polygon_with_holes_2<Kernel>>;

struct CgalPair {
  CgalPolygon a, b;
};

CgalPolygon make_polygon(const Polygon& corners) {
  CgalPolygon polygon;
  for (const Vec2& corner : corners) polygon.push_back({corner.x(), corner.y()});
  return polygon;
}

Parts intersect(const CgalPair& pair) {
  Parts parts;
  CGAL::intersection(pair.a, pair.b, std::back_inserter(parts));
  return parts;
}

void add_corners(const CgalPolygon& polygon, Corners& corners) {
  for (const auto& p : polygon.vertices()) corners.emplace(CGAL::to_double(p.x()), CGAL::to_double(p.y()));
}

double count_crossings(const CgalPair& pair) {
  Corners own, found;
  add_corners(pair.a, own);
  add_corners(pair.b, own);
  for (const auto& part : intersect(pair)) {
    add_corners(part.outer_boundary(), found);
    for (const auto& hole : part.holes()) add_corners(hole, found);
  }
  return double(std::count_if(found.begin(), found.end(), [&](const auto& corner) { return !own.contains(corner); }));
}

}  // namespace

std::optional<Answers> ask_cgal(const PolygonPairs& pairs, Question question) {
  if (question == Question::distance) return std::nullopt;
  const auto make = [](const PolygonPair& pair) { return CgalPair{make_polygon(pair.a), make_polygon(pair.b)}; };
  const auto do_meet = [](const CgalPair& pair) { return std::size_t{CGAL::do_intersect(pair.a, pair.b)}; };
  const auto count_parts = [](const CgalPair& pair) { return intersect(pair).size(); };
  if (question == Question::meet) return answer_all(pairs, make, do_meet, do_meet);
  return answer_all(pairs, make, count_parts, count_crossings);
}

#else

std::optional<Answers> ask_cgal(const PolygonPairs&, Question) { return std::nullopt; }

#endif

}  // namespace abut::bench
