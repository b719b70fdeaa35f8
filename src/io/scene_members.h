// Every member that a scene file may have. Each object has one list here, and whoever reads, writes or names members
// walks along it: a visitor is called with the member's name, the value, and what holds for it.
#pragma once

#include <array>
#include <limits>
#include <string_view>

#include "abut/scene_file.h"

namespace abut {

/// What a number must be; of a list of numbers, each of them.
struct NumberRule {
  double lowest, highest;
  bool is_open = false;  ///< the lowest itself is not allowed
};

/// Beyond this, sums and products of what a scene says might leave the numbers there are.
inline constexpr double kLargestNumber = 1e12;

inline constexpr NumberRule kAny = {-kLargestNumber, kLargestNumber};
inline constexpr NumberRule kAboveZero = {0, kLargestNumber, true};
inline constexpr NumberRule kNotNegative = {0, kLargestNumber};
inline constexpr NumberRule kShare = {0, 1};
inline constexpr NumberRule kAngle = {-1e6, 1e6};
inline constexpr NumberRule kTime = {0, 1e6};
inline constexpr NumberRule kRate = {1e-3, 1e5};

inline constexpr int kMaxCells = 100000;          // one way
inline constexpr int kMaxShapeFaces = 4000000;    // of a mesh that is made
inline constexpr int kMaxSceneFrames = 10000000;  // of a simulation
inline constexpr NumberRule kCells = {1, kMaxCells};
inline constexpr NumberRule kCellsAround = {3, kMaxCells};
inline constexpr NumberRule kRingCount = {1, 800};
inline constexpr NumberRule kCount = {0, 1e6};

/// Names of an enumeration's values, in their order.
template <std::size_t N>
using Names = std::array<std::string_view, N>;
inline constexpr Names<3> kUpAxes = {"x", "y", "z"};
inline constexpr Names<3> kContactMethods = {"none", "corrections", "penalty"};
inline constexpr Names<2> kPenaltyFields = {"inverse", "thin"};
inline constexpr Names<3> kRecoveries = {"none", "local", "global"};
inline constexpr Names<2> kPreconditioners = {"particles", "patches"};
inline constexpr Names<3> kSolidForms = {"hull", "parts", "mesh"};
inline constexpr Names<3> kSolidRoles = {"moving", "fixed", "driven"};
inline constexpr Names<4> kJointKinds = {"ball", "hinge", "sliding", "fixed"};
inline constexpr Names<2> kRobotBases = {"fixed", "free"};
inline constexpr Names<2> kSolidMethods = {"steps", "events"};
inline constexpr Names<2> kImpactOrders = {"in_turn", "at_once"};
inline constexpr Names<3> kStartOverlaps = {"refuse", "push_apart", "allow"};
inline constexpr Names<6> kSides = {"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};

template <class Visitor>
void list_members(Visitor& v, GridShape& grid) {
  v("size", grid.size, kAboveZero);
  v("cells", grid.cells, kCells);
}

template <class Visitor>
void list_members(Visitor& v, DiskShape& disk) {
  v("radius", disk.radius, kAboveZero);
  v("rings", disk.rings, kRingCount);
}

template <class Visitor>
void list_members(Visitor& v, TubeShape& tube) {
  v("radii", tube.radii, kAboveZero);
  v("height", tube.height, kAboveZero);
  v("cells", tube.cells, kCellsAround);
}

template <class Visitor>
void list_members(Visitor& v, SphereShape& sphere) {
  v("radius", sphere.radius, kAboveZero);
  v("subdivisions", sphere.subdivisions, NumberRule{0, 8});
}

template <class Visitor>
void list_members(Visitor& v, CapsuleShape& capsule) {
  v("radius", capsule.radius, kAboveZero);
  v("length", capsule.length, kAboveZero);
  v("cells", capsule.cells, kCellsAround);
}

template <class Visitor>
void list_members(Visitor& v, BoxShape& box) {
  v("size", box.size, kAboveZero);
  v("cells", box.cells, kCells);
}

template <class Visitor>
void list_members(Visitor& v, DishShape& dish) {
  v("radius", dish.radius, kAboveZero);
  v("depth", dish.depth, kAboveZero);
  v("thickness", dish.thickness, kNotNegative);
  v("rings", dish.rings, kRingCount);
}

template <class Visitor>
void list_members(Visitor& v, RibbonShape& ribbon) {
  v("size", ribbon.size, kAboveZero);
  v("cells", ribbon.cells, kCells);
  v("radius", ribbon.radius, kAboveZero);
  v("gap", ribbon.gap, kNotNegative);
}

template <class Visitor>
void list_members(Visitor& v, MeshSource& mesh) {
  v("file", mesh.file);
  v("part", mesh.part);
  v("grid", mesh.grid);
  v("disk", mesh.disk);
  v("tube", mesh.tube);
  v("sphere", mesh.sphere);
  v("capsule", mesh.capsule);
  v("box", mesh.box);
  v("dish", mesh.dish);
  v("ribbon", mesh.ribbon);
}

template <class Visitor>
void list_members(Visitor& v, AxisTurn& turn) {
  v("axis", turn.axis, kAny);
  v("degrees", turn.degrees, kAngle);
}

template <class Visitor>
void list_members(Visitor& v, SceneTransform& transform) {
  v("scale", transform.scale, kAny);
  v("rotate", transform.rotate, kAngle);
  v("translate", transform.translate, kAny);
}

template <class Visitor>
void list_members(Visitor& v, SceneKeyframe& keyframe) {
  v("time", keyframe.time, kTime);
  v("translate", keyframe.translate, kAny);
  v("degrees", keyframe.degrees, kAngle);
}

template <class Visitor>
void list_members(Visitor& v, SceneMotion& motion) {
  v("point", motion.point, kAny);
  v("axis", motion.axis, kAny);
  v("degrees_per_second", motion.degrees_per_second, kAngle);
  v("velocity", motion.velocity, kAny);
  v("start", motion.start, kTime);
  v("stop", motion.stop, kTime);
  v("keyframes", motion.keyframes);
  v("period", motion.period, kTime);
}

template <class Visitor>
void list_members(Visitor& v, Box3& box) {
  v("lower", box.lower, kAny);
  v("upper", box.upper, kAny);
}

template <class Visitor>
void list_members(Visitor& v, VertexSelection& where) {
  v("vertices", where.vertices);
  v("box", where.box);
  v("nearest", where.nearest, kAny);
  v("side", where.side, kSides);
  v("boundary", where.boundary);
}

template <class Visitor>
void list_members(Visitor& v, AttachmentDescription& attachment) {
  v("where", attachment.where);
  v("motion", attachment.motion);
  v("follow", attachment.follow);
  v("release_time", attachment.release_time, kTime);
}

template <class Visitor>
void list_members(Visitor& v, RestDescription& rest) {
  v("file", rest.file);
  v("uv", rest.uv);
  v("uv_scale", rest.uv_scale, kAboveZero);
  v("warp", rest.warp, kAny);
  v("flat", rest.flat);
}

template <class Visitor>
void list_members(Visitor& v, CopiesDescription& copies) {
  v("count", copies.count, NumberRule{1, 10000});
  v("seed", copies.seed);
  v("spread", copies.spread, kNotNegative);
  v("turn", copies.turn, NumberRule{0, 180});
}

template <class Visitor>
void list_members(Visitor& v, ClothDescription& cloth) {
  v("name", cloth.name);
  v("mesh", cloth.mesh);
  v("weld", cloth.weld);
  v("transform", cloth.transform);
  v("rest", cloth.rest);
  v("material", cloth.material);
  v("velocity", cloth.velocity, kAny);
  v("attachments", cloth.attachments);
  v("copies", cloth.copies);
}

template <class Visitor>
void list_members(Visitor& v, SceneAnimation& animation) {
  v("folder", animation.folder);
  v("files", animation.files);
  v("cache", animation.cache);
  v("fps", animation.fps, kRate);
  v("start", animation.start, NumberRule{-1e6, 1e6});
}

template <class Visitor>
void list_members(Visitor& v, ObstacleDescription& obstacle) {
  v("name", obstacle.name);
  v("mesh", obstacle.mesh);
  v("weld", obstacle.weld);
  v("transform", obstacle.transform);
  v("animation", obstacle.animation);
  v("motion", obstacle.motion);
  v("friction", obstacle.friction, kNotNegative);
}

template <class Visitor>
void list_members(Visitor& v, GroundDescription& ground) {
  v("point", ground.point, kAny);
  v("normal", ground.normal, kAny);
  v("friction", ground.friction, kNotNegative);
  v("restitution", ground.restitution, kShare);
}

template <class Visitor>
void list_members(Visitor& v, ArrayDescription& array) {
  v("count", array.count, NumberRule{1, 1000});
  v("step", array.step, kAny);
  v("pyramid", array.pyramid);
}

template <class Visitor>
void list_members(Visitor& v, SolidDescription& solid) {
  v("name", solid.name);
  v("mesh", solid.mesh);
  v("transform", solid.transform);
  v("as", solid.as, kSolidForms);
  v("role", solid.role, kSolidRoles);
  v("density", solid.density, kAboveZero);
  v("mass", solid.mass, kAboveZero);
  v("center", solid.center, kAny);
  v("inertia", solid.inertia, kAny);
  v("velocity", solid.velocity, kAny);
  v("spin", solid.spin, kAngle);
  v("friction", solid.friction, kNotNegative);
  v("restitution", solid.restitution, kShare);
  v("motion", solid.motion);
  v("array", solid.array);
  v("copies", solid.copies);
}

template <class Visitor>
void list_members(Visitor& v, JointArrayDescription& array) {
  v("count", array.count, NumberRule{1, 100000});
  v("step", array.step, kAny);
}

template <class Visitor>
void list_members(Visitor& v, JointDescription& joint) {
  v("name", joint.name);
  v("kind", joint.kind, kJointKinds);
  v("a", joint.a);
  v("b", joint.b);
  v("anchor", joint.anchor, kAny);
  v("anchor_b", joint.anchor_b, kAny);
  v("axis", joint.axis, kAny);
  v("lower", joint.lower, kAny);
  v("upper", joint.upper, kAny);
  v("damping", joint.damping, kNotNegative);
  v("motor_speed", joint.motor_speed, kAny);
  v("motor_limit", joint.motor_limit, kNotNegative);
  v("may_touch", joint.may_touch);
  v("array", joint.array);
}

template <class Visitor>
void list_members(Visitor& v, RobotPositionDescription& position) {
  v("joint", position.joint);
  v("value", position.value, kAngle);
}

template <class Visitor>
void list_members(Visitor& v, RobotPackageDescription& package) {
  v("name", package.name);
  v("folder", package.folder);
}

template <class Visitor>
void list_members(Visitor& v, RobotDescription& robot) {
  v("name", robot.name);
  v("file", robot.file);
  v("transform", robot.transform);
  v("base", robot.base, kRobotBases);
  v("positions", robot.positions);
  v("density", robot.density, kAboveZero);
  v("friction", robot.friction, kNotNegative);
  v("restitution", robot.restitution, kShare);
  v("packages", robot.packages);
}

template <class Visitor>
void list_members(Visitor& v, Wind& wind) {
  v("velocity", wind.velocity, kAny);
  v("gusts", wind.gusts, kNotNegative);
  v("gust_period", wind.gust_period, kAboveZero);
  v("air_density", wind.air_density, kNotNegative);
}

template <class Visitor>
void list_members(Visitor& v, ContactSettings& contact) {
  v("method", contact.method, kContactMethods);
  v("field", contact.field, kPenaltyFields);
  v("thickness", contact.thickness, kNotNegative);
  v("stiffness", contact.stiffness, kNotNegative);
  v("is_continuous", contact.is_continuous);
  v("ignored_share", contact.ignored_share, kShare);
}

template <class Visitor>
void list_members(Visitor& v, RecoverySettings& recovery) {
  v("scheme", recovery.scheme, kRecoveries);
  v("iterations", recovery.iterations, kCount);
  v("largest", recovery.largest, kNotNegative);
  v("softness", recovery.softness, kNotNegative);
}

template <class Visitor>
void list_members(Visitor& v, SolverSettings& solver) {
  v("preconditioner", solver.preconditioner, kPreconditioners);
  v("newton_iterations", solver.newton_iterations, NumberRule{1, 1e6});
  v("tolerance", solver.tolerance, kAboveZero);
  v("linear_tolerance", solver.linear_tolerance, kAboveZero);
  v("linear_iterations", solver.linear_iterations, NumberRule{1, 1e6});
}

template <class Visitor>
void list_members(Visitor& v, SimulationSettings& settings) {
  v("threads", settings.run.threads, NumberRule{0, 1024});
  v("step", settings.step, NumberRule{1e-7, 10});
  v("halvings", settings.halvings, NumberRule{0, 30});
  v("contact", settings.contact);
  v("recovery", settings.recovery);
  v("solver", settings.solver);
  v("seed", settings.seed);
}

template <class Visitor>
void list_members(Visitor& v, SolidSettings& settings) {
  v("method", settings.method, kSolidMethods);
  v("step", settings.step, NumberRule{1e-7, 10});
  v("substeps", settings.substeps, NumberRule{1, 10000});
  v("sweeps", settings.sweeps, NumberRule{1, 10000});
  v("rest_speed", settings.rest_speed, kNotNegative);
  v("push_speed", settings.push_speed, kNotNegative);
  v("allowance", settings.allowance, kNotNegative);
  v("order", settings.order, kImpactOrders);
  v("most_impacts", settings.most_impacts, NumberRule{1, 1e6});
  v("tolerance", settings.tolerance, kAboveZero);
  v("start", settings.start, kStartOverlaps);
  v("sleep_after", settings.sleep_after, kNotNegative);
  v("sleep_speed", settings.sleep_speed, kNotNegative);
}

template <class Visitor>
void list_members(Visitor& v, OutputDescription& output) {
  v("animation", output.animation);
  v("recording", output.recording);
  v("report", output.report);
}

template <class Visitor>
void list_members(Visitor& v, SceneDescription& scene) {
  v("up", scene.up, kUpAxes);
  v("cloths", scene.cloths);
  v("obstacles", scene.obstacles);
  v("grounds", scene.grounds);
  v("solids", scene.solids);
  v("joints", scene.joints);
  v("robots", scene.robots);
  v("passing", scene.passing);
  v("gravity", scene.gravity, kAny);
  v("wind", scene.wind);
  v("fps", scene.fps, kRate);
  v("duration", scene.duration, kTime);
  v("frames", scene.frames, NumberRule{0, kMaxSceneFrames});
  v("substeps", scene.substeps, NumberRule{1, 1e6});
  v("settings", scene.settings);
  v("solid_settings", scene.solid_settings);
  v("output", scene.output);
}

/// Whether a type has a list above.
template <class T, class Visitor>
concept Listed = requires(Visitor& v, T& value) {
  list_members(v, value);
};

/// A member as a path, "cloths[].mesh.grid.size", and what it is if nothing is said of it, as JSON.
struct SceneMember {
  std::string path, standard;
};
std::vector<SceneMember> list_scene_members();

}  // namespace abut
