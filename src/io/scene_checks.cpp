#include "io/scene_checks.h"

#include <algorithm>
#include <numbers>
#include <set>
#include <vector>

#include "abut/mass.h"
#include "io/failure.h"
#include "io/suggestion.h"
#include "sim/material_numbers.h"

namespace abut {
namespace {

// Refuses a mesh that would have too many faces. The numbers of cells are below kMaxCells, so nothing overflows.
void require_faces(const JsonView& view, double faces) {
  if (faces > kMaxShapeFaces) {
    fail_at(member_path(view, "cells"), "cells for {} faces found, expected no more than {}",
            static_cast<std::size_t>(faces), kMaxShapeFaces);
  }
}

void require_direction(const JsonView& view, std::string_view key, const Vec3& direction) {
  if (!(direction.norm() > 0)) fail_at(member_path(view, key), "a direction of length 0 found");
}

// Of members of which one must be given, those that are.
void require_one(const JsonView& view, std::initializer_list<std::string_view> keys) {
  std::vector<std::string_view> given;
  for (const std::string_view key : keys) {
    if (view.find(key)) given.push_back(key);
  }
  if (given.size() == 1) return;
  const std::string choices = fmt::format("{}", fmt::join(keys, ", "));
  const std::string path = view.path().empty() ? "top level" : view.path();
  if (given.empty()) fail_at(path, "nothing found, expected one of {}", choices);
  fail_at(path, "'{}' and '{}' found, expected only one of {}", given[0], given[1], choices);
}

void refuse_both(const JsonView& view, std::string_view first, std::string_view second) {
  if (view.find(first) && view.find(second))
    fail_at(member_path(view, second), "found beside '{}', expected only one of them", first);
}

void require_mesh(const JsonView& cloth) {
  require_one(cloth.at("mesh"), {"file", "grid", "disk", "tube", "sphere", "capsule", "box", "dish", "ribbon"});
  if (cloth.at("mesh").find("part") && !cloth.at("mesh").find("file"))
    fail_at(member_path(cloth.at("mesh"), "part"), "found without 'file'");
}

void refuse(const JsonView& view, std::initializer_list<std::string_view> keys, std::string_view owner) {
  for (const std::string_view key : keys) {
    if (view.find(key)) fail_at(member_path(view, key), "found of {}, which has none", owner);
  }
}

void require_inertia(const JsonView& view, const SolidDescription& solid) {
  if (!solid.inertia) return;
  if (!solid.mass) fail_at(member_path(view, "inertia"), "found without 'mass'");
  const MassProperties mass{*solid.mass, Vec3::Zero(), make_inertia(*solid.inertia)};
  if (const Status status = check_mass(mass); !status)
    fail_at(member_path(view, "inertia"), "{}", status.error().message);
}

template <class Things>
void collect_names(const JsonView& view, std::string_view key, const Things& things, std::set<std::string>& names) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].name.empty() || names.insert(things[i].name).second) continue;
    fail_at(member_path(view.at(key).at(i), "name"), "{} found twice, expected a name of its own",
            quote(things[i].name));
  }
}

void require_obstacle(const JsonView& view, const std::string& name, const SceneDescription& scene) {
  std::vector<std::string_view> names;
  for (const ObstacleDescription& obstacle : scene.obstacles) names.push_back(obstacle.name);
  if (name.empty() || std::find(names.begin(), names.end(), name) == names.end())
    fail_at(view.path(), "{} found, expected the name of an obstacle{}", quote(name), suggest(name, names));
}

void require_followed(const JsonView& view, const SceneDescription& scene) {
  for (std::size_t i = 0; i < scene.cloths.size(); ++i) {
    const auto& attachments = scene.cloths[i].attachments;
    for (std::size_t k = 0; k < attachments.size(); ++k) {
      const JsonView attachment = view.at("cloths").at(i).at("attachments").at(k);
      if (const auto follow = attachment.find("follow")) require_obstacle(*follow, attachments[k].follow, scene);
    }
  }
}

}  // namespace

std::string member_path(const JsonView& view, std::string_view key) {
  return view.path().empty() ? std::string(key) : fmt::format("{}.{}", view.path(), key);
}

void check_members(const JsonView& view, const GridShape& grid) {
  require_faces(view, 2.0 * grid.cells[0] * grid.cells[1]);
}

void check_members(const JsonView& view, const TubeShape& tube) {
  require_faces(view, 2.0 * tube.cells[0] * tube.cells[1]);
}

void check_members(const JsonView& view, const CapsuleShape& capsule) {
  require_faces(view, 2.0 * capsule.cells[0] * (capsule.cells[1] + 0.5 * capsule.cells[0]));
}

void check_members(const JsonView& view, const BoxShape& box) {
  const double x = box.cells[0], y = box.cells[1], z = box.cells[2];
  require_faces(view, 4 * (x * y + y * z + z * x));
}

void check_members(const JsonView& view, const DishShape& dish) {
  if (dish.depth > dish.radius)
    fail_at(member_path(view, "depth"), "{} found, expected no more than the radius, {}", dish.depth, dish.radius);
}

void check_members(const JsonView& view, const RibbonShape& ribbon) {
  require_faces(view, 2.0 * ribbon.cells[0] * ribbon.cells[1]);
  const double around = 2 * std::numbers::pi * ribbon.radius, turn = ribbon.size[1] + ribbon.gap;
  if (turn > 0.5 * around)
    fail_at(member_path(view, "radius"), "{} found, expected more than {}: width and gap may be half of a turn at most",
            ribbon.radius, turn / std::numbers::pi);
}

void check_members(const JsonView& view, const AxisTurn& turn) { require_direction(view, "axis", turn.axis); }

void check_members(const JsonView& view, const SceneTransform& transform) {
  if ((transform.scale.array() == 0).any()) fail_at(member_path(view, "scale"), "0 found, expected other numbers");
}

void check_members(const JsonView& view, const SceneMotion& motion) {
  require_direction(view, "axis", motion.axis);
  if (motion.stop && *motion.stop < motion.start)
    fail_at(member_path(view, "stop"), "{} found, expected no less than the start, {}", *motion.stop, motion.start);
  for (std::size_t i = 1; i < motion.keyframes.size(); ++i) {
    if (motion.keyframes[i].time > motion.keyframes[i - 1].time) continue;
    fail_at(member_path(view.at("keyframes").at(i), "time"), "{} found after {}, expected times that grow",
            motion.keyframes[i].time, motion.keyframes[i - 1].time);
  }
  if (motion.period > 0 && !motion.keyframes.empty() && motion.period < motion.keyframes.back().time)
    fail_at(member_path(view, "period"), "{} found, expected no less than the time of the last keyframe, {}",
            motion.period, motion.keyframes.back().time);
}

void check_members(const JsonView& view, const Box3& box) {
  for (const std::string_view key : {"lower", "upper"}) view.at(key);
  for (int k = 0; k < 3; ++k) {
    if (box.lower[k] <= box.upper[k]) continue;
    fail_at(member_path(view, fmt::format("upper[{}]", k)), "{} found, expected no less than {}", box.upper[k],
            box.lower[k]);
  }
}

void check_members(const JsonView& view, const VertexSelection& where) {
  require_one(view, {"vertices", "box", "nearest", "side", "boundary"});
  if (view.find("boundary") && !where.boundary) fail_at(member_path(view, "boundary"), "false found, expected true");
}

void check_members(const JsonView& view, const AttachmentDescription&) {
  view.at("where");
  refuse_both(view, "motion", "follow");
}

ClothMaterial resolve_material(const MaterialDescription& material) {
  ClothMaterial resolved = find_material(material.preset).value_or(ClothMaterial());
  for (const MaterialNumber& number : kMaterialNumbers) {
    const auto found = material.numbers.find(number.name);
    if (found != material.numbers.end()) resolved.*number.member = found->second;
  }
  return resolved;
}

void check_members(const JsonView& view, const MaterialDescription& material) {
  if (!material.preset.empty() && !find_material(material.preset)) {
    std::vector<std::string_view> names;
    for (const NamedMaterial& named : list_materials()) names.push_back(named.name);
    const std::string path = view.value().is_string() ? view.path() : member_path(view, "preset");
    fail_at(path, "{} found, expected one of {}{}", quote(material.preset), fmt::join(names, ", "),
            suggest(material.preset, names));
  }
  if (const Status status = check_material(resolve_material(material)); !status) {
    throw Failure{fmt::format(": {}", member_path(view, status.error().message))};
  }
}

void check_members(const JsonView& view, const ClothDescription& cloth) {
  require_mesh(view);
  const auto rest = view.find("rest");
  if (!rest) return;
  require_direction(*rest, "warp", cloth.rest.warp);
  if (cloth.rest.uv) refuse_both(*rest, "file", "uv");
  if (cloth.rest.uv && cloth.mesh.file.empty())
    fail_at(member_path(*rest, "uv"), "found without a file as mesh, which alone has texture coordinates");
  if (!cloth.rest.file.empty() && cloth.mesh.file.empty())
    fail_at(member_path(*rest, "file"), "found without a file as mesh, whose polygons it would have");
}

void check_members(const JsonView& view, const SceneAnimation& animation) {
  require_one(view, {"folder", "files", "cache"});
  if (view.find("files") && animation.files.empty()) fail_at(member_path(view, "files"), "no file found");
}

void check_members(const JsonView& view, const ObstacleDescription& obstacle) {
  const bool has_frames = obstacle.animation && obstacle.animation->cache.empty();
  if (!has_frames) return require_mesh(view);
  if (view.find("mesh")) fail_at(member_path(view, "mesh"), "found beside an animation of mesh files, which is enough");
}

void check_members(const JsonView& view, const GroundDescription& ground) {
  if (ground.normal) require_direction(view, "normal", *ground.normal);
}

Eigen::Matrix3d make_inertia(const std::array<double, 6>& entries) {
  const auto& [xx, yy, zz, xy, xz, yz] = entries;
  Eigen::Matrix3d inertia;
  inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return inertia;
}

void check_members(const JsonView& view, const SolidDescription& solid) {
  if (solid.name == "world") fail_at(member_path(view, "name"), "'world' found, which is what stands still");
  require_mesh(view);
  refuse_both(view, "density", "mass");
  require_inertia(view, solid);
  if (solid.role != SolidRole::moving) refuse(view, {"velocity", "spin"}, "a solid that forces do not move");
  const bool is_driven = solid.role == SolidRole::driven;
  if (is_driven && solid.motion.empty()) fail_at(member_path(view, "role"), "'driven' found without 'motion'");
  if (!is_driven && !solid.motion.empty())
    fail_at(member_path(view, "motion"), "found of a solid that is not driven; \"role\": \"driven\" makes it one");
}

void check_members(const JsonView& view, const JointDescription& joint) {
  view.at("a");
  if (joint.a == joint.b) fail_at(member_path(view, "b"), "{} found, which is joined with itself", quote(joint.b));
  require_direction(view, "axis", joint.axis);
  if (joint.kind == JointKind::fixed) refuse(view, {"axis", "lower", "upper"}, "a fixed joint");
  if (joint.kind == JointKind::ball) refuse(view, {"lower"}, "a ball joint");
  if (joint.kind == JointKind::fixed || joint.kind == JointKind::ball)
    refuse(view, {"damping", "motor_speed", "motor_limit"}, "a joint that is neither a hinge nor sliding");
  if (joint.lower && joint.upper && *joint.lower > *joint.upper)
    fail_at(member_path(view, "upper"), "{} found, expected no less than lower, {}", *joint.upper, *joint.lower);
  // Bodies are joined where they start, with an angle or way of 0.
  if (joint.lower.value_or(0) > 0) fail_at(member_path(view, "lower"), "{} found, expected 0 or less", *joint.lower);
  if (joint.upper.value_or(0) < 0) fail_at(member_path(view, "upper"), "{} found, expected 0 or more", *joint.upper);
  if (joint.kind == JointKind::hinge && joint.lower.has_value() != joint.upper.has_value())
    fail_at(member_path(view, joint.lower ? "lower" : "upper"),
            "found alone, expected both limits of an angle or none");
  if (view.find("motor_speed") && !(joint.motor_limit > 0))
    fail_at(member_path(view, "motor_speed"), "found without 'motor_limit', which says how strong the motor is");
}

void check_members(const JsonView& view, const RobotDescription& robot) {
  view.at("file");
  if (robot.transform.scale != Vec3::Ones())
    fail_at(member_path(view.at("transform"), "scale"), "found of a robot, whose masses go with its size");
}

void check_members(const JsonView& view, const SceneDescription& scene) {
  if (scene.cloths.empty() && scene.obstacles.empty() && scene.solids.empty() && scene.robots.empty())
    fail_at("cloths", "no cloth, obstacle, solid or robot found");
  std::set<std::string> names;
  collect_names(view, "cloths", scene.cloths, names);
  collect_names(view, "obstacles", scene.obstacles, names);
  collect_names(view, "solids", scene.solids, names);
  collect_names(view, "robots", scene.robots, names);
  std::set<std::string> joint_names;
  collect_names(view, "joints", scene.joints, joint_names);
  require_followed(view, scene);
  refuse_both(view, "duration", "frames");
  if (scene.duration && *scene.duration * scene.fps > kMaxSceneFrames)
    fail_at("duration", "{} frames found, expected no more than {}", *scene.duration * scene.fps, kMaxSceneFrames);
  for (const std::string_view key : {"settings", "solid_settings"}) {
    const auto settings = view.find(key);
    if (scene.substeps && settings && settings->find("step"))
      fail_at("substeps", "found beside '{}.step', expected only one of them", key);
  }
}

}  // namespace abut
