// Pictures of tangles: bodies in colours of their own, and the contours they intersect along.
#pragma once

#include <span>

#include "abut/detect.h"
#include "abut/response.h"
#include "reproduce/contour_minimisation/ready_tangle.h"
#include "reproduce/mesh_picture.h"

namespace abut::reproduce {

inline constexpr const char* kContourColor = "#1414c8";
inline constexpr const char* kEdgeArrowColor = "#d01010";  ///< where edges go, as in the paper
inline constexpr const char* kFaceArrowColor = "#00801c";  ///< where faces go
inline constexpr const char* kPiercingColor = "#ffe000";

/// The bodies and their contours.
MeshPicture picture_tangle(std::span<const Body> bodies, const Vec3& from, std::string title);

/// Lines along them.
void add_contours(MeshPicture& picture, const Contours& contours);

/// The piercings of the bodies where they are now, by an exact search.
Piercings find_piercings(std::span<const Body> bodies);

/// A dot, and arrows along which the edge and the face are to go: apart by `relative`, in units of `scale`.
void add_piercing(MeshPicture& picture, const Piercing& piercing, const Vec3& relative, double scale);

/// All points of all bodies.
std::vector<Vec3> list_points(std::span<const Body> bodies);

}  // namespace abut::reproduce
