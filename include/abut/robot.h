// Room 7, io, another face: robots as URDF describes them: shapes, masses and joints.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "abut/base.h"
#include "abut/mass.h"
#include "abut/math.h"
#include "abut/pose.h"
#include "abut/shape.h"
#include "abut/sphere_tree.h"

namespace abut {

struct RobotMesh {
  std::string file;  ///< as the document names it
  Vec3 scale = Vec3::Ones();
};
struct RobotBox {
  Vec3 size = Vec3::Zero();
};
/// Around the z axis, its middle at the origin.
struct RobotCylinder {
  double radius = 0, length = 0;
};
/// The same with half a ball on each end, which do not count to the length.
struct RobotCapsule {
  double radius = 0, length = 0;
};
struct RobotBall {
  double radius = 0;
};

/// A <collision> or <visual> of a link.
struct RobotShape {
  Vec3 position = Vec3::Zero();
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  std::variant<RobotMesh, RobotBox, RobotCylinder, RobotCapsule, RobotBall> geometry;
  std::size_t line = 0;                      ///< where it stands in the document
  std::size_t first_byte = 0, end_byte = 0;  ///< its bytes there

  Vec3 apply(const Vec3& point) const { return rotation * point + position; }
  bool is_ball() const { return std::holds_alternative<RobotBall>(geometry); }
};

struct RobotLink {
  std::string name;
  std::vector<RobotShape> collision, visual;
  std::optional<MassProperties> mass = {};  ///< in the link's axes, as the document has it; none: it says nothing, or 0
};

struct RobotJoint {
  std::size_t parent = 0, child = 0;  ///< numbers of links
  Pose3 pose;                         ///< of the child in the frame of its parent while nothing is turned or moved
  std::string name, type;             ///< as the document has them
  Vec3 axis = Vec3::UnitX();          ///< of length 1, in the child's frame
  double lower = -std::numeric_limits<double>::infinity();  ///< radians, or metres of a prismatic one
  double upper = std::numeric_limits<double>::infinity();
  double damping = 0;         ///< N m s, or N s/m
  std::string mimicked = {};  ///< the name of a joint that it is to go with
  std::size_t line = 0;       ///< where it stands in the document
};

struct Robot {
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;  ///< those whose links are there
  std::string document;            ///< the bytes it was read from
};

/// Reads the links of a URDF document, and how they are joined.
Result<Robot> read_robot(const std::filesystem::path& path);

/// The same from bytes in memory; `name` stands for the file in error messages.
Result<Robot> parse_robot(std::string bytes, std::string_view name);

/// Where each link is while joints are turned and moved so far (radians and metres, of each joint; empty: not at all).
/// Links that are joined in a circle stay at the origin.
std::vector<Pose3> place_links(const Robot& robot, std::span<const double> values = {});

/// Where packages are, by their names.
using RobotPackages = std::map<std::string, std::filesystem::path>;

struct RobotFile {
  std::filesystem::path path;
  std::string note;  ///< what was assumed, if anything was; one sentence
};

/// The file that a document means by "meshes/arm.stl", "file:///arm.stl" or "package://NAME/meshes/arm.stl". A package
/// whose place is not given is looked for in the folders above the document. The error is a sentence without the
/// document's name; `says_where` is what it calls that by which users give packages.
Result<RobotFile> find_robot_file(const std::filesystem::path& document, const std::string& reference,
                                  const RobotPackages& packages, std::string_view says_where = "RobotPackages");

/// A closed mesh around a box, cylinder or capsule that holds every point of it, at the shape's place: round ones get
/// flat sides that lie outside, by 0.2 % of the radius at most. Nothing for meshes and balls.
std::optional<PolygonMesh> make_shape_mesh(const RobotShape& shape);

// ---------------------------------------------------------------------------------------------------------------
// Spheres instead of shapes

struct LinkSpheres {
  std::string name;
  std::vector<Sphere> spheres;
};

/// The document with the collision shapes of these links replaced by spheres; every other byte stays. Spheres that are
/// there already stay too, and do not belong to those given. A link without collision shapes gets spheres after its
/// visual ones.
Result<std::string> replace_collision_shapes(const Robot& robot, std::span<const LinkSpheres> links);

/// A new document with the links alone, nothing joined.
std::string format_robot(std::string_view name, std::span<const LinkSpheres> links);
/// How it begins.
std::string_view robot_start();

}  // namespace abut
