#include "sim/solids/solid_scene_check.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace abut {
namespace {

constexpr double kUnit = 1e-6;  // how far lengths of 1 may be off

bool is_finite(const Vec3& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() <= kMaxCoordinate; }

bool is_pose(const Pose3& pose) {
  return is_finite(pose.translation) && pose.rotation.coeffs().allFinite() &&
         std::abs(pose.rotation.norm() - 1) <= kUnit;
}

std::string name_of(std::string_view kind, std::size_t number, std::string_view name) {
  return name.empty() ? fmt::format("{} {}", kind, number) : fmt::format("{} {}", kind, quote(name));
}

template <class... Args>
Status wrong(std::string_view who, fmt::format_string<Args...> text, Args&&... args) {
  return Error{fmt::format("{}: {}", who, fmt::format(text, std::forward<Args>(args)...))};
}

Status check_surface(std::string_view who, double friction, double restitution) {
  if (!(std::isfinite(friction) && friction >= 0))
    return wrong(who, "a friction of {} found, expected a number not below 0", friction);
  if (!(restitution >= 0 && restitution <= 1))
    return wrong(who, "a restitution of {} found, expected a number from 0 to 1", restitution);
  return success();
}

Status check_solid(const Solid& solid, std::size_t i) {
  const std::string who = name_of("solid", i, solid.name);
  if (!is_pose(solid.pose)) return wrong(who, "its pose is not finite, or its rotation not of length 1");
  if (!is_finite(solid.velocity) || !is_finite(solid.spin)) return wrong(who, "its velocity or spin is not finite");
  if (const Status status = check_surface(who, solid.friction, solid.restitution); !status) return status;
  for (std::size_t k = 0; k < solid.parts.size(); ++k) {
    if (!solid.parts[k].shape == !solid.parts[k].mesh)
      return wrong(who, "part {} has {}, expected a shape or a mesh", k, solid.parts[k].shape ? "both" : "neither");
    if (!is_pose(solid.parts[k].pose)) return wrong(who, "the pose of part {} is not finite, or its rotation not of length 1", k);
  }
  if (solid.role == SolidRole::driven && !solid.placement) return wrong(who, "it is driven, but has no placement");
  if (solid.role != SolidRole::moving) return success();
  if (std::isinf(solid.mass.mass)) return wrong(who, "an infinite mass found; a solid that nothing moves is fixed");
  if (const Status status = check_mass(solid.mass); !status) return wrong(who, "{}", status.error().message);
  return success();
}

Status check_joint(const SolidScene& scene, std::size_t j) {
  const SolidJoint& given = scene.joints[j];
  const Joint& joint = given.joint;
  const std::string who = name_of("joint", j, given.name);
  for (const std::uint32_t body : {joint.a, joint.b}) {
    if (body != kWorld && body >= scene.solids.size())
      return wrong(who, "solid {} found, but there are {}", body, scene.solids.size());
  }
  if (joint.a == joint.b) return wrong(who, "it joins a solid with itself");
  for (const JointFrame& frame : {joint.in_a, joint.in_b}) {
    if (!is_finite(frame.anchor) || !(std::abs(frame.rotation.norm() - 1) <= kUnit))
      return wrong(who, "its frame is not finite, or its rotation not of length 1");
  }
  if (!(joint.lower <= joint.upper))
    return wrong(who, "limits from {} to {} found, expected the lower one not above the upper", joint.lower, joint.upper);
  if (!(std::isfinite(given.damping) && given.damping >= 0))
    return wrong(who, "a damping of {} found, expected a number not below 0", given.damping);
  if (!std::isfinite(given.motor_speed) || !(std::isfinite(given.motor_limit) && given.motor_limit >= 0))
    return wrong(who, "a motor has a finite speed, and a limit that is finite and not below 0");
  return success();
}

}  // namespace

Status check_solid_scene(const SolidScene& scene) {
  if (!is_finite(scene.gravity)) return Error{"gravity is not finite"};
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (const Status status = check_solid(scene.solids[i], i); !status) return status;
  }
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    if (const Status status = check_joint(scene, j); !status) return status;
  }
  for (std::size_t g = 0; g < scene.grounds.size(); ++g) {
    const SolidGround& ground = scene.grounds[g];
    const std::string who = name_of("ground", g, "");
    if (!is_finite(ground.plane.point) || !is_finite(ground.plane.normal) || ground.plane.normal.isZero(0))
      return wrong(who, "its point and normal are finite, and its normal is not 0");
    if (const Status status = check_surface(who, ground.plane.friction, ground.restitution); !status) return status;
  }
  for (const auto& [a, b] : scene.passing) {
    for (const std::uint32_t body : {a, b}) {
      if (body >= scene.solids.size()) return Error{fmt::format("passing: solid {} found, but there are {}", body, scene.solids.size())};
    }
  }
  return success();
}

Status check_solid_settings(const SolidSettings& s) {
  const auto check = [](std::string_view name, double value, bool may_be_zero) -> Status {
    if (std::isfinite(value) && (value > 0 || (may_be_zero && value == 0))) return success();
    return Error{fmt::format("{}: {} found, expected a number {} 0", name, value, may_be_zero ? "not below" : "above")};
  };
  for (const auto& [name, value, may_be_zero] :
       {std::tuple("step", s.step, false), std::tuple("rest_speed", s.rest_speed, true),
        std::tuple("push_speed", s.push_speed, true), std::tuple("allowance", s.allowance, true),
        std::tuple("tolerance", s.tolerance, false), std::tuple("sleep_after", s.sleep_after, true),
        std::tuple("sleep_speed", s.sleep_speed, true)}) {
    if (const Status status = check(name, value, may_be_zero); !status) return status;
  }
  if (s.substeps < 1 || s.sweeps < 1 || s.most_impacts < 1)
    return Error{"substeps, sweeps and most_impacts: expected numbers not below 1"};
  return success();
}

}  // namespace abut
