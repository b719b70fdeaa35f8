// Room 3, narrow: pure tests between two features, given by their points. Every yes or no is exact, but for
// what is said to be near.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "abut/base.h"
#include "abut/math.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// Triangle and triangle

/// True if the closed triangles have a point in common: crossing, touching at a point or along a line, overlapping in
/// one plane, or one inside the other. Triangles without area count as the segment or point they are.
bool test_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b);

/// True if two triangles of one surface meet in more than what they share. `a_vertices` and `b_vertices` name their
/// corners; equal names mean a shared corner. Both must have area.
///   no corner shared:     any common point counts, touching included
///   one corner shared:    any common point besides it
///   an edge shared:       only if both lie in one plane and overlap (folded onto each other)
///   all three shared:     always (a duplicate)
bool test_self_intersection(const TrianglePoints& a, const std::array<VertexId, 3>& a_vertices, const TrianglePoints& b,
                            const std::array<VertexId, 3>& b_vertices);

/// A part of a triangle: one of its corners, the inside of one of its edges, or its own inside.
/// Edge i runs from corner i to corner i + 1.
enum class TriangleFeature : std::uint8_t { corner0, corner1, corner2, edge0, edge1, edge2, inside };

constexpr bool is_corner(TriangleFeature f) { return f <= TriangleFeature::corner2; }
constexpr bool is_edge(TriangleFeature f) { return f >= TriangleFeature::edge0 && f <= TriangleFeature::edge2; }
/// Number of the corner or edge, 0 to 2.
constexpr int feature_index(TriangleFeature f) { return static_cast<int>(f) % 3; }

/// An extreme point of the intersection of two triangles. The two features hold it in their insides, and are exact;
/// so the same point found from a neighbouring triangle carries the same features. The position is rounded.
struct MeetingPoint {
  TriangleFeature a = TriangleFeature::inside;
  TriangleFeature b = TriangleFeature::inside;
  Vec3 position = Vec3::Zero();
};

/// The intersection of two triangles is convex: nothing, a point, a segment, or (in one plane) a polygon of up to six
/// corners. These are its extreme points.
struct TriangleMeeting {
  std::array<MeetingPoint, 6> points;
  int count = 0;

  bool is_empty() const { return count == 0; }
  bool is_point() const { return count == 1; }
  bool is_segment() const { return count == 2; }
  bool is_area() const { return count >= 3; }
};

/// Both triangles must have area.
TriangleMeeting find_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b);

// ---------------------------------------------------------------------------------------------------------------
// Edge and triangle

/// Where an edge passes through a triangle.
struct EdgeTriangleCrossing {
  double edge_parameter = 0;                          ///< 0 at p, 1 at q
  Vec3 triangle_weights = Vec3::Zero();               ///< barycentric: not negative, sum 1
  TriangleFeature feature = TriangleFeature::inside;  ///< of the triangle, exact
};

/// The crossing of the segment pq with the closed triangle, if its ends lie strictly on different sides of the plane.
/// An edge that only touches the plane, or lies in it, does not cross. The decision is exact; the parameters are
/// accurate to a few units in the last place however flat or small the crossing is. The triangle must have area.
std::optional<EdgeTriangleCrossing> find_edge_triangle(const Vec3& p, const Vec3& q, const TrianglePoints& triangle);

/// True if the closed segment pq and the closed triangle have a point in common. The triangle must have area; p = q is
/// allowed.
bool test_edge_triangle(const Vec3& p, const Vec3& q, const TrianglePoints& triangle);

/// True if the closed segments have a point in common. Segments may be points.
bool test_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

// ---------------------------------------------------------------------------------------------------------------
// Distances

/// The nearest points of two features a and b, as weights of their corners: not negative, sum 1. A weight is exactly 0
/// where a corner has no part, so the weights also say where on the feature the point lies: at a corner, on an edge or
/// inside. What a feature has fewer than three of has weight 0.
struct Distance {
  double distance = 0;
  Vec3 normal = Vec3::Zero();  ///< of length 1, from b's point to a's; where they touch, see below
  Vec3 a_weights = Vec3::UnitX();
  Vec3 b_weights = Vec3::UnitX();
};

/// Distances are never negative, never NaN, and good to 1e-12 of themselves, mostly to the last digit, however near the
/// features are, as long as which parts of them are nearest is clear. The normal is good to 1e-8. Features may be
/// degenerate: edges of length 0, triangles without area, edges that are parallel. Where features touch, the distance
/// is 0 and the normal, of either sign, is that of the triangle or of the two edges; if they have none, some direction
/// across them; and for points alone, zero. Of several points that are nearest, as on parallel edges, any is given.
Distance measure_point_point(const Vec3& a, const Vec3& b);
Distance measure_point_edge(const Vec3& a, const Vec3& b0, const Vec3& b1);
Distance measure_point_triangle(const Vec3& a, const TrianglePoints& b);
Distance measure_edge_edge(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);
/// 0 exactly if they have a point in common; the weights are then those of such a point.
Distance measure_triangle_triangle(const TrianglePoints& a, const TrianglePoints& b);

// ---------------------------------------------------------------------------------------------------------------
// Impacts: features that move

/// Points on their way through a step: all are at `start` at time 0, at `end` at time 1, and go straight and evenly in
/// between.
template <std::size_t N>
struct Motion {
  std::array<Vec3, N> start, end;
};

struct ImpactSettings {
  double separation = 0;    ///< features as near as this, or nearer, count as touching
  double tolerance = 1e-6;  ///< the time reported is at most so much before that of the first touch
  double t0 = 0, t1 = 1;    ///< the part of the step that is looked at
  int max_tests = 4096;     ///< intervals of time looked at; with a separation, the next is taken for an impact then
};

/// When two features touch for the first time.
struct FeatureImpact {
  double time = 0;             ///< safe to go to: they do not touch before it and, unless at_start, not at it
  bool at_start = false;       ///< they touch at t0 already
  bool is_certain = true;      ///< false: so near to a touch that there may be none
  Vec3 normal = Vec3::Zero();  ///< as in Distance, shortly before the touch
  Vec3 a_weights = Vec3::UnitX();
  Vec3 b_weights = Vec3::UnitX();  ///< where they touch, as in Distance
};

/// The first touch within [t0, t1], if there is one. Without a separation the answer is exact: it is that of the real
/// numbers the coordinates stand for; with one, no touch is ever missed. Always ends.
std::optional<FeatureImpact> find_point_point_impact(const Motion<2>& points, const ImpactSettings& settings = {});
std::optional<FeatureImpact> find_point_edge_impact(const Motion<3>& points, const ImpactSettings& settings = {});
/// The vertex comes first; its face may move or stand still.
std::optional<FeatureImpact> find_vertex_face_impact(const Motion<4>& points, const ImpactSettings& settings = {});
std::optional<FeatureImpact> find_edge_edge_impact(const Motion<4>& points, const ImpactSettings& settings = {});

/// For a plane that stands still, through a point and at right angles to a normal of any length but 0. No touch is
/// missed; where rounding leaves it open whether there is one, it is not certain.
std::optional<FeatureImpact> find_point_plane_impact(const Motion<1>& point, const Vec3& plane_point,
                                                     const Vec3& plane_normal, const ImpactSettings& settings = {});

}  // namespace abut
