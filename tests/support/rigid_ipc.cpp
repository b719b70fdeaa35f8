#include "support/rigid_ipc.h"

#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <stdexcept>

#include "abut/io.h"
#include "support/data.h"
#include "support/polygon_files.h"

namespace abut::test {
namespace {

using nlohmann::json;

std::filesystem::path folder() { return data_folder() / "rigid/rigid-ipc"; }

template <class T>
T require(Result<T> result, const std::string& what) {
  if (!result) throw std::runtime_error(what + ": " + result.error().message);
  return *std::move(result);
}

Vec3 read_vector(const json& body, const char* key, const Vec3& otherwise = Vec3::Zero()) {
  if (!body.contains(key)) return otherwise;
  const json& value = body[key];
  return value.is_array() ? Vec3(value[0], value[1], value[2]) : Vec3::Constant(value.get<double>());
}

// x first, all about axes that stay.
Eigen::Quaterniond read_turn(const json& body) {
  const Vec3 angles = std::numbers::pi / 180 * read_vector(body, "rotation");
  return Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
         Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
}

// About the mesh's own origin. Flat meshes stay flat, whatever the dimensions say.
Vec3 find_scale(const json& body, const PolygonMesh& mesh) {
  if (!body.contains("dimensions")) return read_vector(body, "scale", Vec3::Ones());
  const Vec3 size = make_box(mesh.positions).size(), wanted = read_vector(body, "dimensions");
  return (size.array() > 0).select(wanted.array() / size.array(), 1.0);
}

// Outwards stays outwards in a mirror, too.
void turn_faces_round(PolygonMesh& mesh) {
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    std::reverse(mesh.polygon_vertices.begin() + mesh.polygon_starts[p],
                 mesh.polygon_vertices.begin() + mesh.polygon_starts[p + 1]);
}

PolygonMesh read_scaled_mesh(const json& body) {
  const std::string name = body["mesh"];
  PolygonMesh mesh = require(read_mesh(folder() / "meshes" / name), name).mesh();
  const Vec3 scale = find_scale(body, mesh);
  for (Vec3& p : mesh.positions) p = p.cwiseProduct(scale).eval();
  if (scale.prod() < 0) turn_faces_round(mesh);
  return mesh;
}

SolidPart make_part(const PolygonMesh& mesh) {
  if (auto convex = Convex::make_from_mesh(mesh)) return {std::make_shared<const Convex>(*std::move(convex))};
  return {nullptr, {}, std::make_shared<const RigidMesh>(mesh)};
}

// Three of its place, three of its turn.
std::array<bool, 6> read_held(const json& body) {
  std::array<bool, 6> held{};
  if (body.value("type", "dynamic") == "static") held.fill(true);
  if (!body.contains("is_dof_fixed")) return held;
  const json& value = body["is_dof_fixed"];
  for (std::size_t i = 0; i < 6; ++i) held[i] = value.is_array() ? value[i].get<bool>() : value.get<bool>();
  return held;
}

constexpr double kNeverTurned = 1e9;  // kg m2

bool is_only_turning_held(const std::array<bool, 6>& held) {
  return std::count(held.begin(), held.begin() + 3, true) == 0 && std::count(held.begin() + 3, held.end(), true) == 3;
}

std::optional<SolidJoint> make_guide(const std::array<bool, 6>& held, std::uint32_t number, const Solid& solid) {
  const auto free_count = std::count(held.begin(), held.end(), false);
  if (free_count == 6 || is_only_turning_held(held)) return std::nullopt;
  if (free_count != 1) throw std::runtime_error(solid.name + ": only one or all motions may be left");
  const auto free = static_cast<int>(std::find(held.begin(), held.end(), false) - held.begin());
  const PlacedJoint placed = make_placed_joint(free < 3 ? JointKind::sliding : JointKind::hinge, number, kWorld,
                                               solid.pose.apply(solid.mass.center), Vec3::Unit(free % 3));
  SolidJoint joint;
  joint.joint = make_joint(placed, solid.pose, {});
  return joint;
}

}  // namespace

RigidIpcScene read_rigid_ipc(const std::string& name) {
  const json problem = read_json(folder() / "fixtures/3D" / name).at("rigid_body_problem");
  RigidIpcScene read;
  read.scene.gravity = read_vector(problem, "gravity");
  for (const json& body : problem.at("rigid_bodies")) {
    if (!body.value("enabled", true)) continue;
    const PolygonMesh mesh = read_scaled_mesh(body);
    const std::array<bool, 6> held = read_held(body);
    Solid solid;
    solid.name = body["mesh"];
    solid.parts.push_back(make_part(mesh));
    solid.pose = {read_turn(body), read_vector(body, "position")};
    solid.friction = problem.value("coefficient_friction", 0.0);
    if (std::count(held.begin(), held.end(), true) == 6) {
      solid.role = SolidRole::fixed;
    } else {
      solid.mass = require(measure_mass(mesh, body.value("density", 1.0)), solid.name);
      if (is_only_turning_held(held)) solid.mass.inertia = kNeverTurned * Eigen::Matrix3d::Identity();
      solid.velocity = read_vector(body, "linear_velocity");
      solid.spin = std::numbers::pi / 180 * read_vector(body, "angular_velocity");
      if (auto guide = make_guide(held, static_cast<std::uint32_t>(read.scene.solids.size()), solid))
        read.scene.joints.push_back(*std::move(guide));
    }
    read.scene.solids.push_back(std::move(solid));
    read.forces.push_back(read_vector(body, "force"));
  }
  return read;
}

}  // namespace abut::test
