// Room 6, cover: sets of spheres that enclose a surface, and the proof that they do.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/shape.h"
#include "abut/sphere_tree.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// The proof

/// A part of a triangle that no single sphere is known to hold.
struct UncoveredPiece {
  std::uint32_t triangle = 0;
  TrianglePoints corners;  ///< rounded
};

struct CoverageSettings {
  double least_piece = 0;  ///< edges that are no longer are cut no more; 0: a millionth of the size of it all
  std::size_t most_pieces = 1;
  RunSettings run = {};
};

/// Cuts each triangle until every piece has its corners in one sphere, which then holds all of the piece. Corners count
/// as inside only if they are so however numbers were rounded. Nothing found: the spheres enclose every point of
/// every triangle, and that is a proof. What is found may be covered, if only just. Always ends.
std::vector<UncoveredPiece> find_uncovered(const TriangleList& triangles, std::span<const Sphere> spheres,
                                           const CoverageSettings& settings = {});

/// Whether it is proved that the spheres enclose all triangles.
bool test_covered(const TriangleList& triangles, std::span<const Sphere> spheres, const RunSettings& run = {});

// ---------------------------------------------------------------------------------------------------------------
// Making sets

/// What spheres may fill at no cost.
enum class SphereFill {
  surface,  ///< nothing: how far a sphere reaches from the surface counts on both sides of it
  solid,    ///< the inside of closed surfaces, where their winding number is not 0
};

/// The surface of a body and what its spheres may fill.
struct CoveredSurface {
  TriangleList triangles;
  SphereFill fill = SphereFill::surface;
  /// Faces all look outwards, or all inwards. Else whatever a ray enters more often than it leaves it is solid.
  bool is_oriented = true;
  std::vector<std::array<VertexId, 3>> caps = {};  ///< over holes: they bound the solid, but need not be covered
};

/// May fill the solid that the surface bounds, if along each edge as many faces come as go, or at least an even number
/// of them meet. Holes may be closed by triangles between their corners. The surface and the positions must stay.
CoveredSurface make_covered_surface(const Surface& surface, std::span<const Vec3> positions, bool closes_holes = false);

struct SphereSetSettings {
  std::optional<std::uint32_t> max_spheres = {};  ///< never more than this
  /// No sphere reaches farther from what it may fill than this, if max_spheres allows. Without both, 3 % of the size.
  std::optional<double> tolerance = {};
  RunSettings run = {};
};

/// Spheres that enclose a surface, with coordinates of few digits.
struct SphereSet {
  std::vector<Sphere> spheres;
  double protrusion = 0;  ///< an upper bound of how far any of them reaches from what it may fill
};

/// The size that tolerances are measured by: the diagonal of the box around the triangles.
double measure_size(const TriangleList& triangles);

/// As few spheres as it finds for a tolerance, or as close ones as it finds for a number of them. Proved by
/// find_uncovered. The same at any thread count. The error says what cannot be done, or that it was interrupted.
Result<SphereSet> make_sphere_set(const CoveredSurface& surface, const SphereSetSettings& settings);

/// The spheres around the cells of an octree's full depth that the surface reaches into, as Rodriguez and Franquesa
/// 2005 have them. Cells hold the surface without a gap, and spheres their cells.
Result<SphereSet> make_octree_spheres(const CoveredSurface& surface, int depth, const RunSettings& run = {});

// ---------------------------------------------------------------------------------------------------------------
// Measures

struct SphereSetMeasures {
  double protrusion = 0;       ///< the upper bound
  double mean_protrusion = 0;  ///< of points on the border of the union, by chance; those inside a solid count 0
  double union_volume = 0;     ///< by chance
  double volume_error = 0;     ///< its standard error
  /// Of the solid, by chance; none if so little of the box around the spheres is solid that chance says nothing.
  std::optional<double> filled_share, solid_volume;
};

/// Chance is the same every time.
SphereSetMeasures measure_sphere_set(const CoveredSurface& surface, std::span<const Sphere> spheres,
                                     const RunSettings& run = {});

}  // namespace abut
