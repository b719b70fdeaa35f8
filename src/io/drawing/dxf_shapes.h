// Entities of DXF as curves.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "io/drawing/dxf_groups.h"
#include "shape/affine2.h"

namespace abut {

struct DxfCurve {
  std::vector<OutlinePiece> pieces;
  bool is_closed = false;  ///< whether it is meant to be, wherever it ends
};

/// A line or arc by its ends and the tangent of a quarter of its angle; above 0 to the left.
std::vector<OutlinePiece> make_bulge(const Vec2& from, const Vec2& to, double bulge);

/// LINE, ARC, CIRCLE, ELLIPSE, LWPOLYLINE or SPLINE; nothing for other types. Throws Failure.
std::optional<DxfCurve> make_curve(const DxfEntity& entity);

/// A POLYLINE and its vertices; nothing if it is a mesh or does not stay in the plane.
std::optional<DxfCurve> make_polyline(const DxfEntity& entity, std::span<const DxfEntity> vertices);

/// How an entity's own plane lies in that of the drawing; nothing if it is another plane.
std::optional<Affine2> find_plane(const DxfEntity& entity);

}  // namespace abut
