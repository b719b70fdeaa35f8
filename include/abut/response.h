// Room 5, response: from crossings to corrections. It looks for nothing and moves nothing: it says what should move.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/model.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// Contour minimisation (Volino and Magnenat-Thalmann 2006): surfaces that intersect are moved so that the contour they
// intersect along gets shorter, until it is gone. See docs/untangling.md.

/// An edge that pierces a face: what a crossing is in general position, and what a contour turns at.
struct Piercing {
  BodyId edge_body, face_body;
  EdgeId edge;
  FaceId face;
  double edge_parameter = 0;  ///< 0 at the edge's first vertex, 1 at its second
  Vec3 face_weights = Vec3::Zero();
  Vec3 position = Vec3::Zero();
  std::uint32_t contour = 0;
  std::uint8_t side = 0;  ///< 0 or 1: which of the contour's two lines, one on either surface, the edge is cut by
};

/// A vertex where a surface begins to intersect itself: both lines of the contour end in it.
struct LoopVertex {
  std::uint32_t contour = 0;
  BodyId body;
  VertexId vertex;
  friend auto operator<=>(const LoopVertex&, const LoopVertex&) = default;
};

struct Piercings {
  std::vector<Piercing> piercings;
  std::uint32_t contour_count = 0;
  std::vector<LoopVertex> loop_vertices;    ///< sorted by contour
  std::vector<SurfaceFeature> not_general;  ///< features that touch or overlap without piercing, sorted; each once
};

/// Groups the crossings of intersecting pairs to contours and tells their two sides apart, on one surface as on two: in
/// a pair of faces, edges of the same face are on the same side. Where `is_ignored` is given, for each crossing, those
/// it names are left out, and contours are held together by what is next to each other on both surfaces.
Piercings find_piercings(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                         std::span<const Crossing> crossings, std::span<const PairCrossings> of_pairs,
                         std::span<const std::uint8_t> is_ignored = {});

/// How the length of the contour changes with the two points that meet in a piercing: the directions in which each of
/// them shortens it most, and by how much.
struct LengthGradient {
  Vec3 of_edge = Vec3::Zero();
  Vec3 of_face = Vec3::Zero();
  /// G of the paper's equation (4): where the edge moves by D and the face does not, or the other way about, or each
  /// half of the way, the contour gets shorter by G * D on both its lines together.
  Vec3 relative() const { return of_edge - of_face; }
};

LengthGradient measure_length_gradient(std::span<const Body> bodies, const Piercing& piercing);

/// Masses of all vertices of all bodies, as their inverses: 0 never moves.
using InverseMasses = std::span<const std::span<const double>>;

/// G without the share of a side that never moves: what moves can only shorten its own line.
Vec3 measure_movable_gradient(std::span<const Body> bodies, const Piercing& piercing, InverseMasses masses);

/// H of the paper's equation (5): along the gradient, at most `largest` (h0) long, and shorter where the gradient is
/// not much longer than `softness` (g0).
Vec3 limit_correction(const Vec3& gradient, double largest, double softness);

/// Moves the point of the edge by `relative` against that of the face, both sides according to their masses, so that
/// the sum of mass times displacement is zero, unless something never moves. Adds to the corrections; nothing if all
/// is fixed.
void distribute(std::span<const Body> bodies, const Piercing& piercing, const Vec3& relative, InverseMasses masses,
                std::vector<Correction>& corrections);

struct MinimisationSettings {
  bool is_global = true;  ///< all piercings of a contour move along the sum of their gradients; else each along its own
  double largest = 0;     ///< h0: the length of the largest correction
  double softness = 0.5;  ///< g0
};

/// The corrections of one step, one for each vertex that is to move, sorted. Each contour's corrections keep linear
/// momentum.
std::vector<Correction> minimise_contours(std::span<const Body> bodies, const Piercings& found, InverseMasses masses,
                                          const MinimisationSettings& settings);

/// The gradients of each contour's piercings, summed up with the signs of their sides: how its length changes when side
/// 0 moves against side 1. What never moves does not count.
std::vector<Vec3> sum_gradients(std::span<const Body> bodies, const Piercings& found, InverseMasses masses);

}  // namespace abut
