// What must hold among the members of an object of a scene file. All throw Failure with the path.
#pragma once

#include "io/json_view.h"
#include "io/scene_members.h"

namespace abut {

/// Nothing, for most objects.
template <class T>
void check_members(const JsonView&, const T&) {}

void check_members(const JsonView& view, const GridShape& grid);
void check_members(const JsonView& view, const TubeShape& tube);
void check_members(const JsonView& view, const CapsuleShape& capsule);
void check_members(const JsonView& view, const BoxShape& box);
void check_members(const JsonView& view, const DishShape& dish);
void check_members(const JsonView& view, const RibbonShape& ribbon);
void check_members(const JsonView& view, const AxisTurn& turn);
void check_members(const JsonView& view, const SceneTransform& transform);
void check_members(const JsonView& view, const SceneMotion& motion);
void check_members(const JsonView& view, const Box3& box);
void check_members(const JsonView& view, const VertexSelection& where);
void check_members(const JsonView& view, const AttachmentDescription& attachment);
void check_members(const JsonView& view, const MaterialDescription& material);
void check_members(const JsonView& view, const ClothDescription& cloth);
void check_members(const JsonView& view, const SceneAnimation& animation);
void check_members(const JsonView& view, const ObstacleDescription& obstacle);
void check_members(const JsonView& view, const GroundDescription& ground);
void check_members(const JsonView& view, const SolidDescription& solid);
void check_members(const JsonView& view, const JointDescription& joint);
void check_members(const JsonView& view, const RobotDescription& robot);
void check_members(const JsonView& view, const SceneDescription& scene);

/// The preset with the numbers that differ. The preset must be known.
ClothMaterial resolve_material(const MaterialDescription& material);

/// What the solid says of its inertia.
Eigen::Matrix3d make_inertia(const std::array<double, 6>& entries);

/// The path of a member, whether it is there or not.
std::string member_path(const JsonView& view, std::string_view key);

}  // namespace abut
