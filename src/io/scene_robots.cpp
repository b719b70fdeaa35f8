// Robots of a scene: links become solids, joints are those of the document.
#include <algorithm>
#include <cmath>
#include <set>

#include "abut/robot.h"
#include "abut/solid_overlaps.h"
#include "io/failure.h"
#include "io/scene_members.h"
#include "io/scene_shapes.h"
#include "io/scene_solids.h"
#include "io/suggestion.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kNamedPairs = 5;  // in a note
// Of what hangs on them: what links between joints weigh that weigh nothing.
constexpr double kLentShare = 0.01;

std::optional<JointKind> find_kind(const std::string& type) {
  if (type == "revolute" || type == "continuous") return JointKind::hinge;
  if (type == "prismatic") return JointKind::sliding;
  if (type == "spherical") return JointKind::ball;
  return std::nullopt;
}

class RobotLoader {
 public:
  RobotLoader(const RobotDescription& given, std::string name, UpAxis up, const ScenePlace& place, SolidIndex& index,
              LoadedScene& loaded)
      : given_(given),
        name_(std::move(name)),
        place_(place),
        index_(index),
        loaded_(loaded),
        document_(place.folder / given.file),
        robot_(require_value(place.at("file"), read_robot(document_))),
        base_(make_pose(find_pose(given.transform) * turn_up(up))) {
    for (const RobotPackageDescription& package : given.packages)
      packages_[package.name] = place.folder / package.folder;
  }

  void load() {
    find_tree();
    find_values();
    zero_ = place_links(robot_);
    start_ = place_links(robot_, values_);
    solid_of_.assign(robot_.links.size(), 0);
    for (std::size_t l = 0; l < robot_.links.size(); ++l) {
      if (top_[l] == l) add_solid(l);
    }
    lend_masses();
    for (std::size_t l = 0; l < robot_.links.size(); ++l) add_names(l);
    for (const RobotJoint& joint : robot_.joints) add_joint(joint);
    pass_through();
  }

 private:
  template <class... Args>
  [[noreturn]] void fail_of(std::string_view kind, const std::string& name, std::size_t line,
                            fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(place_.at("file").path, "{}{}: {} {}: {}", printable(document_.string()),
            line > 0 ? fmt::format(":{}", line) : "", kind, quote(name),
            fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  [[noreturn]] void fail_link(std::size_t link, fmt::format_string<Args...> format, Args&&... args) const {
    fail_of("link", robot_.links[link].name, 0, format, std::forward<Args>(args)...);
  }

  // Which joint holds each link, and the link that what is fixed together hangs on.
  void find_tree() {
    above_.assign(robot_.links.size(), kNone);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const RobotJoint& joint = robot_.joints[j];
      if (!find_kind(joint.type) && joint.type != "fixed" && joint.type != "floating")
        fail_of("joint", joint.name, joint.line,
                "type {} found, expected revolute, continuous, prismatic, fixed, floating or spherical; {}",
                quote(joint.type), joint.type == "planar" ? "planar joints cannot be simulated" : "others are unknown");
      if (above_[joint.child] != kNone)
        fail_of("joint", joint.name, joint.line, "link {} hangs on another joint already",
                quote(robot_.links[joint.child].name));
      above_[joint.child] = j;
      if (!joint.mimicked.empty())
        loaded_.notes.push_back(fmt::format("robot {}: joint {} moves by itself, not with joint {} that it mimics",
                                            quote(name_), quote(joint.name), quote(joint.mimicked)));
    }
    for (std::size_t l = 0; l < robot_.links.size(); ++l) top_.push_back(find_top(l));
  }

  std::size_t find_top(std::size_t link) const {
    std::optional<std::size_t> top;
    for (std::size_t at = link, steps = 0;; at = robot_.joints[above_[at]].parent, ++steps) {
      if (steps > robot_.links.size()) fail_link(link, "it hangs on itself, by joints in a circle");
      const bool is_held = above_[at] != kNone;
      if (!top && (!is_held || robot_.joints[above_[at]].type != "fixed")) top = at;
      if (!is_held) return *top;
    }
  }

  // Radians and metres of each joint at the start.
  void find_values() {
    for (const RobotJoint& joint : robot_.joints) {
      const double nearest = std::clamp(0.0, std::min(joint.lower, joint.upper), joint.upper);
      values_.push_back(find_kind(joint.type) ? nearest : 0);
    }
    for (std::size_t i = 0; i < given_.positions.size(); ++i)
      set_value(given_.positions[i], place_.at("positions").at(i));
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const RobotJoint& joint = robot_.joints[j];
      const bool is_given = std::any_of(given_.positions.begin(), given_.positions.end(),
                                        [&](const auto& p) { return p.joint == joint.name; });
      if (values_[j] == 0 || is_given) continue;
      const double unit = joint.type == "prismatic" ? 1 : kRadians;
      loaded_.notes.push_back(fmt::format("robot {}: joint {} starts at {:.4g} {}, since 0 is beyond its limits",
                                          quote(name_), quote(joint.name), values_[j] / unit,
                                          unit == 1 ? "m" : "degrees"));
    }
  }

  void set_value(const RobotPositionDescription& position, const ScenePlace& place) {
    std::vector<std::string_view> names;
    for (const RobotJoint& joint : robot_.joints) names.push_back(joint.name);
    const auto found = std::find(names.begin(), names.end(), position.joint);
    if (found == names.end())
      fail_at(place.at("joint").path, "{} found, expected the name of a joint of the robot{}", quote(position.joint),
              suggest(position.joint, names));
    const auto j = static_cast<std::size_t>(found - names.begin());
    const RobotJoint& joint = robot_.joints[j];
    const auto kind = find_kind(joint.type);
    if (!kind || *kind == JointKind::ball)
      fail_at(place.at("joint").path, "{} found, which has no position: it is {}", quote(position.joint), joint.type);
    const double unit = *kind == JointKind::sliding ? 1 : kRadians;
    values_[j] = unit * position.value;
    if (values_[j] < joint.lower || values_[j] > joint.upper)
      fail_at(place.at("value").path, "{} found, expected {:.6g} to {:.6g}, the limits of the joint", position.value,
              joint.lower / unit, joint.upper / unit);
  }

  // Of all that is fixed to this link.
  void add_solid(std::size_t top) {
    Solid solid;
    solid.name = fmt::format("{}/{}", name_, robot_.links[top].name);
    PolygonMesh mesh;
    std::vector<MassProperties> masses;
    for (std::size_t l = 0; l < robot_.links.size(); ++l) {
      if (top_[l] != top) continue;
      const std::size_t first = solid.parts.size();
      add_link(l, zero_[top].inverse() * zero_[l], solid, mesh, masses);
      solid_of_[l] = static_cast<std::uint32_t>(loaded_.solid_scene.solids.size());
      if (robot_.links[l].mass || !given_.density) continue;
      for (std::size_t i = first; i < solid.parts.size(); ++i) {
        const SolidPart& part = solid.parts[i];
        const auto measured = measure_mass(*part.shape, *given_.density);
        if (!measured) fail_link(l, "{}", measured.error().message);
        masses.push_back(place_mass(*measured, part.pose));
      }
    }
    const bool is_base = above_[top] == kNone;
    solid.role = is_base && given_.base == RobotBase::fixed ? SolidRole::fixed : SolidRole::moving;
    const bool is_lent = masses.empty() && solid.parts.empty() && find_carried(top);
    if (solid.role == SolidRole::moving && !is_lent) solid.mass = join(top, masses);
    solid.friction = given_.friction;
    solid.restitution = given_.restitution;
    solid.pose = base_ * start_[top];
    solid.pose.rotation.normalize();
    LoadedSolid seen;
    seen.mesh = describe(solid, std::move(mesh));
    seen.local = std::make_shared<const std::vector<Vec3>>(std::move(local_));
    seen.place = place_.path;
    loaded_.solid_scene.solids.push_back(std::move(solid));
    loaded_.solids.push_back(std::move(seen));
  }

  MassProperties join(std::size_t top, const std::vector<MassProperties>& masses) const {
    if (masses.empty())
      fail_link(top, "it moves, but no <inertial> with a mass above 0 found{}",
                given_.density ? ", and no collision shape that the density would give one"
                               : "; 'density' gives one to links with collision shapes");
    const MassProperties mass = join_masses(masses);
    if (const Status status = check_mass(mass); !status) fail_link(top, "{}", status.error().message);
    return mass;
  }

  // Of links that hang on a link by joints that move, and on those, one that may have a mass.
  std::optional<std::size_t> find_carried(std::size_t top) const {
    for (const RobotJoint& joint : robot_.joints) {
      if (top_[joint.parent] == top && find_kind(joint.type)) return top_[joint.child];
    }
    return std::nullopt;
  }

  // Joints of several axes are often made of links that weigh nothing.
  void lend_masses() {
    std::vector<std::string> names;
    for (std::size_t l = 0; l < robot_.links.size(); ++l) {
      Solid& solid = loaded_.solid_scene.solids[solid_of_[l]];
      if (top_[l] != l || solid.role != SolidRole::moving || solid.mass.mass > 0) continue;
      std::size_t carried = l;
      MassProperties mass;
      while (mass.mass == 0) {
        carried = *find_carried(carried);  // what has none, and carries nothing, was refused
        mass = loaded_.solid_scene.solids[solid_of_[carried]].mass;
      }
      const double inertia = kLentShare * mass.inertia.trace() / 3;
      solid.mass = {kLentShare * mass.mass, Vec3::Zero(), inertia * Eigen::Matrix3d::Identity()};
      names.push_back(robot_.links[l].name);
    }
    if (names.empty()) return;
    loaded_.notes.push_back(fmt::format("robot {}: links that weigh nothing have a hundredth of what hangs on them: {}",
                                        quote(name_), fmt::join(names, ", ")));
  }

  void add_link(std::size_t l, const Pose3& in_solid, Solid& solid, PolygonMesh& mesh,
                std::vector<MassProperties>& masses) {
    const RobotLink& link = robot_.links[l];
    if (link.mass) masses.push_back(place_mass(*link.mass, in_solid));
    for (const RobotShape& shape : link.collision) {
      const Pose3 pose = in_solid * Pose3{Eigen::Quaterniond(shape.rotation).normalized(), shape.position};
      RobotShape alone = shape;
      alone.position = Vec3::Zero();
      alone.rotation.setIdentity();
      PolygonMesh seen = make_mesh(alone, l);
      solid.parts.push_back({std::make_shared<const Convex>(make_convex(shape, seen, l)), pose});
      for (Vec3& position : seen.positions) position = pose.apply(position);
      append_mesh(seen, mesh);
    }
  }

  PolygonMesh make_mesh(const RobotShape& shape, std::size_t link) {
    if (const auto* ball = std::get_if<RobotBall>(&shape.geometry)) return make_shape(SphereShape{ball->radius});
    if (auto made = make_shape_mesh(shape)) return *std::move(made);
    const auto& reference = std::get<RobotMesh>(shape.geometry);
    const auto found = find_robot_file(document_, reference.file, packages_, "member 'packages'");
    if (!found) fail_of("link", robot_.links[link].name, shape.line, "{}", found.error().message);
    if (!found->note.empty() && notes_.insert(found->note.substr(0, found->note.find(';'))).second)
      loaded_.notes.push_back(fmt::format("robot {}: {}", quote(name_), found->note));
    const auto file = read_mesh(found->path);
    if (!file) fail_of("link", robot_.links[link].name, shape.line, "{}", file.error().message);
    files_.push_back(found->path);
    PolygonMesh mesh = file->mesh();
    for (Vec3& position : mesh.positions) position = position.cwiseProduct(reference.scale);
    if (const Status status = check_positions(mesh.positions); !status) fail_link(link, "{}", status.error().message);
    return mesh;
  }

  Convex make_convex(const RobotShape& shape, const PolygonMesh& mesh, std::size_t link) const {
    if (const auto* ball = std::get_if<RobotBall>(&shape.geometry)) return Convex::make_sphere(ball->radius);
    if (const auto* capsule = std::get_if<RobotCapsule>(&shape.geometry))
      return Convex::make_capsule(0.5 * capsule->length, capsule->radius);
    if (const auto* box = std::get_if<RobotBox>(&shape.geometry); box && box->size.minCoeff() > 0)
      return Convex::make_box(0.5 * box->size);
    auto hull = Convex::make_hull(mesh.positions);
    if (!hull) fail_of("link", robot_.links[link].name, shape.line, "{}", hull.error().message);
    return *std::move(hull);
  }

  // Also keeps the vertices as they are in the solid's own axes.
  LoadedMesh describe(const Solid& solid, PolygonMesh mesh) {
    LoadedMesh seen;
    seen.name = solid.name;
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) seen.vertex_of.emplace_back(v);
    seen.surface = std::make_shared<const Surface>(make_surface(mesh));
    local_ = mesh.positions;
    for (Vec3& position : mesh.positions) position = solid.pose.apply(position);
    if (const Status status = check_positions(mesh.positions); !status)
      fail_with(place_.at("transform"), status.error());
    seen.mesh = std::move(mesh);
    seen.files = std::move(files_);
    seen.files.push_back(document_);
    files_.clear();
    return seen;
  }

  void add_names(std::size_t link) {
    index_.add(fmt::format("{}/{}", name_, robot_.links[link].name), solid_of_[link]);
    if (top_[link] == link) index_.add(name_, solid_of_[link]);
  }

  // Its zero is where no joint is turned, wherever it starts.
  void add_joint(const RobotJoint& given) {
    const auto kind = find_kind(given.type);
    if (!kind) return;
    const Pose3& child = zero_[given.child];
    PlacedJoint placed = make_placed_joint(*kind, solid_of_[given.child], solid_of_[given.parent], child.translation,
                                           child.rotation * given.axis);
    const bool is_limited = std::isfinite(given.lower) && std::isfinite(given.upper);
    if (*kind == JointKind::sliding) {
      placed.lower = given.lower;
      placed.upper = given.upper;
    } else if (*kind == JointKind::hinge) {
      placed.near = values_[static_cast<std::size_t>(&given - robot_.joints.data())];
      if (is_limited) set_hinge_limits(placed, given.lower, given.upper);
    }
    SolidJoint joint;
    joint.name = fmt::format("{}/{}", name_, given.name);
    joint.joint = make_joint(placed, zero_[top_[given.child]], zero_[top_[given.parent]]);
    if (*kind != JointKind::ball) joint.damping = given.damping;
    loaded_.solid_scene.joints.push_back(std::move(joint));
    loaded_.joint_places.push_back(place_.path);
  }

  // What is built so that it overlaps could never move otherwise.
  void pass_through() {
    SolidScene& scene = loaded_.solid_scene;
    SolidScene alone;
    const std::uint32_t first = *std::min_element(solid_of_.begin(), solid_of_.end());
    alone.solids.assign(scene.solids.begin() + first, scene.solids.end());
    for (const SolidJoint& joint : scene.joints) {
      if (joint.joint.a < first || joint.joint.b < first || joint.joint.b == kWorld) continue;
      alone.joints.push_back(joint);
      alone.joints.back().joint.a -= first;
      alone.joints.back().joint.b -= first;
    }
    std::string pairs;
    const auto overlaps = find_solid_overlaps(alone);
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
      const std::uint32_t a = first + overlaps[i].a, b = first + overlaps[i].b;
      scene.passing.emplace_back(a, b);
      if (i < kNamedPairs)
        pairs +=
            fmt::format("{}{} and {}", i == 0 ? "" : ", ", quote(scene.solids[a].name), quote(scene.solids[b].name));
    }
    if (overlaps.empty()) return;
    loaded_.notes.push_back(fmt::format(
        "robot {}: links that overlap where they start pass through each other: {}{}", quote(name_), pairs,
        overlaps.size() > kNamedPairs ? fmt::format(" and {} more pairs", overlaps.size() - kNamedPairs) : ""));
  }

  const RobotDescription& given_;
  std::string name_;
  ScenePlace place_;
  SolidIndex& index_;
  LoadedScene& loaded_;
  std::filesystem::path document_;
  Robot robot_;
  Pose3 base_;
  RobotPackages packages_;
  std::vector<std::size_t> above_, top_;  // of each link: the joint it hangs on, the link it is fixed to
  std::vector<double> values_;
  std::vector<Pose3> zero_, start_;
  std::vector<std::uint32_t> solid_of_;
  std::vector<Vec3> local_;
  std::vector<std::filesystem::path> files_;
  std::set<std::string> notes_;
};

}  // namespace

void load_robot(const RobotDescription& given, const std::string& name, UpAxis up, const ScenePlace& place,
                SolidIndex& index, LoadedScene& loaded) {
  RobotLoader(given, name, up, place, index, loaded).load();
}

}  // namespace abut
