// Room 4, model: the words that detection and response share, as plain data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/narrow.h"
#include "abut/shape.h"

namespace abut {

/// What takes part: a surface where it is now. Refers to both; the caller keeps them alive.
struct Body {
  const Surface* surface = nullptr;
  std::span<const Vec3> positions;
};

struct FaceRef {
  BodyId body;
  FaceId face;
  friend auto operator<=>(const FaceRef&, const FaceRef&) = default;
};

/// How two intersecting faces meet.
enum class Overlap : std::uint8_t {
  point,     ///< they touch in a point
  edge,      ///< they touch along a line that is part of an edge of one of them
  crossing,  ///< they pass through each other
  area,      ///< they overlap in their common plane
};

/// Two faces that intersect; a comes before b.
struct IntersectingPair {
  FaceRef a, b;
  std::uint8_t shared_vertices = 0;
  friend auto operator<=>(const IntersectingPair&, const IntersectingPair&) = default;
};

/// Two faces that may be near each other; a comes before b.
struct Candidate {
  FaceRef a, b;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// A vertex, the inside of an edge or the inside of a face of a body.
struct SurfaceFeature {
  enum class Kind : std::uint8_t { vertex, edge, face };
  BodyId body;
  Kind kind = Kind::vertex;
  std::uint32_t index = 0;
  friend auto operator<=>(const SurfaceFeature&, const SurfaceFeature&) = default;
};

/// Two features that come to touch while bodies move: a vertex (a) and a face (b), or two edges (a before b).
struct Impact {
  SurfaceFeature a, b;
  FeatureImpact touch;

  /// By time first.
  friend bool operator<(const Impact& x, const Impact& y) {
    return std::tie(x.touch.time, x.a, x.b) < std::tie(y.touch.time, y.a, y.b);
  }
};

/// Two features that are near each other, named by the parts that hold their nearest points: a vertex and a face, two
/// edges, a vertex and an edge, or two vertices. a comes before b.
struct Proximity {
  SurfaceFeature a, b;
  Distance distance;  ///< weights are those of surface.face(f) or surface.edge(e); the normal leads from b to a

  /// By distance first.
  friend bool operator<(const Proximity& x, const Proximity& y) {
    return std::tie(x.distance.distance, x.a, x.b) < std::tie(y.distance.distance, y.a, y.b);
  }
};

/// A corner of an intersection contour: a point of both surfaces, named exactly by the two features that hold it.
/// In general position this is an edge that pierces a face.
struct Crossing {
  SurfaceFeature a, b;  ///< a before b
  Vec3 position = Vec3::Zero();
};

/// How far a vertex is to move.
struct Correction {
  BodyId body;
  VertexId vertex;
  Vec3 displacement = Vec3::Zero();
};

/// What two intersecting faces have in common, by its extreme points.
struct PairCrossings {
  std::array<std::uint32_t, 6> crossings = {};  ///< numbers into a list of crossings
  int count = 0;
  Overlap overlap = Overlap::point;
};

/// A connected set of intersecting pairs and the line they intersect along.
struct Contour {
  enum class Shape : std::uint8_t {
    closed,    ///< one line that returns to its start
    open,      ///< one line with two ends
    branched,  ///< lines that meet
    point,     ///< faces that touch in a single point
    area,      ///< some faces overlap in their common plane
  };
  struct End {
    std::uint32_t crossing = 0;  ///< number into crossings
    bool on_boundary = false;    ///< on the rim of a surface; else inside: where a surface meets itself at a vertex, or
                                 ///< where surfaces that touch part again
  };

  Shape shape = Shape::closed;
  double length = 0;                ///< of the line; 0 for Shape::area
  double area = 0;                  ///< of the overlap, for Shape::area
  std::vector<Crossing> crossings;  ///< in order along the line for closed and open; else sorted by feature
  std::vector<std::array<std::uint32_t, 2>> segments;  ///< numbers into crossings; in order for closed and open
  std::vector<End> ends;                               ///< where the line stops; none for Shape::area
  std::vector<std::uint32_t> pairs;                    ///< numbers into the list of intersecting pairs, ascending
  Box3 box;
};

}  // namespace abut
