// How solids of a scene are joined, and which pass through each other.
#include "io/failure.h"
#include "io/scene_solids.h"
#include "io/suggestion.h"

namespace abut {
namespace {

constexpr std::string_view kWorldName = "world";

// "link 7" and 2 are "link 9"; names without a number stay.
std::string count_up(const std::string& name, int by) {
  const std::size_t digits = name.size() - (name.find_last_not_of("0123456789") + 1);
  if (by == 0 || digits == 0 || digits > 9) return name;
  const std::size_t start = name.size() - digits;
  return name.substr(0, start) + std::to_string(std::stoi(name.substr(start)) + by);
}

std::uint32_t find_body(const std::string& name, const SolidIndex& index, const ScenePlace& place) {
  return name == kWorldName ? kWorld : index.find_one(name, place);
}

Pose3 find_start(std::uint32_t body, const LoadedScene& loaded) {
  return body == kWorld ? Pose3{} : loaded.solid_scene.solids[body].pose;
}

}  // namespace

void set_hinge_limits(PlacedJoint& joint, double lower, double upper) {
  const double middle = 0.5 * (lower + upper);
  const Vec3 axis = joint.axes_b.col(2);
  joint.axes_b = Eigen::AngleAxisd(middle, axis) * joint.axes_b;
  joint.lower = lower - middle;
  joint.upper = upper - middle;
  joint.near -= middle;
}

void SolidIndex::add(const std::string& name, std::uint32_t solid) { solids_[name].push_back(solid); }

const std::vector<std::uint32_t>& SolidIndex::find(const std::string& name, const ScenePlace& place) const {
  if (const auto found = solids_.find(name); found != solids_.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [known, solids] : solids_) names.push_back(known);
  fail_at(place.path, "{} found, expected the name of a solid{}", quote(name), suggest(name, names));
}

std::uint32_t SolidIndex::find_one(const std::string& name, const ScenePlace& place) const {
  const auto& solids = find(name, place);
  if (solids.size() == 1) return solids[0];
  fail_at(place.path, "{} found, which are {} solids, expected one of them, such as {}", quote(name), solids.size(),
          quote(name + " 1"));
}

void load_joint(const JointDescription& given, const ScenePlace& place, const SolidIndex& index, LoadedScene& loaded) {
  const double unit = given.kind == JointKind::sliding ? 1 : kRadians;
  for (int k = 0; k < given.array.count; ++k) {
    const std::string a_name = count_up(given.a, k), b_name = count_up(given.b, k);
    const std::uint32_t a = find_body(a_name, index, place.at("a")), b = find_body(b_name, index, place.at("b"));
    const Vec3 shift = k * given.array.step;
    PlacedJoint placed = make_placed_joint(given.kind, a, b, given.anchor + shift, given.axis);
    if (given.anchor_b) placed.anchor_b = *given.anchor_b + shift;
    if (given.kind == JointKind::hinge && given.lower) {
      set_hinge_limits(placed, unit * *given.lower, unit * *given.upper);
    } else {
      if (given.lower) placed.lower = unit * *given.lower;
      if (given.upper) placed.upper = unit * *given.upper;
    }
    SolidJoint joint;
    joint.name = given.name.empty()      ? fmt::format("{} and {}", a_name, b_name)
                 : given.array.count > 1 ? fmt::format("{} {}", given.name, k + 1)
                                         : given.name;
    joint.joint = make_joint(placed, find_start(a, loaded), find_start(b, loaded));
    joint.damping = given.damping;
    joint.motor_speed = unit * given.motor_speed;
    joint.motor_limit = given.motor_limit;
    joint.may_touch = given.may_touch;
    loaded.solid_scene.joints.push_back(std::move(joint));
    loaded.joint_places.push_back(place.path);
  }
}

void load_passing(const std::array<std::string, 2>& names, const ScenePlace& place, const SolidIndex& index,
                  LoadedScene& loaded) {
  for (const std::uint32_t a : index.find(names[0], place.at(0))) {
    for (const std::uint32_t b : index.find(names[1], place.at(1))) {
      if (a != b) loaded.solid_scene.passing.emplace_back(a, b);
    }
  }
}

}  // namespace abut
