// Room 3, narrow, another face: when curved patches touch, how far they are apart, and the points that say so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/patch.h"
#include "abut/shape.h"

namespace abut {

/// A point of either of two patches.
struct PatchPoints {
  std::array<double, 2> a = {0.5, 0.5}, b = {0.5, 0.5};  ///< parameters u and v
  std::array<Vec3, 2> points = {Vec3::Zero(), Vec3::Zero()};
  double distance = std::numeric_limits<double>::infinity();  ///< between these points
};

// ---------------------------------------------------------------------------------------------------------------
// When they touch: no contact is ever missed, however fast patches move, as long as what they say of their derivatives
// is true. Patches are compared with each other, never with themselves.

struct PatchImpactSettings {
  double t0 = 0, t1 = 1;
  double tolerance = 1e-6;          ///< patches as near as this have touched; more than rounding, 2^-43 of coordinates
  double time_tolerance = 1e-9;     ///< how long it may last from the last moment proved free to the contact
  std::size_t max_cells = 200'000;  ///< pairs of parts that are looked at
};

/// A pair of parts, and the time from which they may touch.
struct PatchPairBox {
  PatchBox a, b;
};

enum class PatchVerdict : std::uint8_t {
  separate,  ///< proved: farther apart than the tolerance, all the time
  contact,   ///< proved: so until t0; at t1 the points given are no farther apart than twice the tolerance
  open,      ///< there was more to look at than allowed: proved until t0, and for all but what is left
};

struct PatchImpact {
  PatchVerdict verdict = PatchVerdict::separate;
  double t0 = 0, t1 = 0;           ///< of a contact; equal, mostly. Of what is open, from when on and until when
  PatchPoints points;              ///< of a contact
  std::vector<PatchPairBox> left;  ///< of what is open, earliest first
  std::size_t cells = 0;           ///< pairs of parts looked at
};

/// The first contact within the time given.
PatchImpact find_patch_patch_impact(const Patch& a, const Patch& b, const PatchImpactSettings& settings = {});

// ---------------------------------------------------------------------------------------------------------------
// How far they are apart at one time.

struct PatchDistanceSettings {
  double time = 0;
  double tolerance = 1e-6;                                  ///< how far apart the bounds may be
  double within = std::numeric_limits<double>::infinity();  ///< what is proved to be farther than this is left at that
  std::size_t max_cells = 200'000;
};

/// The distance is between the bounds: the lower one is proved, the upper one is that of the points.
struct PatchDistance {
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  PatchPoints points;
  FaceId face = {};       ///< of a mesh, the one whose triangle b is
  bool is_tight = false;  ///< the bounds are as near each other as asked for, or the lower one is beyond `within`
  std::size_t cells = 0;
};

PatchDistance measure_distance(const Patch& a, const Patch& b, const PatchDistanceSettings& settings = {});
/// b's parameters mean nothing.
PatchDistance measure_distance(const Patch& patch, const Vec3& point, const PatchDistanceSettings& settings = {});
/// Parameters of b are those of the triangle's patch (make_triangle_patch).
PatchDistance measure_distance(const Patch& patch, const Surface& surface, std::span<const Vec3> positions,
                               const PatchDistanceSettings& settings = {});

/// True only if they are proved to be farther apart than this at that time.
bool test_apart(const Patch& a, const Patch& b, double distance = 0, double time = 0);

// ---------------------------------------------------------------------------------------------------------------
// Extremal points (Baraff): where two convex surfaces face each other with opposite normals. Along the normal lies the
// extremal distance, the characteristic function: the distance while they are apart, 0 where they touch, and below 0 by
// how deep they are in each other.

struct ExtremalPoints {
  double value = 0;             ///< of the characteristic function: from a's point to b's, along the normal
  Vec3 normal = Vec3::UnitZ();  ///< of length 1, out of a and into b
  PatchPoints points;           ///< parameters only of patches that are not convex bodies
  double rate = 0;              ///< the first derivative in time
  double acceleration = 0;      ///< the second one
  bool is_smooth = true;  ///< false: curvatures there are infinite or none, and the second derivative has no meaning
  double lower = 0, upper = 0;  ///< the value at this time is proved to be between these; only if is_proved
  bool is_proved = false;       ///< false: the value is right where these points are; others may be more extreme
};

struct ExtremalSettings {
  double tolerance = 1e-9;         ///< of what is proved, as a share of the size of both
  bool wants_proof = true;         ///< without, only what costs nothing is proved: that bodies are apart
  std::size_t max_cells = 20'000;  ///< sets of directions looked at
};

/// Of two convex bodies (Patch::convex), from nothing, or beginning at the points of a moment ago. Nothing if either is
/// no convex body.
std::optional<ExtremalPoints> find_extremal_points(const Patch& a, const Patch& b, double time,
                                                   const ExtremalSettings& settings = {},
                                                   const ExtremalPoints* last = nullptr);

/// Of any two patches, from the parameters of `start`, by Newton's method: near points that face each other. Normals
/// are along u x v; `flip` turns those of a and b that point inwards. Nothing if it finds none inside of both patches.
std::optional<ExtremalPoints> follow_extremal_points(const Patch& a, const Patch& b, double time,
                                                     const PatchPoints& start, std::array<bool, 2> flip = {});

/// The time at which the value of two convex bodies gets to 0 first, as seen by steps of this length: bracketed by the
/// step after which it is no longer above 0, then narrowed by chords and halves. It may step over contacts that are
/// shorter than a step, which find_patch_patch_impact does not.
struct ExtremalTouch {
  double t0 = 0, t1 = 0;  ///< above 0 at t0, not above 0 at t1
  ExtremalPoints points;  ///< at t0
};
std::optional<ExtremalTouch> find_extremal_touch(const Patch& a, const Patch& b, double t0, double t1, double step,
                                                 double time_tolerance = 1e-9);

}  // namespace abut
